// The tags of a set of pieces, written, read and checked on the pad of a real board.

import { field, select } from "./dialog.js";
import { recall, remember } from "../common/preferences.js";
import { html } from "../common/elements.js";
import { gameTitle, language, phrase, capitalize } from "../texts/words.js";

export class RealTags {
  // `dialog` is the RealBoardDialog.
  /** @param {import("./real_board.js").RealBoardDialog} dialog */
  constructor(dialog) {
    this.dialog = dialog;
    this.game = html("select", {});
    this.kinds = html("input", { type: "checkbox", name: "real-kinds" });
    this.overwrite = html("input", { type: "checkbox", name: "real-overwrite" });
  }

  // Ask for the set and the task.
  /** @param {Hello} hello */
  show({ games }) {
    const { dialog } = this;
    /** @type {Pair[]} */
    const titles = games.map((game) => [game.name, gameTitle(game)]);
    this.game = select("real-game", titles, titles[0][0]);
    dialog.more.replaceChildren(
      html("p", {}, phrase("real tags why")),
      field(phrase("real game"), this.game),
      check(phrase("real kinds"), this.kinds, phrase("real kinds why")),
      check(phrase("real overwrite"), this.overwrite),
      html(
        "div",
        { class: "choices" },
        dialog.button(phrase("real write"), () => this.write()),
        dialog.button(phrase("real check"), () => this.check()),
        dialog.button(phrase("real read"), () => this.read()),
        dialog.button(phrase("real anew"), () => this.forget()),
      ),
    );
  }

  // This browser remembers the tags of the set that are written, so the task goes on where it was.
  write() {
    const list = this.list();
    const values = { overwrite: this.overwrite.checked, known: recall(list, null) };
    const keep = (/** @type {object} */ tags) => remember(list, tags);
    return this.runJob("write_tags", { ...values, ...this.set() }, { keep });
  }

  check() {
    return this.runJob("check_tags", this.set());
  }

  read() {
    return this.runJob("read_tag", {});
  }

  /**
   * @param {string} name
   * @param {object} values
   * @param {object} [more]
   */
  runJob(name, values, more = {}) {
    this.dialog.mayEnd(phrase("real end"));
    return this.dialog.runJob(name, values, true, more);
  }

  // Begin another set of the same game.
  forget() {
    remember(this.list(), null);
    this.dialog.say(phrase("real forgotten"));
  }

  list() {
    return `tags.${this.game.value}`;
  }

  set() {
    return { game: this.game.value, kinds: this.kinds.checked, language: language() };
  }
}

/**
 * @param {string} label
 * @param {Element} box
 * @param {string} [hint]
 */
function check(label, box, hint) {
  return html(
    "label",
    { class: "field check" },
    box,
    html("span", {}, capitalize(label)),
    ...(hint ? [html("small", {}, hint)] : []),
  );
}
