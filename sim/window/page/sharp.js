// The window has moved to a screen with other dots, or is zoomed: draw as sharp as that is.
export function keepSharp(board, panel) {
  matchMedia(`(resolution: ${devicePixelRatio}dppx)`).addEventListener(
    "change",
    () => {
      board.light.resize();
      board.measure();
      if (panel.memory) panel.show(panel.memory);
      keepSharp(board, panel);
    },
    { once: true },
  );
}
