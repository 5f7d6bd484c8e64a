// Packs and unpacks bytes by the browser's own streams (deflate without a header), and texts for
// the address of a page.

const FORMAT = "deflate-raw";

/** @param {Uint8Array<ArrayBuffer>} bytes */
export function deflate(bytes) {
  return read(bytes, new CompressionStream(FORMAT), Infinity);
}

// Unpack bytes. Rejects with a RangeError as soon as that makes more than `most` bytes, since a
// short text can inflate to more than the browser's memory, and with a TypeError if the bytes are
// not deflate.
/**
 * @param {Uint8Array<ArrayBuffer>} bytes
 * @param {number} most
 */
export function inflate(bytes, most) {
  return read(bytes, new DecompressionStream(FORMAT), most);
}

/**
 * @param {Uint8Array<ArrayBuffer>} bytes
 * @param {GenericTransformStream} stream
 * @param {number} most
 */
async function read(bytes, stream, most) {
  let left = most;
  const bound = new TransformStream({
    transform(part, out) {
      left -= part.length;
      if (left < 0) out.error(new RangeError());
      else out.enqueue(part);
    },
  });
  const parts = new Blob([bytes]).stream().pipeThrough(stream).pipeThrough(bound);
  return new Uint8Array(await new Response(parts).arrayBuffer());
}

// Pack a text for an address, in letters that need no escape.
/** @param {string} text */
export async function toAddress(text) {
  const bytes = await deflate(new TextEncoder().encode(text));
  const letters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

// Unpack such a text. Rejects if it is damaged, or has more than `most` bytes.
/**
 * @param {string} packed
 * @param {number} most
 */
export async function fromAddress(packed, most) {
  const letters = atob(packed.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
  return new TextDecoder().decode(await inflate(bytes, most));
}
