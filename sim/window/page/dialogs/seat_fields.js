// The fields that say who plays each seat, for a new game and a loaded record.

import { field, select } from "./dialog.js";
import { html } from "../common/elements.js";
import { colourName, hasText, phrase, playerName, capitalize } from "../texts/words.js";

export const LONGEST = 16; // letters of a player's name

// A field for each seat, with the name of a person who sits there. `players` and `names` are the
// present choices; by default a person has the first seat, and computers of the middle level the
// others. A record may name players that are no longer offered.
/**
 * @param {Hello} hello
 * @param {number} seats
 * @param {string[]} players
 * @param {string[]} names
 */
export function seatFields(hello, seats, players, names) {
  /** @type {Pair[]} */
  const words = [...new Set([...hello.players, ...players])].map((word) => [word, described(word)]);
  return Array.from({ length: seats }, (_, seat) => {
    const player = select(`player${seat}`, words, players[seat] ?? (seat ? "level3" : "human"));
    const name = nameField(seat, names[seat]);
    const settle = () => (name.hidden = player.value !== "human");
    player.addEventListener("change", settle);
    settle();
    return html("div", { class: "seat" }, field(colourName(seat), player), name);
  });
}

// A field for the name of a seat's player.
/**
 * @param {number} seat
 * @param {string} [name]
 */
export function nameField(seat, name = "") {
  return html("input", {
    type: "text",
    class: "name",
    name: `name${seat}`,
    maxlength: LONGEST,
    autocomplete: "off",
    placeholder: capitalize(phrase("name")),
    "aria-label": capitalize(phrase("name of", colourName(seat))),
    value: name,
  });
}

// The chosen players of a form with these fields.
/**
 * @param {FormData} data
 * @param {number} seats
 */
export function playersIn(data, seats) {
  return Array.from({ length: seats }, (_, seat) => data.get(`player${seat}`));
}

// The names of its people; none if nobody has one.
/**
 * @param {FormData} data
 * @param {number} seats
 */
export function namesIn(data, seats) {
  const names = playersIn(data, seats).map((player, seat) =>
    player === "human" ? String(data.get(`name${seat}`) ?? "").trim() : "",
  );
  return names.some(Boolean) ? names : [];
}

/** @param {string} word */
function described(word) {
  const [kind] = word.split(":");
  return playerName(word) + (hasText(`level ${kind}`) ? ` (${phrase(`level ${kind}`)})` : "");
}
