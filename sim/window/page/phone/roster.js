// For the host: the owners of the seats, links with QR codes, and the host's actions.

import { setHidden, updateContent, setText } from "../common/dom_update.js";
import { html, svg } from "../common/elements.js";
import { phrase, seatName, capitalize } from "../texts/words.js";

export class Roster {
  // `ask(verb, values)` asks the room.
  /**
   * @param {HTMLElement} element
   * @param {(verb: string, values?: object) => unknown} ask
   */
  constructor(element, ask) {
    this.element = element;
    this.ask = ask;
    this.form = "";
  }

  // Take the facts of the room.
  /** @param {Room} options */
  show({ host, seats, you }) {
    const seen = you?.whom === "host" && !!host && !!seats;
    setHidden(this.element, !seen);
    const form = seen
      ? JSON.stringify([host, seats.seats, seats.open, seats.hints, seats.watching])
      : "";
    if (form === this.form) return;
    this.form = form;
    const rows = seen ? seats.seats.map((row, seat) => this.row(row, seat, host.links[seat])) : [];
    updateContent(this.element, []);
    this.element.replaceChildren(...rows, ...(seen ? this.others(host, seats) : []));
  }

  /**
   * @param {RoomSeat} options
   * @param {number} seat
   * @param {RoomLink | null} link
   */
  row({ by, here }, seat, link) {
    /**
     * @param {string} key
     * @param {string} verb
     * @param {object} values
     */
    const button = (key, verb, values) =>
      html(
        "button",
        { type: "button", "data-key": `${verb} ${seat}`, onclick: () => this.ask(verb, values) },
        phrase(key),
      );
    const sits = by === "phone" && !here ? "sits away" : `sits ${by}`;
    return html(
      "article",
      { class: "place", "data-seat": seat, "data-by": by },
      html("header", {}, html("strong", {}, seatName(seat)), html("span", {}, phrase(sits))),
      ...(link?.code && by === "table" ? [coded(link), ...far(link)] : []),
      html(
        "div",
        { class: "choices" },
        ...(link && !link.code && by === "table" ? [copied(link)] : []),
        ...(by === "computer" ? [] : [button("give computer", "computer", { seat })]),
        ...(by === "table" && link ? [] : [button("free seat", "free", { seat })]),
      ),
    );
  }

  // The links for people without a seat. The host of a tab has no link: its page is the table.
  /**
   * @param {NonNullable<Room["host"]>} host
   * @param {NonNullable<Room["seats"]>} seats
   */
  others(host, seats) {
    return [this.watch(host, seats), ...(host.host === undefined ? [] : [this.own(host.host)])];
  }

  // The host's own page: there is a `link` while the page is moving to another device.
  /** @param {RoomLink | null} link */
  own(link) {
    return html(
      "article",
      { class: "place", "data-own": "" },
      html("header", {}, html("strong", {}, phrase("host page"))),
      ...(link ? [coded(link), html("p", {}, phrase("move host why"))] : []),
      html(
        "div",
        { class: "choices" },
        html(
          "button",
          {
            type: "button",
            "data-key": "renew",
            onclick: () => this.ask("renew", { whom: "host" }),
          },
          phrase("move host page"),
        ),
      ),
    );
  }

  /**
   * @param {{watch: RoomLink, refused: number}} options
   * @param {{open: boolean, hints: boolean, watching: number}} options
   */
  watch({ watch, refused }, { open, hints, watching }) {
    return html(
      "article",
      { class: "place" },
      html(
        "header",
        {},
        html("strong", {}, phrase("watch here")),
        html("span", {}, phrase("watching now", watching)),
      ),
      ...(watch.code ? [coded(watch), ...far(watch)] : []),
      html(
        "div",
        { class: "choices" },
        ...(watch.code ? [] : [copied(watch)]),
        html(
          "button",
          { type: "button", "data-key": "door", onclick: () => this.ask("door", { open: !open }) },
          phrase(open ? "close door" : "open door"),
        ),
        html(
          "button",
          {
            type: "button",
            "data-key": "hints",
            onclick: () => this.ask("hints", { yes: !hints }),
          },
          phrase(hints ? "forbid hints" : "allow hints"),
        ),
      ),
      ...(refused ? [html("p", {}, phrase("refused so far", refused))] : []),
    );
  }
}

// The link for a far player, if there is a broker.
/** @param {RoomLink} options */
function far({ far: url }) {
  return url ? [html("a", { class: "far", href: url, rel: "noreferrer" }, phrase("far link"))] : [];
}

// A button that copies a link, for devices without a camera.
/** @param {RoomLink} options */
function copied({ url }) {
  return html(
    "button",
    {
      type: "button",
      "data-link": url,
      onclick: async ({ currentTarget }) => {
        try {
          await navigator.clipboard.writeText(url);
          setText(currentTarget, phrase("copied"));
        } catch {
          setText(currentTarget, url);
        }
      },
    },
    capitalize(phrase("copy link")),
  );
}

// A link and its QR code.
/** @param {RoomLink} options */
function coded({ url, code }) {
  const { size, path } = code ?? { size: 0, path: "" };
  const box = size + 8;
  return html(
    "a",
    { class: "code", href: url, target: "_blank", rel: "noreferrer" },
    svg(
      "svg",
      { viewBox: `-4 -4 ${box} ${box}`, role: "img", "aria-label": phrase("code for camera") },
      svg("rect", { x: -4, y: -4, width: box, height: box, fill: "#fff" }),
      svg("path", { d: path, fill: "#000" }),
    ),
  );
}
