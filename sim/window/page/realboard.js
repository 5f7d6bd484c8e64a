// The dialog for a real board on USB: what it is, writing the firmware, its settings and games, and
// a check of its parts. sim/tab/realboard.js does the work.

import { boards, field, open, select } from "./dialogs.js";
import { SecondDisplay } from "./seconddisplay.js";
import { html } from "./svg.js";
import { phrase, upper } from "./words.js";

export class RealBoardDialog {
  // `tools` is that module, `hello` the window's fact with all boards.
  /**
   * @param {any} tools
   * @param {Hello} hello
   */
  constructor(tools, hello) {
    this.tools = tools;
    this.hello = hello;
    this.isBusy = false;
    this.all = html("fieldset", { class: "real" });
    this.head = html("p", { id: "real-head" }, phrase("real board why"));
    this.deeds = html("div", { class: "choices" });
    this.bar = html("progress", { hidden: true, "aria-label": phrase("real copying") });
    // The tools speak English in every language, as in a terminal.
    this.log = html("ol", { id: "real-log", role: "log", lang: "en", class: "said" });
    this.more = html("div", {});
  }

  show() {
    /** @type {[text: string, todo: () => void]} */
    const image = [phrase("real image"), () => this.askImage()];
    if (this.tools.isThere()) {
      this.offer([[phrase("real choose"), () => this.connect()], image]);
    } else {
      this.head.textContent = phrase("real browser");
      this.offer([image]);
    }
    this.all.append(this.deeds, this.bar, this.more);
    const body = [this.head, this.all, this.log];
    open(phrase("real board"), [html("div", { class: "body" }, ...body)], {
      wide: true,
      closed: () => this.close(),
    });
  }

  close() {
    this.second?.stop();
    this.board?.close();
  }

  // `deeds`: [[text, todo], ...]; one runs at a time.
  /**
   * @param {[text: string, todo: () => unknown][]} deeds
   * @param {...Element} others
   */
  offer(deeds, ...others) {
    this.deeds.replaceChildren(
      ...others,
      ...deeds.map(([text, todo]) =>
        html("button", { type: "button", onclick: () => this.run(todo) }, upper(text)),
      ),
    );
  }

  /** @param {() => unknown} todo */
  async run(todo) {
    if (this.isBusy) return;
    this.isBusy = this.all.disabled = true;
    this.second?.stop();
    this.more.replaceChildren();
    this.log.replaceChildren();
    try {
      await todo();
    } catch (error) {
      this.say(this.why(error));
      if (this.board && !this.board.isOpen()) {
        this.head.textContent = phrase("real gone");
        this.offer([[phrase("real choose"), () => this.connect()]]);
      }
    }
    this.bar.hidden = true;
    this.isBusy = this.all.disabled = false;
  }

  /** @param {any} error */
  why(error) {
    /** @type {Record<string, string>} */
    const known = {
      NotFoundError: "real none",
      NetworkError: "real taken",
      Gone: "real broke",
      Silent: "real silent",
    };
    if (error.name in known) return phrase(known[error.name]);
    return error.message;
  }

  /** @param {string} text */
  say(text) {
    this.log.append(html("li", {}, text));
    this.log.lastElementChild?.scrollIntoView({ block: "nearest" });
  }

  // Run an errand; show its messages and progress.
  /**
   * @param {string} name
   * @param {object} [values]
   * @param {boolean} [needsTable]
   */
  errand(name, values = {}, needsTable = false) {
    const show = {
      say: (/** @type {string} */ text) => this.say(text),
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
    };
    return this.board.errand(name, values, show, needsTable);
  }

  // ---- what it is ------------------------------------------------------------------------------

  async connect() {
    this.board?.close();
    this.board = new this.tools.RealBoard();
    await this.board.choose();
    await this.look();
  }

  // Find out what the board is, and offer what can be done there; `starts` as in RealBoard.hello.
  async look(starts = false) {
    this.head.textContent = phrase(starts ? "real starting" : "real looking");
    const hello = await this.board.hello(starts);
    /** @type {[text: string, todo: () => unknown][]} */
    const common = [
      [phrase("settings"), () => this.settings()],
      [phrase("real games"), () => this.games()],
    ];
    if (hello) {
      this.head.textContent = phrase("real runs", hello.firmware, hello.profile);
      this.offer([
        [phrase("real watch"), () => this.watch(hello)],
        [phrase("real doctor"), () => this.doctor()],
        [phrase("real update"), () => this.flash(null)],
        ...common,
      ]);
      return;
    }
    const { machine, version, profile, problem } = await this.errand("identify");
    this.head.textContent = problem || phrase("real bare", machine, version);
    if (problem) return this.offer([[phrase("real choose"), () => this.connect()]]);
    const which = select("real-profile", boards(this.hello), profile || "grid3");
    this.offer(
      [[phrase("real flash"), () => this.flash(which.value)], ...common],
      field(phrase("board"), which),
    );
  }

  // ---- what is done there ----------------------------------------------------------------------

  /** @param {string | null} profile */
  async flash(profile) {
    const known = this.hello.profiles.map(([name]) => name);
    await this.errand("flash", { known, profile });
    await this.look(true);
  }

  doctor() {
    return this.errand("doctor", {}, true);
  }

  async settings() {
    const rows = await this.errand("settings");
    this.more.replaceChildren(
      .../** @type {string[][]} */ (rows).map(([name, value, choices, says]) => {
        const input = html("input", { name: `real-${name}`, value, autocomplete: "off" });
        input.addEventListener("change", () =>
          this.run(async () => {
            await this.errand("change", { name, text: input.value.trim() });
            await this.look();
          }),
        );
        return field(name, input, choices ? `${says}: ${choices}` : says);
      }),
    );
  }

  async games() {
    const rows = await this.errand("records");
    if (!rows.length) this.say(phrase("real no games"));
    const list = /** @type {string[][]} */ (rows).map((row) => {
      const [which, game, , actions, state, people] = row;
      const text = [game, state, phrase("real actions", Number(actions)), people]
        .filter(Boolean)
        .join(", ");
      const get = () => this.run(() => this.fetch(which));
      return html("button", { type: "button", onclick: get }, text);
    });
    this.more.replaceChildren(html("div", { class: "choices" }, ...list));
  }

  /** @param {string} which */
  async fetch(which) {
    const [game, lines] = await this.errand("fetch", { which });
    const text = lines.map((/** @type {string} */ line) => `${line}\n`).join("");
    const url = URL.createObjectURL(new Blob([text], { type: "application/jsonl" }));
    html("a", { href: url, download: `${game}-${which}.jsonl` }).click();
    URL.revokeObjectURL(url);
  }

  // One file of MicroPython and the firmware, for a bare Pico and any browser.
  askImage() {
    const which = select("real-profile", boards(this.hello), "grid3");
    const base = html("input", { type: "file", name: "real-base", accept: ".uf2" });
    base.addEventListener("change", () =>
      this.run(async () => {
        const bytes = await this.tools.image(which.value, base.files?.[0]);
        const name = `leyboard-${which.value}.uf2`;
        const url = URL.createObjectURL(new Blob([bytes]));
        html("a", { href: url, download: name }).click();
        URL.revokeObjectURL(url);
        this.head.textContent = phrase("real image made", name);
      }),
    );
    this.head.textContent = phrase("real image why");
    this.more.replaceChildren(
      field(phrase("board"), which),
      field(phrase("real base"), base, phrase("real base why")),
    );
  }

  /** @param {any} hello */
  async watch(hello) {
    await this.board.reach();
    this.second = new SecondDisplay(this.board, this.more, (error) => this.say(this.why(error)));
    await this.second.start(hello);
  }
}
