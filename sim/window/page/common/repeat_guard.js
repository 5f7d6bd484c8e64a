// Ignores accidental repeats: the second half of a double click or double tap, a repeating key.
// New controls take no input for a moment after an action.

const AGAIN_MS = 400; // a second click within this time belongs to the first
const NEAR = 12; // pixels between them

/** @type {{element: HTMLElement, keys: boolean, since: number, timer: ReturnType<typeof setTimeout>}[]} */
const ignoring = []; // what takes no input now, and since when
let lastIntent = 0; // the last time of another key, or of a move of the focus
let point = { x: 0, y: 0 }; // where a pointer last went down
let past = { x: 0, y: 0, until: 0 }; // where a second click belongs to a gone element

/** @param {KeyboardEvent} options */
const presses = ({ key }) => key === "Enter" || key === " ";

addEventListener(
  "keydown",
  (event) => {
    if (!presses(event)) {
      lastIntent = performance.now();
      return;
    }
    const quiet = ignoring.some(
      (one) =>
        one.keys &&
        one.since >= lastIntent &&
        one.element.contains(/** @type {Node} */ (event.target)),
    );
    if (event.repeat || quiet) stop(event);
  },
  true,
);

addEventListener("focusin", () => (lastIntent = performance.now()));

for (const kind of /** @type {const} */ (["pointerdown", "click"])) {
  addEventListener(
    kind,
    (event) => {
      if (kind === "pointerdown") point = { x: event.clientX, y: event.clientY };
      const again =
        performance.now() < past.until &&
        event.detail !== 0 &&
        Math.hypot(event.clientX - past.x, event.clientY - past.y) < NEAR;
      if (again && !(event.target instanceof Element && event.target.closest("dialog")))
        stop(event);
    },
    true,
  );
}

/** @param {Event} event */
function stop(event) {
  event.preventDefault();
  event.stopImmediatePropagation();
}

// Let an element ignore clicks for a while; with `keys`, also Enter, until another key or a move of
// the focus shows that it is intended.
/**
 * @param {HTMLElement} element
 * @param {number} [ms]
 * @param {boolean} [keys]
 */
export function ignoreInput(element, ms = AGAIN_MS, keys = true) {
  const before = ignoring.findIndex((one) => one.element === element);
  if (before >= 0) clearTimeout(ignoring.splice(before, 1)[0].timer);
  if (before < 0) element.classList.add("ignores-input");
  const one = {
    element,
    keys,
    since: performance.now(),
    timer: setTimeout(() => acceptInput(element), ms),
  };
  ignoring.push(one);
}

/** @param {HTMLElement} element */
export function acceptInput(element) {
  const at = ignoring.findIndex((one) => one.element === element);
  if (at < 0) return;
  clearTimeout(ignoring.splice(at, 1)[0].timer);
  element.classList.remove("ignores-input");
}

// The clicked element is gone: ignore a second click at the same point, which would hit the
// element behind it.
export function ignoreSecondClick() {
  past = { ...point, until: performance.now() + AGAIN_MS };
}

// Is a press the second half of a double click: at the same point, and soon?
export class DoubleClick {
  constructor() {
    this.x = this.y = this.at = -Infinity;
  }

  /** @param {MouseEvent} options */
  note({ clientX, clientY }) {
    this.x = clientX;
    this.y = clientY;
    this.at = performance.now();
  }

  /** @param {MouseEvent} options */
  is({ clientX, clientY }) {
    return (
      performance.now() - this.at < AGAIN_MS &&
      Math.hypot(clientX - this.x, clientY - this.y) < NEAR
    );
  }
}
