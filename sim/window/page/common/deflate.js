// Packs and unpacks bytes by the browser's own streams (deflate without a header).

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
