// The buttons under the board, and the keys and the wheel that rotate a piece.

import { ignoreInput, acceptInput } from "../common/repeat_guard.js";
import { byId } from "../common/elements.js";

// `tell(verb, values)` acts at the table, `hint()` asks for a hint.
/**
 * @param {{hand: import("../pieces/hand.js").Hand, rotator: import("./rotator.js").Rotator, replay: import("./replay.js").Replay, tell: Tell, hint: () => void}} options
 */
export function wireBoardButtons({ hand, rotator, replay, tell, hint }) {
  /**
   * @param {HTMLElement} button
   * @param {() => void} todo
   */
  const possible = (button, todo) =>
    button.addEventListener(
      "click",
      () => button.getAttribute("aria-disabled") !== "true" && todo(),
    );

  // One step at a time: clicks on the button during a step do nothing.
  /**
   * @param {HTMLElement} button
   * @param {string} verb
   * @param {object} [values]
   */
  const step = (button, verb, values) =>
    possible(button, async () => {
      ignoreInput(button);
      const answer = await tell(verb, values);
      if (!answer.ok) acceptInput(button);
    });

  step(byId("undo"), "host", { request: { do: "undo" } });
  step(byId("forward"), "forward");
  possible(byId("hint"), hint);
  byId("look").addEventListener("click", () =>
    replay.open ? replay.leave() : replay.go(Number(replay.range.max)),
  );

  // R rotates the piece in hand, or on its cell; Shift+R rotates it the other way.
  addEventListener("keydown", (event) => {
    const { target } = event;
    if (
      event.key.toLowerCase() !== "r" ||
      !(target instanceof Element) ||
      target.closest("input, select, dialog") ||
      event.ctrlKey ||
      event.metaKey ||
      event.altKey
    )
      return;
    const turns = event.shiftKey ? -1 : 1;
    if (!hand.rotate(turns) && rotator.now) rotator.turn(turns);
  });
  addEventListener("wheel", (event) => hand.held && hand.rotate(Math.sign(event.deltaY)));
}
