// Loading a record: a question before it replaces the game on the table, and who plays on. A record
// has the number of seats, but no players.

import { open } from "./dialog.js";
import { namesIn, playersIn, seatFields } from "./seat_fields.js";
import { html } from "../common/elements.js";
import { gameTitle, phrase } from "../texts/words.js";

// Ask about a record, {game, seats, actions, over}; resolves to its {players, names}, or to null if
// people keep their game. `lost`: the title and the number of actions of the game under way, if
// any. If the record has as many seats as the table, the present players are preselected.
/**
 * @param {Pick<Facts, "hello" | "state">} options
 * @param {{game: string, seats: number, actions: number, over: boolean}} options
 * @param {GameAtRisk} lost
 * @returns {Promise<{players: unknown[], names: string[]} | null>}
 */
export function whoPlaysOn({ hello, state }, { game: name, seats, actions, over }, lost) {
  const game = /** @type {GameAbout} */ (hello.games.find((one) => one.name === name));
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
