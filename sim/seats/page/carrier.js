// Carries the messages between a seat's page and a far room, through a broker that cannot read
// them; sim/seats/far.py is the other end. In the room's own network the page has another carrier
// (sim/window/page/carrier.js).

import { open } from "./mqtt.js";
import { credentials } from "../../window/page/phone.js";

const RETRY_MS = [300, 1000, 3000, 8000];
const NONCE = 12; // bytes
const MOST = 1 << 20; // bytes of a message, inflated

export const tab = null;

const utf8 = new TextEncoder();

// Like sim/window/page/carrier.js. The room is out of reach if the broker or the host is.
export function connect(hear, reach) {
  /** @type {any} */
  const { token, key, room, at, whom } = credentials();
  if (!room) {
    setTimeout(() => reach(true)); // the page says that it needs a link
    return () => false;
  }
  const topic = (...parts) => ["leyboard", room, ...parts].join("/");
  let tries = 0;
  let session;
  let line;
  let isThere = false;
  let joined = false; // has this session?
  let sent = 0;
  let last = 0;
  let keys;
  let queue = Promise.resolve(); // seals and unseals in turn

  const there = (now) => {
    if (now === isThere) return;
    isThere = now;
    reach(now);
  };

  // A restarted host numbers from 1, so this starts a new session, which does too.
  function attend(now) {
    if (now && joined) return line.close();
    joined ||= now;
    return there(now);
  }

  async function start() {
    keys ??= { up: await made(token), down: await made(token, key) };
    session = hex(crypto.getRandomValues(new Uint8Array(8)));
    sent = last = 0;
    joined = false;
    const [host, down, up] = [topic("host"), topic("down", session), topic("up", whom)];
    line = open(at, {
      topics: [down, host],
      will: { topic: up, data: await seal(keys.up, up, [session, 0, null, null]) },
      ready: () => {
        tries = 0;
      },
      hear: (on, data) => {
        if (on === host) attend(data.length > 0);
        else queue = queue.then(() => take(down, data)).catch(() => {}); // not of this room
      },
      gone: () => {
        there(false);
        setTimeout(start, RETRY_MS[Math.min(tries++, RETRY_MS.length - 1)]);
      },
    });
  }

  async function take(down, data) {
    const [number, message] = await unseal(keys.down, down, data);
    if (number <= last) return; // it came twice, or late
    last = number;
    hear(message);
  }

  start();
  return (message) => {
    if (!isThere) return false;
    const [up, number, to] = [topic("up", whom), ++sent, line];
    const value = [session, number, key, JSON.parse(message)];
    queue = queue.then(async () => to.publish(up, await seal(keys.up, up, value)));
    return true;
  };
}

async function made(...secrets) {
  const bytes = utf8.encode(["leyboard", ...secrets].join(" "));
  const digest = await crypto.subtle.digest("SHA-256", bytes);
  return crypto.subtle.importKey("raw", digest, "AES-GCM", false, ["encrypt", "decrypt"]);
}

async function seal(key, topic, value) {
  const iv = crypto.getRandomValues(new Uint8Array(NONCE));
  const how = { name: "AES-GCM", iv, additionalData: utf8.encode(topic) };
  const packed = await deflated(utf8.encode(JSON.stringify(value)));
  const data = await crypto.subtle.encrypt(how, key, packed);
  return new Uint8Array([...iv, ...new Uint8Array(data)]);
}

async function unseal(key, topic, data) {
  const how = {
    name: "AES-GCM",
    iv: data.slice(0, NONCE),
    additionalData: utf8.encode(topic),
  };
  const packed = await crypto.subtle.decrypt(how, key, data.slice(NONCE));
  return JSON.parse(await inflated(packed));
}

function deflated(bytes) {
  const packing = new CompressionStream("deflate-raw");
  return new Response(new Blob([bytes]).stream().pipeThrough(packing)).arrayBuffer();
}

// Return a text; throws for one of more than MOST bytes, the rest of which is not inflated.
async function inflated(packed) {
  const unpacking = new DecompressionStream("deflate-raw");
  const reader = new Blob([packed]).stream().pipeThrough(unpacking).getReader();
  const parts = [];
  let size = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    size += part.value.length;
    if (size > MOST) {
      reader.cancel();
      throw new Error("a message is too long");
    }
    parts.push(part.value);
  }
  return new Blob(parts).text();
}

function hex(bytes) {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
