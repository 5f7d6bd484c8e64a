// Ley of the Land, the market: the same tiles, bought with bids.

import { count, list, seatName } from "../words.js";
import { draw, name } from "./land.js";

export { draw, name };

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
      return `${seatName(values[0])} holds ${values[1]} money, ${values[2]} faerie, ` +
        `${values[3]} wheat`;
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
      return `puts a ${name(values[1])} on slot ${values[0]}`;
    case "bid":
      return values.length ? `bids ${values[0]}` : "bids";
    case "acquire":
      return `buys a ${name(values[1])} for ${values[2]}`;
    case "reap":
      return `reaps the section of ${values[0]}`;
    case "pass":
      return "passes";
    default:
      return `${word}s`;
  }
}
