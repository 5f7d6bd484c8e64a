// The messages between the table and the page, as JSON; see facts.py and verbs.py in sim/window.
// tests/host/test_window_messages.py compares them with what the table sends.

// What the table tells, by kind; a message has the kinds that have changed.
interface Facts {
  hello: Hello;
  settings: Settings;
  board: BoardFacts;
  state: State;
  tags: Tags;
  frame: string; // six hex digits a pixel
  screen: string; // the memory of the display, as hex
  log: LogEvent[]; // all events of the game
  events: LogEvent[]; // those since the last message
  review: ReviewFacts; // once somebody has asked for one
}

// What pages can choose from.
interface Hello {
  games: GameAbout[];
  players: string[]; // words: "human", "greedy", "search:2s"
  paces: string[];
  themes: string[];
  languages: string[];
  profiles: [name: string, title: string][];
  fits: Record<string, string[]>; // by game: the boards that have its places, smallest first
  drawn: string[]; // the games that have a file in games/
  examples: string[]; // the games that can be shown by an example
}

interface GameAbout {
  name: string;
  title: string;
  seats: [fewest: number, most: number];
  options: [name: string, values: (string | number | boolean)[]][];
  set: number; // the component set of its pieces
  printed: boolean; // are there drawings of them that makers print?
  prices: Record<string, number[]>; // by piece: how many of each kind of card
}

interface Settings {
  theme: string;
  brightness: number;
  helping: boolean;
  bots: string;
  language: string;
}

// Lengths are in cells, x to the east, y to the north.
interface BoardFacts {
  profile: string;
  title: string;
  hex: boolean;
  pixels: number;
  spots: SpotFacts[];
}

interface SpotFacts {
  name: string;
  kind: "cell" | "corner" | "edge";
  x: number;
  y: number;
  angle: number; // in degrees
  reads: boolean; // does it sense pieces?
  pixels: [number: number, x: number, y: number][]; // from the middle of the spot
}

interface State {
  view: View | null; // null without a game
  players: string[];
  names: string[];
  line: string;
  problem: string;
  reasons: string[]; // the keys of what it says; the rules of the game may have one of them
  display: string[];
  set_out: number; // how often a game was set out
  fits: boolean; // has the board all places of the game?
  given_up: boolean;
  secret: number[]; // seats with hidden information
  asked: number[]; // seats that are asked to act
  elsewhere: number[]; // seats that act elsewhere, such as on phones
  open: string[]; // the legal places
  shared: Record<string, number[]>; // by place: its owners, where they are several
  asking: Question | null;
  rotating: Rotating | null;
  back: boolean;
  forward: boolean;
  whole: boolean; // is the whole game public?
  count: [words: string, points: number[]][]; // the final count, once the game is over
  parts?: [word: string, value: number][][]; // by seat: what its points are made of
}

// What everybody knows of a game; each game has more.
interface View {
  game: string;
  seats: number;
  actions: number;
  current: number[];
  scores: number[];
  result: [winners: number[], reason: string] | null;
  own?: any; // what only the seat knows that asked
  [more: string]: any;
}

// The question on the display. Without answers, one of the places is clicked.
interface Question {
  title: string;
  answers: string[];
  index: number;
  spots: string[];
}

// The piece that somebody rotates, and its face that way.
interface Rotating {
  spot: string;
  face: string;
}

interface Tags {
  set_out: number;
  pieces: Tag[];
}

// A piece. `at` is a place of the board, "pad", "hand", or "" for its tray.
interface Tag {
  uid: string;
  name: string; // of its stack in the trays
  face: string; // how it lies
  seat: number; // -1: it belongs to nobody
  at: string;
}

interface LogEvent {
  event: string; // "new", "action", "over", "undo" ...
  n?: number; // the number of an action
  by?: number;
  do?: Words; // the words of the action
  ev?: any[][]; // what followed from it
  scores?: number[];
  winners?: number[];
  reason?: string;
  [more: string]: any;
}

// What would have been better in a game that is over.
interface ReviewFacts {
  set_out: number;
  language: string; // of its reasons
  left: number; // how many actions are still to be looked at
  found: (Reviewed | (Reviewed & Idea & { left: string }))[]; // `left` to others by what was done
}

interface Reviewed {
  n: number; // the number of the action
  by: number;
  lead: number; // hundredths of a point by which another one is better; 0: none surely is
}

// An action, the pieces that are laid for it, and what it is good for.
interface Idea {
  words: Words;
  spots: string[];
  laid: { at: string; name: string; face: string; seat: number }[];
  why: string;
}

// An action in the words of the records.
type Words = any[];

// The answer to a request: what was asked for, or why not.
interface Answer {
  ok: boolean;
  why: string;
  reasons?: string[]; // as in State
  [more: string]: any;
}

// What a seat may do, as the verb `deeds` answers.
interface Deeds {
  actions: Words[];
  texts: string[];
  many: string[]; // the first words of those that are too many to list
  spots: string[];
  only_decline: string;
}

// The table as it was after `n` actions, as the verb `at` answers.
interface Moment {
  n: number;
  set_out: number;
  view: View;
  pieces: Tag[];
  frame: string;
}

type Ask = (verb: string, values?: object) => Promise<Answer>;

// ---- the page's own -------------------------------------------------------------------------------

// The elements of index.html that are more than an HTMLElement, by their ids.
interface Parts {
  dialog: HTMLDialogElement;
  file: HTMLInputElement;
  halo: HTMLCanvasElement;
  light: HTMLCanvasElement;
  screen: HTMLCanvasElement;
  spots: SVGSVGElement;
}

// A spot on the page: with what is drawn there.
interface Spot extends SpotFacts {
  element: SVGGElement;
  lit?: number[]; // red, green and blue of its light, 0 to 255
  onlit?: (colour: number[]) => void;
  [more: string]: any;
}

type BoardOnPage = import("./board.js").Board;

// The piece in somebody's hand.
interface Held {
  tag: Tag;
  half?: Tag; // the other half of a piece of two cells
  how: "drag" | "carry" | "keys";
  from: string; // where it lay
}

// What the seat in front knows and may do.
interface Mine {
  form: string; // what that depends on
  seat: number;
  view: any;
  names: Record<string, string>; // by uid: the pieces that it alone can tell apart
  deeds: Deeds;
}
