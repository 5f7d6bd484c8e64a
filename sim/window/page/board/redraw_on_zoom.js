// Redraw in the right resolution after a zoom, or a move to another screen.
/**
 * @param {BoardOnPage} board
 * @param {import("../panel/panel.js").Panel} panel
 */
export function redrawOnZoom(board, panel) {
  matchMedia(`(resolution: ${devicePixelRatio}dppx)`).addEventListener(
    "change",
    () => {
      board.light.resize();
      board.measure();
      if (panel.memory) panel.show(panel.memory);
      redrawOnZoom(board, panel);
    },
    { once: true },
  );
}
