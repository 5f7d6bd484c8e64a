// Trade: what one gives, what one gets, and with whom: the other seats, or the bank at its rates.

import { html } from "../../svg.js";
import { list, plain, seatName } from "../../words.js";
import { cardNames } from "./cards.js";

const TERRAIN_CARDS = { F: 0, H: 1, S: 2, W: 3, M: 4 };

// The elements to build a trade with; `now` as in deeds.js.
export function trading(now) {
  const { seat, view, own, act, actions, many } = now;
  const give = cardNames.map(() => 0);
  const get = cardNames.map(() => 0);
  const others = Array.from({ length: view.seats }, (_, one) => one).filter((one) => one !== seat);
  const to = new Set(others);
  const offers = many.includes("offer") || actions.some(([word]) => word === "offer");
  const bank = (from, want) => actions.some(([word, one, two]) => word === "bank" &&
    one === cardNames[from] && two === cardNames[want]);
  const rates = rate(now);

  const said = html("p", { "aria-live": "polite" });
  const ask = html("button", { type: "button", "data-key": "offer", onclick: () =>
    act(["offer", [...give], [...get], [...to].sort()]) }, "Offer it");
  const atBank = html("button", { type: "button", "data-key": "bank", onclick: () =>
    act(["bank", cardNames[only(give)], cardNames[only(get)]]) }, "Trade with the bank");

  function settle() {
    const [given, wanted] = [words(give), words(get)];
    said.textContent = given || wanted ? `You give ${given || "nothing"} for ${wanted || "nothing"}.`
      : "Say what you give and what you get.";
    ask.disabled = !offers || !given || !wanted || !to.size;
    const [from, want] = [only(give), only(get)];
    atBank.disabled = from < 0 || want < 0 || get[want] !== 1 || give[from] !== rates[from] ||
      !bank(from, want);
  }

  const rows = cardNames.map((name, i) => html("div", { class: "row" },
    html("span", {}, name),
    counter(`Give ${name}`, give, i, own.cards[i], settle),
    counter(`Get ${name}`, get, i, 9, settle),
    html("span", {}, `has ${own.cards[i]}, bank ${rates[i]}:1`)));
  const seats = html("div", { class: "choices" }, ...others.map((one) => {
    const button = html("button", { type: "button", "aria-pressed": true, "data-key": `to ${one}`,
      onclick: () => {
        if (to.has(one)) to.delete(one);
        else to.add(one);
        button.setAttribute("aria-pressed", to.has(one));
        settle();
      } }, `to ${seatName(one)}`);
    return button;
  }));
  settle();
  return html("details", { class: "trade" }, html("summary", { "data-key": "trade" }, "Trade"),
    html("div", { class: "row head" }, html("span", {}), html("span", {}, "give"),
      html("span", {}, "get"), html("span", {})),
    ...rows, said, seats, html("div", { class: "choices" }, ask, atBank));
}

function counter(name, counts, i, most, changed) {
  const shown = html("output", {}, 0);
  const step = (by) => () => {
    counts[i] = Math.min(Math.max(counts[i] + by, 0), most);
    shown.textContent = counts[i];
    changed();
  };
  return html("span", { class: "count" },
    html("button", { type: "button", "aria-label": `${name}: one less`, onclick: step(-1) }, "−"),
    shown,
    html("button", { type: "button", "aria-label": `${name}: one more`, onclick: step(1) }, "+"));
}

// The only kind that counts hold, -1 if there is none or more.
function only(counts) {
  const held = counts.flatMap((number, i) => (number ? [i] : []));
  return held.length === 1 ? held[0] : -1;
}

function words(counts) {
  return list(counts.flatMap((number, i) => (number ? [`${number} ${plain(cardNames[i])}`] : [])));
}

// How many of each kind the bank wants: 4; 3 or 2 at a harbour, at the merchant, or with culture;
// fewer where it takes fewer now.
function rate({ seat, view, own, board, actions }) {
  const rates = cardNames.map(() => 4);
  const spots = new Map(board.spots.map((spot) => [spot.name, spot]));
  const mine = view.board.filter(([, piece]) => new RegExp(`^(village|city) ${seat}`).test(piece))
    .map(([name]) => spots.get(name)).filter(Boolean);
  const at = ({ x, y }) => mine.some((spot) => Math.hypot(spot.x - x, spot.y - y) < 0.35);
  for (const [edge, card] of view.table.harbours) {
    if (!spots.has(edge) || !at(spots.get(edge))) continue;
    if (card === "3:1") rates.forEach((now, i) => (rates[i] = Math.min(now, 3)));
    else rates[cardNames.indexOf(card)] = 2;
  }
  if (view.table.merchant?.[1] === seat) {
    rates[TERRAIN_CARDS[view.table.terrain[view.table.merchant[0]]]] = 2;
  }
  if (view.table.levels[seat][1] >= 3) for (const i of [5, 6, 7]) rates[i] = 2;
  const taken = new Set(actions.filter(([word]) => word === "bank").map(([, from]) => from));
  return rates.map((number, i) =>
    (taken.has(cardNames[i]) && own.cards[i] < number ? 2 : number));
}
