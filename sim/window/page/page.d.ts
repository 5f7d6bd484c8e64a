// The types of the page's own parts. What comes from the table is in messages.d.ts.

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
}

type BoardOnPage = import("./board/board.js").Board;

// The piece in somebody's hand.
interface DragState {
  tag: Tag;
  half?: Tag; // the other half of a piece of two cells
  how: "drag" | "carry" | "keys";
  from: string; // where it lay
  side: number; // where the other half was
  turn?: number; // of a tile whose magnets the board feels: quarters clockwise
  lifted?: Promise<void>; // resolves once the table has told where it fits
}

// What the seat in front knows and may do.
interface Mine {
  form: string; // what that depends on
  seat: number;
  view: unknown; // in the game's own form
  names: Record<string, string>; // by uid: the pieces that it alone can tell apart
  choices: Choices;
}

// What an element gets: attributes, and listeners under names that begin with "on".
type Attributes = Listeners & {
  [name: string]: string | number | boolean | null | undefined | ((event: never) => unknown);
};

// The listeners that elements are made with.
interface Listeners {
  onchange?: () => unknown;
  onclick?: (event: MouseEvent & { currentTarget: HTMLElement }) => unknown;
  onfocus?: () => unknown;
  oninput?: (event: Event & { currentTarget: HTMLInputElement }) => unknown;
  onkeydown?: (event: KeyboardEvent) => unknown;
}

// What an element contains.
type Child = Node | string | number;

// The tones of a seat's pieces; see pieces/pieces.js.
interface Tint {
  base: string;
  light: string;
  deep: string;
  dark: string;
  ink: string;
}

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
  hinted: boolean; // had a hint proposed what was done?
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
interface ControlsContext<V extends View = View, Own = unknown> {
  view: V;
  own: Own; // what only the seat knows, in the game's own form
  board: BoardFacts;
  seat: number;
  lays: boolean;
  actions: Words[];
  many: string[];
  text: (words: Words) => string;
  act: (words: Words) => unknown;
  onlyDecline: string;
  declineAll: () => unknown;
  choose: (title: string, actions: Words[], text: (words: Words) => string) => unknown;
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

// A game that was played to its end.
interface Finished {
  game: string;
  actions: number;
  scores: number[];
  winners: number[];
  names?: string[];
  players?: string[];
}

interface Summed {
  games: number;
  actions: number;
  players: { name: string; games: number; won: number; points: number }[];
}

// The room for phones, as docs/seats.md says.
interface Room {
  you?: { whom: string; left?: boolean };
  host?: {
    links: (RoomLink | null)[];
    watch: RoomLink;
    host?: RoomLink | null;
    refused: number;
  };
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
  // `phrases` it may say to all
  you: { whom: string; left?: boolean; phrases: string[]; languages: string[] };
  board: BoardFacts;
  state: State;
  game: GameAbout & { drawn: string[] };
  mine?: Omit<Choices, "spots" | "only_decline"> & {
    moment: number;
    own: unknown;
    lays: Placeable[];
  };
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

// A piece on the page's board.
interface BoardPiece {
  element: SVGElement;
  tag: Tag;
  spot: Spot;
  light?: string;
}

// What a board needs of a hand.
interface HandOfBoard {
  held: DragState | null;
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

// What stands behind the buttons of panel/action_buttons.js.
interface ActionButtonsOptions {
  reply?: (answer: number) => Promise<Answer>;
  act: (seat: number, words: Words) => Promise<Answer>;
  declineAll: (seat: number) => Promise<Answer>;
  choose: (
    title: string,
    actions: Words[],
    done: (words: Words) => unknown,
    text: (words: Words) => string,
  ) => unknown;
  rematch?: () => Promise<Answer>;
  results?: () => void;
  leaveExample?: () => Promise<Answer>;
  log?: () => LogEvent[];
  go?: (n: number) => void;
  review?: () => ReviewInWords | undefined;
  better?: (one: Better) => void;
  note?: () => Element[];
  focus: () => void;
}

// An entry of what everybody may see of a seat: what it is, how much, and its colour.
type PurseEntry = [what: string, value: string | number, colour?: string];

// What a game's file may export; see pieces/pieces.js.
interface GameFunctions {
  draw: (name: string, seat: number, spot?: Spot) => Element[] | undefined;
  name: (name: string) => string | undefined;
  owner: (name: string) => number | undefined;
  place: (name: string) => string;
  other: (name: string) => string | undefined;
  ground: (view: View, board: BoardFacts) => Element[];
  tell: (event: Outcome) => string | undefined;
  act: (words: Words) => string | undefined;
  notable: (words: Words) => boolean;
  purse: (view: View, seat: number) => PurseEntry[];
  hand: (own: unknown, view: View, grip: PickUp) => HTMLElement[];
  secret: (view: View, seat: number) => boolean;
  controls: (now: ControlsContext) => HTMLElement[] | undefined;
  price: (name: string, prices: Record<string, number[]>) => [colour: string, word: string][];
  outlook: (view: View, prices: Record<string, number[]>) => string[];
  goal: (view: View) => number | undefined;
  left: (view: View, seat: number, name: string) => number | undefined;
  shelf: (view: View | null) => string[];
  moment: (view: View) => string | undefined;
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
  closed?: () => void;
  boardsOf: (request: object) => Promise<Answer<"boards">>;
  take: (name: string) => Promise<Hello | null>;
}

// What an address of the page asks for; see dialogs/address.js.
interface AddressRequest {
  game?: { game: string | null };
  file: string | null;
  record: string | null;
  at: string | null;
  odd?: string;
}

interface BarOptions {
  game: () => GameAbout | undefined;
  ask: Tell;
  tell: Tell;
  begin: Tell;
  leave: () => void;
  lookBackAt: (n: number) => void;
  settled: () => Promise<unknown>;
  tabNotices: import("./dialogs/tab_notices.js").TabNotices | null;
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
  whose?: HTMLElement; // of the shared pieces
  who?: HTMLElement; // these of a seat only
  points?: HTMLElement;
  bag?: HTMLElement;
  own?: HTMLElement;
  parts?: HTMLElement;
}

// A table in the page itself: the Tab of sim/tab/carrier.js.
type TableInTab = import("../../tab/carrier.js").Tab;

// What sim/tab/realboard.js exports, for a board on USB.
type BoardTools = typeof import("../../tab/realboard.js");

// What lets a seat's page in that another page has in a frame.
interface FramedSeat {
  room: string;
  language: string;
}
