// Pieces that a package describes in words, in its part looks.txt: a line for each piece, such as
// "meadow=tile green M": a shape, a colour, and up to three letters, the last two if wanted.

import { flatShade, shade, svg } from "../common/elements.js";
import { colourName } from "../texts/words.js";

const COLOURS = ["red", "blue", "green", "gold", "grey"]; // those of seats, then nobody's

// The outlines of the shapes, in a box from -50 to 50.
const OUTLINES = {
  disc: "M-32,0 A32,32 0 1 1 32,0 A32,32 0 1 1 -32,0Z",
  ring: "M-34,0 A34,34 0 1 1 34,0 A34,34 0 1 1 -34,0Z M-18,0 A18,18 0 1 0 18,0 A18,18 0 1 0 -18,0Z",
  tile: "M-38,-42 H38 Q42,-42 42,-38 V38 Q42,42 38,42 H-38 Q-42,42 -42,38 V-38 Q-42,-42 -38,-42Z",
  hex: "M0,-40 L35,-20 V20 L0,40 L-35,20 V-20Z",
  pawn: "M-26,36 H26 V28 Q8,18 11,-4 A17,17 0 1 0 -11,-4 Q-8,18 -26,28Z",
  star: "M0,-40 L10,-13 38,-12 16,6 24,33 0,17 -24,33 -16,6 -38,-12 -10,-13Z",
  cross: "M-13,-38 H13 V-13 H38 V13 H13 V38 H-13 V13 H-38 V-13 H-13Z",
};

// Draw a piece as its line says; undefined for a line that names no shape.
/**
 * @param {string} line
 * @param {number} seat
 * @param {(seat: number) => Tint | undefined} tint
 */
export function drawLook(line, seat, tint) {
  const words = line.trim().split(/\s+/);
  const outline = Object.entries(OUTLINES).find(([shape]) => shape === words[0])?.[1];
  if (!outline) return undefined;
  const colour = COLOURS.indexOf(words[1] ?? "");
  const letters = (colour < 0 ? words[1] : words[2])?.slice(0, 3);
  const { base, light, dark, ink } = /** @type {Tint} */ (tint(colour < 0 ? seat : colour));
  const edge = { stroke: dark, "stroke-width": 2, "stroke-linejoin": "round" };
  return [
    words[0] === "tile" ? flatShade(42, 3, 5) : shade(3, 9, 40, 36),
    svg("path", { d: outline, transform: "translate(0 4)", fill: dark }),
    svg("path", { d: outline, fill: base, ...edge }),
    svg("path", { d: outline, fill: "none", stroke: light, opacity: 0.7, transform: "scale(.94)" }),
    ...(letters ? [svg("text", { class: "initials", fill: ink, y: 1 }, letters)] : []),
  ];
}

// Does a name have the colour of its seat already? The rules of a draft name pieces as people see
// them, in English or in the language of the page: "red pawn", "roter Bauer".
/**
 * @param {string} name
 * @param {number} seat
 */
export function saysWhose(name, seat) {
  const colours = [COLOURS[seat], colourName(seat).toLowerCase()];
  const words = name.toLowerCase().split(" ");
  return words.some((word) => colours.some((colour) => word.startsWith(colour)));
}
