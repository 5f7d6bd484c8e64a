// Messages of the page: for screen readers, and as a note that disappears by itself.

import { by } from "./svg.js";
import { upper } from "./words.js";

const SHOWN_MS = 4200;

let timer;

export function say(text) {
  by("live").textContent = text;
}

export function complain(why) {
  toast(upper(why));
}

export function toast(text) {
  by("toast").textContent = text;
  by("toast").classList.add("shown");
  clearTimeout(timer);
  timer = setTimeout(() => by("toast").classList.remove("shown"), SHOWN_MS);
}
