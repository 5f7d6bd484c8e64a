// The worker of the table: it runs the firmware over virtual chips, and the window's Python.
//
// A text from the page is a request; a text to the page is a message of the table. Objects to the
// page: {elsewhere: does another tab have the table?}; {free: true}: it has it no longer; {keeps:
// why}: "" if the browser keeps the game, otherwise "full" or "forbidden"; {failed: text}; {ready:
// true}: all is loaded; {files} answers {save}, {restored: why not, as in {keeps}} answers
// {restore}, {more: has it come?} {more}. Objects from the page: first {open: {steal: boolean,
// files: what the page has loaded, by name}}; {shown: true}: the page is drawn; {watched: boolean};
// {save: true}; {restore: files}; {more: the name of a game of the gallery} loads its files; {host:
// a broker's WebSocket, or ""} opens the room for friends far away, or closes it; {ask: a request
// of the host to the room}, whose answer is {asked}. The worker sends {room} whenever it changes:
// {name, at, there: is the broker?, seats, host}, the last two facts of docs/seats.md; or null.

import { StoredFolder, BrowserStore } from "./browser_store.js";
import { addArchive, start } from "./python.js";

const PERIOD_MS = 20;
const LOCK = "leyboard"; // held by the tab that has the table
const TOKENS = "seats.json"; // what opens the seats of the room is not for a file that is passed on

const MORE = "more.games"; // the games of the gallery that the table has taken, a line each

/** @type {Set<string>} */
const taken = new Set(); // those whose files are here
let watched = true; // does somebody watch the lights?
let isStopped = false;
let show = () => {};
const shown = new Promise((resolve) => {
  show = () => resolve(undefined);
}); // has the page been drawn?
let isReady = false; // is all loaded that a request can need?
/** @type {BrowserStore | null} */
let store = null;
let storeProblem = "";
/** @type {Interpreter} */
let interpreter;
/** @type {StoredFolder} */
let folder;
/** @type {(watched: boolean) => boolean} */
let step; // of the Tab in Python: each access would make another proxy
/** @type {(text: string) => void} */
let ask;
/** @type {string[]} */
const outbox = []; // messages that wait until their changes are kept
let sent = Promise.resolve(); // resolves once all messages so far are sent
let wake = () => {};
/** @type {() => RoomInPython} */
let openRoom; // of the Tab in Python
/** @type {() => void} */
let closeRoom;
/** @type {OpenedRoom | null} */
let openedRoom = null; // the room, if it is open: {far: FarRoom, and functions of the TabRoom}

// Own the table until this worker ends or another tab takes it; resolves to whether it owns the
// table.
/** @param {boolean} steal */
function claimTable(steal) {
  if (!navigator.locks) return Promise.resolve(true);
  return new Promise((resolve) => {
    const how = steal ? { steal: true } : { ifAvailable: true };
    navigator.locks
      .request(LOCK, how, (lock) => {
        resolve(lock !== null);
        return lock && new Promise(() => {});
      })
      .catch((error) => {
        if (error.name === "AbortError") giveUp();
        else resolve(true); // the browser keeps nothing here, so no tab can have a kept table
      });
  });
}

// Tell the page when the tab that has the table ends, or when its worker does: that of a page that
// was closed may do so late.
function tellWhenFree() {
  return navigator.locks.request(LOCK, () => postMessage({ free: true }));
}

// Another tab has the table now.
function giveUp() {
  if (isStopped) return;
  isStopped = true;
  openedRoom?.far.close();
  postMessage({ elsewhere: true });
}

/** @param {unknown} error */
function fail(error) {
  isStopped = true;
  openedRoom?.far.close();
  console.error(error);
  postMessage({ failed: error instanceof Error ? error.message : String(error) });
}

// Send Python's messages once its files are kept, so that the page shows nothing that can be lost.
function saveAndSend() {
  const texts = outbox.splice(0);
  const changes = folder.changes();
  const room = openedRoom;
  const latest = room?.takeFacts();
  const messages = room?.take();
  if (!texts.length && !changes && !latest && !messages) return;
  sent = sent.then(async () => {
    if (changes) await save(changes);
    if (isStopped) return;
    for (const text of texts) postMessage(text);
    if (latest) room?.tell(JSON.parse(latest));
    if (messages) room?.far.send(JSON.parse(messages));
  });
}

let unsaved = {}; // changes that could not be written yet

/** @param {Record<string, Uint8Array | null>} changes */
async function save(changes) {
  if (!store || isStopped) return;
  unsaved = { ...unsaved, ...changes };
  const how = await write(unsaved, { ...folder.files });
  if (isStopped) return;
  if (!how) unsaved = {};
  reportStore(how);
}

// Write files; resolves to the value of `keeps` for the result.
/**
 * @param {Record<string, Uint8Array | null>} files
 * @param {Record<string, Uint8Array | null>} all
 */
async function write(files, all) {
  try {
    await store?.write(files, all);
    return "";
  } catch (error) {
    const { name } = /** @type {DOMException} */ (error);
    if (name === "TakenError") giveUp();
    return name === "QuotaExceededError" ? "full" : "forbidden";
  }
}

/** @param {string} how */
function reportStore(how) {
  if (how !== storeProblem) postMessage({ keeps: how });
  storeProblem = how;
}

/** @param {{steal: boolean, files: Record<string, Blob>}} options */
async function open({ steal, files: loaded }) {
  const isHere = await claimTable(steal);
  postMessage({ elsewhere: !isHere });
  if (!isHere) return tellWhenFree();
  const loading = start(["table.bin"], async (name) => loaded[name]);
  /** @type {Record<string, Uint8Array>} */
  let files = {};
  try {
    store = await BrowserStore.open();
    files = await store.read();
  } catch {
    reportStore("forbidden");
  }
  const python = await loading;
  const { FS, globals, runPython } = python;
  const isNew = !Object.keys(files).length; // a new table needs only the first archive
  if (!isNew) await addArchive(python, "games.bin");
  folder = new StoredFolder(FS, "/kept", files);
  for (const name of new TextDecoder().decode(files[MORE]).split("\n").filter(Boolean)) {
    await takeFiles(python, name);
  }
  interpreter = python;
  runPython("from sim.window.tab import Tab");
  const hello = FS.readFile("/code/hello.json", { encoding: "utf8" });
  const tab = globals.get("Tab")(
    "/kept",
    hello,
    (/** @type {string} */ text) => outbox.push(text),
    think,
  );
  step = tab.step;
  ask = tab.hear;
  openRoom = tab.open_room;
  closeRoom = tab.close_room;
  saveAndSend();
  const living = run();
  if (isNew) {
    await shown; // the page is drawn first
    await addArchive(python, "games.bin");
  }
  isReady = true;
  postMessage({ ready: true });
  for (const one of early.splice(0)) hear(one).catch(fail);
  return living;
}

// Load the files of a game of the gallery; resolves to whether they came.
/**
 * @param {Interpreter} python
 * @param {string} name
 */
async function takeFiles(python, name) {
  if (taken.has(name)) return true;
  try {
    await addArchive(python, `more/${name}.bin`);
    taken.add(name);
    return true;
  } catch {
    return false; // there is no network, or a newer version has no such game
  }
}

async function run() {
  while (!isStopped) {
    const due = performance.now() + PERIOD_MS;
    const busy = step(watched);
    saveAndSend();
    await sent;
    await new Promise((resolve) => {
      wake = () => resolve(undefined);
      if (busy) setTimeout(wake, due - performance.now());
    });
  }
}

// Start the worker that thinks for the table (see sim/window/thinking.py).
function think() {
  const url = new URL(`thinker.js#${[...taken].join()}`, import.meta.url);
  const worker = new Worker(url, { type: "module" });
  /** @type {string | null} */
  let answer = null; // Python takes null for None, and undefined for something else
  let alive = true;
  worker.onmessage = ({ data }) => {
    answer = data;
  };
  worker.onerror = (event) => {
    event.preventDefault(); // the table goes on without it
    alive = false;
  };
  return {
    send: (/** @type {string} */ text) => worker.postMessage(text),
    receive: () => {
      const one = answer;
      answer = null;
      return one;
    },
    is_alive: () => alive,
    close: () => worker.terminate(),
  };
}

/** @type {(string | ToTable)[]} */
const early = []; // requests that came before all was loaded

/** @param {string | ToTable} data */
async function hear(data) {
  const message = typeof data === "string" ? null : data;
  if (isStopped && !message?.save && !message?.restore) return; // a table that failed can be saved
  if (message?.watched !== undefined) watched = message.watched;
  else if (message?.shown) show();
  else if (!isReady && !isStopped) early.push(data);
  else if (typeof data === "string") {
    ask(data);
    saveAndSend();
  } else if (data.host !== undefined) await host(data.host);
  else if (data.ask) {
    const answer = openedRoom?.ask(JSON.stringify(data.ask)) ?? '{"ok": false, "why": ""}';
    postMessage({ asked: JSON.parse(answer) });
    saveAndSend();
  } else if (data.save) {
    await sent.catch(() => {}); // it may be why the table failed
    const { [TOKENS]: _, ...files } = await allFiles();
    postMessage({ files });
  } else if (data.more) postMessage({ more: await takeFiles(interpreter, data.more) });
  else if (data.restore) await restore(data.restore);
  wake();
}

// Open the room around the table at a broker, or close it.
/** @param {string} at */
async function host(at) {
  const { FarRoom } = await import("./far_room.js");
  openedRoom?.far.close();
  openedRoom = null;
  closeRoom();
  if (!at) return postMessage({ room: null });
  const room = openRoom();
  const facts = { name: "", at, there: false };
  /** @param {object} more */
  const tell = (more) => {
    if (openedRoom?.facts === facts) postMessage({ room: Object.assign(facts, more) });
  };
  const far = new FarRoom(room, at, {
    heard: () => {
      saveAndSend();
      wake();
    },
    reach: (there) => tell({ there }),
  });
  const { take_facts: takeFacts, take, ask: askRoom } = room;
  openedRoom = { far, takeFacts, take, ask: askRoom, facts, tell };
  tell({ name: far.name });
  return saveAndSend();
}

// All files of the table, even if the table failed before it opened them.
async function allFiles() {
  return folder?.files ?? (await store?.read()) ?? {};
}

// Replace all kept files, if there is room; the page then starts again.
/** @param {Record<string, Uint8Array>} files */
function restore(files) {
  const after = sent.catch(() => {});
  sent = after.then(async () => {
    const names = Object.keys({ ...unsaved, ...(await allFiles()) });
    const how = await write(
      { ...Object.fromEntries(names.map((name) => [name, null])), ...files },
      files,
    );
    if (!how) isStopped = true; // nothing more of this table is written
    postMessage({ restored: how });
  });
  return sent;
}

self.onmessage = ({ data }) => (data.open ? open(data.open) : hear(data)).catch(fail);
