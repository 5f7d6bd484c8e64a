// The WebSocket to the table: facts come in by kind, requests get one answer each. It opens as soon
// as this file is there, which does not wait for the rest of the page.

const RETRY_MS = [300, 600, 1200, 2500];

class Link {
  constructor() {
    /** @type {Map<number, (answer: Answer) => void>} */
    this.waiting = new Map();
    this.next = 1;
    this.tries = 0;
    /** @type {Partial<Facts>[]} */
    this.early = []; // facts that came before `start`
    /** @type {(facts: Partial<Facts>) => void} */
    this.take = (facts) => this.early.push(facts);
    /** @type {(there: boolean) => void} */
    this.reach = () => {};
    this.why = () => "";
    this.socket = this.open();
  }

  // From now on `take(facts)` is called with what the table tells at once, {kind: value, ...};
  // `reach(boolean)` when the table comes and goes. `why` says that the table is out of reach.
  start(take, reach, why) {
    this.take = take;
    this.reach = reach;
    this.why = why;
    this.early.forEach(take);
    reach(this.socket.readyState <= WebSocket.OPEN);
  }

  open() {
    const there = new URL("table", document.baseURI);
    there.protocol = there.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(there);
    socket.onopen = () => {
      this.tries = 0;
      this.reach(true);
    };
    socket.onmessage = (event) => this.hear(JSON.parse(event.data));
    socket.onclose = () => this.lost();
    return socket;
  }

  hear(message) {
    if ("id" in message) {
      this.waiting.get(message.id)?.(message);
      this.waiting.delete(message.id);
      return;
    }
    this.take(message);
  }

  lost() {
    this.reach(false);
    for (const answer of this.waiting.values()) answer({ ok: false, why: this.why() });
    this.waiting.clear();
    setTimeout(
      () => {
        this.socket = this.open();
      },
      RETRY_MS[Math.min(this.tries++, RETRY_MS.length - 1)],
    );
  }

  // Ask the table; resolves to its answer, {ok: true, ...} or {ok: false, why}.
  /** @type {Ask} */
  ask(verb, values = {}) {
    if (this.socket.readyState !== WebSocket.OPEN) {
      return Promise.resolve({ ok: false, why: this.why() });
    }
    const id = this.next++;
    this.socket.send(JSON.stringify({ id, do: verb, ...values }));
    return new Promise((resolve) => this.waiting.set(id, resolve));
  }
}

export const link = new Link();
