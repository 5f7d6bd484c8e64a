// The keys on the board: arrows go from place to place, Enter takes, and letters and digits go to the
// cell of that name.

import { isKeyTaken } from "../common/focus.js";
import { placeName } from "../pieces/pieces.js";
import { nearestInDirection } from "./neighbours.js";

/** @type {Record<string, [east: number, north: number]>} */
const STEPS = { ArrowUp: [0, 1], ArrowDown: [0, -1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
const FAR = 3; // places that an arrow key goes with Shift

export class BoardKeys {
  typed = ""; // the typed beginning of a cell's name

  constructor(/** @type {BoardOnPage} */ board) {
    this.board = board;
    board.element.addEventListener("keydown", (event) => this.onKey(event));
    addEventListener("keydown", (event) => {
      if (isKeyTaken(event) || !board.board || !this.typeName(event.key)) return;
      event.preventDefault();
      event.stopImmediatePropagation(); // its digit does not take a piece of the tray
    });
  }

  onKey(/** @type {KeyboardEvent} */ event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = STEPS[event.key];
    if (step) {
      this.moveFocus(step[0], step[1], event.shiftKey ? FAR : 1);
    } else if (event.key === "Enter" || event.key === " ") {
      if (this.board.current) this.board.take(this.board.current);
    } else {
      return;
    }
    this.typed = "";
    event.preventDefault();
    event.stopPropagation();
  }

  // The spots that arrow keys reach: those that a piece in hand may go to, on a board of hexes.
  reachableSpots() {
    const { board, hand, fits, open, spots } = this.board;
    const some = hand.held && board?.hex;
    return some ? this.board.spotsNamed(fits ?? [...open]) : [...spots.values()];
  }

  // Move the focus by a number of places in a direction, or as far as possible.
  moveFocus(/** @type {number} */ east, /** @type {number} */ north, /** @type {number} */ steps) {
    let spot = this.board.current;
    for (let i = 0; spot && i < steps; i++)
      spot = nearestInDirection(this.reachableSpots(), spot, east, north) ?? spot;
    spot?.element.focus();
  }

  // Go to a cell whose name somebody types, wherever the focus is; returns whether the key was
  // part of a name.
  typeName(/** @type {string} */ key) {
    if (key === "Shift") return false;
    const spots = [...this.board.spots.values()];
    const letter = key.toLowerCase();
    const names =
      key.length > 1 ? [] : [this.typed && this.typed + letter, /[a-z]/.test(letter) && letter];
    this.typed =
      names.find((name) => name && spots.some((spot) => typedName(spot).startsWith(name))) || "";
    if (!this.typed) return false;
    spots.find((spot) => typedName(spot) === this.typed)?.element.focus();
    return true;
  }
}

// The text to type for a spot: the first word of its name, such as "c3". A hex comes before its
// corners and edges.
function typedName(/** @type {Spot} */ spot) {
  return placeName(spot.name).split(/[ ,]/)[0].toLowerCase();
}
