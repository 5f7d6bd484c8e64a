// Landover: an island of hexes printed on the board, and wooden houses, roads and boats on it.

import { tint } from "../pieces.js";
import { paint, shade, slope, svg } from "../svg.js";
import { count, list, plain, seatName, upper } from "../words.js";

const TERRAINS = {
  F: "#2f6b3a", H: "#a4562f", S: "#8fbf4d", W: "#d9b13b", M: "#7d7f86", G: "#e8c24a",
  "~": "#16496b", "?": "#4a3f5c",
};
const CARDS = ["wood", "clay", "wool", "wheat", "ore", "paper", "cloth", "coin"];
const REACH = 0.4; // from the middle of a hex to its corners, as far as the print goes

export function draw(name, seat, spot) {
  const what = name.replace(/ \d$/, "");
  const turn = spot?.kind === "edge" ? spot.turn : 60;
  if (what === "road") return road(seat, turn);
  if (what === "boat") return boat(seat);
  if (what === "catapult") return catapult(seat);
  if (what.startsWith("merchant")) return merchant();
  if (/^(village|city|wall)/.test(what) || what.endsWith("metro")) return house(what, name, seat);
  return undefined;
}

// The hexes with their terrain and number, and the harbours.
export function ground({ table }, board) {
  if (!board.hex || !table) return [];
  const spots = new Map(board.spots.map((spot) => [spot.name, spot]));
  const hexes = [...table.terrain].map((letter, i) => {
    const { x, y } = spots.get(String(i));
    const number = table.numbers[i];
    const parts = [svg("path", { d: hexagon(x, -y), fill: TERRAINS[letter],
      opacity: letter === "~" ? 0.3 : 0.5 })];
    if (number) {
      const hot = number === 6 || number === 8;
      parts.push(svg("circle", { cx: x, cy: -y, r: 0.15, class: "token" }),
        svg("text", { x, y: -y, class: hot ? "hot" : "" }, number));
    }
    return svg("g", {}, ...parts);
  });
  const harbours = table.harbours.map(([edge, card]) => {
    const { x, y, turn } = spots.get(edge);
    const out = [Math.sin(turn * Math.PI / 180) * 0.2, -Math.cos(turn * Math.PI / 180) * 0.2];
    return svg("text", { x: x + out[0], y: -y + out[1], class: "harbour" }, card);
  });
  return [...hexes, ...harbours];
}

export function tell([word, ...values]) {
  switch (word) {
    case "cards":
      return `${seatName(values[0])}: ${changes(values[1])}`;
    case "production":
      return undefined;
    case "barbarians":
      return `Barbarians of strength ${values[0]} against ${values[1]}: ` +
        (values[2] === "won" ? "beaten off" : "they plunder");
    case "longest":
      return values[0] === null ? "Nobody has the longest route"
        : `${seatName(values[0])} has the longest route, ${values[1]}`;
    case "vp":
      return `${seatName(values[0])} has ${count(values[1], "point")}`;
    case "win":
      return `${seatName(values[0])} wins`;
    default:
      return undefined;
  }
}

export function act([word, ...values]) {
  switch (word) {
    case "dice":
      return `rolls ${values[0]} and ${values[1]}`;
    case "offer":
      return `offers ${cards(values[0])} for ${cards(values[1])}`;
    case "order":
      return `puts the seats in the order ${list(values[0].map(seatName))}`;
    case "numbers":
    case "terrain":
      return `lays out the ${word}`;
    case "village":
    case "city":
    case "road":
    case "boat":
    case "wall":
      return `builds a ${word} on ${values[0]}`;
    case "end":
      return "ends the turn";
    default:
      return [word, ...values].map(plain).join(" ");
  }
}

export function own({ cards: held = [], devs = [] }) {
  return [...held.map((number, i) => [upper(CARDS[i]), number]),
    ["cards to play", devs.map(plain).join(", ")]];
}

function changes(counts) {
  return counts.flatMap((change, i) =>
    change ? [`${change > 0 ? "+" : "−"}${Math.abs(change)} ${CARDS[i]}`] : []).join(", ");
}

function cards(counts) {
  return list(counts.flatMap((number, i) => (number ? [`${number} ${CARDS[i]}`] : [])));
}

function hexagon(x, y) {
  const corners = [0, 1, 2, 3, 4, 5].map((i) =>
    `${x + REACH * Math.sin(i * Math.PI / 3)},${y - REACH * Math.cos(i * Math.PI / 3)}`);
  return `M${corners.join(" L")}Z`;
}

function wood(seat) {
  const { base, light, deep } = tint(seat);
  return paint(`wood-${seat}`, () => slope([[0, light], [0.35, base], [1, deep]]));
}

function road(seat, turn) {
  const { dark } = tint(seat);
  return [svg("g", { transform: `rotate(${turn})` },
    svg("rect", { class: "shade", x: -38, y: -7, width: 80, height: 21, rx: 5 }),
    svg("rect", { x: -40, y: -9, width: 80, height: 19, rx: 5, fill: dark }),
    svg("rect", { x: -40, y: -10, width: 80, height: 16, rx: 5, fill: wood(seat) }))];
}

function boat(seat) {
  const { dark } = tint(seat);
  return [
    shade(3, 24, 44, 14),
    svg("path", { d: "M-40,8 H40 C34,26 20,28 0,28 C-20,28 -34,26 -40,8Z", fill: wood(seat) }),
    svg("path", { d: "M-2,6 V-40 C22,-28 28,-10 26,2 Z", fill: "#f3ead6", stroke: dark }),
    svg("path", { d: "M-7,4 V-28 C-22,-18 -25,-8 -24,2 Z", fill: "#dccfb2", stroke: dark }),
  ];
}

// A village is one gable, a city has a tower too; walls and metros are added to the city.
function house(what, name, seat) {
  const { dark, light } = tint(seat);
  const metro = name.match(/(science|commerce|politics) metro/)?.[1];
  const parts = [shade(5, 30, 44, 16)];
  if (what === "wall" || what.includes("wall")) {
    parts.push(svg("path", { fill: "#8d867a", stroke: "#3b362e",
      d: "M-46,36 V14 h10 v7 h9 v-7 h10 v7 h9 v-7 h10 v7 h9 v-7 h10 v7 h9 v-7 h16 V36Z" }));
  }
  if (what.startsWith("village")) {
    parts.push(svg("path", { d: "M-27,30 V-6 L0,-32 L27,-6 V30Z", fill: wood(seat),
      stroke: dark, "stroke-width": 2 }));
  } else if (what.startsWith("city") || (metro && seat >= 0)) {
    parts.push(svg("path", { d: "M-38,30 V-22 L-20,-42 L-2,-22 V-4 H36 V30Z", fill: wood(seat),
      stroke: dark, "stroke-width": 2 }), svg("path", { d: "M-2,-4 L17,-20 L36,-4Z", fill: light,
      opacity: 0.6 }));
  }
  if (metro) {
    const colour = { science: "#3fae62", commerce: "#e6b53a", politics: "#4f86e0" }[metro];
    parts.push(svg("path", { d: "M2,26 V-6 L18,-36 L34,-6 V26Z", fill: colour, stroke: "#1d1a15",
      "stroke-width": 2 }), svg("circle", { cx: 18, cy: -36, r: 5, fill: "#fff3cf" }));
  }
  return parts;
}

function catapult(seat) {
  const { dark } = tint(seat);
  return [
    shade(4, 26, 40, 14),
    svg("path", { d: "M-30,22 L28,-30", stroke: wood(seat), "stroke-width": 9,
      "stroke-linecap": "round" }),
    svg("circle", { cx: 29, cy: -31, r: 11, fill: "#77706a", stroke: dark }),
    svg("rect", { x: -36, y: 12, width: 68, height: 12, rx: 4, fill: wood(seat), stroke: dark }),
    ...[-24, 20].map((cx) => svg("circle", { cx, cy: 26, r: 11, fill: dark, stroke: "#d8c08f" })),
  ];
}

function merchant() {
  const robe = paint("merchant", () => slope([[0, "#f0d9a0"], [1, "#8a6420"]]));
  return [
    shade(4, 32, 32, 12),
    svg("path", { d: "M-24,34 C-20,4 -10,-8 0,-8 C10,-8 20,4 24,34Z", fill: robe }),
    svg("circle", { cy: -20, r: 13, fill: robe }),
  ];
}
