// The tables of the workshop: one that is played at, and one that waits for the next rules. Each
// run of the rules gets a fresh interpreter, so nothing is left of the rules before.

import { Guard, UnusableError } from "./guard.js";
import { Sandbox } from "./sandbox.js";

const PATIENCE_MS = 5000; // for rules that do not return
const CHECK_PATIENCE_MS = 60_000; // the contract looks for a short record now and then

export class Workbench {
  // `heard` has a function for what each kind of message tells, and `ended(why)`.
  /** @param {WorkbenchListener} heard */
  constructor(heard) {
    this.heard = heard;
    this.runs = 0;
    /** @type {Sandbox | null} */
    this.table = null; // people play at it
    /** @type {Sandbox | null} */
    this.next = null; // it is setting out the newest rules
    /** @type {Sandbox | null} */
    this.checking = null;
    /** @type {Map<Sandbox, {player: string, goOn: () => void}>} */
    this.studying = new Map(); // who plays there, and what goes on once the games are over
    this.spare = this.fresh(PATIENCE_MS);
  }

  /** @param {number} patience */
  fresh(patience) {
    const guard = new Guard();
    /** @type {Sandbox} */
    const made = new Sandbox(
      (said) => this.take(made, guard, said),
      (why) => this.ended(made, why),
      patience,
    );
    return made;
  }

  // Set out a game; the present one stays on the table if its rules have a mistake. `played` is
  // replayed as far as the rules allow.
  /**
   * @param {Package} game
   * @param {PlayedGame | null} played
   * @param {string} language
   */
  async run(game, played, language) {
    this.next?.end();
    const next = this.spare;
    this.next = next;
    this.spare = this.fresh(PATIENCE_MS);
    this.runs += 1;
    const number = this.runs;
    await next.isReady;
    if (this.next !== next) return;
    next.post({ begin: { work: "play", ...game, wanted: { number, played, language } } });
  }

  // Check a game by the contract; a check under way ends.
  /** @param {Package} game */
  async check(game) {
    this.checking?.end();
    const made = this.fresh(CHECK_PATIENCE_MS);
    this.checking = made;
    await made.isReady;
    if (this.checking === made) made.post({ begin: { work: "check", ...game, wanted: {} } });
  }

  // Study a game; a study under way ends. Two plans at a time are carried out.
  /**
   * @param {Package} game
   * @param {StudyPlan[]} plans
   */
  study(game, plans) {
    this.endStudy();
    const left = [...plans];
    const next = async () => {
      const [player, games] = left.shift() ?? [];
      if (!player) return;
      const made = this.fresh(CHECK_PATIENCE_MS);
      this.studying.set(made, { player, goOn: next });
      await made.isReady;
      const wanted = { player, games };
      if (this.studying.has(made)) made.post({ begin: { work: "study", ...game, wanted } });
    };
    next();
    next();
  }

  endStudy() {
    for (const one of this.studying.keys()) one.end();
    this.studying.clear();
  }

  /** @param {string} text */
  ask(text) {
    this.table?.post({ ask: text });
  }

  // End the game on the table, since no page can draw what it tells.
  refuse() {
    this.table?.finish("unusable");
  }

  // Take the game from the table.
  clear() {
    this.table?.end();
    this.next?.end();
    this.checking?.end();
    this.endStudy();
    this.table = this.next = this.checking = null;
  }

  /**
   * @param {Sandbox} from
   * @param {Guard} guard
   * @param {unknown} said
   */
  take(from, guard, said) {
    let messages;
    try {
      messages = guard.messages(said);
    } catch (error) {
      if (!(error instanceof UnusableError || error instanceof TypeError)) throw error;
      from.finish("unusable");
      return;
    }
    for (const told of messages) this.hear(from, told);
  }

  /**
   * @param {Sandbox} from
   * @param {Told} told
   */
  hear(from, told) {
    if (from === this.checking) {
      if (told.finding) this.heard.finding(told.finding);
      if (told.mistake) this.heard.mistake(told.mistake, false);
      if (told.checked !== undefined) {
        this.checking.end();
        this.checking = null;
        this.heard.checked(told.checked);
      }
      return;
    }
    const study = this.studying.get(from);
    if (study) {
      if (told.mistake) this.heard.mistake(told.mistake, false);
      if (told.studied) this.heard.studied({ ...told.studied, player: study.player });
      if (told.mistake || (told.studied && told.studied.done === told.studied.of)) {
        from.end();
        this.studying.delete(from);
        study.goOn();
      }
      return;
    }
    if (from === this.next && told.replayed) {
      this.table?.end();
      this.table = from;
      this.next = null;
      this.heard.another(told.replayed);
    }
    if (told.mistake) this.heard.mistake(told.mistake, from === this.table);
    if (from === this.next && told.mistake) {
      from.end(); // the game before stays on the table
      this.next = null;
    }
    if (from !== this.table) return;
    if (told.facts) this.heard.told(JSON.stringify(told.facts));
    if (told.facts?.state && !told.facts.state.view) this.heard.left();
    if (told.answer) this.heard.told(JSON.stringify(told.answer));
    if (told.played) this.heard.played(told.played);
  }

  /**
   * @param {Sandbox} which
   * @param {string} why
   */
  ended(which, why) {
    const isCheck = which === this.checking;
    const isSpare = which === this.spare;
    if (which === this.table) this.table = null;
    if (which === this.next) this.next = null;
    if (isCheck) this.checking = null;
    this.studying.delete(which);
    this.heard.ended(why, isCheck);
    if (isSpare && why !== "hung") return; // it cannot be made here: do not try for ever
    if (isSpare) this.spare = this.fresh(PATIENCE_MS);
  }
}
