// Trays: a dish of pieces for each seat and one for shared pieces, with the scores, the public
// facts of each seat, and, in the tray in front, the private knowledge of that seat.

import { isKeyTaken } from "../common/focus.js";
import { ignoreInput } from "../common/repeat_guard.js";
import { isHere } from "../common/people.js";
import { goal, hand as handOf, left, purse, shelf } from "./pieces.js";
import { fillStack, makeStack } from "./stack.js";
import {
  orderChildren,
  setHidden,
  updateContent,
  setAttribute,
  drawIfChanged,
  setText,
} from "../common/dom_update.js";
import { html } from "../common/elements.js";
import { phrase, playerName, seatName } from "../texts/words.js";

const MANY = 9; // kinds of pieces: more lie closer together in a dish
const FEW = 2; // kinds of shared pieces that fit beside the own tray on a phone

export class Trays {
  // `reveal(seat)` is called when a seat wants to see its hand, `score(seat, more)` when its points
  // change; `mayLook(state)` says whether the seat in front needs no cover.
  /**
   * @param {HTMLElement} element
   * @param {import("./hand.js").Hand} hand
   * @param {{reveal: (seat: number) => void, score: (seat: number, more: number) => void, mayLook: (state: State) => boolean}} options
   */
  constructor(element, hand, { reveal, score, mayLook }) {
    this.element = element;
    this.hand = hand;
    this.reveal = reveal;
    this.score = score;
    this.mayLook = mayLook;
    /** @type {number | undefined} */
    this.front = undefined; // the seat whose tray is nearest
    /** @type {(Tag | undefined)[]} */
    this.offered = []; // the pieces on offer on the board
    this.forget();
    addEventListener("keydown", (event) => this.key(event));
  }

  // Forget the drawings of pieces, and all texts.
  forget() {
    /** @type {Map<string, Stack>} */
    this.stacks = new Map(); // by "seat/name"
    /** @type {Map<number, Tray>} */
    this.trays = new Map(); // by seat
  }

  // Show the box of the game, [{uid, name, seat, at}], and the state of the table. `front` is the
  // seat whose tray is nearest; `mine` is its private knowledge, null while that is covered.
  /**
   * @param {Tag[]} tags
   * @param {State} state
   * @param {number} front
   * @param {Mine | null} mine
   */
  show(tags, state, front, mine) {
    const seats = state?.view?.seats ?? 0;
    /** @type {Map<string, Tag[]>} */
    const kinds = new Map();
    for (const tag of tags) {
      const key = `${tag.seat}/${tag.name}`;
      if (!kinds.has(key)) kinds.set(key, []);
      kinds.get(key)?.push(tag);
    }
    this.build(seats, [...kinds.keys()]);
    const other = this.front !== undefined && this.front !== front;
    this.front = front;
    this.asked = !!state.asking?.answers.length;
    this.offered = shelf(state.view).map((spot) => tags.find(({ at }) => at === spot));
    for (const [key, all] of kinds) {
      const stack = this.stackOf(key);
      fillStack(stack, all, this.share(stack, state.view), front);
    }
    const isDivided = [...this.stacks.values()].some(
      (stack) => this.share(stack, state.view) !== undefined,
    );
    for (const tray of this.trays.values())
      if (tray.seat >= 0) this.head(/** @type {Required<Tray>} */ (tray), state);
    // The near pieces are those that the seat in front lays: its own, or else the shared ones,
    // unless the board offers some.
    const own = [...this.stacks.values()].some(({ seat }) => seat === front);
    const near = own || this.offered.length ? front : -1;
    for (const { seat, element, own, whose } of this.trays.values()) {
      if (whose) setText(whose, isDivided ? phrase("share of", front) : phrase("for all"));
      element.classList.toggle("front", seat === front);
      element.classList.toggle("near", seat === near);
      if (own) updateContent(own, seat === front ? this.hidden(seat, state, mine) : []);
      if (own && other && seat === front) ignoreInput(own);
    }
  }

  // Make a tray for each seat, with the stacks of these keys.
  /**
   * @param {number} seats
   * @param {string[]} keys
   */
  build(seats, keys) {
    const dishes = new Map();
    for (let seat = 0; seat < seats; seat++) dishes.set(seat, []);
    for (const key of keys) {
      const stack = this.stackOf(key);
      if (!dishes.has(stack.seat)) dishes.set(stack.seat, []);
      dishes.get(stack.seat).push(stack.button);
    }
    for (const key of this.stacks.keys()) if (!keys.includes(key)) this.stacks.delete(key);
    // The far seats first, then the shared dish, and seat 0 nearest, as around a table.
    const order = [...dishes.keys()].sort((a, b) => rank(b, seats) - rank(a, seats));
    for (const seat of order) {
      const { element, dish } = this.trayOf(seat);
      const { length } = dishes.get(seat);
      element.classList.toggle("few", seat < 0 && length <= FEW);
      dish.classList.toggle("many", length > MANY);
      setHidden(dish, !length);
      orderChildren(dish, dishes.get(seat));
    }
    for (const seat of this.trays.keys()) if (!dishes.has(seat)) this.trays.delete(seat);
    orderChildren(
      this.element,
      order.map((seat) => this.trayOf(seat).element),
    );
    this.hand.places = this.hand.places.filter((place) => place.at !== "");
    for (const { element } of this.trays.values()) this.hand.places.push({ element, at: "" });
  }

  /** @param {string} key */
  stackOf(key) {
    const stack =
      this.stacks.get(key) ??
      makeStack(
        key,
        (tag, event) => this.hand.grab(tag, event),
        (tag) => this.take(tag),
      );
    this.stacks.set(key, stack);
    return stack;
  }

  /** @param {number} seat */
  trayOf(seat) {
    const tray = this.trays.get(seat) ?? this.tray(seat);
    this.trays.set(seat, tray);
    return tray;
  }

  /**
   * @param {number} seat
   * @returns {Tray}
   */
  tray(seat) {
    const dish = html("div", { class: "dish" });
    if (seat < 0) {
      const whose = html("h2", { class: "shared", id: "shared" });
      return {
        seat,
        dish,
        whose,
        element: html(
          "section",
          { class: "tray", "data-seat": seat, "aria-labelledby": whose.id },
          html("header", {}, whose),
          dish,
        ),
      };
    }
    const who = html("span", { class: "who" });
    const points = html("output", { class: "points", "aria-label": phrase("score of", seat) });
    const bag = html("div", { class: "purse" });
    const own = html("div", { class: "own" });
    const parts = html("div", { class: "purse parts" });
    return {
      seat,
      dish,
      who,
      points,
      bag,
      own,
      parts,
      element: html(
        "section",
        { class: "tray", "data-seat": seat, "aria-label": phrase("pieces of", seat) },
        html(
          "header",
          {},
          html("i", { class: "lamp" }),
          html("div", {}, html("h2", {}, seatName(seat)), who),
          points,
        ),
        html("div", { class: "purses", tabindex: "0" }, parts, bag),
        own,
        dish,
      ),
    };
  }

  // Take a piece of the trays with the keyboard.
  /** @param {Tag | undefined} tag */
  take(tag) {
    if (this.hand.held || !tag) return;
    this.hand.pick(tag, "keys");
    this.hand.board.focus();
    if (this.hand.board.current) this.hand.over(this.hand.board.current.name);
  }

  // Keys 1 to 9 take a piece on offer on the board, in the tray in front, or else in the shared
  // dish. While a question is open they answer it (see panel/action_buttons.js).
  /** @param {KeyboardEvent} event */
  key(event) {
    const number = /^[1-9]$/.test(event.key) ? Number(event.key) : 0;
    if (!number || isKeyTaken(event) || this.asked) return;
    if (this.offered.length) {
      this.take(this.offered[number - 1]);
      return;
    }
    const mine = this.element.querySelector(".tray.front");
    const dominoes = mine ? [...mine.querySelectorAll(".domino")] : [];
    if (dominoes.length) {
      dominoes[number - 1]?.dispatchEvent(new CustomEvent("take"));
      return;
    }
    const all = [...this.stacks.values()];
    const stacks = [
      ...all.filter(({ seat }) => seat === this.front),
      ...all.filter(({ seat }) => seat < 0),
    ];
    const { top, onBoard } = stacks[number - 1] ?? {};
    this.take(top ?? (this.hand.board.open.has(onBoard?.at ?? "") ? onBoard : undefined));
  }

  // How many of a shared stack the seat in front has left; undefined if all may take them.
  /**
   * @param {Stack} stack
   * @param {View | null} view
   */
  share({ seat, name }, view) {
    return seat < 0 && view ? left(view, this.front ?? 0, name) : undefined;
  }

  // Focus the stack from which the keyboard took a piece.
  /** @param {Tag} tag */
  focus(tag) {
    this.stacks.get(`${tag.seat}/${tag.name}`)?.button.focus();
  }

  // A piece that lies in the trays, another one than `tag`.
  /**
   * @param {string} name
   * @param {Tag} tag
   */
  spare(name, tag) {
    const stack = this.stacks.get(`${tag.seat}/${name}`);
    return stack?.here.find(({ uid }) => uid !== tag.uid);
  }

  // Let the stacks of these pieces glow, and no others: those of a hint, or those of pieces that the
  // table asks for.
  /**
   * @param {"suggested" | "missing"} why
   * @param {{name: string, seat: number}[]} pieces
   */
  glow(why, pieces) {
    const keys = pieces.map(({ name, seat }) => `${seat}/${name}`);
    for (const [key, { button }] of this.stacks) button.classList.toggle(why, keys.includes(key));
  }

  // The piece of that name that lies on top of its stack.
  /**
   * @param {string} name
   * @param {number} [seat]
   */
  top(name, seat = -1) {
    return this.stacks.get(`${seat}/${name}`)?.top;
  }

  // The rectangle of the stack that a piece belongs to, or of its tray where a phone hides the dish.
  /** @param {Tag} tag */
  place(tag) {
    const stack = this.stacks.get(`${tag.seat}/${tag.name}`)?.button;
    const seen = stack?.checkVisibility() ? stack : this.trays.get(tag.seat)?.element;
    return seen?.getBoundingClientRect();
  }

  // Show the parts of the points, if there are several; return their names.
  /**
   * @param {number} seat
   * @param {Element} element
   * @param {State} options
   */
  tellParts(seat, element, { parts }) {
    const made = (parts?.[seat] ?? []).filter(([, value]) => value);
    const shown =
      made.length < 2 ? [] : made.map(([word, value]) => [phrase(`part ${word}`), value]);
    drawIfChanged(element, shown, (facts) =>
      facts.map(([what, value]) => html("span", {}, `${what} `, html("b", {}, value))),
    );
    return shown.map(([what]) => what);
  }

  /**
   * @param {Required<Tray>} tray
   * @param {State} state
   */
  head({ seat, element, who, points, bag, parts }, state) {
    const { view, players, given_up: givenUp } = state;
    if (!view) return;
    const turn = !view.result && !givenUp && view.current.includes(seat);
    element.classList.toggle("turn", turn);
    element.classList.toggle("won", !!view.result?.[0].includes(seat));
    const more = view.scores[seat] - Number(points.textContent || 0);
    if (points.textContent && more > 0) {
      this.score(seat, more);
      points.classList.remove("up");
      void points.offsetWidth; // restarts the animation
      points.classList.add("up");
    }
    setText(points, view.scores[seat]);
    const wins = goal(view) ?? null;
    setAttribute(points, "data-goal", wins);
    setAttribute(points, "title", wins === null ? null : phrase("goal", wins));
    const told = this.tellParts(seat, parts, state);
    setText(
      who,
      players[seat] === "human" ? (turn ? phrase("to play") : "") : playerName(players[seat]),
    );
    const others = purse(view, seat).filter(([what]) => !told.includes(what));
    drawIfChanged(bag, others, (facts) =>
      facts.map(([what, value, colour]) =>
        html(
          "span",
          { title: `${what}: ${value}` },
          ...(colour
            ? [
                html("i", { class: "pip", style: `background: ${colour}` }),
                html("span", { class: "what" }, `${what} `),
              ]
            : [`${what} `]),
          html("b", {}, value),
        ),
      ),
    );
  }

  // The private facts of the seat in front, or their cover.
  /**
   * @param {number} seat
   * @param {State} state
   * @param {Mine | null} own
   */
  hidden(seat, state, own) {
    if (!state.secret.includes(seat) || !isHere(state, seat)) return [];
    if (own?.seat !== seat && this.mayLook(state)) return []; // its hand is still loading
    if (own?.seat !== seat) {
      return [
        html(
          "div",
          { class: "cover" },
          phrase("pass table", seat),
          html(
            "button",
            { type: "button", "data-key": "reveal", onclick: () => this.reveal(seat) },
            phrase("show hand", seat),
          ),
        ),
      ];
    }
    return handOf(own.view, /** @type {View} */ (state.view), {
      grab: (name, event) => {
        const tag = this.top(name);
        if (tag) this.hand.grab(tag, event);
      },
      take: (name) => this.take(this.top(name)),
      names: own.names,
    });
  }
}

/**
 * @param {number} seat
 * @param {number} seats
 */
function rank(seat, seats) {
  return seat === 0 ? 0 : seat < 0 ? 0.5 : seats - seat + 1;
}
