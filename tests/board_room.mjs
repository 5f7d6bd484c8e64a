// A board without a computer, in part: node board_room.mjs HEAP FOLDER
// One MicroPython, in a thread of its own, is the table's firmware. Another is the room around it
// (tests/portable/board_room.py): HEAP bytes are left for it beside the modules that it shares with
// the table, and its heap grows no more. This program carries lines between the two, and bytes
// between the room and sockets. It prints its port and the tokens of the seats, and after a line of
// input what it measured.
import { readdirSync, readFileSync, statSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import {
  isMainThread,
  parentPort,
  receiveMessageOnPort,
  Worker,
  workerData,
} from "node:worker_threads";
import { loadMicroPython } from "@micropython/micropython-webassembly-pyscript";

const [heap, folder] = isMainThread ? process.argv.slice(2) : workerData.arguments;
const ROOMY = 16 * 1024 * 1024; // bytes: the heap of the table, which is measured elsewhere
// Bytes for what JavaScript and Python hand each other: less than the heap, which might grow by them.
const SPARE = 64 * 1024;
const STEP_MS = 50;

// Return the methods of the object that `make` makes there, by name.
async function started(heapsize, make, names, line) {
  const mp = await loadMicroPython({
    heapsize,
    pystack: 16 * 1024,
    linebuffer: true,
    stdout: (text) => console.error(text), // standard output is for figures
  });
  copy(mp, folder, "");
  if (line) mp.globals.set("line", line);
  if (line) bound(mp);
  mp.runPython("import sys, gc\nsys.path[:] = ['/', '/firmware']\n");
  mp.runPython("from tests.portable import board_room\n");
  // An error is printed there: a full heap may have no room to hand it over.
  mp.runPython(
    "def called(name, *values):\n global most\n try:\n  return getattr(made, name)(*values)\n" +
      " except Exception as error:\n  sys.print_exception(error)\n  return 'failed'\n" +
      " finally:\n  most = gc.mem_alloc()\n",
  );
  const { collect, mem_alloc: used } = mp.globals.get("gc");
  mp.runPython(
    `making = board_room.${make}\ndef make():\n global made\n` +
      " for made in making:\n  return True\n return False\n",
  );
  const next = mp.globals.get("make");
  do collect();
  while (next());
  const called = mp.globals.get("called");
  const calls = names.map((name) => [name, (...values) => called(name, ...values)]);
  const most = () => mp.globals.get("most"); // in use before garbage was collected
  return { ...Object.fromEntries(calls), collect, used, most };
}

function copy(mp, from, to) {
  if (to) mp.FS.mkdirTree(to);
  for (const name of readdirSync(from)) {
    const path = join(from, name);
    if (statSync(path).isDirectory()) copy(mp, path, `${to}/${name}`);
    else mp.FS.writeFile(`${to}/${name}`, readFileSync(path));
  }
}

// From now on the heap grows no more: what is asked for beyond it raises MemoryError.
function bound(mp) {
  WebAssembly.Memory.prototype.grow = () => {
    throw new RangeError("bounded");
  };
  const spare = mp._module._malloc(SPARE);
  for (let size = 1 << 24; size >= 4096; size >>= 1) while (mp._module._malloc(size));
  mp._module._free(spare);
}

// Tell how much memory the modules take that the room shares with the table.
async function beShared() {
  const { collect, used } = await started(ROOMY, "shared()", []);
  collect();
  parentPort.postMessage(used());
}

async function beTable() {
  const table = await started(ROOMY, "made_table()", ["ask", "step", "record"]);
  parentPort.on("message", ([what, value]) => {
    table.collect();
    const answer = table[what](...(value === undefined ? [] : [value]));
    workerData.port.postMessage(answer);
    Atomics.store(workerData.flag, 0, 1);
    Atomics.notify(workerData.flag, 0);
  });
  parentPort.postMessage("ready");
}

function thread(part, more = {}, transferList = []) {
  const data = { part, arguments: [heap, folder], ...more };
  return new Worker(new URL(import.meta.url), { workerData: data, transferList });
}

const told = (worker) => new Promise((ready) => worker.once("message", ready));

async function beRoom() {
  const flag = new Int32Array(new SharedArrayBuffer(4));
  const { port1, port2 } = new MessageChannel();
  const shared = await told(thread("shared"));
  const worker = thread("table", { flag, port: port2 }, [port2]);
  await told(worker);

  // Call the table, and wait for its answer, as at the end of a line.
  function table(...request) {
    Atomics.store(flag, 0, 0);
    worker.postMessage(request);
    Atomics.wait(flag, 0, 0);
    let answer;
    do answer = receiveMessageOnPort(port1);
    while (!answer); // it may come a little after the flag
    return answer.message;
  }

  // By call: its ms without the table; the bytes in use, at most before and after a collection.
  const figures = { failed: 0, most: 0, kept: 0, shared, ms: [] };
  const names = ["hear", "leave", "step", "take", "tokens"];
  let waited = 0; // ms, for the table
  const room = await started(shared + Number(heap), "made_room(line)", names, (text) => {
    const start = performance.now();
    const answer = table("ask", text);
    waited += performance.now() - start;
    return answer;
  });

  // Call the room, and collect garbage afterwards: this port cannot do so while Python runs.
  function call(name, ...values) {
    const [start, before] = [performance.now(), waited];
    const found = room[name](...values);
    figures.ms.push(performance.now() - start - (waited - before));
    figures.failed += found === "failed" ? 1 : 0;
    figures.most = Math.max(figures.most, room.most());
    room.collect();
    figures.kept = Math.max(figures.kept, room.used());
    return found;
  }

  serve(call, table, figures);
}

function serve(call, table, figures) {
  const sockets = new Map();
  let count = 0;

  function deliver() {
    let found;
    do found = call("step");
    while (found === true);
    if (found !== "failed") found = call("take");
    while (found && found !== "failed") {
      const [, number, text] = found.match(/^(\d+) (.*)$/s);
      sockets.get(Number(number))?.write(text);
      found = call("take");
    }
    if (found === "failed") for (const socket of sockets.values()) socket.end();
  }

  const server = createServer((socket) => {
    const number = ++count;
    sockets.set(number, socket);
    createInterface({ input: socket }).on("line", (text) => {
      if (call("hear", number, text) !== true) socket.end();
      deliver();
    });
    socket.on("error", () => {});
    socket.on("close", () => {
      sockets.delete(number);
      call("leave", number);
    });
  });
  setInterval(() => {
    table("step", STEP_MS);
    deliver();
  }, STEP_MS);
  server.listen(0, "127.0.0.1", () => {
    const { port } = server.address();
    console.log(JSON.stringify({ port, tokens: JSON.parse(call("tokens")) }));
  });
  createInterface({ input: process.stdin }).on("line", () => {
    const ms = figures.ms.sort((a, b) => a - b);
    const at = (part) => ms[Math.floor(part * (ms.length - 1))];
    const told = { ...figures, ms: [at(0.5), at(0.95), at(1)], record: table("record") };
    process.stdout.write(`${JSON.stringify(told)}\n`, () => process.exit(0));
  });
}

await { room: beRoom, table: beTable, shared: beShared }[workerData?.part ?? "room"]();
