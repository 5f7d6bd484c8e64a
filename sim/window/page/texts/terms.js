// Explains the terms of a game where they are used: under the pointer, under the focus or on the
// control that has it, after a tap or a long press; and all of them in a list.
//
// The catalogue of a game has `forms WORD`, the forms of a term in sentences, and `term WORD`, its
// meaning. The effect of a development card is a term, too.

import { html } from "../common/elements.js";
import {
  wordsOfKind,
  withTextsOf,
  hasText,
  language,
  ownTexts,
  phrase,
  capitalize,
} from "./words.js";

const HOVER_MS = 350; // a pointer rests so long before an explanation shows
const PRESS_MS = 500; // of a long press
const SLIP = 10; // pixels that a finger may move meanwhile
const GAP = 8; // pixels between a term and its explanation
const MOST = 3; // terms of one control
// Controls that contain terms; elements that are one term; elements without marks.
/** @type {(one: Element) => HTMLElement | null} */
const inControl = (one) => one.closest("button, summary, label, a, select, input");
/** @type {(one: Element) => HTMLElement | null} */
const metAt = (one) =>
  one.closest("[data-term]") ??
  one.closest(".stack") ??
  one.closest(".devs span") ??
  one.closest(".cardlet") ??
  one.closest(".spot.closed");
/** @param {Element} one */
const isPlain = (one) =>
  one.closest(".term, .who, .unseen, .prose, .words, svg, select, option, input, output, script");

/**
 * @type {{texts?: object, forms: Map<string, string>, pattern: RegExp | null,
 *   said: Map<string, [name: string, explanation: string]>}}
 */
let known = { forms: new Map(), pattern: null, said: new Map() }; // the terms of a game in a language

// The terms of the game on the table: {forms: {in lower case: word}, pattern, said: {word: [name,
// explanation]}}.
function terms() {
  const texts = ownTexts();
  if (texts === known.texts) return known;
  const words = wordsOfKind("term");
  /** @type {Map<string, [name: string, explanation: string]>} */
  const said = new Map(
    words.map((word) => [word, [phrase(`forms ${word}`).split(", ")[0], phrase(`term ${word}`)]]),
  );
  const forms = new Map(
    words.flatMap((word) =>
      phrase(`forms ${word}`)
        .split(", ")
        .map((form) => [form.toLowerCase(), word]),
    ),
  );
  for (const word of wordsOfKind("dev").filter((one) => hasText(`dev ${one} does`))) {
    const name = phrase(`dev ${word}`);
    if (forms.has(name.toLowerCase())) continue;
    forms.set(name.toLowerCase(), `dev ${word}`);
    said.set(`dev ${word}`, [name, `${capitalize(phrase(`dev ${word} does`))}.`]);
  }
  // A title contains no terms: for example, "Ley Lines" in Ley Lines of Mars is none.
  for (const word of wordsOfKind("title")) forms.set(phrase(`title ${word}`).toLowerCase(), "");
  const longest = [...forms.keys()].sort((a, b) => b.length - a.length);
  const pattern = longest.length
    ? new RegExp(
        `(?<![\\p{L}\\p{N}])(${longest
          .map((form) => form.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"))
          .join("|")})(?![\\p{L}\\p{N}])`,
        "giu",
      )
    : null;
  known = { texts, forms, pattern, said };
  return known;
}

// ---- marks
// ---------------------------------------------------------------------------------------

// Mark the terms in the texts of an element, each at its first use; the texts stay the same.
// `place` is where the element will be.
/**
 * @template {Element} T
 * @param {T} root
 * @param {Element} [place]
 */
export function markTerms(root, place = root) {
  const { pattern, forms } = terms();
  if (!pattern || !(root instanceof HTMLElement) || isPlain(root)) return root;
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  /** @type {Text[]} */
  const texts = [];
  while (walker.nextNode()) texts.push(/** @type {Text} */ (walker.currentNode));
  const met = new Map(); // by block: the words marked in it
  for (const text of texts) {
    const parent = text.parentElement;
    if (!parent || isPlain(parent)) continue;
    const block = parent.closest("button, p, li, h2, td, th, div, small") ?? root;
    if (!met.has(block)) {
      /** @type {NodeListOf<HTMLElement>} */
      const terms = block.querySelectorAll(".term");
      met.set(block, new Set([...terms].map((one) => one.dataset.term)));
    }
    split(text, pattern, forms, met.get(block), place);
  }
  return root;
}

/**
 * @param {Text} text
 * @param {RegExp} pattern
 * @param {Map<string, string>} forms
 * @param {Set<string | undefined>} met
 * @param {Element} place
 */
function split(text, pattern, forms, met, place) {
  const parts = [];
  let from = 0;
  for (const found of text.data.matchAll(pattern)) {
    const word = forms.get(found[0].toLowerCase());
    if (!word || met.has(word)) continue;
    met.add(word);
    parts.push(text.data.slice(from, found.index), mark(text, word, found[0], place));
    from = found.index + found[0].length;
  }
  if (parts.length) text.replaceWith(...[...parts, text.data.slice(from)].filter(Boolean));
}

// A control gets the focus as a whole: going through a player's cards and actions word by word
// would take too many keys.
/**
 * @param {Text} text
 * @param {string} word
 * @param {string} said
 * @param {Element} place
 */
function mark(text, word, said, place) {
  const reached =
    !inControl(/** @type {Element} */ (text.parentElement)) && !place.closest(".purse, #actions");
  return html("dfn", { class: "term", "data-term": word, tabindex: reached ? 0 : null }, said);
}

// Mark the terms of elements now, and after each change of their texts.
/** @param {...Element} roots */
export function keepTermsMarked(...roots) {
  const observer = new MutationObserver((changes) => {
    for (const target of new Set(changes.map((change) => change.target))) {
      if (target.isConnected) markTerms(/** @type {Element} */ (target));
    }
    observer.takeRecords(); // the marks themselves
    if (owner && !owner.isConnected) again();
  });
  for (const root of roots) {
    markTerms(root);
    observer.observe(root, { childList: true, subtree: true });
  }
}

// ---- explanations
// --------------------------------------------------------------------------------

const tip = html("div", {
  class: "tip",
  id: "tip",
  role: "tooltip",
  popover: "manual",
  hidden: true,
});
/** @type {HTMLElement | null} */
let owner = null; // the element that is explained now
/** @type {string | null} */
let title = null; // its own title meanwhile
/** @type {number | undefined} */
let waits; // the timer of a pointer that rests, or of a finger that stays
/** @type {{x: number, y: number, shown: boolean} | null} */
let pressed = null; // where a finger went down
let focused = false; // did the focus open the explanation?

// The explanations for an element: [[name, explanation], ...].
/**
 * @param {HTMLElement} element
 * @returns {[name: string, explanation: string][]}
 */
function meanings(element) {
  if (element.matches(".spot.closed")) return [["", phrase("does not fit why")]];
  const { pattern, forms, said } = terms();
  if (!pattern) return [];
  const text = element.getAttribute("aria-label") ?? (element.title || element.textContent);
  const words = element.dataset.term
    ? [element.dataset.term]
    : [...text.matchAll(pattern)].map(([form]) => forms.get(form.toLowerCase()));
  const found = [...new Set(words)].slice(0, MOST).flatMap((word) => {
    const meant = said.get(word ?? "");
    return meant ? [meant] : [];
  });
  const { costs } = element.dataset;
  return costs ? [...found, ["", phrase("dots", costs)]] : found;
}

/**
 * @param {HTMLElement | null | undefined | false} element
 * @param {boolean} [forFocus]
 */
function show(element, forFocus = false) {
  hide();
  const found = element ? meanings(element) : [];
  if (!element || !found.length) return false;
  owner = element;
  describe(element);
  focused = forFocus;
  tip.replaceChildren(
    ...found.map(([name, text]) =>
      html("p", {}, ...(name ? [html("b", {}, capitalize(name)), ": "] : []), text),
    ),
  );
  (element.closest("dialog, main, aside") ?? document.body).append(tip);
  tip.hidden = false;
  tip.showPopover?.();
  place(element.getBoundingClientRect());
  return true;
}

// Put the explanation above its element, or else below, within the window.
/** @param {DOMRect} box */
function place(box) {
  const { width, height } = tip.getBoundingClientRect();
  const above = box.top - height - GAP;
  const left = Math.min(
    Math.max(box.left + box.width / 2 - width / 2, GAP),
    innerWidth - width - GAP,
  );
  tip.style.left = `${Math.max(left, GAP)}px`;
  tip.style.top = `${above >= GAP ? above : Math.min(box.bottom + GAP, innerHeight - height - GAP)}px`;
}

function hide() {
  clearTimeout(waits);
  if (!owner) return;
  undescribe(owner);
  owner = title = null;
  if (tip.matches(":popover-open")) tip.hidePopover();
  tip.hidden = true;
}

// Give the element its explanation as description, and hide its title, which would show as well.
/** @param {Element} element */
function describe(element) {
  title = element.getAttribute("title");
  element.removeAttribute("title");
  element.setAttribute("aria-describedby", tip.id);
}

/** @param {Element} element */
function undescribe(element) {
  element.removeAttribute("aria-describedby");
  if (title && !element.hasAttribute("title")) element.setAttribute("title", title);
}

// Run `change()`, which compares elements, as if no explanation were shown; keep the explanation if
// its element stays.
/** @param {() => void} change */
export function withoutExplanation(change) {
  if (owner) undescribe(owner);
  change();
  if (owner?.isConnected) describe(owner);
  else if (owner) again();
}

// The explained element is gone: move its focus to the same word, if that is on the page again.
function again() {
  const had = focused && document.activeElement === document.body;
  const term = owner?.dataset.term;
  hide();
  if (!had || !term) return;
  /** @type {HTMLElement | null} */
  const same = document.querySelector(`.term[tabindex][data-term="${term}"]`);
  same?.focus();
}

/** @param {Event} event */
function targetOf(event) {
  return /** @type {Element} */ (event.target);
}

/** @param {PointerEvent} event */
function rest(event) {
  if (event.pointerType !== "mouse") return;
  const met = event.buttons ? null : metAt(targetOf(event));
  if (owner && (met === owner || focused || within(event))) return;
  hide();
  const printed = event.buttons > 0 || targetOf(event).closest(".stage") !== null;
  if (met || printed) {
    waits = setTimeout(
      () => show((met?.isConnected && met) || (printed && beneath(event))),
      HOVER_MS,
    );
  }
}

// The explanation that the board has for a point: of a dimmed place, or of the print there.
/**
 * @param {MouseEvent} event
 * @returns {HTMLElement | null | undefined}
 */
function beneath({ clientX, clientY }) {
  const all = document.elementsFromPoint(clientX, clientY);
  const found = all
    .map((one) => one.closest(".spot.closed") ?? one.closest(".ground [data-term]"))
    .find(Boolean);
  return /** @type {HTMLElement | undefined} */ (found); // or one of the board's drawing
}

// Is a pointer over the explanation? (Clicks pass through it.)
/** @param {{clientX: number, clientY: number}} options */
function within({ clientX: x, clientY: y }) {
  const box = tip.getBoundingClientRect();
  return x >= box.left && x <= box.right && y >= box.top - GAP && y <= box.bottom + GAP;
}

/** @param {PointerEvent} event */
function down(event) {
  /** @type {HTMLElement | null} */
  const term = targetOf(event).closest(".term");
  pressed = null;
  if (owner && owner !== term) hide();
  clearTimeout(waits);
  const met = inControl(targetOf(event)) ?? metAt(targetOf(event));
  if (event.pointerType === "mouse" || !met) return;
  const press = { x: event.clientX, y: event.clientY, shown: false };
  pressed = press;
  waits = setTimeout(() => {
    press.shown = show(met.isConnected ? (term ?? met) : under(press)); // it may have been replaced
  }, PRESS_MS);
}

// The element under a finger that has an explanation.
/**
 * @param {{x: number, y: number}} point
 * @returns {HTMLElement | null}
 */
function under({ x, y }) {
  const there = document.elementFromPoint(x, y);
  return there && (there.closest(".term") ?? inControl(there) ?? metAt(there));
}

/** @param {PointerEvent} event */
function slip(event) {
  if (event.pointerType === "mouse") rest(event);
  else if (pressed && Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) > SLIP) {
    clearTimeout(waits);
  }
}

// A tap on a term explains it; a long press on a control does nothing else.
/** @param {MouseEvent} event */
function click(event) {
  const long = pressed?.shown;
  pressed = null;
  /** @type {HTMLElement | null} */
  const met = targetOf(event).closest(".term");
  if (long) {
    event.preventDefault();
    event.stopImmediatePropagation();
  } else if (met && !inControl(met)) show(met);
}

/** @param {Event} event */
function stop(event) {
  event.preventDefault();
  event.stopImmediatePropagation();
}

addEventListener("pointermove", slip, true);
addEventListener("pointerdown", down, true);
addEventListener("pointerup", () => clearTimeout(waits), true);
addEventListener("pointercancel", () => clearTimeout(waits), true);
addEventListener("click", click, true);
addEventListener("contextmenu", (event) => pressed?.shown && stop(event), true);
addEventListener("scroll", () => owner && place(owner.getBoundingClientRect()), true);
addEventListener("focusin", (event) => {
  const target = /** @type {HTMLElement} */ (event.target);
  const met = inControl(target) ?? metAt(target);
  if (target !== owner && target === met && target.matches(":focus-visible")) {
    show(target, true);
  }
});
addEventListener("focusout", () => focused && hide());
addEventListener(
  "keydown",
  (event) => {
    if (event.key !== "Escape" || !owner) return;
    hide();
    stop(event);
  },
  true,
);

// ---- the list
// --------------------------------------------------------------------------------------

// The words of a game, for the head of its rules.
/** @param {string} game */
export function termList(game) {
  const said = withTextsOf(game, () => [...terms().said.values()]);
  if (!said.length) return [];
  const sorted = said.sort(([one], [two]) => one.localeCompare(two, language()));
  return [
    html(
      "details",
      { class: "words" },
      html("summary", {}, phrase("words of game")),
      html(
        "dl",
        { tabindex: 0, "aria-label": phrase("words of game") },
        ...sorted.flatMap(([name, text]) => [
          html("dt", {}, capitalize(name)),
          html("dd", {}, text),
        ]),
      ),
    ),
  ];
}
