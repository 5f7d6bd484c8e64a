// Dialogs: one frame for all, a question that needs a yes, and fields.

import { ignoreSecondClick, ignoreInput } from "../common/repeat_guard.js";
import { byId, html } from "../common/elements.js";
import { hasText, phrase, capitalize } from "../texts/words.js";

const dialog = byId("dialog");
let isGoingBack = false; // is the browser on its way back from an entry of ours?
let isRestarting = () => false; // does the page start again? Then it takes no step in the history
/** @type {(() => boolean) | undefined} */
let mayLeave; // asks whether the open dialog may be closed now

history.scrollRestoration = "manual"; // a step back closes a dialog, and the page stays where it is

// An open dialog has an entry in the tab's history, so the browser's Back closes it, not the page.
addEventListener("popstate", () => {
  const wasOurs = isGoingBack;
  isGoingBack = false;
  if (!dialog.open) return;
  if (wasOurs || !close()) history.pushState({ dialog: true }, "");
});
dialog.addEventListener("cancel", (event) => {
  event.preventDefault(); // Escape
  close();
});

// From now on `isDue()` says whether the page starts again.
/** @param {() => boolean} isDue */
export function restartsWhen(isDue) {
  isRestarting = isDue;
}

// Close the dialog, unless people are asked and stay; returns whether it is closed.
function close() {
  if (mayLeave && !mayLeave()) return false;
  dialog.close();
  return true;
}

const TABBED = "button:enabled,input:enabled,select,summary,[tabindex='0']:not(.edge)";

// Show a dialog with a form; `buttons` are [[text, done(form data)], ...], the main one first; a
// `done` may be missing. `closed()` is called when the dialog closes, for whatever reason; before people close it,
// `leave()` says whether they may.
/**
 * @param {string} title
 * @param {Element[]} body
 * @param {{buttons?: [text: string, done?: (data: FormData) => void][], wide?: boolean,
 *   closed?: () => void, leave?: () => boolean}} more
 */
export function open(title, body, { buttons = [], wide = false, closed, leave: asks } = {}) {
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
          onclick: close,
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
    if (history.state?.dialog && !isRestarting()) {
      isGoingBack = true;
      history.back();
    }
  };
  mayLeave = asks;
  if (!dialog.open) dialog.showModal();
  if (!history.state?.dialog) history.pushState({ dialog: true }, "");
  /** @type {HTMLElement | null} */
  const first = form.querySelector("[autofocus], .body :is(input:checked, select, button), .main");
  (first ?? /** @type {HTMLElement} */ (form.querySelector(".body"))).focus();
  ignoreInput(form);
}

// An element at an edge of a dialog: when it gets the focus, it passes the focus to the first (0)
// or the last (-1) control, so that the focus never goes behind the dialog.
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

// The boards for a choice: [[name, what people call it], ...].
/**
 * @param {Pick<Hello, "profiles">} hello
 * @returns {Pair[]}
 */
export function boards({ profiles }) {
  return profiles.map(([name, title]) => {
    const [, width, height, sense, facings] =
      /^own_(\d+)x(\d+)_([a-z]+)_\d+(?:_(facings))?$/.exec(name) ?? [];
    if (sense) return [name, phrase(`board own ${facings ?? sense}`, width, height)];
    const [, hexes] = /^own_hex(\d+)$/.exec(name) ?? [];
    if (hexes) return [name, phrase("board own hexes", hexes)];
    return [name, hasText(`board ${name}`) ? phrase(`board ${name}`) : title];
  });
}
