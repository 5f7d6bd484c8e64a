// For a table in this tab: notes about it (another tab has it, the browser keeps nothing or may clear
// it, it has stopped, the page is not kept, there is a new version), and the settings that save
// everything as one file and restore it.

import { crc32 } from "./crc32.js";
import * as dialogs from "./dialog.js";
import { Hosting } from "./hosting.js";
import { RealBoardDialog } from "./real_board.js";
import { byId, html } from "../common/elements.js";
import { recall, remember } from "../common/preferences.js";
import { capitalize, phrase } from "../texts/words.js";

const VERSION = 1; // of the file
const MOST = 8e6; // bytes of it
const NAME = /^[\w-][\w.-]*$/;
const GAME = /^game(-\d+)?\.log$/; // of the files, on the table or on the shelf

export class TabNotices {
  // `tab` is the carrier's Tab (see sim/tab/carrier.js);
  // `showError(text)` shows an error, `hello()` is the fact of that name.
  /**
   * @param {TableInTab} tab
   * @param {(why: string) => void} showError
   * @param {() => Hello} hello
   */
  constructor(tab, showError, hello) {
    this.tab = tab;
    this.hello = hello;
    this.showError = showError;
    this.hosting = new Hosting(tab, showError);
    this.file = html("input", { type: "file", hidden: true });
    this.file.addEventListener("change", () => this.load());
    this.wasTold = recall("toldMayClear", false);
    this.mayClear = true; // may the browser clear what it keeps, without asking?
    navigator.storage?.persisted?.().then((isKept) => (this.mayClear &&= !isKept));
    document.body.append(this.file);
    dialogs.restartsWhen(() => tab.isRestarting);
  }

  // Show the notes from now on; the page's texts are loaded.
  start() {
    this.tab.onState = (state) => this.show(state);
    this.show(this.tab.state);
    this.hosting.start();
  }

  /** @param {TabState} state */
  show(state) {
    const { elsewhere, failed, lacks, room } = state;
    if (room !== undefined) this.hosting.takeRoom(room);
    if (lacks) this.ask(phrase("tab lacks title"), phrase("tab lacks", lacks));
    else if (elsewhere) {
      this.ask(phrase("elsewhere title"), phrase("elsewhere"), [
        [phrase("take over"), () => this.tab.takeOver()],
      ]);
    } else if (failed) {
      this.ask(phrase("table stopped"), phrase("table stopped why", failed), [
        [phrase("start again"), () => this.tab.restart()],
      ]);
    }
    this.write(state);
  }

  // Write the note again, since the page's language has changed.
  showAgain() {
    this.write(this.tab.state);
  }

  /** @param {TabState} state */
  write({ elsewhere, keeps }) {
    if (elsewhere) this.note(phrase("elsewhere title"));
    else if (keeps !== undefined) this.note(keeps && phrase(`keeps ${keeps}`));
  }

  // Show or hide a note.
  /** @param {string} text */
  note(text) {
    byId("kept").textContent = text;
    byId("kept").hidden = !text;
  }

  /**
   * @param {string} title
   * @param {string} text
   * @param {[text: string, todo: () => void][]} [buttons]
   */
  ask(title, text, buttons = []) {
    dialogs.open(title, [html("div", { class: "body" }, html("p", {}, text))], { buttons });
  }

  // Somebody has acted: ask the browser not to clear its storage.
  async askToKeep() {
    if (!this.tab.worker || !this.mayClear || this.isAsked) return;
    this.isAsked = true;
    this.mayClear = !(await navigator.storage?.persist?.().catch(() => false));
  }

  // Return what stands below the end of a game: that the browser may still clear its storage, beside
  // a button that saves everything. No later page says so again; the settings say when browsers do
  // so.
  noteAtEnd() {
    if (!this.isAsked || !this.mayClear || this.tab.state.keeps || this.wasTold) return [];
    remember("toldMayClear", true);
    const save = { type: "button", class: "plain", onclick: () => this.save() };
    const button = html("button", save, capitalize(phrase("save all")));
    return [html("p", { class: "may-clear" }, phrase("may clear"), " ", button)];
  }

  // Return the buttons of the settings, [[text, todo], ...].
  /** @returns {[text: string, todo: () => void][]} */
  settingsButtons() {
    const { state, update } = this.tab;
    if (state.elsewhere) return [];
    /** @type {[text: string, todo: () => void][]} */
    const invite = [[phrase("invite"), () => this.hosting.show()]];
    /** @type {typeof invite} */
    const newer = update ? [[phrase("update"), update]] : [];
    /** @type {typeof newer} */
    const load = this.tab.worker ? [[phrase("load all"), () => this.file.click()]] : [];
    return [
      ...newer,
      ...this.saveButtons(),
      ...load,
      [phrase("real board"), () => this.realBoard()],
      ...(state.failed ? [] : invite),
    ];
  }

  // Return the button that saves everything, if the table runs here.
  /** @returns {[text: string, todo: () => void][]} */
  saveButtons() {
    if (this.tab.state.elsewhere || !this.tab.worker) return [];
    return [[capitalize(phrase("save all")), () => this.save()]];
  }

  // Return the settings' text about games that the browser may clear, and about a page that it
  // does not keep; "" if all is well.
  unkeptNote() {
    const games = this.mayClear && !this.tab.state.keeps ? phrase("may clear when") : "";
    const isKept = !this.tab.notCached || this.tab.update; // a newer version waits, whole
    const page = isKept ? "" : phrase(`unkept ${this.tab.notCached}`);
    return [games, page].filter(Boolean).join(" ");
  }

  async realBoard() {
    new RealBoardDialog(await this.tab.tools(), this.hello()).show();
  }

  async save() {
    const kept = Object.entries(await this.tab.save());
    const files = Object.fromEntries(kept.map(([name, bytes]) => [name, written(bytes)]));
    const text = JSON.stringify({ leyboard: VERSION, sum: sumOf(files), files });
    const url = URL.createObjectURL(new Blob([text], { type: "application/json" }));
    const day = new Date().toISOString().slice(0, 10);
    html("a", { href: url, download: `leyboard-${day}.json` }).click();
    URL.revokeObjectURL(url);
  }

  async load() {
    const [file] = this.file.files ?? [];
    this.file.value = "";
    if (!file) return;
    if (this.tab.state.keeps === "forbidden") {
      this.showError(phrase("load forbidden")); // the page would start again with nothing
      return;
    }
    const files = file.size > MOST ? null : readFrom(await file.text());
    if (!files) {
      this.showError(phrase("no such file", file.name));
      return;
    }
    if (
      await dialogs.askToConfirm([phrase("load all"), phrase("load all lost")], phrase("load it"))
    ) {
      const why = await this.tab.restore(files);
      if (why && !this.tab.state.elsewhere) this.showError(phrase(`keeps ${why}`));
    }
  }
}

/** @param {Uint8Array} bytes */
function written(bytes) {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}

// Return the files in such a text, {name: bytes}; null if it is invalid or damaged.
/** @param {string} text */
function readFrom(text) {
  try {
    const { leyboard, sum, files } = JSON.parse(text);
    const names = Object.keys(files);
    if (leyboard !== VERSION || !names.every((name) => NAME.test(name))) return null;
    if (!names.some((name) => GAME.test(name) && files[name])) return null; // it holds no game
    if (sum !== undefined && sum !== sumOf(files)) return null; // older files have none
    return Object.fromEntries(
      Object.entries(files).map(([name, data]) => [
        name,
        Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0)),
      ]),
    );
  } catch {
    return null;
  }
}

// Return the checksum of files in the form of the file, {name: text}.
/** @param {Record<string, string>} files */
function sumOf(files) {
  return crc32(new TextEncoder().encode(JSON.stringify(files)));
}
