// The first thing that one sees, and what "New game" opens: which game, against whom, and begin.

import { field, open, select } from "./dialogs.js";
import { options as explained } from "./rules.js";
import { playersIn, seatFields } from "./seats.js";
import { html, svg } from "./svg.js";
import { count, plain, upper } from "./words.js";

// Ask for a new game; `begin(request)` is told what was chosen. `first`: nobody played here before,
// and somebody may want to go on with the game on the table.
export async function welcome(hello, state, profile, { begin, first, goOn }) {
  const abouts = new Map(await Promise.all(hello.games.map(async ({ name }) =>
    [name, hello.drawn.includes(name) ? (await import(`./games/${name}.js`)).about : undefined])));
  let game = hello.games.find(({ name }) => name === state?.view?.game) ?? hello.games[0];
  const more = html("div", { class: "seats" });
  const body = html("div", { class: "body" },
    ...(first ? [html("p", { class: "dialog-lead" },
      "A table that knows its games: it lights where a piece may go, and says what is next. " +
      "Which game would you like?")] : []),
    html("div", { class: "welcome-cards" }, ...hello.games.map((one) =>
      card(one, abouts.get(one.name), one === game, () => {
        game = one;
        fill();
      }))),
    more);

  const seatsChosen = () => Number(more.querySelector("[name=seats]")?.value ?? game.seats[0]);

  async function fill() {
    const [few, most] = game.seats;
    const same = state?.view?.game === game.name;
    const seats = same ? state.view.seats : few;
    const fit = hello.fits[game.name];
    const board = fit.includes(profile) ? profile : fit[0];
    const counts = Array.from({ length: most - few + 1 }, (_, i) => [few + i, String(few + i)]);
    const people = html("div", { class: "seats" });
    const fillSeats = () => people.replaceChildren(
      ...seatFields(hello, seatsChosen(), same && !first ? state.players : []));
    // All fields stand there at once, since Begin takes the board from them; what the rules say of
    // the options comes when it has been fetched.
    const fields = new Map(game.options.map(([option, values]) =>
      [option, field(upper(plain(option)), select(`option.${option}`,
        [["", `As usual: ${plain(values[0])}`],
          ...values.map((value) => [JSON.stringify(value), upper(plain(value))])]))]));
    const inner = html("div", { class: "seats" }, ...fields.values(),
      field("Played on", select("profile", hello.profiles, board),
        "The board with the fewest cells that fits is chosen for you."));
    more.replaceChildren(
      ...(few < most ? [field("Players", select("seats", counts, seats))] : []), people,
      html("details", {}, html("summary", {}, "Options and board"), inner));
    more.querySelector("[name=seats]")?.addEventListener("change", fillSeats);
    fillSeats();
    const page = await fetch(`rules/${game.name}`);
    const said = page.ok ? explained(await page.text()) : {};
    for (const [option, one] of fields) {
      if (said[option]) one.append(html("small", {}, upper(said[option])));
    }
  }

  fill();
  const running = first && state?.view && !state.view.result && state.view.actions > 0;
  open(first ? "Welcome to Leyboard" : "New game", [body], {
    wide: true, closed: goOn,
    buttons: [["Begin", (data) => begin(request(game, data))],
      ...(running ? [["Go on with the game on the table"]] : [])],
  });
}

function request(game, data) {
  const options = {};
  for (const [name, value] of data) {
    if (name.startsWith("option.") && value) options[name.slice(7)] = JSON.parse(value);
  }
  const seats = Number(data.get("seats") ?? game.seats[0]);
  return { ...(data.get("profile") ? { profile: data.get("profile") } : {}), game: game.name, seats,
    options, players: playersIn(data, seats) };
}

function card(game, about, checked, chosen) {
  const picture = svg("svg", { viewBox: "-50 -50 100 100", "aria-hidden": "true" },
    ...(about?.picture() ?? []));
  const [few, most] = game.seats;
  const players = few === most ? count(few, "player") : `${few} to ${most} players`;
  return html("label", { class: "card" },
    html("input", { type: "radio", name: "game", value: game.name, checked, onchange: chosen }),
    picture, html("strong", {}, game.title), html("span", {}, about?.line ?? ""),
    html("small", {}, about ? `${players}, ${about.minutes} minutes` : players));
}
