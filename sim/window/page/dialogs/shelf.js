// The shelf: games that were put aside, which can go on, and finished games.

import * as dialogs from "./dialog.js";
import { pastResults, resultOnTable } from "./past_results.js";
import { updateContent } from "../common/dom_update.js";
import { nameField } from "./seat_fields.js";
import { byId, html } from "../common/elements.js";
import { colourName, gameTitle, joinNames, phrase, capitalize } from "../texts/words.js";

export class Shelf {
  // `facts` has the latest of the table; `tell(verb, values)` acts there, `leave()` ends looking
  // back; `running()` is [title, actions] of a game under way.
  /**
   * @param {Facts} facts
   * @param {{tell: Tell, leave: () => void, running: () => GameAtRisk}} options
   */
  constructor(facts, { tell, leave, running }) {
    this.facts = facts;
    this.tell = tell;
    this.leave = leave;
    this.running = running;
    this.games = html("div", { class: "games" });
  }

  /** @param {object} request */
  async ask(request) {
    const answer = await this.tell("host", { request });
    return answer.ok ? answer.answer : null;
  }

  async open() {
    const now = this.running();
    const { view } = this.facts.state;
    dialogs.open(phrase("menu shelf"), [
      html(
        "div",
        { class: "body" },
        ...(now
          ? [
              html("p", {}, phrase("on table", ...now)),
              html(
                "div",
                { class: "choices" },
                html(
                  "button",
                  { type: "button", "data-key": "aside", onclick: () => this.putAside() },
                  phrase("set aside"),
                ),
              ),
            ]
          : []),
        ...(view ? [this.names(view.seats)] : []),
        html(
          "div",
          { class: "choices" },
          html(
            "button",
            { type: "button", "data-key": "past results", onclick: () => this.showResults() },
            phrase("past results"),
          ),
        ),
        this.games,
      ),
    ]);
    await this.showGames();
  }

  // Show who has won how often.
  async showResults() {
    const there = await this.ask({ do: "shelf" });
    if (!there) return;
    const games = (there.games ?? []).filter(wasPlayedHere);
    const last = there.played_here ? resultOnTable(this.facts.state) : [];
    const shown = pastResults([...games, ...last], there.sums ?? [], this.facts.hello.games);
    dialogs.open(
      phrase("past results"),
      [html("div", { class: "body games", tabindex: 0 }, ...shown)],
      {
        buttons: [[capitalize(phrase("menu shelf")), () => this.open()]],
      },
    );
  }

  // Fields for the names of the players; a new name appears at once, and stays with the game.
  /** @param {number} seats */
  names(seats) {
    const fields = Array.from({ length: seats }, (_, seat) =>
      nameField(seat, this.facts.state.names?.[seat]),
    );
    for (const field of fields) {
      field.addEventListener("change", () =>
        this.ask({ do: "names", names: fields.map(({ value }) => value.trim()) }),
      );
    }
    return html(
      "fieldset",
      { class: "names" },
      html("legend", {}, capitalize(phrase("names"))),
      ...fields.map((field, seat) => dialogs.field(colourName(seat), field)),
    );
  }

  async showGames() {
    const there = await this.ask({ do: "shelf" });
    if (!there) return;
    const games = (there.games ?? []).toReversed(); // the newest first
    updateContent(this.games, [
      html(
        "p",
        { class: "dialog-lead" },
        games.length ? phrase("shelf room", games.length, there.most) : phrase("shelf empty"),
      ),
    ]);
    this.games.append(...games.map((game) => this.row(game)));
  }

  /** @param {ShelfGame} game */
  row(game) {
    const about = this.facts.hello.games.find(({ name }) => name === game.game);
    const title = about ? gameTitle(about) : (game.game ?? phrase("unknown game"));
    const who = Array.from(
      { length: game.seats ?? 0 },
      (_, seat) => game.names?.[seat] || colourName(seat),
    );
    return html(
      "section",
      { class: "game" },
      html("strong", {}, title),
      html("small", {}, [joinNames(who), stateOf(game)].filter(Boolean).join(", ")),
      html(
        "div",
        { class: "choices" },
        ...(game.state === "unknown"
          ? []
          : [
              html(
                "button",
                {
                  type: "button",
                  "data-key": `take ${game.number}`,
                  onclick: () => this.takeUp(game),
                },
                capitalize(game.state === "running" ? phrase("take up") : phrase("look at it")),
              ),
            ]),
        html(
          "button",
          {
            type: "button",
            "data-key": `remove ${game.number}`,
            onclick: () => this.remove(game, title),
          },
          phrase("remove"),
        ),
      ),
    );
  }

  async putAside() {
    byId("dialog").close();
    this.leave();
    await this.ask({ do: "put_aside" });
  }

  /** @param {ShelfGame} options */
  async takeUp({ number }) {
    byId("dialog").close();
    this.leave();
    await this.tell("take_up", { number });
  }

  /**
   * @param {ShelfGame} options
   * @param {string} title
   */
  async remove({ number, actions, state, played_here }, title) {
    const kind = state === "over" ? (played_here ? "lost" : "record") : "running";
    const lost = phrase(`remove ${kind}`, title, actions ?? 0);
    if (await dialogs.askToConfirm([phrase("remove sure"), lost], phrase("remove"))) {
      await this.ask({ do: "remove", number });
    }
    await this.open();
  }
}

// Was a game played to its end at this table?
/**
 * @param {ShelfGame} game
 * @returns {game is ShelfGame & Finished}
 */
function wasPlayedHere(game) {
  return game.state === "over" && game.played_here;
}

// The progress of a game on the shelf, or how it ended.
/** @param {ShelfGame} options */
function stateOf({ state, actions, scores }) {
  if (state === "running") return phrase("shelf running", actions);
  if (state === "over") return phrase("shelf over", (scores ?? []).join(" : "));
  return state === "given up" ? phrase("shelf given up") : phrase("shelf unknown");
}
