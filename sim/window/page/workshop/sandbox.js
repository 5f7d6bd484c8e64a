// A frame that reaches nothing, and the worker in it that runs a game of others
// (sim/tab/workshop). Whatever comes out of it is untrusted: `guard.js` looks at it first.

import { html } from "../common/elements.js";

const PAGE = "workshop/sandbox.html";
// The worker's modules, in the order in which they import each other, by the names that they use.
const MODULES = [
  ["micropython.js", "./micropython.js"],
  ["python.js", "../python.js"],
  ["workshop/shut.js", "./shut.js"],
  ["workshop/worker.js", ""],
];
const FILES = ["micropython.bin", "table.bin", "games.bin", "workshop.bin"];
const LOOK_MS = 500;
const MOST_PER_S = 400; // messages
const MOST_TEXT_PER_S = 8e6; // characters
const LONGEST_WHY = 300;
// A slow or busy computer, on which interpreters take long to start, gets as many times that.
const STARTS = 5;
const LONGEST_START_MS = 10_000;

/** @type {Promise<object> | undefined} */
let loading;
/** @type {Sandbox} The last one, which starts while the one before runs its rules. */
let newest;

// Files that each frame gets, loaded once.
function parts() {
  loading ??= load().catch((error) => {
    loading = undefined; // the next frame tries again
    throw error;
  });
  return loading;
}

async function load() {
  const modules = MODULES.map(async ([path, name]) => [name, await (await loaded(path)).text()]);
  const files = FILES.map(async (name) => [name, await (await loaded(name)).blob()]);
  return {
    modules: await Promise.all(modules),
    files: Object.fromEntries(await Promise.all(files)),
  };
}

/** @param {string} path */
async function loaded(path) {
  const answer = await fetch(path);
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer;
}

export class Sandbox {
  // `hear(said)` gets what the worker tells, unchecked; `end(why)` is called once, if the worker
  // fails by itself, or does not answer for `patience` ms, or longer where its own start or that of
  // the newest takes long ("hung").
  /**
   * @param {(said: unknown) => void} hear
   * @param {(why: string) => void} end
   * @param {number} patience
   */
  constructor(hear, end, patience) {
    this.hear = hear;
    this.onEnd = end;
    this.patience = patience;
    this.filled = 0; // when the frame got its parts
    this.started = 0; // when its interpreter was there
    this.asked = 0; // when the last ping went out that is not answered yet
    this.since = 0; // the second in which messages are counted
    this.count = 0;
    this.length = 0;
    const { port1, port2 } = new MessageChannel();
    this.port = port1;
    this.port.onmessage = ({ data }) => this.take(data);
    /** @type {() => void} */
    let ready = () => {};
    /** @type {Promise<void>} */
    this.isReady = new Promise((resolve) => {
      ready = resolve;
    });
    this.ready = ready;
    // Its policy is its own; the attribute alone gives it an origin that nobody shares.
    this.frame = html("iframe", { sandbox: "allow-scripts", hidden: true, "aria-hidden": "true" });
    this.frame.addEventListener("load", () => this.fill(port2), { once: true });
    this.fail = (/** @type {MessageEvent} */ { source, data }) => {
      if (source === this.frame.contentWindow) this.finish(whyOf(data));
    };
    addEventListener("message", this.fail);
    this.frame.src = PAGE;
    document.body.append(this.frame);
    newest = this;
  }

  /** @param {MessagePort} port */
  async fill(port) {
    try {
      const all = await parts();
      this.filled = performance.now();
      this.frame.contentWindow?.postMessage(all, "*", [port]);
    } catch (error) {
      this.finish(/** @type {Error} */ (error).message);
    }
  }

  /** @param {{ready?: unknown, pong?: unknown, failed?: unknown, said?: unknown}} data */
  take(data) {
    if (this.isFlood(data?.said)) {
      this.finish("unusable");
      return;
    }
    if (data?.ready && !this.timer) {
      this.ready();
      this.started = performance.now();
      this.timer = setInterval(() => this.look(), LOOK_MS);
    }
    if (data?.pong) this.asked = 0;
    if (data?.failed !== undefined) this.finish(whyOf(data));
    else if (data?.said !== undefined) this.hear(data.said);
  }

  // Is that more in a second than any table tells?
  /** @param {unknown} said */
  isFlood(said) {
    const second = Math.floor(performance.now() / 1000);
    if (second !== this.since) [this.since, this.count, this.length] = [second, 0, 0];
    this.count += 1;
    this.length += typeof said === "string" ? said.length : 0;
    return this.count > MOST_PER_S || this.length > MOST_TEXT_PER_S;
  }

  // Return how many ms its interpreter has taken to start, so far.
  startMs() {
    if (!this.filled) return 0;
    return Math.min((this.started || performance.now()) - this.filled, LONGEST_START_MS);
  }

  // Return for how many ms it need not answer.
  patienceNow() {
    return Math.max(this.patience, STARTS * Math.max(this.startMs(), newest.startMs()));
  }

  // Ask whether the worker still answers. A page that nobody sees is not waited for.
  look() {
    const now = performance.now();
    if (document.visibilityState !== "visible") this.asked &&= now;
    else if (!this.asked) {
      this.asked = now;
      this.port.postMessage({ ping: now });
    } else if (now - this.asked > this.patienceNow()) this.finish("hung");
  }

  /** @param {object} message */
  post(message) {
    this.port.postMessage(message);
  }

  /** @param {string} why */
  finish(why) {
    if (!this.frame.isConnected) return;
    this.end();
    this.onEnd(why);
  }

  // End the worker with its frame, whatever it does.
  end() {
    this.started ||= performance.now(); // one that is ended keeps nobody waiting
    clearInterval(this.timer);
    removeEventListener("message", this.fail);
    this.port.close();
    this.frame.remove();
  }
}

/** @param {{failed?: unknown}} data */
function whyOf(data) {
  return typeof data?.failed === "string" ? data.failed.slice(0, LONGEST_WHY) : "";
}
