// Tests our additions to rp2040js on chips without a program: node mends.mjs
//
// Prints a line for each check and ends with status 1 if one fails.

import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { RP2040 } from "rp2040js";
import { addI2c, addPio, addSpi } from "../../sim/chip/buses.mjs";
import { FLASH_SIZE, addFifo, addWatchdog } from "../../sim/chip/chip.mjs";
import { Clocks } from "../../sim/chip/clocks.mjs";
import { FastCore } from "../../sim/chip/core.mjs";
import { decode } from "../../sim/chip/decode.mjs";
import {
  ERASE_NS,
  Flash,
  FlashCache,
  MISS_CYCLES,
  PROGRAM_NS,
  PowerCut,
  addCache,
  romFunctions,
} from "../../sim/chip/flash.mjs";
import { Heap } from "../../sim/chip/heap.mjs";
import { SRAM } from "../../sim/chip/memory.mjs";
import { PulseReader } from "../../sim/chip/pixels.mjs";
import { Rig, Ticks } from "../../sim/chip/rig.mjs";
import { SerialPort } from "../../sim/chip/usb.mjs";

console.warn = () => {}; // rp2040js's SIO warns about the many addresses that the tests use
const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const quiet = { debug() {}, info() {}, warn() {}, error() {} };

function chip() {
  const mcu = new RP2040();
  mcu.logger = quiet;
  const clocks = new Clocks(mcu);
  return { mcu, clocks, clock: mcu.clock };
}

// As MicroPython's runtime sets them: 125 MHz, peripherals from the 48 MHz of USB.
function started() {
  const made = chip();
  const { mcu } = made;
  mcu.writeUint32(0x40028008, 125);
  mcu.writeUint32(0x4002800c, (6 << 16) | (2 << 12));
  mcu.writeUint32(0x4002c008, 100);
  mcu.writeUint32(0x4002c00c, (5 << 16) | (5 << 12));
  mcu.writeUint32(0x4000803c, 1); // clk_sys from pll_sys
  mcu.writeUint32(0x40008048, 2 << 5); // clk_peri from pll_usb
  return made;
}

// A heap whose table has `size` bytes, four blocks each, all of them free.
function heapOf(size) {
  const sram = new Uint8Array(264 * 1024);
  const words = new Uint32Array(sram.buffer);
  const end = SRAM + 8192 + 64 * size;
  words.set([SRAM + 4096, size, SRAM + 4096 + size + 1, SRAM + 8192, end], 25);
  const heap = new Heap(sram);
  assert.ok(heap.find());
  return { sram, words, heap };
}

const checks = {
  "the clocks follow their registers"() {
    const { mcu, clocks } = started();
    assert.equal(clocks.sys, 125e6);
    assert.equal(clocks.peri, 48e6);
    mcu.writeUint32(0x40008048, 0);
    assert.equal(clocks.peri, 125e6);
    mcu.writeUint32(0x40028008, 100);
    assert.equal(clocks.sys, 100e6);
  },

  "a watchdog bites once, and time goes on"() {
    const { mcu, clock } = chip();
    let bites = 0;
    addWatchdog(mcu, () => {
      bites += 1;
      if (bites > 1) throw new Error("it bites for ever");
    });
    mcu.writeUint32(0x40058004, 2 * 8000); // LOAD: 8 ms, two steps each microsecond
    mcu.writeUint32(0x40058000, 0x40000000); // CTRL: on
    clock.tick(7e6);
    assert.equal(bites, 0);
    clock.tick(2e6);
    assert.equal(bites, 1);
    assert.equal(clock.nanos, 9e6);
  },

  "the second core says that it was reset"() {
    const { mcu } = chip();
    addFifo(mcu.sio);
    assert.equal(mcu.readUint32(0xd0000050) & 1, 1);
    assert.equal(mcu.readUint32(0xd0000058), 0);
    assert.equal(mcu.readUint32(0xd0000000), 0); // the rest is unchanged: this is core 0
  },

  "a byte over SPI takes its bits at the divided clock"() {
    const { mcu, clocks, clock } = started();
    const heard = [];
    addSpi(mcu.spi[0], clocks, clock, (value) => {
      heard.push([value, clock.nanos]);
      return 0x5a;
    });
    mcu.writeUint32(0x4003c000, 7 | (2 << 8)); // 8 bits, a third
    mcu.writeUint32(0x4003c010, 16); // of a sixteenth: 1 MHz
    mcu.writeUint32(0x4003c008, 0xa5);
    assert.ok(mcu.readUint32(0x4003c00c) & 0x10, "busy");
    clock.tick(7999);
    assert.equal(heard.length, 0);
    clock.tick(2);
    assert.deepEqual(heard, [[0xa5, 8000]]);
    assert.equal(mcu.readUint32(0x4003c008), 0x5a);
  },

  "a transfer over I2C takes nine bits a byte and ends in a stop"() {
    const { mcu, clocks, clock } = started();
    const writes = [];
    addI2c(
      mcu.i2c[0],
      clocks,
      clock,
      (to) => to === 0x3c,
      (to, bytes) => writes.push([to, bytes]),
    );
    mcu.writeUint32(0x40044004, 0x3c); // the target
    mcu.writeUint32(0x4004401c, 125); // high and low cycles of fast mode: 400 kHz and more
    mcu.writeUint32(0x40044020, 188);
    mcu.writeUint32(0x4004406c, 1);
    mcu.writeUint32(0x40044010, 0x40);
    mcu.writeUint32(0x40044010, 0x55 | (1 << 9));
    clock.tick(25 * 2500);
    assert.equal(writes.length, 0);
    clock.tick(6 * 2510);
    assert.deepEqual(writes, [[0x3c, [0x40, 0x55]]]);
  },

  "PIO runs by its divider in emulated time, and rests while its queue is empty"() {
    const { mcu, clocks, clock } = started();
    const pio = mcu.pio[0];
    addPio(pio, clocks, clock);
    const edges = [];
    mcu.gpio[22].addListener((level) => edges.push([level, Math.round(clock.nanos)]));
    mcu.writeUint32(0x400140b4, 6); // GP22 belongs to PIO 0
    const program = [0x6021, 0xe301, 0xa301, 0xe200]; // firmware/table/drivers/pixels.py
    for (const [at, word] of program.entries()) mcu.writeUint32(0x50200048 + 4 * at, word);
    mcu.writeUint32(0x502000c8, (12 << 16) | (128 << 8)); // 10 MHz
    mcu.writeUint32(0x502000cc, (3 << 12) | (0 << 7));
    mcu.writeUint32(0x502000d0, (8 << 25) | (1 << 17)); // autopull after 8 bits, shifting left
    mcu.writeUint32(0x502000dc, (1 << 26) | (1 << 20) | (22 << 5) | 22);
    mcu.writeUint32(0x502000d8, 0xe081); // set pindirs 1
    mcu.writeUint32(0x50200000, 1 | (1 << 4));
    clock.tick(1e6);
    assert.equal(edges.filter(([level]) => level === 1).length, 0, "nothing to send");
    const start = clock.nanos;
    mcu.writeUint8(0x50200010, 0x81);
    clock.tick(20000);
    const rises = edges.filter(([level]) => level === 1).map(([, at]) => at);
    assert.equal(rises.length, 8);
    assert.ok(rises[0] - start < 500);
    for (let i = 1; i < 8; i++) assert.equal(rises[i] - rises[i - 1], 1200);
    const falls = edges.filter(([level]) => level === 0).map(([, at]) => at);
    const highs = rises.map((rise) => falls.find((fall) => fall > rise) - rise);
    assert.deepEqual(highs, [800, 400, 400, 400, 400, 400, 400, 800]);
  },

  "pulses become the bytes of a frame, with their worst waves"() {
    const frames = [];
    const reader = new PulseReader(2, (data, low, high) => frames.push([[...data], low, high]));
    let now = 0;
    reader.level(0, now); // the pin is set up: no pulse
    for (const bit of "1010010100001111") {
      reader.level(1, now);
      reader.level(0, now + (bit === "1" ? 810 : 400));
      now += 1200;
    }
    assert.deepEqual(frames, [
      [
        [0xa5, 0x0f],
        [400, 800],
        [810, 390],
      ],
    ]);
    reader.level(1, now + 60000);
    reader.level(0, now + 60400);
    reader.level(1, now + 200000); // an incomplete frame is passed on as it is
    assert.deepEqual(frames[1][0], []);
    reader.level(0, now + 200400);
    reader.rest(now + 200500);
    assert.equal(frames.length, 2);
    reader.rest(now + 260000);
    assert.equal(frames.length, 3); // nor does it wait for the next pulse
  },

  "what is sent for pixels of four colours leaves a strip of three at its end"() {
    const frames = [];
    const reader = new PulseReader(3, (data, _low, _high, start) => frames.push([start, ...data]));
    let now = 0;
    const send = (bytes) => {
      for (let i = 0; i < 8 * bytes; i++) {
        reader.level(1, now);
        reader.level(0, now + 800);
        now += 1200;
      }
    };
    send(4);
    assert.deepEqual(frames, [[0, 255, 255, 255]]);
    now += 60000;
    const second = now;
    send(3);
    assert.deepEqual(frames[1], [second, 255, 255, 255]);
    now += 60000;
    send(4);
    const early = now; // more than that without a pause is a frame of its own
    send(3);
    assert.deepEqual(frames[3], [early, 255, 255, 255]);
    assert.equal(frames.length, 4);
  },

  "the cache keeps 16 KB, two lines a set, the last used longest"() {
    const { mcu } = chip();
    const cache = addCache(mcu);
    mcu.readUint32(0x10000000);
    assert.equal(cache.cycles, MISS_CYCLES);
    mcu.readUint16(0x10000006); // the same line
    mcu.readUint32(0x10002000); // the other way of the set
    mcu.readUint8(0x10000001);
    assert.equal(cache.misses, 2);
    mcu.readUint32(0x10004000); // evicts the line used least recently
    mcu.readUint32(0x10000000);
    assert.equal(cache.misses, 3);
    mcu.readUint32(0x10002000);
    assert.equal(cache.misses, 4);
    mcu.readUint32(0x13000000); // past the cache
    assert.equal(cache.misses, 4);
    cache.flush();
    mcu.readUint32(0x10002000);
    assert.equal(cache.misses, 5);
  },

  "erase and program take their times, set and clear bits"() {
    let waited = 0;
    const bytes = new Uint8Array(8192).fill(0);
    const flash = new Flash(bytes, (ns) => (waited += ns));
    flash.erase(4096, 4096);
    assert.equal(waited, ERASE_NS);
    assert.deepEqual([bytes[4095], bytes[4096], bytes[8191]], [0, 0xff, 0xff]);
    flash.program(4096, new Uint8Array(512).fill(0x0f));
    assert.equal(waited, ERASE_NS + 2 * PROGRAM_NS);
    flash.program(4096, new Uint8Array(256).fill(0xf0));
    assert.deepEqual([bytes[4096], bytes[4096 + 256]], [0, 0x0f]);
    assert.equal(flash.operations, 4);
  },

  "the power goes before, half way and after an operation"() {
    for (const [how, changed] of [
      ["before", 0],
      ["half", 128],
      ["after", 256],
    ]) {
      const bytes = new Uint8Array(4096).fill(0xff);
      const flash = new Flash(bytes, () => {});
      flash.program(1024, new Uint8Array(256));
      flash.cut = { at: 2, how };
      assert.throws(() => flash.program(0, new Uint8Array(256)), PowerCut);
      assert.equal(bytes.subarray(0, 256).filter((byte) => byte === 0).length, changed, how);
    }
  },

  "the ROM's functions are found by their letters"() {
    const rom = new Uint32Array(4096);
    const half = new Uint16Array(rom.buffer);
    half[0x14 >> 1] = 0x100;
    half.set(["R".charCodeAt(0) | ("E".charCodeAt(0) << 8), 0x2345, 0], 0x80);
    assert.deepEqual(romFunctions(rom), { RE: 0x2344 });
  },

  "a host that has nothing to say says nothing"() {
    const given = [];
    const controller = {
      endpointReadDone: (endpoint, bytes) => given.push([endpoint, [...bytes]]),
    };
    const port = new SerialPort(controller);
    port.cdc.outEndpoint = 2;
    controller.onEndpointRead(2, 4);
    assert.deepEqual(given, []);
    port.send([1, 2, 3, 4, 5]);
    assert.deepEqual(given, [[2, [1, 2, 3, 4]]]);
    controller.onEndpointRead(2, 4);
    assert.deepEqual(given[1], [2, [5]]);
  },

  "the heap is found by its shape and counted from outside"() {
    const { sram, heap } = heapOf(16);
    assert.equal(heap.total, 1024);
    assert.equal(heap.free(), 1024);
    sram[4096 + 4] = 0b1001; // a head and a tail: blocks 16 and 17
    assert.equal(heap.free(), 1024 - 32);
    assert.deepEqual(heap.largest(), [46 * 16, 2]);
    heap.sample();
    assert.ok(!heap.collecting);
    sram[4096 + 4] = 0b1011; // the head is marked
    heap.sample();
    assert.ok(heap.collecting);
    assert.equal(heap.collections, 0);
    sram[4096 + 4] = 0b0001; // the tail was freed
    heap.sample();
    assert.ok(!heap.collecting);
    assert.deepEqual([heap.collections, heap.leastFree, heap.leastBlock], [1, 1008, 47 * 16]);
  },

  "names are counted in all pools in the heap, and nowhere else"() {
    const { sram, words, heap } = heapOf(64);
    const pool = (block, before, room, count) => {
      const begin = 8192 + 16 * block;
      words.set([before, 0, room, count, SRAM + begin + 24 + 4 * room], begin / 4);
      sram[4096 + (block >> 2)] |= 1 << (2 * (block & 3)); // a head
      return SRAM + begin;
    };
    assert.equal(heap.names(), 0);
    const first = pool(3, 0x10040000, 20, 20);
    assert.equal(heap.names(), 20);
    pool(40, first, 40, 7);
    assert.equal(heap.names(), 27);
    pool(100, SRAM + 4096, 80, 9); // behind it lies no pool
    pool(120, 0x10040000, 40, 40); // nobody's first pool
    pool(140, first, 40, 41); // fuller than full
    assert.equal(heap.names(), 27);
    sram[4096 + 10] = 0; // the second pool is garbage
    assert.equal(heap.names(), 20);
  },

  "a tick is told with and without collections and the flash"() {
    const ticks = new Ticks();
    for (const [nanos, apart] of [
      [1e6, 3e6],
      [1.1e6, 3e6],
      [6e6, 7e6],
      [9e6, 7e6],
    ]) {
      ticks.beat(nanos, apart);
    }
    assert.deepEqual(
      [ticks.lengths, ticks.works],
      [
        [5000, 3000],
        [1000, 3000],
      ],
    );
    ticks.reset();
    ticks.beat(9e6, 9e6);
    assert.deepEqual([ticks.lengths, ticks.works], [[], []]);
  },

  async "the virtual chips know the time of a board that has run for hours, and of its frames"() {
    const wiring = join(mkdtempSync(join(tmpdir(), "leyboard-")), "mine.py"); // not in the tree
    const grid3 = readFileSync(join(ROOT, "firmware/table/wiring/grid3.py"), "utf8");
    writeFileSync(wiring, grid3.replace('NAME = "grid3"', 'NAME = "mine"'));
    const rig = await Rig.start(ROOT, wiring, new Uint32Array(4096), new Uint8Array(FLASH_SIZE));
    rmSync(dirname(wiring), { recursive: true });
    const { python } = rig;
    const ask = (words) => {
      python.runPython(`said = str(${words})`);
      return Number(python.globals.get("said"));
    };
    python.runPython("rig.world.strip.log = []");
    // Beyond 2 ** 30, 2 ** 31 and 2 ** 32 us, from age to age, and two ages on.
    for (const seconds of [1, 999, 1001, 1074, 2147, 2148, 4294, 4295, 90000]) {
      rig.nanos = seconds * 1e9;
      rig.hand("polls", []);
      assert.equal(ask("rig.world.clock.now"), seconds * 1e6);
    }
    rig.nanos = 100e9 * 1e3 - 2000; // a frame that began before the age in which it ends
    const { clock } = rig.chip;
    clock.tick(10000);
    rig.pulses.done(new Uint8Array(3), [300, 900], [800, 400], 1000, clock.nanos);
    assert.equal(rig.now, 8);
    assert.equal(ask("rig.world.strip.log[0][0]"), 100e9 - 1);
    rig.chip.rebooted = true; // a chip that resets itself counts from 0 again
    rig.ticks.beat(50e9, 0);
    rig.run(1000);
    rig.ticks.beat(1e6, 0);
    rig.ticks.beat(3e6, 0);
    assert.deepEqual(rig.ticks.lengths, [2000]);
  },

  "the short way to an instruction does what rp2040js does"() {
    const random = generator(20);
    const [one, two] = [chip().mcu, chip().mcu];
    const fast = new FastCore(one, new FlashCache());
    let taken = 0;
    for (let op = 0; op < 0x10000; op += 1) {
      if (unclear(op)) continue;
      for (let time = 0; time < 2; time++) {
        same(one, two, fast, op, random);
        taken += 1;
      }
    }
    assert.ok(taken > 120000);
  },

  "a block of instructions does what rp2040js does one by one"() {
    const random = generator(21);
    const [one, two] = [chip().mcu, chip().mcu];
    const fast = new FastCore(one, new FlashCache());
    let taken = 0;
    for (let time = 0; time < 40000; time++) {
      const ops = [];
      for (let i = 0; i < 1 + (random() % 8); i++) ops.push(often(random));
      taken += sameBlock(one, two, fast, [...ops, 0xbf30], random);
    }
    for (let shift = 1; shift <= 32; shift++) {
      for (const op of [0x4095, 0x40d5])
        taken += sameBlock(one, two, fast, [0x2200 | shift, op, 0xbf30], random);
    }
    assert.ok(taken > 100000);
  },

  "a block that is written over is made anew"() {
    const { mcu } = chip();
    const fast = new FastCore(mcu, new FlashCache());
    const run = () => {
      mcu.core.registers[15] = SRAM + 0x2000;
      for (let i = 0; i < 40; i++) {
        fast.run(mcu.clock.nanosCounter + 100, 8);
      }
      return mcu.core.registers[0];
    };
    mcu.sramView.setUint16(0x2000, 0x2007, true); // MOVS r0, #7
    mcu.sramView.setUint16(0x2002, 0xe7fd, true); // B .
    assert.equal(run(), 7);
    assert.ok(fast.blocks.at(SRAM + 0x2000));
    fast.store(SRAM + 0x2000, 0x2009, 2, 0);
    assert.equal(run(), 9);
  },
};

// Returns whether an opcode is undefined or wrong in rp2040js.
function unclear(op) {
  if (op >> 8 === 0xbe || op >> 8 === 0xde || op >> 8 === 0xdf) return true; // traps
  return op === 0x47f0 || op === 0x47f8; // BLX LR: rp2040js jumps to the new LR; BLX PC: undefined
}

// Returns an opcode, more often one that blocks contain than one that they do not.
function often(random) {
  for (;;) {
    const op = random() & 0xffff;
    if (unclear(op) || op >> 11 >= 29) continue;
    if (op >> 7 === 0x81) continue; // rp2040js sets C differently for shifts by 0 or more than 32
    if (random() & 7 && (op >> 11 === 26 || op >> 11 === 27 || op >> 11 === 28)) continue;
    return op;
  }
}

// Puts both cores into the same state: ops at 0x2000, and registers.
function prepare(one, two, ops, random) {
  const flags = random();
  for (const mcu of [one, two]) {
    const { core } = mcu;
    mcu.sram.fill(0, 0x1000, 0x3000);
    for (const [i, op] of ops.entries()) mcu.sramView.setUint16(0x2000 + 2 * i, op, true);
    core.waiting = false;
    core.PM = true;
    [core.N, core.Z, core.C, core.V] = [1, 2, 4, 8].map((bit) => (flags & bit) !== 0);
  }
  for (let i = 0; i < 15; i++) {
    // Addresses that stay in SRAM with small offsets, small numbers, and any numbers.
    const kind = random() % 3;
    const value =
      kind === 0 ? SRAM + 0x1400 + (random() & 0x3fc) : kind === 1 ? random() & 0x3c : random();
    for (const mcu of [one, two]) mcu.core.registers[i] = value;
  }
  for (const mcu of [one, two]) {
    mcu.core.registers[13] = SRAM + 0x1800;
    mcu.core.registers[15] = SRAM + 0x2000;
  }
}

// Runs a block, and as many instructions in rp2040js; returns their number.
function sameBlock(one, two, fast, ops, random) {
  prepare(one, two, ops, random);
  const region = fast.blocks.sram;
  const count = decode(region, SRAM + 0x2000).length;
  const block = fast.blocks.translate(region, SRAM + 0x2000);
  if (!block) return 0;
  fast.extra = 0;
  let cycles = block() + fast.extra;
  for (let i = 0; i < count; i++) cycles -= two.core.executeInstruction();
  alike(one, two, cycles, ops.map((op) => op.toString(16)).join(" "));
  return count;
}

// Executes one opcode on both cores from the same state, and compares all that it changed.
function same(one, two, fast, op, random) {
  const second = op >> 11 === 0b11110 ? 0xd000 | (random() & 0x2fff) : random() & 0xffff;
  prepare(one, two, [op, second], random);
  const cycles = fast.step() - two.core.executeInstruction();
  alike(one, two, cycles, op.toString(16));
}

// Compares all that instructions may have changed; `cycles` is how many more the first core took.
function alike(one, two, cycles, name) {
  assert.deepEqual([...one.core.registers], [...two.core.registers], name);
  for (const flag of ["N", "Z", "C", "V"])
    assert.equal(one.core[flag], two.core[flag], name + flag);
  assert.equal(cycles, 0, name);
  assert.ok(
    Buffer.compare(one.sram.subarray(0x1000, 0x3000), two.sram.subarray(0x1000, 0x3000)) === 0,
    name,
  );
}

// Pseudo-random 32-bit numbers with a fixed seed (xorshift32).
function generator(seed) {
  let state = seed;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state >>> 0;
  };
}

let failed = 0;
for (const [name, check] of Object.entries(checks)) {
  try {
    await check();
    console.log(`ok ${name}`);
  } catch (error) {
    failed += 1;
    console.log(`FAILED ${name}: ${error.message}`);
  }
}
process.exit(failed ? 1 : 0);
