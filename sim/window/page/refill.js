// New content for an element without a loss of focus: what has the same data-key gets it back.

import { controls } from "./keys.js";

// `fallback()` takes the focus where nothing of that key is there any more.
export function refill(element, content, fallback) {
  const focused = element.contains(document.activeElement) ? document.activeElement : null;
  const key = focused?.dataset.key;
  element.replaceChildren(...content);
  if (!focused) return;
  const now = controls(element);
  const next = now.find((one) => one.dataset.key === key) ?? now[0];
  if (next) next.focus();
  else fallback?.();
}
