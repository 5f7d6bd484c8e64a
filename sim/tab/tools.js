// The worker that runs the jobs on a board: host_tools/core on MicroPython.
//
// {begin: [name, values, language]} begins a job, {answer: value} answers its last request,
// {files: {path: bytes}} answers a request for files. The worker answers each with one request,
// [name, value], and with {path: bytes} if the job made files.

import { addArchive, start } from "./python.js";

const python = start(["table.bin", "games.bin", "tools.bin"]).then((made) => {
  made.runPython(
    "import json\nfrom host_tools.core.board_jobs import BUILD, MADE, BoardJob\n" +
      "def begin_job(*given):\n global job\n job = BoardJob(*given)\n" +
      "def go_on_with_job(text):\n return job.go_on(text)\n",
  );
  return made;
});

self.onmessage = async ({ data }) => {
  let answer = "null";
  try {
    const { globals, FS } = await python;
    if (data.begin) {
      const [name, values, language] = data.begin;
      if (name === "flash") await addArchive(await python, "boards/joining.bin");
      globals.get("begin_job")(name, JSON.stringify(values), language);
    } else if (data.files) lay(FS, globals.get("BUILD"), data.files);
    else answer = JSON.stringify(data.answer ?? null);
    const said = JSON.parse(globals.get("go_on_with_job")(answer));
    if (said[0] === "done") said.push(...taken(FS, globals.get("MADE")));
    postMessage(said);
  } catch (error) {
    console.error(error);
    postMessage(["failed", String(error)]);
  }
};

// Put files into a folder that has no other files.
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

// Take {path: bytes} out of a folder, as a list; [] if it is empty.
/**
 * @param {FS} fs
 * @param {string} folder
 */
function taken(fs, folder) {
  if (!fs.analyzePath(folder).exists) return [];
  /** @type {FilesByPath} */
  const found = {};
  /** @param {string} path */
  const look = (path) => {
    for (const name of fs.readdir(`${folder}${path}`)) {
      const inside = `${path}/${name}`;
      if (name === "." || name === "..") continue;
      if (fs.isDir(fs.stat(folder + inside).mode)) look(inside);
      else found[inside] = fs.readFile(folder + inside);
    }
  };
  look("");
  empty(fs, folder);
  return Object.keys(found).length ? [found] : [];
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
