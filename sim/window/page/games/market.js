// Ley of the Land, the market: the same tiles, bought with bids.

import { button, buttons, heading } from "../panel/action_buttons.js";
import { ignoreInput } from "../common/repeat_guard.js";
import { html, svg } from "../common/elements.js";
import { tile } from "../pieces/tiles.js";
import { colourName, joinNames, phrase, seatName, capitalize } from "../texts/words.js";
import { draw, name } from "./land.js";

export { draw, name };

export const about = {
  minutes: "45",
  picture: () => [
    svg(
      "g",
      { class: "drawn", transform: "translate(-16 -14) scale(.75)" },
      ...(tile("ggyy") ?? []),
    ),
    ...[
      [22, 24],
      [8, 32],
      [30, 34],
    ].map(([cx, cy]) =>
      svg("circle", { cx, cy, r: 12, fill: "#e2b23e", stroke: "#7a5410", "stroke-width": 2 }),
    ),
  ],
};

// A frame around each player's land, with the name, and one around the market.
/**
 * @param {MarketView} options
 * @param {BoardFacts} board
 */
export function ground({ printed: { lands, side, table, slots } }, board) {
  const wide = Math.sqrt(board.spots.length);
  if (board.hex || !Number.isInteger(wide) || wide < table) return [];
  const spots = new Map(board.spots.map((spot) => [spot.name, spot]));
  const at = (/** @type {string} */ name) => /** @type {SpotFacts} */ (spots.get(name));
  const market = at(slots[0]);
  const middle = market.x + (slots.length - 1) / 2;
  return [
    ...lands.flatMap((corner, seat) => {
      const { x, y } = at(corner);
      const beside = x ? x + side - market.x - slots.length : market.x; // cells, in its row
      const room = (y ? y - 1 : side) === market.y ? Math.min(beside, side) : side;
      return [frame(x, y, side, side, seat), landName(x, y, side, room, seat)];
    }),
    frame(market.x, market.y, slots.length, 1, -1),
    svg(
      "text",
      { class: "land-name", "data-seat": -1, x: middle, y: 0.75 - market.y },
      phrase("market"),
    ),
  ];
}

/**
 * @param {number} x
 * @param {number} y
 * @param {number} width
 * @param {number} height
 * @param {number} seat
 */
function frame(x, y, width, height, seat) {
  const corner = { x: x - 0.5, y: -(y + height - 0.5), rx: 0.12 };
  return svg("rect", { class: "land", "data-seat": seat, width, height, ...corner });
}

// The owner's name beside the land, no wider than `room` cells.
/**
 * @param {number} x
 * @param {number} y
 * @param {number} side
 * @param {number} room
 * @param {number} seat
 */
function landName(x, y, side, room, seat) {
  const called = seatName(seat);
  return svg(
    "text",
    {
      class: x ? "land-name east" : "land-name west",
      "data-seat": seat,
      "data-room": room - 0.15,
      x: x ? x + side - 0.55 : -0.45,
      y: y ? 0.75 - y : 0.25 - side,
    },
    called === colourName(seat) ? phrase("land of", seat) : called,
  );
}

/**
 * @param {MarketView} options
 * @param {number} seat
 */
export function purse({ hands, bids }, seat) {
  const [money, faerie, wheat] = hands[seat];
  const bid = bids[seat];
  return [
    [phrase("purse coins"), money],
    [phrase("purse faeries"), faerie],
    [phrase("purse wheat"), wheat],
    ...(bid === null ? [] : [[phrase("purse bid"), bid === "made" ? phrase("made") : bid]]),
  ];
}

// The slots of the market, in their order.
/** @param {MarketView} options */
export function shelf({ printed }) {
  return printed.slots;
}

// Only bids are secret.
/** @param {MarketView} options */
export function secret({ order }) {
  return !order.length;
}

/**
 * @param {MarketOwn} options
 * @param {MarketView} options
 */
export function hand({ bid }, { order }) {
  return bid === null || bid === undefined || order.length
    ? []
    : [html("div", { class: "cover" }, phrase("your bid", bid))];
}

/** @param {ControlsContext<MarketView, MarketOwn>} now */
export function controls(now) {
  const bids = now.actions.filter(([word]) => word === "bid");
  if (bids.length) return bidding(now, bids.length - 1);
  const gain = now.view.printed.invested[now.seat];
  return [
    heading(now),
    ...buttons(now, gain ? { invest: phrase("button invest last", gain) } : {}),
  ];
}

// The unfinished bid, kept as long as the same question is open, even while others bid.
let draft = { asked: "", coins: 0, sure: false };

// A slider with coins, what the bid means, and a confirmation.
/**
 * @param {ControlsContext<MarketView, MarketOwn>} options
 * @param {number} most
 */
function bidding({ seat, act, view }, most) {
  const before = view.actions - view.bids.filter((bid) => bid !== null).length;
  const asked = [seat, before].join();
  if (draft.asked !== asked) draft = { asked, coins: 0, sure: false };
  // For the mouse and the finger; keys have the slider.
  const coins = html(
    "div",
    { class: "coins", "aria-hidden": "true" },
    ...Array.from({ length: most }, (_, i) => html("i", { onclick: () => set(i + 1) })),
  );
  const said = html("output", {});
  const slider = html("input", {
    type: "range",
    min: 0,
    max: most,
    value: draft.coins,
    "data-key": "bid",
    "aria-label": phrase("bid in coins"),
  });
  const place = html("div", { class: "choices" });
  /** @param {boolean} isSure */
  const offer = (isSure) => {
    draft.sure = isSure;
    place.replaceChildren(
      ...(isSure
        ? [
            button(phrase("pay", slider.valueAsNumber), "bid yes", () => {
              draft = { asked: "", coins: 0, sure: false };
              act(["bid", slider.valueAsNumber]);
            }),
            button(capitalize(phrase("value 0")), "bid no", () => offer(false)),
          ]
        : [button(capitalize(phrase("do bid", slider.valueAsNumber)), "bid it", sure)]),
    );
  };
  const sure = () => {
    offer(true);
    ignoreInput(place, undefined, false); // the second half of a double click does not confirm
    place.querySelector("button")?.focus();
  };
  const move = (isSure = false) => {
    said.textContent = slider.value;
    draft.coins = slider.valueAsNumber;
    for (const [i, coin] of [...coins.children].entries()) {
      coin.classList.toggle("off", i >= slider.valueAsNumber);
    }
    offer(isSure);
  };
  /** @param {number} bid */
  const set = (bid) => {
    slider.value = String(bid);
    move();
  };
  slider.addEventListener("input", () => move());
  slider.addEventListener("keydown", (event) => {
    const { key } = event;
    if (key === "Enter") {
      event.preventDefault(); // otherwise the same key presses the button that gets the focus
      sure();
    }
    if (!/^\d$/.test(key)) return;
    const longer = 10 * slider.valueAsNumber + Number(key);
    set(longer > most ? Number(key) : longer);
  });
  move(draft.sure);
  return [
    html("h2", {}, phrase("secret bid", seat)),
    html("p", {}, phrase("how to bid", view.marker)),
    coins,
    html("div", { class: "bid" }, slider, said),
    place,
  ];
}

/** @param {MarketView} options */
export function moment({ result, order }) {
  return phrase(result ? "rules end" : order.length ? "rules buying" : "rules round");
}

/** @param {number[]} numbers */
const pairs = (numbers) => joinNames(numbers.map((number, seat) => `${seatName(seat)} ${number}`));

/** @param {MarketEvent} event */
export function tell(event) {
  switch (event[0]) {
    case "bids":
    case "final":
      return phrase(`log ${event[0]}`, pairs(event[1]));
    case "order":
      return phrase("log order", joinNames(event[1].map(seatName)));
    case "largest":
      return phrase("log largest", joinNames(event[1].map(seatName)), event[2]);
    case "section":
    case "cubes":
      return phrase(`log ${event[0]}`, ...event.slice(1));
    default:
      return undefined;
  }
}

/** @param {MarketAction} action */
export function act(action) {
  switch (action[0]) {
    case "stock":
    case "acquire":
      return phrase(`does ${action[0]}`, name(action[2]), action[3]);
    case "bid":
      return action.length > 1 ? phrase("does bid", action[1]) : phrase("does bid hidden");
    default:
      return undefined;
  }
}
