// What is meant once acts once: a second click, a tap that comes twice, a key that repeats. After
// an action the controls that come next take nothing for a moment.

const AGAIN_MS = 400; // within which a second click belongs to the first
const NEAR = 12; // pixels between them

/** @type {any[]} */
const kept = []; // [element, timer] of those that take nothing now
let meant = 0; // when another key than these was pressed, or the focus moved, last
let point = { x: 0, y: 0 }; // where a pointer was down last
let past = { x: 0, y: 0, until: 0 }; // where a second click would still belong to what is gone

const presses = ({ key }) => key === "Enter" || key === " ";

addEventListener(
  "keydown",
  (event) => {
    if (!presses(event)) {
      meant = performance.now();
      return;
    }
    const quiet = kept.some(
      (one) => one.keys && one.since >= meant && one.element.contains(event.target),
    );
    if (event.repeat || quiet) stop(event);
  },
  true,
);

addEventListener("focusin", () => (meant = performance.now()));

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

function stop(event) {
  event.preventDefault();
  event.stopImmediatePropagation();
}

// Let an element take no click for a while; with `keys`, no Enter either until another key, or
// another focus, shows that it is meant.
export function hush(element, ms = AGAIN_MS, keys = true) {
  const before = kept.findIndex((one) => one.element === element);
  if (before >= 0) clearTimeout(kept.splice(before, 1)[0].timer);
  if (before < 0) element.classList.add("hushed");
  const one = {
    element,
    keys,
    since: performance.now(),
    timer: setTimeout(() => unhush(element), ms),
  };
  kept.push(one);
}

export function unhush(element) {
  const at = kept.findIndex((one) => one.element === element);
  if (at < 0) return;
  clearTimeout(kept.splice(at, 1)[0].timer);
  element.classList.remove("hushed");
}

// What was clicked is gone: a second click at the same point hits nothing behind it.
export function gone() {
  past = { ...point, until: performance.now() + AGAIN_MS };
}

// Does a pointer come to the same point again so soon that it is the second half of a double click?
export class Twice {
  constructor() {
    this.x = this.y = this.at = -Infinity;
  }

  note({ clientX, clientY }) {
    this.x = clientX;
    this.y = clientY;
    this.at = performance.now();
  }

  is({ clientX, clientY }) {
    return (
      performance.now() - this.at < AGAIN_MS &&
      Math.hypot(clientX - this.x, clientY - this.y) < NEAR
    );
  }
}
