// The table's advice for a seat on a phone: its hint with the reasons, and the effect of an
// action.

import { setHidden, setText } from "../common/dom_update.js";
import { phrase, capitalize } from "../texts/words.js";

const AGAIN_MS = 300; // until the page asks again, while the table thinks

export class Advice {
  // `element` shows the hint; `ask(verb, values)` asks the room, `showError(text)` shows why it
  // refused; `suggest(words)` shows an action on the board.
  /**
   * @param {HTMLElement} element
   * @param {{ask: Ask, showError: (text: string) => void, suggest: (words: Words) => void}} options
   */
  constructor(element, { ask, showError, suggest }) {
    this.element = element;
    this.ask = ask;
    this.showError = showError;
    this.suggest = suggest;
    this.moment = -1; // for which there is a hint
  }

  // Forget a hint of another moment.
  /** @param {number} moment */
  forgetUnless(moment) {
    if (moment === this.moment) return;
    this.moment = -1;
    setHidden(this.element, true);
  }

  // Show the table's hint; it thinks for a while.
  /** @param {number} moment */
  async hint(moment) {
    this.moment = moment;
    const answer = await this.ask("hint", {});
    if (moment !== this.moment) return;
    if (!answer.ok) {
      this.forgetUnless(-1);
      this.showError(answer.why);
      return;
    }
    setText(this.element, answer.words ? capitalize(answer.text) : phrase("hint sought"));
    setHidden(this.element, false);
    if (answer.words) this.suggest(answer.words);
    else setTimeout(() => moment === this.moment && this.hint(moment), AGAIN_MS);
  }

  // The effect of an action, "" if there is nothing to say.
  /** @param {Words} words */
  async preview(words) {
    const answer = await this.ask("would", { words });
    return answer.ok ? answer.text : "";
  }
}
