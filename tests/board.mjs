// A board as mpremote sees it: MicroPython's REPL on stdin and stdout: node board.mjs ROOT FOLDER.
// When stdin ends, the files of its flash are written to FOLDER, with "reset" among them if it was
// reset. Files that lie in FOLDER at the start are on its flash.
import { mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createRequire } from "node:module";

const [root, folder] = process.argv.slice(2);
const require = createRequire(join(root, "package.json"));
const { loadMicroPython } = await import(
  require.resolve("@micropython/micropython-webassembly-pyscript")
);
const RESET = 4; // Ctrl-D on an empty line
const RAW_PASTE = [5, 65, 1]; // is not offered by this port

// Here ENOENT is 44; on a board it is 2, and mpremote goes by the number.
const HERE = "OSError: 44";
const THERE = "OSError: 2";

let held = ""; // the end of what was printed that may become HERE
function print(bytes) {
  held = (held + Buffer.from(bytes).toString("latin1")).replaceAll(HERE, THERE);
  let keep = Math.min(held.length, HERE.length - 1);
  while (!HERE.startsWith(held.slice(held.length - keep))) keep -= 1;
  process.stdout.write(held.slice(0, held.length - keep), "latin1");
  held = held.slice(held.length - keep);
}

const mp = await loadMicroPython({
  heapsize: 4 * 1024 * 1024,
  linebuffer: false,
  stdout: print,
});

function load(from, to) {
  mp.FS.mkdirTree(to);
  for (const name of readdirSync(from)) {
    const path = join(from, name);
    if (statSync(path).isDirectory()) load(path, `${to}/${name}`);
    else mp.FS.writeFile(`${to}/${name}`, readFileSync(path));
  }
}

function save(from, to) {
  mkdirSync(to, { recursive: true });
  for (const name of mp.FS.readdir(from)) {
    if (name === "." || name === "..") continue;
    const path = `${from}/${name}`;
    if (mp.FS.isDir(mp.FS.stat(path).mode)) save(path, join(to, name));
    else writeFileSync(join(to, name), mp.FS.readFile(path));
  }
}

load(folder, "/board");
mp.registerJsModule("machine", { reset: () => mp.FS.writeFile("/board/reset", "") });
mp.runPython(
  `import sys, vfs\nvfs.umount("/")\nvfs.mount(vfs.VfsPosix("/board"), "/")\n` +
    `sys.path[0] = "/"\n`, // "" opens nothing here
);
mp.replInit();

let seen = 0; // bytes of RAW_PASTE
process.stdin.on("data", (data) => {
  for (const byte of data) {
    if (byte === RAW_PASTE[seen]) {
      seen += 1;
      if (seen === RAW_PASTE.length) {
        seen = 0;
        process.stdout.write("R\x00");
      }
      continue;
    }
    for (const held of RAW_PASTE.slice(0, seen)) mp.replProcessChar(held);
    seen = 0;
    if (mp.replProcessChar(byte) && byte === RESET) {
      process.stdout.write("MPY: soft reboot\r\n");
      mp.replInit();
    }
  }
});
process.stdin.on("end", () => {
  rmSync(folder, { recursive: true });
  save("/board", folder);
});
