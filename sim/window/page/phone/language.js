// The language of a phone: the one that was chosen on it, or the first of its browser's that the
// page has texts for, or that of the host.

import { recall, remember } from "../common/preferences.js";
import { language, setLanguage } from "../texts/words.js";

const CHOSEN = "room.language"; // remembered

// Load the texts of that language.
export async function speakOwn() {
  const wanted = [recall(CHOSEN, ""), ...navigator.languages].map((name) => name.split("-")[0]);
  for (const name of new Set(wanted)) {
    if (name && (await setLanguage(name))) return;
  }
  await setLanguage(language());
}

// Speak a language on this phone from now on; the page starts anew.
/** @param {string} name */
export function choose(name) {
  remember(CHOSEN, name);
  location.reload();
}
