// Landover: an island of hexes printed on the board, and wooden houses, roads and boats on it.

import { cardNames as CARDS, cardlet, colours, culture, dev } from "./landover/cards.js";
import { boat, catapult, house, merchant, road } from "./landover/pieces.js";
import { trading } from "./landover/trade.js";
import { button, buttons, heading } from "../deeds.js";
import { PIPS } from "../pips.js";
import { html, svg } from "../svg.js";
import { knows, list, named, phrase, seatName, upper } from "../words.js";

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

// The hexes with their terrain and number, and the harbours at sea; in the free corners the dice,
// the barbarians' way, and the legend of the terrains.
export function ground({ table, printed: { steps, harbours, yields } }, board) {
  if (!board.hex || !table) return [];
  printed = table;
  const spots = new Map(board.spots.map((spot) => [spot.name, spot]));
  const signs = harbours.map(([edge, rate, card]) => ({
    rate,
    card,
    ...sign(spots.get(edge), spots, table.terrain),
  }));
  const hexes = [...table.terrain].map((letter, i) => {
    const { x, y } = spots.get(String(i));
    const number = table.numbers[i];
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
    const near = signs.find(({ cx, cy }) => Math.hypot(cx - x, cy + y) < REACH);
    return svg(
      "g",
      {},
      ...parts,
      svg(
        "text",
        { x, y: -y + (near?.word < 0 || !near ? 0.3 : -0.34), class: "coordinate" },
        phrase(`hex ${i}`),
      ),
    );
  });
  return [
    ...hexes,
    ...signs.map(harbour),
    dice(table.dice),
    barbarians(table.barbarians, steps),
    legend(yields),
  ];
}

// The place of a harbour's sign, on the sea's side of its edge, and of its word above or below.
function sign({ x, y, angle }, spots, terrain) {
  /** @returns {[number, number]} */
  const side = (sign) => [
    Math.sin((angle * Math.PI) / 180) * 0.5 * sign,
    Math.cos((angle * Math.PI) / 180) * 0.5 * sign,
  ];
  const isSea = ([east, north]) =>
    [...terrain].some((letter, i) => {
      const hex = spots.get(String(i));
      return letter === "~" && Math.hypot(hex.x - x - east, hex.y - y - north) < 0.2;
    });
  const [east, north] = isSea(side(1)) ? side(1) : side(-1);
  const [cx, cy] = [x + east * 0.95, -(y + north * 0.95)];
  return { x, y, cx, cy, word: cy < -y - 0.1 ? -0.33 : 0.33 };
}

// A jetty with the rate of a harbour, and beside it the card that it takes, unless it takes any.
function harbour({ rate, card, x, y, cx, cy, word }) {
  return svg(
    "g",
    { class: "port", "data-term": "harbour" },
    svg("path", { d: `M${x},${-y} L${cx},${cy}` }),
    svg("circle", { cx, cy, r: 0.23, fill: colours[card] ?? "#e9dcc0" }),
    svg("text", { x: cx, y: cy }, `${rate}:1`),
    ...(card ? [svg("text", { class: "card", x: cx, y: cy + word }, named("card", card))] : []),
    svg("title", {}, card ? phrase("harbour of", card, rate) : phrase("harbour", rate)),
  );
}

function dice([white, red]) {
  const die = (value, x, fill, ink) => [
    svg("rect", { x, y: -2.95, width: 0.5, height: 0.5, rx: 0.09, fill }),
    ...PIPS[value].map(([px, py]) =>
      svg("circle", { cx: x + 0.25 + 0.14 * px, cy: -2.7 + 0.14 * py, r: 0.045, fill: ink }),
    ),
  ];
  return svg(
    "g",
    { class: "dice" },
    ...(white
      ? [...die(white, -3.45, "#f4ecdb", "#2a2118"), ...die(red, -2.85, "#b3261a", "#fff")]
      : []),
    svg("title", {}, white ? phrase("last roll", white, red) : phrase("no roll")),
  );
}

function barbarians(step, steps) {
  const track = Array.from({ length: steps }, (_, i) =>
    svg("circle", {
      cx: 2.35 + 0.21 * i,
      cy: -2.55,
      r: 0.085,
      fill: i < step ? "#d8451b" : "none",
      stroke: "#c9b48a",
      "stroke-width": 0.02,
    }),
  );
  return svg(
    "g",
    { class: "small", "data-term": "barbarians" },
    svg("text", { x: 2.98, y: -2.82 }, phrase("barbarians")),
    ...track,
    svg("title", {}, phrase("barbarians step", step, steps)),
  );
}

function legend(yields) {
  return svg(
    "g",
    { class: "small left" },
    ...yields.flatMap(([letter, card], i) => {
      const [x, y] = [i < 3 ? -3.9 : 2.3, 2.65 + 0.28 * (i % 3)];
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
    }),
  );
}

// A place's name as on the table's display, "c5, east edge". A hex also has its terrain and number,
// "c5 (forest, 8)", since small screens show no names on it.
export function place(name) {
  const said = named("spot", name);
  const land = printed?.terrain[name]; // of a hex
  return printed && land
    ? `${said} (${[named("terrain", land), printed.numbers[name] || []].flat().join(", ")})`
    : said;
}

// The name of a piece without its seat: "city with wall".
export function name(piece) {
  const called = (what) => named("called", what.replace(/ \d$/, ""));
  const [what, more] = piece.split(" with ");
  return more ? phrase("with", called(what), list(more.split(" and ").map(called))) : called(what);
}

export function tell([word, ...values]) {
  switch (word) {
    case "cards":
      return values[1] ? `${seatName(values[0])}: ${changes(values[1])}` : ""; // hidden
    case "production":
      return ""; // the cards say it
    case "cleared":
      return phrase(
        values[0].length > 1 ? "log cleared" : "log cleared 1",
        list(values[0].map(place)),
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
      return knows(`log ${word}`) ? phrase(`log ${word}`, ...values) : undefined;
  }
}

export function act([word, ...values]) {
  switch (word) {
    case "offer":
      return phrase(
        "does offer",
        list(values[2].map(seatName)),
        cards(values[0]),
        cards(values[1]),
      );
    case "order":
      return phrase("does order", list(values[0].map(seatName)));
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
    if (value === null || knows(`card ${value}`)) return named("card", value);
    const isSeat = onSeats || (i === 1 && dev === "siege");
    return typeof value === "number" && isSeat ? seatName(value) : place(value);
  });
  return said.length ? `: ${list(said)}` : "";
}

// The cards of a hand: each kind with its number, and what may be played.
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
                : list(shown.map((dev) => named("dev", dev))),
            ),
          ),
        ]
      : []),
  ];
}

export function purse({ table, printed: { top } }, seat) {
  if (!table) return [];
  const { cards: held, devs, power, levels, routes } = table;
  return [
    [phrase("purse cards"), held[seat]],
    [phrase("purse devs"), devs[seat]],
    [phrase("purse soldiers"), power[seat]],
    ...levels[seat].map((level, i) => [
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

export function price(name, prices) {
  const costs = prices[name.split(" ")[0]];
  return (costs ?? []).flatMap((number, i) =>
    Array.from({ length: number }, () => [colours[CARDS[i]], named("card", CARDS[i])]),
  );
}

// What decides the game now, in sentences: the goal, the effects of a seven and of the barbarians,
// and all prices.
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
        seats.length ? list(seats.map(seatName)) : phrase("nobody"),
      ),
    ...Object.entries(prices).map(([piece, costs]) => `${upper(name(piece))}: ${cards(costs)}`),
  ];
}

export function goal({ printed }) {
  return printed.target;
}

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
            ...(now.onlyDecline ? [` ${upper(now.onlyDecline)}.`] : []),
          ),
        ]
      : [];
  const deeds = buttons({ ...now, actions: rest.filter(([word]) => word !== "offer") });
  if (offered.length)
    deeds[0]?.append(button(phrase("decline all"), "decline all", now.declineAll));
  return [heading(now), ...offered, ...deeds, ...(trades ? [trading(now)] : [])];
}

// Actions of others that leave no trace on the board.
export function notable([word]) {
  return ["accept", "decline", "raid", "play", "steal", "give"].includes(word);
}

const MOMENTS = {
  village: "set-up",
  "village route": "set-up",
  city: "set-up",
  "city route": "set-up",
  offer: "trade",
  pick: "trade",
  "take a dev card": "cards",
};

export function moment({ table }) {
  return phrase(`rules ${MOMENTS[table?.phase] ?? "turn"}`);
}

function changes(counts) {
  return counts
    .flatMap((change, i) =>
      change ? [`${change > 0 ? "+" : "−"}${phrase(`count ${i}`, Math.abs(change))}`] : [],
    )
    .join(", ");
}

function cards(counts) {
  return list(counts.flatMap((number, i) => (number ? [phrase(`count ${i}`, number)] : [])));
}

function hexagon(x, y) {
  const corners = [0, 1, 2, 3, 4, 5].map(
    (i) => `${x + REACH * Math.sin((i * Math.PI) / 3)},${y - REACH * Math.cos((i * Math.PI) / 3)}`,
  );
  return `M${corners.join(" L")}Z`;
}
