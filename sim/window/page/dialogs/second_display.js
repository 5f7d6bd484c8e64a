// A second display for a real table: the page of a seat (seat.html), in a frame, with the table's
// lights and the text of its display. It asks only for facts that any host on the line may have.

import { field, select } from "./dialog.js";
import { html } from "../common/elements.js";
import { language, named, phrase, capitalize } from "../texts/words.js";

const PERIOD_MS = 400;
const NOBODY = -1;

export class SecondDisplay {
  // `dialog` is the RealBoardDialog; `fail(error)` is called when it has ended.
  /**
   * @param {import("./real_board.js").RealBoardDialog} dialog
   * @param {(error: unknown) => void} fail
   */
  constructor(dialog, fail) {
    this.dialog = dialog;
    this.fail = fail;
    this.seat = NOBODY;
    this.seats = 0;
    this.isOn = false;
    this.isNew = true; // does the page in the frame know nothing yet?
    /** @type {object[]} */
    this.events = []; // of the table, since the last look
    this.lights = ""; // that were told last
    this.who = html("div", {});
    this.frame = html("iframe", { class: "real-frame", title: phrase("real watch") });
    this.frame.src = `seat.html?language=${language()}`;
    this.told = (/** @type {MessageEvent} */ event) => this.hear(event);
  }

  /**
   * @param {object} hello
   * @param {HTMLElement} element
   */
  async start(hello, element) {
    this.hello = hello;
    this.isOn = true;
    this.dialog.board.hear = (/** @type {object} */ event) => this.events.push(event);
    addEventListener("message", this.told);
    element.replaceChildren(this.who, this.frame);
    this.ask(0);
    await this.refresh();
    this.go();
  }

  stop() {
    this.isOn = false;
    clearTimeout(this.timer);
    removeEventListener("message", this.told);
  }

  go() {
    this.timer = setTimeout(async () => {
      try {
        await this.refresh();
        if (this.isOn) this.go();
      } catch (error) {
        if (!this.isOn) return;
        this.stop();
        this.fail(error);
      }
    }, PERIOD_MS);
  }

  // Look at the table, and tell the page in the frame the news.
  async refresh() {
    const { seat, isNew, events } = this;
    this.events = [];
    this.isNew = false;
    const { games, drawn } = this.dialog.hello;
    const printed = games.filter((game) => game.printed).map((game) => game.set);
    const facts = await this.dialog.runJob(
      "look",
      {
        hello: this.hello,
        pictures: { drawn, printed },
        language: language(),
        seat,
        events,
        is_first: isNew,
      },
      true,
    );
    if (!this.isOn) return;
    const lights = facts.lights.join();
    if (facts.state || lights !== this.lights) this.tell(facts);
    this.lights = lights;
    if (facts.state) this.ask(facts.state.view?.seats ?? 0);
  }

  // Ask who plays at this device, once for a game of so many seats.
  /** @param {number} seats */
  ask(seats) {
    if (seats === this.seats && this.who.firstChild) return;
    this.seats = seats;
    if (this.seat >= seats) this.seat = NOBODY;
    /** @type {Pair[]} */
    const pairs = [[NOBODY, phrase("real nobody")]];
    for (let seat = 0; seat < seats; seat += 1) pairs.push([seat, capitalize(named("seat", seat))]);
    const chosen = select("real-seat", pairs, this.seat);
    chosen.addEventListener("change", () => (this.seat = Number(chosen.value)));
    this.who.replaceChildren(field(phrase("real seat"), chosen, phrase("real seat why")));
  }

  /** @param {object} message */
  tell(message) {
    this.frame.contentWindow?.postMessage(JSON.stringify(message), location.origin);
  }

  // Answer the requests of the page in the frame, which joins and acts for its seat.
  /** @param {MessageEvent} event */
  async hear({ source, data }) {
    if (source !== this.frame.contentWindow) return;
    const { id, do: verb, words } = JSON.parse(data);
    if (verb === "join") this.isNew = true;
    const answer =
      verb === "act" && this.seat !== NOBODY
        ? await this.dialog.board.ask({ do: "do", by: this.seat, words })
        : { ok: verb === "join" || verb === "see" };
    this.tell({ ok: false, why: phrase("real silent"), ...answer, id });
  }
}
