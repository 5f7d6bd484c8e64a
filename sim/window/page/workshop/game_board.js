// Puts the game onto a board on USB: a decision of its own, since there it may do all. Also lists
// and removes the games of others that a board has.

import { html } from "../common/elements.js";
import { RealBoardDialog } from "../dialogs/real_board.js";
import { phrase } from "../texts/words.js";

// Resolves to the tools for a board, and the boards that there are, [name, title] each; to null if
// this page has none, as that of `leyboard play`.
/** @returns {Promise<{tools: BoardTools, profiles: [string, string][]} | null>} */
export async function boardTools() {
  // @ts-expect-error: host_tools/workshop.py makes it
  const found = await import("./boards.js");
  return found.tools && found;
}

export class GameBoardDialog extends RealBoardDialog {
  // `game` keeps the contract; `title` is what people call it.
  /**
   * @param {{tools: BoardTools, profiles: [string, string][]}} boards
   * @param {Package} game
   * @param {string} title
   */
  constructor({ tools, profiles }, game, title) {
    super(tools, /** @type {Hello} */ ({ profiles })); // it asks for no more
    this.game = game;
    this.title = title;
  }

  show() {
    super.show();
    if (!this.tools.isSupported()) return this.offer([]);
    this.head.textContent = phrase("ws board lead", this.title);
    this.offer([[phrase("real choose"), () => this.connect()]]);
  }

  /**
   * @param {JobResult<"meet"> | null} hello
   * @returns {[text: string, todo: () => unknown][]}
   */
  tasks(hello) {
    const profile = hello ? null : this.profile;
    const { name, files } = this.game;
    const given = Object.fromEntries(
      Object.entries(files).map(([path, text]) => [`${name}/${path}`, text]),
    );
    return [
      [phrase("ws board put", this.title), () => this.flash(profile, { given })],
      [phrase("ws board others"), () => this.list(profile)],
    ];
  }

  // List the games of others on the board, each with a button that removes it.
  /** @param {string | null} profile */
  async list(profile) {
    this.more.replaceChildren();
    const games = await this.runJob("others");
    if (!games.length) this.say(phrase("ws board none"));
    const lines = games.map(([name, bytes]) =>
      html(
        "li",
        {},
        phrase("ws board has", name, Math.ceil(bytes / 1024)),
        " ",
        this.button(phrase("ws remove", name), () => this.flash(profile, { removed: [name] })),
      ),
    );
    this.more.replaceChildren(html("ul", { class: "others" }, ...lines));
  }
}
