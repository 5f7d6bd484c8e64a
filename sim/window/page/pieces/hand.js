// The hand that carries a piece: by dragging, by one click to pick it up and another to put it
// down, or from cell to cell with the keyboard. It carries one piece at a time. A piece of two
// cells, such as a domino, comes whole; R or the wheel rotates it.

import { neighbour } from "../board/neighbours.js";
import { DoubleClick } from "../common/repeat_guard.js";
import { HeldPiece } from "./held_piece.js";
import { pieceName, whereItIs } from "./pieces.js";
import { phrase, capitalize } from "../texts/words.js";

const FAR = 5; // pixels that turn a click into a drag
const ABOVE_FINGER = 44; // pixels between a finger and the piece above it, so that people see it
const SIDES = [0, 1, 2, 3]; // of the other half: east, then clockwise

export class Hand {
  /** @type {DragState | null} */
  held = null;
  /** @type {{x: number, y: number}} */
  spot; // where the middle of the piece in hand is, in the window
  /** @type {BoardOnPage} */
  board;
  /** @type {((may: boolean) => void) | undefined} */
  onRotatable; // called with whether the hand has a piece of two cells
  /** @type {((tag: Tag, at: string) => void) | undefined} */
  onPutDown;
  /** @type {((at: string) => void) | undefined} */
  onAim; // called when the place under the piece in hand changes, "" for none
  placeBelow = ""; // that place
  /** @type {{tag: Tag, x: number, y: number, id: number, again: boolean} | null} */
  start = null; // where a pointer went down on a piece
  settling = false;
  /** @type {number | null} */
  finger = null; // the finger that is down while the hand carries a piece

  // `ask(verb, values)` talks to the table; `say(text)` is for screen readers; `showError(why)`
  // shows a text; `otherHalf(tag)` finds the other tag of the same piece, in the trays or on the
  // board, if there is one; `tap(tag)` returns whether a click on a lying piece meant something else.
  /**
   * @param {HTMLElement} element
   * @param {HandOptions} options
   */
  constructor(element, { ask, say, showError, otherHalf, tap }) {
    this.shown = new HeldPiece(element);
    this.ask = ask;
    this.say = say;
    this.showError = showError;
    this.otherHalf = otherHalf;
    this.tap = tap;
    this.side = 0; // where the other half of a domino goes
    this.lastClick = new DoubleClick(); // where a click last picked up or put down
    /** @type {{element: Element, at: string}[]} */
    this.places = []; // {element, at}: the trays and the pad, further places for a piece
    addEventListener("pointermove", (event) => this.move(event));
    addEventListener("pointerup", (event) => this.up(event));
    addEventListener("pointercancel", (event) => this.stop(event));
    addEventListener("pointerdown", (event) => this.down(event), true);
    addEventListener("dragstart", (event) => event.preventDefault()); // the browser's own kind
    addEventListener("selectstart", (event) => this.held && event.preventDefault());
    addEventListener("keydown", (event) => event.key === "Escape" && this.cancel());
  }

  // A pointer goes down on a piece that may be picked up.
  /**
   * @param {Tag} tag
   * @param {PointerEvent} event
   */
  grab(tag, event) {
    if (event.button || this.held || this.settling) return;
    event.preventDefault();
    this.start = {
      tag,
      x: event.clientX,
      y: event.clientY,
      id: event.pointerId,
      again: this.lastClick.is(event),
    };
  }

  /** @param {PointerEvent} event */
  down(event) {
    if (
      this.held?.how !== "carry" ||
      event.button ||
      /** @type {Element} */ (event.target).closest?.("#rotate")
    )
      return;
    this.settling = true; // this click puts the piece down, and picks nothing up
    event.preventDefault();
    event.stopPropagation();
    if (this.lastClick.is(event)) return;
    this.aim(event);
    if (event.pointerType === "touch")
      this.finger = event.pointerId; // the finger may still scroll the page
    else this.drop(event);
  }

  // Put the carried piece down at the pointer. The place that a finger means depends on where the
  // piece fits, which a busy table may not have told yet.
  /** @param {PointerEvent} event */
  async drop(event) {
    this.lastClick.note(event);
    this.aim(event);
    const { held, spot } = this;
    await held?.lifted;
    if (this.held !== held) return;
    this.spot = spot;
    this.put(this.target());
  }

  // The browser uses the pointer for something else, such as scrolling.
  /** @param {PointerEvent} options */
  stop({ pointerId }) {
    if (this.held?.how !== "carry") this.cancel();
    else if (pointerId === this.finger) {
      this.finger = null;
      this.settling = false;
    }
  }

  /** @param {PointerEvent} event */
  move(event) {
    const start = this.start;
    if (start && event.pointerId === start.id && !this.held) {
      if (Math.hypot(event.clientX - start.x, event.clientY - start.y) < FAR) return;
      this.pick(start.tag, "drag");
      this.shown.follow(event.pointerId);
    }
    if (this.held && this.held.how !== "keys") this.aim(event);
  }

  /** @param {PointerEvent} event */
  up(event) {
    const start = this.start;
    this.start = null;
    this.settling = false;
    const { finger } = this;
    this.finger = null;
    if (this.held?.how === "carry") {
      if (event.pointerId === finger) this.drop(event);
    } else if (this.held?.how === "drag" && (!start || event.pointerId === start.id)) {
      this.drop(event);
    } else if (start && !this.held && event.pointerId === start.id) {
      if (start.again || this.tap(start.tag)) return;
      this.pick(start.tag, "carry");
      this.lastClick.note(event);
      this.aim(event);
      this.board.scrollIntoView();
    }
  }

  cancel() {
    this.start = null;
    this.settling = false;
    if (!this.held) return;
    this.side = this.held.side;
    this.put(this.held.from);
  }

  // With the keyboard: put the held piece on a spot, or pick up the piece there.
  /**
   * @param {string} at
   * @param {Tag} [tag]
   */
  use(at, tag) {
    if (this.held) this.put(at);
    else if (tag && !this.tap(tag, "keys")) this.pick(tag, "keys");
    if (this.held?.how === "keys") this.over(at);
  }

  // The keyboard's cursor is over a spot.
  /** @param {string} at */
  over(at) {
    if (this.held?.how !== "keys" || !this.board.spots.has(at)) return;
    const { x, y, size } = this.board.rectangleOf(at);
    this.show(x, y - (this.held.half ? 0 : size * 0.42), size);
    this.setPlaceBelow(at);
  }

  /** @param {string} at */
  setPlaceBelow(at) {
    if (at === this.placeBelow) return;
    this.placeBelow = at;
    this.onAim?.(at);
  }

  // Tell whether a piece of two cells is in hand.
  tellWhetherRotatable() {
    this.onRotatable?.(!!this.held?.half || this.held?.turn !== undefined);
  }

  // Rotate a piece of two cells, or a tile whose turn the board feels; returns whether there was
  // one.
  rotate(steps = 1) {
    if (this.held?.turn !== undefined) {
      this.held.turn = (this.held.turn + steps + 4) % 4;
      this.drawHeld();
      return true;
    }
    if (!this.held?.half) return false;
    this.side = (this.side + steps + 4) % 4;
    this.drawHeld();
    this.onAim?.(this.placeBelow);
    this.sayOtherHalf(this.held.half);
    return true;
  }

  // Say where the other half would lie now, to those who cannot see it.
  /** @param {Tag} half */
  sayOtherHalf({ face, seat }) {
    if (this.held?.how !== "keys" || !this.placeBelow) return;
    const beside = this.beside(this.placeBelow);
    this.say(
      beside
        ? capitalize(whereItIs(beside, pieceName(face, seat)))
        : capitalize(phrase("half off")),
    );
  }

  // The place for the other half of the held piece, "" for none.
  /** @param {string} at */
  beside(at) {
    const within = this.held?.half && this.board.spots.has(at);
    return (within && neighbour(this.board.spots, at, this.side)) || "";
  }

  // The other half, if it comes with a tag: both are in the trays, or lie side by side where
  // readers see them. The hand then holds them as they lie.
  /**
   * @param {Tag} tag
   * @param {Tag} [half]
   */
  lyingBeside(tag, half) {
    if (!half || tag.at === "") return half;
    if (!this.board.spots.get(tag.at)?.reads) return undefined;
    const side = SIDES.find((one) => neighbour(this.board.spots, tag.at, one) === half.at);
    if (side === undefined) return undefined;
    this.side = side;
    return half;
  }

  /**
   * @param {Tag} tag
   * @param {DragState["how"]} how
   */
  pick(tag, how) {
    const half = this.lyingBeside(tag, this.otherHalf(tag));
    /** @type {DragState} */
    const held = { tag, half, how, from: tag.at, side: this.side };
    this.held = held;
    this.drawHeld();
    this.tellWhetherRotatable();
    document.body.classList.add("holding");
    this.say(phrase(half ? "holding half" : "holding", pieceName(tag.face, tag.seat)));
    held.lifted = this.lift(held);
  }

  // Lift the held piece from the table, which answers where it fits.
  /** @param {DragState} held */
  async lift(held) {
    const { tag, half } = held;
    for (const { uid } of half ? [tag, half] : [tag]) {
      const answer = await this.ask("lift", { tag: uid });
      if (!answer.ok && this.held === held) {
        this.empty();
        this.showError(answer.why);
        return;
      }
      if (uid === tag.uid) this.showFits(held, answer);
    }
  }

  // Ask anew where the held piece fits, since the game has gone on.
  async askFitsAgain() {
    const { held } = this;
    if (held) this.showFits(held, await this.ask("lift", { tag: held.tag.uid }));
  }

  // Dim the places where the piece does not fit.
  /**
   * @param {DragState} held
   * @param {Answer<"lift">} answer
   */
  showFits(held, answer) {
    if (this.held !== held || !answer.ok) return;
    this.board.showFits(answer.fits);
    if (answer.turns && held.turn === undefined) {
      held.turn = held.tag.turn ?? 0;
      this.drawHeld();
      this.tellWhetherRotatable();
      this.say(phrase("holding half", pieceName(held.tag.face, held.tag.seat)));
    }
    this.onAim?.(this.placeBelow); // it may have come there before the answer
  }

  drawHeld() {
    if (this.held) this.shown.draw(this.held, this.side);
  }

  // Put the held piece down: on a spot, on the "pad", or "" for its tray.
  /** @param {string} at */
  async put(at) {
    if (!this.held) return;
    const { tag, half, how, turn } = this.held;
    const spot = this.board.spots.get(at);
    const beside = this.beside(at);
    if (half && spot?.reads && !beside) {
      this.held.how = how === "drag" ? "carry" : how;
      this.showError(phrase("half off"));
      return;
    }
    if (how !== "keys" && this.isMiss(at)) {
      this.held.how = "carry";
      this.showError(phrase("nearer to a light"));
      return;
    }
    this.held = null; // before the answer, so that nothing puts it down twice
    this.setPlaceBelow("");
    this.board.hover(undefined);
    if (spot) this.shown.sink(this.board.rectangleOf(at));
    const answer = await this.ask("put", { tag: tag.uid, at, turn });
    if (half) {
      const other = answer.ok && spot?.reads ? beside : "";
      await this.ask("put", { tag: half.uid, at: other });
    }
    if (!answer.ok) this.showError(answer.why, answer.reasons);
    this.say(capitalize(whereItIs(at, pieceName(tag.face, tag.seat))));
    if (!this.held) this.empty();
    this.onPutDown?.(tag, at);
  }

  // Another game is on the table: drop a piece of the old one, in hand or about to be.
  forget() {
    this.start = null;
    this.settling = false;
    if (this.held) this.empty();
  }

  empty() {
    this.held = null;
    this.setPlaceBelow("");
    this.tellWhetherRotatable();
    this.shown.clear();
    document.body.classList.remove("holding");
    this.board.showFits(null);
  }

  /** @param {PointerEvent} event */
  aim(event) {
    const lift = event.pointerType === "touch" && this.held?.how === "drag" ? ABOVE_FINGER : 0;
    const [x, y] = [event.clientX, event.clientY - lift];
    const size = this.board.current ? this.board.rectangleOf(this.board.current.name).size : 0;
    this.show(x, y, size);
    const elsewhere = this.places.some(({ element }) => covers(element, x, y));
    const spot = elsewhere ? undefined : this.board.spotMeantAt(x, y);
    this.board.hover(spot);
    this.setPlaceBelow(spot?.name ?? "");
  }

  /**
   * @param {number} x
   * @param {number} y
   * @param {number} size
   */
  show(x, y, size) {
    this.spot = { x, y };
    this.shown.show(x, y, size);
  }

  // Would the piece land beside the small place that the player probably meant?
  /** @param {string} at */
  isMiss(at) {
    const { x, y } = this.spot;
    const elsewhere = this.places.some(({ element }) => covers(element, x, y));
    return (
      !elsewhere &&
      at !== this.held?.from &&
      !this.board.fits?.includes(at) &&
      this.board.isMiss(x, y)
    );
  }

  target() {
    const { x, y } = this.spot;
    const place = this.places.find(({ element }) => covers(element, x, y));
    return place ? place.at : (this.board.spotMeantAt(x, y)?.name ?? "");
  }
}

/**
 * @param {Element} element
 * @param {number} x
 * @param {number} y
 */
function covers(element, x, y) {
  const box = element.getBoundingClientRect();
  return box.width > 0 && x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
}
