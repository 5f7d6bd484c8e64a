// The line that says how the rules do, and the list of what is wrong with them: mistakes that
// Python found, and rules of the contract that they break.

import { html } from "../common/elements.js";
import { capitalize, hasText, named, phrase } from "../texts/words.js";

export class Problems {
  // `go(file, line)` leads to a line, `show(record)` shows a record on the table.
  /**
   * @param {HTMLElement} said
   * @param {HTMLElement} list
   * @param {{go: (file: string, line: number) => void, show: (record: string[]) => void}} to
   */
  constructor(said, list, to) {
    this.said = said;
    this.list = list;
    this.to = to;
    /** @type {Mistake[]} */
    this.mistakes = [];
    /** @type {BrokenRule[]} */
    this.findings = [];
    this.isChecked = false; // does the line tell of the contract?
  }

  clear() {
    this.begin();
    this.say("");
  }

  // Problems of the rules before are not problems of these.
  begin() {
    this.mistakes = [];
    this.findings = [];
    this.isChecked = false;
    this.draw();
  }

  /**
   * @param {Replayed} replayed
   * @param {(() => void) | null} back leads from a record that is shown to the game before
   */
  begun({ count, of, why }, back) {
    this.mistakes = [];
    this.draw();
    if (back) {
      this.say(phrase("ws shown", count), [phrase("ws back"), back]);
    } else if (this.isChecked) return;
    else if (count < of) this.say(phrase("ws refused", count + 1, why));
    else this.say(count ? named("ws replayed", count) : phrase("ws plays"));
  }

  // `isPlayed`: the table plays these rules, and goes on without the action that showed it.
  /**
   * @param {Mistake} mistake
   * @param {boolean} isPlayed
   */
  mistake(mistake, isPlayed) {
    const text = textOf(mistake);
    const isKnown = this.mistakes.some((one) => one.line === mistake.line && textOf(one) === text);
    if (!isKnown) this.mistakes.push(mistake);
    this.say(phrase(isPlayed ? "ws raised" : "ws mistake"));
    this.draw();
  }

  // The table has gone on without the game whose rules failed.
  left() {
    this.say(phrase("ws left"));
  }

  check() {
    this.findings = [];
    this.isChecked = true;
    this.say(phrase("ws checks"));
    this.draw();
  }

  /** @param {BrokenRule} finding */
  finding(finding) {
    this.findings.push(finding);
    this.draw();
  }

  /** @param {boolean} isPackage could the package be read at all? */
  checked(isPackage) {
    if (!isPackage) return;
    this.say(this.findings.length ? named("ws broken", this.findings.length) : phrase("ws keeps"));
  }

  /**
   * @param {string} why
   * @param {boolean} isCheck
   * @param {() => void} again
   */
  ended(why, isCheck, again) {
    const known = why === "hung" || why === "unusable";
    const text = known ? phrase(`ws ${why}`) : phrase("ws failed", why);
    this.say(text, ...(isCheck ? [] : [/** @type {const} */ ([phrase("ws again"), again])]));
  }

  /**
   * @param {string} text
   * @param {...readonly [string, () => void]} buttons
   */
  say(text, ...buttons) {
    this.said.replaceChildren(
      text,
      ...buttons.flatMap(([label, onclick]) => [
        " ",
        html("button", { type: "button", onclick }, label),
      ]),
    );
  }

  // The lines of a file to mark.
  /** @param {string} file */
  marks(file) {
    return [...this.mistakes, ...this.findings]
      .filter((one) => one.file === file)
      .map((one) => ({ line: one.line, text: textOf(one) }));
  }

  draw() {
    const all = [...this.mistakes, ...this.findings];
    this.list.hidden = !all.length;
    this.list.replaceChildren(...all.map((one) => this.item(one)));
  }

  /** @param {Mistake | BrokenRule} one */
  item(one) {
    const place = one.line ? `${one.file}:${one.line}` : one.file;
    const record = "record" in one ? one.record : [];
    return html(
      "li",
      {},
      html(
        "button",
        { type: "button", class: "place", onclick: () => this.to.go(one.file, one.line) },
        place,
      ),
      html("span", {}, textOf(one)),
      ...(record.length
        ? [
            html(
              "button",
              { type: "button", class: "show", onclick: () => this.to.show(record) },
              record.length > 1 ? named("ws show", record.length - 1) : phrase("ws show start"),
            ),
          ]
        : []),
    );
  }
}

/** @param {Mistake | BrokenRule} one */
function textOf(one) {
  const why = one.why.map(worded).join(" ");
  if (!("rule" in one)) return capitalize(why);
  const [method, ...rule] = one.rule.split(" ");
  const said = `${method} ${worded(rule.join(" "))}`;
  return capitalize(why ? `${said}: ${why}` : said);
}

// Words of the contract in the page's language (sim/contract/de.txt); values stay as they are.
/** @param {string} words */
function worded(words) {
  const key = `contract ${words}`;
  return hasText(key) ? phrase(key) : words;
}
