// The page's texts: the catalogues of its language, and the names of seats, players and places. The
// catalogues are the firmware's and the window's own (sim/window/texts), filled in the same way;
// see firmware/games/texts.py.

/** @type {Record<string, Record<string, string>>} */
let texts = {}; // by game, "" for all games: {key: pattern}
/** @type {Record<string, Record<string, Record<string, string>>>} */
const brought = {}; // by language, as `texts`: those of games that the page's server does not know
let game = ""; // its texts come first
/** @type {string[]} */
let people = []; // by seat: the name of its player, "" for none

// Change the language; resolves once its texts are loaded, to false if there are none. `more` has
// further texts for all games.
/**
 * @param {string} name
 * @param {Record<string, string>} more
 */
export async function setLanguage(name, more = {}) {
  const answer = await fetch(`texts/${name}.json`);
  if (!answer.ok) return false;
  texts = await answer.json();
  Object.assign(texts[""], more);
  Object.assign(texts, brought[name]);
  document.documentElement.lang = name;
  fillTexts(document);
  document.getElementById("late")?.remove(); // the scripts run
  return true;
}

// Use the texts of a game that the table brings, by language.
/**
 * @param {string} game
 * @param {Record<string, Record<string, string>>} byLanguage
 */
export function bringTexts(game, byLanguage) {
  for (const [name, own] of Object.entries(byLanguage)) {
    brought[name] = { ...brought[name], [game]: own };
  }
  Object.assign(texts, brought[language()]);
}

export function language() {
  return document.documentElement.lang;
}

// Use the texts of a game first.
/** @param {string} name */
export function setGame(name) {
  game = name;
}

// Fill elements by the keys in their attributes: `data-say` sets the text, `data-say-title` and the
// like set an attribute.
/** @param {ParentNode} root */
export function fillTexts(root) {
  /** @type {NodeListOf<HTMLElement>} */
  const spoken = root.querySelectorAll("[data-say]");
  for (const one of spoken) {
    one.textContent = capitalize(phrase(one.dataset.say ?? ""));
  }
  for (const attribute of ["aria-label", "title"]) {
    for (const one of root.querySelectorAll(`[data-say-${attribute}]`)) {
      one.setAttribute(
        attribute,
        capitalize(phrase(one.getAttribute(`data-say-${attribute}`) ?? "")),
      );
    }
  }
}

// Is there a text with that key?
/** @param {string} key */
export function hasText(key) {
  return find(key) !== undefined;
}

// The texts of the game, or else those of all games; a new object when the game or the language
// has changed.
export function ownTexts() {
  return texts[game] ?? texts[""];
}

// The words of a kind that have texts: "cap" for the kind "term" and the key "term cap".
/** @param {string} kind */
export function wordsOfKind(kind) {
  const start = `${kind} `;
  return Object.keys({ ...texts[""], ...texts[game] }).flatMap((key) =>
    key.startsWith(start) ? [key.slice(start.length)] : [],
  );
}

// The text of a key, with its values filled in.
/**
 * @param {string} key
 * @param {...unknown} values
 * @returns {string}
 */
export function phrase(key, ...values) {
  const pattern = find(key);
  return pattern === undefined ? key : filled(pattern, values);
}

// The text of a key without its values.
/** @param {string} key */
export function unfilled(key) {
  return find(key)?.replace(/\{[^}]*\}/g, "") ?? "";
}

// Return the result of `say()` with the texts of a game that may not be on the table.
/**
 * @template T
 * @param {string} name
 * @param {() => T} say
 */
export function withTextsOf(name, say) {
  const before = game;
  game = name;
  try {
    return say();
  } finally {
    game = before;
  }
}

/**
 * @param {string} name
 * @param {string} key
 * @param {...unknown} values
 */
export function phraseOf(name, key, ...values) {
  return withTextsOf(name, () => phrase(key, ...values));
}

// The text for one word of a kind, such as "seat" and 0; the word itself if there is no text.
/**
 * @param {string} kind
 * @param {unknown} word
 * @returns {string}
 */
export function named(kind, word) {
  if (kind === "seat" && people[Number(word)]) return people[Number(word)];
  const key = `${kind} ${word ?? "None"}`;
  if (hasText(key)) return phrase(key, word);
  if (word === null) return phrase("none");
  const [, number, side] = String(word).match(/^([^./]*)([./].+)$/) ?? [];
  if (side && hasText(`${kind} ${side}`)) return phrase(`${kind} ${side}`, number);
  return hasText(kind) ? phrase(kind, word) : plain(word);
}

// A word of a record's action in the page's language; the first word has level 0.
/**
 * @param {Words} words
 * @param {number} level
 */
export function wordText(words, level) {
  const value = words[level] ?? null;
  const pattern = find(`do ${words[0]} ${words[1]}`) ?? find(`do ${words[0]}`) ?? "";
  const slot = pattern.match(new RegExp(`\\{${level - 1}[^}]*\\}`));
  return slot && value !== null ? filled(slot[0], words.slice(1)) : plain(value);
}

/**
 * @param {string} key
 * @returns {string | undefined}
 */
function find(key) {
  return texts[game]?.[key] ?? texts[""]?.[key];
}

/**
 * @param {string} pattern
 * @param {unknown[]} values
 */
function filled(pattern, values) {
  return pattern.replace(/\{(\d+)(?: (\w+)(#?))?\}/g, (_, number, kind, counts) => {
    const value = values[Number(number)];
    if (!kind) return plain(value);
    if (counts) {
      return /** @type {number[]} */ (value)
        .flatMap((one, i) => (one ? [phrase(`${kind} ${i}`, one)] : []))
        .join(", ");
    }
    return Array.isArray(value)
      ? value.map((one) => named(kind, one)).join(", ")
      : named(kind, value ?? null);
  });
}

/** @param {number} seat */
export function seatName(seat) {
  return named("seat", seat);
}

// The name of a seat by its colour, without its player's.
/** @param {number} seat */
export function colourName(seat) {
  return phrase(`seat ${seat}`);
}

// Use the names of the players for their seats; returns whether any is new.
/** @param {string[]} names */
export function setPlayerNames(names) {
  const other = people.join("\n") !== names.join("\n");
  people = names;
  return other;
}

// The name of a kind of player: "Fair computer".
/** @param {string} word */
export function playerName(word) {
  const [kind] = word.split(":");
  return capitalize(kind === "human" ? phrase("player human") : named("bot", kind));
}

/** @param {{name: string, title?: string}} options */
export function gameTitle({ name, title }) {
  return hasText(`title ${name}`) ? phrase(`title ${name}`) : (title ?? name);
}

// Join names as people do: "a", "a and b", "a, b and c".
/** @param {string[]} names */
export function joinNames(names) {
  if (names.length < 2) return names.join("");
  return phrase("and", names.slice(0, -1).join(", "), names.at(-1));
}

// Begin a sentence with a capital; the name of a place, such as c3, stays as it is.
/** @param {string} text */
export function capitalize(text) {
  if (/^[a-z]\d/.test(text)) return text;
  return text.charAt(0).toUpperCase() + text.slice(1);
}

// A value of a record in words: lists are joined, underscores are spaces.
/**
 * @param {unknown} value
 * @returns {string}
 */
export function plain(value) {
  if (Array.isArray(value)) return value.map(plain).join(" ");
  return value === null ? "–" : String(value).replaceAll("_", " ");
}
