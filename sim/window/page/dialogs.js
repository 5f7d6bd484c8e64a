// Dialogs: one frame for all, a question that needs a yes, the settings, a choice among actions.

import { walk } from "./keys.js";
import * as looks from "./look.js";
import * as sound from "./sound.js";
import { html } from "./svg.js";
import { plain, upper } from "./words.js";

const dialog = document.getElementById("dialog");

// Show a dialog with a form; `buttons` are [[text, done(form data)], ...], the main one first; a
// `done` may be missing. `closed()` is called when it is gone, whatever was pressed.
export function open(title, body, { buttons = [], wide = false, closed } = {}) {
  const form = html("form", { method: "dialog" },
    html("header", {}, html("h2", { id: "dialog-title" }, title),
      html("button", { type: "button", class: "close", "aria-label": "Close",
        onclick: () => dialog.close() }, "×")),
    ...body);
  let over = false;
  const finish = () => {
    if (!over) closed?.();
    over = true;
  };
  const leave = (done) => {
    dialog.close();
    done?.(new FormData(form));
    finish();
  };
  if (buttons.length) {
    form.append(html("footer", { class: "two" }, ...buttons.map(([text, done], i) =>
      html("button", { class: i ? "plain" : "main", type: i ? "button" : "submit",
        onclick: i ? () => leave(done) : undefined }, text))));
  }
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    leave(buttons[0]?.[1]);
  });
  dialog.classList.toggle("wide", wide);
  dialog.replaceChildren(form);
  dialog.onclose = () => dialog.open || finish(); // it may be another one's by now
  if (!dialog.open) dialog.showModal();
  const first = form.querySelector("[autofocus], .body :is(input:checked, select, button), .main");
  (first ?? form.querySelector(".body")).focus();
}

// Ask before something is lost; resolves to whether people want it.
export function sure(question, yes) {
  return new Promise((resolve) => open(question[0], [
    html("div", { class: "body" }, html("p", {}, question[1]))],
  { buttons: [[yes, () => resolve(true)], ["No, keep it"]], closed: () => resolve(false) }));
}

export function field(label, control, hint) {
  return html("label", { class: "field" }, html("span", {}, label), control,
    ...(hint ? [html("small", {}, hint)] : []));
}

// `pairs`: [[value, label], ...]
export function select(name, pairs, chosen) {
  return html("select", { name }, ...pairs.map(([value, label]) =>
    html("option", { value, selected: value === chosen }, label)));
}

// The settings of the table and of this page; each takes effect at once through `change(what,
// value)`. `show` has what the buttons open.
export function settings(hello, now, change, show) {
  const on = (control, what, value) => {
    control.addEventListener("change", () => change(what, value()));
    return control;
  };
  const theme = select("theme", hello.themes.map((name) => [name, upper(name)]), now.theme);
  const board = select("profile", hello.profiles, now.profile);
  const bots = select("bots", hello.paces.map((name) => [name, upper(name)]), now.bots);
  const look = select("look", looks.LOOKS, looks.look());
  look.addEventListener("change", () => looks.wear(look.value));
  const level = html("input", { type: "range", min: 20, max: 255, value: now.brightness });
  level.addEventListener("input", () => change("brightness", Number(level.value)));
  const hands = html("input", { type: "checkbox", checked: now.hands });
  const sounds = html("input", { type: "checkbox", name: "sound", checked: sound.isOn() });
  sounds.addEventListener("change", () => sound.turn(sounds.checked));
  open("Settings", [html("div", { class: "body" },
    field("Page", look),
    html("label", { class: "field check" }, sounds, html("span", {}, "Sound")),
    field("Bots play", on(bots, "bots", () => bots.value),
      "How long they take for a move, so that one can follow."),
    field("Lights", on(theme, "theme", () => theme.value),
      "Calm is safe for colour-blind players: motion and brightness differ."),
    field("Brightness", level),
    field("Board", on(board, "profile", () => board.value),
      "The game goes on where the new board has its places."),
    html("label", { class: "field check" }, on(hands, "hands", () => hands.checked),
      html("span", {}, "Helping hands"),
      html("small", {}, "Place a bot's pieces, put away what a capture or a take-back leaves, and " +
        "show pieces to the pad where no cell reads. Without them, that is yours to do.")),
    html("div", { class: "choices" },
      html("button", { type: "button", onclick: show.lights }, "What the lights mean"),
      html("button", { type: "button", onclick: show.guide }, "First steps again")))]);
}

// Choose one of many actions, each a list of words: word after word, as far as there is a choice;
// `text(words)` says what an action does.
export function choose(title, actions, done, text) {
  const body = html("div", { class: "body" });
  walk(body);

  function ask(left, level, said) {
    if (left.length === 1 && level) return settle(left[0]);
    const answers = new Map();
    for (const words of left) {
      const key = JSON.stringify(words[level] ?? null);
      answers.set(key, [...(answers.get(key) ?? []), words]);
    }
    if (answers.size === 1 && left.length > 1) return ask(left, level + 1, said);
    const buttons = [...answers].map(([key, rest]) => html("button", { type: "button",
      "data-key": plain(JSON.parse(key)),
      onclick: () => ask(rest, level + 1, [...said, JSON.parse(key)]),
    }, rest.length > 1 ? answer(JSON.parse(key)) : text(rest[0])));
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
