// Writes a block as the source of a JavaScript function.

import { LINES } from "./flash.mjs";
import { C, LR, N, offsetOf, PC, SP, V, Z } from "./decode.mjs";
import { SRAM, SRAM_END, XIP } from "./memory.mjs";

const SRAM_SIZE = SRAM_END - SRAM;
const CONDITIONS = [
  "Z",
  "!Z",
  "C",
  "!C",
  "N",
  "!N",
  "V",
  "!V",
  "C && !Z",
  "!C || Z",
  "N === V",
  "N !== V",
  "N === V && !Z",
  "N !== V || Z",
].map((text) => text.replace(/[NZCV]/g, "core.$&"));

export class Writer {
  constructor(region, code, flash32) {
    this.region = region;
    this.code = code;
    this.flash32 = flash32;
    this.lines = [];
    this.used = new Set(); // registers
    this.changed = new Set();
    this.cycles = 0; // so far
    this.line = -1; // of the cache, used last
  }

  // Returns the body of a function that makes the block.
  text() {
    let live = 15;
    for (let i = this.code.length - 1; i >= 0; i--) {
      this.code[i].flags = this.code[i].sets & live;
      live &= ~this.code[i].sets;
    }
    for (const one of this.code) {
      this.#fetch(one.pc);
      this.cycles += 1;
      this.#one(one);
    }
    const last = this.code[this.code.length - 1];
    if (!last.ends) this.#leave(`r[15] = ${last.pc + 2}`, 0);
    const names = [...this.used].map((register) => `r${register} = r[${register}]`);
    return (
      `return () => { let t = 0, a = 0, b = 0, v = 0;\n${names.length ? `let ${names.join(", ")};` : ""}\n` +
      `${this.lines.join("\n")} };`
    );
  }

  #fetch(pc) {
    if (this.region.base !== XIP || pc >>> 3 === this.line) return;
    this.line = pc >>> 3;
    this.#touch(pc);
  }

  #touch(address) {
    const line = address >>> 3;
    this.#say(`if (f[${line & (LINES - 1)}] !== ${line}) cache.touch(${address});`);
  }

  #say(text) {
    this.lines.push(text);
  }

  #reg(register) {
    this.used.add(register);
    return `r${register}`;
  }

  #set(register, value) {
    this.changed.add(register);
    this.#say(`${this.#reg(register)} = ${value};`);
  }

  // Ends the block: writes the registers back, sets PC by `how`, and adds `more` cycles.
  #leave(how, more) {
    for (const register of this.changed) this.#say(`r[${register}] = r${register};`);
    this.#say(`${how}; return ${this.cycles + more};`);
  }

  // Sets the flags of a result `v`; C is given as an expression.
  #result(flags, carry) {
    if (flags & C && carry) this.#say(`core.C = ${carry};`);
    if (flags & N) this.#say("core.N = v < 0;");
    if (flags & Z) this.#say("core.Z = v === 0;");
  }

  #add(flags, to, one, other) {
    this.#say(`a = ${one}; b = ${other}; v = a + b | 0;`);
    this.#result(flags, "(a >>> 0) + (b >>> 0) > 0xffffffff");
    if (flags & V) this.#say("core.V = ((a ^ v) & (b ^ v)) < 0;");
    if (to !== null) this.#set(to, "v");
  }

  #subtract(flags, to, one, other) {
    this.#say(`a = ${one}; b = ${other}; v = a - b | 0;`);
    this.#result(flags, "(a >>> 0) >= (b >>> 0)");
    if (flags & V) this.#say("core.V = ((a ^ b) & (a ^ v)) < 0;");
    if (to !== null) this.#set(to, "v");
  }

  #move(flags, to, value, carry) {
    this.#say(`v = ${value} | 0;`);
    this.#result(flags, carry);
    if (to !== null) this.#set(to, "v");
  }

  #load(to, address, size, sign = false) {
    const view = { 4: "s32[t >> 2]", 2: "s16[t >> 1]", 1: "s8[t]" }[size];
    const aligned = size > 1 ? ` && !(t & ${size - 1})` : "";
    const widen = sign ? ` << ${32 - 8 * size} >> ${32 - 8 * size}` : "";
    this.#say(`t = (${address}) - ${SRAM} | 0;`);
    this.#set(
      to,
      `((t >>> 0) < ${SRAM_SIZE}${aligned} ? ${view} : m.load(t + ${SRAM} >>> 0, ${size}, ${this.cycles}))${widen} | 0`,
    );
    this.cycles += 1;
  }

  #store(address, value, size) {
    const view = { 4: "s32[t >> 2]", 2: "s16[t >> 1]", 1: "s8[t]" }[size];
    const aligned = size > 1 ? ` && !(t & ${size - 1})` : "";
    this.#say(`t = (${address}) - ${SRAM} | 0;`);
    this.#say(
      `if ((t >>> 0) < ${SRAM_SIZE}${aligned}) { ${view} = ${value}; if (marks[t >> 2]) m.wrote(t); }`,
    );
    this.#say(`else m.store(t + ${SRAM} >>> 0, ${value}, ${size}, ${this.cycles});`);
    this.cycles += 1;
  }

  // Loads or stores several words from the offset `t` in SRAM on.
  #words(registers, from, store) {
    const size = 4 * registers.length;
    this.#say(`t = ${from} - ${SRAM} | 0;`);
    const inside = `(t >>> 0) <= ${SRAM_SIZE - size} && !(t & 3)`;
    for (const register of registers) this.#reg(register);
    if (store) {
      const direct = registers
        .map((register, i) => `s32[(t >> 2) + ${i}] = r${register};`)
        .join(" ");
      const slow = registers
        .map((register, i) => `m.put32(t + ${SRAM + 4 * i} >>> 0, r${register} >>> 0);`)
        .join(" ");
      const marks = registers.map((_, i) => `marks[(t >> 2) + ${i}]`).join(" | ");
      this.#say(`if (${inside}) { ${direct} if (${marks}) m.wroteMany(t, ${size}); }`);
      this.#say(`else { ${slow} }`);
    } else {
      for (const register of registers) this.changed.add(register);
      const direct = registers
        .map((register, i) => `r${register} = s32[(t >> 2) + ${i}];`)
        .join(" ");
      const slow = registers
        .map((register, i) => `r${register} = m.get32(t + ${SRAM + 4 * i} >>> 0) | 0;`)
        .join(" ");
      this.#say(`if (${inside}) { ${direct} } else { ${slow} }`);
    }
    this.cycles += registers.length;
  }

  #one({ pc, op, next, flags }) {
    const [d, n, m8] = [op & 7, (op >> 3) & 7, (op >> 8) & 7];
    const imm5 = (op >> 6) & 31;
    const imm8 = op & 0xff;
    switch (op >> 11) {
      case 0:
        this.#say(`a = ${this.#reg(n)};`);
        this.#move(flags, d, `a << ${imm5}`, imm5 ? `(a >>> ${32 - imm5} & 1) !== 0` : null);
        break;
      case 1:
        this.#say(`a = ${this.#reg(n)};`);
        this.#move(
          flags,
          d,
          imm5 ? `a >>> ${imm5}` : "0",
          `(a >>> ${imm5 ? imm5 - 1 : 31} & 1) !== 0`,
        );
        break;
      case 2:
        this.#say(`a = ${this.#reg(n)};`);
        this.#move(flags, d, `a >> ${imm5 || 31}`, `(a >>> ${(imm5 || 32) - 1} & 1) !== 0`);
        break;
      case 3: {
        const other = op & 0x400 ? `${imm5 & 7}` : this.#reg(imm5 & 7);
        if (op & 0x200) this.#subtract(flags, d, this.#reg(n), other);
        else this.#add(flags, d, this.#reg(n), other);
        break;
      }
      case 4:
        this.#move(flags, m8, imm8, null);
        break;
      case 5:
        this.#subtract(flags, null, this.#reg(m8), imm8);
        break;
      case 6:
        this.#add(flags, m8, this.#reg(m8), imm8);
        break;
      case 7:
        this.#subtract(flags, m8, this.#reg(m8), imm8);
        break;
      case 8:
        if (op & 0x400) this.#high(pc, op, flags);
        else this.#alu(op, flags);
        break;
      case 9:
        this.#literal(m8, ((pc + 4) & ~3) + 4 * imm8);
        break;
      case 10:
      case 11: {
        const address = `${this.#reg(n)} + ${this.#reg((op >> 6) & 7)}`;
        const which = (op >> 9) & 7;
        if (which < 3) this.#store(address, this.#reg(d), [4, 2, 1][which]);
        else this.#load(d, address, [0, 0, 0, 1, 4, 2, 1, 2][which], which === 3 || which === 7);
        break;
      }
      case 12:
        this.#store(`${this.#reg(n)} + ${4 * imm5}`, this.#reg(d), 4);
        break;
      case 13:
        this.#load(d, `${this.#reg(n)} + ${4 * imm5}`, 4);
        break;
      case 14:
        this.#store(`${this.#reg(n)} + ${imm5}`, this.#reg(d), 1);
        break;
      case 15:
        this.#load(d, `${this.#reg(n)} + ${imm5}`, 1);
        break;
      case 16:
        this.#store(`${this.#reg(n)} + ${2 * imm5}`, this.#reg(d), 2);
        break;
      case 17:
        this.#load(d, `${this.#reg(n)} + ${2 * imm5}`, 2);
        break;
      case 18:
        this.#store(`${this.#reg(SP)} + ${4 * imm8}`, this.#reg(m8), 4);
        break;
      case 19:
        this.#load(m8, `${this.#reg(SP)} + ${4 * imm8}`, 4);
        break;
      case 20:
        this.#set(m8, `${((pc & ~3) + 4 + 4 * imm8) | 0}`);
        break;
      case 21:
        this.#set(m8, `${this.#reg(SP)} + ${4 * imm8} | 0`);
        break;
      case 22:
      case 23:
        this.#misc(pc, op);
        break;
      case 24:
      case 25:
        this.#many(op, m8);
        break;
      case 26:
      case 27: {
        const target = pc + 4 + ((imm8 << 24) >> 23);
        for (const register of this.changed) this.#say(`r[${register}] = r${register};`);
        this.#say(
          `if (${CONDITIONS[(op >> 8) & 15]}) { r[15] = ${target}; return ${this.cycles + 1}; }`,
        );
        this.#say(`r[15] = ${pc + 2}; return ${this.cycles};`);
        break;
      }
      case 28:
        this.#leave(`r[15] = ${pc + 4 + (((op & 0x7ff) << 21) >> 20)}`, 1);
        break;
      case 30:
        this.#link(pc, op, next);
        break;
    }
  }

  #literal(to, address) {
    if (this.region.base === XIP && (address - XIP) >> 2 < this.flash32.length) {
      this.#touch(address);
      this.#set(to, `${this.flash32[(address - XIP) >> 2] | 0}`);
      this.cycles += 1;
    } else this.#load(to, `${address}`, 4);
  }

  #alu(op, flags) {
    const to = op & 7;
    const a = this.#reg(to);
    const b = this.#reg((op >> 3) & 7);
    switch ((op >> 6) & 15) {
      case 0:
        this.#move(flags, to, `${a} & ${b}`);
        break;
      case 1:
        this.#move(flags, to, `${a} ^ ${b}`);
        break;
      case 2: // LSLS; C is unchanged for a shift by 0
        this.#say(`a = ${a}; b = ${b} & 255;`);
        this.#say("if (b) core.C = b < 33 && (a >>> 32 - b & 1) !== 0;");
        this.#move(flags, to, "(b < 32 ? a << b : 0)");
        break;
      case 3: // LSRS
        this.#say(`a = ${a}; b = ${b} & 255;`);
        this.#say("if (b) core.C = b < 33 && (a >>> b - 1 & 1) !== 0;");
        this.#move(flags, to, "(b < 32 ? a >>> b : 0)");
        break;
      case 8:
        this.#move(flags, null, `${a} & ${b}`);
        break;
      case 9:
        this.#subtract(flags, to, "0", b);
        break;
      case 10:
        this.#subtract(flags, null, a, b);
        break;
      case 11:
        this.#add(flags, null, a, b);
        break;
      case 12:
        this.#move(flags, to, `${a} | ${b}`);
        break;
      case 13:
        this.#move(flags, to, `Math.imul(${a}, ${b})`);
        break;
      case 14:
        this.#move(flags, to, `${a} & ~${b}`);
        break;
      case 15:
        this.#move(flags, to, `~${b}`);
        break;
    }
  }

  #high(pc, op, flags) {
    const from = (op >> 3) & 15;
    const to = ((op >> 4) & 8) | (op & 7);
    const value = from === PC ? `${pc + 4}` : this.#reg(from);
    const which = (op >> 8) & 3;
    if (which === 1) this.#subtract(flags, null, this.#reg(to), value);
    else if (which === 3) {
      this.#say(`t = ${value};`);
      if (op & 0x80) this.#set(LR, `${(pc + 2) | 1}`);
      this.#leave(op & 0x80 ? "r[15] = t & ~1" : jump(pc), 1);
    } else if (to === PC) {
      this.#leave(`r[15] = ${which === 0 ? `${pc + 4} + ${value}` : value} & ~1`, 1);
    } else {
      const sum = which === 0 ? `${this.#reg(to)} + ${value}` : value;
      this.#set(to, to === SP ? `(${sum}) & ~3` : `${sum} | 0`);
    }
  }

  #misc(pc, op) {
    const which = (op >> 8) & 15;
    const b = (op >> 3) & 7;
    if (which === 0) {
      this.#set(SP, `${this.#reg(SP)} ${op & 0x80 ? "-" : "+"} ${4 * (op & 0x7f)} | 0`);
    } else if (which === 2) {
      const how = ["<< 16 >> 16", "<< 24 >> 24", "& 0xffff", "& 0xff"][(op >> 6) & 3];
      this.#set(op & 7, `${this.#reg(b)} ${how}`);
    } else {
      const registers = listed(op);
      const pops = which >= 12;
      if (pops) {
        if (registers.length) this.#words(registers, this.#reg(SP), false);
        this.#set(SP, `${this.#reg(SP)} + ${4 * registers.length} | 0`);
        if (op & 0x100) {
          this.#say(`t = m.get32(${this.#reg(SP)} >>> 0) | 0;`);
          this.#set(SP, `${this.#reg(SP)} + 4 | 0`);
          this.#leave(jump(pc), 2);
        }
      } else {
        const all = op & 0x100 ? [...registers, LR] : registers;
        this.#set(SP, `${this.#reg(SP)} - ${4 * all.length} | 0`);
        if (all.length) this.#words(all, this.#reg(SP), true);
        if (op & 0x100) this.cycles -= 1; // LR is not counted
      }
    }
  }

  // STM and LDM.
  #many(op, base) {
    const registers = listed(op);
    this.#say(`v = ${this.#reg(base)} + ${4 * registers.length} | 0;`);
    if (registers.length) this.#words(registers, this.#reg(base), op >> 11 === 24);
    if (!registers.includes(base)) this.#set(base, "v");
  }

  #link(pc, op, low) {
    this.#fetch(pc + 2);
    this.#set(LR, `${(pc + 4) | 1}`);
    this.#leave(`r[15] = ${pc + 4 + offsetOf(op, low)}`, 2);
  }
}

// Sets PC to `t`; a value of 0xf... returns from an exception.
function jump(pc) {
  return `if (t >>> 28 !== 15) r[15] = t & ~1; else { r[15] = ${pc + 2}; core.BXWritePC(t >>> 0); }`;
}

function listed(op) {
  return [0, 1, 2, 3, 4, 5, 6, 7].filter((register) => op & (1 << register));
}
