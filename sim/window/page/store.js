// What this browser remembers of its owner's wishes. Where it may not, they last as long as the
// page.

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
    // it stays in `kept`
  }
}
