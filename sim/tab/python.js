// MicroPython in a worker, with the files of an archive.

// @ts-expect-error: host_tools/web.py puts it there
import { loadMicroPython } from "./micropython.mjs";

// This build looks every function up in its table again, to assert that its own copy is right: a
// fifth of the time. Each function is looked up once instead.
const { get } = WebAssembly.Table.prototype;
const functions = [];
WebAssembly.Table.prototype.get = function (at) {
  functions[at] ??= get.call(this, at);
  return functions[at];
};

const HEAP = 4 << 20; // bytes at first; it grows

// Start an interpreter that has the files of these archives (host_tools/web.py makes them) and
// imports from their folders.
export async function start(...archives) {
  const wasm = unzipped("micropython.bin").then((data) =>
    URL.createObjectURL(new Blob([data], { type: "application/wasm" })),
  );
  const files = archives.map(unzipped);
  const url = await wasm;
  const python = await loadMicroPython({ heapsize: HEAP, linebuffer: true, url });
  URL.revokeObjectURL(url);
  for (const file of files) unpack(python.FS, await file);
  python.runPython('import sys\nsys.path[:] = ["/code", "/code/firmware", ".frozen"]');
  return python;
}

// Return a file of the folder, which lies there compressed: not every server would do it.
async function unzipped(name) {
  const { ok, body } = await fetch(new URL(name, import.meta.url));
  if (!ok || !body) throw new Error(`${name} is missing`);
  return new Response(body.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
}

// An archive is the size of its list, four bytes, the list [[path, size], ...], and the files.
function unpack(fs, archive) {
  const size = new DataView(archive).getUint32(0, true);
  let at = 4 + size;
  for (const [path, length] of JSON.parse(
    new TextDecoder().decode(new Uint8Array(archive, 4, size)),
  )) {
    fs.mkdirTree(path.slice(0, path.lastIndexOf("/")));
    fs.writeFile(path, new Uint8Array(archive, at, length));
    at += length;
  }
}
