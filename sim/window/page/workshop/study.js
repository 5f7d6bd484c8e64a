// The table of a study: what some hundred games of three kinds of players show, each figure with its
// interval, and with the games that show it.

import { byId, html } from "../common/elements.js";
import { open } from "../dialogs/dialog.js";
import { phrase, playerName } from "../texts/words.js";

/** @type {StudyPlan[]} */
export const PLANS = [
  ["random", 200],
  ["greedy", 100],
  ["search:20", 40],
];
const SHARES = ["won", "ties", "endless"]; // of all games; the others are means
const MOST_NEVER = 12;

// Open the table; `draw(studied)` of the result fills the column of its player. `show(game)` shows a
// game, `closed()` is called when people close the table.
/**
 * @param {(game: PlayedGame) => void} show
 * @param {() => void} closed
 */
export function showStudy(show, closed) {
  /** @type {Map<string, StudiedGames>} */
  const columns = new Map();
  const table = html("table", { class: "study" });
  const draw = (/** @type {StudiedGames | null} */ studied) => {
    if (studied) columns.set(studied.player, studied);
    const buttons = () => /** @type {Element[]} */ ([...table.querySelectorAll("button")]);
    const at = document.activeElement ? buttons().indexOf(document.activeElement) : -1;
    table.replaceChildren(...rows(columns, show));
    /** @type {HTMLElement | undefined} */ (buttons()[at])?.focus(); // it was at this one
  };
  draw(null);
  open(
    phrase("ws study"),
    [
      html(
        "div",
        { class: "body" },
        html("p", { class: "dialog-lead" }, phrase("ws study lead")),
        html("div", { class: "scrolls", tabindex: 0 }, table),
      ),
    ],
    { wide: true, closed },
  );
  return draw;
}

/**
 * @param {Map<string, StudiedGames>} columns
 * @param {(game: PlayedGame) => void} show
 */
function rows(columns, show) {
  const players = PLANS.map(([player]) => player);
  const keys = new Map(
    [...columns.values()].flatMap(({ figures }) => figures.map((one) => [keyOf(one), one])),
  );
  const head = players.map((player, n) => {
    const done = columns.get(player)?.done ?? 0;
    return html(
      "th",
      { scope: "col" },
      playerName(player),
      html("small", {}, phrase("ws games done", done, PLANS[n][1])),
    );
  });
  const body = [...keys].map(([key, { name, of }]) =>
    html(
      "tr",
      {},
      html("th", { scope: "row" }, phrase(`ws figure ${name}`, ...(of ? [Number(of)] : []))),
      ...players.map((player) => {
        const found = columns.get(player)?.figures.find((one) => keyOf(one) === key);
        return html("td", {}, ...(found ? cell(found, show) : []));
      }),
    ),
  );
  const never = players.map((player) => html("td", {}, neverIn(columns.get(player))));
  const last = html("tr", {}, html("th", { scope: "row" }, phrase("ws never")), ...never);
  return [html("tr", {}, html("td", {}), ...head), ...body, ...(columns.size ? [last] : [])];
}

/** @param {Figure} figure */
function keyOf({ name, of }) {
  return `${name} ${of}`;
}

/**
 * @param {Figure} figure
 * @param {(game: PlayedGame) => void} show
 */
function cell({ name, value, low, high, examples }, show) {
  const isShare = SHARES.includes(name);
  const say = (/** @type {number} */ number) =>
    isShare ? String(Math.round(100 * number)) : number.toFixed(1);
  const labels = examples.length > 1 ? ["ws least", "ws most"] : ["ws see"];
  return [
    html("b", {}, isShare ? `${say(value)} %` : say(value)),
    html("span", {}, ` ${say(low)}–${say(high)} `),
    ...examples.slice(0, 2).map((game, n) =>
      html(
        "button",
        {
          type: "button",
          onclick: () => {
            byId("dialog").close();
            show(game);
          },
        },
        phrase(labels[n]),
      ),
    ),
  ];
}

/** @param {StudiedGames | undefined} studied */
function neverIn(studied) {
  if (!studied) return "";
  const said = studied.never.map(([kind, what]) =>
    kind === "action" ? phrase("ws never action", what) : phrase("ws never spot", what),
  );
  if (!said.length) return phrase("ws never nothing");
  const more = said.length - MOST_NEVER;
  return said.slice(0, MOST_NEVER).join(", ") + (more > 0 ? ` +${more}` : "");
}
