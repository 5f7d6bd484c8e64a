// Serves a Pico on a table to a program, one JSON object per line in and out: node serve.mjs ROOT
//
// Every request has "do"; see _REQUESTS. An answer has "error" if it failed.

import { readFileSync, writeFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { stackLeft } from "./heap.mjs";
import { Rig } from "./rig.mjs";

const root = process.argv[2];
let rig = null;

function words(path) {
  const bytes = readFileSync(path);
  return new Uint32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + 16384));
}

const _REQUESTS = {
  async start({ wiring, bootrom, flash }) {
    rig = await Rig.start(root, wiring, words(bootrom), new Uint8Array(readFileSync(flash)));
  },
  run({ us, until, frame }) {
    const why = rig.run(us, until, frame);
    const { serial, frames } = rig;
    rig.serial = "";
    rig.frames = [];
    return { why, now: rig.us, serial, frames };
  },
  hand({ deed, values }) {
    return { value: rig.hand(deed, values) };
  },
  analog({ pin, millivolts }) {
    rig.chip.setAnalog(pin, millivolts);
  },
  send({ text }) {
    rig.chip.serial.send(Buffer.from(text, "latin1"));
  },
  frames({ keep }) {
    rig.keepFrames = keep;
  },
  restart({ flash }) {
    rig.restart(flash ? new Uint8Array(readFileSync(flash)) : null);
    return { now: rig.us };
  },
  cut({ at, how }) {
    rig.chip.flash.cut = at ? { at: rig.chip.flash.operations + at, how } : null;
  },
  log({ keep }) {
    rig.chip.flash.log = keep ? [] : null;
  },
  flash({ path }) {
    writeFileSync(path, rig.chip.bytes);
  },
  measures({ reset }) {
    const { chip, heap, ticks } = rig;
    heap.sample();
    const [block, holes] = heap.table ? heap.largest() : [0, 0];
    const answer = {
      now: rig.us,
      frames: rig.frameCount,
      ticks: ticks.lengths,
      works: ticks.works,
      misses: chip.cache.misses,
      operations: chip.flash.operations,
      flash_us: Math.round(chip.flash.busyNs / 1000),
      log: chip.flash.log,
      heap: {
        total: heap.total,
        free: heap.table ? heap.free() : 0,
        block,
        holes,
        collections: heap.collections,
        least_free: heap.leastFree,
        least_block: heap.leastBlock,
        names: heap.names(),
      },
      stack: stackLeft(chip.mcu.sram),
      hertz: chip.clocks.sys,
      peripherals_hertz: chip.clocks.peri,
    };
    if (reset) {
      ticks.reset();
      heap.reset();
      if (chip.flash.log) chip.flash.log = [];
    }
    return answer;
  },
};

for await (const line of createInterface({ input: process.stdin })) {
  let answer;
  try {
    const request = JSON.parse(line);
    answer = (await _REQUESTS[request.do](request)) ?? {};
  } catch (error) {
    answer = { error: String(error?.message ?? error) };
  }
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}
