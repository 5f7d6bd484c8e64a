// A record that somebody loads: a question before it takes the place of the game on the table, and
// who plays on. A record says how many seats there are, not who sits there.

import { open } from "./dialogs.js";
import { namesIn, playersIn, seatFields } from "./seats.js";
import { html } from "./svg.js";
import { gameTitle, phrase } from "./words.js";

// Ask about a record that says this of itself, {game, seats, actions, over}; resolves to the
// {players, names}, or to null where people keep their game. `lost`: the title and the number of actions of
// the game that is going on, if one is. Who plays at the table stays where the record has as many
// seats.
export function whoPlaysOn({ hello, state }, { game: name, seats, actions, over }, lost) {
  const game = hello.games.find((one) => one.name === name);
  const stay = state.players?.length === seats ? state.players : [];
  return new Promise((resolve) =>
    open(
      phrase("load record"),
      [
        html(
          "div",
          { class: "body" },
          html(
            "p",
            {},
            [
              phrase(over ? "record over" : "record of", gameTitle(game), actions),
              ...(lost ? [phrase("takes place", ...lost)] : []),
              phrase("who plays on"),
            ].join(" "),
          ),
          html(
            "div",
            { class: "seats" },
            ...seatFields(hello, seats, stay, stay.length ? (state.names ?? []) : []),
          ),
        ),
      ],
      {
        buttons: [
          [
            phrase("load it"),
            (data) => resolve({ players: playersIn(data, seats), names: namesIn(data, seats) }),
          ],
          [phrase("keep")],
        ],
        closed: () => resolve(null),
      },
    ),
  );
}
