// The WebSocket to the table: facts come in by kind, requests get one answer each.

import { phrase } from "./words.js";

const RETRY_MS = [300, 600, 1200, 2500];

export class Link {
  // `take(facts)` is called with what the table tells at once, {kind: value, ...}; `reach(boolean)`
  // when the table comes and goes.
  constructor(take, reach) {
    this.take = take;
    this.reach = reach;
    this.waiting = new Map();
    this.next = 1;
    this.tries = 0;
    this.open();
  }

  open() {
    const there = new URL("table", document.baseURI);
    there.protocol = there.protocol === "https:" ? "wss:" : "ws:";
    this.socket = new WebSocket(there);
    this.socket.onopen = () => {
      this.tries = 0;
      this.reach(true);
    };
    this.socket.onmessage = (event) => this.hear(JSON.parse(event.data));
    this.socket.onclose = () => this.lost();
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
    for (const answer of this.waiting.values()) {
      answer({ ok: false, why: phrase("out of reach") });
    }
    this.waiting.clear();
    setTimeout(() => this.open(), RETRY_MS[Math.min(this.tries++, RETRY_MS.length - 1)]);
  }

  // Ask the table; resolves to its answer, {ok: true, ...} or {ok: false, why}.
  ask(verb, values = {}) {
    if (this.socket.readyState !== WebSocket.OPEN) {
      return Promise.resolve({ ok: false, why: phrase("out of reach") });
    }
    const id = this.next++;
    this.socket.send(JSON.stringify({ id, do: verb, ...values }));
    return new Promise((resolve) => this.waiting.set(id, resolve));
  }

}
