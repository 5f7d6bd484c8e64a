// The best actions that players missed in a finished game: asks the table for them, and shows its
// findings. sim/window/review.py does the work.

import { say } from "../common/notices.js";
import { actionText } from "../pieces/pieces.js";
import { phrase, capitalize } from "../texts/words.js";

const LITTLE = 75; // hundredths of a point: below this, the text names no number of points

export class Review {
  // `facts` has the latest of the table; `ask(verb, values)` asks the table.
  /**
   * @param {Facts} facts
   * @param {Ask} ask
   */
  constructor(facts, ask) {
    this.facts = facts;
    this.ask = ask;
    this.asked = ""; // the finished game that was asked about
    this.goesOn = false;
  }

  // Ask for a review of a game once it is over; tell screen readers when the review has ended.
  askIfOver() {
    const { state, log, settings, review } = this.facts;
    const ended = this.goesOn && !review?.on && this.inWords();
    this.goesOn = !!review?.on;
    if (ended) say(ended.said);
    const over = state?.view?.result && log?.at(-1)?.event === "over";
    const end = over ? [state.set_out, settings?.language].join() : "";
    if (end === this.asked) return;
    this.asked = end;
    if (end && !this.isOfNow(review)) this.ask("review", {});
  }

  /** @param {ReviewFacts} [review] */
  isOfNow(review) {
    const { state, settings } = this.facts;
    return review?.set_out === state.set_out && review.language === settings?.language;
  }

  // The best missed actions, the worst loss first, and the progress of the search in words;
  // `change()` stops the search or lets it go on, as `how` says.
  /** @returns {ReviewInWords | undefined} */
  inWords() {
    const { review } = this.facts;
    if (!this.isOfNow(review)) return undefined;
    const { on, looked, left } = review;
    const better = /** @type {Finding[]} */ (review.found).map(betterInWords);
    const of = [looked, looked + left];
    if (!on && !of[1]) return undefined;
    let said = phrase(better.length ? "review looked" : "review nothing", ...of);
    if (on) said = left ? phrase("review on", ...of) : phrase("review begins");
    if (!on && !left) return { better, said };
    return {
      better,
      said,
      how: phrase(on ? "review stop" : "review go on"),
      change: () => this.ask("review", { on: !on }),
    };
  }
}

/** @param {Finding} options */
function betterInWords({ n, by, lead, words, spots, laid, why, left, hinted }) {
  const points =
    lead < LITTLE ? phrase("review little") : phrase("review points", Math.round(lead / 100));
  return {
    n,
    spots,
    laid,
    text: phrase("review better", n, by, actionText(words), points),
    hinted,
    why: [
      ...(hinted ? [phrase("review hinted")] : []),
      why,
      ...(left ? [phrase("review left", left)] : []),
    ]
      .map(capitalize)
      .join(". "),
  };
}
