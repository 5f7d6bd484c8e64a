// The hand that carries a piece: dragged, picked up with a click and put down with another, or
// moved from cell to cell with the keyboard. One piece at a time.

import { draw, pieceName } from "./pieces.js";
import { calm, svg } from "./svg.js";
import { upper } from "./words.js";

const FAR = 5; // pixels that make a drag of a click
const ABOVE_FINGER = 44; // pixels that a piece is held above a touch, to be seen

export class Hand {
  // `ask(verb, values)` talks to the table; `say(text)` is read out; `complain(why)` is shown;
  // `otherHalf(tag)` finds the tag that belongs to the same piece, if there is one in the trays.
  constructor(element, { ask, say, complain, otherHalf }) {
    Object.assign(this, { element, ask, say, complain, otherHalf });
    this.held = null; // {tag, how: "drag", "carry" or "keys", from: where it lay}
    this.places = []; // {element, at}: trays and pad, where a piece may be put besides cells
    addEventListener("pointermove", (event) => this.move(event));
    addEventListener("pointerup", (event) => this.up(event));
    addEventListener("pointercancel", () => this.cancel());
    addEventListener("pointerdown", (event) => this.down(event), true);
    addEventListener("dragstart", (event) => event.preventDefault()); // the browser's own kind
    addEventListener("keydown", (event) => event.key === "Escape" && this.cancel());
  }

  // A pointer goes down on a piece that may be picked up.
  grab(tag, event) {
    if (event.button || this.held || this.settling) return;
    event.preventDefault();
    this.start = { tag, x: event.clientX, y: event.clientY, id: event.pointerId };
  }

  down(event) {
    if (this.held?.how !== "carry" || event.button) return;
    this.settling = true; // this click puts down, it does not pick up again
    event.preventDefault();
    event.stopPropagation();
    this.aim(event);
    this.put(this.target(event));
  }

  move(event) {
    const start = this.start;
    if (start && event.pointerId === start.id && !this.held) {
      if (Math.hypot(event.clientX - start.x, event.clientY - start.y) < FAR) return;
      this.pick(start.tag, "drag");
    }
    if (this.held && this.held.how !== "keys") this.aim(event);
  }

  up(event) {
    const start = this.start;
    this.start = null;
    this.settling = false;
    if (this.held?.how === "drag" && (!start || event.pointerId === start.id)) {
      this.aim(event);
      this.put(this.target(event));
    } else if (start && !this.held && event.pointerId === start.id) {
      this.pick(start.tag, "carry");
      this.aim(event);
    }
  }

  cancel() {
    this.start = null;
    this.settling = false;
    if (this.held) this.put("");
  }

  // With the keyboard: put the held piece on a spot, or pick up what lies there.
  use(at, tag) {
    if (this.held) this.put(at);
    else if (tag) this.pick(tag, "keys");
    if (this.held?.how === "keys") this.over(at);
  }

  // The keyboard's cursor is over a spot.
  over(at) {
    if (this.held?.how !== "keys") return;
    const { x, y, size } = this.board.place(at);
    this.show(x, y - size * 0.42, size);
  }

  async pick(tag, how) {
    this.held = { tag, how, from: tag.at };
    this.element.replaceChildren(svg("svg", { viewBox: "-50 -50 100 100" },
      draw(tag.face, tag.seat)));
    document.body.classList.add("holding");
    document.body.dataset.held = tag.uid;
    this.changed?.();
    this.say(`Holding the ${pieceName(tag.face, tag.seat)}.`);
    const answer = await this.ask("lift", { tag: tag.uid });
    if (!answer.ok && this.held?.tag === tag) {
      this.empty();
      this.complain(answer.why);
    }
  }

  // Put the held piece down: on a spot, on the "pad", or "" for its tray.
  async put(at) {
    const { tag, how, from } = this.held;
    this.held = null; // at once, so that nothing puts it down twice
    this.board.hover(undefined);
    this.glide(at);
    const answer = await this.ask("place", { tag: tag.uid, at });
    if (!answer.ok) this.complain(answer.why);
    this.say(`${upper(pieceName(tag.face, tag.seat))} ${where(at)}.`);
    if (!this.held) this.empty();
    this.putDown?.(tag, at);
    if (answer.ok && from === "" && !this.held && this.board.spots.has(at)) this.goOn(tag, how, at);
  }

  // Take the other half of a piece that was put down, if it has one.
  goOn(tag, how, at) {
    const half = this.otherHalf(tag);
    if (!half) return;
    this.pick(half, how === "keys" ? how : "carry");
    if (how === "keys") this.over(at);
    else this.show(this.spot.x, this.spot.y, this.board.place(at).size);
  }

  empty() {
    this.held = null;
    this.element.replaceChildren();
    this.element.classList.remove("shown");
    document.body.classList.remove("holding");
    delete document.body.dataset.held;
    this.changed?.();
  }

  aim(event) {
    const lift = event.pointerType === "touch" && this.held.how === "drag" ? ABOVE_FINGER : 0;
    const [x, y] = [event.clientX, event.clientY - lift];
    const size = this.board.place(this.board.current.name).size;
    this.show(x, y, size);
    const elsewhere = this.places.some(({ element }) => covers(element, x, y));
    this.board.hover(elsewhere ? undefined : this.board.at(x, y));
  }

  show(x, y, size) {
    this.spot = { x, y };
    this.element.classList.add("shown");
    this.element.style.width = this.element.style.height = `${size}px`;
    this.element.style.transform = `translate(${x - size / 2}px, ${y - size / 2}px) scale(1.08)`;
  }

  // Let the piece sink onto its place.
  glide(at) {
    if (calm.matches || !this.board.spots.has(at)) return;
    const { x, y, size } = this.board.place(at);
    this.element.animate([{}, { transform: `translate(${x - size / 2}px, ${y - size / 2}px)` }],
      { duration: 110, easing: "ease-in", fill: "forwards" }).finished.then((move) => {
      setTimeout(() => move.cancel(), 60);
    }, () => {});
  }

  target() {
    const { x, y } = this.spot;
    const place = this.places.find(({ element }) => covers(element, x, y));
    return place ? place.at : this.board.at(x, y)?.name ?? "";
  }
}

function covers(element, x, y) {
  const box = element.getBoundingClientRect();
  return x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
}

function where(at) {
  return at === "" ? "back in its tray" : at === "pad" ? "on the pad" : `on ${at}`;
}
