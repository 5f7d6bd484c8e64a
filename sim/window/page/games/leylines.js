// Ley Lines: bone dominoes in halves, coins of four suits, and rocks.

import { tint } from "../pieces/pieces.js";
import { PIPS } from "../pieces/pips.js";
import { flatShade, html, paint, radial, shade, slope, svg } from "../common/elements.js";
import { named, phrase, capitalize } from "../texts/words.js";

const HALF = 38;
const INKS = ["#3c352b", "#2d6da3", "#2f8f5b", "#b03a2a", "#7a3f9a", "#b37414", "#20242a"];

export const about = {
  minutes: "45",
  picture: () => [
    svg("g", { class: "drawn", transform: "translate(-20 18) scale(.5)" }, ...domino(2, 4)),
    svg("g", { class: "drawn", transform: "translate(20 18) scale(.5)" }, ...domino(4, 2)),
    svg("g", { class: "drawn", transform: "translate(0 -22) scale(.62)" }, ...tor(0)),
  ],
};

/**
 * @param {string} name
 * @param {number} seat
 */
export function draw(name, seat) {
  const half = name.match(/^(\d) of (\d)-(\d)$/);
  if (half) return domino(Number(half[1]), half[2] === half[1] ? half[3] : half[2]);
  const [, what, value] = name.match(/ (cairn|tor) ?(\d?)$/) ?? [];
  if (what === "tor") return tor(seat);
  return what && coin(seat, value);
}

// For the seat that owns it, the name of a cairn tells its value.
/** @param {string} name */
export function name(name) {
  const [, here, pair] = name.match(/^(\d) of (\d-\d)$/) ?? [];
  if (here) return phrase("half called", here, pair);
  const [, suit, what, value] = name.match(/^(\w+) (cairn|tor) ?(\d?)$/) ?? [];
  if (!what) return undefined;
  const called = phrase(`${what} called`, suit);
  return value ? phrase("worth", called, value) : called;
}

/** @param {string} name */
export function other(name) {
  const [, here, low, high] = name.match(/^(\d) of (\d)-(\d)$/) ?? [];
  return here && `${here === low ? high : low} of ${low}-${high}`;
}

/** @param {LeylinesEvent} event */
export function tell(event) {
  switch (event[0]) {
    case "flow":
      return phrase("log flow", event[1], event[2], event[3], event[4][0]);
    case "attenuate":
      return named("log attenuate", event[1].length);
    case "remove":
      return phrase(event[1].length > 1 ? "log remove" : "log remove 1", event[1].join(", "));
    default:
      return undefined;
  }
}

/** @param {Words} options */
export function act([word, value, at]) {
  return word === "cairn" && value === null ? phrase("does cairn hidden", at) : undefined;
}

/**
 * @param {LeylinesView} options
 * @param {number} seat
 */
export function purse({ segments }, seat) {
  return segments ? [[phrase("purse dominoes"), segments[seat]]] : [];
}

// The dominoes of the hand, picked up whole, and the values of the seat's own cairns.
/**
 * @param {LeylinesOwn} own
 * @param {View} _view
 * @param {PickUp} grip
 */
export function hand({ cairns = [], segments = [] }, _view, grip) {
  const dominoes = segments.map((pair) => {
    const [one, two] = [...pair].sort();
    const name = `${one} of ${one}-${two}`;
    const element = html(
      "button",
      {
        type: "button",
        class: "domino",
        "data-key": `domino ${pair}`,
        "aria-label": capitalize(phrase("own segments", one, two)),
        title: phrase("drag domino"),
      },
      svg(
        "svg",
        { viewBox: "-50 -50 200 100", "aria-hidden": "true" },
        svg("g", { class: "drawn" }, ...domino(Number(one), Number(two))),
        svg(
          "g",
          { class: "drawn", transform: "translate(100 0)" },
          ...domino(Number(two), Number(one)),
        ),
      ),
    );
    element.addEventListener("pointerdown", (event) => grip.grab(name, event));
    element.addEventListener("take", () => grip.take(name));
    element.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      grip.take(name);
    });
    return element;
  });
  const laid = cairns.filter(([value, at]) => value !== null && at !== "in hand");
  const known = laid.map(([value, at]) => html("span", {}, phrase("own cairns", value, at)));
  return [
    ...(dominoes.length ? [html("div", { class: "cards" }, ...dominoes)] : []),
    ...(known.length ? [html("div", { class: "devs" }, ...known)] : []),
  ];
}

/** @param {LeylinesView} options */
export function moment({ result, board }) {
  if (result) return phrase("rules end");
  return phrase(board.some(([, name]) => /^\d of/.test(name)) ? "rules turn" : "rules set-up");
}

// The half of a domino: bone with pips in the colour of its value, and the other half's pips small
// in a corner.
/**
 * @param {number} value
 * @param {string | number} other
 */
function domino(value, other) {
  const bone = paint("bone", () =>
    slope([
      [0, "#fbf4e2"],
      [1, "#d8c8a4"],
    ]),
  );
  return [
    flatShade(HALF, 3, 9),
    svg("rect", { x: -HALF, y: -HALF, width: 2 * HALF, height: 2 * HALF, rx: 8, fill: "#a8946b" }),
    svg("rect", { x: -HALF, y: -HALF, width: 2 * HALF, height: 2 * HALF - 3, rx: 8, fill: bone }),
    ...pips(value),
    svg(
      "g",
      { class: "other", transform: `translate(${HALF - 11} ${HALF - 14}) scale(.23)` },
      ...pips(Number(other)),
    ),
  ];
}

/** @param {number} value */
function pips(value) {
  return PIPS[value].map(([x, y]) =>
    svg("circle", { cx: 19 * x, cy: 19 * y - 1.5, r: 7, fill: INKS[value], class: "pip" }),
  );
}

// A coin with the sign of its suit; it shows its value only in the tray.
/**
 * @param {number} seat
 * @param {string} value
 */
function coin(seat, value) {
  const { base, light, deep, dark, ink } = tint(seat);
  const face = paint(`coin-${seat}`, () =>
    radial(
      [
        [0, light],
        [0.35, base],
        [1, deep],
      ],
      { cx: 0.36, cy: 0.3, r: 0.8 },
    ),
  );
  return [
    shade(4, 8, 42, 39),
    svg("circle", { cy: 4, r: 33, fill: dark }),
    svg("circle", { r: 33, fill: face }),
    svg("circle", { r: 27, class: "inlay" }),
    value
      ? svg("text", { class: "initials value", fill: ink, y: 1 }, value)
      : svg("path", { d: SIGNS[seat], class: "sign", fill: ink }),
  ];
}

// Sun, moon, crown and arms.
const SIGNS = [
  "M0,-17 L4,-7 L14,-10 L8,-1 L16,6 L5,6 L4,17 L-2,8 L-12,13 L-8,3 L-17,-2 L-7,-5 L-9,-14 L-1,-8Z",
  "M6,-16 A17,17 0 1 0 6,16 A13,13 0 1 1 6,-16Z",
  "M-15,11 L-17,-8 L-8,0 L0,-13 L8,0 L17,-8 L15,11Z",
  "M-13,-14 H13 V0 C13,10 5,14 0,17 C-5,14 -13,10 -13,0Z",
];

// A crag on a hill in the colour of its seat.
/** @param {number} seat */
function tor(seat) {
  const { base, light, dark } = tint(seat);
  const stone = paint("stone", () =>
    slope(
      [
        [0, "#d9d2c4"],
        [0.5, "#a79f90"],
        [1, "#5d564b"],
      ],
      { x1: 0, x2: 1 },
    ),
  );
  const hill = paint(`hill-${seat}`, () =>
    slope(
      [
        [0, light],
        [0.45, base],
        [1, dark],
      ],
      { x1: 0, x2: 1 },
    ),
  );
  return [
    shade(9, 31, 42, 14),
    svg("path", {
      d: "M-38,33 C-30,16 -20,2 -9,-4 H11 C21,3 31,17 38,33 C22,39 -22,39 -38,33Z",
      fill: hill,
    }),
    svg("path", { d: CRAG, fill: stone }),
    svg("path", { d: DARK_SIDE, fill: "#2a251e", opacity: ".38" }),
    svg("path", { class: "ridges", d: CRACKS }),
  ];
}

const CRAG =
  "M-27,16 L-29,-2 L-22,-8 L-23,-25 L-13,-30 L-11,-41 L3,-44 L9,-33 L7,-23 L17,-21 L19,-6 L28,-1 L29,15 L8,20 L-10,19Z";
const DARK_SIDE =
  "M3,-44 L9,-33 L7,-23 L17,-21 L19,-6 L28,-1 L29,15 L8,20 L11,2 L1,-3 L3,-18 L-3,-24Z";
const CRACKS =
  "M-22,-8 L-6,-9 L1,-3 M-13,-30 L-3,-24 M-27,5 L-9,4 L11,2 M-9,4 L-10,19 M-6,-9 L-9,4";
