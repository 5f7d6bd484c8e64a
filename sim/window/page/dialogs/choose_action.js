// A choice among many actions.

import { byId, html } from "../common/elements.js";
import { moveByArrows } from "../common/focus.js";
import { keepTermsMarked } from "../texts/terms.js";
import { capitalize, phrase, plain, wordText } from "../texts/words.js";
import { open } from "./dialog.js";

// Choose one of many actions, each a list of words, word by word if there is a choice;
// `text(words)` describes an action.
/**
 * @param {string} title
 * @param {Words[]} actions
 * @param {(words: Words) => unknown} done
 * @param {(words: Words) => string} text
 */
export function chooseAction(title, actions, done, text) {
  const body = html("div", { class: "body" });
  moveByArrows(body);
  keepTermsMarked(body);
  open(title, [body]);
  pick(
    body,
    actions,
    (words) => {
      byId("dialog").close();
      done(words);
    },
    text,
  );
}

// The same within an element instead of a dialog.
/**
 * @param {HTMLElement} body
 * @param {Words[]} actions
 * @param {(words: Words) => unknown} done
 * @param {(words: Words) => string} text
 */
function pick(body, actions, done, text) {
  /**
   * @param {Words[]} left
   * @param {number} level
   * @param {string[]} said
   * @returns {unknown}
   */
  function ask(left, level, said) {
    if (left.length === 1 && level) return done(left[0]);
    const answers = new Map();
    for (const words of left) {
      const key = JSON.stringify(words[level] ?? null);
      answers.set(key, [...(answers.get(key) ?? []), words]);
    }
    if (answers.size === 1 && left.length > 1) return ask(left, level + 1, said);
    const buttons = [...answers].map(([key, rest]) =>
      html(
        "button",
        {
          type: "button",
          "data-key": plain(JSON.parse(key)),
          onclick: () => ask(rest, level + 1, [...said, called(rest[0], level)]),
        },
        rest.length > 1 ? called(rest[0], level) : text(rest[0]),
      ),
    );
    body.replaceChildren(
      ...(said.length ? [html("p", { class: "said" }, said.join(", "))] : []),
      html("div", { class: "answers" }, ...buttons),
    );
    return buttons[0]?.focus();
  }

  if (actions.length) ask(actions, 0, []);
  else body.append(html("p", {}, phrase("nothing to choose")));
}

/**
 * @param {Words} words
 * @param {number} level
 */
function called(words, level) {
  return (words[level] ?? null) === null
    ? phrase("nothing more")
    : capitalize(wordText(words, level)) || phrase("none");
}
