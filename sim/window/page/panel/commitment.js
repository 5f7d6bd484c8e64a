// The commitment to the secret of a game's chance: everybody sees it before the first draw, and can
// check each draw against it after the game.

import { setAttribute, setHidden, setText } from "../common/dom_update.js";
import { byId } from "../common/elements.js";
import { phrase } from "../texts/words.js";

const DIGITS = 8; // enough to compare by eye; the rest is in the title

/** @param {string} commit - in hex, "" if there is none */
export function showCommitment(commit) {
  const element = byId("chance");
  setHidden(element, !commit);
  if (!commit) return;
  const short = `${commit.slice(0, DIGITS / 2)} ${commit.slice(DIGITS / 2, DIGITS)}`;
  setText(element, phrase("chance by", short));
  setAttribute(element, "title", phrase("chance why", commit));
}
