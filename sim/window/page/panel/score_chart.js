// After a game: a chart of the points, and buttons for the moments that decided it and for the best
// actions that were missed.

import { outcomes, actionText, tint } from "../pieces/pieces.js";
import { html, svg } from "../common/elements.js";
import { capitalize, phrase, seatName } from "../texts/words.js";

const WIDE = 240;
const HIGH = 90;
const MOMENTS = 3;

// `log` are the events of a game that is over, `winners` its winning seats; `go(n)` shows the table
// after n actions. `review` is as in review.js; `show(one)` shows one of its actions.
/**
 * @param {LogEvent[]} log
 * @param {number[]} winners
 * @param {LookBack} looking
 */
export function scoreChart(log, winners, { go, review, show }) {
  const course = courseOf(log);
  if (course.length < 2) return [];
  const decided = decisiveMoments(course, winners).map((event) =>
    entry(`moment ${event.n}`, `${event.n}. ${told(event)}`, () => go(event.n)),
  );
  const missed = (review?.better ?? []).map((one) =>
    entry(
      `better ${one.n}`,
      one.text,
      () => show(one),
      one.hinted ? capitalize(phrase("review hinted")) : "",
    ),
  );
  return [
    lines(course),
    ...listed(phrase("moments"), decided),
    ...listed(phrase("missed"), missed),
    ...(review ? [progress(review)] : []),
  ];
}

// The text of an action and of its events; for chance, only of its events.
/** @param {Action} options */
function told({ by, do: words, ev }) {
  const came = outcomes(ev);
  const did = by < 0 && came.length ? [] : [`${seatName(by)} ${actionText(words)}`];
  return [...did, ...came].join(". ");
}

/**
 * @param {string} title
 * @param {HTMLElement[]} entries
 */
function listed(title, entries) {
  if (!entries.length) return [];
  return [
    html("strong", { class: "moments" }, title),
    html("ol", { class: "moments" }, ...entries),
  ];
}

/**
 * @param {string} key
 * @param {string} text
 * @param {() => void} onclick
 * @param {string} [more]
 */
function entry(key, text, onclick, more) {
  const button = html("button", { type: "button", "data-key": key, onclick }, text);
  return html("li", { class: key.split(" ")[0] }, button, ...(more ? [html("br"), more] : []));
}

/** @param {ReviewInWords} review */
function progress({ said, how, change }) {
  const button = { type: "button", "data-key": "review", onclick: change };
  return html(
    "small",
    { class: "moments" },
    said,
    ...(how ? [" ", html("button", button, how)] : []),
  );
}

// The actions of a game, each with the points after it.
/** @param {LogEvent[]} log */
function courseOf(log) {
  const found = log.filter(({ event, scores }) => event === "action" && scores);
  return /** @type {Action[]} */ (found);
}

/** @param {Action[]} course */
function lines(course) {
  const all = course.flatMap(({ scores }) => scores);
  const [least, most] = [Math.min(0, ...all), Math.max(1, ...all)];
  /** @param {number} i */
  const x = (i) => (i / (course.length - 1)) * WIDE;
  /** @param {number} points */
  const y = (points) => HIGH - ((points - least) / (most - least)) * HIGH;
  return svg(
    "svg",
    { viewBox: `-4 -4 ${WIDE + 8} ${HIGH + 8}`, class: "curve", role: "img" },
    svg("title", {}, phrase("curve")),
    ...course[0].scores.map((_, seat) =>
      svg("polyline", {
        points: course.map(({ scores }, i) => `${x(i)},${y(scores[seat])}`).join(" "),
        fill: "none",
        stroke: tint(seat).base,
        "stroke-width": 2.5,
        "stroke-linejoin": "round",
      }),
    ),
  );
}

// The actions that changed the winner's lead most, in the order of play; among equal ones the
// later.
/**
 * @param {Action[]} course
 * @param {number[]} winners
 */
export function decisiveMoments(course, winners) {
  /** @param {Action} event */
  const lead = ({ scores }) =>
    scores[winners[0]] - Math.max(...scores.filter((_, seat) => !winners.includes(seat)));
  if (winners.length === course[0].scores.length) return [];
  return course
    .map((event, i) => ({ event, change: i ? Math.abs(lead(event) - lead(course[i - 1])) : 0 }))
    .filter(({ change }) => change)
    .sort((a, b) => b.change - a.change || b.event.n - a.event.n)
    .slice(0, MOMENTS)
    .map(({ event }) => event)
    .sort((a, b) => a.n - b.n);
}
