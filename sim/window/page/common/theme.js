// The page in a dark or a bright room.

import { recall, remember } from "./preferences.js";

export const LOOKS = ["system", "dark", "light"];

const bright = matchMedia("(prefers-color-scheme: light)");

export function look() {
  return recall("look", "dark");
}

// Change to a look, one of LOOKS, and remember it.
/** @param {string} name */
export function wear(name) {
  remember("look", name);
  dress();
}

export function dress() {
  const name = look();
  const light = name === "light" || (name === "system" && bright.matches);
  document.documentElement.dataset.look = light ? "light" : "dark";
}

bright.addEventListener("change", dress);
