// The end of a game: who won, what the points are made of, and the same again.

import { html } from "./svg.js";
import { seatName, upper } from "./words.js";

export function isOver({ view, given_up: givenUp }) {
  return !!view && (!!view.result || givenUp);
}

export function ending({ view, given_up: givenUp, count }, rematch) {
  const again = html("button", { type: "button", "data-key": "rematch", onclick: rematch },
    "Play again");
  if (givenUp) return [html("strong", {}, "Given up"), html("span", {}, "Nobody wins."), again];
  const [winners, reason] = view.result;
  const seats = view.scores.map((_, seat) => html("th", { scope: "col" }, seatName(seat)));
  return [
    html("strong", {}, winners.length === 1 ? `${seatName(winners[0])} wins` : "A draw"),
    html("span", { class: "numbers" }, view.scores.join(" : ")),
    html("span", {}, upper(reason)),
    ...(count.length > 1 ? [html("table", {}, html("tr", {}, html("td", {}), ...seats),
      ...count.map(([what, points]) => html("tr", {}, html("th", { scope: "row" }, upper(what)),
        ...points.map((value) => html("td", {}, value)))))] : []),
    again,
  ];
}
