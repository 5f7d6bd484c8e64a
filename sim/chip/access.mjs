// The reads and writes of an instruction: SRAM and flash directly, everything else through
// rp2040js with an updated clock. Counts the cycles. After a write to SRAM it calls
// `wrote(offset)` of the class that extends it.

import { SRAM, SRAM_END, XIP, XIP_END } from "./memory.mjs";

export class Access {
  constructor(mcu, cache) {
    this.mcu = mcu;
    this.core = mcu.core;
    this.cache = cache;
    this.sram8 = mcu.sram;
    this.sram16 = new Uint16Array(mcu.sram.buffer);
    this.sram32 = new Uint32Array(mcu.sram.buffer);
    this.flash8 = mcu.flash;
    this.flash16 = mcu.flash16;
    this.flash32 = new Uint32Array(mcu.flash.buffer);
    this.extra = 0; // cycles of the instruction beyond its first
    this.base = 0; // ns of the clock at the start of the current stretch
    this.spent = 0; // cycles since then
    this.budget = 0; // cycles until the next alarm
    this.cycle = 8;
    this.ahead = 0; // cycles of a block before an access that needs the clock
  }

  // Updates the clock before it is read, and ends the current stretch without interrupts, since
  // the access may set an alarm.
  look() {
    const { clock } = this.mcu;
    const now = this.base + (this.spent + this.ahead) * this.cycle;
    if (now > clock.nanosCounter) clock.nanosCounter = now;
    this.budget = 0;
  }

  // Accesses that cost no cycles of their own.

  get32(address) {
    if (address >= SRAM && address < SRAM_END && !(address & 3)) {
      return this.sram32[(address - SRAM) >> 2];
    }
    this.look();
    return this.mcu.readUint32(address);
  }

  put32(address, value) {
    if (address >= SRAM && address < SRAM_END && !(address & 3)) {
      this.sram32[(address - SRAM) >> 2] = value;
      this.wrote(address - SRAM);
      return;
    }
    this.look();
    this.mcu.writeUint32(address, value);
  }

  load32(address) {
    if (!(address & 3)) {
      if (address >= SRAM && address < SRAM_END) {
        this.extra += 1;
        return this.sram32[(address - SRAM) >> 2];
      }
      if (address >= XIP && address < XIP_END) {
        this.extra += 1;
        this.cache.touch(address);
        return this.flash32[(address - XIP) >> 2];
      }
    }
    this.look();
    this.extra += this.core.cyclesIO(address);
    return this.mcu.readUint32(address);
  }

  load16(address) {
    if (address >= SRAM && address < SRAM_END && !(address & 1)) {
      this.extra += 1;
      return this.sram16[(address - SRAM) >> 1];
    }
    if (address >= XIP && address < XIP_END && !(address & 1)) {
      this.extra += 1;
      this.cache.touch(address);
      return this.flash16[(address - XIP) >> 1];
    }
    this.look();
    this.extra += this.core.cyclesIO(address);
    return this.mcu.readUint16(address);
  }

  load8(address) {
    if (address >= SRAM && address < SRAM_END) {
      this.extra += 1;
      return this.sram8[address - SRAM];
    }
    if (address >= XIP && address < XIP_END) {
      this.extra += 1;
      this.cache.touch(address);
      return this.flash8[address - XIP];
    }
    this.look();
    this.extra += this.core.cyclesIO(address);
    return this.mcu.readUint8(address);
  }

  store32(address, value) {
    if (address >= SRAM && address < SRAM_END && !(address & 3)) {
      this.extra += 1;
      this.sram32[(address - SRAM) >> 2] = value;
      this.wrote(address - SRAM);
      return;
    }
    this.look();
    this.extra += this.core.cyclesIO(address, true);
    this.mcu.writeUint32(address, value);
  }

  store16(address, value) {
    if (address >= SRAM && address < SRAM_END && !(address & 1)) {
      this.extra += 1;
      this.sram16[(address - SRAM) >> 1] = value;
      this.wrote(address - SRAM);
      return;
    }
    this.look();
    this.extra += this.core.cyclesIO(address, true);
    this.mcu.writeUint16(address, value);
  }

  store8(address, value) {
    if (address >= SRAM && address < SRAM_END) {
      this.extra += 1;
      this.sram8[address - SRAM] = value;
      this.wrote(address - SRAM);
      return;
    }
    this.look();
    this.extra += this.core.cyclesIO(address, true);
    this.mcu.writeUint8(address, value);
  }
}
