// The worker that decides what is done on a board: host_tools/core on MicroPython.
//
// {begin: [name, values]} begins an errand, {answer: value} answers its last request, and {files:
// {path: bytes}} answers one for a build or an image. Each gets one request back, [name, value];
// the last one for an image also has its bytes.

import { start } from "./python.js";

const python = start(["table.bin", "games.bin", "tools.bin"]).then((made) => {
  made.runPython(
    "import json\nfrom host_tools.core.errands import BUILD, IMAGE, Errand\n" +
      "def begin(name, values):\n global errand\n errand = Errand(name, values)\n" +
      "def go_on(text):\n return errand.go_on(text)\n",
  );
  return made;
});

self.onmessage = async ({ data }) => {
  const { globals, FS } = await python;
  let answer = "null";
  try {
    if (data.begin) globals.get("begin")(data.begin[0], JSON.stringify(data.begin[1]));
    else if (data.files) lay(FS, globals.get("BUILD"), data.files);
    else answer = JSON.stringify(data.answer ?? null);
    const said = JSON.parse(globals.get("go_on")(answer));
    if (said[0] === "done" && said[1] === globals.get("IMAGE")) said.push(FS.readFile(said[1]));
    postMessage(said);
  } catch (error) {
    console.error(error);
    postMessage(["failed", String(error)]);
  }
};

// Put files into a folder that has no others.
/**
 * @param {FS} fs
 * @param {string} folder
 * @param {Record<string, Uint8Array>} files
 */
function lay(fs, folder, files) {
  if (fs.analyzePath(folder).exists) empty(fs, folder);
  for (const [path, bytes] of Object.entries(files)) {
    fs.mkdirTree(`${folder}${path.slice(0, path.lastIndexOf("/"))}`);
    fs.writeFile(`${folder}${path}`, bytes);
  }
}

/**
 * @param {FS} fs
 * @param {string} folder
 */
function empty(fs, folder) {
  for (const name of fs.readdir(folder)) {
    const path = `${folder}/${name}`;
    if (name === "." || name === "..") continue;
    if (fs.isDir(fs.stat(path).mode)) empty(fs, path);
    else fs.unlink(path);
  }
}
