// The panel beside the board: the small display, the knob, its buttons and the pad.

import { draw, pieceName } from "../pieces/pieces.js";
import { setAttribute } from "../common/dom_update.js";
import { isOver } from "./ending.js";
import { recall, remember } from "../common/preferences.js";
import { byId, context2d } from "../common/elements.js";
import { phrase, capitalize } from "../texts/words.js";

const STEP = 18; // degrees from one click of the knob to the next
const HOLD_MS = 900; // a longer push is a hold
const WIDTH = 128;
const HEIGHT = 64;
/** @type {Record<string, number>} */
const TURNS = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }; // by key
const GAP = 0.1; // of the way from one dot to the next

export class Panel {
  /**
   * @param {Ask} ask
   * @param {import("../pieces/hand.js").Hand} hand
   */
  constructor(ask, hand) {
    this.ask = ask;
    this.hand = hand;
    this.element = /** @type {HTMLElement} */ (document.querySelector(".console"));
    this.screen = byId("screen");
    this.knob = byId("knob");
    this.grip = byId("grip");
    this.pad = byId("pad");
    this.onPad = byId("on-pad");
    /** @type {Tag | undefined} */
    this.shown = undefined; // what lies on the pad
    this.memory = ""; // of the display
    this.over = false; // has the panel made room for the result?
    this.turned = 0;
    this.rolled = 0;
    /** @type {{from: number, steps: number, at: number} | null} */
    this.drag = null;
    this.context = context2d(this.screen);
    byId("left").addEventListener("click", () => this.turn(-1));
    byId("right").addEventListener("click", () => this.turn(1));
    byId("push").addEventListener("click", () => this.press("push"));
    byId("hold").addEventListener("click", () => this.press("hold"));
    byId("back").addEventListener("click", () => this.press("back"));
    this.wireKnob();
    this.wirePad();
    this.folder = byId("fold");
    this.fold(recall("folded", false));
    this.folder.addEventListener("click", () =>
      this.fold(!this.element.classList.contains("folded")),
    );
    new ResizeObserver(() => this.memory && this.show(this.memory)).observe(this.screen);
  }

  // Fold the board's panel, which the page does not need, and remember that.
  /** @param {boolean} away */
  fold(away) {
    remember("folded", away);
    this.showFolded(away);
  }

  /** @param {boolean} away */
  showFolded(away) {
    this.element.classList.toggle("folded", away);
    setAttribute(this.folder, "aria-expanded", !away);
  }

  wireKnob() {
    const { knob } = this;
    knob.addEventListener(
      "wheel",
      (event) => {
        event.preventDefault();
        this.rolled += event.deltaY;
        const steps = Math.trunc(this.rolled / 40);
        this.rolled -= steps * 40;
        if (steps) this.turn(Math.sign(steps));
      },
      { passive: false },
    );
    knob.addEventListener("keydown", (event) => {
      const steps = TURNS[event.key];
      if (steps) this.turn(steps);
      else if (event.key === "Enter" || event.key === " ") this.press("push");
      else return;
      event.preventDefault();
    });
    knob.addEventListener("pointerdown", (event) => {
      knob.setPointerCapture(event.pointerId);
      this.drag = { from: this.angle(event), steps: 0, at: performance.now() };
    });
    knob.addEventListener("pointermove", (event) => this.drag && this.follow(event, this.drag));
    knob.addEventListener("pointerup", () => {
      if (this.drag && !this.drag.steps) {
        this.press(performance.now() - this.drag.at > HOLD_MS ? "hold" : "push");
      }
      this.drag = null;
    });
    knob.addEventListener("pointercancel", () => (this.drag = null));
  }

  /**
   * @param {PointerEvent} event
   * @param {{from: number, steps: number, at: number}} drag
   */
  follow(event, drag) {
    let moved = this.angle(event) - drag.from;
    moved -= 360 * Math.round(moved / 360);
    const steps = Math.trunc(moved / STEP);
    if (!steps) return;
    drag.from += steps * STEP;
    drag.steps += Math.abs(steps);
    this.turn(steps);
  }

  /** @param {PointerEvent} event */
  angle(event) {
    const box = this.knob.getBoundingClientRect();
    return (
      (Math.atan2(
        event.clientY - box.top - box.height / 2,
        event.clientX - box.left - box.width / 2,
      ) *
        180) /
      Math.PI
    );
  }

  /** @param {number} steps */
  turn(steps) {
    this.turned += steps;
    this.grip.style.transform = `rotate(${this.turned * STEP}deg)`;
    this.knob.setAttribute("aria-valuenow", String(this.turned));
    this.ask("knob", { steps });
  }

  /** @param {string} which */
  press(which) {
    this.knob.classList.add("pressed");
    setTimeout(() => this.knob.classList.remove("pressed"), 140);
    this.ask("press", { which });
  }

  wirePad() {
    this.hand.places.push({ element: this.pad, at: "pad" });
    this.pad.addEventListener("pointerdown", (event) => {
      if (this.shown) this.hand.grab(this.shown, event);
    });
    this.pad.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      this.hand.use("pad", this.shown);
    });
  }

  // Show what lies on the pad, a tag or undefined.
  /** @param {Tag | undefined} tag */
  showOnPad(tag) {
    if (this.shown?.uid !== tag?.uid) {
      this.onPad.replaceChildren(...(tag ? [draw(tag.face, tag.seat)] : []));
    }
    this.shown = tag;
    const lying = tag ? pieceName(tag.face, tag.seat) : phrase("empty");
    setAttribute(this.pad, "aria-label", `${capitalize(phrase("pad"))}: ${lying}`);
  }

  // Show the memory of the display, dot for dot: pages of eight rows, a byte a column, the upper
  // dot in its lowest bit.
  /** @param {string} hex */
  show(hex) {
    const { context, screen } = this;
    // One canvas pixel for each of the screen's: otherwise some rows of dots look brighter.
    const dot = ((screen.clientWidth || WIDTH) * devicePixelRatio) / WIDTH;
    this.memory = hex;
    const [width, height] = [Math.round(WIDTH * dot), Math.round(HEIGHT * dot)];
    if (screen.width !== width) Object.assign(screen, { width, height });
    else context.clearRect(0, 0, width, height);
    context.fillStyle = "#cfe9ff";
    for (let column = 0; column < (WIDTH * HEIGHT) / 8; column++) {
      const byte = parseInt(hex.substr(2 * column, 2), 16);
      for (let bit = 0; bit < 8; bit++) {
        if (!((byte >> bit) & 1)) continue;
        const y = 8 * Math.floor(column / WIDTH) + bit;
        context.fillRect((column % WIDTH) * dot, y * dot, (1 - GAP) * dot, (1 - GAP) * dot);
      }
    }
  }

  // Give screen readers the text of the display. While a game is over, leave the room of the panel
  // to the result.
  /** @param {State} state */
  showState(state) {
    const over = isOver(state);
    if (over !== this.over) this.showFolded(over || recall("folded", false));
    this.over = over;
    const text = state.display.filter(Boolean).join(". ");
    setAttribute(this.screen, "aria-label", `${capitalize(phrase("display"))}: ${text}`);
    setAttribute(this.knob, "aria-valuetext", text);
  }
}
