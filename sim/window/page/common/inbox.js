// Takes the messages of the table one after the other: its facts reach the parts of the page
// together, each of which sees all of them.

export class Inbox {
  // `facts` are the table's latest, by kind; `before(told)` is awaited once they are those of a
  // message, then `show[kind](value)` for each of its kinds; `after()` follows.
  /**
   * @param {Facts} facts
   * @param {{[Kind in keyof Facts]?: (value: Facts[Kind]) => unknown}} show
   * @param {{before: (told: Partial<Facts>) => Promise<unknown>, after: () => void}} options
   */
  constructor(facts, show, { before, after }) {
    this.facts = facts;
    this.show = /** @type {Record<string, (value: unknown) => unknown>} */ (show);
    this.before = before;
    this.after = after;
    /** @type {Promise<unknown>} */
    this.settled = Promise.resolve(); // once all messages so far are shown
  }

  // Do something in turn: drawings and texts are loaded on the way.
  /** @param {() => unknown} todo */
  add(todo) {
    this.settled = this.settled.then(todo).catch(reportError);
  }

  /** @param {Partial<Facts>} told */
  take(told) {
    this.add(() => this.tell(told));
  }

  /** @param {Partial<Facts>} told */
  async tell(told) {
    const { events, ...latest } = told;
    Object.assign(this.facts, latest);
    await this.before(told).catch(reportError);
    for (const [kind, value] of Object.entries(told)) {
      try {
        await this.show[kind]?.(value);
      } catch (error) {
        reportError(error); // and go on with the next fact
      }
    }
    this.after();
  }
}
