// The menu of a seat's page: taking back, leaving the seat, and phrases to say to all.

import * as dialogs from "../dialogs/dialog.js";
import { byId, html } from "../common/elements.js";
import { phrase } from "../texts/words.js";

// `tellRoom(verb, values)` asks the room.
/**
 * @param {RoomFacts["you"]} you
 * @param {(verb: string, values?: object) => unknown} tellRoom
 */
export function openMenu({ left, phrases }, tellRoom) {
  /**
   * @param {string} text
   * @param {() => unknown} done
   * @param {string} key
   */
  const button = (text, done, key) =>
    html(
      "button",
      {
        type: "button",
        "data-key": key,
        onclick: () => {
          byId("dialog").close();
          done();
        },
      },
      text,
    );
  dialogs.open(phrase("more"), [
    html(
      "div",
      { class: "body menu" },
      button(phrase("ask back"), () => tellRoom("back"), "back"),
      button(
        phrase(left ? "take seat" : "leave seat"),
        () => tellRoom(left ? "take" : "leave"),
        "leave",
      ),
      html("p", {}, phrase("say to all")),
      html(
        "div",
        { class: "phrases" },
        ...phrases.map((word) =>
          button(phrase(`says ${word}`), () => tellRoom("say", { phrase: word }), word),
        ),
      ),
    ),
  ]);
}
