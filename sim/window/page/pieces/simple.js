// Stones and lines for games that need no drawings of their own kind: a file of a game calls them.

import { paint, radial, shade, svg } from "../common/elements.js";
import { tint } from "./pieces.js";

// A mark on the stones of each seat, so that colour does not carry the difference alone.
const MARKS = [
  "M-9,0 A9,9 0 1 1 9,0 A9,9 0 1 1 -9,0Z",
  "M0,-12 L12,0 L0,12 L-12,0Z",
  "M0,-12 L11,8 L-11,8Z",
  "M-9,-9 H9 V9 H-9Z",
];

// A polished stone of a seat.
/** @param {number} seat */
export function stone(seat) {
  const { base, light, deep, dark } = tint(seat);
  const face = paint(`stone-${seat}`, () =>
    radial(
      [
        [0, light],
        [0.45, base],
        [1, deep],
      ],
      { cx: 0.36, cy: 0.3, r: 0.8 },
    ),
  );
  return [
    shade(4, 9, 42, 39),
    svg("circle", { cy: 4, r: 33, fill: dark }),
    svg("circle", { r: 33, fill: face }),
    svg("path", { d: MARKS[seat] ?? "", fill: "none", stroke: dark, "stroke-width": 3.5 }),
  ];
}

// Lines from each of these cells to its neighbours among them, which lie so many columns and rows
// away; for `ground`.
/**
 * @param {BoardFacts} board
 * @param {(x: number, y: number) => boolean} has
 * @param {[east: number, north: number][]} steps
 */
export function lines(board, has, steps) {
  const cells = board.hex ? [] : board.spots.filter(({ x, y }) => has(x, y));
  const parts = cells.flatMap(({ x, y }) =>
    steps
      .filter(([east, north]) => has(x + east, y + north))
      .map(([east, north]) => `M${x},${-y} l${east},${-north}`),
  );
  const look = { fill: "none", stroke: "#e8d5ab", "stroke-width": 0.035, opacity: 0.4 };
  return [svg("path", { d: parts.join(" "), ...look })];
}
