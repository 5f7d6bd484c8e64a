// Better actions in a finished game: chooses the actions for the table to review, and says what it
// found. sim/window/review.py does the work.

import { courseOf, moments } from "./curve.js";
import { isOver } from "./ending.js";
import { isHere, people } from "./people.js";
import { act as sentence } from "./pieces.js";
import { phrase, upper } from "./words.js";

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
  }

  // Ask for a review of the moments that decided a game, once it is over.
  look() {
    const { state, log, review, settings } = this.facts;
    if (!state?.view || !isOver(state) || log?.at(-1)?.event !== "over") return;
    const end = [state.set_out, log.length, settings?.language].join();
    if (end === this.asked) return;
    this.asked = end;
    const actions = doubtful(log, state);
    if (actions.length && !(this.isOfNow(review) && (review.left || review.found.length))) {
      this.ask("review", { actions });
    }
  }

  /** @param {any} review */
  isOfNow(review) {
    const { state, settings } = this.facts;
    return review?.set_out === state.set_out && review.language === settings?.language;
  }

  // The results so far, [{n, text, spots, laid, why}], and a text about the progress.
  told() {
    const { review } = this.facts;
    if (!this.isOfNow(review) || !(review.left || review.found.length)) return undefined;
    const better = /** @type {Finding[]} */ (review.found).filter(({ lead }) => lead).map(told);
    return {
      better,
      said: phrase(review.left ? "review on" : better.length ? "review done" : "review nothing"),
    };
  }
}

/** @param {Finding} options */
function told({ n, by, lead, words, spots, laid, why, left }) {
  const points =
    lead < LITTLE ? phrase("review little") : phrase("review points", Math.round(lead / 100));
  return {
    n,
    spots,
    laid,
    text: phrase("review better", n, by, sentence(words), points),
    why: [why, ...(left ? [phrase("review left", left)] : [])].map(upper).join(". "),
  };
}

// The numbers of the actions that may have been mistakes: those of the decisive moments, and the
// other seat's action before each; only actions of people, if any played.
/**
 * @param {LogEvent[]} log
 * @param {State} state
 */
function doubtful(log, state) {
  const { view } = state;
  if (!view?.result) return [];
  const course = courseOf(log);
  const seats = people(state);
  /** @param {number} seat */
  const may = (seat) => seat >= 0 && (!seats.length || isHere(state, seat));
  const found = new Set();
  for (const { n, by } of moments(course, view.result[0])) {
    if (may(by)) found.add(n);
    const before = course.findLast((one) => one.n < n && one.by !== by && may(one.by));
    if (before) found.add(before.n);
  }
  return [...found].sort((a, b) => a - b);
}
