// Ley Lines of Mars: translucent pyramids with pips, and volcano caps of basalt.

import { tint } from "../pieces/pieces.js";
import { paint, radial, shade, slope, svg } from "../common/elements.js";
import { phrase } from "../texts/words.js";

/** @type {Record<string, number[]>} */
const SIZES = { small: [1, 19, 35], medium: [2, 26, 49], large: [3, 33, 63] };
const FOOT = 18; // where the middle of the base lies
const DOWN = 0.4; // how much depth the slanting view leaves
const BACK = 0.9; // width of the far edge of the base

export const about = {
  minutes: "15",
  picture: () => [
    svg(
      "g",
      { class: "drawn", transform: "translate(-16 -6) scale(.85)" },
      ...pyramid(3, 33, 63, 0),
    ),
    svg("g", { class: "drawn", transform: "translate(22 12) scale(.7)" }, ...pyramid(1, 19, 35, 1)),
  ],
};

/**
 * @param {string} name
 * @param {number} seat
 */
export function draw(name, seat) {
  if (name === "cap") return cap();
  const size = SIZES[name.split(" ")[0]];
  return size && pyramid(size[0], size[1], size[2], seat);
}

/** @param {MarsEvent} event */
export function tell([word, seat, points, cells]) {
  return word === "line" ? phrase("log line", seat, points, cells[0], cells.at(-1)) : undefined;
}

/** @param {string} piece */
export function name(piece) {
  return phrase(`size ${piece.split(" ")[0]}`);
}

/** @param {View} view */
export function moment(view) {
  return phrase(view.result ? "rules end" : view.actions ? "rules scoring" : "rules turn");
}

// A pyramid of half width `half` and height `tall`, seen from the south and above.
/**
 * @param {number} pips
 * @param {number} half
 * @param {number} tall
 * @param {number} seat
 */
function pyramid(pips, half, tall, seat) {
  const { base, light, deep, dark, ink } = tint(seat);
  const near = FOOT + half * DOWN;
  const far = FOOT - half * DOWN;
  const top = FOOT - tall;
  const points = {
    nearWest: [-half, near],
    nearEast: [half, near],
    farWest: [-half * BACK, far],
    farEast: [half * BACK, far],
    tipWest: [-1.6, top],
    tipEast: [1.6, top],
  };
  /** @param {...keyof typeof points} corners */
  const face = (...corners) => corners.map((corner) => points[corner].join()).join(" ");
  const front = face("nearWest", "nearEast", "tipEast", "tipWest");
  const west = face("farWest", "nearWest", "tipWest");
  const east = face("nearEast", "farEast", "tipEast");
  /**
   * @param {string} side
   * @param {...Stop} stops
   */
  const fill = (side, ...stops) => paint(`mars-${seat}-${side}`, () => slope(stops));
  return [
    shade(half * 0.45, FOOT + 1, half * 1.45, half * 0.72),
    svg("polygon", { class: "lit", points: face("nearWest", "nearEast", "farEast", "farWest") }),
    svg("polygon", {
      points: west,
      fill: fill("west", [0, light, 0.95], [0.5, base, 0.9], [1, base, 0.82]),
    }),
    svg("polygon", {
      points: east,
      fill: fill("east", [0, base, 0.92], [0.75, dark, 0.96], [1, dark, 0.9]),
    }),
    svg("polygon", {
      points: front,
      fill: fill("front", [0, light, 0.96], [0.3, base, 0.93], [0.8, deep, 0.9], [1, base, 0.86]),
    }),
    svg("path", {
      class: "outline",
      d:
        `M${points.nearWest} L${points.nearEast} L${points.farEast} L${points.tipEast} ` +
        `L${points.tipWest} L${points.farWest}Z`,
    }),
    // the far edges, seen through the plastic
    svg("path", {
      class: "through",
      stroke: light,
      d: `M${points.farWest} L${points.farEast} M0,${far} L0,${top + tall * 0.3}`,
    }),
    svg("polygon", { class: "lit over", points: front }),
    svg("path", {
      class: "gleam",
      d: `M${points.nearWest} L${points.tipWest} M${points.tipEast} L${points.nearEast}`,
    }),
    svg("path", {
      class: "streak",
      d: `M${-half * 0.52},${near - 3} L-1.5,${top + tall * 0.26} L${-half * 0.3},${near - 3}Z`,
    }),
    svg("path", { class: "edge", stroke: light, d: `M${points.nearWest} L${points.nearEast}` }),
    ...dots(pips, near - half * 0.24 - 1.5, 2.3 + half / 22, seat, ink),
  ];
}

// Pips in a row; seat 1's are diamonds, so that colour does not carry the difference alone.
/**
 * @param {number} pips
 * @param {number} y
 * @param {number} r
 * @param {number} seat
 * @param {string} ink
 */
function dots(pips, y, r, seat, ink) {
  return Array.from({ length: pips }, (_, i) => {
    const x = (i - (pips - 1) / 2) * r * 3.1;
    return seat === 1
      ? svg("rect", {
          x: x - r,
          y: y - r,
          width: 2 * r,
          height: 2 * r,
          fill: ink,
          transform: `rotate(45 ${x} ${y})`,
          class: "pip",
        })
      : svg("circle", { cx: x, cy: y, r: r * 1.1, fill: ink, class: "pip" });
  });
}

// A volcano: a low cone of basalt with embers in its crater.
function cap() {
  const foot = "M-34,14 C-30,4 -20,-2 -14,-15 L14,-15 C20,-2 30,4 34,14 C34,32 -34,32 -34,14Z";
  const side = paint("cap-side", () =>
    slope([
      [0, "#6a5c52"],
      [0.5, "#37302c"],
      [1, "#171413"],
    ]),
  );
  const sheen = paint("cap-sheen", () =>
    slope(
      [
        [0, "#fff", 0.28],
        [0.4, "#fff", 0.02],
        [1, "#000", 0.5],
      ],
      { x1: 0, x2: 1 },
    ),
  );
  const fire = paint("cap-fire", () =>
    radial(
      [
        [0, "#fff1b8"],
        [0.3, "#ffb347"],
        [0.7, "#d8451b"],
        [1, "#4a1108"],
      ],
      { cy: 0.62 },
    ),
  );
  return [
    shade(6, 17, 46, 24),
    svg("ellipse", { cx: 0, cy: 14, rx: 36, ry: 15, class: "lit" }),
    svg("path", { d: foot, fill: side }),
    svg("path", { d: foot, fill: sheen }),
    svg("path", {
      class: "ridges",
      d:
        "M-10,-10 C-13,2 -20,8 -23,22 M-2,-8 C-3,4 -7,12 -7,26 " +
        "M6,-9 C7,3 9,10 11,26 M11,-11 C15,0 21,6 25,20",
    }),
    svg("ellipse", { cx: 0, cy: -15, rx: 14, ry: 6.6, fill: "#8b7a6c" }),
    svg("ellipse", { cx: 0, cy: -14.4, rx: 11.5, ry: 5, fill: fire }),
    svg("path", { class: "lava", d: "M-3,-10 C-5,-4 -3,-1 -6,5 M5,-10.5 C6,-6 8,-4 8,-1" }),
  ];
}
