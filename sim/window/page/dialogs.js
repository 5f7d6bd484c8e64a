// Dialogs: a new game, the settings of the table, the rules.

import { html } from "./svg.js";
import { count, plain, seatName, upper } from "./words.js";

const dialog = document.getElementById("dialog");

// Show a dialog with a form; `done(form data)` is called when it is sent.
function open(title, body, action, done) {
  const form = html("form", { method: "dialog" },
    html("header", {}, html("h2", {}, title),
      html("button", { type: "button", class: "close", "aria-label": "Close",
        onclick: () => dialog.close() }, "×")),
    ...body);
  if (action) {
    form.append(html("footer", {}, html("button", { class: "main" }, action)));
    form.addEventListener("submit", () => done(new FormData(form)));
  }
  dialog.replaceChildren(form);
  if (!dialog.open) dialog.showModal();
}

dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());

function field(label, control, hint) {
  return html("label", { class: "field" }, html("span", {}, label), control,
    ...(hint ? [html("small", {}, hint)] : []));
}

// `pairs`: [[value, label], ...]
function select(name, pairs, chosen) {
  return html("select", { name }, ...pairs.map(([value, label]) =>
    html("option", { value, selected: value === chosen }, label)));
}

// Ask for a new game; `hello` is the table's, `begin(request)` is told what was chosen.
export function newGame(hello, state, profile, begin) {
  const body = html("div", { class: "body" });
  let game = hello.games.find(({ name }) => name === state?.view?.game) ?? hello.games[0];

  const seatsChosen = () => Number(body.querySelector("[name=seats]")?.value ?? game.seats[0]);

  function fill() {
    const seats = Math.min(Math.max(state?.view?.seats ?? 0, game.seats[0]), game.seats[1]);
    const fit = hello.fits[game.name];
    const board = fit.includes(profile) ? profile : fit[0];
    const [few, most] = game.seats;
    const counts = Array.from({ length: most - few + 1 }, (_, i) => [few + i, String(few + i)]);
    const people = html("div", { class: "seats" });
    const fillSeats = () => people.replaceChildren(...Array.from({ length: seatsChosen() },
      (_, seat) => field(seatName(seat), select(`player${seat}`,
        hello.players.map((word) =>
          [word, word === "human" ? "A person" : `${upper(word)} bot`]),
        state?.players?.[seat] ?? "human"))));
    const parts = [html("div", { class: "games" }, ...hello.games.map((one) =>
      html("label", { class: "card" },
        html("input", { type: "radio", name: "game", value: one.name, checked: one === game,
          onchange: () => {
            game = one;
            fill();
          } }),
        html("strong", {}, one.title), html("small", {}, spread(one.seats)))))];
    if (few < most) parts.push(field("Players", select("seats", counts, seats)));
    parts.push(people);
    for (const [option, values] of game.options) {
      parts.push(field(upper(plain(option)),
        select(`option.${option}`, [["", "As usual"], ...values.map((value) =>
          [JSON.stringify(value), upper(plain(value))])])));
    }
    parts.push(field("Played on", select("profile", hello.profiles, board)));
    body.replaceChildren(...parts);
    body.querySelector("[name=seats]")?.addEventListener("change", fillSeats);
    fillSeats();
  }

  fill();
  open("New game", [body], "Begin", (data) => {
    const options = {};
    for (const [name, value] of data) {
      if (name.startsWith("option.") && value) options[name.slice(7)] = JSON.parse(value);
    }
    const seats = Number(data.get("seats") ?? game.seats[0]);
    begin({ profile: data.get("profile"), game: game.name, seats, options,
      players: Array.from({ length: seats }, (_, seat) => data.get(`player${seat}`)) });
  });
}

function spread([few, most]) {
  return few === most ? count(few, "player") : `${few} to ${most} players`;
}

// The settings of the table; each takes effect at once through `change(verb, values)`.
export function settings(hello, now, change) {
  const theme = select("theme", hello.themes.map((name) => [name, upper(name)]), now.theme);
  theme.addEventListener("change", () => change("theme", theme.value));
  const board = select("profile", hello.profiles, now.profile);
  board.addEventListener("change", () => change("profile", board.value));
  const level = html("input", { type: "range", min: 20, max: 255, value: now.brightness });
  level.addEventListener("input", () => change("brightness", Number(level.value)));
  const hands = html("input", { type: "checkbox", checked: now.hands });
  hands.addEventListener("change", () => change("hands", hands.checked));
  open("Settings", [html("div", { class: "body" },
    field("Lights", theme, "Calm is safe for colour-blind players: motion and brightness differ."),
    field("Brightness", level),
    field("Board", board, "The game goes on where the new board has its places."),
    html("label", { class: "field check" }, hands, html("span", {}, "Helping hands"),
      html("small", {}, "Place a bot's pieces, put away what a capture or a take-back leaves, and " +
        "show pieces to the pad where no cell reads. Without them, that is yours to do.")))]);
}

// Choose one of many actions, each a list of words: word after word, as far as there is a choice.
export function choose(title, actions, done) {
  const body = html("div", { class: "body" });

  function ask(left, level, said) {
    if (left.length === 1 && level) return settle(left[0]);
    const answers = new Map();
    for (const words of left) {
      const key = JSON.stringify(words[level] ?? null);
      answers.set(key, [...(answers.get(key) ?? []), words]);
    }
    if (answers.size === 1 && left.length > 1) return ask(left, level + 1, said);
    const buttons = [...answers].map(([key, rest]) => html("button", { type: "button",
      onclick: () => ask(rest, level + 1, [...said, JSON.parse(key)]),
    }, answer(JSON.parse(key))));
    body.replaceChildren(
      ...(said.length ? [html("p", { class: "said" }, said.map(plain).join(", "))] : []),
      html("div", { class: "answers" }, ...buttons));
    return buttons[0]?.focus();
  }

  function settle(words) {
    dialog.close();
    done(words);
  }

  open(title, [body]);
  if (actions.length) ask(actions, 0, []);
  else body.append(html("p", {}, "There is nothing to choose now."));
}

function answer(value) {
  return value === null ? "nothing more" : upper(plain(value)) || "none";
}

// Show what only a seat may know, after the others have looked away: `fetch()` resolves to rows of
// [what, value].
export function hand(name, fetch) {
  const body = html("div", { class: "body" });
  body.append(html("p", {}, `Only ${name} looks now.`),
    html("button", { type: "button", class: "main", onclick: async () => {
      const rows = await fetch();
      body.replaceChildren(html("dl", {}, ...rows.flatMap(([what, value]) =>
        [html("dt", {}, upper(plain(what))), html("dd", {}, plain(value) || "none")])));
    } }, "Show it"));
  open(`${name}'s hand`, [body]);
}

// Show the rules of a game, a small part of Markdown: headings, paragraphs, tables, bold.
export function rules(title, text) {
  open(title, [html("div", { class: "body prose" }, ...text.split(/\n{2,}/).map(block))]);
}

function block(text) {
  if (text.startsWith("#")) return html("h3", {}, text.replace(/^#+ /, ""));
  if (text.startsWith("|")) return table(text.split("\n"));
  if (text.startsWith("- ")) {
    return html("ul", {}, ...text.slice(2).split("\n- ").map((line) =>
      html("li", {}, ...inline(line))));
  }
  return html("p", {}, ...inline(text));
}

function table(lines) {
  const rows = lines.filter((line) => !/^[| :-]+$/.test(line));
  return html("table", {}, ...rows.map((line, i) => html("tr", {},
    ...line.split("|").slice(1, -1).map((cell) =>
      html(i ? "td" : "th", {}, ...inline(cell.trim()))))));
}

function inline(text) {
  return text.split(/(\*\*[^*]+\*\*|\*[^*]+\*|`[^`]+`)/).map((part) => {
    if (part.startsWith("**")) return html("b", {}, part.slice(2, -2));
    if (part.startsWith("*")) return html("em", {}, part.slice(1, -1));
    if (part.startsWith("`")) return html("code", {}, part.slice(1, -1));
    return part;
  });
}

