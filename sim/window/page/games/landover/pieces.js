// The wooden pieces of Landover.

import { tint } from "../../pieces/pieces.js";
import { paint, shade, slope, svg } from "../../common/elements.js";

/** @param {number} seat */
function wood(seat) {
  const { base, light, deep } = tint(seat);
  return paint(`wood-${seat}`, () =>
    slope([
      [0, light],
      [0.35, base],
      [1, deep],
    ]),
  );
}

/**
 * @param {number} seat
 * @param {number} angle
 */
export function road(seat, angle) {
  const { dark } = tint(seat);
  return [
    svg(
      "g",
      { transform: `rotate(${angle})` },
      svg("rect", { class: "shade", x: -38, y: -7, width: 80, height: 21, rx: 5 }),
      svg("rect", { x: -40, y: -9, width: 80, height: 19, rx: 5, fill: dark }),
      svg("rect", { x: -40, y: -10, width: 80, height: 16, rx: 5, fill: wood(seat) }),
    ),
  ];
}

/** @param {number} seat */
export function boat(seat) {
  const { dark } = tint(seat);
  return [
    shade(3, 24, 44, 14),
    svg("path", { d: "M-40,8 H40 C34,26 20,28 0,28 C-20,28 -34,26 -40,8Z", fill: wood(seat) }),
    svg("path", { d: "M-2,6 V-40 C22,-28 28,-10 26,2 Z", fill: "#f3ead6", stroke: dark }),
    svg("path", { d: "M-7,4 V-28 C-22,-18 -25,-8 -24,2 Z", fill: "#dccfb2", stroke: dark }),
  ];
}

// A village is one gable; a city also has a tower. Walls and metros are drawn around the city.
/**
 * @param {string} what
 * @param {string} name
 * @param {number} seat
 */
export function house(what, name, seat) {
  const { dark, light } = tint(seat);
  const metro = name.match(/(science|commerce|politics) metro/)?.[1];
  /** @type {Element[]} */
  const parts = [shade(5, 30, 44, 16)];
  if (what === "wall" || what.includes("wall")) {
    parts.push(
      svg("path", {
        fill: "#8d867a",
        stroke: "#3b362e",
        d: "M-46,36 V14 h10 v7 h9 v-7 h10 v7 h9 v-7 h10 v7 h9 v-7 h10 v7 h9 v-7 h16 V36Z",
      }),
    );
  }
  if (what.startsWith("village")) {
    parts.push(
      svg("path", {
        d: "M-27,30 V-6 L0,-32 L27,-6 V30Z",
        fill: wood(seat),
        stroke: dark,
        "stroke-width": 2,
      }),
    );
  } else if (what.startsWith("city") || (metro && seat >= 0)) {
    parts.push(
      svg("path", {
        d: "M-38,30 V-22 L-20,-42 L-2,-22 V-4 H36 V30Z",
        fill: wood(seat),
        stroke: dark,
        "stroke-width": 2,
      }),
      svg("path", { d: "M-2,-4 L17,-20 L36,-4Z", fill: light, opacity: 0.6 }),
    );
  }
  if (metro) {
    /** @type {Record<string, string>} */
    const colours = { science: "#3fae62", commerce: "#e6b53a", politics: "#4f86e0" };
    parts.push(
      svg("path", {
        d: "M2,26 V-6 L18,-36 L34,-6 V26Z",
        fill: colours[metro],
        stroke: "#1d1a15",
        "stroke-width": 2,
      }),
      svg("circle", { cx: 18, cy: -36, r: 5, fill: "#fff3cf" }),
    );
  }
  return parts;
}

/** @param {number} seat */
export function catapult(seat) {
  const { dark } = tint(seat);
  return [
    shade(4, 26, 40, 14),
    svg("path", {
      d: "M-30,22 L28,-30",
      stroke: wood(seat),
      "stroke-width": 9,
      "stroke-linecap": "round",
    }),
    svg("circle", { cx: 29, cy: -31, r: 11, fill: "#77706a", stroke: dark }),
    svg("rect", { x: -36, y: 12, width: 68, height: 12, rx: 4, fill: wood(seat), stroke: dark }),
    ...[-24, 20].map((cx) => svg("circle", { cx, cy: 26, r: 11, fill: dark, stroke: "#d8c08f" })),
  ];
}

export function merchant() {
  const robe = paint("merchant", () =>
    slope([
      [0, "#f0d9a0"],
      [1, "#8a6420"],
    ]),
  );
  return [
    shade(4, 32, 32, 12),
    svg("path", { d: "M-24,34 C-20,4 -10,-8 0,-8 C10,-8 20,4 24,34Z", fill: robe }),
    svg("circle", { cy: -20, r: 13, fill: robe }),
  ];
}
