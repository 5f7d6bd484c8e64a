// Invites far friends to the table of this tab: the address of a broker, a link for each seat, and
// who has which seat.

import * as dialogs from "./dialog.js";
import { Roster } from "../phone/roster.js";
import { recall, remember } from "../common/preferences.js";
import { html } from "../common/elements.js";
import { phrase, capitalize } from "../texts/words.js";

const BROKER = "broker"; // remembered: its address
const OPEN = "room.open"; // remembered: is the room open?

export class Hosting {
  // `tab` is the carrier's Tab (see sim/tab/carrier.js); `showError(text)` shows an error.
  /**
   * @param {TableInTab} tab
   * @param {(text: string) => void} showError
   */
  constructor(tab, showError) {
    this.tab = tab;
    this.element = html("section", { class: "roster" });
    this.state = html("p", { role: "status" });
    this.roster = new Roster(this.element, async (verb, values) => {
      const answer = await tab.askRoom({ id: 1, do: verb, ...values });
      if (!answer.ok) showError(answer.why);
    });
    /** @type {TabRoomFacts | null} */
    this.room = null; // the worker's latest about it, which takes a moment to come
    this.isOpen = false;
  }

  // Open the room again if it was open when the page closed.
  start() {
    if (recall(OPEN, false)) this.open(recall(BROKER, ""));
  }

  /** @param {string} broker */
  open(broker) {
    this.isOpen = true;
    this.tab.host(broker);
  }

  // Take the worker's facts of the room.
  /** @param {TabRoomFacts | null} room */
  takeRoom(room) {
    this.room = room;
    if (!room) return;
    this.state.textContent = phrase(room.there ? "room is open" : "room seeks broker");
    const { seats, host } = room;
    if (!seats || !host) return;
    const links = host.links.map((token, seat) => (token ? this.link(room, seat, token) : null));
    const watch = this.link(room, "watch", host.watch);
    this.roster.show({
      you: { whom: "host" },
      seats,
      host: { ...host, links, watch, host: undefined },
    });
  }

  /**
   * @param {TabRoomFacts} room
   * @param {number | string} whom
   * @param {string} token
   */
  link({ name, at }, whom, token) {
    const parts = new URLSearchParams({ room: name, at, whom: String(whom), token });
    return { url: `${new URL("seat.html", document.baseURI)}#${parts}` };
  }

  show() {
    if (!this.isOpen) return this.ask();
    if (!this.room) this.state.textContent = phrase("room opens");
    return dialogs.open(
      phrase("invite"),
      [html("div", { class: "body", tabindex: -1 }, this.state, this.element)],
      {
        buttons: [[capitalize(phrase("menu close"))], [phrase("close room"), () => this.close()]],
        wide: true,
      },
    );
  }

  // Ask for the broker's address, and open the room.
  ask() {
    const broker = html("input", {
      name: BROKER,
      type: "url",
      required: true,
      pattern: "wss?://.+",
      placeholder: "wss://broker.example/mqtt",
      value: recall(BROKER, ""),
    });
    dialogs.open(
      phrase("invite"),
      [
        html(
          "div",
          { class: "body" },
          html("p", {}, phrase("invite why")),
          dialogs.field(phrase("broker"), broker, phrase("broker why")),
        ),
      ],
      {
        buttons: [
          [
            phrase("open room"),
            (data) => {
              remember(BROKER, data.get(BROKER));
              remember(OPEN, true);
              this.open(String(data.get(BROKER)));
            },
          ],
        ],
      },
    );
  }

  close() {
    remember(OPEN, false);
    this.isOpen = false;
    this.tab.host("");
  }
}
