// The types of a table in the tab, and of a board on USB.

// The file system of the interpreter, as far as it is used.
interface FS {
  mkdirTree: (path: string) => void;
  writeFile: (path: string, data: Uint8Array | string) => void;
  readFile: ((path: string) => Uint8Array<ArrayBuffer>) &
    ((path: string, how: { encoding: "utf8" }) => string);
  readdir: (path: string) => string[];
  unlink: (path: string) => void;
  lookupPath: (path: string) => { node: FSNode };
  analyzePath: (path: string) => { exists: boolean };
  stat: (path: string) => { mode: number };
  isDir: (mode: number) => boolean;
  write: (
    stream: FSStream,
    buffer: Uint8Array,
    offset: number,
    length: number,
    position?: number,
  ) => number;
  mknod: (path: string, mode: number, dev: number) => FSNode;
  ErrnoError: new (errno: number) => Error;
}

interface FSStream {
  node: FSNode;
  position: number;
  tty?: { output: number[] }; // of one line that is not over
}

// What an open file or folder of it does.
type Operations = Record<string, (...values: unknown[]) => unknown>;

interface FSNode {
  stream_ops: Operations;
  node_ops: Operations;
  usedBytes: number;
  contents?: Uint8Array | Record<string, FSNode>;
}

// What workers take from the interpreter's globals.
interface PythonNames {
  BUILD: string; // the folder for files that a job is given
  MADE: string; // and for those that it makes
  Tab: (
    folder: string,
    hello: string,
    send: (text: string) => void,
    think: () => Thinker,
  ) => TableInPython;
  begin: (request: string) => void;
  begin_job: (name: string, values: string, language: string) => void;
  go_on: () => string | null; // the answer, once there is one
  open_work: (kind: string, path: string, wanted: string) => OwnTable;
  go_on_with_job: (answer: string) => string;
}

// What a worker of the workshop does: a class of sim/window/workshop.py.
interface OwnTable {
  step: (watched: boolean) => number;
  hear: (text: string) => void;
  take: () => string;
}

// MicroPython keeps here what Python sees of JavaScript; the first is its module `js`.
declare var proxy_js_ref: readonly object[];
declare var proxy_js_ref_map: Pick<Map<object, number>, "get" | "delete"> & {
  set: (value: object, id: number) => void;
};

// The table of sim/window/tab.py.
interface TableInPython {
  step: (watched: boolean) => boolean;
  hear: (text: string) => void;
  open_room: () => RoomInPython;
  close_room: () => void;
}

// The room of sim/seats/tabroom.py; texts are JSON.
interface RoomInPython {
  about: () => string;
  hear: (whom: string, session: string, key: string, number: number, text: string) => boolean;
  end: (session: string) => void;
  refuse: () => string;
  renew: () => void;
  is_there: (session: string) => boolean;
  take: () => string | null;
  take_facts: () => string | null;
  ask: (request: string) => string;
}

// A worker that searches for a computer player, as Python sees it.
interface Thinker {
  send: (text: string) => void;
  receive: () => string | null;
  is_alive: () => boolean;
  close: () => void;
}

interface Interpreter {
  FS: FS;
  globals: { get: <Name extends keyof PythonNames>(name: Name) => PythonNames[Name] };
  runPython: (code: string) => void;
}

// Where a job on a board shows how it goes.
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

type FilesByPath = Record<string, Uint8Array<ArrayBuffer>>;

// What a job of host_tools/core/board_jobs.py results in, by its name, as far as the page uses it.
interface JobResults {
  backup: string; // the profile of the board
  fetch: [game: string, lines: string[]];
  identify: { machine: string; version: string; profile: string; problem: string };
  look: Partial<RoomFacts> & { lights: number[] };
  meet: { firmware: string; profile: string; problem: string };
  records: [
    which: string,
    game: string,
    day: string,
    actions: string,
    state: string,
    people: string,
  ][];
  others: [game: string, bytes: number][];
  settings: [name: string, value: string, choices: string, says: string][];
  walk: string[]; // the lines of a report
}

type JobResult<Name extends string> = Name extends keyof JobResults ? JobResults[Name] : unknown;

// A request of a job: its kind and value, and the files that it made.
type JobRequest = [kind: string, value: unknown, made?: FilesByPath];

// What a worker gets for a job: its beginning, or the answer to its request.
interface JobMessage {
  begin?: [name: string, values: object, language: string];
  answer?: unknown;
  files?: FilesByPath;
}

// An event of a running table, which it sends unasked.
interface LineEvent {
  event: string;
  [more: string]: unknown;
}

// What a running table answers to a request (docs/link.md).
interface LineAnswer {
  ok: boolean;
  [more: string]: unknown;
}

// Web Serial, as far as it is used.
interface SerialPort {
  open: (options: { baudRate: number }) => Promise<void>;
  close: () => Promise<void>;
  setSignals: (signals: { dataTerminalReady: boolean }) => Promise<void>;
  getInfo: () => { usbVendorId?: number; usbProductId?: number };
  readable: ReadableStream<Uint8Array> | null; // null once it is gone
  writable: WritableStream<Uint8Array>;
}

interface Navigator {
  serial: {
    requestPort: (options: { filters: { usbVendorId: number }[] }) => Promise<SerialPort>;
    getPorts: () => Promise<SerialPort[]>;
  };
}

// What the page posts to the worker of the table; see sim/tab/table.js.
interface ToTable {
  open?: { steal: boolean; files: Record<string, Blob> };
  shown?: true;
  watched?: boolean;
  save?: true;
  restore?: FilesByName;
  more?: string; // the name of a game of the gallery
  host?: string;
  ask?: object;
}

// What that worker posts besides the table's own messages.
interface TabState {
  elsewhere?: boolean; // does another tab have the table?
  free?: true; // it has it no longer
  failed?: string;
  lacks?: string; // what the browser lacks
  keeps?: string; // "" if the browser keeps the game; "full" or "forbidden"
  ready?: true;
  room?: TabRoomFacts | null;
  files?: FilesByName; // answers `save`
  restored?: string; // answers `restore`: "" or why not
  more?: boolean; // answers `more`: have its files come?
  asked?: { ok: boolean; why: string }; // answers `ask`
}

// The room around the table of a tab.
interface TabRoomFacts {
  name: string;
  at: string; // the address of the broker
  there: boolean; // is the broker?
  seats?: Required<Room>["seats"];
  host?: { links: (string | null)[]; watch: string; refused: number };
}

type FilesByName = Record<string, Uint8Array>;

// The room of the table while it is open.
interface OpenedRoom {
  far: import("./far_room.js").FarRoom;
  takeFacts: () => string | null;
  take: () => string | null;
  ask: (request: string) => string;
  facts: TabRoomFacts;
  tell: (more: Partial<TabRoomFacts>) => void;
}

// A service worker, as far as it is used: TypeScript has no types for one beside a page's.
interface ServiceWorkerScope {
  VERSION: string; // these two by files.js
  FILES: Record<string, string>;
  PICTURES: Record<string, string>;
  importScripts: (name: string) => void;
  addEventListener: ((kind: string, listener: (event: ServiceEvent) => void) => void) &
    ((kind: "message", listener: (event: MessageEvent) => void) => void);
  registration: ServiceWorkerRegistration;
  clients: { matchAll: (options: { includeUncontrolled: boolean }) => Promise<Worker[]> };
  skipWaiting: () => void;
}

// That something is installed, activated or fetched.
interface ServiceEvent extends Event {
  request: Request;
  waitUntil: (done: Promise<unknown>) => void;
  respondWith: (answer: Promise<Response>) => void;
}
