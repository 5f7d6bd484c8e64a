// Carries the room around the table of this tab to a broker, as sim/seats/far.py does on a desk.
// sim/seats/tabroom.py decides which messages count, and what far devices get.

import { open } from "../seats/page/mqtt.js";
import { contextInRun, keyFrom, seal, unseal } from "../seats/page/sealed.js";

const RETRY_MS = [300, 1000, 3000, 8000];
const NOTHING = new Uint8Array(0);

const utf8 = new TextEncoder();

export class FarRoom {
  // `room` is a TabRoom, `at` the WebSocket of a broker. `heard()` is called after each message of
  // a device, `reach(boolean)` when the broker comes and goes.
  /**
   * @param {any} room
   * @param {string} at
   * @param {{heard: () => void, reach: (there: boolean) => void}} options
   */
  constructor(room, at, { heard, reach }) {
    this.about = () => JSON.parse(room.about());
    this.hear = room.hear; // each access would make another proxy
    this.refuse = room.refuse;
    this.renew = room.renew;
    this.at = at;
    this.heard = heard;
    this.reach = reach;
    this.name = this.about().name;
    this.tries = 0;
    this.isClosed = false;
    this.run = ""; // the run that the broker knows
    /** @type {any} */
    this.line = null;
    this.queue = Promise.resolve(); // seals and unseals in turn
    this.start();
  }

  /** @param {...string} parts */
  topic(...parts) {
    return ["leyboard", this.name, ...parts].join("/");
  }

  start() {
    if (this.isClosed) return;
    this.line = open(this.at, {
      topics: [this.topic("up", "+"), this.topic("end", "+")],
      will: { topic: this.topic("host"), data: NOTHING, retain: true },
      ready: () => {
        this.tries = 0;
        this.tellRun();
        this.reach(true);
      },
      hear: (topic, data) => {
        this.queue = this.queue.then(() => this.take(topic, data));
      },
      gone: () => {
        this.reach(false);
        if (this.isClosed) return;
        this.renew();
        setTimeout(() => this.start(), RETRY_MS[Math.min(this.tries++, RETRY_MS.length - 1)]);
      },
    });
  }

  // Publish the run of this host; the broker keeps it.
  tellRun() {
    this.run = this.about().run;
    this.line.publish(this.topic("host"), utf8.encode(this.run), true);
  }

  /**
   * @param {string} topic
   * @param {Uint8Array<ArrayBuffer>} data
   */
  async take(topic, data) {
    const [, , kind, whom] = topic.split("/");
    const { run, longest, tokens } = this.about();
    let text;
    try {
      const sealedFor = kind === "up" ? contextInRun(topic, run) : topic;
      text = JSON.stringify(await unseal(await keyFrom(tokens[whom]), sealedFor, data, longest));
    } catch {
      text = null; // a message of another room or run
    }
    if (this.isClosed) return;
    if (text === null) this.refuse();
    else this.hear(kind, whom, text);
    this.heard();
  }

  // Send the `messages` that TabRoom.take returned.
  /** @param {[session: string, secrets: string[], message: string][]} messages */
  send(messages) {
    if (this.about().run !== this.run) this.tellRun();
    for (const [session, secrets, message] of messages) {
      const topic = this.topic("down", session);
      this.queue = this.queue.then(async () =>
        this.line.publish(topic, await seal(await keyFrom(...secrets), topic, message)),
      );
    }
  }

  // Tell that the host has gone, and leave the broker.
  close() {
    this.isClosed = true;
    this.queue = this.queue.then(() => {
      this.line.publish(this.topic("host"), NOTHING, true);
      this.line.close();
    });
  }
}
