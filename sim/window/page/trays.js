// Trays: a dish of pieces for each seat and one for what belongs to nobody, with the scores.

import { draw, pieceName } from "./pieces.js";
import { html, svg } from "./svg.js";
import { seatName, upper } from "./words.js";

const MANY = 9; // kinds of pieces that lie close together in a dish

export class Trays {
  // `act(seat)` and `look(seat)` are called where a seat wants to choose an action, or to see its
  // hand.
  constructor(element, hand, { act, look }) {
    Object.assign(this, { element, hand, act, look });
    this.stacks = new Map(); // by "seat/name"
    this.form = "";
  }

  // Forget the drawings of pieces.
  forget() {
    this.form = "";
  }

  // Show the box of the game, [{uid, name, seat, at}], and the state of the table.
  show(tags, state) {
    const seats = state?.view?.seats ?? 0;
    const kinds = new Map();
    for (const tag of tags) {
      const key = `${tag.seat}/${tag.name}`;
      if (!kinds.has(key)) kinds.set(key, []);
      kinds.get(key).push(tag);
    }
    const form = [seats, ...kinds.keys()].join();
    if (form !== this.form) {
      this.form = form;
      this.build(seats, kinds);
    }
    for (const [key, all] of kinds) this.fill(this.stacks.get(key), all);
    this.heads?.forEach((head, seat) => this.score(head, seat, state));
  }

  build(seats, kinds) {
    this.stacks.clear();
    this.heads = [];
    const dishes = new Map();
    for (const key of kinds.keys()) {
      const seat = Number(key.split("/")[0]);
      if (!dishes.has(seat)) dishes.set(seat, []);
      dishes.get(seat).push(this.stack(key));
    }
    for (let seat = 0; seat < seats; seat++) if (!dishes.has(seat)) dishes.set(seat, []);
    // The far seats first, then what is shared, and seat 0 nearest, as around a table.
    const order = [...dishes.keys()].sort((a, b) => rank(b, seats) - rank(a, seats));
    this.element.replaceChildren(...order.map((seat) => this.tray(seat, dishes.get(seat))));
    this.hand.places = this.hand.places.filter((place) => place.at !== "");
    for (const tray of this.element.children) this.hand.places.push({ element: tray, at: "" });
  }

  tray(seat, stacks) {
    const head = html("header", {});
    if (seat >= 0) {
      const parts = {
        name: html("h2", {}, seatName(seat)), who: html("span", { class: "who" }),
        points: html("output", { class: "points", "aria-label": `${seatName(seat)}'s score` }),
        act: html("button", { type: "button", hidden: true, onclick: () => this.act(seat),
          title: "What this seat may do now" }, "Act"),
        look: html("button", { type: "button", hidden: true, onclick: () => this.look(seat),
          title: "What only this seat may see" }, "Hand"),
      };
      head.append(html("i", { class: "lamp" }), html("div", {}, parts.name, parts.who),
        html("div", { class: "tools" }, parts.look, parts.act), parts.points);
      this.heads[seat] = { head, ...parts };
    } else {
      head.append(html("h2", { class: "shared" }, "For everybody"));
    }
    return html("section", { class: "tray", "data-seat": seat,
      "aria-label": seat < 0 ? "Pieces for everybody" : `${seatName(seat)}'s pieces` },
    head, html("div", { class: stacks.length > MANY ? "dish many" : "dish",
      hidden: !stacks.length }, ...stacks));
  }

  stack(key) {
    const [seat, name] = [Number(key.slice(0, key.indexOf("/"))), key.slice(key.indexOf("/") + 1)];
    const stack = { seat, name, left: html("b", {}) };
    const behind = [2, 1].map((depth) =>
      svg("g", { class: `behind b${depth}` }, draw(name, seat)));
    stack.button = html("button", { type: "button", class: "stack" },
      svg("svg", { viewBox: "-50 -50 100 100", "aria-hidden": "true" },
        ...behind, draw(name, seat)), stack.left);
    stack.button.addEventListener("pointerdown", (event) => {
      if (stack.top) this.hand.grab(stack.top, event);
    });
    stack.button.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      if (this.hand.held || !stack.top) return;
      this.hand.pick(stack.top, "keys");
      this.hand.board.focus();
      this.hand.over(this.hand.board.current.name);
    });
    this.stacks.set(key, stack);
    return stack.button;
  }

  fill(stack, all) {
    const here = all.filter((tag) => tag.at === "");
    [stack.top] = stack.here = here;
    stack.left.textContent = here.length;
    stack.button.dataset.left = Math.min(here.length, 3);
    stack.button.setAttribute("aria-disabled", !here.length);
    stack.button.setAttribute("aria-label",
      `${upper(pieceName(stack.name, stack.seat))}, ${here.length} left`);
    stack.button.title = `${pieceName(stack.name, stack.seat)}: ${here.length} left`;
  }

  // Focus the stack of a piece, where the keyboard took it from.
  focus(tag) {
    this.stacks.get(`${tag.seat}/${tag.name}`)?.button.focus();
  }

  // A piece that lies in the trays, another one than `tag`.
  spare(name, tag) {
    return this.stacks.get(`${tag.seat}/${name}`)?.here.find(({ uid }) => uid !== tag.uid);
  }

  // The rectangle of the stack that a piece belongs to.
  place(tag) {
    return this.stacks.get(`${tag.seat}/${tag.name}`)?.button.getBoundingClientRect();
  }

  score({ head, who, points, act, look }, seat, state) {
    const { view, players, secret, given_up: givenUp } = state;
    const turn = !view.result && !givenUp && view.current.includes(seat);
    head.parentElement.classList.toggle("turn", turn);
    head.parentElement.classList.toggle("won", !!view.result?.[0].includes(seat));
    act.hidden = !turn || players[seat] !== "human";
    look.hidden = players[seat] !== "human" || !secret.includes(seat);
    points.textContent = view.scores[seat];
    who.textContent = players[seat] === "human" ? (turn ? "to play" : "") : players[seat];
  }
}

function rank(seat, seats) {
  return seat === 0 ? 0 : seat < 0 ? 0.5 : seats - seat + 1;
}
