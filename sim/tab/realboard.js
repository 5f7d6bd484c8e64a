// A board on USB: finds it, identifies it, and runs jobs on it.

import { TableLine } from "./line.js";
import { PortClosedError, PICO, Port } from "./port.js";
import { BoardCodeError, PROBE_MS, Prompt, NoAnswerError } from "./prompt.js";
import { sha256 } from "../seats/page/noble.js";
import { digits } from "../seats/page/sealed.js";

export { pack, unpack } from "../window/page/common/zip.js";

const HELLO_MS = 2300; // for a table that is starting
const START_MS = 15_000;
const BACK_MS = 20_000; // until a board that restarts is back
const AGAIN_MS = 500;
const FULL = /OSError: .*\b28\b/;

export const isSupported = () => "serial" in navigator;

export class RealBoard {
  constructor() {
    /** @type {Port | null} */
    this.port = null;
    /** @type {TableLine | null} */
    this.line = null;
    this.hear = (/** @type {LineEvent} */ _event) => {};
    this.lastJob = Promise.resolve(); // ends with the job that runs
    this.isClosed = false;
    this.isLeaving = false; // does the board restart after a job?
    this.worker = new Worker(new URL("tools.js", import.meta.url), { type: "module" });
  }

  // Let people choose a board, and open it. Browsers allow that only after a click. Rejects with a
  // NotFoundError if they choose none.
  async choose() {
    const { serial } = navigator;
    this.port = new Port(await serial.requestPort({ filters: [{ usbVendorId: PICO }] }));
    await this.port.open();
  }

  // Does a table run? `starts`: it may still be starting, such as after a flash.
  async hello(starts = false) {
    this.line ??= new TableLine(/** @type {Port} */ (this.port), (event) => this.hear(event));
    const end = performance.now() + (starts ? START_MS : HELLO_MS);
    while (performance.now() < end) {
      const said = await this.line.ask({ do: "hello" }, AGAIN_MS);
      if (said?.ok) return true;
    }
    return false;
  }

  // Wait for the table, if a job has restarted it. Rejects with NoAnswerError.
  async waitForTable() {
    if (!this.line && !(await this.hello(true))) throw new NoAnswerError();
  }

  // Run a job of host_tools/core/board_jobs.py, in the language of `show`; resolves to its result.
  // `show` also has say(text), moved(done, total), ask(question), which resolves to a boolean,
  // rest(ms), which resolves to whether people want to end it, keep(what), made({path: bytes}),
  // and build(profile) and archive(name), which resolve to {path: bytes}. A job for a running
  // table sends it requests; all other jobs stop the table and restart it afterwards. Rejects with
  // the error.
  /**
   * @template {string} Name
   * @param {Name} name
   * @param {object} values
   * @param {Progress} show
   * @param {boolean} [needsTable]
   * @returns {Promise<JobResult<Name>>}
   */
  runJob(name, values, show, needsTable = false) {
    const done = this.lastJob.then(() => this.begin(name, values, show, needsTable));
    this.lastJob = done.then(
      () => {},
      () => {},
    );
    return /** @type {Promise<JobResult<Name>>} */ (done);
  }

  /**
   * @param {string} name
   * @param {object} values
   * @param {Progress} show
   * @param {boolean} needsTable
   */
  async begin(name, values, show, needsTable) {
    if (this.isClosed) throw new PortClosedError();
    if (needsTable) {
      await this.waitForTable();
      return this.carryOut(name, values, show, null);
    }
    await this.line?.end();
    this.line = null;
    const prompt = new Prompt(/** @type {Port} */ (this.port));
    try {
      await prompt.enter();
    } catch (error) {
      if (this.isClosed) await this.leave(prompt);
      throw error;
    }
    try {
      return await this.carryOut(name, values, show, prompt);
    } finally {
      const { serial } = navigator;
      const there = await serial.getPorts();
      await this.leave(prompt);
      if (this.port?.isOpen) await this.reopenPort(there);
      else await this.port?.close();
    }
  }

  // Restart the board, even if people have closed the dialog meanwhile.
  /** @param {Prompt} prompt */
  async leave(prompt) {
    this.isLeaving = true;
    prompt.port.isStopped = false;
    await prompt.leave().catch(() => {}); // it was unplugged
    this.isLeaving = false;
  }

  /**
   * @param {string} name
   * @param {object} values
   * @param {Progress} show
   * @param {import("./prompt.js").Prompt | null} prompt
   */
  async carryOut(name, values, show, prompt) {
    let done = 0;
    let total = 0;
    /** @param {string} code @param {number} [quiet] */
    const run = async (code, quiet) => {
      try {
        return await /** @type {Prompt} */ (prompt).run(code, quiet);
      } catch (error) {
        if (!(error instanceof BoardCodeError)) throw error;
        throw FULL.test(error.message) ? new BoardCodeError("full") : error;
      }
    };
    /** @type {Record<string, (value: never) => unknown>} */
    const answers = {
      run,
      /** @param {string} code */
      probe: (code) => run(code, PROBE_MS),
      /** @param {{do: string}} request */
      link: async (request) => {
        const answer = await this.line?.ask(request);
        if (!answer) throw this.isOpen() ? new NoAnswerError() : new PortClosedError();
        return answer;
      },
      say: show.say,
      note: show.say,
      ask: show.ask,
      rest: show.rest,
      keep: show.keep ?? (() => {}),
      /** @param {number} bytes */
      total: (bytes) => {
        total = bytes;
        show.moved(0, total);
      },
      /** @param {number} bytes */
      sent: (bytes) => {
        done += bytes;
        show.moved(done, total);
      },
      unfinished: () => {},
      /** @param {string} profile */
      shared: async (profile) =>
        (await fetch(new URL(`boards/${profile}/shared.json`, import.meta.url))).json(),
      /** @param {[name: string, source: string]} module */
      compile: async (module) => (await import("./boards/compiler.js")).compile(...module),
    };
    /** @type {JobMessage} */
    let message = { begin: [name, values, show.language] };
    while (true) {
      if (this.isClosed) throw new PortClosedError();
      /** @type {JobRequest} */
      const [kind, value, files] = await this.decide(message);
      if (files) show.made(files);
      if (kind === "done") return value;
      if (kind === "failed") throw new Error(String(value));
      if (kind === "build" || kind === "archive")
        message = { files: await show[kind]?.(String(value)) };
      else message = { answer: await answers[kind](/** @type {never} */ (value)) };
    }
  }

  /**
   * @param {JobMessage} message
   * @returns {Promise<JobRequest>}
   */
  decide(message) {
    return new Promise((resolve, reject) => {
      this.worker.onmessage = ({ data }) => resolve(data);
      this.worker.onerror = ({ message: why }) => reject(new Error(why));
      this.worker.postMessage(message);
    });
  }

  // Open the port again: it goes away for a moment while the board restarts, and may come back as
  // another one. `there` are the ports before that: the other ones belong to other boards.
  /** @param {SerialPort[]} there */
  async reopenPort(there) {
    const end = performance.now() + BACK_MS;
    const { serial } = navigator;
    const mine = /** @type {Port} */ (this.port).port;
    const { usbProductId } = mine.getInfo();
    await this.port?.close();
    while (performance.now() < end && !this.isClosed) {
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS)); // it takes a moment to go away
      for (const port of await serial.getPorts()) {
        if (port.getInfo().usbProductId !== usbProductId) continue;
        if (port !== mine && there.includes(port)) continue;
        this.port = new Port(port);
        try {
          await this.port.open();
          return;
        } catch {
          await this.port.close(); // not yet
        }
      }
    }
  }

  isOpen() {
    return this.port?.isOpen ?? false;
  }

  // Ask the running table; see TableLine.
  /** @param {object} request */
  ask(request) {
    return this.line?.ask(request) ?? null;
  }

  // Release the board; the job that runs ends at once, and its board restarts.
  async close() {
    this.isClosed = true;
    if (!this.isLeaving) this.port?.stop();
    await this.lastJob;
    await this.line?.end();
    await this.port?.close();
    this.worker.terminate();
  }
}

// Join MicroPython's image for the Pico, a File that people choose, and a board's firmware into
// one image; resolves to its bytes, rejects with an error text in this language.
/**
 * @param {string} profile
 * @param {File} base
 * @param {string} language
 */
export async function image(profile, base, language) {
  const tools = new RealBoard();
  try {
    /** @type {JobMessage} */
    let message = { begin: ["image", { profile, name: base.name }, language] };
    while (true) {
      const [kind, value, made] = await tools.decide(message);
      if (kind === "done") return /** @type {FilesByPath} */ (made)["/leyboard.uf2"];
      if (kind === "failed") throw new Error(String(value));
      const files = await unzipped(`boards/${value}/files.bin`);
      message = {
        files: { "/base": new Uint8Array(await base.arrayBuffer()), "/files": files },
      };
    }
  } finally {
    await tools.close();
  }
}

/** @param {string} name */
async function unzipped(name) {
  const { ok, body } = await fetch(new URL(name, import.meta.url));
  if (!ok || !body) throw new Error(`${name} is missing`);
  const data = new Response(body.pipeThrough(new DecompressionStream("gzip")));
  return new Uint8Array(await data.arrayBuffer());
}

// Return the firmware for a board, {path on the board: bytes}, from the folder. Its files can come
// from two versions: some kept and some new, or while somebody copies the folder to its server.
/**
 * @param {string} profile
 * @param {RequestCache} [cache]
 * @returns {Promise<FilesByPath>}
 */
export async function build(profile, cache = "default") {
  /** @param {string} path */
  const get = async (path) => {
    const name = `boards/${profile}${path}`;
    const answer = await fetch(new URL(name, import.meta.url), { cache });
    if (!answer.ok) throw new Error(`${name} is missing`);
    return new Uint8Array(await answer.arrayBuffer());
  };
  /** @type {Record<string, string>} */
  const sums = JSON.parse(new TextDecoder().decode(await get("/flashed.json")));
  const paths = Object.keys(sums);
  const files = await Promise.all(paths.map(get));
  const found = files.map(digest);
  if (paths.every((path, n) => !sums[path] || sums[path] === found[n]))
    return Object.fromEntries(paths.map((path, n) => [path, files[n]]));
  if (cache === "reload") throw new Error(`boards/${profile} has files of two versions`);
  return build(profile, "reload");
}

// Return the SHA-256 of bytes in hex, as host_tools/core/files.py does.
/** @param {Uint8Array<ArrayBuffer>} bytes */
function digest(bytes) {
  return digits(sha256(bytes));
}
