// Looking back at the game on the table: a slider over its actions, and a button that lets it run.
// The game itself goes on untouched.

import { hide } from "./refill.js";
import { phrase, upper } from "./words.js";

export class Replay {
  // `show(then)` is called with how the table was (see `at` in sim/window/history.py), with null back
  // in the present; `resume(n)` where somebody wants to play on from a position, `share(n)` where
  // somebody wants its address, of the whole game without `n`; `focus()` takes
  // the focus where what had it is gone.
  constructor(bar, { ask, complain, show, resume, share, focus }) {
    this.bar = bar;
    this.ask = ask;
    this.complain = complain;
    this.show = show;
    this.resume = resume;
    this.share = share;
    this.focus = focus;
    /** @type {number | undefined} */
    this.wanted = undefined; // the number of actions after which somebody looks
    /** @type {ReturnType<typeof setInterval> | undefined} */
    this.timer = undefined;
    this.range = bar.querySelector("input");
    this.button = bar.querySelector(".run");
    this.said = bar.querySelector("output");
    this.speed = bar.querySelector("select");
    this.range.addEventListener("input", () => this.go(this.range.valueAsNumber));
    this.button.addEventListener("click", () => this.run(!this.timer));
    this.speed.addEventListener("change", () => this.timer && this.run(true));
    for (const button of bar.querySelectorAll("[data-go]")) {
      button.addEventListener("click", () =>
        this.go((this.wanted ?? 0) + Number(button.dataset.go)),
      );
    }
    bar.querySelector(".now").addEventListener("click", () => this.leave());
    this.here = bar.querySelector(".here");
    this.here.addEventListener("click", () => this.resume(this.wanted));
    this.link = bar.querySelector(".link");
    this.link.addEventListener("click", () =>
      this.share(this.wanted === Number(this.range.max) ? undefined : this.wanted),
    );
  }

  // Playing on from the past is offered only where it tells nothing that is hidden.
  mayResume(may) {
    const focused = [this.here, this.link].includes(document.activeElement);
    hide(this.here, !may);
    hide(this.link, !may);
    if (focused && !may) this.range.focus();
  }

  get open() {
    return this.wanted !== undefined;
  }

  // How many actions there are to look at.
  reach(actions) {
    this.range.max = actions;
    if (this.wanted !== undefined && this.wanted > actions) this.leave();
    else if (this.open) this.tell();
  }

  // Show the table after so many actions. Only the latest wish counts while the table is busy.
  async go(actions) {
    const most = Number(this.range.max);
    this.wanted = Math.min(Math.max(actions, 0), most);
    this.tell();
    if (this.busy) return;
    this.busy = true;
    let shown;
    while (this.open && shown !== this.wanted) {
      shown = this.wanted;
      const answer = await this.ask("at", { n: shown });
      if (!this.open) break;
      if (answer.ok) await this.show(answer);
      else this.complain(answer.why);
    }
    this.busy = false;
  }

  tell() {
    this.bar.hidden = false;
    this.range.value = this.wanted;
    this.said.textContent = phrase("of", this.wanted, this.range.max);
  }

  leave() {
    if (this.drop()) this.show(null);
  }

  // Close the bar; returns whether it was open.
  drop() {
    if (!this.open) return false;
    this.run(false);
    this.wanted = undefined;
    const focused = this.bar.contains(document.activeElement);
    this.bar.hidden = true;
    if (focused) this.focus();
    return true;
  }

  run(on) {
    clearInterval(this.timer);
    this.timer = on ? setInterval(() => this.step(), Number(this.speed.value)) : undefined;
    this.button.dataset.say = on ? "pause" : "run";
    this.button.textContent = upper(phrase(this.button.dataset.say));
  }

  step() {
    const next = (this.wanted ?? 0) + 1;
    if (next <= Number(this.range.max)) this.go(next);
    else this.run(false);
  }
}
