// The wishes that this browser remembers for its owner. If it may not keep any, they last as long
// as the page.

const kept = new Map();

export function recall(name, otherwise) {
  try {
    const text = localStorage.getItem(`leyboard.${name}`);
    return text === null ? (kept.get(name) ?? otherwise) : JSON.parse(text);
  } catch {
    return kept.get(name) ?? otherwise;
  }
}

export function remember(name, value) {
  kept.set(name, value);
  try {
    localStorage.setItem(`leyboard.${name}`, JSON.stringify(value));
  } catch {
    // then it is only in `kept`
  }
}
