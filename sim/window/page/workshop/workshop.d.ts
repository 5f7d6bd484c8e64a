// The types of the workshop's parts.

// A game as it is run: the name of its package, and its files by path.
interface Package {
  name: string;
  files: Record<string, string>;
}

// What sim/window/replayed.py makes of a game, and takes.
interface PlayedGame {
  actions?: unknown[];
}

interface PlaceInRules {
  file: string;
  line: number; // from 1; 0 if it is in no line
}

// A mistake, in values and words between them.
interface Mistake extends PlaceInRules {
  why: string[];
}

// A rule of the contract that is broken, in words that begin with its method, and what is so
// instead, in parts; the lines of a record that shows it.
interface BrokenRule extends PlaceInRules {
  rule: string;
  why: string[];
  record: string[];
}

// How far what had been played could be replayed.
interface Replayed {
  count: number;
  of: number;
  why: string;
}

// A message of sim/window/workshop.py.
interface Told {
  facts?: Partial<Facts>;
  answer?: object;
  mistake?: Mistake;
  replayed?: Replayed;
  played?: PlayedGame;
  finding?: BrokenRule;
  checked?: boolean;
  studied?: StudyResult;
}

// What games of one kind of player have shown so far; see sim/window/studied.py.
interface StudyResult {
  done: number;
  of: number;
  figures: Figure[];
  never: [kind: string, what: string][];
}

interface StudiedGames extends StudyResult {
  player: string;
}

interface Figure {
  name: string;
  of: string;
  value: number;
  low: number;
  high: number;
  examples: PlayedGame[];
}

// The games of a study: who plays, and how many.
type StudyPlan = [player: string, games: number];

interface WorkbenchListener {
  told: (text: string) => void;
  another: (replayed: Replayed) => void;
  mistake: (mistake: Mistake, isPlayed: boolean) => void;
  left: () => void;
  played: (played: PlayedGame) => void;
  finding: (finding: BrokenRule) => void;
  checked: (isPackage: boolean) => void;
  studied: (games: StudiedGames) => void;
  ended: (why: string, isCheck: boolean) => void;
}

// A game in the store of the workshop.
interface OwnGame {
  id: number;
  by: string; // who wrote it, as they say themselves; "" for the owner of this browser
  isForeign: boolean; // it came by a link or in a file, and nobody has changed it here
  files: Record<string, string>;
  played: PlayedGame | null;
  at: number; // ms, when it was changed
}

interface OwnVersion {
  n: number;
  id: number; // of its game
  files: Record<string, string>;
  at: number;
}

// A name of the protocol, as host_tools/workshop.py reads it.
interface ProtocolName {
  name: string;
  kind: string;
  form: string;
  says: string;
}
