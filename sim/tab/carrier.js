// Carries the messages of the page to the table in its own worker (table.js), and back; and knows
// what only a table in a tab has: other tabs, what is kept, newer versions.

const TAKES = "leyboard.takes"; // set while the page starts again to take the table over
const IDLE_MS = 60_000; // after so long nobody watches the lights
const NEEDS = ["DecompressionStream", "indexedDB", "WebAssembly", "Worker"];

class Tab {
  constructor() {
    /** @type {Worker | null} */
    this.worker = null;
    /** @type {Record<string, any>} */
    this.told = {}; // what the worker said last of the tab itself
    this.listen = (_told) => {};
    /** @type {Map<string, (value: any) => void>} */
    this.waiting = new Map();
    /** @type {(() => void) | null} */
    this.update = null; // uses a newer version that is there
  }

  open(hear, reach) {
    const take = (data) => {
      if (typeof data === "string") return hear(data);
      for (const [kind, value] of Object.entries(data)) this.waiting.get(kind)?.(value);
      if (data.elsewhere || data.failed || data.lacks) reach(false);
      Object.assign(this.told, data);
      return this.listen(data);
    };
    const lacks = NEEDS.filter((name) => !(name in globalThis));
    if (lacks.length) return take({ lacks: lacks.join(", ") });
    this.worker = new Worker(new URL("table.js", import.meta.url), { type: "module" });
    this.worker.onmessage = ({ data }) => take(data);
    this.worker.onerror = ({ message }) => take({ failed: message });
    this.post({ open: { steal: recalled() } });
    this.watch();
    return undefined;
  }

  post(message) {
    this.worker?.postMessage(message);
  }

  // Tell whether somebody watches: while nobody does, and nothing happens, the table rests.
  watch() {
    let watched = true;
    let timer;
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

  // Keep the page for times without a network, once the table is there.
  async install() {
    const { serviceWorker } = navigator;
    if (!serviceWorker) return; // the page is not on https: it needs its server
    const there = await serviceWorker.register(new URL("service.js", import.meta.url));
    const wait = () => {
      if (!there.waiting || !serviceWorker.controller) return;
      this.update = () => {
        serviceWorker.addEventListener("controllerchange", () => location.reload());
        there.waiting?.postMessage("use");
      };
    };
    wait();
    there.addEventListener("updatefound", () =>
      there.installing?.addEventListener("statechange", wait),
    );
  }

  // Take the table from another tab that has it.
  takeOver() {
    sessionStorage.setItem(TAKES, "");
    location.reload();
  }

  // Resolves to what is needed for a real board on USB.
  tools() {
    return import("./realboard.js");
  }

  ask(request, kind) {
    this.post(request);
    return new Promise((resolve) => this.waiting.set(kind, resolve));
  }

  // Resolves to all that is kept, {name: bytes}.
  save() {
    return this.ask({ save: true }, "files");
  }

  // Put these files in the place of all that is kept, and start again with them.
  async restore(files) {
    await this.ask({ restore: files }, "restored");
    location.reload();
  }
}

// Did this page start again to take the table over?
function recalled() {
  try {
    const takes = sessionStorage.getItem(TAKES) !== null;
    sessionStorage.removeItem(TAKES);
    return takes;
  } catch {
    return false; // the browser keeps nothing
  }
}

export const tab = new Tab();

export function connect(hear, reach) {
  let isNew = true;
  tab.open((text) => {
    if (isNew) tab.install().catch(reportError);
    isNew = false;
    hear(text);
  }, reach);
  return (text) => {
    tab.post(text);
    return !tab.told.elsewhere && !tab.told.failed && !tab.told.lacks;
  };
}
