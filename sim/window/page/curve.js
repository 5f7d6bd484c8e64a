// After a game: a chart of the points, and buttons for the moments that decided it.

import { act as sentence, tint } from "./pieces.js";
import { html, svg } from "./svg.js";
import { phrase, seatName } from "./words.js";

const WIDE = 240;
const HIGH = 90;
const MOMENTS = 3;

// `log` are the events of a game that is over, `winners` its winning seats; `go(n)` shows the table
// after n actions.
export function curve(log, winners, go) {
  const course = log.filter(({ event, scores }) => event === "action" && scores);
  if (course.length < 2) return [];
  return [
    lines(course),
    ...list(
      moments(course, winners).map(({ n, by, do: words }) =>
        html(
          "li",
          {},
          html(
            "button",
            { type: "button", "data-key": `moment ${n}`, onclick: () => go(n) },
            `${n}. ${by < 0 ? "" : `${seatName(by)} `}${sentence(words)}`,
          ),
        ),
      ),
    ),
  ];
}

function lines(course) {
  const all = course.flatMap(({ scores }) => scores);
  const [least, most] = [Math.min(0, ...all), Math.max(1, ...all)];
  const x = (i) => (i / (course.length - 1)) * WIDE;
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

// The actions that changed the winner's lead most, in the order of play.
export function moments(course, winners) {
  const lead = ({ scores }) =>
    scores[winners[0]] - Math.max(...scores.filter((_, seat) => !winners.includes(seat)));
  if (winners.length === course[0].scores.length) return [];
  return course
    .map((event, i) => ({ event, change: i ? Math.abs(lead(event) - lead(course[i - 1])) : 0 }))
    .filter(({ change }) => change)
    .sort((a, b) => b.change - a.change)
    .slice(0, MOMENTS)
    .map(({ event }) => event)
    .sort((a, b) => a.n - b.n);
}

function list(items) {
  if (!items.length) return [];
  return [
    html("span", { class: "moments" }, phrase("moments")),
    html("ol", { class: "moments" }, ...items),
  ];
}
