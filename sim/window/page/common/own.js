// The private knowledge and the possible actions of the seat in front: the table tells these only
// on request.

import { isToAct } from "./people.js";

/** @type {Accepted<"choices">} */
const NO_CHOICES = { ok: true, actions: [], texts: [], many: [], spots: [], only_decline: "" };

// The state on which that depends, as a text.
/**
 * @param {Facts} facts
 * @param {number} seat
 */
export function formOf({ state: { view, players }, log }, seat) {
  return [seat, view?.game, view?.actions, log?.length, players.join()].join();
}

// Ask the table; resolves to null if it refuses. `form` is that of `formOf`.
/**
 * @param {Ask} ask
 * @param {State} state
 * @param {number} seat
 * @param {string} form
 * @returns {Promise<Mine | null>}
 */
export async function askWhatIsOwn(ask, state, seat, form) {
  const [known, owned, may] = await Promise.all([
    ask("host", { request: { do: "state", seat } }),
    ask("own", { seat }),
    isToAct(state, seat) ? ask("choices", { seat }) : NO_CHOICES,
  ]);
  if (!known.ok || !owned.ok || !may.ok) return null;
  return { form, seat, view: known.answer.view?.own, names: owned.names, choices: may };
}

// Is passing the only action?
/** @param {Mine} mine */
export function mayOnlyPass({ choices: { actions, many, spots } }) {
  return !many.length && !spots.length && actions.length === 1 && actions[0][0] === "pass";
}
