// Dialogs: one frame for all, a question that needs a yes, the settings, a choice among actions.

import { moveByArrows } from "../common/focus.js";
import * as looks from "../common/theme.js";
import { ignoreSecondClick, ignoreInput } from "../common/repeat_guard.js";
import * as sound from "../common/sound.js";
import { byId, html } from "../common/elements.js";
import { keepTermsMarked } from "../texts/terms.js";
import { wordText, hasText, named, phrase, plain, capitalize } from "../texts/words.js";

const dialog = byId("dialog");
const TABBED = "button:enabled,input:enabled,select,summary,[tabindex='0']:not(.edge)";

// Show a dialog with a form; `buttons` are [[text, done(form data)], ...], the main one first; a
// `done` may be missing. `closed()` is called when the dialog closes, for whatever reason.
/**
 * @param {string} title
 * @param {Element[]} body
 * @param {{buttons?: [text: string, done?: (data: FormData) => void][], wide?: boolean,
 *   closed?: () => void}} more
 */
export function open(title, body, { buttons = [], wide = false, closed } = {}) {
  const form = html(
    "form",
    { method: "dialog" },
    html(
      "header",
      {},
      html("h2", { id: "dialog-title" }, capitalize(title)),
      html(
        "button",
        {
          type: "button",
          class: "close",
          "aria-label": capitalize(phrase("menu close")),
          onclick: () => dialog.close(),
        },
        "×",
      ),
    ),
    ...body,
  );
  let over = false;
  const finish = () => {
    if (!over) closed?.();
    over = true;
  };
  /** @param {((data: FormData) => void) | undefined} done */
  const leave = (done) => {
    dialog.close();
    done?.(new FormData(form));
    finish();
  };
  if (buttons.length) {
    form.append(
      html(
        "footer",
        { class: "two" },
        ...buttons.map(([text, done], i) =>
          html(
            "button",
            {
              class: i ? "plain" : "main",
              type: i ? "button" : "submit",
              onclick: i ? () => leave(done) : undefined,
            },
            text,
          ),
        ),
      ),
    );
  }
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    leave(buttons[0]?.[1]);
  });
  dialog.classList.toggle("wide", wide);
  dialog.replaceChildren(edge(form, -1), form, edge(form, 0));
  dialog.onclose = () => {
    if (dialog.open) return; // another dialog is open by now
    ignoreSecondClick();
    finish();
  };
  if (!dialog.open) dialog.showModal();
  /** @type {HTMLElement | null} */
  const first = form.querySelector("[autofocus], .body :is(input:checked, select, button), .main");
  (first ?? /** @type {HTMLElement} */ (form.querySelector(".body"))).focus();
  ignoreInput(form);
}

// An element at an edge of a dialog: when it gets the focus, it passes it to the first (0) or the
// last (-1) control of the dialog, so the focus never goes behind it.
/**
 * @param {HTMLElement} form
 * @param {number} other
 */
function edge(form, other) {
  return html("span", {
    class: "edge",
    tabindex: 0,
    onfocus: () => {
      /** @type {NodeListOf<HTMLElement>} */
      const all = form.querySelectorAll(TABBED);
      [...all]
        .filter((one) => one.checkVisibility())
        .at(other)
        ?.focus();
    },
  });
}

// Ask before something is lost; resolves to whether people agree.
/**
 * @param {string[]} question
 * @param {string} yes
 */
export function askToConfirm(question, yes) {
  return new Promise((resolve) =>
    open(question[0], [html("div", { class: "body" }, html("p", {}, question[1]))], {
      buttons: [[yes, () => resolve(true)], [phrase("keep")]],
      closed: () => resolve(false),
    }),
  );
}

/**
 * @param {string} label
 * @param {HTMLElement} control
 * @param {string | false} [hint]
 */
export function field(label, control, hint) {
  return html(
    "label",
    { class: "field" },
    html("span", {}, capitalize(label)),
    control,
    ...(hint ? [html("small", {}, hint)] : []),
  );
}

// `pairs`: [[value, label], ...]
/**
 * @param {string} name
 * @param {Pair[]} pairs
 * @param {string | number} [chosen]
 */
export function select(name, pairs, chosen) {
  return html("select", { name }, ...options(pairs, chosen));
}

/**
 * @param {Pair[]} pairs
 * @param {string | number} [chosen]
 */
export function options(pairs, chosen) {
  return pairs.map(([value, label]) =>
    html("option", { value, selected: value === chosen }, label),
  );
}

// The settings of the table and of this page; each takes effect at once through `change(what,
// value)`. `show` has what the buttons open, `more` buttons, [text, todo], and a `note` or "".
/**
 * @param {Hello} hello
 * @param {Settings & {profile: string}} now
 * @param {(what: string, value: unknown) => void} change
 * @param {{lights: () => void, guide: () => void, more: [text: string, todo: () => void][], note: string}} show
 */
export function settings(hello, now, change, show) {
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
  const look = select("look", names("look", looks.THEMES), looks.theme());
  look.addEventListener("change", () => looks.chooseTheme(look.value));
  const level = html("input", { type: "range", min: 20, max: 255, value: now.brightness });
  level.addEventListener("input", () => change("brightness", Number(level.value)));
  const helping = html("input", { type: "checkbox", checked: now.helping });
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
      html(
        "div",
        { class: "choices" },
        html("button", { type: "button", onclick: show.lights }, phrase("lights")),
        html("button", { type: "button", onclick: show.guide }, phrase("guide again")),
        ...show.more.map(([text, onclick]) =>
          html("button", { type: "button", onclick }, capitalize(text)),
        ),
      ),
      html("p", { hidden: !show.note }, show.note),
    ),
  ]);
}

// The boards for a choice: [[name, what people call it], ...].
/**
 * @param {Pick<Hello, "profiles">} hello
 * @returns {Pair[]}
 */
export function boards({ profiles }) {
  return profiles.map(([name, title]) => [
    name,
    hasText(`board ${name}`) ? phrase(`board ${name}`) : title,
  ]);
}

// Choose one of many actions, each a list of words, word by word where there is a choice;
// `text(words)` says what an action does.
/**
 * @param {string} title
 * @param {Words[]} actions
 * @param {(words: Words) => unknown} done
 * @param {(words: Words) => string} text
 */
export function choose(title, actions, done, text) {
  const body = html("div", { class: "body" });
  moveByArrows(body);
  keepTermsMarked(body);
  open(title, [body]);
  pick(
    body,
    actions,
    (words) => {
      dialog.close();
      done(words);
    },
    text,
  );
}

// The same within an element instead of a dialog.
/**
 * @param {HTMLElement} body
 * @param {Words[]} actions
 * @param {(words: Words) => unknown} done
 * @param {(words: Words) => string} text
 */
function pick(body, actions, done, text) {
  /**
   * @param {Words[]} left
   * @param {number} level
   * @param {string[]} said
   * @returns {unknown}
   */
  function ask(left, level, said) {
    if (left.length === 1 && level) return done(left[0]);
    const answers = new Map();
    for (const words of left) {
      const key = JSON.stringify(words[level] ?? null);
      answers.set(key, [...(answers.get(key) ?? []), words]);
    }
    if (answers.size === 1 && left.length > 1) return ask(left, level + 1, said);
    const buttons = [...answers].map(([key, rest]) =>
      html(
        "button",
        {
          type: "button",
          "data-key": plain(JSON.parse(key)),
          onclick: () => ask(rest, level + 1, [...said, called(rest[0], level)]),
        },
        rest.length > 1 ? called(rest[0], level) : text(rest[0]),
      ),
    );
    body.replaceChildren(
      ...(said.length ? [html("p", { class: "said" }, said.join(", "))] : []),
      html("div", { class: "answers" }, ...buttons),
    );
    return buttons[0]?.focus();
  }

  if (actions.length) ask(actions, 0, []);
  else body.append(html("p", {}, phrase("nothing to choose")));
}

/**
 * @param {Words} words
 * @param {number} level
 */
function called(words, level) {
  return (words[level] ?? null) === null
    ? phrase("nothing more")
    : capitalize(wordText(words, level)) || phrase("none");
}
