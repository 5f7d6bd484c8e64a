// Shows, beside the piece in hand, what it would do at the place under it.

import { setHidden } from "../common/dom_update.js";
import { html } from "../common/elements.js";
import { capitalize } from "../texts/words.js";

const REST_MS = 250; // a piece stays so long over a place before the page asks

export class Preview {
  // `ask(verb, values)` talks to the table; `say(text)` is for screen readers.
  /**
   * @param {import("./hand.js").Hand} hand
   * @param {{ask: Ask, say: (text: string) => void}} options
   */
  constructor(hand, { ask, say }) {
    this.hand = hand;
    this.ask = ask;
    this.say = say;
    this.element = html("div", { class: "preview", hidden: true, "aria-hidden": "true" });
    document.body.append(this.element);
    hand.onAim = (at) => this.askSoon(at);
  }

  /** @param {string} at */
  askSoon(at) {
    clearTimeout(this.waits);
    this.at = at;
    setHidden(this.element, true);
    const { held } = this.hand;
    if (!held || !this.hand.board.fits?.includes(at)) return;
    const beside = this.hand.beside(at);
    if (held.half && !beside) return;
    this.waits = setTimeout(() => this.show({ tag: held.tag.uid, at, beside }), REST_MS);
  }

  /** @param {{tag: string, at: string, beside: string}} aimed */
  async show(aimed) {
    const { at, beside } = aimed;
    const answer = await this.ask("would", aimed);
    if (!answer.ok || !answer.text || this.at !== at || !this.hand.held) return;
    if (this.hand.beside(at) !== beside) return; // it was turned since
    this.element.textContent = capitalize(answer.text);
    const { x, y, size } = this.hand.board.rectangleOf(at);
    this.element.style.left = `${x}px`;
    this.element.style.top = `${y + size * 0.7}px`;
    setHidden(this.element, false);
    if (this.hand.held.how === "keys") this.say(capitalize(answer.text));
  }
}
