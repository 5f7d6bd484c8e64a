// Konane: polished stones.

import { svg } from "../common/elements.js";
import { stone } from "../pieces/pieces.js";
import { phrase } from "../texts/words.js";

export const about = {
  minutes: "15",
  picture: () => [
    ...[-30, 0].map((x, seat) =>
      svg("g", { class: "drawn", transform: `translate(${x} 8) scale(.45)` }, ...stone(seat)),
    ),
    svg("path", { d: "M-30,-12 Q0,-46 28,-4", fill: "none", stroke: "#cfa968", "stroke-width": 3 }),
    svg("circle", { cx: 30, cy: 8, r: 14, fill: "none", stroke: "#cfa968", "stroke-width": 2 }),
  ],
};

export const draw = (_name, seat) => stone(seat);

export const tell = ([word, seat, cells]) =>
  word === "taken" ? phrase("log taken", seat, cells.join(", ")) : undefined;
