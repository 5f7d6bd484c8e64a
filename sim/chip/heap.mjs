// MicroPython's heap, read from outside, without help from the firmware or any effect on it.
//
// The garbage collector keeps two bits per block of 16 bytes (py/gc.c): 0 free, 1 head, 2 tail, 3
// marked. The table is found by the necessary content of `mp_state_mem_area_t` (py/mpstate.h), so
// any image will do.

import { SRAM, SRAM_END, XIP, XIP_END } from "./memory.mjs";

const BLOCK = 16;
const POOL_HEADER = 24; // bytes of a pool of names before its names
const FIRST_POOL = 20; // names in the first pool that lies in the heap
const FIND_EVERY = 50; // calls, since the search for the table is slow
const STACK = 0x40000; // in the SRAM: the last two banks of 4 KB, used from their end
const FREE = new Uint8Array(256); // free blocks in a byte of the table
const MARKED = new Uint8Array(256); // 1 for a byte with a marked block
for (let byte = 0; byte < 256; byte++) {
  for (let at = 0; at < 8; at += 2) {
    const kind = (byte >> at) & 3;
    if (kind === 0) FREE[byte] += 1;
    if (kind === 3) MARKED[byte] = 1;
  }
}

// Bytes of the stack that nothing has written since power-on, when all were 0.
export function stackLeft(sram) {
  let left = 0;
  while (STACK + left < sram.length && !sram[STACK + left]) left += 1;
  return left;
}

export class Heap {
  constructor(sram) {
    this.sram = sram;
    this.words = new Uint32Array(sram.buffer);
    this.table = 0;
    this.size = 0;
    this.pool = 0;
    this.looks = 0;
    this.collecting = false; // at the last call
    this.reset();
  }

  reset() {
    this.collections = 0;
    this.leastFree = null; // right after a collection
    this.leastBlock = null; // the least value of the largest free run right after a collection
  }

  // Finds the table; returns whether there is one.
  find() {
    const { words } = this;
    const end = SRAM + this.sram.length;
    for (let at = 0; at + 5 < words.length; at++) {
      const table = words[at];
      if (table < SRAM || table >= end) continue;
      const size = words[at + 1];
      const finalisers = words[at + 2] - table; // after the table and its end byte
      const pool = words[at + 3];
      const poolEnd = words[at + 4];
      if (finalisers < size || finalisers > size + 4 || poolEnd > end || pool % BLOCK) continue;
      if (poolEnd - pool !== size * 4 * BLOCK) continue;
      this.table = table - SRAM;
      this.size = size;
      this.pool = pool - SRAM;
      return true;
    }
    return false;
  }

  // Bytes of the whole pool.
  get total() {
    return this.size * 4 * BLOCK;
  }

  free() {
    let blocks = 0;
    const end = this.table + this.size;
    for (let at = this.table; at < end; at++) blocks += FREE[this.sram[at]];
    return blocks * BLOCK;
  }

  // Is there a marked block? There are some only during a collection, from its beginning to its
  // end.
  marked() {
    const end = this.table + this.size;
    for (let at = this.table; at < end; at++) if (MARKED[this.sram[at]]) return true;
    return false;
  }

  // [largest free run in bytes, number of runs].
  largest() {
    let run = 0;
    let most = 0;
    let holes = 0;
    const end = this.table + this.size;
    for (let at = this.table; at < end; at++) {
      const byte = this.sram[at];
      for (let shift = 0; shift < 8; shift += 2) {
        if ((byte >> shift) & 3) run = 0;
        else {
          if (!run) holes += 1;
          run += 1;
          if (run > most) most = run;
        }
      }
    }
    return [most * BLOCK, holes];
  }

  // The names that MicroPython has added to those of its image (py/qstr.h): each pool of them has
  // twice the room of the one before, and only the newest has room left.
  names() {
    let most = 0;
    for (let block = 0; block < this.size * 4; block++) {
      const head = (this.sram[this.table + (block >> 2)] >> (2 * (block & 3))) & 3;
      if (head === 1) most = Math.max(most, this.#named((this.pool + block * BLOCK) >> 2));
    }
    return most;
  }

  // The names in a pool and in those before it; 0 if there is no pool at this word.
  #named(at) {
    const { words } = this;
    const [before, , room, count, hashes] = words.subarray(at, at + 5);
    const begin = SRAM + 4 * at;
    if (!room || count > room || hashes !== begin + POOL_HEADER + 4 * room) return 0;
    if (before >= XIP && before < XIP_END) return room === FIRST_POOL ? count : 0;
    const earlier = (before - SRAM) >> 2;
    if (before < SRAM || before >= SRAM_END || words[earlier + 2] * 2 !== room) return 0;
    const named = this.#named(earlier);
    return named && named + count;
  }

  // Called often.
  sample() {
    if (!this.table && (this.looks++ % FIND_EVERY || !this.find())) return;
    const was = this.collecting;
    this.collecting = this.marked();
    if (was && !this.collecting) this.#collected();
  }

  #collected() {
    const free = this.free();
    const [block] = this.largest();
    this.collections += 1;
    if (this.leastFree === null || free < this.leastFree) this.leastFree = free;
    if (this.leastBlock === null || block < this.leastBlock) this.leastBlock = block;
  }
}
