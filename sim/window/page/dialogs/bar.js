// The bar at the top: a new game, the rules, saving and loading a record, the settings; and the
// welcome, which newcomers see at once.

import { takeRequest, LONGEST, recordIn } from "./address.js";
import * as dialogs from "./dialog.js";
import { lights } from "../panel/guide.js";
import { isUnderWay } from "../common/people.js";
import { Shelf } from "./shelf.js";
import { moment, outlook } from "../pieces/pieces.js";
import { whoPlaysOn } from "./load_record.js";
import { explainErrorsBy } from "../common/notices.js";
import { showOwnBoard } from "./own_board.js";
import { showSettings } from "./settings.js";
import { openWorkshop } from "./to_workshop.js";
import { fetchRules, keyOfRule, showRules } from "./rules.js";
import { recall, remember } from "../common/preferences.js";
import { byId, html } from "../common/elements.js";
import { tab } from "../link.js";
import { capitalize, gameTitle, joinNames, language, phrase, phraseOf } from "../texts/words.js";
import { showWelcome } from "./welcome.js";

export class Bar {
  // `facts` has the latest of the table, `game()` is the game on it; `tell(verb, values)` acts
  // there, `ask(verb, values)` shows no refusal, and `begin(verb, values)` does so for verbs that replace the game; `leave()` ends
  // looking back, `lookBackAt(n)` begins it; `settled()` resolves when the page shows all facts;
  // `tabNotices` has more entries for the settings.
  /**
   * @param {Facts} facts
   * @param {import("../panel/guide.js").Guide} guide
   * @param {BarOptions} of
   */
  constructor(facts, guide, of) {
    const {
      game,
      ask,
      tell,
      begin,
      leave,
      lookBackAt: lookAt,
      settled,
      tabNotices,
      say,
      showError,
    } = of;
    this.facts = facts;
    this.guide = guide;
    this.game = game;
    this.ask = ask;
    this.tell = tell;
    this.begin = begin;
    this.leave = leave;
    this.lookAt = lookAt;
    this.settled = settled;
    this.tabNotices = tabNotices;
    this.say = say;
    this.showError = showError;
    this.explained = ""; // the reasons that `explain` was called with last
    this.greeted = false;
    byId("new").addEventListener("click", () =>
      this.welcome({
        begin: async (request) => {
          if (await this.agreesToLose(phrase("begin new"))) this.newGame(request);
        },
        example: (request) => this.example(request),
      }),
    );
    this.shelf = new Shelf(facts, { tell, leave, running: () => this.running() });
    byId("shelf").addEventListener("click", () => this.shelf.open());
    byId("settings").addEventListener("click", () => this.settings());
    byId("rules").addEventListener("click", () => this.rules());
    explainErrorsBy((reasons) => this.buttonToRule(reasons));
    byId("save").addEventListener("click", () => this.save());
    byId("load").addEventListener("click", () => byId("file").click());
    byId("file").addEventListener("change", () => this.load());
  }

  // Open the menu, which shows facts, and welcome people who are new to this browser, or who come
  // with a link to a record.
  async welcomeOnce() {
    if (this.greeted) return;
    this.greeted = true;
    byId("menu").inert = false;
    const wish = takeRequest();
    addEventListener("hashchange", () => {
      const later = takeRequest(); // a link followed on this page loads no other
      if (later) this.openAddress(later);
    });
    if (this.facts.hello.own) return; // the page around this one has welcomed them
    const isNew = !recall("welcomed", false);
    // Until somebody chooses a language, the table uses that of the newcomer's browser.
    const [own] = navigator.language.split("-");
    if (isNew && language() === "en" && own !== "en" && this.facts.hello.languages.includes(own)) {
      await this.tell("set", { what: "language", value: own });
      await this.settled(); // its texts are loaded then
    }
    if (wish) {
      await this.openAddress(wish);
      return;
    }
    if (!isNew) return;
    this.welcome({
      first: true,
      begin: (request) => this.newGame(request),
      example: (request) => this.example(request),
      closed: () => {
        remember("welcomed", true); // until then a page that is loaded again welcomes again
        this.guide.offer();
      },
    });
  }

  /** @param {Omit<WelcomeOptions, "boardsOf" | "take">} todo */
  welcome(todo) {
    const { hello, state } = this.facts;
    const boardsOf = (/** @type {object} */ request) => this.tell("boards", request);
    showWelcome(hello, state, { ...todo, boardsOf, take: (name) => this.take(name) });
  }

  // Let the table take a game of the gallery; resolves to the choices with it, or to null.
  /** @param {string} name */
  async take(name) {
    if (tab && !(await tab.more(name))) {
      this.showError(phrase("more missing"));
      return null;
    }
    const { ok } = await this.tell("more", { game: name });
    await this.settled();
    return ok ? this.facts.hello : null;
  }

  // Let the table take a game that somebody wants, if it is of the gallery; resolves to false if it
  // could not.
  /** @param {unknown} name */
  async fetchGame(name) {
    const { games, more } = this.facts.hello;
    const isNew = more.includes(String(name)) && !games.some((game) => game.name === name);
    return !isNew || !!(await this.take(String(name)));
  }

  // Carry out the request in the page's address (see address.js).
  /** @param {AddressRequest} options */
  async openAddress({ game, file, record, at, odd }) {
    if (game) {
      if (odd) this.showError(phrase("link odd", odd));
      else if (at === null) await this.beginFromAddress(game);
      else this.showError(phrase("link at", at)); // there is no record
      return;
    }
    const text = file === null ? await recordIn(record ?? "") : await this.recordOf(file);
    if (text === null) {
      this.showError(file === null ? phrase("link damaged") : phrase("no record", file));
      return;
    }
    const lines = text.split("\n").filter((line) => line && !line.startsWith('{"end"'));
    if (at !== null && (!/^\d+$/.test(at) || !lines[Number(at)])) {
      this.showError(phrase("link at", at));
      return;
    }
    const begin = at === null ? text : lines.slice(0, 1 + Number(at)).join("\n");
    if (!(await this.loadText(begin, !!isUnderWay(this.facts.state)))) return;
    await this.settled();
    if (at === null) this.lookAt(0);
  }

  // Begin a game, on a board that it fits, unless people keep the one under way.
  /** @param {{game: string | null}} game */
  async beginFromAddress(game) {
    if (!(await this.fetchGame(game.game))) return;
    const fitting = await this.tell("boards", game);
    if (!fitting.ok) return;
    const { boards } = fitting;
    const board = boards.includes(this.facts.board.profile) ? {} : { profile: boards[0] };
    if (boards.length && (await this.agreesToLose(phrase("begin new")))) {
      await this.newGame({ ...board, ...game });
    }
  }

  // Return a record of the server's folder; null if there is none of that name.
  /** @param {string} file */
  async recordOf(file) {
    const answer = await fetch(`records/${encodeURIComponent(file)}`);
    return answer.ok ? answer.text() : null;
  }

  // Show the played example of a game, in place of the guide's steps; the game follows.
  /** @param {object} request */
  example(request) {
    this.guide.end();
    return this.begin("example", request);
  }

  /** @param {object} request */
  newGame(request) {
    return this.begin("new", request);
  }

  // The title of the game that would be lost, and its number of actions.
  /** @returns {GameAtRisk} */
  running() {
    const game = this.game();
    const { state } = this.facts;
    return game && isUnderWay(state) ? [gameTitle(game), state.view?.actions ?? 0] : null;
  }

  /** @param {string} yes */
  async agreesToLose(yes) {
    const lost = this.running();
    return (
      !lost || dialogs.askToConfirm([phrase("leave sure"), phrase("leave lost", ...lost)], yes)
    );
  }

  settings() {
    const { hello, settings, board } = this.facts;
    showSettings(
      hello,
      { ...settings, profile: board.profile },
      (what, value) =>
        what === "profile" ? this.changeBoard(value) : this.tell("set", { what, value }),
      {
        lights,
        ownBoard: () =>
          showOwnBoard(
            hello,
            this.facts.state?.view?.game,
            (request) => this.ask("own board", request),
            (name) => this.changeBoard(name),
          ),
        more: [
          [phrase("names"), () => this.shelf.open()],
          [phrase("past results"), () => this.shelf.showResults()],
          ...(this.facts.hello.own
            ? []
            : [/** @type {[string, () => void]} */ ([phrase("workshop"), () => openWorkshop()])]),
          ...(this.tabNotices?.settingsButtons() ?? []),
        ],
        note: this.tabNotices?.unkeptNote() ?? "",
        guide: () => {
          byId("dialog").close();
          this.guide.go(0);
        },
      },
    );
  }

  // Put the game on another board, unless people keep this one.
  /** @param {unknown} name */
  async changeBoard(name) {
    const lost = this.running();
    if (
      !lost ||
      (await dialogs.askToConfirm(
        [phrase("another board"), phrase("another board lost", ...lost)],
        phrase("change board"),
      ))
    ) {
      await this.tell("profile", { name });
    }
  }

  // Show the rules of the game on the table: at the present situation, or at the answer to a
  // refusal of that key.
  async rules(key = "") {
    const { view } = this.facts.state;
    const game = this.game() ?? this.facts.hello.games[0];
    const text = await this.rulesOf(game.name);
    const heading = view && moment(view);
    if (text)
      showRules(phrase("rules of", gameTitle(game)), game.name, text, { heading, key }, () => {
        const { view: newest } = this.facts.state;
        return newest ? [...changes(game, newest), ...outlook(newest)] : [];
      });
    else this.showError(phrase("no rules", gameTitle(game)));
  }

  // The text of the rules of a game, in the language of the page; "" if there is none.
  /** @param {string} name */
  async rulesOf(name) {
    const { own } = this.facts.hello;
    return own ? (own.rules[language()] ?? "") : fetchRules(name);
  }

  // A button that leads to the rule behind one of these reasons; no button if the rules have no
  // such paragraph.
  /** @param {Reason[]} reasons */
  async buttonToRule(reasons) {
    const name = this.game()?.name;
    const key = name && reasons.length ? keyOfRule(await this.rulesOf(name), reasons) : undefined;
    if (!key) return undefined;
    return html(
      "button",
      { type: "button", class: "why", title: phrase("why use"), onclick: () => this.rules(key) },
      phrase("why"),
    );
  }

  // Offer that button beside the line that says what is wrong; without reasons, offer nothing.
  /** @param {Reason[]} reasons */
  async explainReasons(reasons) {
    const form = reasons.join();
    if (form === this.explained) return;
    this.explained = form;
    const button = await this.buttonToRule(reasons);
    if (form === this.explained) byId("why").replaceChildren(...(button ? [button] : []));
  }

  // Save the record; while it would tell what is hidden, offer what can be saved instead.
  async save() {
    if (this.game() && !this.facts.state.whole) {
      dialogs.open(
        phrase("save"),
        [html("div", { class: "body" }, html("p", {}, phrase("save later")))],
        {
          buttons: [
            [capitalize(phrase("menu shelf")), () => this.shelf.open()],
            ...(this.tabNotices?.saveButtons() ?? []),
          ],
        },
      );
      return;
    }
    const answer = await this.tell("save");
    if (!answer.ok) return;
    const text = answer.lines.map((/** @type {string} */ line) => `${line}\n`).join("");
    const url = URL.createObjectURL(new Blob([text], { type: "application/jsonl" }));
    html("a", { href: url, download: answer.name }).click();
    URL.revokeObjectURL(url);
  }

  async load() {
    const [file] = byId("file").files ?? [];
    byId("file").value = "";
    if (!file) return;
    if (await this.loadText(await file.text(), true)) this.say(phrase("record lies"));
  }

  // Load the record in a text, after a question if `asks`; returns whether it is on the table now.
  // Without a question, people play on in all seats.
  /**
   * @param {string} text
   * @param {boolean} asks
   */
  async loadText(text, asks) {
    if (JSON.stringify(text).length > LONGEST) {
      this.showError(phrase("record long"));
      return false;
    }
    if (!(await this.fetchGame(/"game": *"(\w+)"/.exec(text)?.[1]))) return false;
    const said = await this.tell("peek", { text });
    if (!said.ok) return false;
    const { game, seats, actions, over } = said;
    const who = asks
      ? await whoPlaysOn(this.facts, { game, seats, actions, over }, this.running())
      : { players: [] };
    if (!who) return false;
    return (await this.begin("load", { text, ...who })).ok;
  }
}

// A sentence that names the numbers of the rules that are not as usual; none if all are.
/**
 * @param {GameAbout} game
 * @param {View} view
 */
function changes({ name, numbers }, { options }) {
  const changed = numbers.flatMap(([number, usual]) =>
    number in options
      ? [phrase("number changed", phraseOf(name, `number ${number}`), options[number], usual)]
      : [],
  );
  return changed.length ? [phrase("numbers changed", joinNames(changed))] : [];
}
