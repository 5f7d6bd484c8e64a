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
  example: boolean; // is a played example shown?
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
  ev: any[][];
  scores: number[];
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

type Ask = (verb: string, values?: object) => Promise<Answer>;

// The same, which also shows what went wrong.
type Tell = Ask;

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
  onLight?: (colour: number[]) => void;
  pieces: BoardPiece[]; // what lies there
  glow?: string; // the light that shines through it
  labelled?: string; // what its label was made from
  [more: string]: any;
}

type BoardOnPage = import("./board/board.js").Board;

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
  choices: Choices;
}

// What an element gets: attributes, and listeners under names that begin with "on".
type Attributes = Record<
  string,
  string | number | boolean | null | undefined | ((event: any) => unknown)
>;

// What an element contains.
type Child = Node | string | number;

// A stop of a gradient.
type Stop = [offset: number, colour: string, opacity?: number];

// A piece as it would lie on a place.
interface Laid {
  at: string;
  name: string;
  face: string;
  seat: number;
}

// What would have been better than an action, in words; see panel/review.js.
interface Better {
  n: number;
  text: string;
  spots: string[];
  laid: Laid[];
  why: string;
}

// What a review has found so far, and how far it is; `change()` stops it or lets it go on.
interface ReviewInWords {
  better: Better[];
  said: string;
  how?: string;
  change?: () => unknown;
}

interface LookBack {
  go: (n: number) => void;
  review?: ReviewInWords;
  show: (one: Better) => void;
}

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

// How a game's file may pick up pieces of the hand that it draws; see pieces/pieces.js.
interface PickUp {
  grab: (name: string, event: PointerEvent) => void;
  take: (name: string) => void;
  names: Record<string, string>;
}

// What the controls of a game are called with; see panel/action_buttons.js.
interface ControlsContext {
  view: View;
  own: any; // what only the seat knows, in the game's own form
  board: BoardFacts;
  seat: number;
  lays: boolean;
  actions: Words[];
  many: string[];
  text: (words: Words) => string;
  act: (words: Words) => unknown;
  onlyDecline: string;
  declineAll: () => unknown;
  choose: (title: string, actions: Words[]) => unknown;
}

// What would be lost: the title of a game under way and how many actions it has.
type GameAtRisk = [title: string, actions: number] | false | null;

// A choice of a list: its value and what people call it.
type Pair = [value: string | number, label: string];

// What may be laid from a phone, as docs/seats.md says.
interface Placeable {
  face?: string;
  seat: number;
  word: string;
  ways: Way[];
}

interface Way {
  spots: string[];
  face?: string;
  words: Words;
  text: string;
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
  names?: string[];
}

// A game that was played to its end.
interface Finished {
  game: string;
  actions: number;
  scores: number[];
  winners: number[];
  names?: string[];
  players?: string[];
}

// What is left of finished games that were removed; a player is [kind, name, games, won, points].
interface Sum {
  game: string;
  games: number;
  actions: number;
  players: [string, string, number, number, number][];
}

interface Summed {
  games: number;
  actions: number;
  players: { name: string; games: number; won: number; points: number }[];
}

// The room for phones, as docs/seats.md says.
interface Room {
  you?: { whom: string; left?: boolean };
  host?: { links: RoomLink[]; watch: RoomLink; host?: RoomLink | null; refused: number };
  seats?: { seats: RoomSeat[]; open: boolean; hints: boolean; watching: number };
}

// What the page for a phone knows of its room, by kind.
interface RoomFacts extends Required<Room> {
  display?: string[]; // of a real table, as are its lights, 0xRRGGBB by place
  lights?: number[];
  seats: Required<Room>["seats"] & {
    said?: [n: number, seat: number, phrase: string];
    offer?: { by: number; waits: number[] };
  };
  you: { whom: string; left?: boolean; phrases: string[] }; // what it may say to all
  board: BoardFacts;
  state: State;
  game: GameAbout & { drawn: string[] };
  mine?: Omit<Choices, "spots" | "only_decline"> & { moment: number; own: any; lays: Placeable[] };
  pieces?: Tag[];
  log?: LogEvent[];
}

interface RoomSeat {
  by: "phone" | "table" | "computer";
  here: boolean;
}

// A link to a seat, with its code for cameras where there are any.
interface RoomLink {
  url: string;
  far?: string;
  code?: { size: number; path: string };
}

// What the table found better than an action.
interface Finding extends Hint {
  n: number; // the number of the action
  by: number;
  lead: number; // hundredths of a point by which the other one is better
  left: string; // what was done left this to others
}

// A piece on the page's board.
interface BoardPiece {
  element: SVGElement;
  tag: Tag;
  spot: Spot;
  light?: string;
}

// What a board needs of a hand.
interface HandOfBoard {
  held: Held | null;
  over: (name: string) => void;
  use: (name: string, tag?: Tag) => void;
}

interface HandOptions {
  ask: Ask;
  say: (text: string) => void;
  showError: (why: string, reasons?: Reason[]) => void;
  otherHalf: (tag: Tag) => Tag | undefined;
  tap: (tag: Tag, how?: string) => boolean;
}

// The key of a refusal in a game's catalogue, and where it is from.
type Reason = any;

// What stands behind the buttons of panel/action_buttons.js.
interface ActionButtonsOptions {
  reply?: (answer: number) => unknown;
  act: (seat: number, words: Words) => unknown;
  declineAll: (seat: number) => unknown;
  choose: (
    title: string,
    actions: Words[],
    done: (words: Words) => unknown,
    text: (words: Words) => string,
  ) => unknown;
  rematch?: () => unknown;
  leaveExample?: () => unknown;
  log?: () => LogEvent[];
  go?: (n: number) => void;
  review?: () => ReviewInWords | undefined;
  better?: (one: Better) => void;
  focus: () => void;
}

// What a game's file says of it for its card.
interface About {
  minutes: string;
  picture: () => Element[];
}

interface WelcomeOptions {
  begin: (request: object) => void;
  example: (request: object) => void;
  first?: boolean;
  goOn?: () => void;
  boardsOf: (request: object) => Promise<Answer>;
}

// What an address of the page asks for; see dialogs/address.js.
interface AddressRequest {
  game?: object;
  file: string | null;
  record: string | null;
  at: string | null;
  odd?: string;
}

interface BarOptions {
  game: () => GameAbout | undefined;
  tell: Tell;
  begin: Tell;
  leave: () => void;
  lookBackAt: (n: number) => void;
  settled: () => Promise<unknown>;
  tabNotices: import("./dialogs/tab_notices.js").TabNotices;
  say: (text: string) => void;
  showError: (why: string, reasons?: Reason[]) => void;
}

// A stack of pieces in a tray.
interface Stack {
  seat: number;
  name: string;
  left: HTMLElement;
  said: HTMLElement;
  button: HTMLButtonElement;
  costs: string;
  here: Tag[];
  top?: Tag;
  onBoard?: Tag;
}

interface Tray {
  seat: number;
  dish: HTMLElement;
  element: HTMLElement;
  who?: HTMLElement; // these of a seat only
  points?: HTMLElement;
  bag?: HTMLElement;
  own?: HTMLElement;
  parts?: HTMLElement;
}

// ---- a table in the tab, and a board on USB --------------------------------------------------------

// The file system of the interpreter, as far as it is used.
interface FS {
  mkdirTree: (path: string) => void;
  writeFile: (path: string, data: Uint8Array | string) => void;
  readFile: (path: string, how?: object) => any;
  readdir: (path: string) => string[];
  unlink: (path: string) => void;
  lookupPath: (path: string) => any;
  analyzePath: (path: string) => { exists: boolean };
  stat: (path: string) => { mode: number };
  isDir: (mode: number) => boolean;
}

interface Interpreter {
  FS: FS;
  globals: { get: (name: string) => any };
  runPython: (code: string) => void;
}

// Where an errand on a board shows how it goes.
interface Progress {
  language: string;
  say: (text: string) => void;
  moved: (done: number, total: number) => void;
  ask: (question: string) => Promise<boolean>;
  rest: (ms: number) => Promise<boolean>; // do people want to end it?
  keep?: (what: object) => void;
  made: (files: FilesByPath) => void;
  build: (profile: string) => Promise<FilesByPath>;
  archive?: (name: string) => Promise<FilesByPath>;
}

type FilesByPath = Record<string, Uint8Array>;
