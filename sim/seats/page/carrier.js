// Carries the messages between a seat's page and its room, sealed: by a WebSocket of the host, or,
// if the link names a broker, through that; sim/seats/sealed_room.py is the other end.

import { Delivery } from "./delivery.js";
import { connect as toParent, isFramed, language } from "./frame.js";
import { RETRY_MS, openAtBroker } from "./mqtt.js";
import { bytesOf, DeviceSeals, digits, randomBytes, sessionName } from "./sealed.js";
import { openSocket } from "./socket.js";
import { credentials } from "../../window/page/phone/device.js";

const ANSWER = /^\{"id": ?(\d+)/;
const END = 16; // bytes

// The token that lets in a page in a frame.
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
  /** @type {Delivery} */
  let delivery;
  /** @type {Set<number>} */
  const waiting = new Set(); // the ids of requests without an answer
  let sent = 0;
  let last = 0;
  let queue = Promise.resolve(); // seals and unseals in turn

  /** @param {boolean} now */
  const there = (now) => {
    if (now === isThere) return;
    isThere = now;
    reach(now);
  };

  /** @param {string} frame */
  function post(frame) {
    const [by, number, to] = [seals, ++sent, line];
    queue = queue.then(async () => {
      if (by) to.send(await by.seal(number, frame));
    });
  }

  function start() {
    const end = randomBytes(END);
    seals = null;
    run = "";
    sent = last = 0;
    const session = digits(sessionName(end));
    delivery = new Delivery({ post, take: hearText, dead: () => line.close() });
    const open = link.at ? openAtBroker : openSocket;
    line = open({
      ...link,
      session,
      end,
      // Another run of the host numbers from 1, so this starts a new session, which also numbers
      // from 1.
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
        delivery.close();
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
      const refusal = { ok: false, why: message, isStrange: true }; // the room knows no such link
      for (const id of waiting) hearText(JSON.stringify({ id, ...refusal }));
      return;
    }
    if (number <= last) return; // it came twice, or late
    last = number;
    tries = 0;
    delivery.hear(message);
  }

  /** @param {string} message */
  function hearText(message) {
    waiting.delete(Number(ANSWER.exec(message)?.[1]));
    hear(message);
  }

  start();
  return (/** @type {string} */ message) => {
    if (!isThere) return false;
    waiting.add(JSON.parse(message).id);
    delivery.send(message);
    return true;
  };
}
