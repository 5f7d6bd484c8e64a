// Drawings and words for each game: a file of games/ named like the game, found by its name.
//
// Such a file may export
//   draw(name, seat, spot)  SVG elements for a piece, in a box from -50 to 50 where the side of
//                           the place is 100; `spot` is undefined in a tray or a hand
//   name(name)              its name for people
//   other(name)             the other half of a piece that lies on two places
//   ground(view, board)     SVG elements for what is printed on the board, in its units, y down
//   tell(event)             the sentence for an event, "" for none
//   act(words)              the sentence for an action, without its subject, if its text
//                           "does WORD" needs more than the words
//   purse(view, seat)       what everybody may see of a seat: [[what, value, colour], ...]
//   hand(own, view, grip)  elements for what only a seat may know; `grip.grab(name, event)` picks
//                           up a piece of that name, `grip.names` are the tags only it can read
//   secret(view, seat)      does the seat now hold something that others must not see?
//   controls(now)           elements for actions that lay no pieces; see panel/action_buttons.js
//   price(name, prices)     colours and names of the cards that a piece costs; `prices` is what
//                           `prices()` of the rules returns, if they have it
//   outlook(view, prices)   sentences on what decides the game now, for the head of its rules
//   goal(view)              the points that win
//   left(view, seat, name)  how many pieces of a shared stack a seat has left, if counted
//   shelf(view)             places on the board whose pieces the keys 1 to 9 take
//   moment(view)            a heading of the rules' page that the present moment is about
// This file has a plain version of each, for what a game's file leaves out or fails at.

import { drawLook, saysWhose } from "./looks.js";
import { paint, radial, shade, svg } from "../common/elements.js";
import { showError } from "../common/notices.js";
import { gameTitle, hasText, phrase, plain, setGame, capitalize } from "../texts/words.js";

// Body, light, deep and dark tones of a seat's pieces, and ink on them; the last is nobody's.
const TINTS = [
  { base: "#cf2a1b", light: "#ff8f6e", deep: "#98190f", dark: "#560b08", ink: "#ffffff" },
  { base: "#1b5fd0", light: "#7dbbff", deep: "#103f96", dark: "#071f50", ink: "#dcebff" },
  { base: "#1f9850", light: "#86e8a2", deep: "#126a36", dark: "#063a1b", ink: "#dcffe6" },
  { base: "#d99a1e", light: "#ffe08c", deep: "#a56c0c", dark: "#5c3b04", ink: "#fff5d8" },
  { base: "#6d655c", light: "#c9c0b2", deep: "#4b453f", dark: "#2c2824", ink: "#f4eee4" },
];

// A mark on the stones of each seat, so that colour does not carry the difference alone.
const MARKS = [
  "M-9,0 A9,9 0 1 1 9,0 A9,9 0 1 1 -9,0Z",
  "M0,-12 L12,0 L0,12 L-12,0Z",
  "M0,-12 L11,8 L-11,8Z",
  "M-9,-9 H9 V9 H-9Z",
];

/** @param {number} seat */
export function tint(seat) {
  return TINTS[seat] ?? TINTS.at(-1);
}

/** @type {Partial<GameFunctions>} */
let drawn = {};
/** @type {number | undefined} */
let box = 0; // the set of the game, 0 if its pieces have no drawings
/** @type {Record<string, number[]>} */
let prices = {}; // of its pieces, by word: how many of each kind of card
/** @type {Map<string, Partial<GameFunctions> & {about?: About}>} */
const loaded = new Map();
/** @type {Partial<GameFunctions>} */
const PLAIN = {}; // of a game without a file

// Load the file of a game, given its GameAbout; `known` lists the games that have one. Returns
// whether the drawings or the prices have changed.
/**
 * @param {Partial<GameAbout>} game
 * @param {string[]} known
 */
export async function loadGame(
  { name: game, set, printed: isPrinted, prices: costs } = {},
  known = [],
) {
  const before = drawn;
  const paid = JSON.stringify(prices);
  box = isPrinted ? set : 0;
  prices = costs ?? {};
  setGame(game ?? "");
  drawn = game && known.includes(game) ? await drawingsOf(game) : PLAIN;
  return drawn !== before || JSON.stringify(prices) !== paid;
}

// Resolves to the functions in the file of a game; to none if it cannot be loaded, as one that
// others wrote.
/**
 * @param {string} game
 * @returns {Promise<Partial<GameFunctions> & {about?: About}>}
 */
export async function drawingsOf(game) {
  const before = loaded.get(game);
  if (before) return before;
  const found = await import(`../games/${game}.js`).catch((error) => {
    reportError(error);
    showError(phrase("drawings fail", gameTitle({ name: game })));
    return {};
  });
  loaded.set(game, found);
  return found;
}

// Call a function of the game's file; undefined if there is none, or it fails.
/**
 * @template {keyof GameFunctions} Name
 * @param {Name} name
 * @param {Parameters<GameFunctions[Name]>} values
 * @returns {ReturnType<GameFunctions[Name]> | undefined}
 */
function call(name, ...values) {
  const known = /** @type {((...values: unknown[]) => unknown) | undefined} */ (drawn[name]);
  try {
    return /** @type {ReturnType<GameFunctions[Name]> | undefined} */ (known?.(...values));
  } catch (error) {
    reportError(error); // the rest of the page goes on
    return undefined;
  }
}

// Return a group that shows the piece, in a box from -50 to 50.
/**
 * @param {string} name
 * @param {number} seat
 * @param {Spot} [spot]
 */
export function draw(name, seat, spot) {
  const owner = ownerOf(name, seat);
  const own = call("draw", name, owner, spot) ?? look(name, owner);
  return svg("g", { class: "drawn" }, ...(own ?? printed(name, owner)));
}

// The owner of a piece: its tag's seat, or what the game says if that is nobody's.
/**
 * @param {string} name
 * @param {number} seat
 * @returns {number}
 */
function ownerOf(name, seat) {
  return seat < 0 ? (call("owner", name) ?? seat) : seat;
}

// Draw a piece as it lies, with the magnets that the board feels, if it has any: north up is red.
/**
 * @param {Tag} tag
 * @param {Spot} [spot]
 */
export function drawLying({ face, seat, turn, spin = 0 }, spot) {
  const piece = draw(face, seat, spot);
  if (turn === undefined) return piece;
  return svg(
    "g",
    { class: "drawn" },
    svg("g", { transform: `rotate(${90 * spin})` }, piece),
    svg(
      "g",
      { class: "magnets", transform: `rotate(${90 * turn})` },
      svg("circle", { cx: 33, r: 5, fill: "#c8323c", stroke: "#fff" }),
      svg("circle", { cx: -33, r: 5, fill: "#2f62b5", stroke: "#fff" }),
    ),
  );
}

/**
 * @param {View} view
 * @param {BoardFacts} board
 * @returns {Element[]}
 */
export function ground(view, board) {
  return call("ground", view, board) ?? [];
}

/**
 * @param {View} view
 * @param {number} seat
 * @returns {[what: string, value: string | number, colour?: string][]}
 */
export function purse(view, seat) {
  return call("purse", view, seat) ?? [];
}

/**
 * @param {unknown} own
 * @param {View} view
 * @param {PickUp} grip
 * @returns {HTMLElement[]}
 */
export function hand(own, view, grip) {
  return call("hand", own, view, grip) ?? [];
}

/**
 * @param {View} view
 * @param {number} seat
 * @returns {boolean}
 */
export function secret(view, seat) {
  return call("secret", view, seat) ?? true;
}

/**
 * @param {ControlsContext} now
 * @returns {HTMLElement[] | undefined}
 */
export function controls(now) {
  return call("controls", now);
}

/**
 * @param {string} name
 * @returns {[colour: string, word: string][]}
 */
export function price(name) {
  return call("price", name, prices) ?? [];
}

/**
 * @param {View} view
 * @returns {string[]}
 */
export function outlook(view) {
  return call("outlook", view, prices) ?? [];
}

/**
 * @param {View} view
 * @returns {number | undefined}
 */
export function goal(view) {
  return call("goal", view);
}

/**
 * @param {View} view
 * @param {number} seat
 * @param {string} name
 * @returns {number | undefined}
 */
export function left(view, seat, name) {
  return call("left", view, seat, name);
}

/**
 * @param {View | null} view
 * @returns {string[]}
 */
export function shelf(view) {
  return call("shelf", view) ?? [];
}

/**
 * @param {View} view
 * @returns {string | undefined}
 */
export function moment(view) {
  return call("moment", view);
}

// Return a piece's name for people: "red large pyramid".
/**
 * @param {string} name
 * @param {number} seat
 * @returns {string}
 */
export function pieceName(name, seat) {
  const owner = ownerOf(name, seat);
  const bare = kindName(name, owner);
  const isWhole = owner < 0 || bare === catalogued(name) || saysWhose(bare, owner);
  return isWhole ? bare : phrase("owned", owner, bare);
}

// The name of a piece in the catalogue of its game, which says whose it is.
/** @param {string} name */
function catalogued(name) {
  return hasText(`piece ${name}`) ? phrase(`piece ${name}`) : undefined;
}

// Return the same without whose it is: "large pyramid".
/**
 * @param {string} name
 * @param {number} seat
 * @returns {string}
 */
export function kindName(name, seat) {
  return call("name", name) ?? catalogued(name) ?? name.replace(new RegExp(` ${seat}$`), "");
}

// Return a place's name for people.
/**
 * @param {string} name
 * @returns {string}
 */
export function placeName(name) {
  return call("place", name) ?? name;
}

/**
 * @param {string} name
 * @returns {string | undefined}
 */
export function other(name) {
  return call("other", name);
}

// Return the effects of an action, a sentence for each of its events that has one.
/**
 * @param {Words[]} events
 * @returns {string[]}
 */
export function outcomes(events) {
  return events
    .map((event) => call("tell", event) ?? capitalize(event.map(plain).join(" ")))
    .filter(Boolean);
}

// Return the sentence for an action, without its subject.
/**
 * @param {Words} words
 * @returns {string}
 */
export function actionText(words) {
  const [word, ...values] = words;
  return (
    call("act", words) ??
    (hasText(`does ${word}`)
      ? phrase(`does ${word}`, ...values)
      : phrase("does", words.map(plain).join(" ")))
  );
}

// Is an action worth a note near the board, besides its line in the list of events?
/**
 * @param {Words} words
 * @returns {boolean}
 */
export function notable(words) {
  return call("notable", words) ?? false;
}

// The drawing that the package of the game describes in words; undefined if it does not.
/**
 * @param {string} name
 * @param {number} seat
 */
function look(name, seat) {
  const key = `look ${name.replace(new RegExp(` ${seat}$`), "")}`;
  const made = hasText(key) ? drawLook(phrase(key), seat, tint) : undefined;
  return made && [...made, svg("title", {}, pieceName(name, seat))];
}

// The drawing for printing and cutting, or a disc for a piece without one.
/**
 * @param {string} name
 * @param {number} seat
 */
function printed(name, seat) {
  if (!box) return disc(name, seat);
  const href = `piece/${box}/${encodeURIComponent(name)}.svg`;
  const image = svg("image", { href, x: -42, y: -42, width: 84, height: 84 });
  image.addEventListener("error", () => image.replaceWith(...disc(name, seat)), { once: true });
  return [image, svg("title", {}, pieceName(name, seat))];
}

// A wooden disc with the initials of a piece's name, for any game.
/**
 * @param {string} name
 * @param {number} seat
 */
function disc(name, seat) {
  const { base, light, dark, ink } = tint(seat);
  const initials = name
    .replace(/ \d+$/, "")
    .split(/[ _]/)
    .map((word) => word[0])
    .join("");
  return [
    shade(3, 9, 40, 37),
    svg("circle", { cy: 3, r: 32, fill: dark }),
    svg("circle", { r: 32, fill: base }),
    svg("circle", { r: 32, fill: "none", stroke: light, "stroke-width": 1.2, opacity: 0.7 }),
    svg("circle", { r: 23, fill: "none", stroke: dark, "stroke-width": 1.5, opacity: 0.55 }),
    svg("text", { class: "initials", fill: ink, y: 1 }, capitalize(initials.slice(0, 3))),
    svg("title", {}, pieceName(name, seat)),
  ];
}

// A polished stone of a seat, for a game whose pieces need no drawing of their own.
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

// Say where a piece is now, as a sentence.
/**
 * @param {string} at
 * @param {string} piece
 */
export function whereItIs(at, piece) {
  if (at === "") return phrase("put back", piece);
  return at === "pad" ? phrase("put on pad", piece) : phrase("put on", piece, placeName(at));
}
