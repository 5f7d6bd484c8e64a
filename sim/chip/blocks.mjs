// Translates frequently executed sequences of instructions into JavaScript functions.
//
// A block ends at a branch or before a rare instruction. Within it registers are local variables,
// flags are computed only if they are used, and no interrupt is taken. Apart from that, and from a
// clock that advances by whole blocks, a block has the same effect as its instructions one after
// the other.

import { decode } from "./decode.mjs";
import { ROM_END, SRAM, SRAM_END, XIP } from "./memory.mjs";
import { Writer } from "./writer.mjs";

const SRAM_SIZE = SRAM_END - SRAM;
const HOT = 30; // executions before a block pays for its translation
const NEVER = null; // instead of a block: its first instruction is rare, or not executed often
// The memory of the instructions: its start address and its halfwords.
class Region {
  constructor(base, halfwords, blocks) {
    this.base = base;
    this.code = halfwords;
    this.made = new Array(halfwords.length).fill(undefined);
    this.counts = new Uint8Array(halfwords.length);
    this.blocks = blocks;
  }

  at(pc) {
    const index = (pc - this.base) >>> 1;
    const block = this.made[index];
    if (block !== undefined) return block;
    if (++this.counts[index] < HOT) return NEVER;
    const made = this.blocks.translate(this, pc);
    this.made[index] = made;
    return made;
  }
}

export class Blocks {
  // `fast` is the FastCore that runs the blocks.
  constructor(fast) {
    this.fast = fast;
    this.flash = new Region(XIP, fast.flash16, this);
    this.sram = new Region(SRAM, fast.sram16, this);
    this.rom = new Region(0, fast.rom16, this);
    this.marks = new Uint8Array(SRAM_SIZE >> 2); // by word of SRAM: whether it is part of blocks
    this.starts = new Map(); // word -> the start addresses of the blocks that it is part of
  }

  // Returns the block at `pc`, or null if there is none (yet).
  at(pc) {
    if (pc >= XIP && pc - XIP < 2 * this.flash.code.length) return this.flash.at(pc);
    if (pc >= SRAM && pc < SRAM_END) return this.sram.at(pc);
    if (pc < ROM_END) return this.rom.at(pc);
    return NEVER;
  }

  // Called after a write to a marked offset in SRAM.
  wrote(offset) {
    const word = offset >> 2;
    for (const first of this.starts.get(word)) {
      this.sram.made[first >> 1] = undefined;
      this.sram.counts[first >> 1] = 0;
    }
    this.starts.delete(word);
    this.marks[word] = 0;
  }

  translate(region, pc) {
    const code = decode(region, pc);
    if (!code.length) return NEVER;
    if (region === this.sram) this.#mark(pc - SRAM, code[code.length - 1].pc + 4 - SRAM);
    const { fast } = this;
    const make = new Function(
      "r",
      "core",
      "m",
      "s8",
      "s16",
      "s32",
      "marks",
      "f",
      "cache",
      new Writer(region, code, fast.flash32).text(),
    );
    return make(
      new Int32Array(fast.registers.buffer),
      fast.core,
      fast,
      fast.sram8,
      fast.sram16,
      new Int32Array(fast.sram32.buffer),
      this.marks,
      fast.cache.first,
      fast.cache,
    );
  }

  #mark(first, end) {
    for (let word = first >> 2; word <= (end - 1) >> 2; word++) {
      this.marks[word] = 1;
      if (!this.starts.has(word)) this.starts.set(word, []);
      this.starts.get(word).push(first);
    }
  }
}
