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
  players: string[]; // words: "human", "greedy", "level5"
  paces: string[];
  themes: string[];
  languages: string[];
  profiles: [name: string, title: string][];
  fits: Record<string, string[]>; // by game: the boards that have its places, smallest first
  drawn: string[]; // the games that have a file in games/
  examples: string[]; // the games that can be shown by an example
  more: string[]; // the games of the gallery, whether the table has taken them or not
  own_boards: OwnBoards;
  own?: OwnOfTable; // of a game that only this table has
}

// Which boards of any size there can be.
interface OwnBoards {
  sides: [least: number, most: number]; // cells along a side
  lights: [sense: string, lights: number[]][]; // of each cell, by the sense of places
  hexes: number[]; // that a board of hexes may have
}

// What only the table has of its game, by language.
interface OwnOfTable {
  texts: Record<string, Record<string, string>>;
  rules: Record<string, string>;
}

interface GameAbout {
  name: string;
  title: string;
  seats: [fewest: number, most: number];
  options: [name: string, values: (string | number | boolean)[]][];
  // The numbers of its rules that a variant may change.
  numbers: [name: string, usual: number, least: number, most: number][];
  set: number; // the component set of its pieces
  printed: boolean; // are there drawings of them that makers print?
  prices?: Record<string, number[]>; // by piece, for a seat: how many of each kind of card
}

interface Settings {
  theme: string;
  brightness: number;
  helping: boolean;
  bots: string;
  language: string;
  playtest: string; // what to note of how people play; "" for nothing
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
  reasons: Reason[]; // the keys of what it says; the rules of the game may have one of them
  display: string[];
  set_out: number; // how often a game was set out
  fits: boolean; // has the board all places of the game?
  prices: Record<string, number[]>; // by piece: how many of each kind of card
  given_up: boolean;
  commit: string; // to the secret of chance, in hex; "" if there is none
  // the questions after the game, and the seats that have yet to answer; null if the table does not
  // note how people play
  playtest: [question: string, waits: number[]][] | null;
  secret: number[]; // seats with hidden information
  example: boolean; // is a played example shown?
  wanted: string[]; // the first words of the actions without a piece that its step asks for
  tries: number; // wrong ones, at the step of the example that is shown
  asked: number[]; // seats that are asked to act
  elsewhere: number[]; // seats that act elsewhere, such as on phones
  open: string[]; // the legal places
  shared: Record<string, number[]>; // by place: its owners, where they are several
  missing: { name: string; seat: number }[]; // pieces that the table asks for
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
  options: Record<string, string | number>;
  actions: number;
  current: number[];
  scores: number[];
  result: [winners: number[], reason: string] | null;
  own?: unknown; // what only the seat knows that asked, in the game's own form
  [more: string]: unknown;
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
  turn?: number; // of a tile whose magnets the board feels: quarters clockwise,
  spin?: number; // and by how many of them it is to be drawn turned
}

interface LogEvent {
  event: string; // "new", "action", "over", "undo" ...
  n?: number; // the number of an action
  by?: number;
  do?: Words; // the words of the action
  ev?: Outcome[]; // what followed from it
  scores?: number[];
  winners?: number[];
  reason?: string;
  game?: string; // of a new one
  [more: string]: unknown;
}

// What would have been better in a game that is over.
interface ReviewFacts {
  set_out: number;
  language: string; // of its reasons
  on: boolean; // does the search go on?
  looked: number; // at how many decisions it has looked closely
  left: number; // and how many are left
  found: Finding[];
}

// An action, the pieces that are laid for it, and what it is good for.
interface Hint {
  words: Words;
  spots: string[];
  laid: Laid[];
  why: string;
}

// The event of an action.
interface Action extends LogEvent {
  n: number;
  by: number;
  do: Words;
  ev: Outcome[];
  scores: number[];
  why?: string; // the reasons that its player gave
}

// A word of the records: a verb, a place, a number, a choice, nothing, or a list of such.
type Word = string | number | boolean | null | Word[];

// An action in the words of the records: its verb, and its values.
type Words = Word[];

// What came of an action, in such words: what happened, and its values.
type Outcome = Words;

// The key of a refusal in a game's catalogue, for which its rules may have a paragraph.
type Reason = string;

// The answer to a request that was refused, or never reached the table.
interface Refusal {
  ok: false;
  why: string;
  reasons?: Reason[];
  isStrange?: boolean; // does the room not know the link of this page?
}

// What a request is answered with, by its verb, if that is more than that it was done.
interface Answers {
  at: Moment;
  boards: { boards: string[] }; // those that have all places of a game
  choices: Choices;
  hint: Hint & { text: string };
  host: { answer: HostAnswer; lines: string[] };
  lift: { fits: string[]; turns: boolean }; // where the piece may go; does the board feel its turn?
  "own board": { name: string; command: string }; // which makes its plans
  own: { names: Record<string, string> }; // by uid: the pieces that the seat can tell apart
  peek: { game: string; seats: number; actions: number; over: boolean }; // of a record
  save: { lines: string[]; name: string };
  would: { text: string };
}

type Accepted<Verb extends string> = { ok: true } & (Verb extends keyof Answers
  ? Answers[Verb]
  : unknown);

type Answer<Verb extends string = string> = Accepted<Verb> | Refusal;

// What the table's line protocol answers (docs/link.md), as far as the page asks for it.
interface HostAnswer {
  ok: boolean;
  view?: View;
  games?: ShelfGame[]; // put aside, or over
  most?: number; // how many of them there is room for
  sums?: Sum[];
  played_here?: boolean; // was the game on the table played here from its beginning?
}

// What a seat may do, as the verb `choices` answers.
interface Choices {
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

type Ask = <Verb extends string>(verb: Verb, values?: object) => Promise<Answer<Verb>>;

// The same, which also shows what went wrong.
type Tell = Ask;

// What the table found better than an action.
interface Finding extends Hint {
  n: number; // the number of the action
  by: number;
  lead: number; // hundredths of a point by which the other one is better
  left: string; // what was done left this to others
  hinted: boolean; // had a hint proposed what was done?
}

// A game on the shelf, as the table tells of it (docs/link.md); what is damaged has a number only.
interface ShelfGame {
  number: number;
  state: "running" | "over" | "given up" | "unknown";
  played_here: boolean; // false: a record that was over when it was loaded
  game?: string;
  seats?: number;
  actions?: number;
  scores?: number[];
  winners?: number[]; // of one that is over, as are its players
  players?: string[];
  names?: string[];
}

// What is left of finished games that were removed; a player is [kind, name, games, won, points].
interface Sum {
  game: string;
  games: number;
  actions: number;
  players: [string, string, number, number, number][];
}
