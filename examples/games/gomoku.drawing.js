// Gomoku: polished stones.

import { svg } from "../common/elements.js";
import { stone } from "../pieces/pieces.js";

export const about = {
  minutes: "15",
  picture: () =>
    [0, 1, 0, 0, 0, 1].map((seat, i) => {
      const [x, y] = [26 * (i % 3) - 26, 26 * Math.floor(i / 3) - 13];
      return svg(
        "g",
        { class: "drawn", transform: `translate(${x} ${y}) scale(.34)` },
        ...stone(seat),
      );
    }),
};

export const draw = (_name, seat) => stone(seat);
