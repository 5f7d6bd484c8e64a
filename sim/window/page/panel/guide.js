// Three steps for a first game, shown beside the table; the meanings of the lights.

import { open } from "../dialogs/dialog.js";
import { html } from "../common/elements.js";
import { recall, remember } from "../common/preferences.js";
import { capitalize, hasText, phrase } from "../texts/words.js";

const STEPS = ["guide 1", "step 1", "step 2"];

export class Guide {
  // `rules()` shows the rules; `focus()` takes the focus when the element that had it goes.
  /**
   * @param {HTMLElement} element
   * @param {() => void} rules
   * @param {() => void} focus
   */
  constructor(element, rules, focus) {
    this.element = element;
    this.rules = rules;
    this.focus = focus;
    this.glowing = true;
  }

  // Begin, unless somebody has finished the guide in this browser.
  offer() {
    if (!recall("guided", false)) this.go(0);
  }

  /** @param {number} step */
  go(step) {
    this.step = step;
    const last = step === STEPS.length - 1;
    const parts = ["more", "keys"]; // for those with room, for those with a keyboard
    const focused = this.element.contains(document.activeElement);
    this.element.replaceChildren(
      html("h2", {}, phrase(STEPS[step])),
      html(
        "p",
        {},
        phrase(`step ${step} how`),
        ...parts
          .filter((part) => hasText(`step ${step} ${part}`))
          .map((part) =>
            html("span", { class: `step-${part}` }, ` ${phrase(`step ${step} ${part}`)}`),
          ),
      ),
      html(
        "div",
        { class: "row" },
        html("span", {}, phrase("of", step + 1, STEPS.length)),
        this.aside(step, last),
        html(
          "button",
          { type: "button", class: "main", onclick: () => (last ? this.end() : this.go(step + 1)) },
          phrase(last ? "play" : "next"),
        ),
      ),
    );
    this.show(true);
    this.reveal(); // a step may be longer than the last one
    /** @type {HTMLElement | null} */
    const main = this.element.querySelector(".main");
    if (focused) main?.focus();
  }

  // The buttons of a step, besides the one for the next step.
  /**
   * @param {number} step
   * @param {boolean} last
   */
  aside(step, last) {
    const [text, todo] =
      step === 1
        ? ["all lights", lights]
        : last
          ? ["rules", this.rules]
          : ["skip", () => this.end()];
    return html(
      "button",
      { type: "button", class: "quiet", onclick: todo },
      capitalize(phrase(text)),
    );
  }

  // Show the step again.
  showAgain() {
    if (this.step === undefined) return;
    const { hidden } = this.element;
    this.go(this.step);
    this.element.hidden = hidden;
  }

  // Does anything glow? The first step waits until something does, for example during a bid.
  /** @param {boolean} glowing */
  setGlowing(glowing) {
    this.glowing = glowing;
    if (this.step === 0) this.show(true);
  }

  /** @param {boolean} on */
  show(on) {
    const wasHidden = this.element.hidden;
    const focused = this.element.contains(document.activeElement);
    this.element.hidden = !on || (this.step === 0 && !this.glowing);
    if (focused && this.element.hidden) this.focus();
    if (wasHidden) this.reveal();
  }

  // On a phone it stands among the rest, which may have been scrolled.
  reveal() {
    if (!this.element.hidden) this.element.scrollIntoView({ block: "nearest" });
  }

  // Somebody has laid a piece: the first step is done, and with the next piece the guide ends.
  onPieceLaid() {
    if (this.element.hidden) return;
    if (this.step === 0) this.go(1);
    else this.end();
  }

  end() {
    remember("guided", true);
    this.step = undefined;
    this.show(false);
  }
}

// [colour, motion, light]; the colours are those of the lively theme.
const LIGHTS = [
  ["#7fb8a4", "", "soft"],
  ["#ffffff", "breathe", "white"],
  ["#5adc96", "", "green"],
  ["#ff3a26", "blink", "red"],
  ["#ffa030", "breathe", "amber"],
  ["#b07ae0", "breathe", "violet"],
  ["#ff7a5c", "", "seat"],
  ["#4db2ff", "breathe", "wave"],
  ["#dcbe5a", "", "straw"],
];

export function lights() {
  open(phrase("lights"), [
    html(
      "div",
      { class: "body" },
      html(
        "div",
        { class: "lights" },
        ...LIGHTS.flatMap(([colour, motion, light]) => [
          html("i", { class: motion, style: `--c: ${colour}` }),
          html(
            "p",
            {},
            html("b", {}, phrase(`light ${light}`)),
            `: ${phrase(`light ${light} means`)}`,
          ),
        ]),
      ),
      html("p", { class: "dialog-lead" }, phrase("lights marks")),
      html("p", { class: "dialog-lead" }, phrase("lights calm")),
    ),
  ]);
}
