// Carries the messages between a seat's page and its room, sealed: by a WebSocket of the host, or,
// if the link names a broker, through that; sim/seats/sealed_room.py is the other end.

import { connect as toParent, isFramed, language } from "./frame.js";
import { openAtBroker } from "./mqtt.js";
import { bytesOf, DeviceSeals, digits, randomBytes, sessionName } from "./sealed.js";
import { openSocket } from "./socket.js";
import { credentials } from "../../window/page/phone/device.js";

const RETRY_MS = [300, 1000, 3000, 8000];
const PATIENCE_MS = 15_000; // for an answer
const ANSWER = /^\{"id": ?(\d+)/;
const END = 16; // bytes

// What lets a page in a frame in.
export const frame = isFramed ? { room: "frame", language } : null;
export const tab = null; // its table is elsewhere

// Like sim/window/page/carrier.js. The room is out of reach if the broker or the host is.
/**
 * @param {(text: string) => void} hear
 * @param {(there: boolean) => void} reach
 */
export function connect(hear, reach) {
  if (isFramed) return toParent(hear, reach);
  const link = credentials();
  if (!link.room) {
    setTimeout(() => reach(true)); // the page says that it needs a link
    return () => false;
  }
  let tries = 0;
  /** @type {{send: (data: Uint8Array<ArrayBuffer>) => void, close: () => void}} */
  let line;
  /** @type {DeviceSeals | null} */
  let seals = null; // once the host has told its keys
  let run = ""; // those keys
  let isThere = false;
  /** @type {Map<number, ReturnType<typeof setTimeout>>} */
  const waiting = new Map(); // timers by the ids of requests: who gets no answer comes anew
  let sent = 0;
  let last = 0;
  let queue = Promise.resolve(); // seals and unseals in turn

  /** @param {boolean} now */
  const there = (now) => {
    if (now === isThere) return;
    isThere = now;
    reach(now);
  };

  /** @param {object} request */
  function publish(request) {
    const [by, number, to] = [seals, ++sent, line];
    queue = queue.then(async () => {
      if (by) to.send(await by.seal(number, JSON.stringify(request)));
    });
  }

  function start() {
    const end = randomBytes(END);
    seals = null;
    run = "";
    sent = last = 0;
    const session = digits(sessionName(end));
    const open = link.at ? openAtBroker : openSocket;
    line = open({
      ...link,
      session,
      end,
      // Another run of the host numbers from 1, so this starts a new session, which does too.
      hello: (data) => {
        const now = digits(data);
        if (now && run && now !== run) return line.close();
        run = now || run;
        if (now && !seals) seals = new DeviceSeals(bytesOf(link.secret), link, data, end);
        return there(!!now);
      },
      hear: (data) => {
        queue = queue.then(() => take(data)).catch(() => {}); // not of this room
      },
      gone: () => {
        for (const timer of waiting.values()) clearTimeout(timer);
        waiting.clear();
        there(false);
        setTimeout(start, RETRY_MS[Math.min(tries++, RETRY_MS.length - 1)]);
      },
    });
  }

  /** @param {Uint8Array<ArrayBuffer>} data */
  async function take(data) {
    if (!seals) return;
    const [number, message] = await seals.unseal(data);
    if (!number && !last) {
      for (const id of waiting.keys()) answer(id, JSON.stringify({ id, ok: false, why: message }));
      return;
    }
    if (number <= last) return; // it came twice, or late
    if (number > last + 1) publish({ do: "see" }); // one is missing
    last = number;
    tries = 0;
    answer(Number(ANSWER.exec(message)?.[1]), message);
  }

  /**
   * @param {number} id
   * @param {string} message
   */
  function answer(id, message) {
    clearTimeout(waiting.get(id));
    waiting.delete(id);
    hear(message);
  }

  start();
  return (/** @type {string} */ message) => {
    if (!isThere) return false;
    const request = JSON.parse(message);
    const to = line;
    waiting.set(
      request.id,
      setTimeout(() => to.close(), PATIENCE_MS),
    );
    publish(request);
    return true;
  };
}
