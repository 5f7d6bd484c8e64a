// New content for an element without a loss of focus: what has the same data-key gets it back.

// `fallback()` takes the focus where nothing of that key is there any more.
export function refill(element, content, fallback) {
  const focused = element.contains(document.activeElement) ? document.activeElement : null;
  const key = focused?.dataset.key;
  element.replaceChildren(...content);
  if (!focused) return;
  const again = [...element.querySelectorAll("[data-key]")].find((one) => one.dataset.key === key);
  const next = again ?? element.querySelector("button, input, select");
  if (next) next.focus();
  else fallback?.();
}
