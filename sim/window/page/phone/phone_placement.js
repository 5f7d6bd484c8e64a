// Laying a piece from a phone: the player chooses the piece, then the place, then the facing.
// Nothing happens until the player confirms; then people lay the piece at the place that the table
// lights.

import { draw, kindName } from "../pieces/pieces.js";
import { ignoreInput } from "../common/repeat_guard.js";
import { setHidden, replaceContent } from "../common/dom_update.js";
import { html, svg } from "../common/elements.js";
import { hasText, phrase, plain, capitalize } from "../texts/words.js";

export class PhonePlacement {
  /** @type {string[]} */
  lit = []; // names of the places that can be tapped now
  /** @type {{face: string, seat: number, at: string}[]} */
  ghosts = []; // the pieces that would lie there

  // `kinds` shows the pieces that the seat may lay, `bar` the choice; `act(words)` takes an
  // action, `show()` lights the board; `preview(words)` resolves to the effects of an action, in
  // words.
  /**
   * @param {HTMLElement} kinds
   * @param {HTMLElement} bar
   * @param {{act: (words: Words) => void, show: () => void, preview: (words: Words) => Promise<string>}} options
   */
  constructor(kinds, bar, { act, show, preview }) {
    this.kinds = kinds;
    this.bar = bar;
    this.act = act;
    this.show = show;
    this.preview = preview;
    /** @type {Placeable[]} */
    this.lays = [];
    this.chosen = -1; // which of them
    /** @type {string[]} */
    this.places = []; // the tapped places
    this.moment = 0;
    this.last = ""; // the last chosen kind
  }

  // Take the pieces that the seat may lay now; the choice stays as long as these are the same.
  /** @param {{lays?: Placeable[], moment?: number}} [options] */
  take({ lays = [], moment = 0 } = {}) {
    if (moment === this.moment) return;
    this.moment = moment;
    this.lays = lays;
    this.places = [];
    this.chosen = lays.length === 1 ? 0 : lays.findIndex((kind) => called(kind) === this.last);
    this.update();
  }

  // Choose a kind by its name, such as that of a domino.
  /** @param {number} at */
  choose(at) {
    this.chosen = at;
    this.last = called(this.lays[at]);
    this.places = [];
    this.update();
  }

  /** @param {string} name */
  pick(name) {
    const at = this.lays.findIndex((kind) => kind.ways.some(({ face }) => face === name));
    if (at >= 0) this.choose(at);
  }

  // Choose the piece and the places of an action, for example of a hint; returns whether the
  // action lays a piece.
  /** @param {Words} words */
  suggest(words) {
    const wanted = JSON.stringify(words);
    for (const [at, { ways }] of this.lays.entries()) {
      const way = ways.find((one) => JSON.stringify(one.words) === wanted);
      if (!way) continue;
      this.chosen = at;
      this.places = [...way.spots];
      this.update(way);
      return true;
    }
    return false;
  }

  // The ways that are still possible, and the places that tell them apart.
  open() {
    const ways = (this.lays[this.chosen]?.ways ?? []).filter(({ spots }) =>
      this.places.every((name) => spots.includes(name)),
    );
    const rest = new Set(ways.flatMap(({ spots }) => spots));
    for (const name of this.places) rest.delete(name);
    return {
      ways,
      rest: ways.length > 1 || !this.places.length ? rest : /** @type {Set<string>} */ (new Set()),
    };
  }

  // Somebody tapped a place of the board; returns whether the tap had a meaning.
  /** @param {string} name */
  tap(name) {
    const { rest } = this.open();
    if (rest.has(name)) this.places.push(name);
    else if (this.places.includes(name)) this.places = [];
    else if (this.lays.some(({ ways }) => ways.some(({ spots }) => spots[0] === name)))
      this.places = this.lays[this.chosen]?.ways.some(({ spots }) => spots.includes(name))
        ? [name]
        : [];
    else return false;
    this.update();
    return true;
  }

  // `best`, if given, is the only way that remains.
  /** @param {Way} [best] */
  update(best) {
    setHidden(this.kinds, !this.lays.length);
    replaceContent(this.kinds, this.lays.length > 1 ? this.buttons() : []);
    const { ways, rest } = this.open();
    const covered = this.places.length ? ways.filter(({ spots }) => covers(spots, this)) : [];
    const settled = best ? [best] : covered;
    this.say(settled, best);
    const ghost = settled[0]?.face ? [settled[0]] : [];
    const seat = this.lays[this.chosen]?.seat ?? -1;
    this.lit = [...(rest.size ? rest : settled.flatMap(({ spots }) => spots))];
    this.ghosts = ghost.map(({ face = "", spots }) => ({ face, seat, at: spots[0] }));
    this.show();
  }

  buttons() {
    return this.lays.map((kind, i) =>
      html(
        "button",
        {
          type: "button",
          class: "kind",
          "data-key": `lay ${i}`,
          "aria-pressed": i === this.chosen,
          onclick: () => this.choose(i),
        },
        ...(kind.face ? [picture(kind.face, kind.seat)] : []),
        html("span", {}, capitalize(called(kind))),
      ),
    );
  }

  // The remaining choice, or the action to confirm; `best` comes with a hint, whose text needs no
  // addition.
  /**
   * @param {Way[]} settled
   * @param {Way} [best]
   */
  say(settled, best) {
    const asked = this.chosen < 0 || !this.lays.length;
    setHidden(this.bar, asked);
    if (asked) return replaceContent(this.bar, []);
    if (!settled.length) {
      return replaceContent(this.bar, [
        html(
          "p",
          {},
          this.places.length
            ? phrase("tap rest")
            : phrase("tap place", capitalize(called(this.lays[this.chosen]))),
        ),
      ]);
    }
    /** @param {Way} way */
    const done = (way) => {
      ignoreInput(this.bar);
      this.act(way.words);
    };
    /**
     * @param {Way} way
     * @param {number} i
     */
    const one = (way, i) =>
      html(
        "button",
        {
          type: "button",
          class: settled.length > 1 ? "way" : "main",
          "data-key": `way ${i}`,
          // Voice control finds a button by what stands on it.
          "aria-label": capitalize(
            settled.length > 1 ? way.text : `${phrase("lay it")}: ${way.text}`,
          ),
          onclick: () => done(way),
        },
        ...(settled.length > 1 && way.face
          ? [picture(way.face, this.lays[this.chosen].seat)]
          : [settled.length > 1 ? capitalize(way.text) : phrase("lay it")]),
      );
    const effect = html("p", { class: "effect", role: "status" });
    if (settled.length === 1 && !best) this.showPreview(settled[0], effect);
    return replaceContent(this.bar, [
      html("p", {}, settled.length > 1 ? phrase("which way") : capitalize(settled[0].text)),
      effect,
      html(
        "div",
        { class: "ways" },
        ...settled.map(one),
        html(
          "button",
          {
            type: "button",
            class: "no",
            "aria-label": capitalize(phrase("lay not")),
            onclick: () => {
              this.places = [];
              this.update();
            },
          },
          "×",
        ),
      ),
    ]);
  }

  // Say what a way would do, beside its button.
  /**
   * @param {Way} way
   * @param {HTMLElement} element
   */
  async showPreview(way, element) {
    const text = await this.preview(way.words);
    element.textContent = capitalize(text);
  }
}

// Does a way lie only on tapped places?
/**
 * @param {string[]} spots
 * @param {{places: string[]}} options
 */
function covers(spots, { places }) {
  return spots.every((name) => places.includes(name)) || places.length === spots.length;
}

/**
 * @param {string} face
 * @param {number} seat
 */
function picture(face, seat) {
  return svg("svg", { viewBox: "-50 -50 100 100", "aria-hidden": "true" }, draw(face, seat));
}

// The name of a kind for people: that of its piece, or else that in the display's menu.
/** @param {Placeable} options */
function called({ face, seat, word }) {
  if (face) return kindName(face, seat);
  const key = [`button ${word}`, `menu ${word}`, `do ${word}`].find(hasText);
  return key ? phrase(key) : plain(word);
}
