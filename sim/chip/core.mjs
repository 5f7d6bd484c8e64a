// The Cortex-M0+ of rp2040js with a faster path for the most frequent instructions.
//
// instructions.mjs executes one instruction, 5 times as fast as rp2040js, and blocks.mjs translates
// code that is executed often. tests/chip compares all of them with rp2040js, opcode by opcode.

import { Blocks } from "./blocks.mjs";
import { Instructions } from "./instructions.mjs";
import { ROM_END } from "./memory.mjs";

const IDLE_NS = 1000; // after which a sleeping core without an alarm checks again
const PC = 15;

export class FastCore extends Instructions {
  // `calls` maps addresses in the ROM to functions that replace the code there.
  constructor(mcu, cache, calls = new Map()) {
    super(mcu, cache);
    this.calls = calls;
    this.stopped = false;
    this.blocks = new Blocks(this);
    this.marks = this.blocks.marks;
  }

  // Runs until the clock reaches `end` ns, or `stopped` is set; a cycle takes `cycle` ns.
  run(end, cycle) {
    const { core, cache, calls, registers, blocks } = this;
    const { clock } = this.mcu;
    this.cycle = cycle;
    while (clock.nanosCounter < end && !this.stopped) {
      if (core.waiting) {
        const idle = clock.nanosToNextAlarm || IDLE_NS;
        clock.tick(Math.min(idle, Math.max(1, end - clock.nanosCounter)));
        continue;
      }
      this.base = clock.nanosCounter;
      this.spent = 0;
      const alarm = clock.nextAlarm;
      this.budget = ((alarm && alarm.nanos < end ? alarm.nanos : end) - this.base) / cycle;
      do {
        if (core.interruptsUpdated && core.checkForInterrupts()) core.waiting = false;
        const pc = registers[PC];
        if (pc < ROM_END && calls.has(pc)) {
          this.look();
          calls.get(pc)();
          core.BXWritePC(core.LR);
          break;
        }
        const block = blocks.at(pc);
        if (block) {
          this.extra = 0;
          this.spent += block() + this.extra + cache.cycles;
        } else this.spent += this.step() + cache.cycles;
        cache.cycles = 0;
      } while (this.spent < this.budget);
      const now = this.base + this.spent * cycle;
      if (now > clock.nanosCounter) clock.tick(now - clock.nanosCounter);
    }
  }

  // Loads from outside SRAM; `ahead` cycles of the block precede it, and one is counted.
  load(address, size, ahead) {
    this.ahead = ahead + this.extra + this.cache.cycles;
    const value =
      size === 4 ? this.load32(address) : size === 2 ? this.load16(address) : this.load8(address);
    this.ahead = 0;
    this.extra -= 1;
    return value;
  }

  store(address, value, size, ahead) {
    this.ahead = ahead + this.extra + this.cache.cycles;
    if (size === 4) this.store32(address, value >>> 0);
    else if (size === 2) this.store16(address, value & 0xffff);
    else this.store8(address, value & 0xff);
    this.ahead = 0;
    this.extra -= 1;
  }

  // Called after a write that may have changed a block.
  wrote(offset) {
    if (this.marks[offset >> 2]) this.blocks.wrote(offset);
  }

  wroteMany(offset, size) {
    for (let at = offset; at < offset + size; at += 4) this.wrote(at);
  }
}
