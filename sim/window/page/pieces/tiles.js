// Square tiles of four triangles, green for fairies and yellow for wheat: enamel in a dark frame.

import { flatShade, paint, slope, svg } from "../common/elements.js";

const HALF = 39; // of the tile's side; the pixels at the cell's corners stay in sight
/** @type {[number, number][]} */
const CORNERS = [
  [-1, -1],
  [1, -1],
  [1, 1],
  [-1, 1],
]; // clockwise from the north-west
/** @type {Record<string, {near: string, far: string, thread: string}>} */
const TONES = {
  g: { near: "#3f9a5a", far: "#1c5a37", thread: "#8fd6a0" },
  y: { near: "#e9b949", far: "#b37c1c", thread: "#ffe6a0" },
};

// Draw a tile from its four letters in the order north, east, south, west.
/** @param {string} letters */
export function tile(letters) {
  if (!/^[gy]{4}$/.test(letters)) return undefined;
  const inner = HALF - 3;
  return [
    flatShade(HALF, 2, 7),
    svg("rect", {
      x: -HALF,
      y: -HALF,
      width: 2 * HALF,
      height: 2 * HALF,
      rx: 6,
      fill: paint("tile-frame", () =>
        slope([
          [0, "#5b4a35"],
          [1, "#231a11"],
        ]),
      ),
    }),
    ...[...letters].map((letter, side) => triangle(letter, side, inner)),
    ...[...letters].map((letter, side) => motif(letter, side, inner)),
    svg("path", {
      class: "inlay",
      d: `M${-inner},${-inner} L${inner},${inner} M${inner},${-inner} L${-inner},${inner}`,
    }),
    svg("rect", {
      class: "inlay",
      x: -inner,
      y: -inner,
      width: 2 * inner,
      height: 2 * inner,
      rx: 3.5,
    }),
  ];
}

/**
 * @param {string} letter
 * @param {number} side
 * @param {number} inner
 */
function triangle(letter, side, inner) {
  const { near, far } = TONES[letter];
  const fill = paint(`tile-${letter}-${side}`, () => {
    const [x, y] = [
      [0, -1],
      [1, 0],
      [0, 1],
      [-1, 0],
    ][side].map((part) => (part + 1) / 2);
    return slope(
      [
        [0, near],
        [1, far],
      ],
      { x1: x, y1: y, x2: 1 - x, y2: 1 - y },
    );
  });
  const [from, to] = [CORNERS[side], CORNERS[(side + 1) % 4]];
  /** @param {[number, number]} options */
  const at = ([x, y]) => `${x * inner},${y * inner}`;
  return svg("polygon", { points: `${at(from)} ${at(to)} 0,0`, fill });
}

// A sprig of three leaves for fairies, an ear for wheat, pointing outwards.
/**
 * @param {string} letter
 * @param {number} side
 * @param {number} inner
 */
function motif(letter, side, inner) {
  const stem = `M0,${-inner * 0.32} V${-inner * 0.8}`;
  /**
   * @param {number} y
   * @param {number} wide
   */
  const leaf = (y, wide) => `M0,${y} q${wide},-2 ${wide},-8 M0,${y} q${-wide},-2 ${-wide},-8`;
  const leaves =
    letter === "g"
      ? `${leaf(-inner * 0.55, 7)} ${leaf(-inner * 0.4, 4.5)}`
      : [0.4, 0.5, 0.6, 0.7].map((part) => leaf(-inner * part, 3.4)).join(" ");
  return svg("path", {
    class: "motif",
    stroke: TONES[letter].thread,
    d: `${stem} ${leaves}`,
    transform: `rotate(${90 * side})`,
  });
}
