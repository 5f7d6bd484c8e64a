// Helpers for keys and the focus.

// Is a key meant for the element with the focus, or for the browser?
/** @param {KeyboardEvent} event */
export function isKeyTaken(event) {
  return (
    event.ctrlKey ||
    event.metaKey ||
    event.altKey ||
    /** @type {Element} */ (event.target).closest("input, select, textarea, dialog, .knob")
  );
}

/** @type {Element | null} */
let at = null; // the element that has, or last had, the focus by keys

addEventListener("focusin", (event) => {
  const target = /** @type {Element} */ (event.target);
  at = target.matches(":focus-visible") ? target : null;
});

let byKeys = false; // was the last input a key?
addEventListener("keydown", () => (byKeys = true), true);
addEventListener("pointerdown", () => (byKeys = false), true);

// Give the focus to an element in place of one that is gone. The page scrolls there only for people
// who use keys: for a hand it stays where it is.
/** @param {HTMLElement | SVGElement | null | undefined} element */
export function passFocus(element) {
  element?.focus({ preventScroll: !byKeys });
}

// Call `fallback()`, which takes the focus, if the element that the keyboard had focused is gone.
/** @param {() => void} fallback */
export function restoreFocus(fallback) {
  if (!at || document.activeElement !== document.body) return;
  if (!at.isConnected || !at.checkVisibility()) fallback();
}

// Call `fallback()`, which takes the focus, if the element that had it before a dialog is gone.
/**
 * @param {HTMLElement} dialog
 * @param {() => void} fallback
 */
export function focusAfter(dialog, fallback) {
  dialog.addEventListener("close", () => {
    const now = document.activeElement;
    if (now === document.body || dialog.contains(now)) fallback();
  });
}

// Let the arrow keys move between the controls of an element, in a circle.
/** @param {HTMLElement} element */
export function moveByArrows(element) {
  element.addEventListener("keydown", (event) => {
    /** @type {Record<string, number>} */
    const steps = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };
    const step = steps[event.key];
    if (!step || /** @type {Element} */ (event.target).matches("input, select")) return;
    const all = enabledControls(element);
    const at = all.indexOf(/** @type {HTMLElement} */ (document.activeElement));
    all[(at + step + all.length) % all.length]?.focus();
    event.preventDefault();
  });
}

// The enabled controls of an element.
/** @param {Element} element */
export function enabledControls(element) {
  /** @type {NodeListOf<HTMLElement>} */
  const all = element.querySelectorAll("button:enabled, input, select, summary");
  return [...all].filter((one) => one.checkVisibility());
}
