// The menu of a page on a phone: the rules and the language, and for a seat taking back, leaving
// it, and phrases to say to all.

import { choose } from "./language.js";
import * as dialogs from "../dialogs/dialog.js";
import { fetchRules, showRules } from "../dialogs/rules.js";
import { toast } from "../common/notices.js";
import { byId, html } from "../common/elements.js";
import { capitalize, gameTitle, language, named, phrase } from "../texts/words.js";

// `tellRoom(verb, values)` asks the room.
/**
 * @param {RoomFacts} facts
 * @param {(verb: string, values?: object) => unknown} tellRoom
 */
export function openMenu({ you, game }, tellRoom) {
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
  const ofSeat = () => [
    button(phrase("ask back"), () => tellRoom("back"), "back"),
    button(
      phrase(you.left ? "take seat" : "leave seat"),
      () => tellRoom(you.left ? "take" : "leave"),
      "leave",
    ),
    html("p", {}, phrase("say to all")),
    html(
      "div",
      { class: "phrases" },
      ...you.phrases.map((word) =>
        button(phrase(`says ${word}`), () => tellRoom("say", { phrase: word }), word),
      ),
    ),
  ];
  const tongue = dialogs.select(
    "language",
    you.languages.map((name) => [name, named("tongue", name)]),
    language(),
  );
  tongue.addEventListener("change", () => choose(tongue.value));
  dialogs.open(phrase("more"), [
    html(
      "div",
      { class: "body menu" },
      ...(/^\d$/.test(you.whom) ? ofSeat() : []),
      ...(game ? [button(capitalize(phrase("rules")), () => openRules(game), "rules")] : []),
      dialogs.field(phrase("menu language"), tongue),
    ),
  ]);
}

/** @param {GameAbout} game */
async function openRules(game) {
  const text = await fetchRules(game.name);
  const title = gameTitle(game);
  if (text) showRules(phrase("rules of", title), game.name, text, {}, () => []);
  else toast(capitalize(phrase("no rules", title)));
}
