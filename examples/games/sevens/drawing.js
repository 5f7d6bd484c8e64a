// Sevens: cards with a sign and a value.

import { flatShade, html, svg } from "../common/elements.js";
import { phrase } from "../texts/words.js";

const INKS = { sun: "#c0392b", moon: "#2d5da3", star: "#8a6410", leaf: "#2c7a43" };
const SIGNS = {
  sun: "M0,-15 L4,-6 L13,-9 L8,-1 L15,6 L5,6 L3,15 L-3,8 L-12,11 L-8,3 L-15,-2 L-7,-5 L-8,-13 L-2,-8Z",
  moon: "M5,-15 A16,16 0 1 0 5,15 A12,12 0 1 1 5,-15Z",
  star: "M0,-16 L4,-5 L16,-5 L6,2 L10,14 L0,7 L-10,14 L-6,2 L-16,-5 L-4,-5Z",
  leaf: "M0,-16 C14,-10 12,8 0,16 C-12,8 -14,-10 0,-16Z M0,-8 V20",
};

function card(suit, value) {
  const ink = INKS[suit];
  return [
    flatShade(33, 3, 8),
    svg("rect", { x: -33, y: -38, width: 66, height: 76, rx: 8, fill: "#f3ead6" }),
    svg("path", { d: SIGNS[suit], fill: ink, transform: "translate(0 16) scale(.95)" }),
    svg("text", { class: "initials value", fill: ink, y: -16 }, String(value)),
  ];
}

export const about = {
  minutes: "10",
  picture: () =>
    [
      ["moon", 6, -14],
      ["sun", 7, 0],
      ["star", 8, 14],
    ].map(([suit, value, turn]) =>
      svg(
        "g",
        { class: "drawn", transform: `rotate(${turn} 0 60) translate(${turn * 1.2} 0) scale(.75)` },
        ...card(suit, value),
      ),
    ),
};

export const draw = (name) => card(...name.split(" "));

export const name = (piece) => phrase("card", ...piece.split(" "));

export const purse = ({ hands }, seat) => (hands ? [[phrase("purse cards"), hands[seat]]] : []);

// The cards of the hand, picked up one by one.
export function hand({ cards = [] }, _view, grip) {
  const held = cards.map(([suit, value]) => {
    const piece = `${suit} ${value}`;
    const called = phrase("card", suit, value);
    const element = html(
      "button",
      { type: "button", class: "cardlet", "data-key": piece, "aria-label": called, title: called },
      svg("svg", { viewBox: "-40 -44 80 88", "aria-hidden": "true" }, ...card(suit, value)),
    );
    element.addEventListener("pointerdown", (event) => grip.grab(piece, event));
    element.addEventListener("take", () => grip.take(piece));
    element.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      grip.take(piece);
    });
    return element;
  });
  return held.length ? [html("div", { class: "cards" }, ...held)] : [];
}
