// Rotates a tile that lies on its cell: two buttons beside it, the wheel, and R. They turn the
// table's knob; the lights of the cell and the tile follow it.

import { setHidden } from "../common/dom_update.js";
import { html } from "../common/elements.js";
import { fillTexts } from "../texts/words.js";

const BEYOND = 1.5; // cells from the middle of the piece

export class Rotator {
  // `turn(steps)` and `push()` work the knob.
  /**
   * @param {HTMLElement} stage
   * @param {BoardOnPage} board
   * @param {{turn: (steps: number) => void, push: () => void}} options
   */
  constructor(stage, board, { turn, push }) {
    this.stage = stage;
    this.board = board;
    this.turn = turn;
    this.push = push;
    /** @type {Rotating | null} */
    this.now = null;
    this.element = html(
      "div",
      { class: "rotator", hidden: true },
      html(
        "button",
        {
          type: "button",
          "data-say-aria-label": "turn tile",
          "data-say-title": "turn by r",
          onclick: () => this.turn(1),
        },
        "⟳",
      ),
      html(
        "button",
        {
          type: "button",
          "data-say-aria-label": "lay so",
          "data-say-title": "lay by enter",
          onclick: () => this.push(),
        },
        "✓",
      ),
    );
    fillTexts(this.element);
    stage.append(this.element);
    stage.addEventListener(
      "wheel",
      (event) => {
        if (!this.now) return;
        event.preventDefault();
        this.turn(Math.sign(event.deltaY));
      },
      { passive: false },
    );
  }

  // Show the buttons near the piece to rotate, {spot, face}, or none. They cover no cell beside it:
  // what lies there tells how to turn it.
  /** @param {Rotating | null} rotating */
  show(rotating) {
    const spot = rotating && this.board.spots.get(rotating.spot);
    this.now = spot ? rotating : null;
    setHidden(this.element, !spot);
    const { box } = this.board;
    if (!spot || !box) return;
    const lowest = Math.min(...[...this.board.spots.values()].map(({ y }) => y));
    const above = spot.y < lowest + 2;
    const y = -spot.y + (above ? -BEYOND : BEYOND);
    this.element.classList.toggle("above", above);
    this.element.style.setProperty("--x", `${((spot.x - box.x) / box.width) * 100}%`);
    this.element.style.top = `${((y - box.y) / box.height) * 100}%`;
  }

  // Does a click on a piece rotate it? Enter lays it unturned.
  /**
   * @param {Tag} tag
   * @param {string} [how]
   */
  tap(tag, how) {
    if (this.now?.spot !== tag.at) return false;
    if (how === "keys") this.push();
    else this.turn(1);
    return true;
  }
}
