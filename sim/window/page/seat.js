// The page for a phone: a seat's hand and actions, with a small board above. Watchers use the same
// page, and so does the host, who also sees who has which seat. It speaks docs/seats.md.

import { Advice } from "./phone/advice.js";
import { Board } from "./board/board.js";
import { ActionButtons } from "./panel/action_buttons.js";
import { chooseAction } from "./dialogs/choose_action.js";
import * as dialogs from "./dialogs/dialog.js";
import { showCommitment } from "./panel/commitment.js";
import { isOver } from "./panel/ending.js";
import { showPlaytest, showQuestions } from "./panel/playtest.js";
import { speakOwn } from "./phone/language.js";
import { openMenu } from "./phone/menu.js";
import { PhonePlacement } from "./phone/phone_placement.js";
import { frame, link } from "./link.js";
import { applyTheme } from "./common/theme.js";
import { toast } from "./common/notices.js";
import { hand as handOf, outcomes, purse, actionText, loadGame } from "./pieces/pieces.js";
import {
  setHidden,
  updateContent,
  setAttribute,
  setSentence,
  setText,
} from "./common/dom_update.js";
import { Roster } from "./phone/roster.js";
import { keepAwake, buzz, credentials } from "./phone/device.js";
import { byId, html } from "./common/elements.js";
import { makeTextures } from "./board/textures.js";
import {
  setPlayerNames,
  language,
  joinNames,
  phrase,
  seatName,
  setLanguage,
  capitalize,
} from "./texts/words.js";

const FEW = 3; // facts about a seat beside its points
const LATE_MS = 400; // until an answer is late
const GLOWS = ["500c06", "0a1c50", "064018", "503208"]; // lights of the places, by seat

applyTheme();
makeTextures();
document.body.classList.toggle("framed", frame !== null);

const facts = /** @type {RoomFacts} */ ({}); // the room's latest, by kind
/** @type {{room: string, isOld?: boolean}} */
const entry = frame ?? credentials(); // what lets this page in
/** @type {{words: Words, moment: number} | null} */
let pending = null; // an action without an answer, to be sent again
let asked = false; // was the seat asked to act before?
let said = 0; // the number of the last phrase shown
let declining = -1; // the seat whose offers this seat declines for the rest of the turn
let why = ""; // why the room refused this device

const noHand = {
  held: null,
  over: () => {},
  use: (/** @type {string} */ name) => placement.tap(name),
  narrow: () => {},
};
const board = new Board(byId("spots"), byId("light"), byId("halo"), noHand, () => {});
const placement = new PhonePlacement(byId("placement"), byId("confirm"), {
  act,
  show: lightPlaces,
  preview: async (words) => (mayAskHints() ? advice.preview(words) : ""),
});
const advice = new Advice(byId("advice"), {
  ask: (verb, values) => link.ask(verb, values),
  showError: showError,
  suggest: (words) => placement.suggest(words),
});
const actionButtons = new ActionButtons(byId("actions"), {
  reply: undefined,
  act: (_seat, words) => act(words),
  declineAll: () => {
    declining = turnOf(facts.state) ?? -1;
    return act(["decline"]);
  },
  choose: chooseAction,
  rematch: undefined,
  log: undefined,
  go: undefined,
  review: undefined,
  better: undefined,
  focus: () => byId("actions").focus(),
});
const roster = new Roster(byId("roster"), (verb, values) => tellRoom(verb, values));

// ---- the room -----------------------------------------------------------------------------------

/** @type {Promise<unknown>} */
let last = (frame ? setLanguage(frame.language || language()) : speakOwn()).catch(reportError);
link.start(
  (told) => {
    last = last.then(() => take(/** @type {Partial<RoomFacts>} */ (told))).catch(reportError);
  },
  (there) => {
    if (there) last = last.then(join).catch(reportError);
    else byId("lost").hidden = false; // until the room has answered
  },
  () => phrase("out of reach"),
);

async function join() {
  if (!entry.room) {
    why = phrase(entry.isOld ? "old link" : "no link");
    byId("lost").hidden = link.isThere;
    return show();
  }
  const answer = await link.ask("join", { language: language() });
  byId("lost").hidden = link.isThere;
  why = answer.ok ? "" : answer.isStrange ? phrase("link unknown") : answer.why;
  why = capitalize(why);
  if (answer.ok && pending) await deliver();
  return show();
}

/** @param {Partial<RoomFacts>} told */
async function take(told) {
  const { board: place, ...rest } = told;
  Object.assign(facts, rest);
  if (told.you && !told.you.whom) why = phrase("seat freed");
  if (told.game) await loadGame(facts.game, facts.game.drawn);
  if (place) setBoard(place);
  show();
}

// Draw the board, if it has changed: the room also sends it again after each broken line.
let drawn = "";
/** @param {BoardFacts} place */
function setBoard(place) {
  const form = JSON.stringify(place);
  if (form === drawn) return;
  drawn = form;
  facts.board = place; // the drawing adds its elements to it
  board.setBoard(place);
}

// Take an action for the seat; send it again until the room answers.
/** @param {Words} words */
async function act(words) {
  pending = { words, moment: facts.mine?.moment ?? 0 };
  return deliver();
}

async function deliver() {
  const late = setTimeout(() => facts.state && show(), LATE_MS); // that it is still being sent
  const answer = await link.ask("act", pending ?? {});
  clearTimeout(late);
  if (!answer.ok && !link.isThere) {
    show(); // what it waits for; `join` sends it again
    return answer;
  }
  pending = null;
  if (!answer.ok) showError(answer.why);
  if (facts.state) show();
  return answer;
}

/**
 * @param {string} verb
 * @param {object} [values]
 */
async function tellRoom(verb, values = {}) {
  const answer = await link.ask(verb, values);
  if (!answer.ok) showError(answer.why);
  return answer;
}

// ---- what is shown ------------------------------------------------------------------------------

const seat = () => (/^\d$/.test(facts.you?.whom) ? Number(facts.you.whom) : -1);

function show() {
  const { state, you } = facts;
  const within = !!you?.whom && !why;
  document.body.dataset.seat = String(seat());
  setHidden(byId("frame"), !within || !state?.view);
  setHidden(byId("more"), !within || frame !== null); // it is for rooms
  setHidden(byId("hint"), !within || !mayAct() || !mayAskHints());
  advice.forgetUnless(mayAct() ? (facts.mine?.moment ?? 0) : -1);
  setAttribute(document.body, "data-whom", within ? (seat() < 0 ? you.whom : "seat") : "none");
  if (!within || !state) return showRefusal();
  setPlayerNames(state.names ?? []);
  setText(byId("me"), seat() >= 0 ? seatName(seat()) : phrase(`here ${you.whom}`));
  setText(byId("title"), facts.game ? phrase(`title ${facts.game.name}`) : "");
  showStatus();
  showDisplay();
  showPoints();
  board.print(state.view, facts.board);
  placement.take(mayAct() ? facts.mine : undefined);
  lightPlaces();
  showHand();
  showActions();
  showLastAction();
  showPlaytest(state.playtest);
  showQuestions(state.playtest, seat(), (question, value) =>
    tellRoom("answer", { question, value }),
  );
  roster.show(facts);
  showNote();
  alertOwner();
  return undefined;
}

// The room refused this device: show why, and nothing else.
function showRefusal() {
  setText(byId("me"), phrase("brand"));
  setText(byId("title"), "");
  setText(byId("status"), why);
  for (const part of ["own", "latest", "points"]) byId(part).replaceChildren();
  for (const part of ["roster", "placement", "actions", "questions", "playtest", "note", "confirm"])
    setHidden(byId(part), true);
}

// May the seat of this page act now?
function mayAct() {
  return seat() >= 0 && !facts.you.left && facts.state.view?.current.includes(seat());
}

// May this page ask for hints?
const mayAskHints = () => frame === null && facts.seats?.hints;

function showStatus() {
  const { state, seats } = facts;
  const called = state.asked.includes(seat()) && !facts.you.left;
  const away = state.asked.filter(
    (one) => seats.seats[one]?.by === "phone" && !seats.seats[one].here,
  );
  const text = pending
    ? phrase("sending")
    : state.problem && seat() >= 0 && !isOver(state)
      ? capitalize(state.problem)
      : called
        ? phrase("your turn")
        : away.length
          ? phrase("waits for phone", joinNames(away.map(seatName)))
          : capitalize(state.line);
  setSentence(byId("status"), text);
  byId("status").classList.toggle("mine", called && !state.problem);
  byId("status").classList.toggle("wrong", !!state.problem && !isOver(state));
}

// The text on a real table's display.
function showDisplay() {
  setHidden(byId("display"), !facts.display);
  updateContent(
    byId("display"),
    (facts.display ?? []).map((/** @type {string} */ line) => html("p", {}, line)),
  );
}

function showPoints() {
  const { view } = facts.state;
  updateContent(
    byId("points"),
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

function showHand() {
  const own = facts.mine?.own;
  const { view } = facts.state;
  const shown = own && view ? handOf(own, view, chooseByTap()) : [];
  replaceHand(shown);
}

// A tap chooses a piece of the hand, such as a domino.
function chooseByTap() {
  return {
    /**
     * @param {string} name
     * @param {Event} event
     */
    grab: (name, event) => {
      event.preventDefault();
      placement.pick(name);
    },
    take: (/** @type {string} */ name) => placement.pick(name),
    names: {},
  };
}

let held = "";
/** @param {Element[]} content */
function replaceHand(content) {
  const form = content.map((one) => one.outerHTML).join();
  if (form === held) return;
  held = form;
  byId("own").replaceChildren(...content);
}

// The line that says whose turn it is in a game of trade.
/** @param {State} state */
function turnOf({ view }) {
  return /** @type {{turn?: number} | undefined} */ (view?.table)?.turn;
}

function showActions() {
  const { state } = facts;
  const { actions = [], texts = [], many = [], lays = [], own } = facts.mine ?? {};
  if (declining >= 0 && turnOf(state) !== declining) declining = -1;
  if (declining >= 0 && !pending && actions.some(([word]) => word === "decline")) {
    act(["decline"]);
    return;
  }
  actionButtons.show(
    { ...state, asking: null, open: lays.length ? [""] : [], count: [], set_out: 0 },
    facts.board,
    seat(),
    mayAct()
      ? {
          form: "",
          seat: seat(),
          view: own,
          names: {},
          choices: { actions, texts, many, spots: [], only_decline: "" },
        }
      : null,
  );
}

function lastAction() {
  const found = facts.log?.findLast(({ event }) => event === "action");
  return /** @type {Action | undefined} */ (found);
}

// The last event, in a line.
function showLastAction() {
  showCommitment(facts.state.commit);
  const event = lastAction();
  if (!event) return setText(byId("latest"), "");
  const told = [...outcomes(event.ev).slice(0, 2), ...(event.why ? [event.why] : [])];
  return setText(
    byId("latest"),
    [`${seatName(event.by)} ${actionText(event.do)}`, ...told].join(". "),
  );
}

function showNote() {
  const { you, state } = facts;
  const plain = location.protocol === "http:" && location.hostname !== "localhost";
  const text = you.left
    ? phrase("seat is left")
    : plain && !/^127\./.test(location.hostname) && !state.view?.actions
      ? phrase("plain http")
      : "";
  setText(byId("note"), text);
  setHidden(byId("note"), !text);
}

// Light the places that the table lights, and those where the seat may lay something; show the
// pieces that lie there, and those that would.
function lightPlaces() {
  if (!facts.board || !facts.state?.view) return;
  const { lit: names, ghosts } = placement;
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
  board.showPieces([
    ...(facts.pieces ?? []).filter(({ at }) => !ghosts.some((ghost) => ghost.at === at)),
    ...ghosts.map((ghost) => ({ uid: "ghost", name: ghost.face, ...ghost })),
  ]);
  const event = lastAction();
  board.markLastAction(event ? [event] : []);
}

// Call people who look elsewhere when it is their turn or when somebody speaks.
function alertOwner() {
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
  if (offer?.waits.includes(seat()) && !byId("dialog").open) askToTakeBack(offer.by);
}

/** @param {number} from */
async function askToTakeBack(from) {
  buzz();
  const yes = await dialogs.askToConfirm(
    [phrase("back asked", from), phrase("back means")],
    phrase("agree"),
  );
  tellRoom("back", { yes });
}

// ---- what fingers do ----------------------------------------------------------------------------

byId("spots").addEventListener("pointerdown", (event) => {
  const spot = board.spotMeantAt(event.clientX, event.clientY);
  if (spot) placement.tap(spot.name);
});

byId("more").addEventListener("click", () => openMenu(facts, tellRoom));

byId("hint").addEventListener("click", () => advice.hint(facts.mine?.moment ?? 0));

/** @param {string} text */
function showError(text) {
  toast(capitalize(text));
}

keepAwake(() => link.isThere && entry.room && link.ask("see"));
