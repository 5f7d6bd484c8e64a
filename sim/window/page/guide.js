// Three steps for somebody's first game, shown beside the table; what the lights mean.

import { open } from "./dialogs.js";
import { html } from "./svg.js";
import { recall, remember } from "./store.js";

// [title, text, more for those with a keyboard]
const STEPS = [
  ["Put a piece where it glows",
    "Drag a piece from a tray to a glowing cell; or click it, then the cell.",
    "By keyboard: a number takes a piece, arrows or a name like c3 go to a cell, Enter puts it " +
    "down; 0 goes to what else you may do."],
  ["The colours tell you",
    "Soft glow: here you may place; violet: and finish something. Blinking red: take this away. " +
    "Amber: something belongs here. " +
    "The line above the board says it in words."],
  ["If you wonder",
    "Hint shows an idea. Rules opens at what is going on. Take back undoes, Forward does it again."],
];

export class Guide {
  // `rules()` shows the rules; `focus()` takes the focus where what had it is gone.
  constructor(element, rules, focus) {
    Object.assign(this, { element, rules, focus, glowing: true });
  }

  // Begin, unless somebody has been through it on this browser.
  offer() {
    if (!recall("guided", false)) this.go(0);
  }

  go(step) {
    this.step = step;
    const [title, text, byKeys] = STEPS[step];
    const last = step === STEPS.length - 1;
    const focused = this.element.contains(document.activeElement);
    this.element.replaceChildren(html("h2", {}, title), html("p", {}, text,
      ...(byKeys ? [html("span", { class: "by-keys" }, ` ${byKeys}`)] : [])),
      html("div", { class: "row" }, html("span", {}, `${step + 1} of ${STEPS.length}`),
        step === 1 ? html("button", { type: "button", class: "quiet", onclick: lights }, "All lights")
          : last ? html("button", { type: "button", class: "quiet", onclick: this.rules }, "Rules")
            : html("button", { type: "button", class: "quiet", onclick: () => this.end() }, "Skip"),
        html("button", { type: "button", class: "main",
          onclick: () => (last ? this.end() : this.go(step + 1)) }, last ? "Play" : "Next")));
    this.show(true);
    if (focused) this.element.querySelector(".main").focus();
  }

  // Does anything glow? Until something does, such as while a bid is asked, the first step waits.
  glows(glowing) {
    this.glowing = glowing;
    if (this.step === 0) this.show(true);
  }

  show(on) {
    const focused = this.element.contains(document.activeElement);
    this.element.hidden = !on || (this.step === 0 && !this.glowing);
    if (focused && this.element.hidden) this.focus();
  }

  // Somebody has laid a piece: the first step is clear, and who lays another goes on without.
  laid() {
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

// [colour, motion, what, meaning]; the colours are those of the lively theme.
const LIGHTS = [
  ["#7fb8a4", "", "Soft glow", "here you may place"],
  ["#ffffff", "breathe", "Pulsing white", "where the knob points; in one corner: how a tile lies"],
  ["#5adc96", "breathe", "Pulsing green", "seen: a piece has just been laid here"],
  ["#ff3a26", "blink", "Blinking red", "take this away; the line says why"],
  ["#ffa030", "breathe", "Amber", "something belongs here"],
  ["#b07ae0", "breathe", "Violet", "one piece here would finish something"],
  ["#ff7a5c", "", "A player's colour", "belongs to that player; breathing: finished or scored"],
  ["#4db2ff", "breathe", "A wave of blue", "energy on its way, or barbarians"],
  ["#dcbe5a", "", "Straw", "a number: the brighter, the more"],
];

export function lights() {
  open("What the lights mean", [html("div", { class: "body" },
    html("div", { class: "lights" }, ...LIGHTS.flatMap(([colour, motion, what, meaning]) => [
      html("i", { class: motion, style: `--c: ${colour}` }),
      html("p", {}, html("b", {}, what), `: ${meaning}`)])),
    html("p", { class: "dialog-lead" }, "The theme Calm, in the settings, has other colours that " +
      "differ in brightness and motion too."))]);
}
