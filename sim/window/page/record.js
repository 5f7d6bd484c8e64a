// A record that somebody loads: a question before it takes the place of the game on the table, and
// who plays on. A record says how many seats there are, not who sits there.

import { open } from "./dialogs.js";
import { playersIn, seatFields } from "./seats.js";
import { html } from "./svg.js";
import { gameTitle, phrase } from "./words.js";

// Ask about the record of these lines; resolves to the players, [] where the table will refuse the
// record anyway, or null where people keep their game. `lost`: a game is going on. Who plays at the
// table stays where the record has as many seats.
export function whoPlaysOn(hello, state, lines, lost) {
  const header = headerOf(lines);
  const game = hello.games.find(({ name }) => name === header.game);
  const { seats } = header;
  if (!game || !(seats >= game.seats[0] && seats <= game.seats[1])) return Promise.resolve([]);
  const over = lines.at(-1).includes('"end"');
  const actions = lines.length - (over ? 2 : 1);
  const stay = state.players?.length === seats ? state.players : [];
  return new Promise((resolve) => open(phrase("load record"), [html("div", { class: "body" },
    html("p", {}, [phrase(over ? "record over" : "record of", gameTitle(game), actions),
      ...(lost ? [phrase("takes place")] : []), phrase("who plays on")].join(" ")),
    html("div", { class: "seats" }, ...seatFields(hello, seats, stay)))],
  { buttons: [[phrase("load it"), (data) => resolve(playersIn(data, seats))], [phrase("keep")]],
    closed: () => resolve(null) }));
}

// The first line as an object, {} if it is none.
function headerOf(lines) {
  try {
    return Object(JSON.parse(lines[0]));
  } catch {
    return {};
  }
}
