// The workshop's dialogs: which game, which version, how to share it, and whether the
// game of somebody else may run.

import { byId, html } from "../common/elements.js";
import { recall, remember } from "../common/preferences.js";
import { open } from "../dialogs/dialog.js";
import { gameTitle, language, phrase, phraseOf } from "../texts/words.js";
import { RULES, archive, linkTo, nameOf, titleOf } from "./packages.js";

const AUTHOR = "workshop.author"; // the preference

/** @param {number} ms */
function when(ms) {
  return new Date(ms).toLocaleString(language(), { dateStyle: "medium", timeStyle: "short" });
}

/**
 * @param {string} title
 * @param {string} text
 * @param {() => void} onclick
 * @param {...Element} more
 */
function card(title, text, onclick, ...more) {
  const choose = () => {
    byId("dialog").close();
    onclick();
  };
  const button = html(
    "button",
    { type: "button", class: "choice", onclick: choose },
    html("strong", {}, title),
    html("span", {}, text),
  );
  return html("li", {}, button, ...more);
}

// Let people choose a game of theirs, or begin one from a template, or from a game of the gallery.
/**
 * @param {OwnGame[]} games
 * @param {Record<string, Record<string, string>>} templates
 * @param {string[]} gallery
 * @param {{open: (game: OwnGame) => void, begin: (files: Record<string, string>) => void,
 *   more: (name: string) => void, remove: (id: number) => unknown, file: () => void}} to
 */
export function showGames(games, templates, gallery, to) {
  const own = games.map((game) => {
    /** @type {HTMLElement} */
    const line = card(
      titleOf(game.files),
      game.isForeign ? phrase("ws by", game.by || phrase("ws nobody")) : when(game.at),
      () => to.open(game),
      html(
        "button",
        {
          type: "button",
          class: "remove",
          "aria-label": phrase("ws remove", titleOf(game.files)),
          onclick: () => {
            to.remove(game.id);
            line.remove();
          },
        },
        "×",
      ),
    );
    return line;
  });
  const begun = Object.entries(templates).map(([name, files]) =>
    card(phrase(`ws template ${name}`), phrase(`ws template ${name} why`), () => to.begin(files)),
  );
  const more = gallery.map((name) =>
    card(gameTitle({ name }), phraseOf(name, "about"), () => to.more(name)),
  );
  open(
    phrase("ws games"),
    [
      html(
        "div",
        { class: "body" },
        ...(own.length ? [html("ul", { class: "offers" }, ...own)] : []),
        html("h3", {}, phrase("ws new")),
        html("ul", { class: "offers two" }, ...begun),
        html("h3", {}, phrase("more games")),
        html("ul", { class: "offers two" }, ...more),
      ),
    ],
    { buttons: [[phrase("ws open"), to.file]], wide: true },
  );
}

// Let people take a game back to one of its versions.
/**
 * @param {OwnVersion[]} versions
 * @param {Record<string, string>} now
 * @param {(files: Record<string, string>) => void} choose
 */
export function showVersions(versions, now, choose) {
  const lines = (/** @type {Record<string, string>} */ files) =>
    (files[RULES] ?? "").split("\n").length;
  const list = versions.map(({ at, files }) =>
    card(when(at), phrase("ws lines", lines(files), lines(files) - lines(now)), () =>
      choose(files),
    ),
  );
  open(phrase("ws versions"), [
    html(
      "div",
      { class: "body" },
      html("p", { class: "dialog-lead" }, phrase("ws versions lead")),
      html("ul", { class: "offers" }, ...list),
    ),
  ]);
}

// Share a game, by a link or a file.
/**
 * @param {OwnGame} game
 * @param {OwnVersion[]} versions
 * @param {(text: string) => void} say
 */
export function showShare(game, versions, say) {
  const { files } = game;
  const author = html("input", {
    type: "text",
    maxlength: 40,
    value: game.isForeign ? game.by : recall(AUTHOR, ""),
  });
  author.addEventListener("change", () => game.isForeign || remember(AUTHOR, author.value));
  const told = html("p", { class: "said", role: "status" });
  const copy = async () => {
    const link = await linkTo(files, author.value);
    if (!link) told.textContent = phrase("ws link long");
    else {
      told.textContent = await navigator.clipboard.writeText(link).then(
        () => phrase("ws copied", link.length),
        () => phrase("ws copy yourself"),
      );
      field.value = link;
      field.hidden = false;
      field.select();
    }
    say(told.textContent);
  };
  const field = html("input", {
    type: "text",
    readonly: true,
    hidden: true,
    "aria-label": phrase("ws link"),
  });
  const save = async () => {
    const url = URL.createObjectURL(await archive(files, author.value, versions));
    html("a", { href: url, download: `${nameOf(files)}.zip` }).click();
    URL.revokeObjectURL(url);
  };
  open(phrase("ws share"), [
    html(
      "div",
      { class: "body" },
      html("p", { class: "dialog-lead" }, phrase("ws share lead")),
      html("label", { class: "field" }, html("span", {}, phrase("ws author")), author),
      html(
        "div",
        { class: "answers" },
        html("button", { type: "button", onclick: copy }, phrase("ws copy")),
        html("button", { type: "button", onclick: save }, phrase("ws save")),
      ),
      field,
      told,
    ),
  ]);
}

// Tell whose a game says it is, and that it is a program; `agree(whether it runs)` takes it.
/**
 * @param {Record<string, string>} files
 * @param {string} by
 * @param {(mayRun: boolean) => void} agree
 */
export function showTrust(files, by, agree) {
  open(
    phrase("ws trust"),
    [
      html(
        "div",
        { class: "body" },
        html(
          "p",
          { class: "whose" },
          phrase("ws whose", titleOf(files), by || phrase("ws nobody")),
        ),
        html("p", {}, phrase("ws program", (files[RULES] ?? "").split("\n").length)),
        html("p", {}, phrase("ws shut in")),
      ),
    ],
    {
      buttons: [
        [phrase("ws play"), () => agree(true)],
        [phrase("ws read first"), () => agree(false)],
      ],
    },
  );
}
