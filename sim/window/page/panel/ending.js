// The end of a game: the winners, the parts of the points, and a rematch if possible.

import { scoreChart } from "./score_chart.js";
import { html } from "../common/elements.js";
import { named, phrase, seatName, capitalize } from "../texts/words.js";

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

// `rematch()`, if given, begins the same game again; `log` has the events of the game, `go(n)`
// looks back at the table after n actions; `review` and `show(one)` are as in score_chart.js.
/**
 * @param {State} state
 * @param {LookBack & {rematch?: () => void, log: LogEvent[]}} more
 */
export function endOfGame({ view, given_up: givenUp, count }, { rematch, log, go, review, show }) {
  const again = rematch
    ? [html("button", { type: "button", "data-key": "rematch", onclick: rematch }, phrase("again"))]
    : [];
  if (givenUp || !view?.result)
    return [
      html("strong", {}, phrase("given up")),
      html("span", {}, phrase("nobody wins")),
      ...again,
    ];
  const [winners, reason] = view.result;
  const seats = view.scores.map((_, seat) => html("th", { scope: "col" }, seatName(seat)));
  return [
    html("strong", {}, winners.length === 1 ? phrase("wins", winners[0]) : phrase("draw")),
    html("span", { class: "numbers" }, ranked(view.scores, winners).join(" : ")),
    html("span", {}, capitalize(named("end", reason))),
    ...(count.length > 1
      ? [
          html(
            "table",
            {},
            html("tr", {}, html("td", {}), ...seats),
            ...count.map(([what, points]) =>
              html(
                "tr",
                {},
                html("th", { scope: "row" }, capitalize(what)),
                ...points.map((value) => html("td", {}, value)),
              ),
            ),
          ),
        ]
      : []),
    ...again, // the first of the buttons
    ...scoreChart(log, winners, { go, review, show }),
  ];
}
