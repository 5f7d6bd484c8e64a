// The page in a dark or a bright room.

import { recall, remember } from "./preferences.js";

export const THEMES = ["system", "dark", "light"];

const bright = matchMedia("(prefers-color-scheme: light)");

export function theme() {
  return recall("look", "dark");
}

// Change to a look, one of THEMES, and remember it.
/** @param {string} name */
export function chooseTheme(name) {
  remember("look", name);
  applyTheme();
}

export function applyTheme() {
  const name = theme();
  const light = name === "light" || (name === "system" && bright.matches);
  document.documentElement.dataset.look = light ? "light" : "dark";
}

bright.addEventListener("change", applyTheme);
