// Ley of the Land: tiles, and the territories that they close.

import { svg } from "../common/elements.js";
import { tile } from "../pieces/tiles.js";
import { hasText, phrase } from "../texts/words.js";

/** @type {[letters: string, x: number, y: number][]} */
const EXAMPLES = [
  ["ggyy", -24, -24],
  ["yggg", 24, -24],
  ["gyyy", -24, 24],
  ["yyyg", 24, 24],
];
/** @type {Record<string, string>} */
const TONES = { g: "#3f9a5a", y: "#e0b23c" };

export const about = {
  minutes: "20",
  picture: () =>
    EXAMPLES.map(([letters, x, y]) =>
      svg(
        "g",
        { class: "drawn", transform: `translate(${x} ${y}) scale(.58)` },
        ...(tile(letters) ?? []),
      ),
    ),
};

/** @param {string} name */
export function draw(name) {
  return tile(name);
}

// The name of a tile in any facing.
/** @param {string} letters */
export function name(letters) {
  const facings = [0, 1, 2, 3].map((steps) => letters.slice(steps) + letters.slice(0, steps));
  const kind = facings.find((word) => hasText(`tile called ${word}`));
  return kind && phrase(`tile called ${kind}`);
}

/** @param {Outcome} options */
export function tell([word, seat, colour, diamonds, bonus, points]) {
  if (word !== "territory") return undefined;
  const called = { g: "ring", y: "circle" }[/** @type {"g" | "y"} */ (colour)];
  return (
    phrase("log territory", seat, colour, diamonds, points) +
    (bonus ? phrase(`log ${called}`, bonus) : "")
  );
}

/** @param {Words} options */
export function act([word, letters, cell]) {
  return typeof letters === "string" ? phrase(`does ${word}`, name(letters), cell) : undefined;
}

// Each seat's colour of land, and the number of tiles that it has left, if the tiles were shared
// out.
/**
 * @param {LandView} options
 * @param {number} seat
 */
export function purse({ supply, printed: { colours } }, seat) {
  const own = supply?.[seat];
  const colour = colours[seat];
  return [
    ...(colour ? [[phrase("purse land"), phrase(`colour ${colour}`), TONES[colour]]] : []),
    ...(own ? [[phrase("purse tiles"), own.reduce((sum, number) => sum + number, 0)]] : []),
  ];
}

// Everybody may lay any kind of tile, but each seat has its own share of it.
/**
 * @param {LandView} options
 * @param {number} seat
 * @param {string} letters
 */
export function left({ supply, printed }, seat, letters) {
  return supply?.[seat]?.[printed.kinds.indexOf(letters)];
}

/** @param {View} options */
export function moment({ result }) {
  return phrase(result ? "rules end" : "rules turn");
}
