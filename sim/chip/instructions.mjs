// One instruction of a Cortex-M0+: the most frequent ones here, by one switch; the rare ones by
// rp2040js, which decodes an instruction by up to seventy comparisons.

import { Access } from "./access.mjs";
import { offsetOf } from "./decode.mjs";
import { ROM_END, SRAM, SRAM_END, XIP, XIP_END } from "./memory.mjs";

const PC = 15;
const SP = 13;
const LR = 14;

export class Instructions extends Access {
  constructor(mcu, cache) {
    super(mcu, cache);
    this.rom16 = new Uint16Array(mcu.bootrom.buffer);
    this.registers = mcu.core.registers;
  }

  #slowly() {
    this.look();
    return this.core.executeInstruction();
  }

  // Executes one instruction; returns its cycles without the waits of the cache.
  step() {
    const { core, registers } = this;
    if (core.interruptsUpdated && core.checkForInterrupts()) core.waiting = false;
    const pc = registers[PC];
    let op;
    if (pc >= XIP && pc < XIP_END) {
      this.cache.touch(pc);
      op = this.flash16[(pc - XIP) >> 1];
    } else if (pc >= SRAM && pc < SRAM_END) op = this.sram16[(pc - SRAM) >> 1];
    else if (pc < ROM_END) op = this.rom16[pc >> 1];
    else return this.#slowly();
    this.extra = 0;
    if (!this.#execute(op, pc)) return this.#slowly();
    return 1 + this.extra;
  }

  // Executes a frequent instruction and returns true; returns false, with no effect, for a rare one.
  #execute(op, pc) {
    const r = this.registers;
    const { core } = this;
    switch (op >> 11) {
      case 0: {
        // LSLS immediate
        const shift = (op >> 6) & 31;
        const value = r[(op >> 3) & 7];
        if (shift) core.C = (value & (1 << (32 - shift))) !== 0;
        this.#set(op & 7, value << shift);
        break;
      }
      case 1: {
        // LSRS immediate
        const shift = (op >> 6) & 31;
        const value = r[(op >> 3) & 7];
        core.C = ((value >>> (shift ? shift - 1 : 31)) & 1) !== 0;
        this.#set(op & 7, shift ? value >>> shift : 0);
        break;
      }
      case 2: {
        // ASRS immediate
        const shift = (op >> 6) & 31 || 32;
        const value = r[(op >> 3) & 7];
        core.C = (value & (1 << (shift - 1))) !== 0;
        this.#set(op & 7, value >> Math.min(shift, 31));
        break;
      }
      case 3: {
        // ADDS, SUBS of a register or 3 bits
        const a = r[(op >> 3) & 7];
        const field = (op >> 6) & 7;
        const b = op & 0x400 ? field : r[field];
        r[op & 7] = op & 0x200 ? this.#subtract(a, b) : this.#add(a, b);
        break;
      }
      case 4: {
        // MOVS
        const value = op & 0xff;
        r[(op >> 8) & 7] = value;
        core.N = false;
        core.Z = value === 0;
        break;
      }
      case 5: // CMP
        this.#subtract(r[(op >> 8) & 7], op & 0xff);
        break;
      case 6: // ADDS
        r[(op >> 8) & 7] = this.#add(r[(op >> 8) & 7], op & 0xff);
        break;
      case 7: // SUBS
        r[(op >> 8) & 7] = this.#subtract(r[(op >> 8) & 7], op & 0xff);
        break;
      case 8:
        if (op & 0x400) return this.#high(op, pc);
        return this.#alu(op, pc);
      case 9: // LDR literal
        r[(op >> 8) & 7] = this.load32((((pc + 4) & ~3) >>> 0) + ((op & 0xff) << 2));
        break;
      case 10:
      case 11: {
        const address = (r[(op >> 6) & 7] + r[(op >> 3) & 7]) >>> 0;
        const to = op & 7;
        switch ((op >> 9) & 7) {
          case 0:
            this.store32(address, r[to]);
            break;
          case 1:
            this.store16(address, r[to]);
            break;
          case 2:
            this.store8(address, r[to]);
            break;
          case 3:
            r[to] = (this.load8(address) << 24) >> 24;
            break;
          case 4:
            r[to] = this.load32(address);
            break;
          case 5:
            r[to] = this.load16(address);
            break;
          case 6:
            r[to] = this.load8(address);
            break;
          case 7:
            r[to] = (this.load16(address) << 16) >> 16;
            break;
        }
        break;
      }
      case 12: // STR
        this.store32((r[(op >> 3) & 7] + ((op >> 4) & 0x7c)) >>> 0, r[op & 7]);
        break;
      case 13: // LDR
        r[op & 7] = this.load32((r[(op >> 3) & 7] + ((op >> 4) & 0x7c)) >>> 0);
        break;
      case 14: // STRB
        this.store8((r[(op >> 3) & 7] + ((op >> 6) & 31)) >>> 0, r[op & 7]);
        break;
      case 15: // LDRB
        r[op & 7] = this.load8((r[(op >> 3) & 7] + ((op >> 6) & 31)) >>> 0);
        break;
      case 16: // STRH
        this.store16((r[(op >> 3) & 7] + ((op >> 5) & 0x3e)) >>> 0, r[op & 7]);
        break;
      case 17: // LDRH
        r[op & 7] = this.load16((r[(op >> 3) & 7] + ((op >> 5) & 0x3e)) >>> 0);
        break;
      case 18: // STR to the stack
        this.store32((r[SP] + ((op & 0xff) << 2)) >>> 0, r[(op >> 8) & 7]);
        break;
      case 19: // LDR from the stack
        r[(op >> 8) & 7] = this.load32((r[SP] + ((op & 0xff) << 2)) >>> 0);
        break;
      case 20: // ADR
        r[(op >> 8) & 7] = ((pc & ~3) >>> 0) + 4 + ((op & 0xff) << 2);
        break;
      case 21: // ADD of the stack pointer
        r[(op >> 8) & 7] = r[SP] + ((op & 0xff) << 2);
        break;
      case 22:
      case 23:
        return this.#misc(op, pc);
      case 26:
      case 27: {
        // B with condition
        const condition = (op >> 8) & 15;
        if (condition >= 14) return false;
        if (this.#holds(condition)) {
          r[PC] = pc + 4 + (((op & 0xff) << 24) >> 23);
          this.extra += 1;
          return true;
        }
        break;
      }
      case 28: // B
        r[PC] = pc + 4 + (((op & 0x7ff) << 21) >> 20);
        this.extra += 1;
        return true;
      case 30:
        return this.#link(op, pc);
      default:
        return false;
    }
    r[PC] = pc + 2;
    return true;
  }

  #set(to, value) {
    this.registers[to] = value;
    this.core.N = (value & 0x80000000) !== 0;
    this.core.Z = (value | 0) === 0;
  }

  #add(a, b) {
    const { core } = this;
    const sum = a + b;
    const result = sum | 0;
    core.N = result < 0;
    core.Z = result === 0;
    core.C = sum !== sum >>> 0;
    core.V = result !== (a | 0) + (b | 0);
    return result;
  }

  #subtract(a, b) {
    const { core } = this;
    const result = (a - b) | 0;
    core.N = result < 0;
    core.Z = result === 0;
    core.C = a >= b;
    core.V = ((a ^ b) & (a ^ result) & 0x80000000) !== 0;
    return result;
  }

  #holds(condition) {
    const { core } = this;
    switch (condition) {
      case 0:
        return core.Z;
      case 1:
        return !core.Z;
      case 2:
        return core.C;
      case 3:
        return !core.C;
      case 4:
        return core.N;
      case 5:
        return !core.N;
      case 6:
        return core.V;
      case 7:
        return !core.V;
      case 8:
        return core.C && !core.Z;
      case 9:
        return !core.C || core.Z;
      case 10:
        return core.N === core.V;
      case 11:
        return core.N !== core.V;
      case 12:
        return core.N === core.V && !core.Z;
      default:
        return core.N !== core.V || core.Z;
    }
  }

  // Operations on two low registers; ADC, SBC and ROR are rare.
  #alu(op, pc) {
    const r = this.registers;
    const { core } = this;
    const to = op & 7;
    const b = r[(op >> 3) & 7];
    const shift = b & 0xff;
    switch ((op >> 6) & 15) {
      case 0:
        this.#set(to, r[to] & b);
        break;
      case 1:
        this.#set(to, r[to] ^ b);
        break;
      case 2: // LSLS
        if (shift > 31) return false;
        if (shift) core.C = (r[to] & (1 << (32 - shift))) !== 0;
        this.#set(to, r[to] << shift);
        break;
      case 3: // LSRS
        if (!shift || shift > 31) return false;
        core.C = ((r[to] >>> (shift - 1)) & 1) !== 0;
        this.#set(to, r[to] >>> shift);
        break;
      case 8: {
        // TST
        const value = r[to] & b;
        core.N = (value & 0x80000000) !== 0;
        core.Z = value === 0;
        break;
      }
      case 9:
        r[to] = this.#subtract(0, b);
        break; // NEGS
      case 10:
        this.#subtract(r[to], b);
        break; // CMP
      case 11:
        this.#add(r[to], b);
        break; // CMN
      case 12:
        this.#set(to, r[to] | b);
        break;
      case 13:
        this.#set(to, Math.imul(r[to], b));
        break;
      case 14:
        this.#set(to, r[to] & ~b);
        break;
      case 15:
        this.#set(to, ~b);
        break;
      default:
        return false;
    }
    r[PC] = pc + 2;
    return true;
  }

  // ADD, CMP, MOV, BX and BLX of all registers; those on PC and SP are rare.
  #high(op, pc) {
    const r = this.registers;
    const from = (op >> 3) & 15;
    const to = ((op >> 4) & 8) | (op & 7);
    switch ((op >> 8) & 3) {
      case 0:
        if (to >= SP || from === PC) return false;
        r[to] += r[from];
        break;
      case 1:
        this.#subtract(r[to], r[from]);
        break;
      case 2:
        if (to === PC || to === SP || from === PC) return false;
        r[to] = r[from];
        break;
      default:
        if (op & 7) return false;
        if (op & 0x80) {
          // BLX
          const target = r[from];
          r[LR] = (pc + 2) | 1;
          r[PC] = target & ~1;
        } else {
          r[PC] = pc + 2;
          this.core.BXWritePC(r[from]);
        }
        this.extra += 1;
        return true;
    }
    r[PC] = pc + 2;
    return true;
  }

  // The stack, and sign extension.
  #misc(op, pc) {
    const r = this.registers;
    const b = r[(op >> 3) & 7];
    switch ((op >> 8) & 15) {
      case 0:
        r[SP] += (op & 0x80 ? -1 : 1) * ((op & 0x7f) << 2);
        break;
      case 2:
        switch ((op >> 6) & 3) {
          case 0:
            r[op & 7] = (b << 16) >> 16;
            break;
          case 1:
            r[op & 7] = (b << 24) >> 24;
            break;
          case 2:
            r[op & 7] = b & 0xffff;
            break;
          default:
            r[op & 7] = b & 0xff;
        }
        break;
      case 4:
      case 5: {
        // PUSH
        let address = r[SP];
        if (op & 0x100) {
          address -= 4;
          this.put32(address, r[LR]);
        }
        for (let i = 7; i >= 0; i--) {
          if (op & (1 << i)) {
            address -= 4;
            this.put32(address, r[i]);
            this.extra += 1;
          }
        }
        r[SP] = address;
        break;
      }
      case 12:
      case 13: {
        // POP
        let address = r[SP];
        for (let i = 0; i < 8; i++) {
          if (op & (1 << i)) {
            r[i] = this.get32(address);
            address += 4;
            this.extra += 1;
          }
        }
        if (op & 0x100) {
          this.extra += 2;
          r[SP] = address + 4;
          r[PC] = pc + 2;
          this.core.BXWritePC(this.get32(address));
          return true;
        }
        r[SP] = address;
        break;
      }
      default:
        return false;
    }
    r[PC] = pc + 2;
    return true;
  }

  // BL; the other long instructions are rare.
  #link(op, pc) {
    const at = pc + 2;
    let low;
    if (at >= XIP && at < XIP_END) {
      this.cache.touch(at);
      low = this.flash16[(at - XIP) >> 1];
    } else if (at >= SRAM && at < SRAM_END) low = this.sram16[(at - SRAM) >> 1];
    else low = this.rom16[at >> 1];
    if ((low & 0xd000) !== 0xd000) return false;
    this.registers[LR] = (pc + 4) | 1;
    this.registers[PC] = pc + 4 + offsetOf(op, low);
    this.extra += 2;
    return true;
  }
}
