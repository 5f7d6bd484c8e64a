// The window on the table: takes the table's facts and passes them to the parts of the page.

import { Bar } from "./dialogs/bar.js";
import { Board } from "./board/board.js";
import { Deeds } from "./panel/action_buttons.js";
import * as dialogs from "./dialogs/dialog.js";
import { Guide } from "./panel/guide.js";
import { Hand } from "./pieces/hand.js";
import { Ideas } from "./board/suggestion.js";
import { regain } from "./common/focus.js";
import { InTab } from "./dialogs/tab_notices.js";
import { link, tab } from "./link.js";
import { dress } from "./common/theme.js";
import { Lying } from "./pieces/board_pieces.js";
import { complain, say, toast } from "./common/notices.js";
import { Panel } from "./panel/panel.js";
import { acts, inFront, mayLook } from "./common/people.js";
import { act as sentence, notable, other, use } from "./pieces/pieces.js";
import { playOn, share } from "./board/past_position.js";
import { hide, mark, write } from "./common/dom_update.js";
import { Replay } from "./board/replay.js";
import { Review } from "./panel/review.js";
import { keepSharp } from "./board/redraw_on_zoom.js";
import * as sound from "./common/sound.js";
import { steps } from "./board/board_buttons.js";
import { Story } from "./panel/event_log.js";
import { by } from "./common/elements.js";
import { watch } from "./texts/terms.js";
import { makeTextures } from "./board/textures.js";
import { Trays } from "./pieces/trays.js";
import { Rotator } from "./board/rotator.js";
import { callSeats, gameTitle, language, phrase, seatName, speak, upper } from "./texts/words.js";
import { Would } from "./pieces/preview.js";

dress();
makeTextures();
const brand = document.title;
/** @type {Facts & {painted?: string}} */
const facts = /** @type {any} */ ({}); // the table's latest, by kind
let front = 0; // the seat whose tray is nearest
/** @type {Mine | null} */
let mine = null; // what it knows and may do: {seat, view, names, deeds}; null while covered
let shown = -1; // the seat whose player has confirmed that only they look
/** @type {Moment | null} */
let past = null; // the table as it was, while somebody looks back
let ready = -1; // the `set_out` whose drawings are loaded

/** @type {Ask} */
const ask = (verb, values) => link.ask(verb, values);
const otherHalf = (/** @type {Tag} */ tag) => trays.spare(other(tag.name) ?? "", tag);
const hand = new Hand(by("hand"), { ask, say, complain, otherHalf, tap });
const board = new Board(by("spots"), by("light"), by("halo"), hand, () =>
  complain(phrase("take first")),
);
hand.board = board;
new Would(hand, { ask, say });
const score = (/** @type {number} */ seat, /** @type {number} */ more) => {
  sound.play("score");
  say(phrase("scores", seat, more));
};
const trays = new Trays(by("trays"), hand, { reveal, score, mayLook: looks });
const panel = new Panel(tell, hand);
const lying = new Lying(board, panel, trays);
const rotator = new Rotator(board.stage(), board, {
  turn: (steps) => panel.turn(steps),
  push: () => panel.press("push"),
});
const replay = new Replay(by("replay"), {
  ask,
  complain,
  show: lookAt,
  resume: (n) => playOn(n, tell, begin),
  share: (n) => share(n, tell),
  focus: () => by("look").focus(),
});
const story = new Story(
  by("log"),
  by("status"),
  by("alert"),
  (n) => replay.visit(n),
  (names) => ideas.point(names),
);
const review = new Review(facts, ask);
const ideas = new Ideas(board, trays, { tell, go: (n) => replay.visit(n), shown: () => past?.n });
const deeds = new Deeds(by("deeds"), {
  reply: (answer) => tell("reply", { answer }),
  act: (seat, words) => tell("host", { request: { do: "do", by: seat, words } }),
  declineAll: (seat) => tell("decline all", { seat }),
  choose: dialogs.choose,
  log: () => facts.log ?? [],
  go: (n) => replay.visit(n),
  review: () => review.told(),
  better: (one) => ideas.better(one),
  rematch: () => begin("rematch"),
  focus: () => board.focus(),
});
const guide = new Guide(
  by("guide"),
  () => bar.rules(),
  () => board.focus(),
);
const inTab = new InTab(tab, complain, () => facts.hello);
const bar = new Bar(facts, guide, {
  game: gameOnTable,
  tell,
  begin,
  leave: () => replay.leave(),
  lookAt: (n) => replay.visit(n),
  settled: () => last,
  inTab,
  say,
  complain,
});

hand.rotating = (may) => hide(by("rotate"), !may);
by("rotate").addEventListener("click", () => hand.rotate());

hand.putDown = (tag, at) => {
  if (at === "" && document.activeElement?.closest(".spots")) trays.focus(tag);
  if (board.spots.has(at)) {
    sound.play("place");
    guide.laid();
  }
};

// The parts of the page that each fact changes. They run one after the other, since drawings of a
// game are loaded on the way.
/** @type {Record<string, (value: any) => unknown>} */
const show = {
  board: (/** @type {BoardFacts} */ value) => {
    board.fit(value);
    panel.element.classList.toggle("shows-pad", !value.spots.every(({ reads }) => reads));
    if (facts.frame) board.light.show(facts.frame);
    layOut();
  },
  tags: layOut,
  settings: async (/** @type {Settings} */ value) => {
    if (value.language === language()) return;
    await speak(value.language);
    if (board.board) await sayAgain();
  },
  state: async (/** @type {State} */ value) => {
    const game = gameOnTable();
    write(by("title"), game ? gameTitle(game) : "");
    if (callSeats(value.names ?? [])) {
      redraw();
      mine = null;
    }
    const before = front;
    front = inFront(value, front);
    if (front !== before && shown !== front) shown = -1;
    document.title = [upper(value.line), game && gameTitle(game), brand]
      .filter(Boolean)
      .join(" – ");
    const { wrong, ended } = story.state(value);
    bar.explain(value.reasons);
    if (wrong) sound.play("wrong");
    if (ended) sound.play("win");
    panel.tell(value.display);
    settle(by("undo"), value.back);
    settle(by("forward"), value.forward);
    guide.glows(value.open.length > 0);
    replay.mayResume(value.whole);
    if (!past) present();
    bar.greet();
    await know();
  },
  screen: (/** @type {string} */ value) => panel.show(value),
  review: () => know(),
  log: (/** @type {LogEvent[]} */ value) => {
    story.all(value);
    ideas.point([]);
    markLast();
    count();
    review.look();
  },
  events: (/** @type {LogEvent[]} */ events) => {
    for (const event of events) {
      say(story.add(event));
      if (event.by !== front && event.do && notable(event.do)) {
        toast(`${seatName(event.by ?? -1)} ${sentence(event.do)}`);
      }
    }
    facts.log = [...(facts.log ?? []), ...events];
    ideas.point([]);
    markLast();
    count();
    review.look();
  },
};

// Mark on the board where the last action was.
function markLast() {
  const last = facts.log?.findLast(
    ({ event, do: words }) => event === "action" && words?.some((word) => board.spots.has(word)),
  );
  board.recall(last?.do ?? []);
}

// Frames come faster than a slow machine paints: only the latest counts.
function paint(/** @type {string} */ frame) {
  const waits = facts.frame !== undefined && facts.frame !== facts.painted;
  facts.frame = frame;
  if (waits) return;
  requestAnimationFrame(() => {
    facts.painted = facts.frame;
    if (!past) board.light.show(facts.frame);
  });
}

let last = speak(language())
  .then(() => inTab.start())
  .catch(reportError);
link.start(
  ({ frame, ...told }) => {
    if (frame !== undefined) paint(frame);
    last = last.then(() => take(told)).catch(reportError);
  },
  (there) => (by("lost").hidden = there || tab !== null), // a table in the tab shows its own note
  () => phrase("out of reach"),
);

// Take one message of facts. They belong together: each part of the page sees all of them, and the
// drawings of their game.
async function take(/** @type {Partial<Facts>} */ told) {
  const { events, ...latest } = told;
  Object.assign(facts, latest);
  if (told.state) await prepare(told.state.set_out).catch(reportError);
  for (const [kind, value] of Object.entries(told)) {
    try {
      await show[kind]?.(value);
    } catch (error) {
      reportError(error); // and go on with the next fact
    }
  }
  regain(() => board.focus());
}

// Load the drawings of the game on the table. If it is another game, or on another board, stop
// looking back at the last one.
async function prepare(/** @type {number} */ setOut) {
  if (setOut === ready) return;
  if (replay.drop()) forgetPast();
  const game = gameOnTable();
  if (await use(game, facts.hello.drawn)) redraw();
  hand.forget();
  ready = setOut;
}

// Send a request; of the answer, show only a refusal.
async function tell(/** @type {string} */ verb, /** @type {object} */ values = {}) {
  const answer = await ask(verb, values);
  if (!answer.ok) complain(answer.why, answer.reasons);
  return answer;
}

function settle(/** @type {HTMLElement} */ button, /** @type {unknown} */ possible) {
  mark(button, "aria-disabled", !possible);
}

// Another game has other drawings: forget the old ones.
function redraw() {
  board.forget();
  trays.forget();
  lying.forget();
  panel.lay(undefined);
  story.all(facts.log ?? []);
}

// Write all texts of the page again, since its language has changed.
function sayAgain() {
  redraw();
  const game = gameOnTable();
  by("title").textContent = game ? gameTitle(game) : "";
  story.state(facts.state);
  panel.tell(facts.state.display);
  guide.again();
  inTab.again();
  mine = null;
  deeds.form = "";
  if (replay.open) replay.tell();
  if (by("dialog").querySelector("[name=language]")) bar.settings();
  if (past) return lookAt(past);
  present();
  return know();
}

function gameOnTable() {
  return facts.hello.games.find(({ name }) => name === facts.state.view?.game);
}

function count() {
  replay.reach((facts.log ?? []).filter(({ event }) => event === "action").length);
}

// ---- who sits in front, and what they know ----------------------------------------------------

// May this page show what the seat in front holds?
function looks(/** @type {State} */ state) {
  return mayLook(state, front, shown);
}

// Ask what the seat in front knows and may do, unless that is covered.
async function know() {
  const state = facts.state;
  if (!state.view || !looks(state)) mine = null;
  else {
    const seat = front;
    const form = [
      seat,
      state.view.game,
      state.view.actions,
      facts.log?.length,
      state.players.join(),
    ].join();
    if (mine?.form === form) return tellMine();
    hand.refit();
    const [known, { ok, names }, may] = await Promise.all([
      ask("host", { request: { do: "state", seat } }),
      ask("own", { seat }),
      acts(state, seat) ? ask("deeds", { seat }) : { ok: true, actions: [], many: [] },
    ]);
    if (facts.state.set_out !== state.set_out) return; // the new game makes its own request
    const view = known.answer?.view.own;
    const told = known.ok && ok && may.ok;
    mine = told ? { form, seat, view, names, deeds: /** @type {any} */ (may) } : null;
  }
  return tellMine();
}

function tellMine() {
  settle(by("hint"), mine && acts(facts.state, mine.seat)); // a hint tells what may be covered
  if (past) return;
  layOut();
  const { actions = [], many = [], spots = [] } = mine?.deeds ?? {};
  if (
    mine &&
    acts(facts.state, mine.seat) &&
    !facts.state.asking &&
    !many.length &&
    !spots.length &&
    actions.length === 1 &&
    actions[0][0] === "pass"
  )
    story.onlyPass(mine.seat);
  board.allow(mine && acts(facts.state, mine.seat) ? (mine.deeds.spots ?? null) : null);
  review.look();
  deeds.show(facts.state, facts.board, front, mine);
}

function reveal(/** @type {number} */ seat) {
  shown = seat;
  know();
}

// ---- what lies where ---------------------------------------------------------------------------

function present() {
  const value = facts.state;
  board.print(value.view, facts.board);
  board.open = new Set(value.open);
  board.share(value.shared);
  rotator.show(value.rotating);
  layOut();
}

// Show where the pieces are: on cells, on the pad, in the trays, in somebody's hand.
function layOut() {
  if (past || !facts.board || !facts.state?.view) return;
  const { set_out: setOut, pieces: told } = facts.tags ?? {};
  if (setOut !== ready || facts.state.set_out !== ready) return; // the new game's pieces come soon
  lying.show(told, facts.state, front, mine);
}

// ---- looking back -------------------------------------------------------------------------------

// Show the table as it was, or the present for null.
async function lookAt(/** @type {Moment | null} */ then) {
  if (!then) {
    forgetPast();
    board.light.show(facts.frame);
    story.state(facts.state);
    present();
    return know();
  }
  if (then.set_out !== ready) return undefined; // another game is on its way
  const { n, view, pieces, frame } = then;
  past = then;
  document.body.classList.add("past");
  by("look").setAttribute("aria-pressed", "true");
  const state = { ...facts.state, view, given_up: false, secret: [] };
  board.print(view, facts.board);
  board.share({});
  ideas.point([]);
  rotator.show(null);
  by("deeds").hidden = true;
  deeds.form = "";
  lying.show(pieces, state, front, null);
  board.light.show(frame);
  story.mark(n);
  const event = facts.log?.find((one) => one.event === "action" && one.n === n);
  by("status").textContent =
    n && event?.do ? phrase("then", event.by, sentence(event.do)) : phrase("then beginning");
  return undefined;
}

function forgetPast() {
  past = null;
  ideas.point([]);
  document.body.classList.remove("past");
  by("look").setAttribute("aria-pressed", "false");
  story.mark(-1);
}

// ---- the words of the game, explained where they are met
watch(by("status"), by("deeds"), by("guide"));

// ---- the buttons --------------------------------------------------------------------------------

// A click rotates a piece, or answers with its place, instead of picking it up.
function tap(/** @type {Tag} */ tag, /** @type {string | undefined} */ how) {
  return rotator.tap(tag, how);
}

// Put another game on the table.
function begin(/** @type {string} */ verb, /** @type {object} */ values = {}) {
  replay.leave();
  shown = -1;
  return tell(verb, { set_out: facts.state.set_out, ...values });
}

by("spots").addEventListener("pointerdown", (event) => {
  const spot = board.at(event.clientX, event.clientY);
  const answer = facts.state?.asking?.spots.indexOf(spot?.name ?? "") ?? -1;
  if (past || (hand.held && hand.held.how !== "keys")) return;
  const tag = spot?.lying.at(-1)?.tag;
  if (answer >= 0 && spot && !hand.held) tell("reply", { answer });
  else if (tag) hand.grab(tag, event);
  else if (spot && !hand.held && !hand.settling) board.explain(spot);
});

keepSharp(board, panel);

// The element that had the focus before a dialog may be gone.
by("dialog").addEventListener("close", () => {
  const now = document.activeElement;
  if (board.board && (now === document.body || by("dialog").contains(now))) board.focus();
});

steps({ hand, rotator, replay, tell, hint: () => mine && ideas.hint(mine.seat) });
