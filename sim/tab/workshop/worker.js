// The worker of a game of others, in a frame that reaches nothing (sandbox.html): the firmware, the
// game and its table in one interpreter (sim/window/workshop.py).
//
// It starts with the files of the interpreter, {name: Blob}, and a port. There it answers {ping} with
// {pong}, and says {ready} once the interpreter runs. {begin: {work: "play", "check" or "study",
// name, files: {path: text}, wanted}} begins the work; {ask: text} and {watched} are for the table. What
// it tells goes out as {said: a list as JSON}.

import { start as startPython } from "../python.js";
import { boundMemory, shutIn } from "./shut.js";

const FOLDER = "/own";

/** @type {MessagePort} */
let port;
/** @type {Interpreter} */
let python;
/** @type {OwnTable | null} */
let work = null;
let isWatched = true;
let wake = () => {};

/** @param {unknown} error */
function fail(error) {
  work = null;
  port.postMessage({ failed: error instanceof Error ? error.message : String(error) });
}

function send() {
  const said = work?.take() ?? "[]";
  if (said !== "[]") port.postMessage({ said });
}

async function run() {
  while (work) {
    const due = performance.now();
    const wait = work.step(isWatched);
    send();
    await new Promise((resolve) => {
      wake = () => resolve(undefined);
      if (wait >= 0) setTimeout(wake, due + wait - performance.now());
    });
  }
}

/** @param {{work: string, name: string, files: Record<string, string>, wanted: object}} what */
function begin({ work: kind, name, files, wanted }) {
  const { FS, globals, runPython } = python;
  const folder = `${FOLDER}/${name}`;
  for (const [path, text] of Object.entries(files)) {
    const file = `${folder}/${path}`;
    FS.mkdirTree(file.slice(0, file.lastIndexOf("/")));
    FS.writeFile(file, text);
  }
  FS.mkdirTree("/kept");
  runPython(
    "from sim.window import workshop\n" +
      "def open_work(kind, path, wanted):\n return workshop.WORK[kind](path, wanted)\n",
  );
  const random = crypto.getRandomValues(new Uint32Array(8)).join(" ");
  const all = JSON.stringify({ ...wanted, folder: "/kept", random });
  const opened = globals.get("open_work")(kind, folder, all);
  // Each access would make another proxy.
  work = { step: opened.step, hear: opened.hear, take: opened.take };
  send();
  run().catch(fail);
}

/** @param {MessageEvent} event */
function hear({ data }) {
  try {
    if (data.ping) port.postMessage({ pong: data.ping });
    else if (data.begin) begin(data.begin);
    else if (data.ask) work?.hear(data.ask);
    else if (data.watched !== undefined) isWatched = data.watched;
    send();
    wake();
  } catch (error) {
    fail(error);
  }
}

/**
 * @param {Record<string, Blob>} files
 * @param {MessagePort} to
 */
export async function start(files, to) {
  port = to;
  boundMemory();
  try {
    python = await startPython(
      ["table.bin", "games.bin", "workshop.bin"],
      async (name) => files[name],
    );
    shutIn(python.FS);
    port.onmessage = hear;
    port.postMessage({ ready: true });
  } catch (error) {
    fail(error);
  }
}
