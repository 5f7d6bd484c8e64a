// Ley of the Land, the market: the same tiles, bought with bids.

import { button, buttons, heading } from "../deeds.js";
import { html, svg } from "../svg.js";
import { tile } from "../tiles.js";
import { count, list, seatName } from "../words.js";
import { draw, name } from "./land.js";

export { draw, name };

export const about = {
  line: "Bid in secret, buy tiles, and work your land for cubes and coins.",
  minutes: "45",
  picture: () => [
    svg("g", { class: "drawn", transform: "translate(-16 -14) scale(.75)" }, ...tile("ggyy")),
    ...[[22, 24], [8, 32], [30, 34]].map(([cx, cy]) => svg("circle", { cx, cy, r: 12,
      fill: "#e2b23e", stroke: "#7a5410", "stroke-width": 2 })),
  ],
};

// The corner of each seat's land on the table, and its way in from there; see market.md.
const CORNERS = [[0, 0], [0, 1], [1, 1], [1, 0]];

// Where the first slot of the market lies, by the side of a land.
const MARKET = { 3: [2, 4], 5: [3, 5] };

// A frame around each player's land, with the name, and one around the market.
export function ground({ seats, options }, board) {
  const wide = Math.sqrt(board.spots.length);
  if (board.hex || !Number.isInteger(wide)) return [];
  const side = options.board;
  const table = side === 5 ? 12 : 9;
  if (wide < table) return [];
  const frame = (x, y, w, h, seat, text) => [
    svg("rect", { class: "land", "data-seat": seat, x: x - 0.5, y: -(y + h - 0.5), width: w,
      height: h, rx: 0.12 }),
    svg("text", { class: x ? "land-name east" : "land-name", "data-seat": seat,
      x: x ? x + w - 0.55 : -0.45, y: y ? -(y - 0.75) : -(h - 0.25) }, text)];
  return [...CORNERS.slice(0, seats).flatMap(([east, north], seat) => frame(
    east * (table - side), north * (table - side), side, side, seat, `${seatName(seat)}'s land`)),
  ...frame(...MARKET[side], 5, 1, -1, "Market")];
}

export function purse({ hands, bids }, seat) {
  const [money, faerie, wheat] = hands[seat];
  const bid = bids[seat];
  return [["coins", money], ["faeries", faerie], ["wheat", wheat],
    ...(bid === null ? [] : [["bid", bid === "made" ? "made" : bid]])];
}

// The slots of the market, in their order.
export function shelf({ options }) {
  const [x, y] = MARKET[options.board];
  return [0, 1, 2, 3, 4].map((i) => `${String.fromCharCode(97 + x + i)}${y + 1}`);
}

// Bids are secret; what comes after is open.
export function secret({ order }) {
  return !order.length;
}

export function hand({ bid }, { order }) {
  return bid === null || bid === undefined || order.length ? []
    : [html("div", { class: "cover" }, `Your bid: ${count(bid, "coin")}`)];
}

export function controls(now) {
  const bids = now.actions.filter(([word]) => word === "bid");
  if (bids.length) return bidding(now, bids.length - 1);
  const { view, seat } = now;
  const last = view.order.at(-1) === seat;
  return [heading(now), ...buttons(now, { pass: "Pass", frolick: "Frolick: faeries for coins",
    sow: "Sow: wheat onto your land", reap: "Reap 3 coins from",
    invest: last ? `Invest: take ${count(2 * view.bids[seat], "coin")}` : "Invest: brings coins to the last only" })];
}

// A slider with coins, what the bid means, and a confirmation.
function bidding({ seat, act, view }, most) {
  const coins = html("div", { class: "coins", "aria-hidden": "true" },
    ...Array.from({ length: most }, () => html("i", {})));
  const said = html("output", {}, 0);
  const slider = html("input", { type: "range", min: 0, max: most, value: 0, "data-key": "bid",
    "aria-label": "Bid in coins" });
  const place = html("div", { class: "choices" });
  const ask = () => place.replaceChildren(button(`Bid ${count(slider.valueAsNumber, "coin")}`,
    "bid it", sure));
  const sure = () => {
    place.replaceChildren(button(`Yes, pay ${count(slider.valueAsNumber, "coin")}`, "bid yes",
      () => act(["bid", slider.valueAsNumber])), button("No", "bid no", ask));
    place.querySelector("button").focus();
  };
  const move = () => {
    said.textContent = slider.value;
    [...coins.children].forEach((coin, i) => coin.classList.toggle("off",
      i >= slider.valueAsNumber));
    ask();
  };
  slider.addEventListener("input", move);
  slider.addEventListener("keydown", (event) => {
    const { key } = event;
    if (key === "Enter") {
      event.preventDefault(); // or the same key would press the button that has the focus then
      sure();
    }
    if (!/^\d$/.test(key)) return;
    const longer = 10 * slider.valueAsNumber + Number(key);
    slider.value = longer > most ? key : longer;
    move();
  });
  move();
  return [html("h2", {}, `${seatName(seat)}: your secret bid`),
    html("p", {}, "The highest bid acts first. Every bid is paid. Equal bids go clockwise from " +
      `${seatName(view.marker)}, who has the marker.`),
    coins, html("div", { class: "bid" }, slider, said), place];
}

export function moment({ result, order }) {
  return result ? "The end." : order.length ? "Acquire" : "A round.";
}

const COLOURS = { g: "green", y: "yellow" };

export function tell([word, ...values]) {
  switch (word) {
    case "bids":
      return `The bids are ${list(values[0].map((bid, seat) => `${seatName(seat)} ${bid}`))}`;
    case "order":
      return `They play in the order ${list(values[0].map(seatName))}`;
    case "section":
      return `${seatName(values[0])} completes a ${COLOURS[values[1]]} section of ` +
        count(values[2], "diamond");
    case "cubes":
      return `${seatName(values[0])} holds ${count(values[1], "coin")}, ` +
        `${count(values[2], "faerie")}, ${values[3]} wheat`;
    case "largest":
      return `The largest section: ${list(values[0].map(seatName))}, ` +
        count(values[1], "triangle");
    case "final":
      return `Final points: ${list(values[0].map((points, seat) =>
        `${seatName(seat)} ${points}`))}`;
    default:
      return undefined;
  }
}

export function act([word, ...values]) {
  switch (word) {
    case "stock":
      return `puts a ${name(values[1])} on the market`;
    case "bid":
      return values.length ? `bids ${count(values[0], "coin")}` : "bids";
    case "acquire":
      return `buys a ${name(values[1])} and lays it on ${values[2]}`;
    case "reap":
      return `reaps the section of ${values[0]}`;
    case "pass":
      return "passes";
    default:
      return `${word}s`;
  }
}
