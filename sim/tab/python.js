// MicroPython in a worker, with the files of an archive.

// For an assertion, this build of MicroPython looks up each function in its table at every call,
// which takes a fifth of the time. This looks up each function only once.
const { get } = WebAssembly.Table.prototype;
/** @type {unknown[]} */
const functions = [];
WebAssembly.Table.prototype.get = function (at) {
  functions[at] ??= get.call(this, at);
  return functions[at];
};

// @ts-expect-error: host_tools/web.py puts it there
const interpreter = import("./micropython.js"); // it loads while the archives do
const HEAP = 4 << 20; // bytes at first; it grows

// Start an interpreter that has the files of these archives (host_tools/web.py makes them) and
// imports from their folders. `came(name)`, if given, resolves to a file that has been loaded
// already.
/**
 * @param {string[]} archives
 * @param {(name: string) => Promise<Blob>} [fetchFile]
 * @returns {Promise<Interpreter>}
 */
export async function start(archives, fetchFile = load) {
  const wasm = fetchFile("micropython.bin").then(unzipped);
  const files = archives.map((name) => fetchFile(name).then(unzipped));
  const { loadMicroPython } = await interpreter;
  const url = URL.createObjectURL(new Blob([await wasm], { type: "application/wasm" }));
  const python = await loadMicroPython({ heapsize: HEAP, linebuffer: true, url });
  URL.revokeObjectURL(url);
  for (const file of files) unpack(python.FS, await file);
  python.runPython('import sys\nsys.path[:] = ["/code", "/code/firmware", ".frozen"]');
  return python;
}

// Give a running interpreter the files of one more archive.
/**
 * @param {Interpreter} python
 * @param {string} archive
 */
export async function addArchive(python, archive) {
  unpack(python.FS, await unzipped(await load(archive)));
}

/** @param {string} name */
async function load(name) {
  const answer = await fetch(new URL(name, import.meta.url));
  if (!answer.ok) throw new Error(`${name} is missing`);
  return answer.blob();
}

// The files are compressed in the folder, since not every server compresses.
/** @param {Blob} blob */
function unzipped(blob) {
  const stream = blob.stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).arrayBuffer();
}

// An archive is the size of its list, four bytes, the list [[path, size], ...], and the files.
/**
 * @param {FS} fs
 * @param {ArrayBuffer} archive
 */
function unpack(fs, archive) {
  const size = new DataView(archive).getUint32(0, true);
  let at = 4 + size;
  const folders = new Set(); // made so far: to make one again is slow
  for (const [path, length] of JSON.parse(
    new TextDecoder().decode(new Uint8Array(archive, 4, size)),
  )) {
    const folder = path.slice(0, path.lastIndexOf("/"));
    if (!folders.has(folder)) fs.mkdirTree(folder);
    folders.add(folder);
    fs.writeFile(path, new Uint8Array(archive, at, length));
    at += length;
  }
}
