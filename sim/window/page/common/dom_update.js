// Updates the page without touching what has not changed. A browser styles, lays out and paints
// again everything that a script writes, even the same text; and a new element loses the focus,
// the hover and the press of the old one.

import { unbroken } from "./elements.js";
import { enabledControls, passFocus } from "./focus.js";
import { markTerms, withoutExplanation } from "../texts/terms.js";

// Set the text of an element.
/**
 * @param {Element} element
 * @param {string | number} text
 */
export function setText(element, text) {
  if (element.textContent !== String(text)) element.textContent = String(text);
}

// Set the text of an element that people read, in which lines end.
/**
 * @param {Element} element
 * @param {string} text
 */
export function setSentence(element, text) {
  if (element.textContent !== text) element.replaceChildren(...unbroken(text));
}

// Set an attribute of an element; null removes it.
/**
 * @param {Element} element
 * @param {string} name
 * @param {string | number | boolean | null} value
 */
export function setAttribute(element, name, value) {
  if (value === null) element.removeAttribute(name);
  else if (element.getAttribute(name) !== String(value)) element.setAttribute(name, String(value));
}

/**
 * @param {HTMLElement} element
 * @param {boolean} hidden
 */
export function setHidden(element, hidden) {
  if (element.hidden !== hidden) element.hidden = hidden;
}

// Make these the children of an element, in their order; children that are there already stay.
/**
 * @param {Element} element
 * @param {Element[]} wanted
 */
export function orderChildren(element, wanted) {
  const stays = new Set(wanted);
  for (const one of [...element.children]) if (!stays.has(one)) one.remove();
  wanted.forEach((one, i) => {
    if (element.children[i] !== one) element.insertBefore(one, element.children[i] ?? null);
  });
}

// Make the children of an element equal to `content`. Equal children stay, with their listeners,
// which must therefore depend only on the visible content of the child. `fallback` is as in
// `replaceContent`.
/**
 * @param {Element} element
 * @param {Element[]} content
 * @param {() => void} [fallback]
 */
export function updateContent(element, content, fallback) {
  const marked = content.map((one) => markTerms(one, element));
  keepFocus(element, () => withoutExplanation(() => updateChildren(element, marked)), fallback);
}

/** @type {WeakMap<Element, string>} */
const shown = new WeakMap(); // what the content of an element was drawn from

// Draw the content of an element from values, unless it shows them already: an unused drawing is
// garbage that browsers collect late.
/**
 * @template T
 * @param {Element} element
 * @param {T} values
 * @param {(values: T) => Element[]} draw
 */
export function drawIfChanged(element, values, draw) {
  const now = JSON.stringify([document.documentElement.lang, values]);
  if (element.hasChildNodes() && shown.get(element) === now) return;
  shown.set(element, now);
  updateContent(element, draw(values));
}

// Replace the content of an element, listeners included. `fallback()` takes the focus if no
// element has the data-key of the formerly focused one.
/**
 * @param {HTMLElement} element
 * @param {Element[]} content
 * @param {() => void} [fallback]
 */
export function replaceContent(element, content, fallback) {
  keepFocus(element, () => element.replaceChildren(...content), fallback);
}

// Run a change; then focus the element that has the data-key of the element focused before.
/**
 * @param {Element} element
 * @param {() => void} change
 * @param {() => void} [fallback]
 */
function keepFocus(element, change, fallback) {
  const active = /** @type {HTMLElement | null} */ (document.activeElement);
  const focused = element.contains(active) ? active : null;
  const key = focused?.dataset.key;
  change();
  if (!focused || focused.isConnected) return;
  const now = enabledControls(element);
  const next = now.find((one) => one.dataset.key === key) ?? now[0];
  if (next) passFocus(next);
  else fallback?.();
}

// Children that are equal at the beginning and at the end stay. Those between are exchanged one by
// one if their number is the same, and otherwise replaced together.
/**
 * @param {Element} element
 * @param {Element[]} content
 */
function updateChildren(element, content) {
  const old = /** @type {Element[]} */ ([...element.childNodes]);
  const both = Math.min(old.length, content.length);
  let head = 0;
  while (head < both && old[head].isEqualNode(content[head])) head++;
  let tail = 0;
  while (
    tail < both - head &&
    old[old.length - 1 - tail].isEqualNode(content[content.length - 1 - tail])
  )
    tail++;
  const gone = old.slice(head, old.length - tail);
  const come = content.slice(head, content.length - tail);
  if (gone.length === come.length) {
    for (const [i, one] of gone.entries()) updateOrReplace(one, come[i]);
  } else {
    const before = old[old.length - tail] ?? null;
    for (const one of gone) one.remove();
    for (const one of come) element.insertBefore(one, before);
  }
}

// A container of the same kind stays, with new content; a control is replaced.
/**
 * @param {Element} old
 * @param {Element} now
 */
function updateOrReplace(old, now) {
  const frame =
    old.nodeType === Node.ELEMENT_NODE &&
    !old.matches("button, input, select") &&
    old.cloneNode(false).isEqualNode(now.cloneNode(false));
  if (frame) updateChildren(old, /** @type {Element[]} */ ([...now.childNodes]));
  else old.replaceWith(now);
}
