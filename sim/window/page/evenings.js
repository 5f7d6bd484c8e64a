// Statistics on the shelf of the finished games of this table: who won how often, by how many
// points, and how long the games were.

import { html } from "./svg.js";
import { gameTitle, language, phrase, playerName, upper } from "./words.js";

const ONE_DIGIT = { minimumFractionDigits: 1, maximumFractionDigits: 1 };

// Sum up finished games, each {game, actions, scores, winners, names, players}: by game, and by ""
// for all of them, {games, actions, players: [{name, games, won, points}]}, most wins first.
/** @param {Finished[]} games */
export function sums(games) {
  const found = new Map([["", nothing()]]);
  for (const one of games) {
    for (const key of ["", one.game]) {
      const sum = found.get(key) ?? nothing();
      found.set(key, sum);
      sum.games += 1;
      sum.actions += one.actions;
      one.scores.forEach((points, seat) => {
        const name = called(one, seat);
        const player = sum.players.get(name) ?? { name, games: 0, won: 0, points: 0 };
        sum.players.set(name, player);
        player.games += 1;
        player.won += one.winners.includes(seat) ? 1 : 0;
        player.points += points;
      });
    }
  }
  return new Map(
    [...found].map(([key, sum]) => [
      key,
      { ...sum, players: [...sum.players.values()].sort((a, b) => b.won - a.won) },
    ]),
  );
}

function nothing() {
  return { games: 0, actions: 0, players: new Map() };
}

// The name of a seat's player: a person's name, a computer's strength, or one name for the others.
/**
 * @param {Finished} options
 * @param {number} seat
 */
function called({ names, players }, seat) {
  const kind = players?.[seat] ?? "human";
  if (kind !== "human") return playerName(kind);
  return names?.[seat] || phrase("without name");
}

// Show the sums; `abouts` are the table's games.
/**
 * @param {Finished[]} games
 * @param {GameAbout[]} abouts
 */
export function evenings(games, abouts) {
  if (!games.length) return [html("p", {}, phrase("evenings none"))];
  const [[, all], ...known] = sums(games);
  return [
    html("p", { class: "dialog-lead" }, phrase("evenings of")),
    ...(known.length > 1 ? [part(phrase("evenings all"), all, false)] : []),
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
    { class: "game evenings" },
    html("strong", {}, title),
    html(
      "small",
      {},
      isOneGame ? phrase("evenings length", games, mean) : upper(phrase("games", games)),
    ),
    html(
      "table",
      {},
      html("tr", {}, ...heads.map((key) => html("th", { scope: "col" }, upper(phrase(key))))),
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
export function onTable({ view, players, names }) {
  if (!view?.result) return [];
  const { game, actions, scores, result } = view;
  return [{ game, actions, scores, winners: result[0], players, names }];
}
