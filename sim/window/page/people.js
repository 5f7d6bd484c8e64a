// Who sits at this page, as the state of the table says: which seats are people's, which of them is
// in front, and what it may be shown.

import { secret } from "./pieces.js";

const HUMAN = "human";

export function people(state) {
  return (state.players ?? []).flatMap((_, seat) => (isHere(state, seat) ? [seat] : []));
}

// Is a seat played by somebody at the table, and not on a phone?
export function isHere({ players, elsewhere }, seat) {
  return players?.[seat] === HUMAN && !elsewhere?.includes(seat);
}

// The seat in front: the only person, or the one who is asked, such as for an answer to an offer;
// `front` is who was there before.
export function inFront(state, front) {
  const seats = people(state);
  if (!state.view || !seats.length) return 0;
  const asked = seats.filter((seat) => state.asked.includes(seat));
  if (asked.includes(front) || (!asked.length && seats.includes(front))) return front;
  return asked[0] ?? seats[0];
}

export function acts({ view, given_up: givenUp }, seat) {
  return view.current.includes(seat) && !view.result && !givenUp;
}

// May a page show what the seat in front holds? `shown` is the seat that has said that only it
// looks. Alone among bots, always.
export function mayLook(state, front, shown) {
  if (!isHere(state, front)) return false;
  return (
    people(state).length === 1 ||
    shown === front ||
    !state.secret.includes(front) ||
    !secret(state.view, front)
  );
}

// Would something be lost if the game on the table went?
export function running(state) {
  const { view, given_up: givenUp } = state;
  return view && view.actions > 0 && !view.result && !givenUp && state.players.includes(HUMAN);
}
