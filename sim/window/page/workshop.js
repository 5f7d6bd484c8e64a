// The workshop: somebody writes the rules of a game, and the table beside them plays it. The game
// runs in a frame that reaches nothing (workshop/sandbox.js), whoever has written it.

import { byId, html } from "./common/elements.js";
import { inform, say } from "./common/notices.js";
import { recall, remember } from "./common/preferences.js";
import { applyTheme } from "./common/theme.js";
import { language, phrase, setLanguage } from "./texts/words.js";
import { showGames, showShare, showTrust, showVersions } from "./workshop/choices.js";
import { GameBoardDialog, boardTools } from "./workshop/game_board.js";
import { LANGUAGES } from "./workshop/guard.js";
import { makeEditor } from "./workshop/editor.js";
import { PLANS, showStudy } from "./workshop/study.js";
import { Problems } from "./workshop/problems.js";
import { NoPackageError, RULES, nameOf, opened, takeLink, titleOf } from "./workshop/packages.js";
import { Store } from "./workshop/store.js";
import { TablePage } from "./workshop/table_page.js";
import { Workbench } from "./workshop/workbench.js";

const VERSION_MS = 60_000; // between two versions that are kept by themselves
// Files that a package may have besides its rules and its page.
const PARTS = ["README.md", "README.de.md", "looks.txt", "en.txt", "de.txt", "example.txt"];

class Workshop {
  constructor() {
    this.texts = loadTexts(); // a table may end before they are there
    /** @type {OwnGame} */
    this.game = { id: 0, by: "", isForeign: false, files: {}, played: null, at: 0 };
    /** @type {Store | null} */
    this.store = null;
    this.path = RULES; // the file that is shown
    this.mayRun = false; // has whoever opened a game of others agreed that it runs?
    this.isShowing = false; // does the table show what the contract found?
    this.lastVersion = 0; // ms
    this.refusedAt = -1; // the action from which on the rules refuse what was played
    this.keeping = Promise.resolve();
    this.proved = (/** @type {boolean} */ _keeps) => {}; // is called once the contract is tried
    this.drawStudy = (/** @type {StudiedGames} */ _games) => {};
    this.problems = new Problems(byId("said"), byId("found"), {
      go: (file, line) => this.go(file, line),
      show: (record) => this.showRecord(record),
    });
    this.bench = new Workbench({
      told: (text) => this.table.tell({ told: text }),
      another: (replayed) => this.begun(replayed),
      mistake: (mistake, isPlayed) => this.mark(() => this.problems.mistake(mistake, isPlayed)),
      left: () => this.problems.left(),
      played: (played) => this.keepPlayed(played),
      finding: (finding) => this.mark(() => this.problems.finding(finding)),
      checked: (isPackage) => {
        this.problems.checked(isPackage);
        this.proved(isPackage && !this.problems.findings.length);
      },
      studied: (games) => this.drawStudy(games),
      ended: async (why, isCheck) => {
        await this.texts;
        this.problems.ended(why, isCheck, () => this.run());
      },
    });
    this.table = new TablePage({
      ask: (text) => this.bench.ask(text),
      failed: () => this.bench.refuse(),
    });
  }

  async start() {
    applyTheme();
    await this.texts;
    const names = await loaded("protocol");
    this.editor = await makeEditor(byId("editor"), phrase("ws rules"), names, {
      changed: (text) => this.change(text),
      paused: () => this.run(),
      run: () => this.run(),
    });
    this.store = await Store.open().catch(() => null);
    if (!this.store) inform(phrase("ws not kept"));
    this.listen();
    addEventListener("hashchange", () => this.openLink());
    if (await this.openLink()) return;
    const wished = new URLSearchParams(location.hash.slice(1)).get("more");
    if (wished && (await this.openMore(wished))) return;
    const [latest] = (await this.store?.games()) ?? [];
    if (latest) this.open(latest);
    else await this.chooseGame();
  }

  listen() {
    byId("games").addEventListener("click", () => this.chooseGame());
    byId("check").addEventListener("click", () => this.check());
    byId("study").addEventListener("click", () => this.study());
    byId("board").addEventListener("click", () => this.toBoard());
    byId("versions").addEventListener("click", () => this.chooseVersion());
    byId("share").addEventListener("click", () => this.share());
    byId("leave").addEventListener("click", () => location.assign("./"));
    byId("open").addEventListener("change", () => this.openFiles());
    for (const side of ["rules", "table"])
      byId(`show-${side}`).addEventListener("click", () => this.turnTo(side));
  }

  // On a narrow page, show the rules or the table.
  /** @param {string} side */
  turnTo(side) {
    /** @type {HTMLElement} */ (document.querySelector(".bench")).dataset.side = side;
    for (const one of ["rules", "table"])
      byId(`show-${one}`).setAttribute("aria-pressed", String(one === side));
  }

  // ---- the game that is open ---------------------------------------------------------------------

  // Open a game; it runs at once, unless somebody else wrote it and nobody has agreed yet.
  /**
   * @param {OwnGame} game
   * @param {boolean} [mayRun]
   */
  open(game, mayRun = !game.isForeign) {
    this.bench.clear();
    this.game = game;
    this.mayRun = mayRun;
    this.lastVersion = 0;
    this.problems.clear();
    this.editor?.forget();
    this.showFile(RULES);
    this.showForeign();
    if (mayRun) this.run();
  }

  showForeign() {
    const { game } = this;
    byId("foreign").hidden = !game.isForeign;
    if (!game.isForeign) return;
    const by = game.by || phrase("ws nobody");
    byId("foreign").replaceChildren(
      phrase(this.mayRun ? "ws foreign runs" : "ws foreign", titleOf(game.files), by),
      ...(this.mayRun ? [] : [" ", button(phrase("ws play"), () => this.open(game, true))]),
    );
  }

  /** @param {string} path */
  showFile(path) {
    this.path = path;
    this.editor?.show(path, this.game.files[path] ?? "");
    this.nameFiles();
    this.mark(() => {});
  }

  nameFiles() {
    const { files } = this.game;
    byId("title").textContent = titleOf(files);
    document.title = `${titleOf(files)} – ${phrase("ws title")}`;
    const missing = PARTS.filter((path) => !(path in files));
    const paths = Object.keys(files).sort();
    byId("files").replaceChildren(
      ...[RULES, ...paths.filter((path) => path !== RULES)].map((path) =>
        html(
          "button",
          {
            type: "button",
            "aria-pressed": path === this.path,
            onclick: () => this.showFile(path),
          },
          path,
        ),
      ),
      html(
        "select",
        { "aria-label": phrase("ws add"), title: phrase("ws add"), id: "add" },
        html("option", { value: "" }, "+"),
        ...missing.map((path) => html("option", { value: path }, path)),
      ),
    );
    byId("add").addEventListener("change", () => this.addFile());
  }

  addFile() {
    const { value: path } = /** @type {HTMLSelectElement} */ (byId("add"));
    if (!path) return;
    this.game.files = { ...this.game.files, [path]: "" };
    this.showFile(path);
    this.editor?.focus();
  }

  /** @param {string} text */
  change(text) {
    const { files } = this.game;
    const before = titleOf(files);
    this.game.files = { ...files, [this.path]: text };
    this.game.at = Date.now();
    if (titleOf(this.game.files) !== before) this.nameFiles();
    this.keep();
  }

  // Keep the game as it is now, and now and then a version of it.
  keep() {
    const { store, game } = this;
    if (!store) return;
    const isDue = game.at - this.lastVersion > VERSION_MS;
    if (isDue) this.lastVersion = game.at;
    const { files } = game; // as they are now
    this.keeping = this.keeping.then(async () => {
      const { id, ...rest } = game;
      game.id = await store.put(id ? game : rest);
      if (isDue) await store.addVersion(game.id, files);
    }, reportError);
  }

  // ---- running it --------------------------------------------------------------------------------

  run() {
    if (!this.mayRun) return;
    this.isShowing = false;
    this.problems.begin();
    this.mark(() => {});
    const { files, played } = this.game;
    this.bench.run(packageOf(files), played, language());
  }

  /** @param {Replayed} replayed */
  begun(replayed) {
    this.refusedAt = replayed.count < replayed.of ? replayed.count : -1;
    this.table.tell({ another: true });
    this.mark(() => this.problems.begun(replayed, this.isShowing ? () => this.run() : null));
  }

  // Keep what has been played, for the next run. As long as nobody acts, what the rules refuse now
  // stays: the next change may allow it again.
  /** @param {PlayedGame} played */
  keepPlayed(played) {
    if (this.isShowing || played.actions?.length === this.refusedAt) return;
    this.refusedAt = -1;
    this.game.played = played;
    this.keep();
  }

  check() {
    if (!this.mayRun) return;
    this.proved = () => {};
    this.editor?.settle(); // a run afterwards would clear what it finds
    const { files } = this.game;
    this.problems.check();
    this.bench.check(packageOf(files));
  }

  // Let people put the game onto a board, if it keeps the contract.
  async toBoard() {
    if (!this.mayRun) return;
    const boards = await boardTools();
    if (!boards) return inform(phrase("ws board elsewhere"));
    this.check();
    const { files } = this.game;
    this.proved = (/** @type {boolean} */ keeps) => {
      this.proved = () => {};
      if (keeps) new GameBoardDialog(boards, packageOf(files), titleOf(files)).show();
      else inform(phrase("ws board unfit"));
    };
  }

  study() {
    if (!this.mayRun) return;
    this.editor?.settle();
    const { files } = this.game;
    this.drawStudy = showStudy(
      (game) => this.show(game),
      () => this.bench.endStudy(),
    );
    this.bench.study(packageOf(files), PLANS);
  }

  // Show the position that a record of the contract leads to.
  /** @param {string[]} record */
  showRecord(record) {
    this.show(playedIn(record));
  }

  // Show another game of these rules; what is being played waits.
  /** @param {PlayedGame} game */
  show(game) {
    const { files } = this.game;
    this.isShowing = true;
    this.turnTo("table");
    this.bench.run(packageOf(files), game, language());
  }

  /** @param {() => void} change */
  mark(change) {
    change();
    this.editor?.mark(this.problems.marks(this.path));
  }

  /**
   * @param {string} file
   * @param {number} line
   */
  go(file, line) {
    this.turnTo("rules");
    if (file !== this.path && file in this.game.files) this.showFile(file);
    this.editor?.go(line);
  }

  // ---- other games -------------------------------------------------------------------------------

  async chooseGame() {
    const [templates, more] = [await loaded("templates"), await loaded("more")];
    showGames((await this.store?.games()) ?? [], templates, more, {
      open: (game) => this.open(game),
      begin: (files) => this.take(files, "", false),
      more: (name) => this.openMore(name),
      remove: (id) => this.store?.remove(id),
      file: () => byId("open").click(),
    });
  }

  // Take a game into the workshop as one more.
  /**
   * @param {Record<string, string>} files
   * @param {string} by
   * @param {boolean} isForeign
   * @param {boolean} [mayRun]
   */
  take(files, by, isForeign, mayRun = true) {
    this.open({ id: 0, by, isForeign, files, played: null, at: Date.now() }, mayRun);
    this.keep();
  }

  // Open a game of the gallery; resolves to whether there is one of that name.
  /** @param {string} name */
  async openMore(name) {
    history.replaceState(history.state, "", location.pathname + location.search);
    const isThere = (await loaded("more")).includes(name);
    if (isThere) this.take(await loaded(`more/${name}`), "", false);
    return isThere;
  }

  async openFiles() {
    const input = /** @type {HTMLInputElement} */ (byId("open"));
    const files = [...(input.files ?? [])];
    input.value = "";
    if (!files.length) return;
    try {
      const { by, files: found, versions } = await opened(files);
      this.trust(found, by, versions);
    } catch (error) {
      if (!(error instanceof NoPackageError)) throw error;
      inform(phrase("ws no package"));
    }
  }

  // Open the game in the page's address; returns whether there is one.
  async openLink() {
    try {
      const found = await takeLink();
      if (found) this.trust(found.files, found.by, []);
      return found !== null;
    } catch (error) {
      if (!(error instanceof NoPackageError)) throw error;
      inform(phrase("ws link damaged"));
      return false;
    }
  }

  // Ask whoever opens a game of others before it runs.
  /**
   * @param {Record<string, string>} files
   * @param {string} by
   * @param {{at: number, files: Record<string, string>}[]} versions
   */
  trust(files, by, versions) {
    showTrust(files, by, async (mayRun) => {
      this.take(files, by, true, mayRun);
      await this.keeping;
      for (const { at, files: older } of versions.reverse())
        await this.store?.addVersion(this.game.id, older, at);
    });
  }

  async chooseVersion() {
    await this.keeping;
    showVersions((await this.store?.versions(this.game.id)) ?? [], this.game.files, (files) => {
      this.game.at = Date.now();
      this.lastVersion = 0; // the text that it replaces is a version, too
      this.keep();
      this.game.files = files;
      this.keep();
      this.editor?.forget();
      this.showFile(RULES);
      this.run();
    });
  }

  async share() {
    await this.keeping;
    const { game } = this;
    showShare(game, (await this.store?.versions(game.id)) ?? [], say);
  }
}

// Load the texts of the language that the address names, or that was chosen last.
async function loadTexts() {
  const given = new URLSearchParams(location.search).get("language");
  const own = navigator.language.split("-")[0];
  const wanted = given ?? recall("workshop.language", own);
  const name = LANGUAGES.includes(wanted) ? wanted : "en";
  remember("workshop.language", name);
  await setLanguage(name, await loaded(`texts/${name}`));
}

// Load a file of the workshop.
/** @param {string} name */
async function loaded(name) {
  return (await fetch(`workshop/${name}.json`)).json();
}

/** @param {Record<string, string>} files */
function packageOf(files) {
  return { name: nameOf(files), files };
}

/**
 * @param {string} text
 * @param {() => void} onclick
 */
function button(text, onclick) {
  return html("button", { type: "button", onclick }, text);
}

// The game that a record leads to, for a run; see sim/window/replayed.py. Its last line may hold an
// action that has no words.
/** @param {string[]} record */
function playedIn([head, ...lines]) {
  const { seats, options } = JSON.parse(head);
  const actions = lines
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line))
    .filter((line) => "do" in line)
    .map((line) => [line.by, line.do]);
  return { seats, options, players: [], actions };
}

new Workshop().start().catch(reportError);
