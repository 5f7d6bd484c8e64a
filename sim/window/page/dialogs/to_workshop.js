// The way to the workshop, which not every server of the page has.

import { inform, showError } from "../common/notices.js";
import { language, phrase } from "../texts/words.js";

const MADE = "workshop/protocol.json"; // one of its files that is made with all others

// Open it, with a game of the gallery if `game` names one. A server makes the workshop at its first
// visit, which takes some seconds.
export async function openWorkshop(game = "") {
  inform(phrase("workshop comes"));
  const there = await fetch(MADE, { method: "HEAD" }).catch(() => null);
  const more = game && `#more=${game}`;
  if (there?.ok) location.assign(`workshop.html?language=${language()}${more}`);
  else showError(phrase("workshop none"));
}
