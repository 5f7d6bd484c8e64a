// Messages of the page: for screen readers, and as a note that disappears by itself.

import { byId, html } from "./elements.js";
import { capitalize } from "../texts/words.js";

const SHOWN_MS = 4200;
const PRESSED_MS = 15_000; // with a button
const HEARD = 8; // sentences that stay for screen readers: more than one message of facts brings

/** @type {number | undefined} */
let timer;

// Screen readers read new text in the region. A sentence stays there for a while: if the next one
// replaced it at once, nobody would hear it.
/** @param {string} text */
export function say(text) {
  const live = byId("live");
  live.append(html("p", {}, text));
  if (live.children.length > HEARD) live.children[0].remove();
}

/** @type {(reasons: Reason[]) => Promise<Node | undefined>} */
let answer = async () => undefined;

// From now on `make(reasons)` resolves to a button that leads to the rule behind an error.
/** @param {(reasons: Reason[]) => Promise<Node | undefined>} make */
export function explainErrorsBy(make) {
  answer = make;
}

/**
 * @param {string} why
 * @param {Reason[]} reasons
 */
export async function showError(why, reasons = []) {
  inform(capitalize(why));
  const button = reasons.length ? await answer(reasons) : undefined;
  if (button && byId("toast").textContent === capitalize(why)) byId("toast").append(" ", button);
}

// Say and show a text, with buttons that stay a little longer.
/**
 * @param {string} text
 * @param {...Element} buttons
 */
export function inform(text, ...buttons) {
  say(text);
  toast(text, ...buttons);
}

// A note covers what lies below: it goes as soon as somebody presses something else.
addEventListener(
  "pointerdown",
  ({ target }) => {
    const { classList } = byId("toast");
    if (classList.contains("shown") && !byId("toast").contains(/** @type {Node} */ (target)))
      hide();
  },
  true,
);

function hide() {
  byId("toast").classList.remove("shown");
}

// Show a text that screen readers get in another way.
/**
 * @param {string} text
 * @param {...Element} buttons
 */
export function toast(text, ...buttons) {
  byId("toast").replaceChildren(text, ...buttons.flatMap((button) => [" ", button]));
  byId("toast").classList.add("shown");
  clearTimeout(timer);
  const ms = buttons.length ? PRESSED_MS : SHOWN_MS;
  timer = setTimeout(hide, ms);
}
