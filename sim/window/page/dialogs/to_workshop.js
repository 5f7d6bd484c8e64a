// The way to the workshop, which not every server of the page has.

import { inform, showError } from "../common/notices.js";
import { language, phrase } from "../texts/words.js";

const PAGE = "workshop.html";

// A server makes the workshop at its first visit, which takes some seconds.
export async function openWorkshop() {
  inform(phrase("workshop comes"));
  const there = await fetch(PAGE, { method: "HEAD" }).catch(() => null);
  if (there?.ok) location.assign(`${PAGE}?language=${language()}`);
  else showError(phrase("workshop none"));
}
