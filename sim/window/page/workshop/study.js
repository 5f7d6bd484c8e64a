// The table of a study: what some hundred games of three kinds of players show, and of all three
// against each other, each figure with its interval, and with the games that show it.

import { byId, html, svg } from "../common/elements.js";
import { open } from "../dialogs/dialog.js";
import { phrase, playerName } from "../texts/words.js";

/** @type {StudyPlan[]} */
export const PLANS = [
  ["random", 200],
  ["greedy", 100],
  ["search:20", 40],
  ["mixed", 60],
];
const SHARES = ["won", "by", "ties", "endless"]; // of all games; the others are means
const LEAD = "lead"; // the figures of the curve, by how much of a game is over, in percent
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
    [...columns.values()].flatMap(({ figures }) =>
      figures.filter(({ name }) => name !== LEAD).map((one) => [keyOf(one), one]),
    ),
  );
  const head = players.map((player, n) => {
    const done = columns.get(player)?.done ?? 0;
    return html(
      "th",
      { scope: "col" },
      named(player),
      html("small", {}, phrase("ws games done", done, PLANS[n][1])),
    );
  });
  const body = [...keys].map(([key, { name, of }]) =>
    html(
      "tr",
      {},
      html("th", { scope: "row" }, called(name, of)),
      ...players.map((player) => {
        const found = columns.get(player)?.figures.find((one) => keyOf(one) === key);
        return html("td", {}, ...(found ? cell(found, show) : []));
      }),
    ),
  );
  const leads = players.map((player) => html("td", {}, ...curve(columns.get(player), show)));
  const lead = html("tr", {}, html("th", { scope: "row" }, phrase("ws lead")), ...leads);
  const never = players.map((player) => html("td", {}, neverIn(columns.get(player))));
  const last = html("tr", {}, html("th", { scope: "row" }, phrase("ws never")), ...never);
  return [html("tr", {}, html("td", {}), ...head), ...body, ...(columns.size ? [lead, last] : [])];
}

/** @param {string} player */
function named(player) {
  return player === "mixed" ? phrase("ws mixed") : playerName(player);
}

/**
 * @param {string} name
 * @param {string} of
 */
function called(name, of) {
  if (name === "by") return phrase("ws figure by", playerName(of));
  return phrase(`ws figure ${name}`, ...(of ? [Number(of)] : []));
}

// The curve of the lead: how often the seat that leads after each part of a game wins, with the
// range of each share; and a button for a game whose leader lost latest.
/**
 * @param {StudiedGames | undefined} studied
 * @param {(game: PlayedGame) => void} show
 */
function curve(studied, show) {
  const points = studied?.figures.filter(({ name }) => name === LEAD) ?? [];
  if (!points.length) return [];
  const at = (/** @type {Figure} */ { of }, /** @type {number} */ share) =>
    `${of},${100 - 100 * share}`;
  const range = [
    ...points.map((one) => at(one, one.high)),
    ...points.map((one) => at(one, one.low)).reverse(),
  ];
  const told = points.map(({ of, value }) => phrase("ws lead after", of, Math.round(100 * value)));
  const lost = points.findLast(({ examples }) => examples.length)?.examples[0];
  return [
    svg(
      "svg",
      { class: "curve", viewBox: "0 0 100 100", role: "img", "aria-label": told.join(", ") },
      svg("path", { d: "M0 50H100" }),
      svg("polygon", { points: range.join(" ") }),
      svg("polyline", { points: points.map((one) => at(one, one.value)).join(" ") }),
    ),
    ...(lost ? [shows("ws lead lost", lost, show)] : []),
  ];
}

/**
 * @param {string} label
 * @param {PlayedGame} game
 * @param {(game: PlayedGame) => void} show
 */
function shows(label, game, show) {
  const onclick = () => {
    byId("dialog").close();
    show(game);
  };
  return html("button", { type: "button", onclick }, phrase(label));
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
    ...examples.slice(0, 2).map((game, n) => shows(labels[n], game, show)),
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
