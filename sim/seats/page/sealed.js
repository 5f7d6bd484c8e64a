// Seals messages, so that a broker cannot read them, as sim/seats/far.py does.

const NONCE = 12; // bytes
const MOST = 1 << 20; // bytes of a message, inflated

const utf8 = new TextEncoder();

// Return a key, made from some secrets.
/** @param {...string} secrets */
export async function keyFrom(...secrets) {
  const bytes = utf8.encode(["leyboard", ...secrets].join(" "));
  const digest = await crypto.subtle.digest("SHA-256", bytes);
  return crypto.subtle.importKey("raw", digest, "AES-GCM", false, ["encrypt", "decrypt"]);
}

// Return a value deflated and sealed with a key, for a topic.
/**
 * @param {CryptoKey} key
 * @param {string} topic
 * @param {unknown} value
 */
export async function seal(key, topic, value) {
  const iv = crypto.getRandomValues(new Uint8Array(NONCE));
  const how = { name: "AES-GCM", iv, additionalData: utf8.encode(topic) };
  const packed = await deflate(utf8.encode(JSON.stringify(value)));
  const data = await crypto.subtle.encrypt(how, key, packed);
  return new Uint8Array([...iv, ...new Uint8Array(data)]);
}

// Return a sealed value; rejects what was not sealed with this key for this topic, or has more than
// `most` bytes.
/**
 * @param {CryptoKey} key
 * @param {string} topic
 * @param {Uint8Array<ArrayBuffer>} data
 * @param {number} [most]
 */
export async function unseal(key, topic, data, most = MOST) {
  const how = {
    name: "AES-GCM",
    iv: data.slice(0, NONCE),
    additionalData: utf8.encode(topic),
  };
  const packed = await crypto.subtle.decrypt(how, key, data.slice(NONCE));
  return JSON.parse(await inflate(packed, most));
}

/** @param {Uint8Array<ArrayBuffer>} bytes */
function deflate(bytes) {
  const packing = new CompressionStream("deflate-raw");
  return new Response(new Blob([bytes]).stream().pipeThrough(packing)).arrayBuffer();
}

// Return a text; throws for one of more than `most` bytes, the rest of which is not inflated.
/**
 * @param {ArrayBuffer} packed
 * @param {number} most
 */
async function inflate(packed, most) {
  const unpacking = new DecompressionStream("deflate-raw");
  const reader = new Blob([packed]).stream().pipeThrough(unpacking).getReader();
  const parts = [];
  let size = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    size += part.value.length;
    if (size > most) {
      reader.cancel();
      throw new Error("a message is too long");
    }
    parts.push(part.value);
  }
  return new Blob(parts).text();
}

// The context for which a request is sealed: its topic and the run of the host.
/**
 * @param {string} topic
 * @param {string} run
 */
export function contextInRun(topic, run) {
  return `${topic} ${run}`;
}

// Return random bytes as hexadecimal digits.
/** @param {number} bytes */
export function randomDigits(bytes) {
  return [...crypto.getRandomValues(new Uint8Array(bytes))]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");
}
