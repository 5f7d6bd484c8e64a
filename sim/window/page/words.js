// How seats, pieces and events are spoken of.

const SEATS = ["Red", "Blue", "Green", "Gold"]; // as the table's display names them

export function seatName(seat) {
  return seat < 0 ? "Chance" : SEATS[seat] ?? `Seat ${seat}`;
}

// What people call a player by its word: "Greedy bot".
export function playerName(word) {
  const [kind] = word.split(":");
  return kind === "human" ? "A person" : `${upper(kind)} bot`;
}

// Join names as people do: "a", "a and b", "a, b and c".
export function list(names) {
  if (names.length < 2) return names.join("");
  return `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}

export function count(number, one, many = `${one}s`) {
  return `${number} ${number === 1 ? one : many}`;
}

export function upper(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

// A value of a record in words: lists are joined, underscores are spaces.
export function plain(value) {
  if (Array.isArray(value)) return value.map(plain).join(" ");
  return value === null ? "–" : String(value).replaceAll("_", " ");
}
