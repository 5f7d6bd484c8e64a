// Ley of the Land: tiles, and the territories that they close.

import { tile } from "../tiles.js";
import { count, seatName } from "../words.js";

const KINDS = {
  gggg: "Fairie Ring", gggy: "three green", ggyy: "half", gygy: "cross", gyyy: "three yellow",
  yyyy: "Crop Circle",
};
const COLOURS = { g: "green", y: "yellow" };

export function draw(name) {
  return tile(name);
}

// The name of a tile in any turn.
export function name(letters) {
  const turns = [0, 1, 2, 3].map((turn) => letters.slice(turn) + letters.slice(0, turn));
  return KINDS[turns.find((word) => word in KINDS)];
}

export function tell([word, seat, colour, diamonds, bonus, points]) {
  if (word !== "territory") return undefined;
  const ring = bonus ? `, ${bonus} of them for a ring` : "";
  return `${seatName(seat)} owns a ${COLOURS[colour]} territory of ` +
    `${count(diamonds, "diamond")}: ${count(points, "point")}${ring}`;
}

export function act([word, letters, cell]) {
  if (word === "place") return `lays a ${name(letters)} on ${cell}`;
  if (word === "drawn") return `${name(letters)} comes out of the bag`;
  return { pass: "passes", draw: "draws from the bag", return: "puts the tile back" }[word];
}
