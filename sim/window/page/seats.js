// Who plays each seat, as a new game and a loaded record ask for it.

import { field, select } from "./dialogs.js";
import { colourName, knows, phrase, playerName } from "./words.js";

// A field for each seat; `players` are chosen already, then a person in the first seat and computer
// players in the others.
export function seatFields(hello, seats, players) {
  const words = hello.players.map((word) => [word, described(word)]);
  return Array.from({ length: seats }, (_, seat) => field(colourName(seat), select(`player${seat}`,
    words, players[seat] ?? (seat ? "greedy" : "human"))));
}

// The players that a form with these fields has.
export function playersIn(data, seats) {
  return Array.from({ length: seats }, (_, seat) => data.get(`player${seat}`));
}

function described(word) {
  const [kind] = word.split(":");
  return playerName(word) + (knows(`level ${kind}`) ? ` (${phrase(`level ${kind}`)})` : "");
}
