// The part of MQTT 3.1.1 that a page needs, on a WebSocket: subscriptions, and messages with QoS
// 0. (delivery.js sends lost messages again.)

import { watch } from "./alive.js";
import { concatBytes } from "./noble.js";

export const RETRY_MS = [300, 1000, 3000, 8000]; // between tries to reach a broker or a host
const KEEP_S = 6; // after half as much again without a message the broker drops the page
const CONNECT = 0x10;
const CONNACK = 2;
const PUBLISH = 3;
const SUBSCRIBE = 0x82;
const SUBACK = 9;

const utf8 = new TextEncoder();
const text = new TextDecoder();

// Open the line of a seat's page to its room through the broker `at`: `hello(bytes)` is called with the
// keys of the room's run, or with nothing when its host goes; `hear(bytes)` with each message to this
// session, `gone()` when the line is closed. Returns {send(bytes), close()}.
/** @param {{room: string, at?: string, session: string, end: Uint8Array, hello: (data: Uint8Array<ArrayBuffer>) => void, hear: (data: Uint8Array<ArrayBuffer>) => void, gone: () => void}} options */
export function openAtBroker({ room, at, session, end, hello, hear, gone }) {
  const topic = (/** @type {string[]} */ ...parts) => ["leyboard", room, ...parts].join("/");
  const host = topic("host");
  const line = open(at ?? "", {
    topics: [topic("down", session)],
    kept: host,
    will: { topic: topic("end"), data: end },
    hear: (on, data) => (on === host ? hello(data) : hear(data)),
    gone,
  });
  return {
    send: (/** @type {Uint8Array} */ data) => line.publish(topic("up"), data),
    close: line.close,
  };
}

// Open a line to the broker at `url`: `ready()` is called once the broker has taken the
// subscriptions, `hear(topic, bytes)` with each message on `topics` and `kept`, and `gone()` once
// when the line is closed or dead. The line asks the broker again and again for the message that
// it keeps on `kept`, which also shows that the broker is alive. If the line breaks, the broker
// publishes `will`, {topic, data, retain}, at the latest when a client of the same `name`
// connects. Returns {publish(topic, data, retain), close()}; with `retain` the broker keeps a
// message for later clients.
/**
 * @param {string} url
 * @param {{name?: string, topics: string[], kept: string, will: {topic: string, data: Uint8Array, retain?: boolean}, ready?: () => void, hear: (topic: string, data: Uint8Array<ArrayBuffer>) => void, gone: () => void}} options
 */
export function open(url, { name = anyName(), topics, kept, will, ready = () => {}, hear, gone }) {
  const socket = new WebSocket(url, "mqtt");
  socket.binaryType = "arraybuffer";
  let left = new Uint8Array();
  let isTaken = false; // has the broker let this line in?
  let isReady = false;

  /** @param {Uint8Array<ArrayBuffer>} data */
  const send = (data) => {
    if (socket.readyState === WebSocket.OPEN) socket.send(data);
  };
  const connect = () => {
    const flags = 0b110 | (will.retain ? 0b100000 : 0); // a clean session, and a will
    const parts = [string(name), string(will.topic), withLength(will.data)];
    send(packet(CONNECT, string("MQTT"), [4, flags, 0, KEEP_S], ...parts));
  };
  const subscribe = () => {
    const asked = isReady ? [kept] : [...topics, kept];
    send(packet(SUBSCRIBE, [0, 1], ...asked.flatMap((topic) => [string(topic), [0]])));
  };
  // On a dead line the other end cannot answer, so this end closes without waiting for it.
  const close = () => {
    alive.stop();
    socket.onmessage = socket.onclose = null;
    socket.close();
    gone();
  };
  const alive = watch(() => (isTaken ? subscribe() : connect()), close);

  socket.onopen = connect;
  socket.onmessage = ({ data }) => {
    alive.heard();
    left = concatBytes(left, new Uint8Array(data));
    for (let found = firstPacket(left); found; found = firstPacket(left)) {
      left = left.subarray(found.end);
      take(found);
    }
  };
  socket.onclose = close;

  /** @param {{kind: number, body: Uint8Array<ArrayBuffer>}} options */
  function take({ kind, body }) {
    if (kind === CONNACK) {
      if (body[1]) return close();
      isTaken = true;
      return subscribe();
    }
    if (kind === SUBACK && !isReady) {
      isReady = true;
      return ready();
    }
    if (kind !== PUBLISH) return undefined;
    const size = (body[0] << 8) | body[1];
    return hear(text.decode(body.subarray(2, 2 + size)), body.slice(2 + size));
  }

  return {
    /**
     * @param {string} topic
     * @param {Uint8Array} data
     * @param {boolean} [retain]
     */
    publish: (topic, data, retain = false) =>
      send(packet((PUBLISH << 4) | (retain ? 1 : 0), string(topic), data)),
    close,
  };
}

const anyName = () => crypto.getRandomValues(new Uint8Array(8)).join("");

// The first whole packet of some bytes, null if there is none yet.
/** @param {Uint8Array<ArrayBuffer>} bytes */
function firstPacket(bytes) {
  let length = 0;
  for (let at = 1; at < bytes.length && at < 5; at++) {
    length |= (bytes[at] & 127) << (7 * (at - 1));
    if (bytes[at] & 128) continue;
    const end = at + 1 + length;
    if (end > bytes.length) return null;
    return { kind: bytes[0] >> 4, body: bytes.slice(at + 1, end), end };
  }
  return null;
}

/**
 * @param {number} head
 * @param {...ArrayLike<number>} parts
 */
function packet(head, ...parts) {
  const body = concatBytes(...parts.map((part) => new Uint8Array(part)));
  const size = [];
  let rest = body.length;
  do {
    size.push((rest & 127) | (rest > 127 ? 128 : 0));
    rest >>= 7;
  } while (rest);
  return concatBytes(new Uint8Array([head, ...size]), body);
}

/** @param {string} value */
function string(value) {
  return withLength(utf8.encode(value));
}

/** @param {Uint8Array} bytes */
function withLength(bytes) {
  return concatBytes(new Uint8Array([bytes.length >> 8, bytes.length & 255]), bytes);
}
