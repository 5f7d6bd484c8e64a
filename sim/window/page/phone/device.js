// For a page on a phone: remembers its link, alerts its owner, and keeps the screen on.

import { recall, remember } from "../common/preferences.js";

const LINK = "leyboard.link";
const ROOM = 22; // letters of a room's name
const TURN = [70, 50, 70]; // ms of shaking and of rest

// Return the content of this page's link, {room, whom, token}, and for a room far away its broker
// `at`; remove all of it from the visible address. Also return `secret`, the secret key of this
// device, which the page makes once and never sends. Each tab may have its own link; a new tab
// uses the latest. `isOld` is true for a link of an earlier version, which has no such room.
/**
 * @returns {{room: string, whom: string, token: string, at?: string, secret: string,
 *   isOld?: boolean}}
 */
export function credentials() {
  const came = location.hash.slice(1);
  addEventListener("hashchange", () => location.reload()); // another link in this tab
  if (came) {
    history.replaceState(null, "", location.pathname);
    remember("room.link", came);
    inTabStorage((store) => store.setItem(LINK, came));
  }
  const secret = recall("room.secret", "") || made();
  remember("room.secret", secret);
  const link = came || inTabStorage((store) => store.getItem(LINK)) || recall("room.link", "");
  const { room, whom, token, at } = Object.fromEntries(new URLSearchParams(link));
  if (room?.length === ROOM && whom && token) return { room, whom, token, at, secret };
  return { room: "", whom: "", token: "", secret, isOld: !!link };
}

// Use the storage of this tab, if the browser allows it.
/**
 * @template T
 * @param {(store: Storage) => T} todo
 */
function inTabStorage(todo) {
  try {
    return todo(sessionStorage);
  } catch {
    return undefined;
  }
}

// A random key. (On plain http, browsers have no crypto.randomUUID.)
function made() {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

// Vibrate the phone to call its owner.
export function buzz() {
  if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(TURN);
}

// Keep the screen on while the page is visible, and call `back()` each time it becomes visible
// again. Browsers keep the screen on only by https and after a touch.
/** @param {() => void} back */
export function keepAwake(back) {
  const hold = async () => {
    try {
      await navigator.wakeLock?.request("screen");
    } catch {
      // the battery is low, or nobody has touched the page yet
    }
  };
  addEventListener("pointerdown", hold, { once: true });
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState !== "visible") return;
    hold();
    back();
  });
}
