// A Pico on a table: the emulated chip, connected to the virtual chips (rig.py).

import { readFileSync, readdirSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { loadMicroPython } from "@micropython/micropython-webassembly-pyscript";
import { Chip } from "./chip.mjs";
import { PowerCut } from "./flash.mjs";
import { Heap } from "./heap.mjs";
import { PulseReader } from "./pixels.mjs";

const WORLD_HEAP = 16 * 1024 * 1024;
const SAMPLE_NS = 1e6; // between two readings of the heap
const SAME_TICK_NS = 200e3; // within this time reads of the buttons belong to one tick
const SIO_GPIO_IN = 4;
const AGE_US = 1e9; // MicroPython takes numbers of 32 bits from JavaScript

export class Rig {
  // `root` is the project, `wiring` the file of a board's profile, `bootrom` and `flash` as for Chip.
  static async start(root, wiring, bootrom, flash) {
    const rig = new Rig();
    rig.bootrom = bootrom;
    rig.nanos = 0; // of all chips before this one
    rig.begun = 0; // us: when the age began that the virtual chips count from
    rig.python = await world(root, wiring);
    rig.python.registerJsModule("pins", { drive: (pin, level) => rig.chip?.drive(pin, level) });
    rig.python.runPython(
      `import pins\nfrom sim.chip.rig import Rig\n` +
        `rig = Rig(${JSON.stringify(basename(wiring, ".py"))}, pins.drive)\nimport json\n` +
        `layout = json.dumps(rig.layout())\n` +
        `def hand(deed, values, now):\n` +
        `    return json.dumps(rig.hand(deed, json.loads(values), now))\n` +
        `def age(seconds):\n    rig.age(seconds)\n` +
        // Functions, since calling a method from JavaScript goes through a proxy.
        `def spi(number, value, now):\n    return rig.spi(number, value, now)\n` +
        `def shift(number, data):\n    rig.shift(number, data)\n` +
        `def pin(number, level, now):\n    rig.pin(number, level, now)\n` +
        `def i2c(address, data, now):\n    rig.i2c(address, data, now)\n` +
        `def has(address):\n    return rig.has_i2c(address)\n` +
        `def frame(data, low, high, start):\n    rig.frame(data, low, high, start)\n`,
    );
    rig.layout = JSON.parse(rig.python.globals.get("layout"));
    for (const name of ["spi", "shift", "pin", "i2c", "has", "frame", "age"]) {
      rig[`_${name}`] = rig.python.globals.get(name);
    }
    rig._hand = rig.python.globals.get("hand");
    rig.frames = []; // [start us, end us, bytes as base64] since the last fetch
    rig.keepFrames = false;
    rig.frameCount = 0;
    rig.serial = "";
    rig.ticks = new Ticks();
    rig.#power(flash);
    return rig;
  }

  #power(flash) {
    const chip = new Chip(this.bootrom, flash);
    this.chip = chip;
    this.heap = new Heap(chip.mcu.sram);
    this.collectedNs = 0; // time that collections took
    this.ticks.last = null; // its clock starts again
    chip.serial.onData = (bytes) => (this.serial += Buffer.from(bytes).toString("latin1"));
    this.shifted = new Map();
    for (const [name, delay] of Object.entries(this.layout.spi)) {
      const number = Number(name);
      if (delay) this.#attachShift(number, delay);
      else chip.attachSpi(number, (value) => this._spi(number, value, this.now));
    }
    chip.attachI2c(
      this.layout.i2c,
      (address) => this._has(address),
      (address, bytes) => this._i2c(address, bytes, this.now),
    );
    for (const pin of this.layout.outputs) {
      chip.listen(pin, (level) => {
        this.#handOver();
        this._pin(pin, level, this.now);
      });
    }
    this.shown ??= Buffer.alloc(this.layout.bytes);
    this.pulses = new PulseReader(this.layout.bytes, (data, low, high, start, end) => {
      this.shown.set(data); // pixels that get nothing keep their colours
      const { now } = this; // a new age may begin with it
      this._frame(data, low, high, now - Math.round((this.chip.clock.nanos - start) / 1000));
      this.frameCount += 1;
      if (this.keepFrames) {
        const times = [start, end].map((nanos) => Math.round((this.nanos + nanos) / 1000));
        this.frames.push([...times, this.shown.toString("base64")]);
      }
    });
    chip.listen(this.layout.pixels, (level, nanos) => this.pulses.level(level, nanos));
    for (const pin of this.layout.inputs) chip.drive(pin, 1); // pulled up
    for (const [pin, millivolts] of Object.entries(this.layout.analog ?? {})) {
      chip.setAnalog(Number(pin), millivolts);
    }
    const { sio } = chip.mcu;
    const read = sio.readUint32.bind(sio);
    sio.readUint32 = (offset) => {
      if (offset === SIO_GPIO_IN) {
        this.ticks.beat(chip.clock.nanos, chip.flash.busyNs + this.collectedNs);
      }
      return read(offset);
    };
  }

  // A shift register returns its input after some bytes.
  #attachShift(number, delay) {
    const inside = new Uint8Array(delay);
    const waiting = [];
    let at = 0;
    this.shifted.set(number, waiting);
    this.chip.attachSpi(number, (value) => {
      const back = inside[at];
      inside[at] = value;
      at = (at + 1) % delay;
      waiting.push(value);
      return back;
    });
  }

  #handOver() {
    for (const [number, waiting] of this.shifted) {
      if (waiting.length) this._shift(number, waiting.splice(0));
    }
  }

  // Microseconds since the first power-on.
  get us() {
    return Math.round((this.nanos + this.chip.clock.nanos) / 1000);
  }

  // Microseconds since the age began: the time for the virtual chips, in few enough bits.
  get now() {
    return this.#since(this.us);
  }

  #since(us) {
    while (us - this.begun >= AGE_US) {
      this.begun += AGE_US;
      this._age(this.begun / 1e6);
    }
    return us - this.begun;
  }

  hand(deed, values) {
    return JSON.parse(this._hand(deed, JSON.stringify(values), this.now));
  }

  // Runs for `us` microseconds, or until a line of the serial port contains `until`, or, with
  // `frame`, until a frame arrives. Returns why it ended: "time", "text", "frame", "reset" or
  // "cut".
  run(us, until = "", frame = false) {
    const { chip } = this;
    const end = chip.clock.nanos + 1000 * us;
    const from = this.frameCount;
    while (chip.clock.nanos < end) {
      const step = Math.min(SAMPLE_NS, end - chip.clock.nanos);
      try {
        chip.run(step);
      } catch (error) {
        if (!(error instanceof PowerCut)) throw error;
        return "cut";
      }
      this.heap.sample();
      if (this.heap.collecting) this.collectedNs += step;
      this.pulses.rest(chip.clock.nanos);
      if (chip.rebooted) {
        this.#reset();
        return "reset";
      }
      if (until && this.serial.includes(until)) return "text";
      if (frame && this.frameCount > from) return "frame";
    }
    return "time";
  }

  // Called when the chip resets itself: tags stay in place and the other parts keep their power.
  #reset() {
    const { bytes, clock, scratch } = this.chip;
    this.nanos += clock.nanos;
    this.#power(bytes);
    this.chip.scratch.set(scratch);
  }

  // Switches off for a while and on again; `flash` replaces the content of the flash.
  restart(flash = null) {
    const bytes = flash ?? this.chip.bytes;
    this.nanos += this.chip.clock.nanos + 1e9;
    this.chip = null;
    this.shown.fill(0);
    this._hand("cut_power", "[]", this.#since(Math.round(this.nanos / 1000)));
    this.ticks = new Ticks();
    this.#power(bytes);
  }
}

// The ticks of the firmware's main loop, and the steps of long work in one, recognised by the reads
// of the buttons before each.
export class Ticks {
  constructor() {
    this.reset();
  }

  reset() {
    this.last = null;
    this.lengths = []; // microseconds
    this.works = []; // the same without collections and the flash
  }

  // `apart` is the time that collections and the flash have taken so far.
  beat(nanos, apart) {
    if (this.last !== null) {
      const length = nanos - this.last;
      if (length < SAME_TICK_NS) return;
      this.lengths.push(Math.round(length / 1000));
      this.works.push(Math.round((length - (apart - this.apart)) / 1000));
    }
    this.last = nanos;
    this.apart = apart;
  }
}

// MicroPython with the project's portable files on its path, and a board's profile, which may lie
// elsewhere.
async function world(root, wiring) {
  const python = await loadMicroPython({ heapsize: WORLD_HEAP, pystack: 16 * 1024 });
  const copy = (from, to) => {
    python.FS.mkdirTree(to);
    for (const name of readdirSync(from)) {
      const path = join(from, name);
      if (statSync(path).isDirectory()) {
        if (!name.startsWith("__")) copy(path, `${to}/${name}`);
      } else if (name.endsWith(".py")) python.FS.writeFile(`${to}/${name}`, readFileSync(path));
    }
  };
  copy(join(root, "firmware"), "/flash");
  python.FS.writeFile(`/flash/table/wiring/${basename(wiring)}`, readFileSync(wiring));
  copy(join(root, "sim/virtual"), "/sim/virtual");
  python.FS.mkdirTree("/sim/chip");
  for (const file of ["sim/__init__.py", "sim/chip/rig.py"]) {
    python.FS.writeFile(`/${file}`, readFileSync(join(root, file)));
  }
  python.FS.writeFile("/sim/chip/__init__.py", "");
  python.runPython(`import sys\nsys.path[:] = ["/", "/flash", ".frozen"]\n`);
  return python;
}
