// A playtest as people see it: that the table notes how they play, and on a phone the questions
// after the game.

import { setHidden, setText, updateContent } from "../common/dom_update.js";
import { byId, html } from "../common/elements.js";
import { phrase } from "../texts/words.js";

const MOST = 5; // the best mark

/** @param {State["playtest"]} playtest - null where nothing is noted */
export function showPlaytest(playtest) {
  setHidden(byId("playtest"), !playtest);
  setText(byId("playtest"), playtest ? phrase("playtest on") : "");
}

// Show the questions that a seat has yet to answer, with a button for each mark.
/**
 * @param {State["playtest"]} playtest
 * @param {number} seat
 * @param {(question: number, mark: number) => void} answer - the mark 0 is no answer
 */
export function showQuestions(playtest, seat, answer) {
  const open = (playtest ?? []).flatMap(([text, waits], question) =>
    waits.includes(seat) ? [row(text, (mark) => answer(question, mark))] : [],
  );
  setHidden(byId("questions"), !open.length);
  updateContent(byId("questions"), open);
}

/**
 * @param {string} text
 * @param {(mark: number) => void} answer
 */
function row(text, answer) {
  const marks = Array.from({ length: MOST }, (_, at) => at + 1);
  return html(
    "div",
    { class: "question", role: "group", "aria-label": text },
    html("p", {}, text),
    ...marks.map((mark) => html("button", { type: "button", onclick: () => answer(mark) }, mark)),
    html("button", { type: "button", onclick: () => answer(0) }, phrase("no answer")),
  );
}
