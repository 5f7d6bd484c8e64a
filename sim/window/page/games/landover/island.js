// The island of Landover as it is printed on the board.

import { colours } from "./cards.js";
import { PIPS } from "../../pieces/pips.js";
import { drawIfChanged } from "../../common/dom_update.js";
import { svg } from "../../common/elements.js";
import { named, phrase } from "../../texts/words.js";

/** @type {Record<string, string>} */
const TERRAINS = {
  F: "#2f6b3a",
  H: "#a4562f",
  S: "#8fbf4d",
  W: "#d9b13b",
  M: "#7d7f86",
  G: "#5a3d0c",
  "~": "#16496b",
  "?": "#4a3f5c",
};
const REACH = 0.4; // of the print, from the middle of a hex to its corners

// The parts of the print, each drawn when it changes: dice roll more often than an island rises.
const land = svg("g", { class: "island" });
const dice = svg("g", { class: "dice" });
const track = svg("g", { class: "small", "data-term": "barbarians" });
const legend = svg("g", { class: "small left" });

// The hexes with their terrain and number, and the harbours at sea; in the free corners the dice,
// the barbarians' way, and the legend of the terrains.
/**
 * @param {LandoverView} options
 * @param {BoardFacts} board
 */
export function island({ table, printed: { steps, harbours, yields } }, board) {
  const { terrain, numbers } = table;
  drawIfChanged(land, [board.profile, terrain, numbers, harbours], () =>
    drawLand(board, terrain, numbers, harbours),
  );
  drawIfChanged(dice, table.dice, drawDice);
  drawIfChanged(track, [table.barbarians, steps], drawTrack);
  drawIfChanged(legend, yields, drawLegend);
  return [land, dice, track, legend];
}

/**
 * @param {BoardFacts} board
 * @param {string} terrain
 * @param {number[]} numbers
 * @param {[edge: string, rate: number, card: string | null][]} harbours
 */
function drawLand(board, terrain, numbers, harbours) {
  const spots = new Map(board.spots.map((spot) => [spot.name, spot]));
  const at = (/** @type {string} */ name) => /** @type {SpotFacts} */ (spots.get(name));
  const signs = harbours.map(([edge, rate, card]) => ({
    rate,
    card,
    ...sign(at(edge), spots, terrain),
  }));
  const hexes = [...terrain].map((letter, i) => {
    const { x, y } = at(String(i));
    const number = numbers[i];
    /** @type {Element[]} */
    const parts = [
      svg("path", {
        d: hexagon(x, -y),
        fill: TERRAINS[letter],
        class: letter === "G" ? "gold" : "",
        opacity: letter === "~" ? 0.3 : 0.5,
      }),
    ];
    if (number) {
      const hot = number === 6 || number === 8;
      parts.push(
        svg("circle", { cx: x, cy: -y, r: 0.17, class: "token" }),
        svg("text", { x, y: -y, class: hot ? "hot" : "" }, number),
      );
    }
    return svg("g", {}, ...parts);
  });
  // Draw the names over the jetties.
  const names = [...terrain].map((_, i) => {
    const { x, y } = at(String(i));
    const near = signs.find(({ cx, cy }) => Math.hypot(cx - x, cy + y) < REACH);
    return svg(
      "text",
      { x, y: -y + (!near || near.word < 0 ? 0.3 : -0.34), class: "coordinate" },
      phrase(`hex ${i}`),
    );
  });
  return [...hexes, ...signs.map(harbour), ...names];
}

// The place of a harbour's sign, on the sea's side of its edge, and of its word above or below.
/**
 * @param {SpotFacts} options
 * @param {Map<string, SpotFacts>} spots
 * @param {string} terrain
 */
function sign({ x, y, angle }, spots, terrain) {
  /** @type {(sign: number) => [number, number]} */
  const side = (sign) => [
    Math.sin((angle * Math.PI) / 180) * 0.5 * sign,
    Math.cos((angle * Math.PI) / 180) * 0.5 * sign,
  ];
  /** @param {[number, number]} options */
  const isSea = ([east, north]) =>
    [...terrain].some((letter, i) => {
      const hex = /** @type {SpotFacts} */ (spots.get(String(i)));
      return letter === "~" && Math.hypot(hex.x - x - east, hex.y - y - north) < 0.2;
    });
  const [east, north] = isSea(side(1)) ? side(1) : side(-1);
  const [cx, cy] = [x + east * 0.95, -(y + north * 0.95)];
  return { x, y, cx, cy, word: cy < -y - 0.1 ? -0.33 : 0.33 };
}

// A jetty with the rate of a harbour, and beside it the card that it takes, unless it takes any.
/**
 * @param {{rate: number, card: string | null, x: number, y: number, cx: number, cy: number, word: number}} options
 */
function harbour({ rate, card, x, y, cx, cy, word }) {
  return svg(
    "g",
    { class: "port", "data-term": "harbour" },
    svg("path", { d: `M${x},${-y} L${cx},${cy}` }),
    svg("circle", { cx, cy, r: 0.23, fill: colours[card ?? ""] ?? "#e9dcc0" }),
    svg("text", { x: cx, y: cy }, `${rate}:1`),
    ...(card ? [svg("text", { class: "card", x: cx, y: cy + word }, named("card", card))] : []),
    svg("title", {}, card ? phrase("harbour of", card, rate) : phrase("harbour", rate)),
  );
}

/** @param {[white: number, red: number]} options */
function drawDice([white, red]) {
  /**
   * @param {number} value
   * @param {number} x
   * @param {string} fill
   * @param {string} ink
   */
  const die = (value, x, fill, ink) => [
    svg("rect", { x, y: -2.95, width: 0.5, height: 0.5, rx: 0.09, fill }),
    ...PIPS[value].map(([px, py]) =>
      svg("circle", { cx: x + 0.25 + 0.14 * px, cy: -2.7 + 0.14 * py, r: 0.045, fill: ink }),
    ),
  ];
  return [
    ...(white
      ? [...die(white, -3.45, "#f4ecdb", "#2a2118"), ...die(red, -2.85, "#b3261a", "#fff")]
      : []),
    svg("title", {}, white ? phrase("last roll", white, red) : phrase("no roll")),
  ];
}

// The barbarians' way.
/** @param {[step: number, steps: number]} options */
function drawTrack([step, steps]) {
  const way = Array.from({ length: steps }, (_, i) =>
    svg("circle", {
      cx: 2.35 + 0.21 * i,
      cy: -2.55,
      r: 0.085,
      fill: i < step ? "#d8451b" : "none",
      stroke: "#c9b48a",
      "stroke-width": 0.02,
    }),
  );
  return [
    svg("text", { x: 2.98, y: -2.82 }, phrase("barbarians")),
    ...way,
    svg("title", {}, phrase("barbarians step", step, steps)),
  ];
}

/** @param {[letter: string, card: string][]} yields */
function drawLegend(yields) {
  return yields.flatMap(([letter, card], i) => {
    const [x, y] = [i < 3 ? -3.9 : 2.1, 2.53 + 0.34 * (i % 3)];
    return [
      svg("rect", {
        x,
        y: y - 0.09,
        width: 0.18,
        height: 0.18,
        fill: TERRAINS[letter],
        class: letter === "G" ? "gold" : "",
      }),
      svg(
        "text",
        { x: x + 0.26, y },
        named("terrain", letter),
        svg("tspan", { class: "yield" }, `: ${named("card", card)}`),
      ),
    ];
  });
}

/**
 * @param {number} x
 * @param {number} y
 */
function hexagon(x, y) {
  const corners = [0, 1, 2, 3, 4, 5].map(
    (i) => `${x + REACH * Math.sin((i * Math.PI) / 3)},${y - REACH * Math.cos((i * Math.PI) / 3)}`,
  );
  return `M${corners.join(" L")}Z`;
}
