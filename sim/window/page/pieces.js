// Drawings and words for each game: a file of games/ named like the game, found by its name.
//
// Such a file may export `draw(name, seat)`: SVG elements for a piece lying on a cell, in a box
// from -50 to 50 where the cell's side is 100; `name(name)`: what people call it; `tell(event)`, a
// sentence, and `act(words)`, the same without its subject. What it leaves out, or a game without
// a file, gets the plain ones from here.

import { shade, svg } from "./svg.js";
import { plain, seatName, upper } from "./words.js";

// Body, light, deep and dark tones of a seat's pieces, and ink on them; the last is nobody's.
export const TINTS = [
  { base: "#cf2a1b", light: "#ff8f6e", deep: "#98190f", dark: "#560b08", ink: "#ffe3d8" },
  { base: "#1b5fd0", light: "#7dbbff", deep: "#103f96", dark: "#071f50", ink: "#dcebff" },
  { base: "#1f9850", light: "#86e8a2", deep: "#126a36", dark: "#063a1b", ink: "#dcffe6" },
  { base: "#d99a1e", light: "#ffe08c", deep: "#a56c0c", dark: "#5c3b04", ink: "#fff5d8" },
  { base: "#6d655c", light: "#c9c0b2", deep: "#4b453f", dark: "#2c2824", ink: "#f4eee4" },
];

export function tint(seat) {
  return TINTS[seat] ?? TINTS.at(-1);
}

let drawn = {};
const loaded = new Map();

// Load what there is for a game; `known` lists the games that have a file. Returns whether the
// drawings are others than before.
export async function use(game, known) {
  const before = drawn;
  if (!loaded.has(game)) {
    loaded.set(game, known.includes(game) ? await import(`./games/${game}.js`) : {});
  }
  drawn = loaded.get(game);
  return drawn !== before;
}

// Return a group that shows the piece, in a box from -50 to 50.
export function draw(name, seat) {
  return svg("g", { class: "drawn" }, ...(drawn.draw?.(name, seat) ?? disc(name, seat)));
}

// Return what people call a piece: "red large pyramid".
export function pieceName(name, seat) {
  const bare = drawn.name?.(name) ?? name.replace(new RegExp(` ${seat}$`), "");
  return seat < 0 ? bare : `${seatName(seat).toLowerCase()} ${bare}`;
}

// Return the sentence for an event of the game.
export function tell(event) {
  return drawn.tell?.(event) ?? upper(event.map(plain).join(" "));
}

// Return the sentence for an action, without who took it.
export function act(words) {
  return drawn.act?.(words) ?? `plays ${words.map(plain).join(" ")}`;
}

// A turned disc with the initials of its name: any piece of any game.
function disc(name, seat) {
  const { base, light, dark, ink } = tint(seat);
  const initials = name.replace(/ \d+$/, "").split(/[ _]/).map((word) => word[0]).join("");
  return [
    shade(3, 9, 40, 37),
    svg("circle", { cy: 3, r: 32, fill: dark }),
    svg("circle", { r: 32, fill: base }),
    svg("circle", { r: 32, fill: "none", stroke: light, "stroke-width": 1.2, opacity: 0.7 }),
    svg("circle", { r: 23, fill: "none", stroke: dark, "stroke-width": 1.5, opacity: 0.55 }),
    svg("text", { class: "initials", fill: ink, y: 1 }, upper(initials.slice(0, 3))),
    svg("title", {}, seat < 0 ? name : `${seatName(seat)}: ${name}`),
  ];
}
