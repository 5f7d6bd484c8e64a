// Statistics of all games that people played to the end at this table: the wins of each player,
// the points, and the lengths of the games.

import { html } from "../common/elements.js";
import { gameTitle, language, phrase, playerName, capitalize } from "../texts/words.js";

const ONE_DIGIT = { minimumFractionDigits: 1, maximumFractionDigits: 1 };

// Sum up finished games, each {game, actions, scores, winners, names, players}, and what the table
// has kept of older ones (`sums` in docs/link.md): by game, and by "" for all of them, {games,
// actions, players: [{name, games, won, points}]}, most wins first.
/**
 * @param {Finished[]} games
 * @param {Sum[]} older
 */
function sumUp(games, older) {
  const found = new Map([["", nothing()]]);
  for (const one of [...older, ...games.map(asSum)]) {
    for (const key of ["", one.game]) {
      const sum = found.get(key) ?? nothing();
      found.set(key, sum);
      sum.games += one.games;
      sum.actions += one.actions;
      for (const [kind, given, played, won, points] of one.players) {
        const name = called(kind, given);
        const player = sum.players.get(name) ?? { name, games: 0, won: 0, points: 0 };
        sum.players.set(name, player);
        player.games += played;
        player.won += won;
        player.points += points;
      }
    }
  }
  return new Map(
    [...found].map(([key, sum]) => [
      key,
      {
        ...sum,
        players: [...sum.players.values()].sort(
          (a, b) => b.won - a.won || a.name.localeCompare(b.name),
        ),
      },
    ]),
  );
}

function nothing() {
  return { games: 0, actions: 0, players: new Map() };
}

/**
 * @param {Finished} options
 * @returns {Sum}
 */
function asSum({ game, actions, scores, winners, names, players }) {
  return {
    game,
    games: 1,
    actions,
    players: scores.map((points, seat) => [
      players?.[seat] ?? "human",
      names?.[seat] ?? "",
      1,
      Number(winners.includes(seat)),
      points,
    ]),
  };
}

// The name of a player: a person's name, a computer's strength, or one name for the others.
/**
 * @param {string} kind
 * @param {string} name
 */
function called(kind, name) {
  if (kind !== "human") return playerName(kind);
  return name || phrase("without name");
}

// Show the sums; `abouts` are the table's games.
/**
 * @param {Finished[]} games
 * @param {Sum[]} older
 * @param {GameAbout[]} abouts
 */
export function pastResults(games, older, abouts) {
  const [[, all], ...known] = sumUp(games, older);
  if (!known.length) return [html("p", {}, phrase("past results none"))];
  return [
    html("p", { class: "dialog-lead" }, phrase("past results of")),
    ...(known.length > 1 ? [part(phrase("past results all"), all, false)] : []),
    ...known.map(([name, sum]) => {
      const about = abouts.find((one) => one.name === name);
      return part(about ? gameTitle(about) : name, sum, true);
    }),
  ];
}

// The sums of one game, or of all games, which have no comparable points.
/**
 * @param {string} title
 * @param {Summed} options
 * @param {boolean} isOneGame
 */
function part(title, { games, actions, players }, isOneGame) {
  const mean = Math.round(actions / games);
  const heads = ["name", "games played", "games won", ...(isOneGame ? ["points mean"] : [])];
  return html(
    "section",
    { class: "game past-results" },
    html("strong", {}, title),
    html(
      "small",
      {},
      isOneGame ? phrase("past results length", games, mean) : capitalize(phrase("games", games)),
    ),
    html(
      "table",
      {},
      html("tr", {}, ...heads.map((key) => html("th", { scope: "col" }, capitalize(phrase(key))))),
      ...players.map(({ name, games: played, won, points }) =>
        html(
          "tr",
          {},
          html("th", { scope: "row" }, name),
          html("td", {}, played),
          html("td", {}, won),
          ...(isOneGame
            ? [html("td", {}, (points / played).toLocaleString(language(), ONE_DIGIT))]
            : []),
        ),
      ),
    ),
  );
}

// The game on the table in the form of the shelf, if it is finished.
/** @param {State} options */
export function resultOnTable({ view, players, names }) {
  if (!view?.result) return [];
  const { game, actions, scores, result } = view;
  return [{ game, actions, scores, winners: result[0], players, names }];
}
