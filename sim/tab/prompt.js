// Stops the program on a board, runs code at MicroPython's raw prompt, and starts the program
// again; by the same steps as host_tools/prompt.py and mpremote.

const STOP = "\r\x03\x03";
const RAW = "\r\x01";
const BANNER = "raw REPL; CTRL-B to exit\r\n";
const END = "\x04";
const LOOK_MS = 50;
const STOP_MS = 300; // between two Ctrl-C
const ANSWER_MS = 2400; // for a board to come to its prompt: it may just have been plugged in
const BOOT_MS = 30_000; // the longest that this waits for boot.py
const QUIET_MS = 20_000; // the longest silence while it works
export const PROBE_MS = 60_000; // the same while people turn and push its parts

// No MicroPython answers at the other end.
export class NoAnswerError extends Error {
  name = "NoAnswerError";
}

// The board says that its code failed; the text is the last line.
export class BoardCodeError extends Error {
  name = "BoardCodeError";
}

export class Prompt {
  /** @param {import("./port.js").Port} port */
  constructor(port) {
    this.port = port;
    this.canPaste = true; // does the board take code while it compiles it?
  }

  // Get the board to the raw prompt of a fresh start, from whatever it is doing.
  async enter() {
    const end = performance.now() + ANSWER_MS;
    while (!(await this.stop())) {
      if (performance.now() > end) throw new NoAnswerError();
    }
    await this.drain();
    await this.send(END); // a soft reset: memory is free, and only boot.py has run
    const ended = await this.until("soft reboot\r\n", ANSWER_MS);
    if (!ended || !(await this.until(`${BANNER}>`, BOOT_MS))) {
      await this.leave(); // never leave a board at its raw prompt
      throw new NoAnswerError();
    }
  }

  // Stop the program; resolves to whether the raw prompt is there.
  async stop() {
    await this.send(STOP);
    await this.drain();
    await this.send(RAW);
    return (await this.until(`${BANNER}>`, STOP_MS)) !== null;
  }

  // Run code, and resolve to its output; `quiet` ms is the longest silence. Rejects with
  // BoardCodeError, NoAnswerError or PortClosedError.
  /** @param {string} code */
  async run(code, quiet = QUIET_MS) {
    const bytes = new TextEncoder().encode(code);
    if (!(this.canPaste && (await this.paste(bytes)))) {
      this.canPaste = false;
      await this.port.write(bytes);
      await this.send(END);
      if (!(await this.until("OK", QUIET_MS))) throw new NoAnswerError();
    }
    const said = await this.until(END, quiet);
    const wrong = said && (await this.until(END, QUIET_MS));
    if (!wrong || !(await this.until(">", QUIET_MS))) throw new NoAnswerError();
    const error = wrong.slice(0, -1).trim();
    if (error) throw new BoardCodeError(error.slice(error.lastIndexOf("\n") + 1));
    return said.slice(0, -1);
  }

  // Send code as the board compiles it, a window at a time; resolves to false if it cannot.
  /** @param {Uint8Array<ArrayBuffer>} bytes */
  async paste(bytes) {
    await this.send("\x05A\x01");
    const answer = await this.take(2);
    if (answer !== "R\x01") {
      if (answer !== "R\x00") await this.until(`${BANNER}>`, STOP_MS); // it has not understood
      return false;
    }
    const size = await this.take(2);
    const window = size.charCodeAt(0) | (size.charCodeAt(1) << 8);
    let room = window;
    for (let at = 0; at < bytes.length; ) {
      while (!room) {
        if ((await this.take(1)) !== "\x01") {
          await this.send(END); // it stops reading: its error says why
          return true;
        }
        room += window;
      }
      const part = bytes.subarray(at, at + room);
      await this.port.write(part);
      room -= part.length;
      at += part.length;
    }
    await this.send(END);
    if (!(await this.until(END, QUIET_MS))) throw new NoAnswerError();
    return true;
  }

  // Restart the board, whatever it is doing.
  async leave() {
    if (!(await this.stop())) await this.stop();
    await this.send(`import machine\nmachine.reset()${END}`);
    await this.until("OK", LOOK_MS).catch(() => null);
  }

  /** @param {string} text */
  send(text) {
    return this.port.write(Uint8Array.from(text, (letter) => letter.charCodeAt(0)));
  }

  // Read up to a text, and no further; resolves to all text so far, null if that text did not
  // come.
  /**
   * @param {string} text
   * @param {number} ms
   */
  async until(text, ms) {
    const end = performance.now() + ms;
    let came = "";
    while (true) {
      const bytes = await this.port.read(Math.max(0, end - performance.now()));
      if (!bytes.length) return null;
      const before = came.length;
      came += latin(bytes);
      const found = came.indexOf(text, Math.max(0, before - text.length));
      if (found >= 0) {
        this.port.unread(bytes.subarray(found + text.length - before));
        return came.slice(0, found + text.length);
      }
    }
  }

  /** @param {number} count */
  async take(count) {
    let came = "";
    while (came.length < count) {
      const bytes = await this.port.read(QUIET_MS);
      if (!bytes.length) throw new NoAnswerError();
      const left = count - came.length;
      came += latin(bytes.subarray(0, left));
      this.port.unread(bytes.subarray(left));
    }
    return came;
  }

  // Drop all input until it is silent.
  async drain() {
    const end = performance.now() + 4 * LOOK_MS;
    while (performance.now() < end && (await this.port.read(LOOK_MS)).length);
  }
}

// One character for each byte: boards print ASCII, with escapes, and this code counts bytes.
/** @param {Uint8Array} bytes */
function latin(bytes) {
  return Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
}
