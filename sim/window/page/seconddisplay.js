// A second display for a real table: its lights, the texts of its display, and what the seat at
// this device may see and do. It uses the requests that every host may send.

import { field, pick, select } from "./dialogs.js";
import { act } from "./pieces.js";
import { html } from "./svg.js";
import { gameTitle, inGame, named, phrase, plain, upper } from "./words.js";

const PERIOD_MS = 400;
const PUBLIC = -1;
const WIDE = 12; // places in a row of a board that is no square

export class SecondDisplay {
  // `board` is the RealBoard, `element` gets the display; `fail(error)` ends it.
  /**
   * @param {{ask: (request: object) => Promise<any>}} board
   * @param {HTMLElement} element
   * @param {(error: unknown) => void} fail
   */
  constructor(board, element, fail) {
    this.board = board;
    this.element = element;
    this.fail = fail;
    this.seat = PUBLIC;
    this.isOn = false;
    this.lights = html("div", {
      class: "real-lights",
      role: "img",
      "aria-label": phrase("lights"),
    });
    this.words = html("div", { "aria-live": "polite" });
    this.own = html("p", { class: "real-own" });
    this.deeds = html("div", { class: "choices" });
    this.who = html("div", {});
    this.shown = "";
  }

  /** @param {Hello} hello */
  async start(hello) {
    this.hello = hello;
    this.isOn = true;
    this.element.replaceChildren(this.lights, this.words, this.who, this.own, this.deeds);
    await this.refresh();
    this.go();
  }

  stop() {
    this.isOn = false;
    clearTimeout(this.timer);
  }

  go() {
    this.timer = setTimeout(async () => {
      try {
        await this.refresh();
        if (this.isOn) this.go();
      } catch (error) {
        this.stop();
        this.fail(error);
      }
    }, PERIOD_MS);
  }

  /** @param {object} request */
  async ask(request) {
    const answer = await this.board.ask(request);
    if (!answer?.ok) throw new Error(answer?.why ?? phrase("real silent"));
    return answer;
  }

  async refresh() {
    const { seat } = this;
    const state = await this.ask({ do: "state", seat });
    const { lights } = await this.ask({ do: "lights" });
    if (!this.isOn || seat !== this.seat) return;
    this.light(lights);
    const text = JSON.stringify([seat, state.view, state.display, state.line, state.problem]);
    if (text === this.shown) return;
    this.shown = text;
    await this.fill(state);
  }

  // One square a place; the first row of a square board lies nearest.
  /** @param {number[]} colours */
  light(colours) {
    const side = Math.sqrt(colours.length);
    const width = Number.isInteger(side) ? side : WIDE;
    this.lights.style.gridTemplateColumns = `repeat(${width}, 1fr)`;
    const rows = [];
    for (let at = 0; at < colours.length; at += width) rows.push(colours.slice(at, at + width));
    if (Number.isInteger(side)) rows.reverse();
    this.lights.replaceChildren(
      ...rows.flat().map((colour) => {
        const one = html("span", {});
        one.style.background = `#${colour.toString(16).padStart(6, "0")}`;
        return one;
      }),
    );
  }

  /**
   * @param {{view: View, display: string[], line: string, problem: string, asked: number[]}} options
   */
  async fill({ view, display, line, problem, asked }) {
    const { game, seats } = view;
    this.words.replaceChildren(
      html("h3", {}, upper(gameTitle({ name: game, title: game }))),
      ...[...new Set([line, problem, ...display])]
        .filter(Boolean)
        .map((text) => html("p", {}, text)),
    );
    /** @type {Pair[]} */
    const pairs = [[PUBLIC, phrase("real nobody")]];
    for (let seat = 0; seat < seats; seat += 1) pairs.push([seat, upper(named("seat", seat))]);
    const chosen = select("real-seat", pairs, this.seat);
    chosen.value = String(this.seat);
    chosen.addEventListener("change", () => (this.seat = Number(chosen.value)));
    this.who.replaceChildren(field(phrase("real seat"), chosen, phrase("real seat why")));
    const own = Object.entries(view.own).filter(([, value]) => value !== null);
    this.own.textContent = own.map(([name, value]) => `${plain(name)}: ${told(value)}`).join("; ");
    await this.offer(game, asked.includes(this.seat));
  }

  // Offer the actions of the seat at this device, by their first word.
  /**
   * @param {string} game
   * @param {boolean} isAsked
   */
  async offer(game, isAsked) {
    if (!isAsked || this.seat === PUBLIC) {
      this.deeds.replaceChildren();
      return;
    }
    const { seat } = this;
    const { actions } = await this.ask({ do: "legal", by: seat });
    /** @param {Words} words */
    const say = (words) => inGame(game, () => act(words));
    const body = html("div", {});
    const begin = () => pick(body, actions, (words) => this.take(seat, words), say);
    body.append(html("button", { type: "button", onclick: begin }, phrase("real act")));
    this.deeds.replaceChildren(body);
  }

  /**
   * @param {number} by
   * @param {Words} words
   */
  async take(by, words) {
    try {
      await this.ask({ do: "do", by, words });
    } catch (error) {
      this.fail(error);
    }
  }
}

/** @param {unknown} value */
function told(value) {
  return typeof value === "object" ? JSON.stringify(value).replaceAll('"', "") : plain(value);
}
