// The Royal Game of Ur: polished counters, and rosettes of shell.

import { svg } from "../common/elements.js";
import { stone } from "../pieces/pieces.js";
import { phrase } from "../texts/words.js";

const ROSETTES = ["a1", "a3", "d2", "g1", "g3"];
const PETALS = [0, 45, 90, 135, 180, 225, 270, 315];

function rosette(x, y, size) {
  return svg(
    "g",
    { transform: `translate(${x} ${y}) scale(${size})`, opacity: 0.75 },
    ...PETALS.map((turn) =>
      svg("path", {
        d: "M0,0 Q12,-14 0,-40 Q-12,-14 0,0Z",
        fill: turn % 90 ? "#5d84c4" : "#c9563c",
        stroke: "#efe2c4",
        "stroke-width": 2,
        transform: `rotate(${turn})`,
      }),
    ),
  );
}

export const about = {
  minutes: "20",
  picture: () => [
    rosette(0, -10, 0.8),
    ...[-26, 26].map((x, seat) =>
      svg("g", { class: "drawn", transform: `translate(${x} 28) scale(.42)` }, ...stone(seat)),
    ),
  ],
};

export const draw = (_name, seat) => stone(seat);

export const ground = (_view, board) =>
  board.spots
    .filter(({ name }) => ROSETTES.includes(name))
    .map(({ x, y }) => rosette(x, -y, 0.009));

export function tell([word, seat, cell]) {
  return word === "home" || word === "taken" ? phrase(`log ${word}`, seat, cell) : undefined;
}
