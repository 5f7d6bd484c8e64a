// Says beside the piece in hand what it would do at the place under it.

import { hide } from "../common/dom_update.js";
import { html } from "../common/elements.js";
import { upper } from "../texts/words.js";

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
    const { held } = this.hand;
    if (!held || !this.hand.board.fits?.includes(at)) return;
    const beside = this.hand.beside(at);
    if (held.half && !beside) return;
    this.waits = setTimeout(() => this.tell({ tag: held.tag.uid, at, beside }), REST_MS);
  }

  /** @param {{tag: string, at: string, beside: string}} aimed */
  async tell(aimed) {
    const { at, beside } = aimed;
    const answer = await this.ask("would", aimed);
    if (!answer.ok || !answer.text || this.at !== at || !this.hand.held) return;
    if (this.hand.beside(at) !== beside) return; // it was turned since
    this.element.textContent = upper(answer.text);
    const { x, y, size } = this.hand.board.place(at);
    this.element.style.left = `${x}px`;
    this.element.style.top = `${y + size * 0.7}px`;
    hide(this.element, false);
    if (this.hand.held.how === "keys") this.say(upper(answer.text));
  }
}
