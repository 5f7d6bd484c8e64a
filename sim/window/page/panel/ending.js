// The end of a game: the winners, the parts of the points, and a rematch if possible.

import { scoreChart } from "./score_chart.js";
import { html } from "../common/elements.js";
import { named, phrase, hasText, seatName, capitalize } from "../texts/words.js";

/** @param {State} state */
export function isOver({ view, given_up: givenUp }) {
  return !!view && (!!view.result || givenUp);
}

// The points of the winners first, then those of the others, the most first.
/**
 * @param {number[]} scores
 * @param {number[]} winners
 */
function ranked(scores, winners) {
  const places = scores
    .map((_, seat) => seat)
    .sort(
      (a, b) => Number(winners.includes(b)) - Number(winners.includes(a)) || scores[b] - scores[a],
    );
  return places.map((seat) => scores[seat]);
}

// The rows that tell where the points come from: the parts of the final count, or, where it has
// but one, how often each seat scored by an event, and by how much at best.
/**
 * @param {State} state
 * @param {LogEvent[]} log
 * @returns {[string, number[]][]}
 */
function sources({ count, view }, log) {
  if (count.length > 1) return count;
  const none = (view?.scores ?? []).map(() => 0);
  /** @type {Record<string, {times: number[], best: number[]}>} */
  const found = {};
  for (const [word, ...values] of log.flatMap(({ ev }) => ev ?? [])) {
    const kind = String(word);
    if (!hasText(`times ${kind}`)) continue;
    const [seat, points] = values.map(Number);
    found[kind] ??= { times: [...none], best: [...none] };
    found[kind].times[seat] += 1;
    found[kind].best[seat] = Math.max(found[kind].best[seat], points);
  }
  return Object.entries(found).flatMap(([kind, { times, best }]) => [
    [phrase(`times ${kind}`), times],
    [phrase(`best ${kind}`), best],
  ]);
}

// A row for each [what, its number by seat].
/** @param {[string, number[]][]} rows */
function table(rows) {
  const seats = rows[0][1].map((_, seat) => html("th", { scope: "col" }, seatName(seat)));
  return html(
    "table",
    {},
    html("tr", {}, html("td", {}), ...seats),
    ...rows.map(([what, points]) =>
      html(
        "tr",
        {},
        html("th", { scope: "row" }, capitalize(what)),
        ...points.map((value) => html("td", {}, value)),
      ),
    ),
  );
}

// The winners, and their lead; a seat that plays alone has none.
/**
 * @param {number[]} scores
 * @param {number[]} winners
 */
function victory(scores, winners) {
  if (!winners.length) return phrase("nobody wins");
  if (winners.length > 1) return phrase("draw");
  const [winner] = winners;
  const others = scores.filter((_, seat) => seat !== winner);
  if (!others.length) return phrase("wins", winner);
  const lead = scores[winner] - Math.max(...others);
  return lead > 0 ? phrase("wins by", winner, lead) : phrase("wins", winner);
}

// Buttons for what may come after the end; none on a page that decides nothing.
/**
 * @param {(() => void) | undefined} rematch
 * @param {(() => void) | undefined} results
 */
function afterwards(rematch, results) {
  if (!rematch) return [];
  const other = { type: "button", class: "plain", "data-key": "results", onclick: results };
  return [
    html(
      "div",
      { class: "afterwards" },
      html("button", { type: "button", "data-key": "rematch", onclick: rematch }, phrase("again")),
      html("button", other, phrase("past results")),
    ),
  ];
}

// `rematch()`, if given, begins the same game again, and `results()` shows those of all games;
// `log` has the events of the game, `go(n)` looks back at the table after n actions; `review` and
// `show(one)` are as in score_chart.js.
/**
 * @param {State} state
 * @param {LookBack & {rematch?: () => void, results?: () => void, log: LogEvent[]}} more
 */
export function endOfGame(state, { rematch, results, log, go, review, show }) {
  const { view, given_up: givenUp } = state;
  const next = afterwards(rematch, results);
  if (givenUp || !view?.result)
    return [
      html("strong", {}, phrase("given up")),
      html("span", {}, phrase("nobody wins")),
      ...next,
    ];
  const [winners, reason] = view.result;
  const rows = sources(state, log);
  if (view.scores.length > 2) rows.unshift([phrase("points all"), view.scores]); // of two, the line above tells whose
  return [
    html("strong", {}, victory(view.scores, winners)),
    html("span", { class: "numbers" }, ranked(view.scores, winners).join(" : ")),
    html("span", {}, capitalize(named("end", reason))),
    ...next, // in sight beside the board on a phone, too
    ...(rows.length ? [table(rows)] : []),
    ...scoreChart(log, winners, { go, review, show }),
  ];
}
