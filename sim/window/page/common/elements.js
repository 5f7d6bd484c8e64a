// Small helpers for SVG and HTML elements.

const SVG = "http://www.w3.org/2000/svg";

// The element of the page with an id.
/**
 * @template {string} Id
 * @param {Id} id
 * @returns {Id extends keyof Parts ? Parts[Id] : HTMLElement}
 */
export function byId(id) {
  const found = /** @type {unknown} */ (document.getElementById(id));
  return /** @type {ReturnType<typeof byId<Id>>} */ (found);
}

// Make an SVG element with attributes and children (elements or text).
/**
 * @template {keyof SVGElementTagNameMap} Name
 * @param {Name} name
 * @param {Attributes} attributes
 * @param {...Child} children
 */
export function svg(name, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, name), attributes, children);
}

// Make an HTML element; attributes that start with "on" are listeners.
/**
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {Attributes} attributes
 * @param {...Child} children
 */
export function html(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  if (name === "option") return fill(element, attributes, children); // it holds only text
  /** @type {(one: Child) => Child[]} */
  const split = (one) => (typeof one === "string" ? unbroken(one) : [one]);
  const parts = children.flatMap(split);
  return fill(element, attributes, parts);
}

// A range, or a number with its unit: "2-5", "2 to 4 players", "1 : 2".
const WHOLE = /(?<![\p{L}\d])\d+(?:[.,]\d+)?(?:(?:-| \S{1,3} )\d+)?(?: \p{L}{1,10}(?![\p{L}-]))?/gu;

// The parts of a text; no line ends within those that are elements.
/** @param {string} text */
export function unbroken(text) {
  /** @type {(string | HTMLElement)[]} */
  const parts = [];
  let from = 0;
  for (const { 0: found, index } of text.matchAll(WHOLE)) {
    if (!/[- ]/.test(found)) continue;
    const whole = document.createElement("nobr");
    whole.textContent = found;
    parts.push(text.slice(from, index), whole);
    from = index + found.length;
  }
  return [...parts, text.slice(from)].filter(Boolean);
}

/**
 * @template {Element} T
 * @param {T} element
 * @param {Attributes} attributes
 * @param {Child[]} children
 */
function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function")
      element.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
    else if (name.startsWith("on"))
      continue; // a listener that is left out
    else if (name.startsWith("aria-") && value != null) element.setAttribute(name, String(value));
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value != null) element.setAttribute(name, String(value));
  }
  element.append(.../** @type {string[]} */ (children)); // numbers become text as well
  return element;
}

// The context that draws on a canvas.
/**
 * @param {HTMLCanvasElement} canvas
 * @returns {CanvasRenderingContext2D}
 */
export function context2d(canvas) {
  return /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
}

export const calm = matchMedia("(prefers-reduced-motion: reduce)");

// Keep a gradient under `id` for all drawings, made once by `make()`; return a reference to it.
/**
 * @param {string} id
 * @param {() => Element} make
 */
export function paint(id, make) {
  /** @type {Element | null} */
  let store = document.getElementById("paints");
  if (!store) {
    store = svg("svg", { id: "paints", width: 0, height: 0, "aria-hidden": "true" });
    document.body.append(/** @type {Element} */ (store));
  }
  if (!document.getElementById(id)) {
    const gradient = make();
    gradient.id = id;
    store?.append(gradient);
  }
  return `url(#${id})`;
}

// A gradient from top to bottom (or as `attributes` say) through [offset, colour, opacity] stops.
/**
 * @param {Stop[]} stops
 * @param {Record<string, number>} attributes
 */
export function slope(stops, attributes = { x1: 0, x2: 0, y1: 0, y2: 1 }) {
  return gradient("linearGradient", stops, attributes);
}

/**
 * @param {Stop[]} stops
 * @param {Record<string, number>} attributes
 */
export function radial(stops, attributes = {}) {
  return gradient("radialGradient", stops, attributes);
}

/**
 * @param {"linearGradient" | "radialGradient"} name
 * @param {Stop[]} stops
 * @param {Attributes} attributes
 */
function gradient(name, stops, attributes) {
  return svg(
    name,
    attributes,
    ...stops.map(([offset, colour, opacity = 1]) =>
      svg("stop", { offset, "stop-color": colour, "stop-opacity": opacity }),
    ),
  );
}

// The shadow of a square piece that lies flat; `half` is half its side.
/**
 * @param {number} half
 * @param {number} more
 * @param {number} round
 */
export function flatShade(half, more, round) {
  return svg("rect", {
    class: "shade",
    x: -half,
    y: -half + 1,
    width: 2 * half + more,
    height: 2 * half + more + 1,
    rx: round,
  });
}

// A soft shadow on the table.
/**
 * @param {number} cx
 * @param {number} cy
 * @param {number} rx
 * @param {number} ry
 */
export function shade(cx, cy, rx, ry) {
  const fill = paint("shade", () =>
    radial([
      [0, "#000", 0.62],
      [0.55, "#000", 0.42],
      [0.8, "#000", 0.14],
      [1, "#000", 0],
    ]),
  );
  return svg("ellipse", { cx, cy, rx, ry, fill });
}

// Make the texts in a drawing narrower that are wider than their room, `data-room`.
/** @param {SVGElement} root */
export function squeeze(root) {
  /** @type {NodeListOf<SVGTextElement>} */
  const texts = root.querySelectorAll("text[data-room]");
  for (const text of texts) {
    const { room } = text.dataset;
    text.removeAttribute("textLength");
    if (text.getComputedTextLength() <= Number(room)) continue;
    text.setAttribute("lengthAdjust", "spacingAndGlyphs");
    text.setAttribute("textLength", String(room));
  }
}
