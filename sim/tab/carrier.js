// Carries the messages of the page to the table in its own worker (table.js), and back.

const TAKES = "leyboard.takes"; // set while the page starts again to take the table over
const IDLE_MS = 60_000; // after so long nobody watches the lights

class Tab {
  constructor() {
    this.worker = new Worker(new URL("table.js", import.meta.url), { type: "module" });
    this.told = {}; // what the worker said last of the tab itself
    this.listen = (_told) => {};
    /** @type {Map<string, (value: any) => void>} */
    this.waiting = new Map();
  }

  open(hear, reach) {
    const take = (data) => {
      if (typeof data === "string") return hear(data);
      for (const [kind, value] of Object.entries(data)) this.waiting.get(kind)?.(value);
      if (data.elsewhere || data.failed) reach(false);
      Object.assign(this.told, data);
      return this.listen(data);
    };
    this.worker.onmessage = ({ data }) => take(data);
    this.worker.onerror = ({ message }) => take({ failed: message });
    this.worker.postMessage({ open: { steal: sessionStorage.getItem(TAKES) !== null } });
    sessionStorage.removeItem(TAKES);
    this.watch();
  }

  // Tell whether somebody watches: while nobody does, and nothing happens, the table rests.
  watch() {
    let watched = true;
    let timer;
    const tell = (now) => {
      if (now !== watched) this.worker.postMessage({ watched: now });
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

  // Take the table from another tab that has it.
  takeOver() {
    sessionStorage.setItem(TAKES, "");
    location.reload();
  }

  ask(request, kind) {
    this.worker.postMessage(request);
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

export const tab = new Tab();

export function connect(hear, reach) {
  tab.open(hear, reach);
  return (text) => {
    tab.worker.postMessage(text);
    return !tab.told.elsewhere && !tab.told.failed;
  };
}
