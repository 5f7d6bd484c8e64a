// The dialog for a real board on USB: tells what the board is, flashes the firmware, changes
// settings, fetches games, tests parts, and makes and restores backups. sim/tab/realboard.js does
// the work.

import { boards, field, open, select } from "./dialog.js";
import { RealTags } from "./real_tags.js";
import { SecondDisplay } from "./second_display.js";
import { html } from "../common/elements.js";
import { language, phrase, capitalize } from "../texts/words.js";

/** @type {Record<string, string>} */
const FAILURES = {
  NotFoundError: "real none",
  NetworkError: "real taken",
  InvalidStateError: "real still open", // by this page
  SecurityError: "real forbidden",
  PortClosedError: "real broke",
  NoAnswerError: "real silent",
  DamagedArchiveError: "real damaged",
};

export class RealBoardDialog {
  /** @type {import("../../../tab/realboard.js").RealBoard} */
  board; // once people have chosen one

  // `tools` is that module, `hello` the window's fact with all boards.
  /**
   * @param {BoardTools} tools
   * @param {Hello} hello
   */
  constructor(tools, hello) {
    this.tools = tools;
    this.hello = hello;
    this.isBusy = false;
    this.all = html("fieldset", { class: "real" });
    this.isWriting = false; // may the board be half written?
    this.isEnding = false; // do people want no more of what takes long?
    this.profile = ""; // which board it is
    /** @type {FilesByPath} */
    this.made = {}; // files of the last job, by path
    this.answer = (/** @type {boolean} */ _yes) => {}; // takes the answer to the question that is open
    this.head = html("p", { id: "real-head" }, phrase("real board why"));
    this.buttons = html("div", { class: "choices" });
    this.bar = html("progress", { hidden: true, "aria-label": phrase("real copying") });
    this.log = html("ol", { id: "real-log", role: "log", class: "said" });
    this.more = html("div", {});
    this.now = html("div", { class: "real-now" }); // what can be pressed meanwhile
    /** @type {Element[]} */
    this.left = []; // what can be pressed there once a task is done
    this.tags = new RealTags(this);
  }

  show() {
    /** @type {[text: string, todo: () => void]} */
    const image = [phrase("real image"), () => this.askImage()];
    if (this.tools.isSupported()) {
      this.offer([[phrase("real choose"), () => this.connect()], image]);
    } else {
      this.head.textContent = phrase("real browser");
      this.offer([image]);
    }
    this.all.append(this.buttons, this.bar, this.more);
    const body = [this.head, this.all, this.log, this.now];
    open(phrase("real board"), [html("div", { class: "body" }, ...body)], {
      wide: true,
      closed: () => this.close(),
      leave: () => !this.isWriting || confirm(phrase("real leave")),
    });
  }

  close() {
    this.isEnding = true;
    this.answer(false);
    this.second?.stop();
    this.board?.close();
  }

  // `tasks`: [[text, todo], ...]; one runs at a time.
  /**
   * @param {[text: string, todo: () => unknown][]} tasks
   * @param {...Element} others
   */
  offer(tasks, ...others) {
    this.buttons.replaceChildren(
      ...others,
      ...tasks.map(([text, todo]) => this.button(text, todo)),
    );
  }

  /**
   * @param {string} text
   * @param {() => unknown} todo
   */
  button(text, todo) {
    return html("button", { type: "button", onclick: () => this.run(todo) }, capitalize(text));
  }

  /** @param {() => unknown} todo */
  async run(todo) {
    if (this.isBusy) return;
    this.isBusy = this.all.disabled = true;
    this.isEnding = false;
    this.second?.stop();
    this.log.replaceChildren();
    this.now.replaceChildren();
    this.log.classList.remove("report");
    try {
      await todo();
    } catch (error) {
      this.showFailure(error);
    }
    this.now.replaceChildren(...this.left);
    this.left = [];
    this.bar.hidden = true;
    this.isBusy = this.all.disabled = false;
  }

  // Say what went wrong; if the board is gone, let people choose it again.
  /** @param {unknown} error */
  showFailure(error) {
    this.say(this.why(error));
    if (!this.board || this.board.isOpen()) return;
    this.second?.stop();
    this.head.textContent = phrase("real gone");
    this.more.replaceChildren();
    this.offer([[phrase("real choose"), () => this.connect()]]);
  }

  /** @param {unknown} error */
  why(error) {
    const { name, message } = /** @type {Error} */ (error);
    return name in FAILURES ? phrase(FAILURES[name]) : message;
  }

  /** @param {string} text */
  say(text) {
    this.log.append(html("li", {}, text));
    this.log.lastElementChild?.scrollIntoView({ block: "nearest" });
  }

  // Ask people, who press one of two buttons; resolves to true for yes.
  /**
   * @param {string} question
   * @returns {Promise<boolean>}
   */
  ask(question) {
    const button = (/** @type {string} */ key, /** @type {boolean} */ yes) =>
      html("button", { type: "button", onclick: () => this.answer(yes) }, phrase(key));
    const yes = button("real yes", true);
    this.now.replaceChildren(
      html("p", {}, question.trim()),
      html("div", { class: "choices" }, yes, button("real no", false)),
    );
    yes.focus();
    this.now.scrollIntoView({ block: "nearest" });
    return new Promise((resolve) => {
      this.answer = (/** @type {boolean} */ said) => {
        this.now.replaceChildren();
        resolve(said);
      };
    });
  }

  // Let people end an open-ended task, with a button of this text.
  /** @param {string} text */
  mayEnd(text) {
    const end = () => (this.isEnding = true);
    this.now.replaceChildren(
      html(
        "div",
        { class: "choices" },
        html("button", { type: "button", onclick: end }, capitalize(text)),
      ),
    );
  }

  // Do a job; show its messages and its progress. `more`: the other values that it asks for.
  /**
   * @template {string} Name
   * @param {Name} name
   * @param {object} [values]
   * @param {boolean} [needsTable]
   * @param {object} [more]
   */
  async runJob(name, values = {}, needsTable = false, more = {}) {
    const show = {
      language: language(),
      say: (/** @type {string} */ text) => this.say(text),
      ask: (/** @type {string} */ question) => this.ask(question),
      rest: async (/** @type {number} */ ms) => {
        await new Promise((resolve) => setTimeout(resolve, ms));
        return this.isEnding;
      },
      made: (/** @type {FilesByPath} */ files) => (this.made = files),
      /**
       * @param {number} done
       * @param {number} total
       */
      moved: (done, total) => {
        this.bar.hidden = !total || done >= total;
        this.bar.max = total;
        this.bar.value = done;
      },
      build: this.tools.build,
      ...more,
    };
    this.isWriting = !needsTable;
    if (this.isWriting) addEventListener("beforeunload", askToStay);
    try {
      return await this.board.runJob(name, values, show, needsTable);
    } finally {
      this.isWriting = false;
      removeEventListener("beforeunload", askToStay);
    }
  }

  // ---- what it is ------------------------------------------------------------------------------

  async connect() {
    this.more.replaceChildren();
    this.board?.close();
    const board = new this.tools.RealBoard();
    try {
      await board.choose();
    } catch (error) {
      board.close();
      throw error; // a board that was never here is not gone
    }
    this.board = board;
    await this.look();
  }

  // Find out what the board is, and offer the tasks that it allows; `starts` as in
  // RealBoard.hello.
  async look(starts = false) {
    this.head.textContent = phrase(starts ? "real starting" : "real looking");
    this.more.replaceChildren();
    if (await this.board.hello(starts)) {
      const hello = await this.runJob("meet", {}, true);
      this.profile = hello.profile || "grid3";
      this.head.textContent = hello.problem || phrase("real runs", hello.firmware, hello.profile);
      return this.offer(this.tasks(hello));
    }
    const { machine, version, profile, problem } = await this.runJob("identify");
    this.head.textContent = problem || phrase("real bare", machine, version);
    if (problem) return this.offer([[phrase("real choose"), () => this.connect()]]);
    const which = select("real-profile", boards(this.hello), profile || "grid3");
    const choose = () => (this.profile = which.value);
    which.addEventListener("change", choose);
    choose();
    this.offer(this.tasks(null), field(phrase("board"), which));
  }

  // The tasks for a board; `hello` is that of its table, if one runs.
  /**
   * @param {JobResult<"meet"> | null} hello
   * @returns {[text: string, todo: () => unknown][]}
   */
  tasks(hello) {
    /** @type {[text: string, todo: () => unknown][]} */
    const asking = [
      [phrase("real watch"), () => this.watch(/** @type {object} */ (hello))],
      [phrase("real tags"), () => this.tags.show(this.hello)],
      [phrase("real doctor"), () => this.doctor()],
    ];
    return [
      ...(hello && !hello.problem ? asking : []),
      hello
        ? [phrase("real update"), () => this.flash(null)]
        : [phrase("real flash"), () => this.flash(this.profile)],
      [phrase("settings"), () => this.settings()],
      [phrase("real games"), () => this.games()],
      [phrase("real walk"), () => this.walk()],
      [phrase("real backup"), () => this.backUp()],
      [phrase("real restore"), () => this.askArchive()],
    ];
  }

  // ---- what is done there ----------------------------------------------------------------------

  // `others`: what becomes of the games of others, the further values of the job.
  /**
   * @param {string | null} profile
   * @param {object} [others]
   */
  async flash(profile, others) {
    this.more.replaceChildren();
    const known = this.hello.profiles.map(([name]) => name);
    await this.runJob("flash", { known, profile, ...others });
    await this.look(true);
  }

  doctor() {
    this.more.replaceChildren();
    return this.runJob("doctor", {}, true);
  }

  async walk() {
    this.more.replaceChildren();
    this.log.classList.add("report"); // its columns stand under each other
    const lines = await this.runJob("walk", { profile: this.profile });
    const report = () => save(`${lines.join("\n")}\n`, "text/plain", "leyboard-doctor.txt");
    const button = { type: "button", onclick: report };
    this.left = [
      html("div", { class: "choices" }, html("button", button, capitalize(phrase("real report")))),
    ];
  }

  async settings() {
    this.more.replaceChildren();
    const rows = await this.runJob("settings");
    this.more.replaceChildren(
      ...rows.map(([name, value, choices, says]) => {
        const input = html("input", {
          type: "text",
          class: "name",
          name: `real-${name}`,
          value,
          autocomplete: "off",
        });
        input.addEventListener("change", () =>
          this.run(async () => {
            await this.runJob("change", { name, text: input.value.trim() });
            await this.look();
          }),
        );
        return field(name, input, choices ? `${says}: ${choices}` : says);
      }),
    );
  }

  async games() {
    this.more.replaceChildren();
    const rows = await this.runJob("records");
    if (!rows.length) this.say(phrase("real no games"));
    const list = rows.map((row) => {
      const [which, game, , actions, state, people] = row;
      const text = [game, state, phrase("real actions", Number(actions)), people]
        .filter(Boolean)
        .join(", ");
      return this.button(text, () => this.fetch(which));
    });
    this.more.replaceChildren(html("div", { class: "choices" }, ...list));
  }

  /** @param {string} which */
  async fetch(which) {
    const [game, lines] = await this.runJob("fetch", { which });
    const text = lines.map((line) => `${line}\n`).join("");
    save(text, "application/jsonl", `${game}-${which}.jsonl`);
  }

  // Everything on a board as one file, which `leyboard restore` takes, too.
  async backUp() {
    this.more.replaceChildren();
    const profile = await this.runJob("backup");
    const name = `${profile}-${new Date().toISOString().slice(0, 10)}.zip`;
    save(await this.tools.pack(this.made), "application/zip", name);
    this.say(phrase("real backed up", Object.keys(this.made).length, name));
  }

  askArchive() {
    const file = html("input", { type: "file", name: "real-archive" });
    file.addEventListener("change", () =>
      this.run(async () => {
        const [one] = file.files ?? [];
        const archive = () => this.tools.unpack(one);
        await this.runJob("restore", { name: one?.name }, false, { archive });
        await this.look(true);
      }),
    );
    this.more.replaceChildren(field(phrase("real archive"), file, phrase("real archive why")));
  }

  // One file of MicroPython and the firmware, for a bare Pico and any browser.
  askImage() {
    const which = select("real-profile", boards(this.hello), "grid3");
    const base = html("input", { type: "file", name: "real-base" });
    base.addEventListener("change", () =>
      this.run(async () => {
        const [file] = base.files ?? [];
        if (!file) return;
        const bytes = await this.tools.image(which.value, file, language());
        const name = `leyboard-${which.value}.uf2`;
        save(bytes, "application/octet-stream", name);
        this.head.textContent = phrase("real image made", name);
      }),
    );
    this.head.textContent = phrase("real image why");
    this.more.replaceChildren(
      field(phrase("board"), which),
      field(phrase("real base"), base, phrase("real base why")),
    );
  }

  /** @param {object} hello */
  async watch(hello) {
    await this.board.waitForTable();
    this.second = new SecondDisplay(this, (/** @type {unknown} */ error) =>
      this.showFailure(error),
    );
    await this.second.start(hello, this.more);
    this.offer([[phrase("back"), () => this.look()]]);
  }
}

// Have the browser ask before the page is left.
/** @param {BeforeUnloadEvent} event */
function askToStay(event) {
  event.preventDefault();
}

// Have the browser save a file.
/**
 * @param {BlobPart} content
 * @param {string} type
 * @param {string} name
 */
function save(content, type, name) {
  const url = URL.createObjectURL(new Blob([content], { type }));
  html("a", { href: url, download: name }).click();
  URL.revokeObjectURL(url);
}
