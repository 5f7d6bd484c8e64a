// Shows the pieces: on cells, on the pad, in the trays, in somebody's hand.

import { fly } from "./flight.js";
import * as sound from "../common/sound.js";

export class BoardPieces {
  /** @type {Tag[]} */
  shown = []; // the pieces as they were shown last
  /** @type {unknown[]} */
  told = []; // what that was made from

  /**
   * @param {BoardOnPage} board
   * @param {import("../panel/panel.js").Panel} panel
   * @param {import("./trays.js").Trays} trays
   */
  constructor(board, panel, trays) {
    this.board = board;
    this.panel = panel;
    this.trays = trays;
  }

  // Show all of them again the next time, since the drawings have changed.
  forget() {
    this.told = [];
  }

  // Show the pieces in their places, unless the page shows that already, and animate those that
  // have moved. `front` is the seat whose tray is nearest; `mine` is its private knowledge, null
  // while that is covered.
  /**
   * @param {Tag[]} told
   * @param {State} state
   * @param {number} front
   * @param {Mine | null} mine
   */
  show(told, state, front, mine) {
    const now = [told, state, front, mine, this.board.board];
    if (now.every((one, i) => one === this.told[i])) return;
    this.told = now;
    const { board, panel, trays } = this;
    const pieces = asSeen(told, mine?.names);
    const before = new Map(this.shown.map((tag) => [tag.uid, tag]));
    const starts = new Map();
    for (const tag of pieces) {
      const old = before.get(tag.uid);
      if (old && old.at !== tag.at && old.at !== "hand" && tag.at !== "hand") {
        starts.set(tag, [this.centre(old), old.at]);
      }
    }
    board.showPieces(pieces);
    panel.showOnPad(pieces.find((tag) => tag.at === "pad"));
    trays.show(pieces, state, front, mine);
    for (const [tag, [start, was]] of starts) {
      const lying = [tag.at, was].find((at) => board.spots.has(at));
      const size = lying === undefined ? 0 : board.rectangleOf(lying).size;
      fly(tag, start, this.centre(tag), size, board.pieces.get(tag.uid)?.element);
    }
    if (starts.size) sound.play("place");
    this.shown = pieces;
  }

  // The middle of a lying piece, in the window.
  /** @param {Tag} tag */
  centre(tag) {
    const { board, panel, trays } = this;
    if (board.spots.has(tag.at)) return board.rectangleOf(tag.at);
    const box = tag.at === "pad" ? panel.pad.getBoundingClientRect() : trays.place(tag);
    return box?.width ? { x: box.x + box.width / 2, y: box.y + box.height / 2 } : null;
  }
}

// Return the pieces as the people at this page may see them: face up in their own tray and hand.
// `names`, by uid, are the names of the pieces that only the seat in front can tell apart; it
// sorts these by name.
/**
 * @param {Tag[]} pieces
 * @param {Record<string, string>} [names]
 */
function asSeen(pieces, names = {}) {
  return pieces
    .map((tag) => {
      const name = names[tag.uid];
      if (!name) return tag;
      return { ...tag, name, face: ["", "hand", "pad"].includes(tag.at) ? name : tag.face };
    })
    .sort((a, b) => (names[a.uid] && names[b.uid] ? a.name.localeCompare(b.name) : 0));
}
