// Carries the messages between a seat's page and a far room, through a broker that cannot read
// them; sim/seats/far.py is the other end. In the room's own network the page has another carrier
// (sim/window/page/carrier.js).

import { connect as toParent, isFramed, language } from "./frame.js";
import { open } from "./mqtt.js";
import { contextInRun, keyFrom, randomDigits, seal, unseal } from "./sealed.js";
import { credentials } from "../../window/page/phone/device.js";

const text = new TextDecoder();

const RETRY_MS = [300, 1000, 3000, 8000];
const PATIENCE_MS = 15_000; // for an answer
const ANSWER = /^\{"id": ?(\d+)/;

// What lets a page in a frame in.
export const tab = isFramed ? { token: "frame", key: "", language } : null;

// Like sim/window/page/carrier.js. The room is out of reach if the broker or the host is.
/**
 * @param {(text: string) => void} hear
 * @param {(there: boolean) => void} reach
 */
export function connect(hear, reach) {
  if (isFramed) return toParent(hear, reach);
  /** @type {any} */
  const { token, key, room, at, whom } = credentials();
  if (!room) {
    setTimeout(() => reach(true)); // the page says that it needs a link
    return () => false;
  }
  /** @param {...string} parts */
  const topic = (...parts) => ["leyboard", room, ...parts].join("/");
  let tries = 0;
  let session = "";
  /** @type {ReturnType<typeof open>} */
  let line;
  let isThere = false;
  let run = ""; // of the host, once it is known
  /** @type {Map<number, any>} */
  const waiting = new Map(); // timers by the ids of requests: who gets no answer comes anew
  let sent = 0;
  let last = 0;
  /** @type {{up: CryptoKey, down: CryptoKey}} */
  let keys;
  let queue = Promise.resolve(); // seals and unseals in turn

  /** @param {boolean} now */
  const there = (now) => {
    if (now === isThere) return;
    isThere = now;
    reach(now);
  };

  // Another run of the host numbers from 1, so this starts a new session, which does too.
  /** @param {string} now */
  function followRun(now) {
    if (now && run && now !== run) return line.close();
    run = now || run;
    return there(!!now);
  }

  /** @param {object} request */
  function publish(request) {
    const [up, number, to] = [topic("up", whom), ++sent, line];
    const [value, sealedFor] = [[session, number, key, request], contextInRun(up, run)];
    queue = queue.then(async () => to.publish(up, await seal(keys.up, sealedFor, value)));
  }

  async function start() {
    keys ??= { up: await keyFrom(token), down: await keyFrom(token, key) };
    session = randomDigits(8);
    sent = last = 0;
    run = "";
    const [host, down, end] = [topic("host"), topic("down", session), topic("end", whom)];
    line = open(at, {
      topics: [down, host],
      will: { topic: end, data: await seal(keys.up, end, session) },
      hear: (on, data) => {
        if (on === host) followRun(text.decode(data));
        else queue = queue.then(() => take(down, data)).catch(() => {}); // not of this room
      },
      gone: () => {
        for (const timer of waiting.values()) clearTimeout(timer);
        waiting.clear();
        there(false);
        setTimeout(start, RETRY_MS[Math.min(tries++, RETRY_MS.length - 1)]);
      },
    });
  }

  /**
   * @param {string} down
   * @param {Uint8Array<ArrayBuffer>} data
   */
  async function take(down, data) {
    const [number, message] = await unseal(keys.down, down, data);
    if (number <= last) return; // it came twice, or late
    if (number > last + 1) publish({ do: "see" }); // one is missing
    last = number;
    tries = 0;
    const id = Number(ANSWER.exec(message)?.[1]);
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
