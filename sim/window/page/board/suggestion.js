// Shows a possible action, now or in the past, on the board, and its text above it.

import { actionText } from "../pieces/pieces.js";
import { phrase } from "../texts/words.js";

export class Suggestion {
  // `tell(verb, values)` asks the table, `go(n)` looks back at it after n actions; `shown()` is
  // the n at which people look; `say(text)` shows a text above the board.
  /**
   * @param {BoardOnPage} board
   * @param {import("../pieces/trays.js").Trays} trays
   * @param {{tell: Tell, go: (n: number) => Promise<unknown>, shown: () => number | undefined,
   *   say: (text: string) => void}} options
   */
  constructor(board, trays, { tell, go, shown, say }) {
    this.board = board;
    this.trays = trays;
    this.tell = tell;
    this.go = go;
    this.shown = shown;
    this.say = say;
  }

  // Show the hint for a seat.
  /** @param {number} seat */
  async hint(seat) {
    const answer = await this.tell("hint", { seat });
    if (!answer.ok) return;
    const why = answer.why ? ` (${answer.why})` : "";
    const { spots, laid } = answer;
    this.show({ spots, laid }, phrase("idea", seat, actionText(answer.words)) + why);
  }

  // Show a better action than a past one (see panel/review.js), on the table as it was before that.
  /** @param {Better} one */
  async better(one) {
    await this.go(one.n - 1);
    if (this.shown() === one.n - 1) this.show(one, `${one.text}: ${one.why}`);
  }

  // Let the places of these names glow, and show the pieces that would lie there and the stacks
  // that they come from, [{at, name, face, seat}]; no names end that.
  /**
   * @param {string[]} names
   * @param {Laid[]} [laid]
   */
  lightSpots(names, laid = []) {
    this.board.suggest(names, laid);
    this.trays.glow("suggested", laid);
  }

  /**
   * @param {{spots: string[], laid: Laid[]}} options
   * @param {string} text
   */
  show({ spots, laid }, text) {
    this.lightSpots(spots, laid);
    this.say(text);
  }
}
