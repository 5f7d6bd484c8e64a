// The page for a phone: a seat's hand and actions, with a small board above. Watchers use the same
// page, and so does the host, who also sees who has which seat. It speaks docs/seats.md.

import { Advice } from "./phone/advice.js";
import { Board } from "./board/board.js";
import { Deeds } from "./panel/action_buttons.js";
import * as dialogs from "./dialogs/dialog.js";
import { isOver } from "./panel/ending.js";
import { Laying } from "./phone/phone_placement.js";
import { link, tab } from "./link.js";
import { dress } from "./common/theme.js";
import { hand as handOf, outcomes, purse, act as sentence, use } from "./pieces/pieces.js";
import { hide, keep, mark, write } from "./common/dom_update.js";
import { Roster } from "./phone/roster.js";
import { awake, buzz, credentials } from "./phone/device.js";
import { by, html } from "./common/elements.js";
import { makeTextures } from "./board/textures.js";
import { callSeats, language, list, phrase, seatName, speak, upper } from "./texts/words.js";

const FEW = 3; // facts about a seat beside its points
const GLOWS = ["500c06", "0a1c50", "064018", "503208"]; // lights of the places, by seat

dress();
makeTextures();
document.body.classList.toggle("framed", tab !== null);

/** @type {RoomFacts} */
const facts = /** @type {any} */ ({}); // the room's latest, by kind
const mine = tab ?? credentials();
/** @type {any} */
let pending = null; // an action without an answer, to be sent again
let asked = false; // was the seat asked to act before?
let said = 0; // the number of the last phrase shown
let declining = -1; // the seat whose offers this seat declines for the rest of the turn
let why = ""; // why the room refused this device

const finger = {
  held: null,
  over: () => {},
  use: (/** @type {string} */ name) => laying.tap(name),
  narrow: () => {},
};
const board = new Board(by("spots"), by("light"), by("halo"), finger, () => {});
const laying = new Laying(by("laying"), by("confirm"), {
  act,
  show: light,
  would: async (words) => (advised() ? advice.would(words) : ""),
});
const advice = new Advice(by("idea"), {
  ask: (verb, values) => link.ask(verb, values),
  complain,
  suggest: (words) => laying.suggest(words),
});
const deeds = new Deeds(by("deeds"), {
  reply: undefined,
  act: (_seat, words) => act(words),
  declineAll: () => {
    declining = facts.state.view?.table?.turn ?? -1;
    return act(["decline"]);
  },
  choose: dialogs.choose,
  rematch: undefined,
  log: undefined,
  go: undefined,
  review: undefined,
  better: undefined,
  focus: () => by("deeds").focus(),
});
const roster = new Roster(by("roster"), (verb, values) => tellRoom(verb, values));

// ---- the room -----------------------------------------------------------------------------------

let last = speak(tab?.language || language()).catch(reportError);
link.start(
  (told) => {
    last = last.then(() => take(/** @type {Partial<RoomFacts>} */ (told))).catch(reportError);
  },
  (there) => {
    if (there) last = last.then(join).catch(reportError);
    else by("lost").hidden = false; // until the room has answered
  },
  () => phrase("out of reach"),
);

async function join() {
  if (!mine.token) {
    why = phrase("no link");
    by("lost").hidden = link.isThere;
    return show();
  }
  const answer = await link.ask("join", { token: mine.token, key: mine.key });
  by("lost").hidden = link.isThere;
  why = answer.ok ? "" : upper(answer.why);
  if (answer.ok && pending) await deliver();
  return show();
}

/** @param {Partial<RoomFacts>} told */
async function take(told) {
  const { board: place, ...rest } = told;
  Object.assign(facts, rest);
  if (told.you && !told.you.whom) why = phrase("seat freed");
  if (told.game) await use(facts.game, facts.game.drawn);
  if (place) fit(place);
  show();
}

// Draw the board, if it is another one: the room sends it again after each broken line.
let drawn = "";
/** @param {BoardFacts} place */
function fit(place) {
  const form = JSON.stringify(place);
  if (form === drawn) return;
  drawn = form;
  facts.board = place; // the drawing adds its elements to it
  board.fit(place);
}

// Take an action for the seat; send it again until the room answers.
/** @param {Words} words */
async function act(words) {
  pending = { words, moment: facts.mine?.moment ?? 0 };
  return deliver();
}

async function deliver() {
  const answer = await link.ask("act", pending);
  if (!answer.ok && !link.isThere) {
    show(); // what it waits for; `join` sends it again
    return answer;
  }
  pending = null;
  if (!answer.ok) complain(answer.why);
  if (facts.state) show();
  return answer;
}

/**
 * @param {string} verb
 * @param {object} [values]
 */
async function tellRoom(verb, values = {}) {
  const answer = await link.ask(verb, values);
  if (!answer.ok) complain(answer.why);
  return answer;
}

// ---- what is shown ------------------------------------------------------------------------------

const seat = () => (/^\d$/.test(facts.you?.whom) ? Number(facts.you.whom) : -1);

function show() {
  const { state, you } = facts;
  const within = !!you?.whom && !why;
  document.body.dataset.seat = String(seat());
  hide(by("frame"), !within || !state?.view);
  hide(by("more"), !within || seat() < 0 || tab !== null); // it is for rooms
  hide(by("hint"), !within || !may() || !advised());
  advice.follow(may() ? (facts.mine?.moment ?? 0) : -1);
  mark(document.body, "data-whom", within ? (seat() < 0 ? you.whom : "seat") : "none");
  if (!within || !state) return without();
  callSeats(state.names ?? []);
  write(by("me"), seat() >= 0 ? seatName(seat()) : phrase(`here ${you.whom}`));
  write(by("title"), facts.game ? phrase(`title ${facts.game.name}`) : "");
  status();
  display();
  points();
  board.print(state.view, facts.board);
  laying.take(may() ? facts.mine : undefined);
  light();
  hand();
  showDeeds();
  story();
  roster.show(facts);
  notes();
  call();
  return undefined;
}

// The room refused this device: show why, and nothing else.
function without() {
  write(by("me"), phrase("brand"));
  write(by("title"), "");
  write(by("status"), why);
  for (const part of ["own", "latest", "points"]) by(part).replaceChildren();
  for (const part of ["roster", "laying", "deeds", "note", "confirm"]) hide(by(part), true);
}

// May the seat of this page act now?
function may() {
  return seat() >= 0 && !facts.you.left && facts.state.view?.current.includes(seat());
}

// May this page ask for hints?
const advised = () => tab === null && facts.seats?.hints;

function status() {
  const { state, seats } = facts;
  const called = state.asked.includes(seat()) && !facts.you.left;
  const away = state.asked.filter(
    (one) => seats.seats[one]?.by === "phone" && !seats.seats[one].here,
  );
  const text = pending
    ? phrase("sending")
    : state.problem && seat() >= 0 && !isOver(state)
      ? upper(state.problem)
      : called
        ? phrase("your turn")
        : away.length
          ? phrase("waits for phone", list(away.map(seatName)))
          : upper(state.line);
  write(by("status"), text);
  by("status").classList.toggle("mine", called && !state.problem);
  by("status").classList.toggle("wrong", !!state.problem && !isOver(state));
}

// What a real table says on its display.
function display() {
  hide(by("display"), !facts.display);
  keep(
    by("display"),
    (facts.display ?? []).map((/** @type {string} */ line) => html("p", {}, line)),
  );
}

function points() {
  const { view } = facts.state;
  keep(
    by("points"),
    (view?.scores ?? []).map((score, one) =>
      html(
        "li",
        { "data-seat": one, class: facts.state.asked.includes(one) ? "asked" : "" },
        html("span", {}, seatName(one)),
        html("b", {}, score),
        html(
          "small",
          {},
          purse(/** @type {View} */ (view), one)
            .slice(0, (view?.seats ?? 0) > 2 ? 1 : FEW)
            .map(([what, value]) => `${what} ${value}`)
            .join(", "),
        ),
      ),
    ),
  );
}

function hand() {
  const own = facts.mine?.own;
  const { view } = facts.state;
  const shown = own && view ? handOf(own, view, grip()) : [];
  keepHand(shown);
}

// A tap chooses a piece of the hand, such as a domino.
function grip() {
  return {
    /**
     * @param {string} name
     * @param {Event} event
     */
    grab: (name, event) => {
      event.preventDefault();
      laying.pick(name);
    },
    take: (/** @type {string} */ name) => laying.pick(name),
    names: {},
  };
}

let held = "";
/** @param {Element[]} content */
function keepHand(content) {
  const form = content.map((one) => one.outerHTML).join();
  if (form === held) return;
  held = form;
  by("own").replaceChildren(...content);
}

function showDeeds() {
  const { state } = facts;
  const { actions = [], texts = [], many = [], lays = [], own } = facts.mine ?? {};
  if (declining >= 0 && state.view?.table?.turn !== declining) declining = -1;
  if (declining >= 0 && !pending && actions.some(([word]) => word === "decline")) {
    act(["decline"]);
    return;
  }
  deeds.show(
    { ...state, asking: null, open: lays.length ? [""] : [], count: [], set_out: 0 },
    facts.board,
    seat(),
    may()
      ? {
          form: "",
          seat: seat(),
          view: own,
          names: {},
          deeds: { actions, texts, many, spots: [], only_decline: "" },
        }
      : null,
  );
}

function lastAction() {
  const found = facts.log?.findLast(({ event }) => event === "action");
  return /** @type {Action | undefined} */ (found);
}

// What happened last, in a line.
function story() {
  const event = lastAction();
  if (!event) return write(by("latest"), "");
  const told = outcomes(event.ev).slice(0, 2);
  return write(by("latest"), [`${seatName(event.by)} ${sentence(event.do)}`, ...told].join(". "));
}

function notes() {
  const { you, state } = facts;
  const plain = location.protocol === "http:" && location.hostname !== "localhost";
  const text = you.left
    ? phrase("seat is left")
    : plain && !/^127\./.test(location.hostname) && !state.view?.actions
      ? phrase("plain http")
      : "";
  write(by("note"), text);
  hide(by("note"), !text);
}

// Light places as the table does, and where something may be laid, and show what lies there, and what would.
function light() {
  if (!facts.board || !facts.state?.view) return;
  const { lit: names, ghosts } = laying;
  const lit = new Set(names);
  const frame = Array(facts.board.pixels).fill("000000");
  const colour = GLOWS[seat()] ?? "000000";
  facts.board.spots.forEach((spot, place) => {
    const real = facts.lights?.[place] ?? 0;
    const shown = real || !lit.has(spot.name) ? real.toString(16).padStart(6, "0") : colour;
    for (const [pixel] of spot.pixels) frame[pixel] = shown;
  });
  board.open = lit;
  board.fits = names.length ? names : null;
  board.light.show(frame.join(""));
  board.lay([
    ...(facts.pieces ?? []).filter(({ at }) => !ghosts.some((ghost) => ghost.at === at)),
    ...ghosts.map((ghost) => ({ uid: "ghost", name: ghost.face, ...ghost })),
  ]);
  const event = lastAction();
  board.recall(event ? event.do : []);
}

// Call people who look elsewhere when they are to act or somebody speaks.
function call() {
  const now = facts.state.asked.includes(seat()) && !facts.you.left;
  if (now && !asked) buzz();
  asked = now;
  document.title = [now ? phrase("your turn") : "", phrase("brand")].filter(Boolean).join(" – ");
  const { said: phraseSaid, offer } = facts.seats;
  if (phraseSaid && phraseSaid[0] > said) {
    if (said || phraseSaid[1] !== seat()) {
      toast(`${seatName(phraseSaid[1])}: ${phrase(`says ${phraseSaid[2]}`)}`);
    }
    said = phraseSaid[0];
  }
  if (offer?.waits.includes(seat()) && !by("dialog").open) askBack(offer.by);
}

/** @param {number} from */
async function askBack(from) {
  buzz();
  const yes = await dialogs.sure(
    [phrase("back asked", from), phrase("back means")],
    phrase("agree"),
  );
  tellRoom("back", { yes });
}

// ---- what fingers do ----------------------------------------------------------------------------

by("spots").addEventListener("pointerdown", (event) => {
  const spot = board.meant(event.clientX, event.clientY);
  if (spot) laying.tap(spot.name);
});

by("more").addEventListener("click", () => {
  /**
   * @param {string} text
   * @param {() => void} done
   * @param {string} key
   */
  const button = (text, done, key) =>
    html(
      "button",
      {
        type: "button",
        "data-key": key,
        onclick: () => {
          by("dialog").close();
          done();
        },
      },
      text,
    );
  const { left, phrases } = facts.you;
  dialogs.open(phrase("more"), [
    html(
      "div",
      { class: "body menu" },
      button(phrase("ask back"), () => tellRoom("back"), "back"),
      button(
        phrase(left ? "take seat" : "leave seat"),
        () => tellRoom(left ? "take" : "leave"),
        "leave",
      ),
      html("p", {}, phrase("say to all")),
      html(
        "div",
        { class: "phrases" },
        ...phrases.map((word) =>
          button(phrase(`says ${word}`), () => tellRoom("say", { phrase: word }), word),
        ),
      ),
    ),
  ]);
});

by("hint").addEventListener("click", () => advice.hint(facts.mine?.moment ?? 0));

/** @param {string} text */
function complain(text) {
  toast(upper(text));
}

/** @type {number | undefined} */
let toasts;
/** @param {string} text */
function toast(text) {
  by("toast").textContent = text;
  by("toast").classList.add("shown");
  clearTimeout(toasts);
  toasts = setTimeout(() => by("toast").classList.remove("shown"), 4200);
}

awake(() => link.isThere && mine.token && link.ask("see"));
