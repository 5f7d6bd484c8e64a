// The cards of Landover: eight kinds that build and trade, and the development cards.

import { html, svg } from "../../common/elements.js";
import { hasText, named, phrase } from "../../texts/words.js";

export const cardNames = ["wood", "clay", "wool", "wheat", "ore", "paper", "cloth", "coin"];
export const PAPER = 5; // the first commodity

/** @type {Record<string, string>} */
export const colours = {
  wood: "#3d8a4b",
  clay: "#c0673a",
  wool: "#a8cf6a",
  wheat: "#e4bf45",
  ore: "#8d93a0",
  paper: "#e9e2cf",
  cloth: "#d9a3c4",
  coin: "#e2b23e",
};

// A sign on each kind: a path in a box of 40 x 54.
/** @type {Record<string, string>} */
const SIGNS = {
  wood: "M20,10 L30,26 H24 L33,40 H7 L16,26 H10Z M18,40 h4 v6 h-4Z",
  clay: "M6,20 h12 v8 h-12Z M22,20 h12 v8 h-12Z M14,31 h12 v8 h-12Z",
  wool: "M12,24 a8,8 0 0 1 16,0 a7,7 0 0 1 0,13 H12 a7,7 0 0 1 0,-13Z",
  wheat:
    "M20,46 V16 M20,20 q8,-2 8,-10 M20,20 q-8,-2 -8,-10 M20,30 q8,-2 8,-10 M20,30 q-8,-2 -8,-10",
  ore: "M6,40 L16,14 L22,26 L26,20 L34,40Z",
  paper: "M10,12 h16 l5,6 v24 h-21Z",
  cloth: "M8,16 q12,-8 24,0 v20 q-12,8 -24,0Z",
  coin: "M20,16 a11,11 0 1 0 .1,0Z",
};

// A card of a kind with how many are held.
/**
 * @param {number} kind
 * @param {number} number
 */
export function cardlet(kind, number) {
  const name = cardNames[kind];
  return html(
    "div",
    {
      class: number ? "cardlet" : "cardlet none",
      role: "img",
      "aria-label": phrase(`count ${kind}`, number),
      title: phrase(`count ${kind}`, number),
    },
    svg(
      "svg",
      { viewBox: "0 0 40 54", "aria-hidden": "true" },
      svg("rect", { width: 40, height: 54, rx: 5, fill: "#f3e9d2" }),
      svg("rect", { x: 3, y: 3, width: 34, height: 48, rx: 3, fill: colours[name] }),
      svg("path", {
        d: SIGNS[name],
        fill: name === "wheat" ? "none" : "rgb(40 28 12 / .55)",
        stroke: "rgb(40 28 12 / .7)",
        "stroke-width": 1.6,
      }),
    ),
    html("b", {}, number),
  );
}

export const CULTURES = [
  // each with its own commodity
  { name: "science", colour: "#3fae62" },
  { name: "commerce", colour: "#e6b53a" },
  { name: "politics", colour: "#4f86e0" },
];

// A development card, with its effect from the page of the game.
/** @param {string} name */
export function dev(name) {
  const called = named("dev", name);
  const does = `dev ${name} does`;
  const text = hasText(does) ? `${called}: ${phrase(does)}` : called;
  return html("span", { title: text, tabindex: 0, role: "img", "aria-label": text }, called);
}
