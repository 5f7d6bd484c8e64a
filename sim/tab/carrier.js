// Carries the messages between the page and the table in its worker (table.js). It also handles
// other tabs, kept files and newer versions, which only a table in a tab has.

const HAS = "leyboard.has"; // set in a tab whose page leaves with the table
const IDLE_MS = 60_000; // after so long without input nobody watches the lights
const FIRST = ["micropython.bin", "table.bin"]; // the table needs these to start
const NEEDS = ["DecompressionStream", "indexedDB", "WebAssembly", "Worker"];

export class Tab {
  constructor() {
    /** @type {Worker | null} */
    this.worker = null;
    /** @type {TabState} */
    this.state = {}; // what the worker told last about the tab itself
    this.onState = (/** @type {TabState} */ _state) => {};
    /** @type {Map<string, (value: unknown) => void>} */
    this.waiting = new Map();
    /** @type {ServiceWorkerRegistration | null} */
    this.kept = null; // the service worker that keeps the page
    this.notCached = ""; // why the page, or its newer version, is not kept: a text's name
    this.isHere = takeMark(); // does the table belong to this tab?
    this.isRestarting = false; // then dialogs take no step in the history, which would cancel it
  }

  /**
   * @param {(text: string) => void} hear
   * @param {(there: boolean) => void} reach
   */
  async open(hear, reach) {
    let isShown = false;
    /** @param {string | TabState} data */
    const take = (data) => {
      if (!isShown) showPage().then(() => this.post({ shown: true }), reportError);
      isShown = true;
      if (typeof data === "string") return hear(data);
      for (const [kind, value] of Object.entries(data)) this.waiting.get(kind)?.(value);
      if (data.ready) {
        this.cachePage().catch((error) => {
          this.notCached = "changed";
          reportError(error);
        });
      }
      if (data.elsewhere !== undefined) this.isHere = !data.elsewhere;
      if (data.free) this.restart();
      if (data.elsewhere || data.failed || data.lacks) reach(false);
      Object.assign(this.state, data);
      return this.onState(data);
    };
    const lacks = NEEDS.filter((name) => !(name in globalThis));
    if (lacks.length) return take({ lacks: lacks.join(", ") });
    this.worker = new Worker(new URL("table.js", import.meta.url), { type: "module" });
    this.worker.onmessage = ({ data }) => take(data);
    // An event without a message: a file of the worker did not load.
    this.worker.onerror = ({ message }) => {
      this.worker = null;
      take({ failed: message || "table.js: not loaded" });
    };
    this.watch();
    addEventListener("pagehide", () => this.isHere && leaveMark());
    addEventListener("pageshow", takeMark); // the same page again
    navigator.serviceWorker?.addEventListener("message", ({ data }) => {
      this.notCached = data.unkept; // by service.js
    });
    try {
      const files = Object.fromEntries(await Promise.all(FIRST.map(loaded)));
      this.post({ open: { steal: this.isHere, files } });
      return take({});
    } catch (error) {
      return take({ failed: /** @type {Error} */ (error).message });
    }
  }

  /** @param {string | ToTable} message */
  post(message) {
    this.worker?.postMessage(message);
  }

  // Tell the worker whether somebody watches: without a watcher an idle table rests.
  watch() {
    let watched = true;
    /** @type {number | undefined} */
    let timer;
    /** @param {boolean} now */
    const tell = (now) => {
      if (now !== watched) this.post({ watched: now });
      watched = now;
    };
    const note = () => {
      clearTimeout(timer);
      tell(document.visibilityState === "visible");
      timer = setTimeout(() => tell(false), IDLE_MS);
    };
    for (const kind of ["pointermove", "pointerdown", "keydown", "wheel"])
      addEventListener(kind, note);
    document.addEventListener("visibilitychange", note);
    note();
  }

  // Keep the page, so that it works without a network.
  async cachePage() {
    const { serviceWorker } = navigator;
    if (!serviceWorker || this.state.keeps === "forbidden") {
      this.notCached = "never";
      return;
    }
    this.kept = await serviceWorker.register(new URL("service.js", import.meta.url), {
      updateViaCache: "none", // the server says which version is the newest
    });
  }

  // Starts the newer version of the page, if one waits; else null.
  get update() {
    const newer = this.kept?.waiting;
    const { serviceWorker } = navigator;
    if (!newer || !serviceWorker.controller) return null;
    return () => {
      this.isRestarting = true;
      serviceWorker.addEventListener("controllerchange", () => location.reload());
      newer.postMessage("use");
    };
  }

  // Start the page again.
  restart() {
    this.isRestarting = true;
    location.reload();
  }

  // Take the table from another tab that has it.
  takeOver() {
    this.isHere = true;
    this.restart();
  }

  // Resolves to the tools for a real board on USB.
  tools() {
    return import("./realboard.js");
  }

  /**
   * @template {keyof TabState} Kind
   * @param {ToTable} request
   * @param {Kind} kind
   * @returns {Promise<Required<TabState>[Kind]>}
   */
  ask(request, kind) {
    this.post(request);
    return new Promise((resolve) =>
      this.waiting.set(kind, /** @type {(value: unknown) => void} */ (resolve)),
    );
  }

  // Open the room around the table at a broker's WebSocket, or close it: "".
  /** @param {string} at */
  host(at) {
    this.post({ host: at });
  }

  // Resolves to the answer of the room to a request of its host.
  /** @param {object} request */
  askRoom(request) {
    return this.ask({ ask: request }, "asked");
  }

  // Load the files of a game of the gallery; resolves to whether they came.
  /** @param {string} name */
  more(name) {
    return this.ask({ more: name }, "more");
  }

  // Resolves to all kept files, {name: bytes}.
  save() {
    return this.ask({ save: true }, "files");
  }

  // Replace all kept files by these, and start again with them; or resolve to the reason why that
  // is impossible.
  /** @param {Record<string, Uint8Array>} files */
  async restore(files) {
    const why = await this.ask({ restore: files }, "restored");
    if (!why) this.restart();
    return why;
  }
}

/** @param {string} name */
async function loaded(name) {
  const answer = await fetch(new URL(name, import.meta.url));
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  return [name, await answer.blob()];
}

// Load the rest of the page after the table's files, since the table takes longest to start.
function showPage() {
  const texts = document.createElement("link");
  const href = `texts/${document.documentElement.lang}.json`;
  Object.assign(texts, { rel: "preload", as: "fetch", crossOrigin: "", href });
  document.head.append(texts);
  // @ts-expect-error: bundle.py joins it
  return import("./main.js");
}

// A page that leaves with the table marks its tab: the next page there takes the table, even from
// the worker of the page before, which may end its step later. No page keeps the mark, since a tab
// that is duplicated would bring it along, and take the table from the first.
function leaveMark() {
  try {
    sessionStorage.setItem(HAS, "");
  } catch {} // the browser keeps nothing
}

// Remove the mark; returns whether it was there.
function takeMark() {
  try {
    const isMarked = sessionStorage.getItem(HAS) !== null;
    sessionStorage.removeItem(HAS);
    return isMarked;
  } catch {
    return false; // the browser keeps nothing
  }
}

export const tab = new Tab();
export const frame = null; // a seat's page has another carrier

/**
 * @param {(text: string) => void} hear
 * @param {(there: boolean) => void} reach
 */
export function connect(hear, reach) {
  tab.open(hear, reach);
  return (/** @type {string} */ text) => {
    tab.post(text);
    return !tab.state.elsewhere && !tab.state.failed && !tab.state.lacks;
  };
}
