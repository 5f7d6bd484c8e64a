// The window on the table: takes the table's facts and passes them to the parts of the page.

import { Bar } from "./dialogs/bar.js";
import { Board } from "./board/board.js";
import { ActionButtons } from "./panel/action_buttons.js";
import { chooseAction } from "./dialogs/choose_action.js";
import { Guide } from "./panel/guide.js";
import { Hand } from "./pieces/hand.js";
import { Suggestion } from "./board/suggestion.js";
import { focusAfter, restoreFocus } from "./common/focus.js";
import { TabNotices } from "./dialogs/tab_notices.js";
import { link, tab } from "./link.js";
import { applyTheme } from "./common/theme.js";
import { BoardPieces } from "./pieces/board_pieces.js";
import { showError, say, toast } from "./common/notices.js";
import { Panel } from "./panel/panel.js";
import { askWhatIsOwn, formOf, mayOnlyPass } from "./common/own.js";
import { isToAct, seatInFront, mayShowHand } from "./common/people.js";
import { actionText, notable, other, loadGame } from "./pieces/pieces.js";
import { playOn, copyAddress } from "./board/past_position.js";
import { setHidden, setAttribute, setSentence, setText } from "./common/dom_update.js";
import { Replay } from "./board/replay.js";
import { Review } from "./panel/review.js";
import { redrawOnZoom } from "./board/redraw_on_zoom.js";
import * as sound from "./common/sound.js";
import { wireBoardButtons } from "./board/board_buttons.js";
import { EventLog } from "./panel/event_log.js";
import { byId } from "./common/elements.js";
import { isOver } from "./panel/ending.js";
import { Inbox } from "./common/inbox.js";
import { keepTermsMarked } from "./texts/terms.js";
import { makeTextures } from "./board/textures.js";
import { Trays } from "./pieces/trays.js";
import { Rotator } from "./board/rotator.js";
import {
  bringTexts,
  setPlayerNames,
  gameTitle,
  language,
  phrase,
  seatName,
  setLanguage,
  capitalize,
} from "./texts/words.js";
import { Preview } from "./pieces/preview.js";

applyTheme();
makeTextures();
const brand = document.title;
const facts = /** @type {Facts} */ ({}); // the table's latest, by kind
let front = 0; // the seat whose tray is nearest
/** @type {Mine | null} */
let mine = null; // what it knows and may do: {seat, view, names, choices}; null while covered
let shown = -1; // the seat whose player has confirmed that only they look
/** @type {Moment | null} */
let past = null; // the table as it was, while somebody looks back
let ready = -1; // the `set_out` whose drawings are loaded

const ask = /** @type {Ask} */ ((verb, values) => link.ask(verb, values));
const otherHalf = (/** @type {Tag} */ tag) => {
  const name = other(tag.name) ?? "";
  if (tag.at === "") return trays.spare(name, tag);
  return facts.tags.pieces.find((one) => one.name === name && board.spots.has(one.at));
};
// A click rotates a piece, or answers with its place, instead of picking it up.
const tap = (/** @type {Tag} */ tag, /** @type {string | undefined} */ how) =>
  rotator.tap(tag, how);
const hand = new Hand(byId("hand"), { ask, say, showError: showError, otherHalf, tap });
const board = new Board(byId("spots"), byId("light"), byId("halo"), hand, () =>
  showError(phrase("take first")),
);
hand.board = board;
new Preview(hand, { ask, say });
const score = (/** @type {number} */ seat, /** @type {number} */ more) => {
  sound.play("score");
  say(phrase("scores", seat, more));
};
const trays = new Trays(byId("trays"), hand, { reveal, score, mayLook: mayShowFront });
const panel = new Panel(tell, hand);
const boardPieces = new BoardPieces(board, panel, trays);
const rotator = new Rotator(board.stage(), board, {
  turn: (steps) => panel.turn(steps),
  push: () => panel.press("push"),
});
const replay = new Replay(byId("replay"), {
  ask,
  showError: showError,
  show: lookAt,
  resume: (n) => playOn(n, tell, begin),
  share: (n) => copyAddress(n, tell),
  focus: () => byId("look").focus(),
});
const eventLog = new EventLog(
  byId("log"),
  byId("status"),
  byId("alert"),
  (n) => replay.visit(n),
  (names) => suggestion.lightSpots(names),
);
const review = new Review(facts, ask);
const suggestion = new Suggestion(board, trays, {
  tell,
  go: (n) => replay.visit(n),
  shown: () => past?.n,
  say: (text) => eventLog.suggest(text),
});
const actionButtons = new ActionButtons(byId("actions"), {
  reply: (answer) => tell("reply", { answer }),
  act: (seat, words) => tell("host", { request: { do: "do", by: seat, words } }),
  declineAll: (seat) => tell("decline all", { seat }),
  choose: chooseAction,
  log: () => facts.log ?? [],
  go: (n) => replay.visit(n),
  review: () => review.inWords(),
  better: (one) => suggestion.better(one),
  note: () => tabNotices?.noteAtEnd() ?? [],
  rematch: () => begin("rematch"),
  results: () => bar.shelf.showResults(),
  leaveExample: () => tell("host", { request: { do: "leave_example" } }),
  focus: () => board.focus(),
});
const guide = new Guide(
  byId("guide"),
  () => bar.rules(),
  () => board.focus(),
);
const tabNotices = tab && new TabNotices(tab, showError, () => facts.hello);
const bar = new Bar(facts, guide, {
  game: gameOnTable,
  ask,
  tell,
  begin,
  leave: () => replay.leave(),
  lookBackAt: (n) => replay.visit(n),
  settled: () => inbox.settled,
  tabNotices: tabNotices,
  say,
  showError: showError,
});

hand.onRotatable = (may) => setHidden(byId("rotate"), !may);
byId("rotate").addEventListener("click", () => hand.rotate());

hand.onPutDown = (tag, at) => {
  if (at === "" && document.activeElement?.closest(".spots")) trays.focus(tag);
  if (board.spots.has(at)) {
    sound.play("place");
    guide.onPieceLaid();
  }
};

// The parts of the page that a fact changes.
/** @type {{[Kind in keyof Facts]?: (value: Facts[Kind]) => unknown}} */
const show = {
  hello: ({ games, own }) => own && bringTexts(games[0].name, own.texts),
  board: (/** @type {BoardFacts} */ value) => {
    board.setBoard(value);
    panel.element.classList.toggle("shows-pad", !value.spots.every(({ reads }) => reads));
    if (facts.frame) board.light.show(facts.frame);
    markLast();
    showPieces();
  },
  tags: showPieces,
  settings: async (/** @type {Settings} */ value) => {
    if (value.language === language()) return;
    await setLanguage(value.language);
    if (board.board) await rewriteTexts();
  },
  state: async (/** @type {State} */ value) => {
    const game = gameOnTable();
    setText(byId("title"), game ? gameTitle(game) : "");
    if (setPlayerNames(value.names ?? [])) {
      redraw();
      mine = null;
    }
    const before = front;
    front = seatInFront(value, front);
    if (front !== before && shown !== front) shown = -1;
    document.title = [capitalize(value.line), game && gameTitle(game), brand]
      .filter(Boolean)
      .join(" – ");
    const { wrong, ended } = eventLog.showState(value);
    bar.explainReasons(value.reasons);
    if (wrong) {
      sound.play("wrong");
      byId("rail").scrollIntoView({ block: "nearest" }); // a low page may have scrolled
    }
    if (ended) sound.play("win");
    panel.showState(value);
    setPossible(byId("undo"), value.back);
    setPossible(byId("forward"), value.forward);
    guide.setGlowing(value.open.length > 0);
    replay.mayResume(value.whole);
    if (!past) showPresent();
    bar.welcomeOnce();
    await askOwn();
  },
  screen: (/** @type {string} */ value) => panel.show(value),
  review: () => askOwn(),
  log: (/** @type {LogEvent[]} */ value) => {
    eventLog.showAll(value);
    suggestion.lightSpots([]);
    markLast();
    countActions();
    review.askIfOver();
  },
  events: (/** @type {LogEvent[]} */ events) => {
    for (const event of events) {
      say(eventLog.add(event));
      if (event.by !== front && event.do && notable(event.do) && !facts.state.example) {
        toast(`${seatName(event.by ?? -1)} ${actionText(event.do)}`);
      }
    }
    facts.log = [...(facts.log ?? []), ...events];
    if (events.some((one) => one.do) && !facts.state.example) tabNotices?.askToKeep();
    suggestion.lightSpots([]);
    markLast();
    countActions();
    review.askIfOver();
  },
};

// Mark the places of the last action that people look at.
function markLast() {
  board.markLastAction(facts.log ?? [], past?.n);
}

const inbox = new Inbox(facts, show, {
  before: async ({ state }) => state && loadDrawings(state.set_out),
  after: () => restoreFocus(() => board.focus()),
});
inbox.add(() => setLanguage(language()));
inbox.add(() => tabNotices?.start());
link.start(
  ({ frame, ...told }) => {
    if (frame !== undefined) {
      facts.frame = frame;
      board.light.showSoon(() => (past ? "" : facts.frame));
    }
    inbox.take(told);
  },
  (there) => (byId("lost").hidden = there || tab !== null), // a table in the tab shows its own note
  () => phrase("out of reach"),
);

// Load the drawings of the game on the table. If it is another game, or on another board, stop
// looking back at the last one.
async function loadDrawings(/** @type {number} */ setOut) {
  if (setOut === ready) return;
  if (replay.close()) forgetPast();
  const game = gameOnTable();
  if (await loadGame({ ...game, prices: facts.state.prices }, facts.hello.drawn)) redraw();
  hand.forget();
  ready = setOut;
}

// Send a request; show the answer only if it is a refusal.
async function tell(/** @type {string} */ verb, /** @type {object} */ values = {}) {
  const answer = await ask(verb, values);
  if (!answer.ok) showError(answer.why, answer.reasons);
  return answer;
}

function setPossible(/** @type {HTMLElement} */ button, /** @type {unknown} */ possible) {
  setAttribute(button, "aria-disabled", !possible);
}

// Another game has other drawings: forget the old ones.
function redraw() {
  board.forget();
  trays.forget();
  boardPieces.forget();
  panel.showOnPad(undefined);
  eventLog.showAll(facts.log ?? []);
}

// Write all texts of the page again, since its language has changed.
function rewriteTexts() {
  redraw();
  const game = gameOnTable();
  byId("title").textContent = game ? gameTitle(game) : "";
  eventLog.showState(facts.state);
  panel.showState(facts.state);
  guide.showAgain();
  tabNotices?.showAgain();
  mine = null;
  actionButtons.form = "";
  if (replay.open) replay.showPosition();
  if (byId("dialog").querySelector("[name=language]")) bar.settings();
  if (past) return lookAt(past);
  showPresent();
  return askOwn();
}

function gameOnTable() {
  return facts.hello.games.find(({ name }) => name === facts.state.view?.game);
}

function countActions() {
  replay.setLength((facts.log ?? []).filter(({ event }) => event === "action").length);
}

// ---- who sits in front, and what they know ----------------------------------------------------

// May this page show what the seat in front holds?
function mayShowFront(/** @type {State} */ state) {
  return mayShowHand(state, front, shown);
}

// Ask for the private knowledge and the actions of the seat in front, unless its hand is covered.
async function askOwn() {
  const state = facts.state;
  if (!state.view || !mayShowFront(state)) mine = null;
  else {
    const form = formOf(facts, front);
    if (mine?.form === form) return showOwn();
    hand.askFitsAgain();
    const own = await askWhatIsOwn(ask, state, front, form);
    if (facts.state.set_out !== state.set_out) return; // the new game makes its own request
    mine = own;
  }
  return showOwn();
}

function showOwn() {
  const acting = mine && isToAct(facts.state, mine.seat) ? mine : null;
  setPossible(byId("hint"), acting); // a hint tells what may be covered
  const ended = isOver(facts.state) && !facts.state.asking;
  if (past && !ended) return actionButtons.hide(); // the end of a game has a list that leads back
  showPieces();
  if (acting && !facts.state.asking && mayOnlyPass(acting)) eventLog.sayOnlyPass(acting.seat);
  board.allow(acting?.choices.spots ?? null);
  review.askIfOver();
  actionButtons.show(facts.state, facts.board, front, mine);
}

function reveal(/** @type {number} */ seat) {
  shown = seat;
  askOwn();
}

// ---- what lies where ---------------------------------------------------------------------------

function showPresent() {
  const value = facts.state;
  board.print(value.view, facts.board);
  board.open = new Set(value.open);
  board.showOwners(value.shared);
  rotator.show(value.rotating);
  showPieces();
  trays.glow("missing", value.missing);
}

// Show where the pieces are: on cells, on the pad, in the trays, in somebody's hand.
function showPieces() {
  if (past || !facts.board || !facts.state) return;
  if (!facts.state.view) return boardPieces.show([], facts.state, front, null); // its game has left
  const { set_out: setOut, pieces: told } = facts.tags ?? {};
  if (setOut !== ready || facts.state.set_out !== ready) return; // the new game's pieces come soon
  boardPieces.show(told, facts.state, front, mine);
}

// ---- looking back -------------------------------------------------------------------------------

// Show the table as it was, or the present for null.
async function lookAt(/** @type {Moment | null} */ then) {
  if (!then) {
    forgetPast();
    board.light.show(facts.frame);
    eventLog.showState(facts.state);
    showPresent();
    return askOwn();
  }
  if (then.set_out !== ready) return undefined; // another game is on its way
  const { n, view, pieces, frame } = then;
  past = then;
  document.body.classList.add("past");
  byId("look").setAttribute("aria-pressed", "true");
  const state = { ...facts.state, view, given_up: false, secret: [] };
  board.print(view, facts.board);
  board.showOwners({});
  suggestion.lightSpots([]);
  trays.glow("missing", []);
  rotator.show(null);
  showOwn();
  boardPieces.show(pieces, state, front, null);
  board.light.show(frame);
  eventLog.markAction(n);
  markLast();
  const event = facts.log?.find((one) => one.event === "action" && one.n === n);
  const action = n && event?.do && phrase("then", event.by, actionText(event.do));
  setSentence(byId("status"), action || phrase("then beginning"));
  return undefined;
}

function forgetPast() {
  past = null;
  suggestion.lightSpots([]);
  document.body.classList.remove("past");
  byId("look").setAttribute("aria-pressed", "false");
  eventLog.markAction(-1);
  markLast();
}

// ---- the words of the game, explained where they are met
keepTermsMarked(byId("status"), byId("actions"), byId("guide"));

// ---- the buttons --------------------------------------------------------------------------------

// Put another game on the table.
function begin(/** @type {string} */ verb, /** @type {object} */ values = {}) {
  replay.leave();
  shown = -1;
  return tell(verb, { set_out: facts.state.set_out, ...values });
}

byId("spots").addEventListener("pointerdown", (event) => {
  const spot = board.spotAt(event.clientX, event.clientY);
  const answer = facts.state?.asking?.spots.indexOf(spot?.name ?? "") ?? -1;
  if (past || (hand.held && hand.held.how !== "keys")) return;
  const tag = spot?.pieces.at(-1)?.tag;
  if (answer >= 0 && spot && !hand.held) tell("reply", { answer });
  else if (tag) hand.grab(tag, event);
  else if (spot && !hand.held && !hand.settling) board.explain(spot);
});

redrawOnZoom(board, panel);

focusAfter(byId("dialog"), () => board.board && board.focus());

wireBoardButtons({ hand, rotator, replay, tell, hint: () => mine && suggestion.hint(mine.seat) });
