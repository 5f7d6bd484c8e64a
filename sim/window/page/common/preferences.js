// The preferences that this browser remembers for its owner. If it may not store any, they last as
// long as the page.

const unsaved = new Map();

/**
 * @template T
 * @param {string} name
 * @param {T} otherwise
 */
export function recall(name, otherwise) {
  try {
    const text = localStorage.getItem(`leyboard.${name}`);
    return text === null ? (unsaved.get(name) ?? otherwise) : JSON.parse(text);
  } catch {
    return unsaved.get(name) ?? otherwise;
  }
}

/**
 * @param {string} name
 * @param {unknown} value
 */
export function remember(name, value) {
  unsaved.set(name, value);
  try {
    localStorage.setItem(`leyboard.${name}`, JSON.stringify(value));
  } catch {
    // then only `unsaved` has it
  }
}
