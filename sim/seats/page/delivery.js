// Messages over a line that drops, doubles, delays and swaps some: each comes once, in its order.
// sim/seats/delivery.py is the room's end, and says how.

const AGAIN_MS = [300, 450, 600, 750, 900, 1000, 1000, 1000]; // from each try to the next
const TELL_MS = 40; // until the other end is told what came, if nothing else goes there
const MOST = 8; // messages on their way

/** @typedef {{number: number, text: string, tries: number, timer: number}} Sent */

export class Delivery {
  // `post(frame)` sends a frame, `take(text)` gets each message, and `dead()` is called when the
  // other end has not seen a message despite all repeats.
  /** @param {{post: (frame: string) => void, take: (text: string) => void, dead: () => void}} options */
  constructor({ post, take, dead }) {
    this.post = post;
    this.take = take;
    this.dead = dead;
    this.count = 0;
    /** @type {Sent[]} */
    this.unseen = [];
    /** @type {string[]} */
    this.waiting = []; // while many are on their way
    this.seen = 0; // the number of the last message that came in its order
    /** @type {Map<number, string>} */
    this.early = new Map(); // messages that came before one before them
    /** @type {number | undefined} */
    this.telling = undefined; // the timer that tells what came
  }

  /** @param {string} text */
  send(text) {
    this.waiting.push(text);
    this.fill();
  }

  fill() {
    while (this.waiting.length && this.unseen.length < MOST) {
      const text = /** @type {string} */ (this.waiting.shift());
      const one = { number: ++this.count, text, tries: 0, timer: 0 };
      this.unseen.push(one);
      this.try(one);
    }
  }

  /** @param {Sent} one */
  try(one) {
    if (one.tries === AGAIN_MS.length) return this.dead();
    one.timer = setTimeout(() => this.try(one), AGAIN_MS[one.tries++]);
    return this.tell(one.number, one.text);
  }

  tell(number = 0, text = "") {
    clearTimeout(this.telling);
    this.telling = undefined;
    this.post(JSON.stringify([number, this.seen, text]));
  }

  /** @param {string} frame */
  hear(frame) {
    const [number, seen, text] = JSON.parse(frame);
    for (const one of this.unseen) if (one.number <= seen) clearTimeout(one.timer);
    this.unseen = this.unseen.filter((one) => one.number > seen);
    if (number) this.telling ??= setTimeout(() => this.tell(), TELL_MS);
    if (number > this.seen && number <= this.seen + MOST) this.early.set(number, text);
    for (let next = this.early.get(this.seen + 1); next !== undefined; ) {
      this.early.delete(++this.seen);
      this.take(next);
      next = this.early.get(this.seen + 1);
    }
    this.fill();
  }

  close() {
    clearTimeout(this.telling);
    for (const one of this.unseen) clearTimeout(one.timer);
  }
}
