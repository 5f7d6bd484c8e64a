// Looks at what comes out of a frame with a game of others, before any other part of the page gets
// it: only known kinds pass, each in bounds, and the page's own drawings are for our games alone.

const KINDS = ["hello", "settings", "board", "state", "tags", "frame", "screen", "log", "events"];
const LONGEST = 4e6; // characters of what is told at once
const MOST_PER_S = 400; // messages
const MOST_SPOTS = 400;
const MOST_PIECES = 2000;
const MOST_SEATS = 8;
const MOST_FIGURES = 40;
const NAME = /^[a-z][a-z0-9_]{0,15}$/; // of a game

export class UnusableError extends Error {
  name = "UnusableError";
}

export class Guard {
  constructor() {
    this.since = 0; // the second in which messages are counted
    this.count = 0;
  }

  // Return the messages in what was told, plain data; throws an UnusableError if it is no such
  // thing, or too much.
  /**
   * @param {unknown} said
   * @returns {Told[]}
   */
  messages(said) {
    const second = Math.floor(performance.now() / 1000);
    if (second !== this.since) [this.since, this.count] = [second, 0];
    this.count += 1;
    if (this.count > MOST_PER_S || typeof said !== "string" || said.length > LONGEST)
      throw new UnusableError();
    try {
      const list = JSON.parse(said);
      if (Array.isArray(list)) return list.filter(isObject).map(checked);
    } catch (error) {
      if (!(error instanceof SyntaxError || error instanceof TypeError)) throw error;
    }
    throw new UnusableError();
  }
}

/** @param {unknown} value */
function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

// Return a message with nothing but what the page knows.
/** @param {Told} told */
function checked(told) {
  const { facts, answer, mistake, replayed, played, finding, checked: done, studied } = told;
  /** @type {Told} */
  const found = {};
  if (isObject(facts)) found.facts = factsOf(/** @type {Partial<Facts>} */ (facts));
  if (isObject(answer)) found.answer = answer;
  if (isObject(played)) found.played = played;
  if (replayed)
    found.replayed = {
      count: Number(replayed.count),
      of: Number(replayed.of),
      why: String(replayed.why),
    };
  if (mistake) found.mistake = { ...placed(mistake), why: String(mistake.why) };
  if (finding) {
    const { rule, why, record } = finding;
    found.finding = {
      ...placed(finding),
      rule: String(rule),
      why: why.map(String),
      record: record.map(String),
    };
  }
  if (done !== undefined) found.checked = done === true;
  if (studied) found.studied = studiedOf(studied);
  return found;
}

/** @param {StudiedGames} studied */
function studiedOf({ player, done, of, figures, never }) {
  return {
    player: String(player),
    done: Number(done),
    of: Number(of),
    figures: figures.slice(0, MOST_FIGURES).map((one) => ({
      name: String(one.name),
      of: String(one.of),
      value: Number(one.value),
      low: Number(one.low),
      high: Number(one.high),
      examples: one.examples.filter(isObject),
    })),
    never: never.map(([kind, what]) => /** @type {[string, string]} */ ([`${kind}`, `${what}`])),
  };
}

/** @param {PlaceInRules} told */
function placed({ file, line }) {
  return { file: String(file), line: Number(line) };
}

/** @param {Partial<Facts>} facts */
function factsOf(facts) {
  const found = /** @type {Partial<Facts>} */ (
    Object.fromEntries(KINDS.flatMap((kind) => (kind in facts ? [[kind, value(facts, kind)]] : [])))
  );
  const { hello, board, state, tags } = found;
  // A file of games/ is for a game of ours: no name that somebody else tells leads to one.
  if (hello) found.hello = { ...hello, drawn: [], more: [] };
  const seats = state?.view?.seats ?? 0;
  if (
    (hello && !hello.games.every(({ name }) => NAME.test(name))) ||
    (board && !(board.spots.length <= MOST_SPOTS)) ||
    (tags && !(tags.pieces.length <= MOST_PIECES)) ||
    !(seats <= MOST_SEATS)
  )
    throw new UnusableError();
  return found;
}

/**
 * @param {Partial<Facts>} facts
 * @param {string} kind
 */
function value(facts, kind) {
  return /** @type {Record<string, unknown>} */ (facts)[kind];
}
