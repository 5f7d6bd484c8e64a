// Landover: an island of hexes printed on the board, and wooden houses, roads and boats on it.

import { cardNames as CARDS, cardlet, colours, culture, dev } from "./landover/cards.js";
import { island } from "./landover/island.js";
import { boat, catapult, house, merchant, road } from "./landover/pieces.js";
import { trading } from "./landover/trade.js";
import { button, buttons, heading } from "../panel/action_buttons.js";
import { html, svg } from "../common/elements.js";
import { hasText, joinNames, named, phrase, seatName, capitalize } from "../texts/words.js";

/** @type {{terrain: Record<string, string>, numbers: Record<string, number>} | null} */
let printed = null; // the table as it was drawn last: {terrain, numbers, ...}

export const about = {
  minutes: "90",
  picture: () => [
    svg("path", {
      d: "M0,-40 L35,-20 L35,20 L0,40 L-35,20 L-35,-20Z",
      fill: "#8fbf4d",
      stroke: "#16496b",
      "stroke-width": 8,
    }),
    svg(
      "g",
      { class: "drawn", transform: "translate(-8 0) scale(.55)" },
      ...house("city", "city", 0),
    ),
    svg("g", { class: "drawn", transform: "translate(22 20) scale(.4)" }, ...boat(1)),
  ],
};

/**
 * @param {string} name
 * @param {number} seat
 * @param {Spot} [spot]
 */
export function draw(name, seat, spot) {
  const what = name.replace(/ \d$/, "");
  const angle = spot?.kind === "edge" ? spot.angle : 60;
  if (what === "road") return road(seat, angle);
  if (what === "boat") return boat(seat);
  if (what === "catapult") return catapult(seat);
  if (what.startsWith("merchant")) return merchant();
  if (/^(village|city|wall)/.test(what) || what.endsWith("metro")) return house(what, name, seat);
  return undefined;
}

// The island, where it is known and the board has hexes.
/**
 * @param {View} view
 * @param {BoardFacts} board
 */
export function ground(view, board) {
  if (!board.hex || !view.table) return [];
  printed = view.table;
  return island(view, board);
}

// A place's name as on the table's display, "c5, east edge". A hex also has its terrain and number,
// "c5 (forest, 8)", since small screens show no names on it.
/** @param {string} name */
export function place(name) {
  const said = named("spot", name);
  const land = printed?.terrain[name]; // of a hex
  return printed && land
    ? `${said} (${[named("terrain", land), printed.numbers[name] || []].flat().join(", ")})`
    : said;
}

// The name of a piece without its seat: "city with wall".
/** @param {string} piece */
export function name(piece) {
  /** @param {string} what */
  const called = (what) => named("called", what.replace(/ \d$/, ""));
  const [what, more] = piece.split(" with ");
  return more
    ? phrase("with", called(what), joinNames(more.split(" and ").map(called)))
    : called(what);
}

/** @param {Words} options */
export function tell([word, ...values]) {
  switch (word) {
    case "cards":
      return values[1] ? `${seatName(values[0])}: ${changes(values[1])}` : ""; // hidden
    case "production":
      return ""; // the cards say it
    case "cleared":
      return phrase(
        values[0].length > 1 ? "log cleared" : "log cleared 1",
        joinNames(values[0].map(place)),
      );
    case "metro":
      return phrase("log metro", values[1], values[0], place(values[2]));
    case "revealed":
      return phrase("log revealed", place(values[0]));
    case "longest":
      return values[0] === null ? phrase("log longest lost") : phrase("log longest", ...values);
    case "win":
      return phrase("wins", values[0]);
    default:
      return hasText(`log ${word}`) ? phrase(`log ${word}`, ...values) : undefined;
  }
}

/** @param {Words} options */
export function act([word, ...values]) {
  switch (word) {
    case "offer":
      return phrase(
        "does offer",
        joinNames(values[2].map(seatName)),
        cards(values[0]),
        cards(values[1]),
      );
    case "order":
      return phrase("does order", joinNames(values[0].map(seatName)));
    case "village":
    case "city":
    case "road":
    case "boat":
    case "wall":
      return phrase(`does ${word}`, place(values[0]));
    case "improve":
      return (
        phrase("does improve", values[0]) +
        (values[1] ? phrase("with metro", place(values[1])) : "")
      );
    case "raid":
      return phrase("does raid", values[1], place(values[0]));
    case "play":
      return phrase("does play", values[0]) + against(values);
    case "take":
    case "take_dev":
      return phrase(values[0] ? `does ${word}` : `does ${word} hidden`, values[0]);
    default:
      return undefined;
  }
}

// The targets of a development card for the end of a sentence: places, cards and seats.
/** @param {any[]} values */
/** @param {any[]} words */
function against([dev, ...values]) {
  const onSeats = ["master_merchant", "deserter", "spy"].includes(dev);
  const said = values.flat().map((value, i) => {
    if (value === null || hasText(`card ${value}`)) return named("card", value);
    const isSeat = onSeats || (i === 1 && dev === "siege");
    return typeof value === "number" && isSeat ? seatName(value) : place(value);
  });
  return said.length ? `: ${joinNames(said)}` : "";
}

// The cards of a hand: each kind with its number, and what may be played.
/** @param {{cards?: number[], devs?: string[], shown?: any[]}} own */
export function hand({ cards: held = [], devs = [], shown }) {
  return [
    html("div", { class: "cards" }, ...held.map((number, i) => cardlet(i, number))),
    ...(devs.length ? [html("div", { class: "devs" }, ...devs.map(dev))] : []),
    ...(shown
      ? [
          html(
            "p",
            {},
            phrase(
              "shown",
              typeof shown[0] === "number"
                ? cards(shown)
                : joinNames(shown.map((dev) => named("dev", dev))),
            ),
          ),
        ]
      : []),
  ];
}

/**
 * @param {View} options
 * @param {number} seat
 */
export function purse({ table, printed: { top } }, seat) {
  if (!table) return [];
  const { cards: held, devs, power, levels, routes } = table;
  return [
    [phrase("purse cards"), held[seat]],
    [phrase("purse devs"), devs[seat]],
    [phrase("purse soldiers"), power[seat]],
    .../** @type {number[]} */ (levels[seat]).map((level, i) => [
      named("culture", culture(i).name),
      `${level}/${top}`,
      culture(i).colour,
    ]),
    [phrase("purse route"), routes[seat]],
    ...(table.longest === seat ? [[phrase("part longest"), routes[seat]]] : []),
    ...(table.port_authority === seat ? [[phrase("purse port"), "★"]] : []),
    ...(table.merchant?.[1] === seat ? [[phrase("part merchant"), "★"]] : []),
  ];
}

/**
 * @param {string} name
 * @param {Record<string, number[]>} prices
 */
export function price(name, prices) {
  const costs = prices[name.split(" ")[0]];
  return (costs ?? []).flatMap((number, i) =>
    Array.from({ length: number }, () => [colours[CARDS[i]], named("card", CARDS[i])]),
  );
}

// What decides the game now, in sentences: the goal, the effects of a seven and of the barbarians,
// and all prices.
/**
 * @param {View} options
 * @param {Record<string, number[]>} prices
 */
export function outlook({ printed: now, table }, prices) {
  const keeps = now.safe.map((/** @type {number} */ safe, /** @type {number} */ seat) =>
    phrase("keeps", seat, now.cards[seat], safe),
  );
  const [won, seats] = now.attack;
  return [
    phrase("goal", now.target),
    phrase("seven does", keeps.join(", ")),
    phrase("barbarians step", table.barbarians, now.steps) +
      phrase(
        won ? "barbarians lose" : "barbarians win",
        now.cities,
        now.defence,
        seats.length ? joinNames(seats.map(seatName)) : phrase("nobody"),
      ),
    ...Object.entries(prices).map(
      ([piece, costs]) => `${capitalize(name(piece))}: ${cards(costs)}`,
    ),
  ];
}

/** @param {View} options */
export function goal({ printed }) {
  return printed.target;
}

/** @param {ControlsContext} now */
export function controls(now) {
  const { view, seat, actions } = now;
  const { deal, phase } = view.table ?? {};
  const rest = actions
    .filter(([word]) => word !== "bank")
    .sort(([one], [two]) => Number(two === "end") - Number(one === "end")); // first for the keyboard
  const trades =
    now.many.includes("offer") ||
    actions.length > rest.length ||
    rest.some(([word]) => word === "offer");
  const offered =
    deal && phase === "offer" && view.table.turn !== seat
      ? [
          html(
            "p",
            {},
            phrase("offered", view.table.turn, cards(deal.give), cards(deal.want)),
            ...(now.onlyDecline ? [` ${capitalize(now.onlyDecline)}.`] : []),
          ),
        ]
      : [];
  const others = buttons({ ...now, actions: rest.filter(([word]) => word !== "offer") });
  if (offered.length)
    others[0]?.append(button(phrase("decline all"), "decline all", now.declineAll));
  return [heading(now), ...offered, ...others, ...(trades ? [trading(now)] : [])];
}

// Actions of others that leave no trace on the board.
/** @param {Words} options */
export function notable([word]) {
  return ["accept", "decline", "raid", "play", "steal", "give"].includes(word);
}

/** @type {Record<string, string>} */
const MOMENTS = {
  village: "set-up",
  "village route": "set-up",
  city: "set-up",
  "city route": "set-up",
  offer: "trade",
  pick: "trade",
  "take a dev card": "cards",
};

/** @param {View} options */
export function moment({ table }) {
  return phrase(`rules ${MOMENTS[table?.phase] ?? "turn"}`);
}

/** @param {number[]} counts */
function changes(counts) {
  return counts
    .flatMap((change, i) =>
      change ? [`${change > 0 ? "+" : "−"}${phrase(`count ${i}`, Math.abs(change))}`] : [],
    )
    .join(", ");
}

/** @param {number[]} counts */
function cards(counts) {
  return joinNames(counts.flatMap((number, i) => (number ? [phrase(`count ${i}`, number)] : [])));
}
