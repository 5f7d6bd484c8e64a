// Looks at what comes out of a frame with a game of others, before any other part of the page gets
// it: only known kinds pass, each in bounds, and the page's own drawings are for our games alone.

const KINDS = ["hello", "settings", "board", "state", "tags", "frame", "screen", "log", "events"];
const LONGEST = 4e6; // characters of what is told at once
const LONGEST_TEXT = 500; // of what stands in one line
const DEEPEST = 16; // lists and objects in each other
const MOST_WRONG = 200; // mistakes and findings
const MOST_SPOTS = 400;
const FARTHEST = 64; // where a spot may lie, in cells from the first
const MOST_PIECES = 2000;
const MOST_SEATS = 8;
const MOST_FIGURES = 40;
const MOST_EXAMPLES = 2; // of a figure
const NAME = /^[a-z][a-z0-9_]{0,15}$/; // of a game
export const LANGUAGES = ["en", "de"]; // of the workshop and its table

export class UnusableError extends Error {
  name = "UnusableError";
}

export class Guard {
  constructor() {
    this.wrong = 0; // mistakes and findings so far
  }

  // Return the messages in what was told, plain data; throws an UnusableError if it is no such
  // thing, or too much; a TypeError if a part of it is none.
  /**
   * @param {unknown} said
   * @returns {Told[]}
   */
  messages(said) {
    if (typeof said !== "string" || said.length > LONGEST) throw new UnusableError();
    const list = parsed(said);
    if (!Array.isArray(list) || !isFlat(list, DEEPEST)) throw new UnusableError();
    return list
      .filter(isObject)
      .map(checked)
      .filter(({ mistake, finding }) => {
        if (mistake || finding) this.wrong += 1;
        return !(mistake || finding) || this.wrong <= MOST_WRONG;
      });
  }
}

/** @param {string} text */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    throw new UnusableError(); // each browser has its own error for what is too deep
  }
}

/**
 * @param {unknown} value
 * @param {number} deepest
 * @returns {boolean}
 */
function isFlat(value, deepest) {
  if (typeof value !== "object" || value === null) return true;
  return deepest > 0 && Object.values(value).every((one) => isFlat(one, deepest - 1));
}

/** @param {unknown} value */
function text(value) {
  return String(value).slice(0, LONGEST_TEXT);
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
      why: text(replayed.why),
    };
  if (mistake) found.mistake = { ...placed(mistake), why: mistake.why.map(text) };
  if (finding) {
    const { rule, why, record } = finding;
    found.finding = {
      ...placed(finding),
      rule: text(rule),
      why: why.map(text),
      record: record.map(String),
    };
  }
  if (done !== undefined) found.checked = done === true;
  if (studied) found.studied = studiedOf(studied);
  return found;
}

/** @param {StudyResult} studied */
function studiedOf({ done, of, figures, never }) {
  return {
    done: Number(done),
    of: Number(of),
    figures: figures.slice(0, MOST_FIGURES).map((one) => ({
      name: text(one.name),
      of: text(one.of),
      value: Number(one.value),
      low: Number(one.low),
      high: Number(one.high),
      examples: one.examples.filter(isObject).slice(0, MOST_EXAMPLES),
    })),
    never: never.map(([kind, what]) => /** @type {[string, string]} */ ([text(kind), text(what)])),
  };
}

/** @param {PlaceInRules} told */
function placed({ file, line }) {
  return { file: text(file), line: Number(line) };
}

/** @param {Partial<Facts>} facts */
function factsOf(facts) {
  const found = /** @type {Partial<Facts>} */ (
    Object.fromEntries(KINDS.flatMap((kind) => (kind in facts ? [[kind, value(facts, kind)]] : [])))
  );
  const { hello, settings, board, state, tags } = found;
  // A file of games/ is for a game of ours: no name that somebody else tells leads to one.
  if (hello) found.hello = { ...hello, drawn: [], more: [] };
  if (
    (hello && !hello.games.every(isGame)) ||
    (settings && !LANGUAGES.includes(settings.language)) ||
    (board && !(board.spots.length <= MOST_SPOTS && board.spots.every(isNear))) ||
    (tags && !(tags.pieces.length <= MOST_PIECES)) ||
    !((state?.view?.seats ?? 0) <= MOST_SEATS)
  )
    throw new UnusableError();
  return found;
}

/** @param {Hello["games"][number]} game */
function isGame({ name, seats }) {
  return (
    NAME.test(name) && seats.every((count) => Number.isInteger(count) && isUpTo(count, MOST_SEATS))
  );
}

/** @param {SpotFacts} spot */
function isNear({ x, y, pixels }) {
  const places = pixels.flatMap(([, east, north]) => [east, north]);
  return [x, y, ...places].every((place) => isUpTo(place, FARTHEST));
}

/**
 * @param {unknown} value
 * @param {number} most
 */
function isUpTo(value, most) {
  return typeof value === "number" && Math.abs(value) <= most;
}

/**
 * @param {Partial<Facts>} facts
 * @param {string} kind
 */
function value(facts, kind) {
  return /** @type {Record<string, unknown>} */ (facts)[kind];
}
