// Looking back at the game on the table: a slider over its actions, and a button that plays them.
// The game itself goes on untouched.

import { setHidden } from "../common/dom_update.js";
import { byId } from "../common/elements.js";
import { phrase, capitalize } from "../texts/words.js";

export class Replay {
  // `show(then)` is called with the table as it was (see `at` in sim/window/history.py), and with
  // null for the present; `resume(n)` plays on from a position, `share(n)` copies its address (of
  // the whole game without `n`); `focus()` takes the focus when the focused element goes.
  /**
   * @param {HTMLElement} bar
   * @param {{ask: Ask, showError: (why: string) => void, show: (then: Moment | null) => unknown, resume: (n: number) => void, share: (n?: number) => void, focus: () => void}} options
   */
  constructor(bar, { ask, showError, show, resume, share, focus }) {
    this.bar = bar;
    this.ask = ask;
    this.showError = showError;
    this.show = show;
    this.resume = resume;
    this.share = share;
    this.focus = focus;
    /** @type {number | undefined} */
    this.wanted = undefined; // the number of actions to look at
    /** @type {ReturnType<typeof setInterval> | undefined} */
    this.timer = undefined;
    this.busy = false;
    this.range = /** @type {HTMLInputElement} */ (bar.querySelector("input"));
    this.button = /** @type {HTMLElement} */ (bar.querySelector(".run"));
    this.output = /** @type {HTMLElement} */ (bar.querySelector("output"));
    this.speed = /** @type {HTMLSelectElement} */ (bar.querySelector("select"));
    this.range.addEventListener("input", () => this.go(this.range.valueAsNumber));
    this.button.addEventListener("click", () => this.run(!this.timer));
    this.speed.addEventListener("change", () => this.timer && this.run(true));
    /** @type {NodeListOf<HTMLElement>} */
    const steps = bar.querySelectorAll("[data-go]");
    for (const button of steps) {
      button.addEventListener("click", () =>
        this.go((this.wanted ?? 0) + Number(button.dataset.go)),
      );
    }
    bar.querySelector(".now")?.addEventListener("click", () => this.leave());
    this.here = /** @type {HTMLButtonElement} */ (bar.querySelector(".here"));
    this.here.addEventListener("click", () => this.resume(this.wanted ?? 0));
    this.link = /** @type {HTMLElement} */ (bar.querySelector(".link"));
    this.link.addEventListener("click", () =>
      this.share(this.wanted === Number(this.range.max) ? undefined : this.wanted),
    );
  }

  // Offer to play on from the past only if that reveals no hidden information.
  /** @param {boolean} may */
  mayResume(may) {
    const focused = this.here === document.activeElement || this.link === document.activeElement;
    setHidden(this.here, !may);
    setHidden(this.link, !may);
    if (focused && !may) this.range.focus();
  }

  get open() {
    return this.wanted !== undefined;
  }

  // Set the number of actions of the game.
  /** @param {number} actions */
  setLength(actions) {
    this.range.max = String(actions);
    if (this.wanted !== undefined && this.wanted > actions) this.leave();
    else if (this.open) this.showPosition();
  }

  // Show the table after so many actions. While the table is busy, only the latest request counts.
  /** @param {number} actions */
  async go(actions) {
    const most = Number(this.range.max);
    this.wanted = Math.min(Math.max(actions, 0), most);
    this.showPosition();
    if (this.busy) return;
    this.busy = true;
    let shown;
    while (this.open && shown !== this.wanted) {
      shown = this.wanted;
      const answer = await this.ask("at", { n: shown });
      if (!this.open) break;
      if (answer.ok) await this.show(answer);
      else this.showError(answer.why);
    }
    this.busy = false;
  }

  // The same for calls from elsewhere on the page, where the board may be out of sight on a phone.
  // The line of a list that led here stays in sight.
  /** @param {number} actions */
  async visit(actions) {
    await this.go(actions);
    document.activeElement?.scrollIntoView({ block: "nearest" });
    byId("rail").scrollIntoView({ block: "nearest" });
  }

  showPosition() {
    this.bar.hidden = false;
    this.range.value = String(this.wanted);
    this.output.textContent = phrase("of", this.wanted, this.range.max);
    this.here.disabled = this.wanted === Number(this.range.max); // the present needs no other game
  }

  leave() {
    if (this.close()) this.show(null);
  }

  // Close the bar; returns whether it was open.
  close() {
    if (!this.open) return false;
    this.run(false);
    this.wanted = undefined;
    const focused = this.bar.contains(document.activeElement);
    this.bar.hidden = true;
    if (focused) this.focus();
    return true;
  }

  /** @param {boolean} on */
  run(on) {
    clearInterval(this.timer);
    this.timer = on ? setInterval(() => this.step(), Number(this.speed.value)) : undefined;
    this.button.dataset.say = on ? "pause" : "run";
    this.button.textContent = capitalize(phrase(this.button.dataset.say));
  }

  step() {
    const next = (this.wanted ?? 0) + 1;
    if (next <= Number(this.range.max)) this.go(next);
    else this.run(false);
  }
}
