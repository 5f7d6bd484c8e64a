// Landover: an island of hexes printed on the board, and wooden houses, roads and boats on it.

import { cardNames as CARDS, cardlet, colours, CULTURES, dev, PAPER } from "./landover/cards.js";
import { island } from "./landover/island.js";
import { boat, catapult, house, merchant, road } from "./landover/pieces.js";
import { trading } from "./landover/trade.js";
import { button, buttons, heading } from "../panel/action_buttons.js";
import { html, svg } from "../common/elements.js";
import { hasText, joinNames, named, phrase, seatName, capitalize } from "../texts/words.js";

/** @type {LandoverTable | null} */
let printed = null; // the table as it was drawn last

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
 * @param {LandoverView} view
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
  const land = printed?.terrain[Number(name)]; // of a hex
  return printed && land
    ? `${said} (${[named("terrain", land), printed.numbers[Number(name)] || []].flat().join(", ")})`
    : said;
}

// The seat of the city under a metropolis, whose own piece is nobody's.
/** @param {string} piece */
export function owner(piece) {
  const [, seat] = piece.match(/^city (\d) with/) ?? [];
  return seat && Number(seat);
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

/** @param {LandoverEvent} event */
export function tell(event) {
  switch (event[0]) {
    case "cards":
      return event[2] ? `${seatName(event[1])}: ${changes(event[2])}` : ""; // hidden
    case "production":
      return ""; // the cards say it
    case "cleared":
      return phrase(
        event[1].length > 1 ? "log cleared" : "log cleared 1",
        joinNames(event[1].map(place)),
      );
    case "metro":
      return phrase("log metro", event[2], event[1], place(event[3]));
    case "revealed":
      return phrase("log revealed", place(event[1]));
    case "longest":
      return event[1] === null
        ? phrase("log longest lost")
        : phrase("log longest", ...event.slice(1));
    case "win":
      return phrase("wins", event[1]);
    default: {
      const [word, ...values] = /** @type {Outcome} */ (event);
      return hasText(`log ${word}`) ? phrase(`log ${word}`, ...values) : undefined;
    }
  }
}

/** @param {LandoverAction} action */
export function act(action) {
  switch (action[0]) {
    case "offer":
      return phrase(
        "does offer",
        joinNames(action[3].map(seatName)),
        cards(action[1]),
        cards(action[2]),
      );
    case "order":
      return phrase("does order", joinNames(action[1].map(seatName)));
    case "village":
    case "city":
    case "road":
    case "boat":
    case "wall":
      return phrase(`does ${action[0]}`, place(action[1]));
    case "improve":
      return (
        phrase("does improve", action[1]) +
        (action[2] ? phrase("with metro", place(action[2])) : "")
      );
    case "raid":
      return phrase("does raid", action[2], place(action[1]));
    case "play": {
      const [, card, ...targets] = action;
      return phrase("does play", card) + against(card, targets);
    }
    case "take":
    case "take_dev":
      return phrase(action[1] ? `does ${action[0]}` : `does ${action[0]} hidden`, action[1]);
    default:
      return undefined;
  }
}

// The targets of a development card for the end of a sentence: places, cards and seats.
/**
 * @param {string} card
 * @param {Word[]} targets
 */
function against(card, targets) {
  const onSeats = ["master_merchant", "deserter", "spy"].includes(card);
  const values = /** @type {(string | number | null)[]} */ (targets.flat());
  const said = values.map((value, i) => {
    if (value === null || hasText(`card ${value}`)) return named("card", value);
    const isSeat = onSeats || (i === 1 && card === "siege");
    return typeof value === "number" && isSeat ? seatName(value) : place(String(value));
  });
  return said.length ? `: ${joinNames(said)}` : "";
}

// The cards of a hand: each kind with its number, and the cards that the seat may play.
/** @param {Partial<LandoverOwn>} own */
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
              isCounted(shown) ? cards(shown) : joinNames(shown.map((one) => named("dev", one))),
            ),
          ),
        ]
      : []),
  ];
}

/**
 * @param {LandoverView} options
 * @param {number} seat
 */
export function purse({ table, printed: { top } }, seat) {
  if (!table) return [];
  const { cards: held, devs, power, levels, routes } = table;
  return [
    [phrase("purse cards"), held[seat]],
    [phrase("purse devs"), devs[seat]],
    [phrase("purse soldiers"), power[seat]],
    ...levels[seat].map((level, i) => [
      named("culture", CULTURES[i].name),
      `${level}/${top}`,
      CULTURES[i].colour,
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

// Sentences about the deciding facts of the game now: the goal, the effects of a seven and of the
// barbarians, and all prices.
/**
 * @param {LandoverView} options
 * @param {Record<string, number[]>} prices
 */
export function outlook({ printed: now, table }, prices) {
  const keeps = now.safe.map((safe, seat) => phrase("keeps", seat, now.cards[seat], safe));
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

/** @param {LandoverView} options */
export function goal({ printed }) {
  return printed.target;
}

/** @param {ControlsContext<LandoverView, LandoverOwn>} now */
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
  const others = buttons({
    ...now,
    actions: rest.filter(([word]) => word !== "offer"),
    text: (words) => now.text(words) + costsOf(words, now.own),
  });
  if (offered.length)
    others[0]?.append(button(phrase("decline all"), "decline all", now.declineAll));
  return [heading(now), ...offered, ...others, ...(trades ? [trading(now)] : [])];
}

// What a level of culture costs, for the end of its action's text; "" for another action.
/**
 * @param {Words} words
 * @param {LandoverOwn} own
 */
function costsOf([word, name], { costs }) {
  const i = CULTURES.findIndex((culture) => culture.name === name);
  return word === "improve" ? ` (${phrase(`count ${PAPER + i}`, costs[i])})` : "";
}

// Actions of others that leave no trace on the board.
/** @param {Words} options */
export function notable([word]) {
  return ["accept", "decline", "raid", "play", "steal", "give"].includes(String(word));
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

/** @param {LandoverView} options */
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

// Do the shown cards come as numbers by kind, and not as names?
/**
 * @param {number[] | string[]} shown
 * @returns {shown is number[]}
 */
function isCounted(shown) {
  return typeof shown[0] === "number";
}

/** @param {number[]} counts */
function cards(counts) {
  return joinNames(counts.flatMap((number, i) => (number ? [phrase(`count ${i}`, number)] : [])));
}
