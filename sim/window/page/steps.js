// The buttons under the board, and the keys and the wheel that turn a piece.

import { hush, unhush } from "./once.js";
import { by } from "./svg.js";

// `tell(verb, values)` acts at the table, `hint()` asks for one.
export function steps({ hand, turner, replay, tell, hint }) {
  const possible = (button, todo) =>
    button.addEventListener(
      "click",
      () => button.getAttribute("aria-disabled") !== "true" && todo(),
    );

  // A step back or forward is one, however often its button is hit meanwhile.
  const step = (button, verb, values) =>
    possible(button, async () => {
      hush(button);
      const answer = await tell(verb, values);
      if (!answer.ok) unhush(button);
    });

  step(by("undo"), "host", { request: { do: "undo" } });
  step(by("forward"), "forward");
  possible(by("hint"), hint);
  by("look").addEventListener("click", () =>
    replay.open ? replay.leave() : replay.go(Number(replay.range.max)),
  );

  // R turns what is in the hand, or on its cell; Shift+R the other way.
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
    if (!hand.turn(turns) && turner.now) turner.turn(turns);
  });
  addEventListener("wheel", (event) => hand.held && hand.turn(Math.sign(event.deltaY)));
}
