// Keys that mean something wherever the focus is.

// Is a key meant for what has the focus, or for the browser?
export function busy(event) {
  return (
    event.ctrlKey ||
    event.metaKey ||
    event.altKey ||
    event.target.closest("input, select, textarea, dialog, .knob")
  );
}

/** @type {Element | null} */
let at = null; // what has the focus by keys, or had it last

addEventListener("focusin", (event) => {
  const target = /** @type {Element} */ (event.target);
  at = target.matches(":focus-visible") ? target : null;
});

// Call `fallback()`, which takes the focus, where what keys had it on is gone.
export function regain(fallback) {
  if (!at || document.activeElement !== document.body) return;
  if (!at.isConnected || !at.checkVisibility()) fallback();
}

// Let the arrow keys go from one control of an element to the next, round and round.
export function walk(element) {
  element.addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
    if (!step || event.target.matches("input, select")) return;
    const all = controls(element);
    const at = all.indexOf(document.activeElement);
    all[(at + step + all.length) % all.length]?.focus();
    event.preventDefault();
  });
}

// The controls of an element that can be used now.
export function controls(element) {
  return [...element.querySelectorAll("button:enabled, input, select, summary")].filter((one) =>
    one.checkVisibility(),
  );
}
