// The settings of the table and of this page.

import { html } from "../common/elements.js";
import * as sound from "../common/sound.js";
import { chooseTheme, theme as themeOfPage, THEMES } from "../common/theme.js";
import { capitalize, named, phrase } from "../texts/words.js";
import { boards, field, open, select } from "./dialog.js";

// Show them; each takes effect at once through `change(what, value)`. `show` has the functions of
// its buttons, by name; `more` has further buttons, [text, todo], and a `note` or "".
/**
 * @param {Hello} hello
 * @param {Settings & {profile: string}} now
 * @param {(what: string, value: unknown) => void} change
 * @param {{lights: () => void, ownBoard: () => void, guide: () => void, more: [text: string, todo: () => void][], note: string}} show
 */
export function showSettings(hello, now, change, show) {
  /**
   * @param {HTMLElement} control
   * @param {string} what
   * @param {() => unknown} value
   */
  const on = (control, what, value) => {
    control.addEventListener("change", () => change(what, value()));
    return control;
  };
  /** @type {(kind: string, words: string[]) => Pair[]} */
  const names = (kind, words) => words.map((word) => [word, capitalize(named(kind, word))]);
  const theme = select("theme", names("theme", hello.themes), now.theme);
  const board = select("profile", boards(hello), now.profile);
  const bots = select("bots", names("pace", hello.paces), now.bots);
  const tongue = select("language", names("tongue", hello.languages), now.language);
  const look = select("look", names("look", THEMES), themeOfPage());
  look.addEventListener("change", () => chooseTheme(look.value));
  const level = html("input", { type: "range", min: 20, max: 255, value: now.brightness });
  level.addEventListener("input", () => change("brightness", Number(level.value)));
  const helping = html("input", { type: "checkbox", checked: now.helping });
  const playtest = html("input", { type: "text", maxlength: 64, value: now.playtest });
  const sounds = html("input", { type: "checkbox", name: "sound", checked: sound.isOn() });
  sounds.addEventListener("change", () => sound.enable(sounds.checked));
  open(phrase("settings"), [
    html(
      "div",
      { class: "body" },
      field(
        phrase("menu language"),
        on(tongue, "language", () => tongue.value),
      ),
      field(phrase("page"), look),
      html("label", { class: "field check" }, sounds, html("span", {}, phrase("sound"))),
      field(
        phrase("bots play"),
        on(bots, "bots", () => bots.value),
        phrase("bots play why"),
      ),
      field(
        phrase("theme"),
        on(theme, "theme", () => theme.value),
        phrase("theme why"),
      ),
      field(phrase("brightness"), level),
      field(
        phrase("board"),
        on(board, "profile", () => board.value),
        phrase("board why"),
      ),
      html(
        "label",
        { class: "field check" },
        on(helping, "helping", () => helping.checked),
        html("span", {}, phrase("helping")),
        html("small", {}, phrase("helping why")),
      ),
      field(
        phrase("playtest"),
        on(playtest, "playtest", () => playtest.value.trim()),
        phrase("playtest why"),
      ),
      html(
        "div",
        { class: "choices" },
        html("button", { type: "button", onclick: show.lights }, phrase("lights")),
        html("button", { type: "button", onclick: show.ownBoard }, capitalize(phrase("own board"))),
        html("button", { type: "button", onclick: show.guide }, phrase("guide again")),
        ...show.more.map(([text, onclick]) =>
          html("button", { type: "button", onclick }, capitalize(text)),
        ),
      ),
      html("p", { hidden: !show.note }, show.note),
    ),
  ]);
}
