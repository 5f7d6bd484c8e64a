// What a page does as a phone: it remembers its link, calls its owner, and stays awake.

import { recall, remember } from "./store.js";

const LINK = "leyboard.link";
const TURN = [70, 50, 70]; // ms of shaking and of rest

// What the link of this page holds, out of sight of whoever looks at the address, and the key of
// this device, made up once: {token, key}, and of a room far away also its name `room`, its broker
// `at`, and `whom` the token is for. Each tab may have a link of its own; a new tab has that of the
// last one.
export function credentials() {
  const came = location.hash.slice(1);
  if (came) {
    history.replaceState(null, "", location.pathname);
    remember("room.link", came);
    inTab((store) => store.setItem(LINK, came));
  }
  const key = recall("room.key", "") || made();
  remember("room.key", key);
  const link = came || inTab((store) => store.getItem(LINK)) || recall("room.link", "");
  const parts = link.includes("=") ? Object.fromEntries(new URLSearchParams(link)) : {};
  return { token: link, ...parts, key };
}

// What a tab remembers for itself, where it may.
function inTab(todo) {
  try {
    return todo(sessionStorage);
  } catch {
    return undefined;
  }
}

// A key that nobody guesses; pages by plain http have no other source of it.
function made() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

// Call the owner of the phone.
export function buzz() {
  if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(TURN);
}

// Keep the screen on while the page is seen, and call `back()` each time that it is seen again.
// Browsers allow the first by https only, and only after the page was touched.
export function awake(back) {
  const hold = async () => {
    try {
      await navigator.wakeLock?.request("screen");
    } catch {
      // the battery is low, or it was not touched yet
    }
  };
  addEventListener("pointerdown", hold, { once: true });
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState !== "visible") return;
    hold();
    back();
  });
}
