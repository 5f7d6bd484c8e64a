// Finds a typed query in texts. It matches parts of words in any case, with ä as ae or a, and a
// plural for a singular and the reverse; on request it allows one wrong letter in each word.

// Endings of plurals and cases in the languages of the catalogues.
const ENDING = /(?<=.{3})(ies|ern|en|er|es|em|e|n|s|y)$/;
const LONG = 4; // letters: with a slip, shorter words would be too many others

// Returns a function that tells whether a text has all words of a query; with `slip` each word may
// have one letter that is wrong, missing, too many, or swapped with the next one.
/** @param {string} query */
export function finder(query) {
  const asked = fold(query).split(/\s+/).filter(Boolean);
  return (/** @type {string} */ text, /** @type {boolean} */ slip) => {
    const said = fold(text);
    const stems = (said.match(/[\p{L}\p{N}]+/gu) ?? []).map(stem);
    return asked.every((word) => {
      const wanted = stem(word);
      const may = slip && wanted.length >= LONG;
      const part = wanted.length < LONG ? word : wanted;
      return (
        said.includes(part) || stems.some((one) => one === wanted || (may && isSlip(one, wanted)))
      );
    });
  };
}

/** @param {string} text */
function fold(text) {
  const plain = text
    .toLowerCase()
    .replace(/([aou])e/g, "$1")
    .replaceAll("ß", "ss");
  return plain.normalize("NFD").replace(/\p{M}/gu, "");
}

/** @param {string} word */
function stem(word) {
  return word.replace(ENDING, "");
}

/**
 * @param {string} one
 * @param {string} other
 */
function isSlip(one, other) {
  let same = 0;
  while (same < one.length && one[same] === other[same]) same += 1;
  const [a, b] = [one.slice(same), other.slice(same)];
  return (
    a.slice(1) === b.slice(1) ||
    a.slice(1) === b ||
    a === b.slice(1) ||
    (a[0] === b[1] && a[1] === b[0] && a.slice(2) === b.slice(2))
  );
}
