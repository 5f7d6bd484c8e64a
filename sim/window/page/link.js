// The link to the table: it gets facts by kind, and one answer to each request. It opens as soon as
// this file is loaded, before the rest of the page.

import { connect } from "./carrier.js";

export { frame, tab } from "./carrier.js";

class Link {
  constructor() {
    /** @type {Map<number, (answer: Answer) => void>} */
    this.waiting = new Map();
    this.next = 1;
    this.isThere = true;
    /** @type {Partial<Facts>[]} */
    this.early = []; // facts that came before `start`
    /** @type {(facts: Partial<Facts>) => void} */
    this.take = (facts) => this.early.push(facts);
    /** @type {(there: boolean) => void} */
    this.reach = () => {};
    this.why = () => "";
    this.send = connect(
      (text) => this.hear(JSON.parse(text)),
      (there) => this.reached(there),
    );
  }

  // From now on `take(facts)` gets each message of facts, {kind: value, ...}, and `reach(boolean)`
  // is called when the table comes and goes. `why` is the text for a table out of reach.
  /**
   * @param {(facts: Partial<Facts>) => void} take
   * @param {(there: boolean) => void} reach
   * @param {() => string} why
   */
  start(take, reach, why) {
    this.take = take;
    this.reach = reach;
    this.why = why;
    this.early.forEach(take);
    reach(this.isThere);
  }

  /** @param {Partial<Facts> | (Answer & {id: number})} message */
  hear(message) {
    if ("id" in message) {
      this.waiting.get(message.id)?.(message);
      this.waiting.delete(message.id);
      return;
    }
    this.take(message);
  }

  /** @param {boolean} there */
  reached(there) {
    this.isThere = there;
    this.reach(there);
    if (there) return;
    for (const answer of this.waiting.values()) answer({ ok: false, why: this.why() });
    this.waiting.clear();
  }

  // Ask the table; resolves to its answer, {ok: true, ...} or {ok: false, why}.
  /** @type {Ask} */
  ask(verb, values = {}) {
    const id = this.next++;
    if (!this.send(JSON.stringify({ id, do: verb, ...values }))) {
      return Promise.resolve({ ok: false, why: this.why() });
    }
    return new Promise((resolve) => this.waiting.set(id, resolve));
  }
}

export const link = new Link();
