// Archives as `leyboard backup` writes and reads them (APPNOTE.TXT of .ZIP, 6.3.10): the browser
// packs and unpacks the data; this writes and reads the headers.

import { deflate, inflate } from "./deflate.js";
import { crc32 } from "../dialogs/crc32.js";

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const STORED = 0;
const DEFLATED = 8;
const LOCAL_SIZE = 30;
const CENTRAL_SIZE = 46;
const END_SIZE = 22;
const VERSION = 20; // that is needed to unpack
const UTF8 = 0x800; // names are
const DAY = 0x21; // 1980-01-01
const MOST = 16 << 20; // bytes; the largest flash of a board

// The file is no archive, or a part of it is missing or changed.
export class DamagedArchiveError extends Error {
  name = "DamagedArchiveError";
}

// Pack {path: bytes}; resolves to a Blob.
/** @param {FilesByPath} files */
export async function pack(files) {
  const parts = [];
  const list = [];
  let at = 0;
  for (const [path, bytes] of Object.entries(files)) {
    const name = new TextEncoder().encode(path.slice(1));
    const data = await deflate(bytes);
    const facts = [UTF8, DEFLATED, 0, DAY];
    const sizes = [crc32(bytes), data.length, bytes.length];
    parts.push(head([LOCAL], [VERSION, ...facts], sizes, [name.length, 0]), name, data);
    list.push(
      head([CENTRAL], [VERSION, VERSION, ...facts], sizes, [name.length, 0, 0, 0, 0], [0, at]),
      name,
    );
    at += LOCAL_SIZE + name.length + data.length;
  }
  const count = list.length / 2;
  const size = list.reduce((sum, one) => sum + one.length, 0);
  const end = head([END], [0, 0, count, count], [size, at], [0]);
  return new Blob([...parts, ...list, end], { type: "application/zip" });
}

// Unpack a Blob; resolves to {path: bytes}, rejects with DamagedArchiveError.
/** @param {Blob} blob */
export async function unpack(blob) {
  const bytes = new Uint8Array(await blob.arrayBuffer());
  const view = new DataView(bytes.buffer);
  try {
    let end = bytes.length - END_SIZE;
    while (view.getUint32(end, true) !== END) end -= 1;
    let at = view.getUint32(end + 16, true);
    let left = MOST;
    /** @type {FilesByPath} */
    const files = {};
    for (let i = view.getUint16(end + 10, true); i > 0; i -= 1) {
      if (view.getUint32(at, true) !== CENTRAL) throw new DamagedArchiveError();
      const name = text(bytes, at + CENTRAL_SIZE, view.getUint16(at + 28, true));
      left -= view.getUint32(at + 24, true);
      if (left < 0) throw new DamagedArchiveError();
      if (!name.endsWith("/")) files[`/${name}`] = await one(bytes, view, at);
      const more = [28, 30, 32].map((field) => view.getUint16(at + field, true));
      at += more.reduce((sum, size) => sum + size, CENTRAL_SIZE);
    }
    return files;
  } catch (error) {
    // A place beyond the end, or a file longer than the list says, is a RangeError; data that is no
    // deflate a TypeError.
    if (error instanceof RangeError || error instanceof TypeError) throw new DamagedArchiveError();
    throw error;
  }
}

// Unpack the file whose entry in the list is at a place.
/**
 * @param {Uint8Array<ArrayBuffer>} bytes
 * @param {DataView} view
 * @param {number} at
 */
async function one(bytes, view, at) {
  const way = view.getUint16(at + 10, true);
  const local = view.getUint32(at + 42, true);
  const start =
    local + LOCAL_SIZE + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
  const data = bytes.subarray(start, start + view.getUint32(at + 20, true));
  if (way !== STORED && way !== DEFLATED) throw new DamagedArchiveError();
  const size = view.getUint32(at + 24, true);
  const whole = way === STORED ? data : await inflate(data, size);
  if (whole.length !== size || crc32(whole) !== view.getUint32(at + 16, true))
    throw new DamagedArchiveError();
  return whole;
}

// Return the bytes of numbers, alternately in four bytes and in two.
/** @param {...number[]} groups */
function head(...groups) {
  const sizes = groups.flatMap((group, i) =>
    group.map((number) => /** @type {[number, number]} */ ([number, i % 2 ? 2 : 4])),
  );
  const bytes = new Uint8Array(sizes.reduce((sum, [, size]) => sum + size, 0));
  const view = new DataView(bytes.buffer);
  let at = 0;
  for (const [number, size] of sizes) {
    if (size === 4) view.setUint32(at, number, true);
    else view.setUint16(at, number, true);
    at += size;
  }
  return bytes;
}

/**
 * @param {Uint8Array} bytes
 * @param {number} at
 * @param {number} length
 */
function text(bytes, at, length) {
  return new TextDecoder().decode(bytes.subarray(at, at + length));
}
