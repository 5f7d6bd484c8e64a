// Messages of the page: for screen readers, and as a note that disappears by itself.

import { by } from "./svg.js";
import { upper } from "./words.js";

const SHOWN_MS = 4200;

let timer;

export function say(text) {
  by("live").textContent = text;
}

let answer = async (_reasons) => undefined;

// From now on `make(reasons)` resolves to a button that leads to the rule behind a complaint.
export function answerWith(make) {
  answer = make;
}

export async function complain(why, reasons = []) {
  toast(upper(why));
  const button = reasons.length ? await answer(reasons) : undefined;
  if (button && by("toast").textContent === upper(why)) by("toast").append(" ", button);
}

export function toast(text) {
  by("toast").textContent = text;
  by("toast").classList.add("shown");
  clearTimeout(timer);
  timer = setTimeout(() => by("toast").classList.remove("shown"), SHOWN_MS);
}
