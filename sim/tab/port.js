// The bytes of a board on USB, by Web Serial.

export const PICO = 0x2e8a; // USB vendor number of Raspberry Pi
const BAUD = 115200; // USB ignores it
const TAKE_MS = 5000; // for the other side to accept data

// The port went away, or takes no bytes.
export class PortClosedError extends Error {
  name = "PortClosedError";
}

export class Port {
  /** @type {ReadableStreamDefaultReader<Uint8Array>} */
  reader;
  /** @type {WritableStreamDefaultWriter<Uint8Array>} */
  writer;

  /** @param {SerialPort} port */
  constructor(port) {
    this.port = port;
    /** @type {Uint8Array[]} */
    this.came = [];
    this.isOpen = false;
    this.isStopped = false; // does nobody want what comes?
    this.wake = () => {};
  }

  async open() {
    await this.port.open({ baudRate: BAUD });
    // Without this signal a Pico assumes that nobody listens.
    await this.port.setSignals({ dataTerminalReady: true }).catch(() => {});
    this.isOpen = true;
    this.writer = this.port.writable.getWriter();
    this.ended = this.listen();
  }

  // Take bytes until the port is closed or goes away, when it has no stream any more. After an
  // error of the line it has another stream.
  async listen() {
    /** @type {ReadableStream | null} */
    let last = null;
    while (this.port.readable && this.port.readable !== last && this.isOpen) {
      last = this.port.readable;
      this.reader = last.getReader();
      try {
        while (true) {
          const { value, done } = await this.reader.read();
          if (done) {
            this.isOpen = false;
            break;
          }
          this.came.push(value);
          this.wake();
        }
      } catch {
        // it was unplugged, or bytes were lost
      }
      this.reader.releaseLock();
    }
    this.isOpen = false;
    this.wake();
  }

  /** @param {Uint8Array<ArrayBuffer>} bytes */
  async write(bytes) {
    /** @type {number | undefined} */
    let timer;
    const late = new Promise((_, reject) => {
      timer = setTimeout(reject, TAKE_MS);
    });
    try {
      await Promise.race([this.writer.write(bytes), late]);
    } catch {
      this.isOpen = false;
      throw new PortClosedError();
    } finally {
      clearTimeout(timer);
    }
  }

  // Resolve to the bytes that have come, none after `ms` of silence.
  /** @param {number} ms */
  async read(ms) {
    const end = performance.now() + ms;
    while (!this.came.length || this.isStopped) {
      if (!this.isOpen || this.isStopped) throw new PortClosedError();
      const left = end - performance.now();
      if (left <= 0) return new Uint8Array();
      await new Promise((resolve) => {
        this.wake = () => resolve(undefined);
        setTimeout(resolve, left);
      });
    }
    return this.came.shift() ?? new Uint8Array();
  }

  // End the wait for bytes.
  stop() {
    this.isStopped = true;
    this.wake();
  }

  // Put back bytes that were read but belong to the next reader.
  /** @param {Uint8Array} bytes */
  unread(bytes) {
    if (bytes.length) this.came.unshift(bytes);
  }

  // Close a port that went away, too, because browsers may return the same port again.
  async close() {
    const isGone = () => {};
    await this.reader?.cancel().catch(isGone);
    await this.ended;
    this.writer?.releaseLock();
    await this.port.close().catch(isGone);
    this.isOpen = false;
  }
}
