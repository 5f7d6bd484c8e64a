// Animates a piece that a helping hand moves from one place to another.

import { draw } from "./pieces.js";
import { calm, html, svg } from "../common/elements.js";

// Animate a piece, drawn `size` pixels wide, between two points of the window; `real` is its
// element on the board, if any, which the animation hides meanwhile.
/**
 * @param {Tag} tag
 * @param {{x: number, y: number} | null | undefined} from
 * @param {{x: number, y: number} | null | undefined} to
 * @param {number} size
 * @param {Element | null} [real]
 */
export function fly(tag, from, to, size, real) {
  if (!from || !to || calm.matches) return;
  const ghost = html(
    "div",
    { class: "hand shown" },
    svg("svg", { viewBox: "-50 -50 100 100" }, draw(tag.face, tag.seat)),
  );
  ghost.style.width = ghost.style.height = `${size}px`;
  document.body.append(ghost);
  real?.classList.add("coming");
  /**
   * @param {{x: number, y: number}} options
   * @param {number} scale
   */
  const at = ({ x, y }, scale) => `translate(${x - size / 2}px, ${y - size / 2}px) scale(${scale})`;
  const middle = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 - 30 };
  ghost
    .animate(
      [{ transform: at(from, 0.9) }, { transform: at(middle, 1.16) }, { transform: at(to, 1) }],
      { duration: 460, easing: "cubic-bezier(.4,.1,.3,1)" },
    )
    .finished.finally(() => {
      ghost.remove();
      real?.classList.remove("coming");
    });
}
