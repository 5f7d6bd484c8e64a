// Plays on from a past position of the game, or copies an address that carries it.

import { addressOf } from "../dialogs/address.js";
import { askToConfirm } from "../dialogs/dialog.js";
import { showError, inform } from "../common/notices.js";
import { phrase } from "../texts/words.js";

// Copy the address of this page with the game on it, up to action `n` if given. `tell(verb)` asks
// the table.
/**
 * @param {number | undefined} n
 * @param {Tell} tell
 */
export async function copyAddress(n, tell) {
  const saved = await tell("save");
  if (!saved.ok) return;
  try {
    await navigator.clipboard.writeText(await addressOf(saved.lines.join("\n"), n));
    inform(phrase("link copied"));
  } catch {
    showError(phrase("no clipboard"));
  }
}

// Play on after action `n`, if people agree. `begin(verb, values)` replaces the game on the table.
/**
 * @param {number} n
 * @param {Tell} tell
 * @param {Tell} begin
 */
export async function playOn(n, tell, begin) {
  const yes = await askToConfirm(
    [phrase("play on sure"), phrase("play on lost", n)],
    phrase("play from here"),
  );
  if (!yes) return;
  const saved = await tell("save");
  if (saved.ok) await begin("load", { lines: saved.lines.slice(0, 1 + n) });
}
