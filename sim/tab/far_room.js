// Carries the room around the table of this tab to a broker, as sim/seats/far.py does on a desk.
// sim/seats/tabroom.py decides which messages count, and what far devices get.

import { RETRY_MS, open } from "../seats/page/mqtt.js";
import {
  bytesOf,
  digits,
  lineName,
  plain,
  RoomSeals,
  sessionName,
  sessionOf,
} from "../seats/page/sealed.js";

const NOTHING = new Uint8Array(0);

export class FarRoom {
  /** @type {ReturnType<typeof open>} */
  line;

  // `room` is a TabRoom, `at` the WebSocket of a broker. `heard()` is called after each message of
  // a device, `reach(boolean)` when the broker comes and goes.
  /**
   * @param {RoomInPython} room
   * @param {string} at
   * @param {{heard: () => void, reach: (there: boolean) => void}} options
   */
  constructor(room, at, { heard, reach }) {
    this.about = () => JSON.parse(room.about());
    this.room = calls(room); // each access would make another proxy
    const { secret, longest } = this.about();
    this.longest = longest;
    this.seals = new RoomSeals(bytesOf(secret), {
      token: (whom) => this.about().tokens[whom],
      isThere: this.room.isThere,
      most: longest,
    });
    this.at = at;
    this.heard = heard;
    this.reach = reach;
    this.name = this.seals.name;
    this.tries = 0;
    this.isClosed = false;
    this.queue = Promise.resolve(); // seals and unseals in turn
    this.start();
  }

  /** @param {...string} parts */
  topic(...parts) {
    return ["leyboard", this.name, ...parts].join("/");
  }

  start() {
    if (this.isClosed) return;
    const host = this.topic("host");
    this.line = open(this.at, {
      name: lineName(this.seals.secret),
      topics: [this.topic("up"), this.topic("end")],
      kept: host,
      will: { topic: host, data: NOTHING, retain: true },
      ready: () => {
        this.tries = 0;
        this.tellRun();
        this.reach(true);
      },
      hear: (topic, data) => {
        if (topic === host) return this.checkRun(data);
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

  // Publish the keys of this run; the broker keeps them.
  tellRun() {
    this.line.publish(this.topic("host"), this.seals.hello, true);
  }

  // Publish hello again if the broker keeps something else: the end of an old line of this host,
  // or somebody else, has overwritten it.
  /** @param {Uint8Array} kept */
  checkRun(kept) {
    if (digits(kept) !== digits(this.seals.hello)) this.tellRun();
  }

  // Begin another run, without devices.
  renew() {
    this.room.renew();
    this.seals.renew();
  }

  /**
   * @param {string} topic
   * @param {Uint8Array<ArrayBuffer>} data
   */
  async take(topic, data) {
    if (topic === this.topic("end")) {
      this.room.end(digits(sessionName(data)));
      return this.heard();
    }
    /** @type {Parameters<typeof this.room.hear> | null} */
    let up = null;
    try {
      if (data.length <= this.longest) up = await this.seals.unseal(data);
    } catch {
      // a message of another link or run
    }
    if (this.isClosed) return undefined;
    if (!up) this.refuse(data);
    else if (this.room.hear(...up)) {
      this.renew();
      this.tellRun();
    }
    return this.heard();
  }

  /** @param {Uint8Array<ArrayBuffer>} data */
  refuse(data) {
    const why = this.room.refuse();
    const session = sessionOf(data);
    if (session) this.line.publish(this.topic("down", session), plain(why));
  }

  // Send the `messages` that TabRoom.take returned.
  /** @param {[session: string, number: number, text: string][]} messages */
  send(messages) {
    for (const [session, number, text] of messages) {
      this.queue = this.queue.then(async () => {
        const data = await this.seals.seal(session, number, text);
        if (data) this.line.publish(this.topic("down", session), data);
      });
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

// The functions of a TabRoom.
/** @param {RoomInPython} room */
function calls({ hear, end, refuse, renew, is_there: isThere }) {
  return { hear, end, refuse, renew, isThere };
}
