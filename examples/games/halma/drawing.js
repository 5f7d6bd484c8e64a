// Halma for three: polished men, and lines between cells that touch.

import { svg } from "../common/elements.js";
import { lines, stone } from "../pieces/pieces.js";
import { phrase } from "../texts/words.js";

const isThere = (x, y) => x >= 0 && y >= 0 && x < 7 && y < 7 && x + y >= 3 && x + y <= 9;

export const about = {
  minutes: "20",
  picture: () => [
    svg("path", { d: "M0,-42 L36,-21 V21 L0,42 L-36,21 V-21Z", fill: "none", stroke: "#cfa968" }),
    ...[
      [0, 26],
      [24, -14],
      [-24, -14],
    ].map(([x, y], seat) =>
      svg("g", { class: "drawn", transform: `translate(${x} ${y}) scale(.4)` }, ...stone(seat)),
    ),
  ],
};

export const draw = (_name, seat) => stone(seat);

export const ground = (_view, board) =>
  lines(board, isThere, [
    [1, 0],
    [0, 1],
    [-1, 1],
  ]);

export const tell = ([word, seat]) => (word === "home" ? phrase("log home", seat) : undefined);
