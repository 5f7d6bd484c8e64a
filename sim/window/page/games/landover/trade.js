// Trade: the cards to give, the cards to get, and the partner: the other seats, or the bank at its
// rates.

import { html } from "../../common/elements.js";
import { joinNames, named, phrase } from "../../texts/words.js";
import { cardNames, colours } from "./cards.js";

const MOST = 9; // cards of a kind that a player may ask for

// The last trade that somebody put together, kept as long as the same seat holds the same cards:
// after a refusal people change it a little.
/** @type {{holds: string, open: boolean, give: number[], get: number[], to: Set<number>}} */
let draft = { holds: "", open: false, give: [], get: [], to: new Set() };

// The elements to build a trade with; `now` as in panel/action_buttons.js.
/** @param {ControlsContext<LandoverView, LandoverOwn>} now */
export function trading(now) {
  const { seat, view, own, act, actions, many } = now;
  const others = Array.from({ length: view.seats }, (_, one) => one).filter((one) => one !== seat);
  const holds = [seat, ...own.cards].join();
  if (draft.holds !== holds) {
    draft = {
      holds,
      open: false,
      give: cardNames.map(() => 0),
      get: cardNames.map(() => 0),
      to: new Set(others),
    };
  }
  const { give, get, to } = draft;
  const offers = many.includes("offer") || actions.some(([word]) => word === "offer");
  /**
   * @param {number} from
   * @param {number} want
   */
  const bank = (from, want) =>
    actions.some(
      ([word, one, two]) => word === "bank" && one === cardNames[from] && two === cardNames[want],
    );
  const { rates } = own;

  const said = html("p", { "aria-live": "polite" });
  const ask = html(
    "button",
    {
      type: "button",
      "data-key": "offer",
      onclick: () => act(["offer", [...give], [...get], [...to].sort()]),
    },
    others.length > 1 ? phrase("offer it") : phrase("offer it to", others[0]),
  );
  const atBank = html(
    "button",
    {
      type: "button",
      "data-key": "bank",
      onclick: () => act(["bank", cardNames[only(give)], cardNames[only(get)]]),
    },
    phrase("trade bank"),
  );

  function settle() {
    const [given, wanted] = [words(give), words(get)];
    ask.disabled = !offers || !given || !wanted || !to.size;
    const [from, want] = [only(give), only(get)];
    const pays = from >= 0 && want >= 0 && get[want] === 1 && give[from] === rates[from];
    atBank.disabled = !pays || !bank(from, want);
    said.textContent = [
      given || wanted
        ? phrase("you give", given || phrase("none"), wanted || phrase("none"))
        : phrase("say what"),
      ...(given && wanted && !to.size ? [phrase("say to whom")] : []),
      ...(from >= 0 && want >= 0 && !pays
        ? [phrase("bank gives", phrase(`count ${want}`, 1), phrase(`count ${from}`, rates[from]))]
        : []),
    ].join(" ");
  }

  const rows = cardNames.map((name, i) =>
    html(
      "div",
      { class: "row" },
      html(
        "span",
        {},
        html("i", { class: "pip", style: `background: ${colours[name]}` }),
        named("card", name),
      ),
      html("span", {}, unseen("you have"), own.cards[i]),
      counter(phrase("give card", name), `give ${name}`, give, i, own.cards[i], settle),
      counter(phrase("get card", name), `get ${name}`, get, i, MOST, settle),
      html("span", {}, unseen("head bank"), `${rates[i]}:1`),
    ),
  );
  const seats = others.length > 1 ? others.map((one) => toggle(one, to, settle)) : [];
  settle();
  const details = html(
    "details",
    { class: "trade", open: draft.open },
    html("summary", { "data-key": "trade" }, phrase("trade")),
    html(
      "div",
      { class: "row head", "aria-hidden": "true" },
      html("span", {}),
      ...["have", "give", "get", "bank"].map((head) => html("span", {}, phrase(`head ${head}`))),
    ),
    ...rows,
    said,
    html("div", { class: "choices" }, ...seats, ask, atBank),
  );
  details.addEventListener("toggle", () => {
    // All that can be pressed is in sight once it unfolds.
    if (details.open && !draft.open) details.lastElementChild?.scrollIntoView({ block: "nearest" });
    draft.open = details.open;
  });
  return details;
}

// A button that says whether a seat is asked.
/**
 * @param {number} seat
 * @param {Set<number>} to
 * @param {() => void} changed
 */
function toggle(seat, to, changed) {
  return html(
    "button",
    {
      type: "button",
      "aria-pressed": to.has(seat),
      "data-key": `to ${seat}`,
      onclick: ({ currentTarget }) => {
        if (!to.delete(seat)) to.add(seat);
        currentTarget.setAttribute("aria-pressed", String(to.has(seat)));
        changed();
      },
    },
    phrase("to seat", seat),
  );
}

// A text before a number, for screen readers only.
/** @param {string} key */
function unseen(key) {
  return html("span", { class: "unseen" }, `${phrase(key)} `);
}

// A number of cards of one kind, between buttons for one less and one more, which are disabled at
// the limits.
/**
 * @param {string} name
 * @param {string} key
 * @param {number[]} counts
 * @param {number} i
 * @param {number} most
 * @param {() => void} changed
 */
function counter(name, key, counts, i, most, changed) {
  const shown = html("output", {});
  /**
   * @param {number} by
   * @param {string} word
   */
  const step = (by, word) =>
    html(
      "button",
      {
        type: "button",
        "aria-label": `${name}: ${phrase(`one ${word}`)}`,
        "data-key": `${key} ${word}`,
        onclick: () => {
          counts[i] = Math.min(Math.max(counts[i] + by, 0), most);
          show();
          changed();
        },
      },
      by < 0 ? "−" : "+",
    );
  const [less, more] = [step(-1, "less"), step(1, "more")];
  function show() {
    shown.textContent = String(counts[i]);
    less.setAttribute("aria-disabled", String(counts[i] === 0));
    more.setAttribute("aria-disabled", String(counts[i] === most));
  }
  show();
  return html("span", { class: "count" }, less, shown, more);
}

// The only kind with a count, -1 if there is none or several.
/** @param {number[]} counts */
function only(counts) {
  const held = counts.flatMap((number, i) => (number ? [i] : []));
  return held.length === 1 ? held[0] : -1;
}

/** @param {number[]} counts */
function words(counts) {
  return joinNames(counts.flatMap((number, i) => (number ? [phrase(`count ${i}`, number)] : [])));
}
