// Runs a Python file on MicroPython: node micropython.mjs HEAPSIZE ROOT MODULE [ARGUMENT...]
// The folders of the tree that are portable are copied into its file system under the same names.
import { existsSync, readFileSync, readdirSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { createRequire } from "node:module";

const [heap, root, module, ...args] = process.argv.slice(2);
const SPARE = 256 * 1024; // bytes
const require = createRequire(join(root, "package.json"));
const { loadMicroPython } = await import(
  require.resolve("@micropython/micropython-webassembly-pyscript")
);

// This build looks every function up in its table again, to assert that its own copy is right: a
// fifth of the time. Each function is looked up once instead.
const { get } = WebAssembly.Table.prototype;
const functions = [];
WebAssembly.Table.prototype.get = function (at) {
  functions[at] ??= get.call(this, at);
  return functions[at];
};

if (process.env.LEYBOARD_BOUNDED) console.error = () => {}; // Emscripten tells of each refusal

const mp = await loadMicroPython({
  heapsize: Number(heap),
  pystack: 8 * 1024,
  linebuffer: true,
  stdout: (line) => process.stdout.write(`${line}\n`),
});

function copy(from, to) {
  mp.FS.mkdirTree(to);
  for (const name of readdirSync(from)) {
    const path = join(from, name);
    if (statSync(path).isDirectory()) {
      if (!name.startsWith("__")) copy(path, `${to}/${name}`);
    } else if (/\.(py|mpy|pack|jsonl|txt|json|md|values)$/.test(name)) {
      mp.FS.writeFile(`${to}/${name}`, readFileSync(path));
    }
  }
}

// From now on the heap grows no more: what is asked for beyond it raises MemoryError.
function bound() {
  WebAssembly.Memory.prototype.grow = () => {
    throw new RangeError("bounded");
  };
  const spare = mp._module._malloc(SPARE); // for what JavaScript and Python hand each other
  for (let size = 1 << 24; size >= 4096; size >>= 1) while (mp._module._malloc(size));
  mp._module._free(spare);
}

const firmware = resolve(root, process.env.LEYBOARD_FIRMWARE ?? "firmware");
copy(firmware, "/flash");
const packed = existsSync(join(firmware, "leyboard.pack"))
  ? `import pack\npack.mount("/flash/leyboard.pack")\n`
  : "";
for (const folder of [
  "sim/contract",
  "sim/seats",
  "sim/virtual",
  "sim/window",
  "tests/portable",
  "tests/data",
]) {
  copy(join(root, folder), `/${folder}`);
}
for (const name of [
  "__init__",
  "advice",
  "computer",
  "intervals",
  "levels",
  "lookahead",
  "records",
  "rollouts",
  "running",
  "search",
  "selfplay",
  "values",
]) {
  mp.FS.writeFile(`/sim/${name}.py`, readFileSync(join(root, "sim", `${name}.py`)));
}
mp.FS.writeFile("/tests/__init__.py", "");
// The host answers what a test asks of it through files: /out is copied back on demand.
if (process.env.LEYBOARD_IN) copy(process.env.LEYBOARD_IN, "/in");
mp.FS.mkdirTree("/out");
if (process.env.LEYBOARD_FULL) mp.FS.writeFile("/full", ""); // see tests/portable/effort.py

if (process.env.LEYBOARD_BOUNDED) bound();

try {
  mp.runPython(
    `import sys\nsys.path[:] = ["/", "/flash", ".frozen"]\n` +
      packed +
      `sys.argv[:] = ${JSON.stringify([module, ...args])}\n` +
      `import gc, ${module}\n_run = ${module}.main(sys.argv[1:])\n` +
      `def _step():\n gc.collect()\n try:\n  return next(_run, None) is not None\n` +
      ` except Exception as error:\n  sys.print_exception(error)\n` +
      `_going = hasattr(_run, "__next__")\ngc.collect()\n`,
  );
  // A main that yields is a generator. Garbage is collected between its steps only: this port cannot
  // see what the C stack holds, so a gc.collect() waits until no Python runs. An error is printed
  // there: where memory is full, handing it to JavaScript ends in the endless loop of
  // nlr_jump_fail().
  if (mp.globals.get("_going")) {
    const step = mp.globals.get("_step"); // a call takes less memory than a line to compile
    let more = step();
    while (more) more = step();
    if (more === null) process.exitCode = 1;
  }
} catch (error) {
  process.stdout.write(`${error.message ?? error}\n`);
  process.exitCode = 1;
}
if (process.env.LEYBOARD_OUT) {
  const { writeFileSync, mkdirSync } = await import("node:fs");
  mkdirSync(process.env.LEYBOARD_OUT, { recursive: true });
  for (const name of mp.FS.readdir("/out")) {
    if (name !== "." && name !== "..") {
      writeFileSync(join(process.env.LEYBOARD_OUT, name), mp.FS.readFile(`/out/${name}`));
    }
  }
}
