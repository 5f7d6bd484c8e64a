// Hex: polished stones, and lines between cells that touch.

import { svg } from "../common/elements.js";
import { lines, stone, tint } from "../pieces/pieces.js";

export const about = {
  minutes: "15",
  picture: () => [
    svg("path", { d: "M-34,-10 H20 L34,12 H-20Z", fill: "none", stroke: "#cfa968" }),
    ...[
      [-30, -16, 1],
      [0, -16, 0],
      [16, 8, 0],
      [-14, 8, 1],
    ].map(([x, y, seat]) =>
      svg("g", { class: "drawn", transform: `translate(${x} ${y}) scale(.4)` }, ...stone(seat)),
    ),
  ],
};

export const draw = (_name, seat) => stone(seat);

// The lines between neighbours, and the edges that each player joins.
export function ground({ options: { size } }, board) {
  const end = size - 0.5;
  const edge = (seat, d) =>
    svg("path", { d, fill: "none", stroke: tint(seat).base, "stroke-width": 0.09 });
  return [
    ...lines(board, (x, y) => x >= 0 && y >= 0 && x < size && y < size, [
      [1, 0],
      [0, 1],
      [-1, 1],
    ]),
    edge(0, `M-.5,.52 H${end} M-.5,${-end - 0.02} H${end}`),
    edge(1, `M-.52,.5 V${-end} M${end + 0.02},.5 V${-end}`),
  ];
}
