// What stands on the page, brought up to date: what did not change is not touched. A browser styles,
// lays out and paints again what is written, even where the same stood there; and an element that
// is made anew has lost its focus, its hover and the pointer that was on its way to it.

import { controls } from "./keys.js";
import { explain, undressed } from "./terms.js";

// Let an element say a text.
export function write(element, text) {
  if (element.textContent !== String(text)) element.textContent = text;
}

// Give an element an attribute; none for null.
export function mark(element, name, value) {
  if (value === null) element.removeAttribute(name);
  else if (element.getAttribute(name) !== String(value)) element.setAttribute(name, value);
}

export function hide(element, hidden) {
  if (element.hidden !== hidden) element.hidden = hidden;
}

// Put elements into one, in their order; those that are there already are not taken out.
export function arrange(element, wanted) {
  const stays = new Set(wanted);
  for (const one of [...element.children]) if (!stays.has(one)) one.remove();
  wanted.forEach((one, i) => {
    if (element.children[i] !== one) element.insertBefore(one, element.children[i] ?? null);
  });
}

// Make what is in an element like `content`. What is alike stays, and its listeners with it: they
// must not know more than what it shows.
export function keep(element, content) {
  const marked = content.map((one) => explain(one, element));
  holdFocus(element, () => undressed(() => compare(element, marked)));
}

// Put new content, listeners and all, into an element. `fallback()` takes the focus where nothing of
// the key that had it is there any more.
export function refill(element, content, fallback) {
  holdFocus(element, () => element.replaceChildren(...content), fallback);
}

// What has the same data-key as what had the focus gets it back.
function holdFocus(element, change, fallback) {
  const active = /** @type {HTMLElement | null} */ (document.activeElement);
  const focused = element.contains(active) ? active : null;
  const key = focused?.dataset.key;
  change();
  if (!focused || focused.isConnected) return;
  const now = controls(element);
  const next = now.find((one) => one.dataset.key === key) ?? now[0];
  if (next) next.focus();
  else fallback?.();
}

// What is alike at the beginning and at the end stays as it is; between them as many as before
// stand each for one, and more or fewer for all.
function compare(element, content) {
  const old = [...element.childNodes];
  const both = Math.min(old.length, content.length);
  let head = 0;
  while (head < both && old[head].isEqualNode(content[head])) head++;
  let tail = 0;
  while (tail < both - head && old.at(-1 - tail).isEqualNode(content.at(-1 - tail))) tail++;
  const gone = old.slice(head, old.length - tail);
  const come = content.slice(head, content.length - tail);
  if (gone.length === come.length) {
    for (const [i, one] of gone.entries()) exchange(one, come[i]);
  } else {
    const before = old[old.length - tail] ?? null;
    for (const one of gone) one.remove();
    for (const one of come) element.insertBefore(one, before);
  }
}

// A frame of the same kind stays, with other content; a control is made anew.
function exchange(old, now) {
  const frame =
    old.nodeType === Node.ELEMENT_NODE &&
    !old.matches("button, input, select") &&
    old.cloneNode(false).isEqualNode(now.cloneNode(false));
  if (frame) compare(old, [...now.childNodes]);
  else old.replaceWith(now);
}
