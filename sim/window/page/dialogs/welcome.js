// The first dialog, also opened by "New game": which game, against whom, and begin.

import { boards, field, open, options, select } from "./dialog.js";
import { addressOfGame } from "./address.js";
import { showError, toast } from "../common/notices.js";
import { namesIn, playersIn, seatFields } from "./seat_fields.js";
import { openWorkshop } from "./to_workshop.js";
import { setHidden } from "../common/dom_update.js";
import { drawingsOf } from "../pieces/pieces.js";
import { byId, html, svg } from "../common/elements.js";
import {
  gameTitle,
  withTextsOf,
  hasText,
  named,
  phrase,
  phraseOf,
  plain,
  capitalize,
} from "../texts/words.js";

// Ask for a new game; `begin(request)` gets the choice, `example(request)` first shows a played
// example. `first` is true if nobody has played here before; `closed()` is called when the dialog
// closes. `boardsOf(request)` asks the table for the boards that have all places of a game;
// `take(name)` lets it take a game of the gallery, and resolves to the choices then, null if not.
/**
 * @param {Hello} hello
 * @param {State | undefined} state
 * @param {WelcomeOptions} options
 */
export async function showWelcome(hello, state, { begin, example, first, closed, boardsOf, take }) {
  const abouts = await aboutAll(hello, hello.games);
  let asked = Promise.resolve(); // resolves once the table has answered about the choice
  let game = hello.games.find(({ name }) => name === state?.view?.game) ?? hello.games[0];
  const more = html("div", { class: "seats" });
  const body = html(
    "div",
    { class: "body" },
    ...(first ? [html("p", { class: "dialog-lead" }, phrase("welcome which"))] : []),
    html(
      "div",
      { class: "welcome-cards" },
      // The chosen one stands first: on a phone the others are out of sight.
      ...[game, ...hello.games.filter((one) => one !== game)].map((one) =>
        card(one, abouts.get(one.name), one === game, () => {
          game = one;
          fill();
        }),
      ),
    ),
    ...moreGames(hello, (name) => {
      asked = take(name).then((now) => {
        if (!now) return;
        hello = now;
        game = hello.games.find((one) => one.name === name) ?? game;
        fill();
      });
    }),
    more,
  );

  const counted = () =>
    /** @type {HTMLSelectElement | null} */ (more.querySelector("[name=seats]"));
  const seatsChosen = () => Number(counted()?.value ?? game.seats[0]);

  // The boards that have the game's places, the smallest first. The smallest is the default,
  // unless somebody has chosen another one that fits. The list may change while the dialog is
  // open.
  const board = select("profile", []);
  const place = field(phrase("played on"), board, phrase("played on why"));
  /** @param {string[]} fit */
  const offer = (fit) => {
    const { value } = board;
    board.replaceChildren(
      ...options(
        boards(hello)
          .filter(([name]) => fit.includes(String(name)))
          .sort(([one], [two]) => fit.indexOf(String(one)) - fit.indexOf(String(two))),
      ),
    );
    board.value = board.dataset.chosen && fit.includes(value) ? value : fit[0];
  };
  board.addEventListener("change", () => (board.dataset.chosen = "true"));

  const names = [...(state?.names ?? [])]; // those known so far, for any game
  more.addEventListener("input", (event) => {
    const target = /** @type {HTMLInputElement} */ (event.target);
    if (target.matches(".name")) names[Number(target.name.slice("name".length))] = target.value;
  });

  // Another option or another number of seats may need other boards.
  more.addEventListener("change", (event) => {
    const target = /** @type {HTMLInputElement} */ (event.target);
    if (target.name !== "seats" && !target.name.startsWith("option.")) return;
    asked = askBoards(request(game, new FormData(more.closest("form") ?? undefined)));
  });

  /** @param {{game: string, seats: number, options: object}} options */
  async function askBoards({ game: name, seats, options: chosen }) {
    const answer = await boardsOf({ game: name, seats, options: chosen });
    if (answer.ok && name === game.name) offer(answer.boards);
  }

  /** @param {FormData} data */
  async function chosen(data) {
    await asked;
    if (board.value) data.set("profile", board.value);
    return request(game, data);
  }

  function fill() {
    const [few, most] = game.seats;
    const same = !state?.example && state?.view?.game === game.name; // people play all its seats
    const seats = same ? (state.view?.seats ?? few) : few;
    /** @type {Pair[]} */
    const counts = Array.from({ length: most - few + 1 }, (_, i) => [few + i, String(few + i)]);
    const people = html("div", { class: "seats" });
    const fillSeats = () =>
      people.replaceChildren(
        ...seatFields(hello, seatsChosen(), same && !first ? state.players : [], names),
      );
    const inner = html(
      "div",
      { class: "seats" },
      ...game.options.map(([option, values]) => choice(game.name, option, values)),
      place,
    );
    delete board.dataset.chosen;
    offer(hello.fits[game.name]);
    more.replaceChildren(
      ...(few < most ? [field(phrase("players of"), select("seats", counts, seats))] : []),
      people,
      html("details", {}, html("summary", {}, phrase("options and board")), inner),
      ...(game.numbers.length ? [numbersOf(game)] : []),
      ...(hello.more.includes(game.name)
        ? [
            html(
              "button",
              { type: "button", class: "plain", onclick: () => openWorkshop(game.name) },
              phrase("to board"),
            ),
          ]
        : []),
    );
    more.querySelector("[name=seats]")?.addEventListener("change", fillSeats);
    fillSeats();
    const shows = /** @type {HTMLElement} */ (byId("dialog").querySelector("footer .plain"));
    setHidden(shows, !hello.examples.includes(game.name));
  }

  const running = first && state?.view && !state.view.result && state.view.actions > 0;
  open(phrase(first ? "welcome" : "menu new_game"), [body], {
    wide: true,
    closed,
    buttons: [
      [phrase("begin"), async (data) => begin(await chosen(data))],
      [phrase("show me"), async (data) => example(await chosen(data))],
      ...(running ? [/** @type {[string]} */ ([phrase("go on")])] : []),
    ],
  });
  fill();
}

// Resolves to what the files of games tell of them, by name.
/**
 * @param {Hello} hello
 * @param {{name: string}[]} games
 * @returns {Promise<Map<string, About | undefined>>}
 */
async function aboutAll({ drawn }, games) {
  /** @type {Map<string, About | undefined>} */
  const abouts = new Map();
  await Promise.all(
    games.map(async ({ name }) => {
      if (drawn.includes(name)) abouts.set(name, (await drawingsOf(name)).about);
    }),
  );
  return abouts;
}

// Two buttons: one shows the games of the gallery that the table has not taken yet, where
// `take(name)` is called with the one that is chosen; the other leads to the workshop.
/**
 * @param {Hello} hello
 * @param {(name: string) => void} take
 */
function moreGames(hello, take) {
  const left = hello.more.filter((name) => !hello.games.some((game) => game.name === name));
  const cards = html("div", { class: "welcome-cards" });
  const button = html(
    "button",
    { type: "button", class: "plain", hidden: !left.length },
    phrase("more games"),
  );
  button.addEventListener("click", async () => {
    const games = left.map((name) => ({ name }));
    const abouts = await aboutAll(hello, games);
    cards.append(
      ...games.map((one) => card(one, abouts.get(one.name), false, () => take(one.name))),
    );
    button.remove();
    /** @type {HTMLElement | null} */ (cards.querySelector("input"))?.focus();
  });
  const write = html(
    "button",
    { type: "button", class: "plain", hidden: Boolean(hello.own), onclick: () => openWorkshop() },
    phrase("workshop"),
  );
  return [cards, html("div", { class: "welcome-more" }, button, write)];
}

// A field for an option of a game; `values` are the choices, the default first.
/**
 * @param {string} game
 * @param {string} option
 * @param {(string | number | boolean)[]} values
 */
function choice(game, option, values) {
  return withTextsOf(game, () => {
    const called = `option ${option}`;
    const why = `${called} why`;
    // The default of a number may depend on other choices; two numbers are no and yes.
    const numbers = values.length > 2 && typeof values[0] === "number";
    /** @param {string | number | boolean} value */
    const name = (value) => (numbers ? String(value) : capitalize(named("value", value)));
    /** @type {Pair[]} */
    const pairs = values.map((value) => [JSON.stringify(value), name(value)]);
    return field(
      hasText(called) ? phrase(called) : plain(option),
      select(`option.${option}`, [
        ["", numbers ? capitalize(phrase("as usual")) : phrase("usual", named("value", values[0]))],
        ...pairs,
      ]),
      hasText(why) && capitalize(phrase(why)),
    );
  });
}

// Fields for the numbers of a game's rules, and a button for the address of what is chosen.
/** @param {GameAbout} game */
function numbersOf(game) {
  const fields = game.numbers.map(([name, usual, min, max]) =>
    withTextsOf(game.name, () =>
      field(
        phrase(`number ${name}`),
        html("input", { type: "number", name: `option.${name}`, min, max, placeholder: usual }),
      ),
    ),
  );
  const copy = html("button", { type: "button", class: "plain" }, phrase("copy variant"));
  copy.addEventListener("click", async () => {
    const form = /** @type {HTMLFormElement} */ (copy.closest("form"));
    const { options } = request(game, new FormData(form));
    try {
      await navigator.clipboard.writeText(addressOfGame(game.name, options));
      toast(phrase("copied"));
    } catch {
      showError(phrase("no clipboard"));
    }
  });
  return html(
    "details",
    {},
    html("summary", {}, phrase("numbers of rules")),
    html("div", { class: "seats" }, html("p", {}, phrase("numbers of rules why")), ...fields, copy),
  );
}

/**
 * @param {GameAbout} game
 * @param {FormData} data
 */
function request(game, data) {
  /** @type {Record<string, unknown>} */
  const options = {};
  for (const [name, value] of data) {
    if (name.startsWith("option.") && value) options[name.slice(7)] = JSON.parse(String(value));
  }
  const seats = Number(data.get("seats") ?? game.seats[0]);
  return {
    ...(data.get("profile") ? { profile: data.get("profile") } : {}),
    game: game.name,
    seats,
    options,
    players: playersIn(data, seats),
    names: namesIn(data, seats),
  };
}

// The card of a game; without `seats` it is one that the table has not taken yet.
/**
 * @param {{name: string, title?: string, seats?: [fewest: number, most: number]}} game
 * @param {About | undefined} about
 * @param {boolean} checked
 * @param {() => void} chosen
 */
function card(game, about, checked, chosen) {
  const picture = svg(
    "svg",
    { viewBox: "-50 -50 100 100", "aria-hidden": "true" },
    ...(about?.picture() ?? []),
  );
  const [few, most] = game.seats ?? [];
  const players = few === most ? few && phrase("players", few) : phrase("players to", few, most);
  const minutes = about && phrase("minutes", about.minutes);
  return html(
    "label",
    { class: "card" },
    html("input", { type: "radio", name: "game", value: game.name, checked, onchange: chosen }),
    picture,
    html("strong", {}, gameTitle(game)),
    html("span", {}, about ? phraseOf(game.name, "about") : ""),
    html("small", {}, [players, minutes].filter(Boolean).join(", ")),
  );
}
