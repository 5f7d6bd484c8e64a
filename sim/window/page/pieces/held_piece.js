// The piece in the hand as the window shows it: drawn above the page, at the pointer or the
// keyboard's place. A piece of two cells shows its other half beside it.

import { setAttribute } from "../common/dom_update.js";
import { calm, svg } from "../common/elements.js";
import { draw, drawLying } from "./pieces.js";

const SIDES = [
  [1, 0],
  [0, 1],
  [-1, 0],
  [0, -1],
]; // of the other half: east, then clockwise

export class HeldPiece {
  /** @param {HTMLElement} element */
  constructor(element) {
    this.element = element;
  }

  // Draw a piece, with its other half, if it has one, on a side of it.
  /**
   * @param {DragState} held
   * @param {number} side
   */
  draw({ tag, half, turn }, side) {
    const [east, south] = SIDES[side];
    setAttribute(this.element, "data-side", side);
    const parts = [drawLying({ ...tag, turn, spin: turn })];
    if (half) {
      parts.push(
        svg(
          "g",
          { transform: `translate(${112 * east} ${112 * south})` },
          draw(half.face, half.seat),
        ),
      );
    }
    this.element.replaceChildren(svg("svg", { viewBox: "-50 -50 100 100" }, ...parts));
  }

  // Show it with its middle at a point of the window.
  /**
   * @param {number} x
   * @param {number} y
   * @param {number} size
   */
  show(x, y, size) {
    this.element.classList.toggle("shown", true); // "add" would always write
    this.element.style.width = this.element.style.height = `${size}px`;
    this.element.style.transform = `translate(${x - size / 2}px, ${y - size / 2}px) scale(1.08)`;
  }

  // Let it sink onto a place of the board.
  /** @param {{x: number, y: number, size: number}} place */
  sink({ x, y, size }) {
    if (calm.matches) return;
    this.element
      .animate([{}, { transform: `translate(${x - size / 2}px, ${y - size / 2}px)` }], {
        duration: 110,
        easing: "ease-in",
        fill: "forwards",
      })
      .finished.then(
        (move) => {
          setTimeout(() => move.cancel(), 60);
        },
        () => {},
      );
  }

  clear() {
    this.element.replaceChildren();
    this.element.classList.remove("shown");
  }

  // A pointer drags it: the element shows its own cursor everywhere, because changing the body's
  // cursor would repaint the whole page.
  /** @param {number} pointer */
  follow(pointer) {
    this.element.setPointerCapture(pointer);
  }
}
