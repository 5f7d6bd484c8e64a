// The window on the table: takes what the table tells and hands it to the parts of the page.

import { Board } from "./board.js";
import * as dialogs from "./dialogs.js";
import { Hand } from "./hand.js";
import { Link } from "./link.js";
import { Panel } from "./panel.js";
import { draw, ground, other, own, use } from "./pieces.js";
import { Replay } from "./replay.js";
import { Story } from "./story.js";
import { calm, html, svg } from "./svg.js";
import { makeTextures } from "./textures.js";
import { Trays } from "./trays.js";
import { seatName } from "./words.js";

makeTextures();

const by = (id) => document.getElementById(id);
const facts = {}; // what the table told last, by kind
let mine = { seat: -1, names: {} }; // what the seat that looked last knows of its own pieces

const ask = (verb, values) => link.ask(verb, values);
const otherHalf = (tag) => trays.spare(other(tag.name), tag);
const hand = new Hand(by("hand"), { ask, say, complain, otherHalf });
const board = new Board(by("spots"), by("light"), by("halo"), hand);
hand.board = board;
const trays = new Trays(by("trays"), hand, { act, look });
const panel = new Panel(tell, hand);
const replay = new Replay(by("replay"), { ask, complain });
const story = new Story(by("log"), by("result"), by("status"), by("alert"));

hand.putDown = (tag, at) => {
  if (at === "" && document.activeElement?.closest(".spots")) trays.focus(tag);
};

// The parts of the page that each fact changes. They run one after the other, since drawings of a
// game are loaded on the way.
const show = {
  hello: (value) => replay.begin(value),
  settings: () => {},
  board: (value) => {
    board.fit(value);
    layOut();
  },
  tags: layOut,
  state: async (value) => {
    const game = facts.hello.games.find(({ name }) => name === value.view?.game);
    if (await use(game?.name, facts.hello.drawn, game?.set)) redraw();
    by("title").textContent = titleOf(value);
    board.print(value.view ? ground(value.view, facts.board) : []);
    story.state(value, !value.view || facts.hello.fits[value.view.game].includes(
      facts.board.profile));
    panel.tell(value.display);
    if (!value.view?.current.includes(mine.seat)) mine = { seat: -1, names: {} };
    layOut();
  },
  frame: (value) => board.light.show(value),
  screen: (value) => panel.show(value),
  log: (value) => story.all(value),
  news: (events) => events.forEach((event) => say(story.add(event))),
};

let last = Promise.resolve();
const link = new Link((kind, value) => {
  last = last.then(() => {
    facts[kind] = value;
    return show[kind]?.(value);
  }).catch((error) => reportError(error)); // and go on with the next fact
}, (there) => (by("lost").hidden = there));

// Ask without an interest in the answer but for what went wrong.
async function tell(verb, values) {
  const answer = await ask(verb, values);
  if (!answer.ok) complain(answer.why);
  return answer;
}

// Another game has other drawings: forget those there are.
function redraw() {
  board.forget();
  trays.forget();
  panel.lay(undefined);
  story.all(facts.log ?? []);
}

// Show where the pieces are: on cells, on the pad, in the trays, in somebody's hand.
function layOut() {
  if (!facts.board || !facts.state?.view) return;
  const { game, pieces: told } = facts.tags ?? {};
  if (game !== facts.state.view.game) return; // the new game's are on their way
  const pieces = told.map(asSeen);
  const before = new Map(facts.laid?.map((tag) => [tag.uid, tag]));
  const starts = new Map();
  for (const tag of pieces) {
    const old = before.get(tag.uid);
    if (old && old.at !== tag.at && old.at !== "hand" && tag.at !== "hand") {
      starts.set(tag, centre(old));
    }
  }
  board.lay(pieces);
  panel.lay(pieces.find((tag) => tag.at === "pad"));
  trays.show(pieces, facts.state);
  for (const [tag, start] of starts) fly(tag, start, centre(tag));
  facts.laid = pieces;
}

// A piece as who looks at this page may see it: faces up in their own tray and hand.
function asSeen(tag) {
  const name = mine.names[tag.uid];
  if (!name) return tag;
  return { ...tag, name, face: ["", "hand", "pad"].includes(tag.at) ? name : tag.face };
}

// The middle of where a piece lies, in the window.
function centre(tag) {
  if (board.spots.has(tag.at)) return board.place(tag.at);
  const box = tag.at === "pad" ? panel.pad.getBoundingClientRect() : trays.place(tag);
  return box && { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

// Show a piece going from one place to another by a helping hand.
function fly(tag, from, to) {
  if (!from || !to || calm.matches) return;
  const size = board.place(board.current.name).size;
  const ghost = html("div", { class: "hand shown" },
    svg("svg", { viewBox: "-50 -50 100 100" }, draw(tag.face, tag.seat)));
  ghost.style.width = ghost.style.height = `${size}px`;
  document.body.append(ghost);
  const real = board.pieces.get(tag.uid)?.element;
  real?.classList.add("coming");
  const at = ({ x, y }, scale) =>
    `translate(${x - size / 2}px, ${y - size / 2}px) scale(${scale})`;
  const middle = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 - 30 };
  ghost.animate([
    { transform: at(from, 0.9) }, { transform: at(middle, 1.16) }, { transform: at(to, 1) },
  ], { duration: 460, easing: "cubic-bezier(.4,.1,.3,1)" }).finished.finally(() => {
    ghost.remove();
    real?.classList.remove("coming");
  });
}

// Let a seat choose among all that it may do now, through the table's host protocol.
async function act(seat) {
  const legal = await tell("host", { request: { do: "legal", by: seat } });
  if (!legal.ok) return;
  dialogs.choose(`${seatName(seat)}: what now?`, legal.answer.actions, (words) =>
    tell("host", { request: { do: "do", by: seat, words } }));
}

function look(seat) {
  dialogs.hand(seatName(seat), async () => {
    const { answer } = await tell("host", { request: { do: "state", seat } });
    const { names } = await tell("own", { seat });
    mine = { seat, names: names ?? {} };
    layOut();
    return own(answer?.view.own ?? {});
  });
}

function titleOf(state) {
  const game = facts.hello.games.find(({ name }) => name === state.view?.game);
  return game?.title ?? "";
}

function say(text) {
  by("live").textContent = text;
}

let toasts;
function complain(why) {
  const toast = by("toast");
  toast.textContent = why.charAt(0).toUpperCase() + why.slice(1);
  toast.classList.add("shown");
  clearTimeout(toasts);
  toasts = setTimeout(() => toast.classList.remove("shown"), 4200);
}

// ---- the buttons at the top ----------------------------------------------------------------

by("new").addEventListener("click", () =>
  dialogs.newGame(facts.hello, facts.state, facts.board.profile, (request) =>
    tell("new", request)));

by("settings").addEventListener("click", () =>
  dialogs.settings(facts.hello, { ...facts.settings, profile: facts.board.profile },
    (what, value) => {
      if (what === "profile") tell("profile", { name: value });
      else tell("set", { what, value });
    }));

by("rules").addEventListener("click", async () => {
  const game = facts.state?.view?.game ?? facts.hello.games[0].name;
  const answer = await fetch(`rules/${game}`);
  if (answer.ok) dialogs.rules("Rules", await answer.text());
  else complain(`there is no page on ${game} yet`);
});

by("save").addEventListener("click", async () => {
  const answer = await tell("save");
  if (!answer.ok) return;
  const text = answer.lines.map((line) => `${line}\n`).join("");
  const url = URL.createObjectURL(new Blob([text], { type: "application/jsonl" }));
  html("a", { href: url, download: answer.name }).click();
  URL.revokeObjectURL(url);
});

by("load").addEventListener("click", () => by("file").click());
by("file").addEventListener("change", async () => {
  const [file] = by("file").files;
  by("file").value = "";
  if (!file) return;
  const lines = (await file.text()).split("\n").filter((line) => line.trim());
  const answer = await tell("load", { lines });
  if (answer.ok) say("The record is on the table.");
});

by("spots").addEventListener("pointerdown", (event) => {
  const tag = board.at(event.clientX, event.clientY)?.lying.at(-1)?.tag;
  if (tag) hand.grab(tag, event);
});
