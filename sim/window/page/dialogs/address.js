// Reads and makes addresses of the page that ask for something: a game to begin
// (#game=mars&players=human,greedy&names=Ann,&board=grid9&option.tie=second), a record
// (?record=FILE, or #record= and the record itself), and after how many of its actions people play
// on (&at=12).

import { fromAddress, toAddress } from "../common/deflate.js";

const OF_A_GAME = /^(game|players|names|board|at|option\..+)$/;

export const LONGEST = 1e6; // of a record as it is sent; see server.py

// Return the request in this page's address, {record, file, at, game}; each may be missing; and
// `odd`, the first unknown part beside a game. Remove all of these from the address, since each
// reload would ask for them again.
export function takeRequest() {
  const address = new URL(location.href);
  const said = new URLSearchParams(address.hash.slice(1));
  const file = address.searchParams.get("record");
  const found = {
    file,
    record: said.get("record"),
    at: said.get("at"),
    game: said.has("game") ? gameIn(said) : undefined,
    odd: [...said.keys()].find((name) => !OF_A_GAME.test(name)),
  };
  if (file === null && found.record === null && !found.game) return null;
  address.searchParams.delete("record");
  address.hash = "";
  history.replaceState(history.state, "", address);
  return found;
}

// The request for a new game in an address.
/** @param {URLSearchParams} said */
function gameIn(said) {
  /** @param {string} name */
  const list = (name) => said.get(name)?.split(",");
  const options = [...said].filter(([name]) => name.startsWith("option."));
  const players = list("players");
  return {
    game: said.get("game"),
    ...(players ? { players, seats: players.length } : {}),
    ...(said.has("names") ? { names: list("names") } : {}),
    ...(said.has("board") ? { profile: said.get("board") } : {}),
    ...(options.length
      ? { options: Object.fromEntries(options.map(([name, text]) => [name.slice(7), value(text)])) }
      : {}),
  };
}

/** @param {string} text */
function value(text) {
  try {
    return JSON.parse(text);
  } catch {
    return text; // a word
  }
}

// Return the address of this page that begins a game with these options.
/**
 * @param {string} game
 * @param {Record<string, unknown>} options
 */
export function addressOfGame(game, options) {
  const said = Object.entries(options).map(([name, value]) => [`option.${name}`, String(value)]);
  const address = new URL(location.href);
  address.search = "";
  address.hash = String(new URLSearchParams([["game", game], ...said]));
  return address.href;
}

// Return the address of this page that carries a record; `at` as above.
/**
 * @param {string} record
 * @param {number} [at]
 */
export async function addressOf(record, at) {
  const text = await toAddress(record);
  const address = new URL(location.href);
  address.search = "";
  address.hash = `record=${text}${at === undefined ? "" : `&at=${at}`}`;
  return address.href;
}

// Return the record that an address carries; null if it is damaged, or longer than any record.
/** @param {string} text */
export async function recordIn(text) {
  try {
    return await fromAddress(text, 2 * LONGEST);
  } catch {
    return null;
  }
}
