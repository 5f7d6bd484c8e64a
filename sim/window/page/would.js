// Says beside the piece in hand what it would do at the place under it.

import { hide } from "./refill.js";
import { html } from "./svg.js";
import { upper } from "./words.js";

const REST_MS = 250; // a piece stays so long over a place before the page asks

export class Would {
  // `ask(verb, values)` talks to the table; `say(text)` is for screen readers.
  /**
   * @param {import("./hand.js").Hand} hand
   * @param {{ask: Ask, say: (text: string) => void}} options
   */
  constructor(hand, { ask, say }) {
    this.hand = hand;
    this.ask = ask;
    this.say = say;
    this.element = html("div", { class: "would", hidden: true, "aria-hidden": "true" });
    document.body.append(this.element);
    hand.aimed = (at) => this.aim(at);
  }

  /** @param {string} at */
  aim(at) {
    clearTimeout(this.waits);
    this.at = at;
    hide(this.element, true);
    if (!this.hand.held || this.hand.held.half || !this.hand.board.fits?.includes(at)) return;
    this.waits = setTimeout(() => this.tell(at), REST_MS);
  }

  /** @param {string} at */
  async tell(at) {
    const uid = this.hand.held?.tag.uid;
    const answer = await this.ask("would", { tag: uid, at });
    if (!answer.ok || !answer.text || this.at !== at || !this.hand.held) return;
    this.element.textContent = upper(answer.text);
    const { x, y, size } = this.hand.board.place(at);
    this.element.style.left = `${x}px`;
    this.element.style.top = `${y + size * 0.7}px`;
    hide(this.element, false);
    if (this.hand.held.how === "keys") this.say(upper(answer.text));
  }
}
