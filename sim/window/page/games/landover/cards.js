// The cards of Landover: eight kinds that build and trade, and the development cards.

import { html, svg } from "../../svg.js";
import { plain, upper } from "../../words.js";

export const cardNames = ["wood", "clay", "wool", "wheat", "ore", "paper", "cloth", "coin"];

export const colours = { wood: "#3d8a4b", clay: "#c0673a", wool: "#a8cf6a", wheat: "#e4bf45",
  ore: "#8d93a0", paper: "#e9e2cf", cloth: "#d9a3c4", coin: "#e2b23e" };

// A sign on each kind: a path in a box of 40 x 54.
const SIGNS = {
  wood: "M20,10 L30,26 H24 L33,40 H7 L16,26 H10Z M18,40 h4 v6 h-4Z",
  clay: "M6,20 h12 v8 h-12Z M22,20 h12 v8 h-12Z M14,31 h12 v8 h-12Z",
  wool: "M12,24 a8,8 0 0 1 16,0 a7,7 0 0 1 0,13 H12 a7,7 0 0 1 0,-13Z",
  wheat: "M20,46 V16 M20,20 q8,-2 8,-10 M20,20 q-8,-2 -8,-10 M20,30 q8,-2 8,-10 M20,30 q-8,-2 -8,-10",
  ore: "M6,40 L16,14 L22,26 L26,20 L34,40Z",
  paper: "M10,12 h16 l5,6 v24 h-21Z",
  cloth: "M8,16 q12,-8 24,0 v20 q-12,8 -24,0Z",
  coin: "M20,16 a11,11 0 1 0 .1,0Z",
};

// A card of a kind with how many are held.
export function cardlet(kind, number) {
  const name = cardNames[kind];
  return html("div", { class: number ? "cardlet" : "cardlet none", role: "img",
    "aria-label": `${number} ${name}`, title: `${number} ${name}` },
  svg("svg", { viewBox: "0 0 40 54", "aria-hidden": "true" },
    svg("rect", { width: 40, height: 54, rx: 5, fill: "#f3e9d2" }),
    svg("rect", { x: 3, y: 3, width: 34, height: 48, rx: 3, fill: colours[name] }),
    svg("path", { d: SIGNS[name], fill: name === "wheat" ? "none" : "rgb(40 28 12 / .55)",
      stroke: "rgb(40 28 12 / .7)", "stroke-width": 1.6 })),
  html("b", {}, number));
}

const CULTURES = [
  { short: "science", colour: "#3fae62" }, { short: "commerce", colour: "#e6b53a" },
  { short: "politics", colour: "#4f86e0" },
];

export function culture(i) {
  return CULTURES[i];
}

// What the development cards do, as on the page of the game.
const DEVS = {
  alchemist: "instead of rolling: choose both number dice",
  crane: "your next level of culture this turn costs one less",
  inventor: "swap two number tokens, none of 2, 6, 8 and 12",
  irrigation: "2 wheat for each field you are at",
  medicine: "a city for 2 ore and 1 wheat",
  mining: "2 ore for each mountain you are at",
  printer: "a point", road: "two roads or boats for nothing",
  military: "two soldiers for nothing", engineer: "a wall for nothing",
  commercial_harbor: "offer each opponent a resource; who has commodities must give one for it",
  master_merchant: "look at the hand of a player with more points and take two cards",
  merchant: "the merchant comes to land of yours",
  merchant_fleet: "one kind of card trades 2 for 1 this turn",
  resource_monopoly: "everybody gives you up to two of a resource",
  commodity_monopoly: "everybody gives you one of a commodity",
  siege: "a raid without power that takes two cards",
  bishop: "a raid without power that takes a card from everybody there",
  constitution: "a point", deserter: "a soldier of an opponent becomes yours",
  vandal: "everybody with at least your points loses half of the hand",
  diplomat: "take a road or boat away at the open end of a route",
  raze: "an opponent's wall falls, or the city without one becomes a village",
  spy: "look at an opponent's development cards and take one",
  wedding: "everybody with more points gives you two cards",
};

export function dev(name) {
  const text = `${upper(plain(name))}: ${DEVS[name] ?? ""}`;
  return html("span", { title: text, tabindex: 0, role: "img", "aria-label": text },
    upper(plain(name)));
}
