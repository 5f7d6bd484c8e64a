// The line protocol of a running table (docs/link.md): requests get one answer each.

const PATIENCE_MS = 10_000; // the table may be loading a game
const LONGEST = 1 << 20; // characters in a line from a table

export class TableLine {
  // `hear(event)` gets the events that the table sends by itself.
  /**
   * @param {import("./port.js").Port} port
   * @param {(event: LineEvent) => void} [hear]
   */
  constructor(port, hear = (_event) => {}) {
    this.port = port;
    this.hear = hear;
    this.next = 1;
    this.rest = "";
    /** @type {Map<number, (answer: LineAnswer | null) => void>} */
    this.waiting = new Map();
    this.isOn = true;
    this.ended = this.listen();
  }

  async listen() {
    try {
      while (this.isOn) this.take(await this.port.read(100));
    } catch {
      this.isOn = false; // it was unplugged
    }
    for (const answer of this.waiting.values()) answer(null);
  }

  /** @param {Uint8Array} bytes */
  take(bytes) {
    this.rest += Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
    const lines = this.rest.split("\n");
    this.rest = (lines.pop() ?? "").slice(-LONGEST);
    for (const line of lines) this.read(line.trim());
  }

  /** @param {string} line */
  read(line) {
    if (!line.startsWith("{")) return; // a line of its log
    let message;
    try {
      message = JSON.parse(line);
    } catch {
      return; // incomplete, such as while it restarts
    }
    const answer = this.waiting.get(message.id);
    this.waiting.delete(message.id);
    if (answer && "ok" in message) answer(message);
    else if (message.event) this.hear(message);
  }

  // Resolve to the answer, {ok: true, ...} or {ok: false, error, why}; to null if there is none.
  /**
   * @param {object} request
   * @param {number} [ms]
   */
  async ask(request, ms = PATIENCE_MS) {
    if (!this.isOn) return null;
    const id = this.next++;
    const text = `${JSON.stringify({ id, ...request })}\n`;
    const answer = new Promise((resolve) => {
      this.waiting.set(id, resolve);
      setTimeout(() => resolve(null), ms);
    });
    await this.port.write(new TextEncoder().encode(text));
    return answer;
  }

  // Release the port for another user.
  async end() {
    this.isOn = false;
    await this.ended;
  }
}
