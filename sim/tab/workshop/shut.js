// Shuts in the interpreter that a game of others gets: no value of JavaScript reaches Python, and
// memory and files have bounds.

const MOST_PAGES = 4096; // of 64 KB: a game may fill 256 MB
const MOST_IN_FILES = 64 << 20; // bytes
const OF_FILE = 1 << 14; // bytes that each file counts besides
const LONGEST_LINE = 4096; // characters that are printed in one line
const FULL = 51; // ENOSPC

// Bound the memory of interpreters that start from now on.
export function boundMemory() {
  // An interpreter's memory grows by this, and by nothing else.
  const { grow } = WebAssembly.Memory.prototype;
  WebAssembly.Memory.prototype.grow = function (pages) {
    if (this.buffer.byteLength / 65536 + pages > MOST_PAGES) throw new RangeError("full");
    return grow.call(this, pages);
  };
}

// Shut in an interpreter that has all its files.
/** @param {FS} fs */
export function shutIn(fs) {
  // All that Python holds of JavaScript is kept in this list; what comes new is looked up in the map
  // first. So each value is the first of the list from here on, and that has nothing.
  globalThis.proxy_js_ref = Object.freeze([Object.freeze(Object.create(null))]);
  globalThis.proxy_js_ref_map = { get: () => 0, set: () => {}, delete: () => true };
  boundFiles(fs);
}

// Bound what is written, which lies outside of the interpreter's memory.
/** @param {FS} fs */
function boundFiles(fs) {
  let room = MOST_IN_FILES;
  const take = (/** @type {number} */ bytes) => {
    room -= bytes;
    if (room < 0) room = MOST_IN_FILES - sizeOf(fs.lookupPath("/").node) - bytes;
    if (room < 0) throw new fs.ErrnoError(FULL);
  };
  const { write, mknod } = fs;
  fs.write = (stream, buffer, offset, length, position) => {
    const { tty, node } = stream;
    if (tty && tty.output.length > LONGEST_LINE) tty.output.length = 0;
    else if (!tty) take(Math.max(length, (position ?? stream.position) + length - node.usedBytes));
    return write.call(fs, stream, buffer, offset, length, position);
  };
  fs.mknod = (...given) => {
    take(OF_FILE);
    return mknod.apply(fs, given);
  };
}

/**
 * @param {FSNode} node
 * @returns {number} bytes
 */
function sizeOf(node) {
  const { contents = {} } = node;
  if (contents instanceof Uint8Array) return OF_FILE + contents.length;
  return Object.values(contents).reduce((sum, one) => sum + sizeOf(one), OF_FILE);
}
