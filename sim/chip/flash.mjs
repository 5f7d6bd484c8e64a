// The flash behind the RP2040: its cache, and erase and program with their times.
//
// In rp2040js reading flash takes no time, and it cannot write. This file replaces the erase and
// program functions of the boot ROM: they act like the ROM and the chip (W25Q16JV), in its time.

import { XIP, XIP_END } from "./memory.mjs";

const SECTOR = 4096;
export const PAGE = 256;

// W25Q16JV data sheet, 9.6, typical: 45 ms a sector, 0.4 ms a page (most: 400 ms and 3 ms).
export const ERASE_NS = 45e6;
export const PROGRAM_NS = 0.4e6;

// RP2040 data sheet, 2.6.3: 16 KB, two ways, lines of 8 bytes. A miss reads 8 bytes over QSPI in
// continuous mode: 8 clocks of address and mode, 4 dummy, 16 of data, two cycles each, and the
// bus: 64 cycles, an estimate.
export const LINES = 1024;
export const MISS_CYCLES = 64;

export class PowerCut extends Error {}

export class FlashCache {
  constructor() {
    this.first = new Int32Array(LINES).fill(-1);
    this.second = new Int32Array(LINES).fill(-1);
    this.cycles = 0; // of waiting, to be added by the core
    this.misses = 0;
  }

  touch(address) {
    const line = address >>> 3;
    const at = line & (LINES - 1);
    if (this.first[at] === line) return;
    if (this.second[at] !== line) {
      this.cycles += MISS_CYCLES;
      this.misses += 1;
    }
    this.second[at] = this.first[at]; // the line used last stays
    this.first[at] = line;
  }

  flush() {
    this.first.fill(-1);
    this.second.fill(-1);
  }
}

// Makes all reads of flash go through a FlashCache; returns it.
export function addCache(mcu) {
  const cache = new FlashCache();
  for (const name of ["readUint32", "readUint16", "readUint8"]) {
    const plain = mcu[name].bind(mcu);
    mcu[name] = (address) => {
      if (address >= XIP && address < XIP_END) cache.touch(address);
      return plain(address);
    };
  }
  return cache;
}

// The ROM's functions by their two letters (RP2040 data sheet, 2.8.3.1): code -> address.
export function romFunctions(bootrom) {
  const half = new Uint16Array(bootrom.buffer, bootrom.byteOffset, bootrom.byteLength / 2);
  const found = {};
  for (let at = half[0x14 >> 1] >> 1; half[at]; at += 2) {
    found[String.fromCharCode(half[at] & 0xff, half[at] >> 8)] = half[at + 1] & ~1;
  }
  return found;
}

// The operations of the flash: erase and program, interrupted if told to.
export class Flash {
  constructor(bytes, wait) {
    this.bytes = bytes;
    this.wait = wait; // lets a number of ns pass
    this.operations = 0; // since the start
    this.busyNs = 0;
    this.cut = null; // {at, how}: a power cut at that operation, "before", "half" or "after"
    this.log = null; // a list for [operation, offset, size, start], if any
    this.now = () => 0;
  }

  erase(offset, count) {
    for (let at = offset; at < offset + count; at += SECTOR) {
      this.#operation("erase", at, SECTOR, ERASE_NS, (size) =>
        this.bytes.fill(0xff, at, at + size),
      );
    }
  }

  program(offset, data) {
    for (let at = 0; at < data.length; at += PAGE) {
      const page = data.subarray(at, at + PAGE);
      this.#operation("program", offset + at, page.length, PROGRAM_NS, (size) => {
        for (let i = 0; i < size; i++) this.bytes[offset + at + i] &= page[i]; // programming only clears bits
      });
    }
  }

  #operation(name, offset, size, ns, act) {
    this.operations += 1;
    const cut = this.cut && this.operations === this.cut.at ? this.cut.how : "";
    if (this.log) this.log.push([name, offset, size, this.now()]);
    if (cut === "before") throw new PowerCut();
    act(cut === "half" ? size >> 1 : size);
    this.wait(ns);
    this.busyNs += ns;
    if (cut) throw new PowerCut();
  }
}

// Replaces the ROM's flash functions: returns a Map of address -> function.
export function flashCalls(mcu, bootrom, flash, cache) {
  const rom = romFunctions(bootrom);
  const { registers } = mcu.core;
  const nothing = () => {};
  return new Map([
    [rom.IF, nothing], // connect_internal_flash
    [rom.EX, nothing], // flash_exit_xip
    [rom.CX, nothing], // flash_enter_cmd_xip
    [rom.FC, () => cache.flush()],
    [rom.RE, () => flash.erase(registers[0], registers[1])],
    [rom.RP, () => flash.program(registers[0], bytesAt(mcu, registers[1], registers[2]))],
  ]);
}

function bytesAt(mcu, address, count) {
  const bytes = new Uint8Array(count);
  for (let i = 0; i < count; i++) bytes[i] = mcu.readUint8(address + i);
  return bytes;
}
