// Ley of the Land: tiles, and the territories that they close.

import { buttons, heading } from "../deeds.js";
import { svg } from "../svg.js";
import { tile } from "../tiles.js";
import { count, seatName } from "../words.js";

const KINDS = {
  gggg: "Fairie Ring", gggy: "three-green tile", ggyy: "half-and-half tile", gygy: "cross tile",
  gyyy: "three-yellow tile", yyyy: "Crop Circle",
};
const COLOURS = { g: "green", y: "yellow" };

export const about = {
  line: "Lay tiles side by side; close territories of your colour.",
  minutes: "20",
  picture: () => [["ggyy", -24, -24], ["yggg", 24, -24], ["gyyy", -24, 24], ["yyyg", 24, 24]].map(
    ([letters, x, y]) => svg("g", { class: "drawn", transform: `translate(${x} ${y}) scale(.58)` },
      ...tile(letters))),
};

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
  if (word === "drawn") return `finds a ${name(letters)} in the bag`;
  return { pass: "passes", draw: "draws from the bag", return: "puts the tile back" }[word];
}

// Whose land is of which colour, and how many tiles each seat has left, if they were shared out.
export function purse({ supply, options }, seat) {
  const own = supply?.[seat];
  const [colour, tone] = [["green", "#3f9a5a"], ["yellow", "#e0b23c"]][seat];
  return [...(options.ownership === "colour" ? [["land", colour, tone]] : []),
    ...(own ? [["tiles left", own.reduce((sum, number) => sum + number, 0)]] : [])];
}

export function controls(now) {
  return [heading(now), ...buttons(now, { pass: "Pass", draw: "Draw a tile from the bag",
    return: "Put the tile back" })];
}

export function moment({ result }) {
  return result ? "Scoring." : "A turn.";
}
