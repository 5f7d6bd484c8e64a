// What the games tell of themselves besides what every game does: their views, what only a seat
// knows, and their events.

interface LandView extends View {
  supply?: number[][]; // by seat, if tiles were shared out: how many of each kind are left
  printed: { colours: ("g" | "y" | null)[]; kinds: string[] };
}

interface LeylinesView extends View {
  segments?: number[]; // by seat: how many dominoes it holds
  board: [spot: string, name: string][];
}

interface LeylinesOwn {
  cairns?: [value: number | null, at: string][];
  segments?: string[];
}

interface MarketView extends View {
  hands: [money: number, faerie: number, wheat: number][];
  bids: (number | "made" | null)[];
  order: number[];
  marker: number;
  printed: {
    lands: string[];
    side: number;
    table: number;
    slots: string[];
    invested: number[];
  };
}

interface MarketOwn {
  bid?: number | null;
}

interface LandoverTable {
  terrain: string; // a letter a hex
  numbers: number[];
  dice: [white: number, red: number];
  barbarians: number;
  cards: number[]; // these by seat
  devs: number[];
  power: number[];
  levels: number[][];
  routes: number[];
  longest: number | null;
  port_authority: number | null;
  merchant: [place: string, seat: number] | null;
  deal: { give: number[]; want: number[] } | null;
  phase: string;
  turn: number;
}

interface LandoverView extends View {
  table: LandoverTable;
  printed: {
    top: number;
    target: number;
    steps: number;
    safe: number[];
    cards: number[];
    attack: [won: boolean, seats: number[]];
    cities: number;
    defence: number;
    harbours: [edge: string, rate: number, card: string | null][];
    yields: [letter: string, card: string][];
  };
}

interface LandoverOwn {
  cards: number[];
  devs?: string[];
  shown?: number[] | string[];
  rates: number[];
  costs: number[]; // by culture: commodities for its next level
}

type LandoverEvent =
  | ["cards", seat: number, counts: number[] | null]
  | ["production"]
  | ["cleared", places: string[]]
  | ["metro", culture: number, seat: number, place: string]
  | ["revealed", place: string]
  | ["longest", seat: number | null]
  | ["win", seat: number];

type LandoverAction =
  | ["offer", give: number[], want: number[], seats: number[]]
  | ["order", seats: number[]]
  | ["village" | "city" | "road" | "boat" | "wall", place: string]
  | ["improve", culture: number, metro: string | null]
  | ["raid", place: string, seat: number | null]
  | ["play", card: string, ...targets: Word[]]
  | ["take" | "take_dev", card: string | null];

type MarketEvent =
  | ["bids" | "final", numbers: number[]]
  | ["order", seats: number[]]
  | ["largest", seats: number[], points: number]
  | ["section" | "cubes", ...values: Word[]];

type MarketAction =
  | ["stock" | "acquire", slot: Word, tile: string, place: string]
  | ["bid", coins?: number];

type MarsEvent = ["line", seat: number, points: number, cells: string[]];

type LeylinesEvent =
  | ["flow", seat: number, from: Word, to: Word, places: string[]]
  | ["attenuate", places: string[]]
  | ["remove", places: string[]];
