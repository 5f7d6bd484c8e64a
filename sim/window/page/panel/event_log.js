// The list of events in words, and the line that says what to do now.

import { showCommitment } from "./commitment.js";
import { showPlaytest } from "./playtest.js";
import { isOver } from "./ending.js";
import { keepHeight } from "../board/rail.js";
import { actionText, outcomes } from "../pieces/pieces.js";
import { updateContent, setAttribute, setSentence } from "../common/dom_update.js";
import { calm, html } from "../common/elements.js";
import { markTerms } from "../texts/terms.js";
import { phrase, phraseOf, hasText, seatName, capitalize } from "../texts/words.js";

const GIVEN_UP = "given up"; // the reason of an end that nobody played to
const NEW_MS = 350; // how long a mistake that is new comes into sight

export class EventLog {
  // `look(n)` shows the table after `n` actions, `point(names)` lets the places of an event glow.
  /**
   * @param {HTMLElement} log
   * @param {HTMLElement} status
   * @param {HTMLElement} alert
   * @param {(n: number) => void} look
   * @param {(names: string[]) => void} point
   */
  constructor(log, status, alert, look, point) {
    this.log = log;
    this.status = status;
    this.rail = /** @type {HTMLElement} */ (status.parentElement);
    this.alert = alert;
    this.look = look;
    this.point = point;
    this.line = ""; // what to do now
    this.mistake = ""; // that line, where something is wrong
    this.tries = 0; // wrong ones, at the step of an example
    /** @type {string | false} */
    this.told = false; // the sentence of an example that was last brought into sight
    this.idea = ""; // a suggested action, shown instead until the next event
    this.over = false;
    this.past = false; // does the line tell of a past action?
    /** @type {LogEvent | null} */
    this.last = null; // the event of the newest line
    this.many = 1; // actions that the newest line tells of
    keepHeight(status);
  }

  // Show all events of the game so far.
  /** @param {LogEvent[]} events */
  showAll(events) {
    this.forgetIdea();
    this.last = null;
    /** @type {HTMLElement[]} */
    const items = [];
    for (const event of events) {
      if (this.joins(event)) items.shift();
      items.unshift(this.item(event));
    }
    updateContent(this.log, items);
  }

  // Add an event; return its sentence.
  /** @param {LogEvent} event */
  add(event) {
    this.forgetIdea();
    const before = this.joins(event) ? this.log.firstChild : null;
    const item = this.item(event);
    before?.remove();
    this.log.prepend(item);
    return item.dataset.said ?? item.textContent;
  }

  // Does an event share the newest line, since its game has one sentence for several such actions?
  /** @param {LogEvent} event */
  joins(event) {
    const [word] = event.do ?? [];
    const joins =
      !!word && word === this.last?.do?.[0] && event.by === this.last.by && hasText(manyOf(word));
    this.many = joins ? this.many + 1 : 1;
    this.last = event;
    return joins;
  }

  /** @param {LogEvent} event */
  item(event) {
    if (event.event !== "action") {
      const text =
        event.event === "over"
          ? outcome(event.winners ?? [], event.reason ?? "")
          : phraseOf(event.game ?? "", "began", event.game);
      return markTerms(html("li", { class: "note" }, text));
    }
    const { n, by, do: words, ev, why } = /** @type {Action} */ (event);
    const text = this.many > 1 ? phrase(manyOf(words[0]), this.many) : actionText(words);
    const line = html(
      "button",
      { type: "button", title: phrase("see then"), onclick: () => this.look(n) },
      html("span", { class: "n", "aria-hidden": "true" }, n),
      html("span", { class: "who" }, seatName(by)),
      " ",
      text,
    );
    const places = words.filter((word) => typeof word === "string");
    let pointed = false; // a line that only slides under the mouse points at nothing
    for (const kind of ["pointermove", "focus"]) {
      line.addEventListener(kind, () => {
        if (!pointed) this.point(places);
        pointed = true;
      });
    }
    for (const kind of ["pointerleave", "blur"]) {
      line.addEventListener(kind, () => {
        if (pointed) this.point([]);
        pointed = false;
      });
    }
    const told = [...outcomes(ev), ...(why ? [why] : [])];
    line.append(...told.map((sentence) => html("em", {}, sentence)));
    const said = [`${seatName(by)} ${text}`, ...told].join(". ");
    return markTerms(html("li", { "data-seat": by, "data-n": n, "data-said": said }, line));
  }

  // Mark the action at which people are looking back, or none.
  /** @param {number} n */
  markAction(n) {
    this.forgetIdea();
    this.past = n >= 0;
    if (this.past) this.rail.classList.remove("wrong"); // that is now
    const items = /** @type {HTMLElement[]} */ ([...this.log.children]);
    const looked = this.past && items.findLast(({ dataset }) => Number(dataset.n) >= n);
    for (const item of items) item.classList.toggle("at", item === looked);
    /** @type {HTMLElement | null} */
    const at = this.log.querySelector(".at");
    if (!at) return; // scrolled by hand: the page itself stays where it is
    const above = at.offsetTop - this.log.offsetTop;
    const fade = Number.parseFloat(getComputedStyle(this.log).paddingBottom);
    const room = this.log.clientHeight - fade - at.offsetHeight;
    this.log.scrollTop = Math.min(Math.max(this.log.scrollTop, above - room), above);
  }

  // Show a suggested action; screen readers read that line.
  /** @param {string} text */
  suggest(text) {
    this.idea = text;
    this.showLine();
    this.rail.scrollIntoView({ block: "nearest" });
  }

  forgetIdea() {
    if (!this.idea) return;
    this.idea = "";
    this.showLine();
  }

  // Above the board: the idea, or what to do now, where the past has words of its own. The alert says
  // a mistake.
  showLine() {
    if (this.past && !this.idea) return;
    const wrong = !!this.mistake && !this.idea;
    setAttribute(this.rail, "aria-live", wrong ? "off" : "polite");
    setSentence(this.status, this.idea || this.line);
    this.rail.classList.toggle("wrong", wrong);
  }

  // Say that passing is the only action left, unless something is wrong or suggested.
  /** @param {number} seat */
  sayOnlyPass(seat) {
    if (!this.mistake && !this.idea)
      setSentence(this.status, capitalize(phrase("only pass", seat)));
  }

  // Show whose turn it is and what is wrong; return whether a mistake is new, or the game is newly
  // over.
  /** @param {State} state */
  showState(state) {
    const { problem, line, fits, commit, playtest, tries } = state;
    showCommitment(commit);
    showPlaytest(playtest);
    this.line = capitalize(problem || (fits ? line : phrase("board lacks")));
    const mistake = problem || tries ? this.line : "";
    const wrong = !!mistake && (mistake !== this.mistake || tries > this.tries);
    if (wrong) this.idea = "";
    if (wrong && !calm.matches) this.rail.animate({ opacity: [0.2, 1] }, NEW_MS);
    if (wrong || !mistake) this.alert.textContent = mistake;
    this.mistake = mistake;
    this.tries = tries;
    this.showLine();
    const told = state.example && (state.asking?.title ?? this.line);
    if (told && told !== this.told) this.rail.scrollIntoView({ block: "nearest" });
    this.told = told;
    const ended = isOver(state) && !this.over;
    this.over = isOver(state);
    return { wrong, ended };
  }
}

// The key of the sentence for several actions with this word.
/** @param {Word} word */
const manyOf = (word) => `does ${word} many`;

/**
 * @param {number[]} winners
 * @param {string} reason
 */
function outcome(winners, reason) {
  if (!winners.length)
    return reason === GIVEN_UP ? phrase("given up") : phrase("over nobody", reason);
  return phrase(winners.length > 1 ? "over tie" : "over", winners, reason);
}
