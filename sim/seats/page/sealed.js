// Seals the messages between a room and its devices, as sim/seats/sealing.py does; docs/seats.md
// has the bytes.

import { deflate, inflate } from "../../window/page/common/deflate.js";
import { chacha20poly1305, concatBytes, hkdf, sha256, x25519 } from "./noble.js";

const KEY = 32; // bytes
const SESSION = 16; // bytes
const NUMBER = 4; // bytes
const HEAD = 1 + SESSION + 2 * KEY; // bytes of a message up before its number
const MOST = 1 << 20; // bytes of a message, inflated

const utf8 = new TextEncoder();
const text = new TextDecoder();

/** @typedef {Uint8Array<ArrayBuffer>} Bytes */

/**
 * @param {number} count
 * @returns {Bytes}
 */
export function randomBytes(count) {
  return crypto.getRandomValues(new Uint8Array(count));
}

/** @param {Uint8Array} bytes */
export function digits(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * @param {string} hex
 * @returns {Bytes}
 */
export function bytesOf(hex) {
  return new Uint8Array((hex.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16)));
}

// The name of the session that `end` ends.
/** @param {Uint8Array} end */
export function sessionName(end) {
  return sha256(end).slice(0, SESSION);
}

// The name of the room whose host has this public key.
/** @param {Uint8Array} host */
function roomName(host) {
  return btoa(String.fromCharCode(...sha256(host).slice(0, 16)))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");
}

// The two keys of a session: [up, down].
/**
 * @param {Uint8Array[]} shared
 * @param {string} token
 * @param {Uint8Array} head
 * @param {Uint8Array} hello
 */
function agreed(shared, token, head, hello) {
  const info = concatBytes(utf8.encode("leyboard-room-1"), head, hello);
  const keys = hkdf(sha256, concatBytes(...shared), utf8.encode(token), info, 2 * KEY);
  return [keys.slice(0, KEY), keys.slice(KEY)];
}

/** @param {number} number */
function nonce(number) {
  return concatBytes(new Uint8Array(12 - NUMBER), counted(number));
}

/** @param {number} number */
function counted(number) {
  const bytes = new Uint8Array(NUMBER);
  new DataView(bytes.buffer).setUint32(0, number);
  return bytes;
}

/** @param {Uint8Array} data */
function numberOf(data) {
  return new DataView(data.buffer, data.byteOffset).getUint32(0);
}

/**
 * @param {Uint8Array} key
 * @param {number} number
 * @param {string} message
 */
async function sealed(key, number, message) {
  const packed = await deflate(utf8.encode(message));
  return concatBytes(counted(number), chacha20poly1305(key, nonce(number)).encrypt(packed));
}

/**
 * @param {Uint8Array} key
 * @param {number} number
 * @param {Uint8Array} data
 */
function unsealed(key, number, data) {
  return chacha20poly1305(key, nonce(number)).decrypt(data);
}

/**
 * @param {Uint8Array} packed
 * @param {number} most
 */
async function unpacked(packed, most) {
  return text.decode(await inflate(/** @type {Bytes} */ (packed), most));
}

// A device's end of a session. `secret` is its secret key, which stays here; `room`, `whom` and
// `token` are those of its link, `hello` is the room's; throws if it is another room's.
export class DeviceSeals {
  /**
   * @param {Uint8Array} secret
   * @param {{room: string, whom: string, token: string}} link
   * @param {Uint8Array} hello
   * @param {Uint8Array} end
   */
  constructor(secret, { room, whom, token }, hello, end) {
    const [run, host] = [hello.slice(0, KEY), hello.slice(KEY)];
    if (roomName(host) !== room) throw new Error("that is not the host of this link");
    const ephemeral = randomBytes(KEY);
    const [ours, own] = [x25519.getPublicKey(ephemeral), x25519.getPublicKey(secret)];
    this.head = concatBytes(utf8.encode(whom[0]), sessionName(end), ours, own);
    const shared = [
      x25519.getSharedSecret(ephemeral, run),
      x25519.getSharedSecret(ephemeral, host),
      x25519.getSharedSecret(secret, run),
    ];
    const [up, down] = agreed(shared, token, this.head, hello);
    this.up = up;
    this.down = down;
  }

  /**
   * @param {number} number
   * @param {string} message
   */
  async seal(number, message) {
    return concatBytes(this.head, await sealed(this.up, number, message));
  }

  // Resolves to the number and the text of a message. A message with number 0 is not sealed, so
  // anybody may have sent it: its text says why the room does not know the link.
  /**
   * @param {Uint8Array} data
   * @returns {Promise<[number, string]>}
   */
  async unseal(data) {
    const [number, rest] = [numberOf(data), data.slice(NUMBER)];
    if (!number) return [0, text.decode(rest)];
    return [number, await unpacked(unsealed(this.down, number, rest), MOST)];
  }
}

// The room's end: `secret` is the secret key of its host, `token(whom)` that of a link, and
// `isThere(session)` says whether a session is one of the present run.
export class RoomSeals {
  /**
   * @param {Uint8Array} secret
   * @param {{token: (whom: string) => string, isThere: (session: string) => boolean, most: number}} options
   */
  constructor(secret, { token, isThere, most }) {
    this.secret = secret;
    this.token = token;
    this.isThere = isThere;
    this.most = most;
    this.host = x25519.getPublicKey(secret);
    this.name = roomName(this.host);
    this.run = randomBytes(KEY);
    this.hello = concatBytes(x25519.getPublicKey(this.run), this.host);
    /** @type {Map<string, {head: string, up: Uint8Array, down: Uint8Array}>} */
    this.pairs = new Map(); // by session
  }

  // Begin another run: messages that were sealed before no longer count.
  renew() {
    this.run = randomBytes(KEY);
    this.hello = concatBytes(x25519.getPublicKey(this.run), this.host);
    this.pairs.clear();
  }

  // Resolves to a message of a device: its link's `whom`, its session, its public key, the
  // message's number and its text, "" if that cannot be read. Throws for a wrong seal.
  /**
   * @param {Uint8Array} data
   * @returns {Promise<[whom: string, session: string, key: string, number: number, text: string]>}
   */
  async unseal(data) {
    const [head, number, rest] = [
      data.slice(0, HEAD),
      numberOf(data.slice(HEAD)),
      data.slice(HEAD + NUMBER),
    ];
    const form = digits(head);
    const session = form.slice(2, 2 + 2 * SESSION);
    const letter = text.decode(head.slice(0, 1));
    const whom = letter === "w" ? "watch" : letter;
    const known = this.pairs.get(session);
    const pair = known?.head === form ? known : this.agree(head, whom);
    const packed = unsealed(pair.up, number, rest);
    const told = await unpacked(packed, this.most).catch(() => ""); // the room says so
    if (!known) {
      for (const other of this.pairs.keys()) if (!this.isThere(other)) this.pairs.delete(other);
      this.pairs.set(session, pair);
    }
    return [whom, session, form.slice(-2 * KEY), number, told];
  }

  /**
   * @param {Uint8Array} head
   * @param {string} whom
   */
  agree(head, whom) {
    const [ephemeral, own] = [head.slice(1 + SESSION, -KEY), head.slice(-KEY)];
    const shared = [
      x25519.getSharedSecret(this.run, ephemeral),
      x25519.getSharedSecret(this.secret, ephemeral),
      x25519.getSharedSecret(this.run, own),
    ];
    const [up, down] = agreed(shared, this.token(whom), head, this.hello);
    return { head: digits(head), up, down };
  }

  /**
   * @param {string} session
   * @param {number} number
   * @param {string} message
   */
  seal(session, number, message) {
    const pair = this.pairs.get(session);
    return pair && sealed(pair.down, number, message);
  }
}

// A host's name for its line to a broker: a new line ends the old one, and nobody else can end it.
/** @param {Uint8Array} secret */
export function lineName(secret) {
  return digits(sha256(concatBytes(utf8.encode("leyboard line"), secret)).slice(0, 10));
}

// The session that a message up names, "" for something else; and an unsealed message to that
// session, for a device that has no keys in common with the room.
/** @param {Uint8Array} data */
export function sessionOf(data) {
  return data.length > HEAD + NUMBER ? digits(data.slice(1, 1 + SESSION)) : "";
}

/** @param {string} why */
export function plain(why) {
  return concatBytes(new Uint8Array(NUMBER), utf8.encode(why));
}
