// The rules of a game: shows a small part of Markdown, opened at the heading for the present
// moment, or at the paragraph that a refusal refers to. A comment before such a paragraph, <!--
// why: KEY, KEY -->, has the keys of its refusals in the catalogue; `need *` means all keys that
// begin with "need ".

import { open } from "./dialog.js";
import { finder } from "./text_search.js";
import { html } from "../common/elements.js";
import { termList } from "../texts/terms.js";
import { language, wordsOfKind, withTextsOf, phrase, unfilled } from "../texts/words.js";

const WHY = /^<!-- why: ([^>]*) -->$/gm;

// The text of the rules of a game, in the language of the page; "" if there is none.
/** @param {string} game */
export async function fetchRules(game) {
  const answer = await fetch(`rules/${language()}/${game}.md`);
  return answer.ok ? answer.text() : "";
}

// The first of some keys of refusals for which a text of rules has a paragraph.
/**
 * @param {string} text
 * @param {string[]} keys
 */
export function keyOfRule(text, keys) {
  const known = [...text.matchAll(WHY)].flatMap(([, listed]) => listed.split(/,\s+/));
  return keys.find((key) => known.some((one) => isMeant(one, key)));
}

/**
 * @param {string} one
 * @param {string} key
 */
function isMeant(one, key) {
  return one.endsWith("*") ? key.startsWith(one.slice(0, -1)) : one === key;
}

// Show the words of a game and the text of its page; `place` says where to open it: {heading}, or
// {key} of a refusal. `outlook` gives sentences about what decides the game now.
/**
 * @param {string} title
 * @param {string} game
 * @param {string} text
 * @param {{heading?: string | null, key?: string}} options
 * @param {() => string[]} outlook
 */
export function showRules(title, game, text, { heading, key }, outlook) {
  /** @type {string[]} */
  let listed = []; // the keys of the next paragraph
  /** @type {Map<HTMLElement, string>} */
  const refused = new Map(); // by paragraph: what its refusals say
  let place;
  const blocks = text.split(/\n{2,}/).flatMap((part) => {
    if (part.startsWith("<!--")) {
      listed = [...part.matchAll(WHY)].flatMap(([, keys]) => keys.split(/,\s+/));
      return [];
    }
    const made = block(part);
    if (key && listed.some((one) => isMeant(one, key))) [place] = made;
    const told = withTextsOf(game, () => listed.flatMap(keysOf).map(unfilled));
    refused.set(made[0], told.join(" "));
    listed = [];
    return made;
  });
  const body = html("div", { class: "body prose", tabindex: 0 }, ...blocks);
  const [words, present] = [termList(game), now(outlook)];
  open(title, [...search(blocks, refused, words, present), ...present, ...words, body], {
    wide: true,
  });
  place ??= heading && blocks.find((one) => one.textContent === heading);
  if (!place) return;
  place.classList.add("now");
  const opened = place;
  const show = () => opened.scrollIntoView({ block: "start" });
  show();
  // Pictures above it load a moment later, and would push it away.
  for (const one of body.querySelectorAll("img")) one.addEventListener("load", show);
}

// The keys that a listed one stands for.
/** @param {string} listed */
function keysOf(listed) {
  const [kind, all] = listed.split(" *");
  return all === undefined ? [listed] : wordsOfKind(kind).map((word) => `${kind} ${word}`);
}

// A search field: it shows only those paragraphs, under their headings, and words of the game in
// `lists` that have all its words. If none has them exactly, it allows one wrong letter. It hides
// the sentences about the present moment. It also finds a paragraph by the words of its refusals.
/**
 * @param {HTMLElement[]} blocks
 * @param {Map<HTMLElement, string>} refused
 * @param {HTMLDetailsElement[]} lists
 * @param {HTMLElement[]} present
 */
function search(blocks, refused, lists, present) {
  const nothing = html(
    "p",
    { class: "words", role: "status", hidden: true },
    phrase("find nothing"),
  );
  /** @param {(text: string) => boolean} has */
  const leave = (has) => {
    let heading;
    for (const one of blocks) {
      one.hidden = !has(`${one.textContent} ${refused.get(one) ?? ""}`);
      if (one.tagName === "H3") heading = one;
      else if (!one.hidden && heading) heading.hidden = false;
    }
    for (const list of lists) {
      for (const name of list.querySelectorAll("dt")) {
        const said = /** @type {HTMLElement} */ (name.nextElementSibling);
        said.hidden = name.hidden = !has(`${name.textContent} ${said.textContent}`);
      }
      list.hidden = !list.querySelector("dt:not([hidden])");
    }
    return ![...blocks, ...lists].every((one) => one.hidden);
  };
  /** @param {{currentTarget: HTMLInputElement}} event */
  const find = ({ currentTarget }) => {
    const asked = currentTarget.value.trim();
    const has = finder(asked);
    nothing.hidden = leave((text) => has(text, false)) || leave((text) => has(text, true));
    for (const list of lists) list.open = asked !== "";
    for (const one of present) one.hidden = asked !== "";
  };
  const field = html("input", {
    type: "search",
    class: "find",
    placeholder: phrase("find rule"),
    "aria-label": phrase("find rule"),
    oninput: find,
    onkeydown: (event) => event.key === "Enter" && event.preventDefault(),
  });
  return [field, nothing];
}

// A list that is made anew whenever one opens it, since the game goes on meanwhile.
/** @param {() => string[]} sentences */
function now(sentences) {
  if (!sentences().length) return [];
  const list = html("ul", { tabindex: 0, "aria-label": phrase("right now") });
  const renew = () => list.replaceChildren(...sentences().map((text) => html("li", {}, text)));
  const summary = html("summary", {}, phrase("right now"));
  return [html("details", { class: "words now-open", ontoggle: renew }, summary, list)];
}

/**
 * @param {string} text
 * @returns {HTMLElement[]}
 */
function block(text) {
  if (text.startsWith("#")) {
    const [head, ...rest] = text.split("\n");
    return [
      html("h3", {}, head.replace(/^#+ /, "")),
      ...(rest.length ? block(rest.join("\n")) : []),
    ];
  }
  const picture = text.match(/^!\[([^\]]*)\]\((?:[^)]*\/)?([^)/]+)\)$/);
  if (picture) {
    const [, said, file] = picture;
    const shown = html("img", { src: `pictures/${file}`, alt: said });
    return [html("figure", {}, shown, html("figcaption", {}, said))];
  }
  if (text.startsWith("|")) return [table(text.split("\n"))];
  const first = text.search(/^(- |\d+\. )/m);
  if (first < 0) return [html("p", {}, ...inline(text))];
  const kind = text[first] === "-" ? "ul" : "ol";
  const items = text.slice(first).split(/\n(?=- |\d+\. )/);
  return [
    ...(first ? [html("p", {}, ...inline(text.slice(0, first)))] : []),
    html(
      kind,
      {},
      ...items.map((item) => html("li", {}, ...inline(item.replace(/^(- |\d+\. )/, "")))),
    ),
  ];
}

/** @param {string[]} lines */
function table(lines) {
  const rows = lines.filter((line) => !/^[| :-]+$/.test(line));
  return html(
    "table",
    {},
    ...rows.map((line, i) =>
      html(
        "tr",
        {},
        ...line
          .split("|")
          .slice(1, -1)
          .map((cell) => html(i || !cell.trim() ? "td" : "th", {}, ...inline(cell.trim()))),
      ),
    ),
  );
}

/** @param {string} text */
function inline(text) {
  return text.split(/(\*\*[^*]+\*\*|\*[^*]+\*|`[^`]+`|\[[^\]]+\]\([^)]*\))/).map((part) => {
    if (part.startsWith("**")) return html("b", {}, part.slice(2, -2));
    if (part.startsWith("*")) return html("em", {}, part.slice(1, -1));
    if (part.startsWith("`")) return html("code", {}, part.slice(1, -1));
    if (part.startsWith("[")) return part.slice(1, part.indexOf("]"));
    return part;
  });
}
