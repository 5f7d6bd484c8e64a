// The actions without pieces that people can take now: the display's question, the game's
// controls, or a button for each action; after the end, a look back and a rematch.
//
// The controls of a game (games/NAME.js) are called with
//   view, own, board   what everybody knows, what the seat knows, the board's geometry
//   seat, lays         who acts, and whether a piece may be laid instead
//   actions, many      the words of all that lays nothing on the board; the first words of those
//                      that are too many to list
//   text(words)        how the display says such an action
//   act(words)         takes an action
//   onlyDecline        why the seat can only decline an offer, "" if there is none or it can accept
//   declineAll()       declines the offer and all further ones of this turn
//   choose(title, actions, text)  lets people pick one of several, by such texts
// and return elements, or undefined for the buttons.

import { endOfGame, isOver } from "./ending.js";
import { isKeyTaken, enabledControls, moveByArrows, passFocus } from "../common/focus.js";
import { say } from "../common/notices.js";
import { controls } from "../pieces/pieces.js";
import { ignoreInput, acceptInput } from "../common/repeat_guard.js";
import { setHidden, updateContent, replaceContent } from "../common/dom_update.js";
import { html } from "../common/elements.js";
import { hasText, phrase, plain, capitalize } from "../texts/words.js";

const FEW = 6; // actions of a kind that get a button each
const small = matchMedia("(max-width: 640px), (max-height: 760px)"); // there a kind of two has one
const OTHERS_MS = 700; // how long new controls, of another seat or of the end, ignore input

export class ActionButtons {
  // `reply(number)` answers the question of the display, `act(seat, words)` takes an action,
  // `declineAll(seat)` declines the offers of a turn, `choose(title, actions, done, text)` asks
  // for one, `rematch()`, if there is one, begins the same again, and `results()` shows those of all
  // games; `log()`, if there is one, has the events of the game, `leaveExample()` ends a played
  // example, and `go(n)` looks back at the table after n actions; `review()` and `better(one)`, if
  // given, are the `review` and the `show` of score_chart.js; `note()`, if given, is what stands below
  // the end; `focus()` takes the focus if the focused element is gone.
  /**
   * @param {HTMLElement} element
   * @param {ActionButtonsOptions} options
   */
  constructor(
    element,
    {
      reply,
      act,
      declineAll,
      choose,
      rematch,
      results,
      leaveExample,
      log,
      go,
      review,
      better,
      note,
      focus,
    },
  ) {
    this.element = element;
    this.reply = reply;
    this.act = act;
    this.declineAll = declineAll;
    this.choose = choose;
    this.rematch = rematch;
    this.results = results;
    this.leaveExample = leaveExample;
    this.log = log ?? (() => []);
    this.go = go;
    this.review = review ?? (() => undefined);
    this.better = better;
    this.note = note ?? (() => []);
    this.form = this.built = this.asked = "";
    this.left = false; // did keys answer here last, until the focus went with the answers?
    this.focus = () => {
      this.left = true;
      focus();
    };
    /** @type {string | undefined} */
    this.whose = undefined;
    moveByArrows(element);
    for (const kind of ["keydown", "pointerdown"])
      addEventListener(kind, () => (this.left = false), true);
    addEventListener("keydown", (event) => {
      if (event.key === "0" && !isKeyTaken(event)) enabledControls(element)[0]?.focus();
      if (/^[1-9]$/.test(event.key) && !event.repeat && !isKeyTaken(event))
        this.answer(Number(event.key) - 1);
    });
  }

  // Answer the open question, if it takes answers now.
  /** @param {number} number */
  answer(number) {
    if (this.element.classList.contains("ignores-input")) return;
    /** @type {HTMLElement | null} */
    const button = this.element.querySelector(`[data-key="answer ${number}"]`);
    button?.click();
  }

  // `mine` has the private knowledge and the actions of the seat in front (see main.js), null
  // while its hand is covered.
  /**
   * @param {State} state
   * @param {BoardFacts} board
   * @param {number} front
   * @param {Mine | null} mine
   */
  show(state, board, front, mine) {
    const form = JSON.stringify([
      state.asking,
      state.view?.actions,
      state.view?.game,
      front,
      mine,
      state.given_up,
      state.example,
      state.wanted,
      state.count,
      state.open.length > 0,
      this.review(),
    ]);
    if (form === this.form) return;
    this.form = form;
    const content = [...this.content(state, board, front, mine), ...this.wayOut(state)];
    const ended = isOver(state) && !state.asking;
    this.element.classList.toggle("ended", ended);
    this.element.classList.toggle("asks", !!state.asking);
    setHidden(this.element, !content.length);
    // Actions of others change nothing here while the question stays: an unfinished bid remains.
    const known =
      mine?.seat === front ? [mine.view, mine.choices.actions, mine.choices.many] : null;
    const built = JSON.stringify([front, known, ...content.map((one) => one.outerHTML)]);
    if (built === this.built) return;
    this.built = built;
    // A review changes every few seconds: people can click its unchanged parts meanwhile.
    (ended ? updateContent : replaceContent)(this.element, content, this.focus);
    // The reader does the step of an example on the board: a repeated Enter must not leave the
    // example.
    if (state.example && !state.asking && this.element.contains(document.activeElement))
      this.focus();
    const whose = JSON.stringify([front, isOver(state), state.set_out]);
    if (this.whose !== undefined && whose !== this.whose) {
      ignoreInput(this.element, OTHERS_MS);
      // The result and the buttons below it come into sight, wherever people look.
      if (ended) this.element.querySelector(".afterwards")?.scrollIntoView({ block: "nearest" });
    }
    this.whose = whose;
    this.announceQuestion(state.asking);
  }

  hide() {
    this.element.hidden = true;
    this.form = "";
  }

  // Say a new question to screen readers, and bring it into sight. If somebody answered the last
  // question by keys and has done nothing since, put the focus there again.
  /** @param {Question | null} asking */
  announceQuestion(asking) {
    const title = capitalize(asking?.title ?? "");
    if (title && title !== this.asked) {
      say(title);
      this.element.scrollIntoView({ block: "nearest" });
    }
    this.asked = title;
    if (asking && this.left) passFocus(enabledControls(this.element)[0]);
  }

  // Take a clicked action, once.
  /** @param {() => Promise<Answer> | undefined} act */
  async take(act) {
    ignoreInput(this.element);
    const answer = await act();
    if (!answer?.ok) acceptInput(this.element);
  }

  /**
   * @param {State} state
   * @param {BoardFacts} board
   * @param {number} front
   * @param {Mine | null} mine
   */
  content(state, board, front, mine) {
    const { view, asking } = state;
    if (asking) return this.question(asking);
    if (isOver(state)) {
      return [
        html(
          "div",
          { class: "result", id: "result" },
          ...endOfGame(state, {
            rematch: this.rematch && (() => this.take(() => this.rematch?.())),
            results: this.results,
            log: this.log(),
            go: this.go ?? (() => {}),
            review: this.review(),
            show: this.better ?? (() => {}),
          }),
          ...this.note(),
        ),
      ];
    }
    if (!view) return [];
    if (mine?.seat !== front || !view.current.includes(front)) return [];
    const { texts } = mine.choices;
    const isOffered = (/** @type {Word} */ word) =>
      !state.example || state.wanted.includes(`${word}`);
    const actions = mine.choices.actions.filter(([word]) => isOffered(word));
    const many = mine.choices.many.filter(isOffered);
    if (!actions.length && !many.length) return [];
    /** @type {ControlsContext} */
    const now = {
      view,
      own: mine.view,
      board,
      seat: front,
      lays: state.open.length > 0,
      actions,
      many,
      text: (words) => capitalize(texts[mine.choices.actions.indexOf(words)]),
      act: (words) => this.take(() => this.act(front, words)),
      onlyDecline: mine.choices.only_decline,
      declineAll: () => this.take(() => this.declineAll(front)),
      choose: (title, some, text) => this.choose(title, some, now.act, text),
    };
    return controls(now) ?? [heading(now), ...buttons(now)];
  }

  // The button that ends an example while its reader must act; the questions of an example have
  // their own.
  /** @param {State} state */
  wayOut({ example, asking, rotating }) {
    if (!example || (asking && !rotating)) return [];
    const leave = () => this.take(this.leaveExample ?? (() => {}));
    const words = capitalize(phrase("example leave"));
    return [html("div", { class: "choices" }, button(words, "example leave", leave))];
  }

  /** @param {Question} options */
  question({ title, answers, index }) {
    const head = title ? [html("h2", {}, capitalize(title))] : [];
    if (!answers.length) {
      return [...head, html("p", {}, phrase("click or turn"))];
    }
    return [
      ...head,
      html(
        "div",
        { class: "choices" },
        ...answers.map((text, i) =>
          html(
            "button",
            {
              type: "button",
              "data-key": `answer ${i}`,
              "aria-pressed": i === index,
              "aria-keyshortcuts": i < 9 ? i + 1 : null,
              onclick: () => this.take(() => this.reply?.(i)),
            },
            capitalize(text),
          ),
        ),
      ),
    ];
  }
}

/** @param {Pick<ControlsContext, "seat" | "lays">} options */
export function heading({ seat, lays }) {
  return html("h2", {}, phrase(lays ? "may also" : "may", seat));
}

// Buttons for actions: one each, or one for many that begin with the same word. `names` replaces
// the names of some first words.
/**
 * @param {Pick<ControlsContext, "actions" | "act" | "choose" | "text">} options
 * @param {Record<string, string>} [names]
 */
export function buttons({ actions, act, choose, text }, names = {}) {
  const kinds = new Map();
  for (const words of actions) kinds.set(words[0], [...(kinds.get(words[0]) ?? []), words]);
  const made = [];
  for (const [word, some] of kinds) {
    const name = names[word] ?? called(word);
    if (some.length > (small.matches ? 1 : FEW)) {
      made.push(button(`${name} …`, word, () => choose(name, some, text)));
      continue;
    }
    for (const words of some) {
      made.push(button(words.length > 1 ? text(words) : name, plain(words), () => act(words)));
    }
  }
  return made.length ? [html("div", { class: "choices" }, ...made)] : [];
}

// The name of a kind of action: the window's own, or else that of the display's menu.
/** @param {string} word */
function called(word) {
  const key = [`button ${word}`, `menu ${word}`, `do ${word}`].find(hasText);
  return capitalize(key ? phrase(key) : plain(word));
}

/**
 * @param {string} text
 * @param {string} key
 * @param {() => unknown} onclick
 */
export function button(text, key, onclick) {
  return html("button", { type: "button", "data-key": key, onclick }, text);
}
