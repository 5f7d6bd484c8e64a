// What a page does as a phone: it remembers its link, calls its owner, and stays awake.

import { recall, remember } from "./store.js";

const TURN = [70, 50, 70]; // ms of shaking and of rest

// The token of the link, out of sight of whoever looks at the address, and the key of this device,
// made up once. Each tab may have a link of its own; a new tab has that of the last one.
export function credentials() {
  const came = location.hash.slice(1);
  if (came) {
    history.replaceState(null, "", location.pathname);
    remember("room.token", came);
    try {
      sessionStorage.setItem("leyboard.token", came);
    } catch {
      // this tab forgets it when it is closed
    }
  }
  const key = recall("room.key", "") || made();
  remember("room.key", key);
  let token = came;
  try {
    token ||= sessionStorage.getItem("leyboard.token") ?? "";
  } catch {
    // as above
  }
  return { token: token || recall("room.token", ""), key };
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
