// The people at this page, from the state of the table: their seats, the seat in front, and what
// that seat may see.

import { secret } from "../pieces/pieces.js";

const HUMAN = "human";

/** @param {State} state */
function seatsHere(state) {
  return (state.players ?? []).flatMap((_, seat) => (isHere(state, seat) ? [seat] : []));
}

// Is a seat played by somebody at the table, and not on a phone?
/**
 * @param {State} options
 * @param {number} seat
 */
export function isHere({ players, elsewhere }, seat) {
  return players?.[seat] === HUMAN && !elsewhere?.includes(seat);
}

// The seat in front: that of the only person, or of the person who must act, for example answer an
// offer; `front` is the present one.
/**
 * @param {State} state
 * @param {number} front
 */
export function seatInFront(state, front) {
  const seats = seatsHere(state);
  if (!state.view || !seats.length) return 0;
  const asked = seats.filter((seat) => state.asked.includes(seat));
  if (asked.includes(front) || (!asked.length && seats.includes(front))) return front;
  return asked[0] ?? seats[0];
}

/**
 * @param {State} options
 * @param {number} seat
 */
export function isToAct({ view, given_up: givenUp }, seat) {
  return !!view && view.current.includes(seat) && !view.result && !givenUp;
}

// May the page show the hand of the seat in front? `shown` is the seat whose player has confirmed
// that only they look. A single person needs no cover; neither does an example, in which the
// reader plays all seats, nor a game that is over.
/**
 * @param {State} state
 * @param {number} front
 * @param {number} shown
 */
export function mayShowHand(state, front, shown) {
  if (!isHere(state, front)) return false;
  return (
    seatsHere(state).length === 1 ||
    state.example ||
    !!state.view?.result ||
    shown === front ||
    !state.secret.includes(front) ||
    (state.view !== null && !secret(state.view, front))
  );
}

// Is there a game under way that somebody could lose? The game of an example does not count.
/** @param {State} state */
export function isUnderWay(state) {
  const { view, given_up: givenUp, example, players } = state;
  return (
    !!view && view.actions > 0 && !view.result && !givenUp && !example && players.includes(HUMAN)
  );
}
