// The board: frosted cells with light under them, and the pieces that lie there.

import { BoardKeys } from "./board_keys.js";
import { labelSpot, forgetLabels } from "./spot_label.js";
import { Light } from "./light.js";
import { SIDE, extent, marks, outline } from "./outlines.js";
import { draw, drawLying, ground } from "../pieces/pieces.js";
import { passFocus } from "../common/focus.js";
import { orderChildren, updateContent, setAttribute, drawIfChanged } from "../common/dom_update.js";
import { calm, squeeze, svg } from "../common/elements.js";

// The side of a piece on a board of hexes, in units of the board.
const LEAST = 0.5;
const LEAST_PIXELS = 28; // so that it is seen on a phone
const MOST_BETWEEN = 0.7; // at a corner or an edge
const MOST_WITHIN = 0.55; // on a hex, beside its number
const ABOVE = 0.33; // from the middle of a hex up to that of its piece
const NEAR = 0.29; // how far beside a hex's corner or edge a point still means it

export class Board {
  ground = svg("g", { class: "ground", "aria-hidden": "true" });
  pieceLayer = svg("g", { class: "pieces" });
  marks = svg("g", { class: "shares", "aria-hidden": "true" });
  /** @type {BoardFacts | undefined} */
  board;
  /** @type {Spot | undefined} */
  current; // has the focus
  /** @type {Spot | undefined} */
  hovered;

  // `miss()` is called when somebody clicks on a glowing place with nothing in hand.
  constructor(
    /** @type {SVGSVGElement} */ element,
    /** @type {HTMLCanvasElement} */ light,
    /** @type {HTMLCanvasElement} */ halo,
    /** @type {HandOfBoard} */ hand,
    /** @type {() => void} */ miss,
  ) {
    this.element = element;
    this.miss = miss;
    /** @type {string[] | null} */
    this.able = null; // names of the open places that the seat in front can pay for; null: unknown
    this.light = new Light(light, halo);
    this.hand = hand;
    /** @type {Map<string, Spot>} */
    this.spots = new Map(); // by name: the spot with its elements
    /** @type {Map<string, BoardPiece>} */
    this.pieces = new Map(); // by uid
    /** @type {Set<string>} */
    this.open = new Set(); // names of the places where somebody may put a piece
    /** @type {string[] | null} */
    this.fits = null; // names of those where the piece in hand may go
    this.ghosts = svg("g", { class: "ghosts", "aria-hidden": "true" }); // how pieces might lie
    this.unit = 60; // pixels of a unit of the board
    this.size = new ResizeObserver(() => {
      this.light.resize();
      this.measure();
    });
    this.size.observe(light);
    new BoardKeys(this);
  }

  // Draw a board; see sim/window/geometry.py for its form.
  setBoard(/** @type {BoardFacts} */ board) {
    this.board = board;
    this.pieces.clear();
    this.ghosts.replaceChildren();
    const spots = /** @type {Spot[]} */ (board.spots); // they get their elements here
    this.spots = new Map(spots.map((spot) => [spot.name, spot]));
    const box = extent(board);
    this.element.setAttribute("viewBox", `${box.x} ${box.y} ${box.width} ${box.height}`);
    this.element.style.setProperty("--label", String(Math.min(0.2, 0.018 * box.width)));
    this.box = box;
    document.documentElement.style.setProperty("--ratio", String(box.height / box.width));
    this.stage().style.aspectRatio = `${box.width} / ${box.height}`;
    this.element.closest(".frame")?.classList.toggle("hexes", board.hex);
    const outlines = board.spots.map((spot) => outline(spot, board.hex));
    for (const layer of [this.ground, this.pieceLayer, this.marks]) layer.replaceChildren();
    const focused = this.element.contains(document.activeElement);
    this.element.replaceChildren(
      svg("g", { class: "marks", "aria-hidden": "true" }, ...marks(board, box)),
      this.ground,
      svg("g", {}, ...spots.map((spot, i) => this.cell(spot, outlines[i]))),
      this.pieceLayer,
      this.marks,
      this.ghosts,
    );
    this.measure();
    this.focusable(spots[0]);
    if (focused) this.focus();
    this.light.fit(
      board,
      outlines.map((path) => new Path2D(path)),
      box,
    );
  }

  cell(/** @type {Spot} */ spot, /** @type {string} */ path) {
    spot.element = svg(
      "g",
      {
        class: `spot ${spot.kind}`,
        role: "button",
        tabindex: -1,
        "data-spot": spot.name,
      },
      svg("path", { class: "frost", d: path }),
      svg("path", { class: "rim", d: path }),
    );
    // A click without a pointer comes from a screen reader.
    spot.element.addEventListener("click", (event) => {
      if (!event.detail) this.take(spot);
    });
    spot.element.addEventListener("focus", () => {
      this.focusable(spot);
      this.hand.over(spot.name);
    });
    spot.onLight = ([red, green, blue]) => {
      const lit = red || green || blue;
      const colour = lit ? `rgb(${coarse(red)} ${coarse(green)} ${coarse(blue)})` : "none";
      if (colour === spot.glow) return;
      spot.glow = colour;
      for (const piece of spot.pieces ?? []) shine(piece, colour);
    };
    return spot.element;
  }

  // Give the style sheet the pixels of a unit of the board, so that no text becomes too small.
  measure() {
    if (!this.box) return;
    this.unit = this.element.clientWidth / this.box.width || 60;
    this.element.style.setProperty("--unit", String(this.unit));
    this.element.classList.toggle("tiny", this.unit < 52);
    this.element.classList.toggle("icon", this.unit < 32); // its words would cover each other
    squeeze(this.ground);
    for (const spot of this.spots.values()) if (spot.pieces?.length) this.arrangePieces(spot);
  }

  // Show the owners of places that several share: {name of the place: [seats]}.
  showOwners(/** @type {Record<string, number[]>} */ shared) {
    updateContent(
      this.marks,
      Object.entries(shared).flatMap(([name, seats]) => {
        const spot = this.spots.get(name);
        if (!spot) return [];
        const { x, y } = spot;
        return seats.map((seat, i) =>
          svg("circle", {
            class: "share",
            "data-seat": seat,
            cx: x - 0.36 + 0.15 * i,
            cy: -y - 0.36,
            r: 0.065,
          }),
        );
      }),
    );
  }

  // Somebody pressed Enter on a spot, or a screen reader clicked on it.
  take(/** @type {Spot} */ spot) {
    const tag = spot.pieces.at(-1)?.tag;
    if (!tag && !this.hand.held) this.explain(spot);
    this.hand.use(spot.name, tag);
  }

  // Say what to do with a glowing place.
  explain(/** @type {Spot} */ spot) {
    if (this.open.has(spot.name)) this.miss();
  }

  // Mark the places of the last action in a list of events that has any, up to action `n`.
  markLastAction(/** @type {LogEvent[]} */ log, n = Infinity) {
    const last = log.findLast(
      (one) =>
        one.event === "action" &&
        Number(one.n) <= n &&
        one.do?.some((word) => this.spots.has(String(word))),
    );
    for (const spot of this.spots.values()) {
      spot.element.classList.toggle("was", !!last?.do?.includes(spot.name));
    }
  }

  // Let the places of these names glow as a hint, and show how pieces would lie there, [{at, face,
  // seat}]; no names end that.
  suggest(/** @type {string[]} */ names, /** @type {Laid[]} */ laid = []) {
    for (const spot of this.spots.values()) {
      spot.element.classList.toggle("suggested", names.includes(spot.name));
    }
    this.ghosts.replaceChildren(
      ...laid.flatMap(({ at, face, seat }) => {
        const spot = this.spots.get(at);
        if (!spot) return [];
        const moved = `translate(${spot.x} ${this.middleOn(spot)})`;
        const transform = `${moved} scale(${this.sizeOn(spot) / 100})`;
        return svg("g", { class: "ghost", "data-face": face, transform }, draw(face, seat, spot));
      }),
    );
  }

  // While a piece is in hand, only the places where it may go glow; null: all open places.
  showFits(/** @type {string[] | null} */ fits) {
    this.fits = fits;
    this.dimClosed();
  }

  // Of the glowing places, the seat in front can lay something only on these; null: on all, or
  // unknown.
  allow(/** @type {string[] | null} */ names) {
    this.able = names;
    this.dimClosed();
  }

  dimClosed() {
    for (const spot of this.spots.values()) {
      const can = (this.fits ?? this.able)?.includes(spot.name) ?? true;
      const was = spot.element.classList.contains("closed");
      const is = spot.element.classList.toggle("closed", this.open.has(spot.name) && !can);
      if (is !== was) this.updateLabel(spot);
    }
  }

  updateLabel(/** @type {Spot} */ spot) {
    labelSpot(spot, this.open.has(spot.name));
  }

  // Show what the game prints on the board, in its units, with y down.
  print(/** @type {View | null | undefined} */ view, /** @type {BoardFacts} */ board) {
    drawIfChanged(this.ground, [view?.table, view?.printed], () => {
      forgetLabels(this.spots.values()); // the name of a hex has its terrain
      return view ? ground(view, board) : [];
    });
    squeeze(this.ground);
  }

  // Forget the drawings of pieces and their labels.
  forget() {
    forgetLabels(this.spots.values());
    for (const piece of this.pieces.values()) piece.element.remove();
    this.pieces.clear();
    this.suggest([]);
  }

  // Put the pieces where they lie: [{uid, name, seat, at}]; those elsewhere are ignored.
  showPieces(/** @type {Tag[]} */ tags) {
    for (const spot of this.spots.values()) spot.pieces = [];
    const told = new Set();
    for (const tag of tags) {
      const spot = this.spots.get(tag.at);
      if (!spot) continue;
      told.add(tag.uid);
      this.updatePiece(tag, spot);
    }
    for (const uid of this.pieces.keys()) if (!told.has(uid)) this.pieces.delete(uid);
    for (const piece of this.pieces.values()) piece.spot.pieces.push(piece); // the last to come on top
    const onTop = (/** @type {BoardPiece} */ { spot }) => (spot.kind === "edge" ? 0 : 1);
    const northFirst = [...this.pieces.values()].sort(
      (a, b) => onTop(a) - onTop(b) || b.spot.y - a.spot.y,
    );
    orderChildren(
      this.pieceLayer,
      northFirst.map(({ element }) => element),
    );
    for (const spot of this.spots.values()) this.arrangePieces(spot);
  }

  updatePiece(/** @type {Tag} */ tag, /** @type {Spot} */ spot) {
    let piece = this.pieces.get(tag.uid);
    const was = piece?.tag;
    const isSame = was?.face === tag.face && was.turn === tag.turn && was.spin === tag.spin;
    if (!piece || !isSame || piece.spot !== spot) {
      piece = {
        tag,
        spot,
        element: svg(
          "g",
          { class: "piece", "data-uid": tag.uid, "data-face": tag.face },
          drawLying(tag, spot),
        ),
      };
      this.pieces.set(tag.uid, piece);
    }
    Object.assign(piece, { tag, spot });
  }

  // Update the pieces on a spot, its label and its light.
  arrangePieces(/** @type {Spot} */ spot) {
    const size = this.sizeOn(spot) / 100;
    spot.pieces.forEach((piece, i) => {
      const shift = (i - (spot.pieces.length - 1) / 2) * 0.2;
      setAttribute(
        piece.element,
        "transform",
        `translate(${spot.x + shift} ${this.middleOn(spot) + shift / 2}) scale(${size})`,
      );
    });
    for (const piece of spot.pieces) shine(piece, spot.glow);
    this.updateLabel(spot);
  }

  // The spot that a player means who puts a piece down at a point of the window. On a hex board:
  // the nearest place where the piece fits, within half of the way to the next one; otherwise the
  // spot at the point.
  spotMeantAt(/** @type {number} */ x, /** @type {number} */ y) {
    const there = this.spotAt(x, y);
    if (!this.board?.hex || !this.fits?.length || this.fits.includes(there?.name ?? ""))
      return there;
    const { near, away, next } = this.nearest(x, y);
    return away <= Math.max(next / 2, NEAR) ? near : there;
  }

  // Is there a place near a point where the piece in hand fits, so that a finger probably meant
  // it?
  isMiss(/** @type {number} */ x, /** @type {number} */ y) {
    return !!this.board?.hex && !!this.fits?.length && this.nearest(x, y).away < 1;
  }

  // The nearest place where the piece in hand fits, its distance, and the distance from it to the
  // next such place.
  nearest(/** @type {number} */ x, /** @type {number} */ y) {
    const at = new DOMPoint(x, y).matrixTransform(this.element.getScreenCTM()?.inverse());
    const fits = this.spotsNamed(this.fits ?? []);
    const far = (
      /** @type {{x: number, y: number}} */ spot,
      /** @type {number} */ east,
      /** @type {number} */ north,
    ) => Math.hypot(spot.x - east, spot.y - north);
    const least = (
      /** @type {Spot[]} */ some,
      /** @type {number} */ east,
      /** @type {number} */ north,
    ) => Math.min(1, ...some.map((one) => far(one, east, north)));
    const away = least(fits, at.x, -at.y);
    const near = fits.find((one) => far(one, at.x, -at.y) <= away);
    const others = fits.filter((one) => one !== near);
    return { near, away, next: near ? least(others, near.x, near.y) : 0 };
  }

  // The spots of these names, as far as the board has them.
  spotsNamed(/** @type {string[]} */ names) {
    return names.flatMap((name) => this.spots.get(name) ?? []);
  }

  // The spot at a point of the window, or undefined.
  spotAt(/** @type {number} */ x, /** @type {number} */ y) {
    const matrix = this.element.getScreenCTM();
    if (!matrix) return undefined;
    const point = new DOMPoint(x, y).matrixTransform(matrix.inverse());
    let nearest;
    let least = Infinity;
    for (const spot of this.spots.values()) {
      const away = Math.hypot(spot.x - point.x, -spot.y - point.y);
      const reach = !this.board?.hex ? 0.62 : spot.kind === "cell" ? 0.42 : 0.17;
      if (away < reach && away < least) {
        least = away;
        nearest = spot;
      }
    }
    return nearest;
  }

  // The position of a spot in the window, as a rectangle of a cell's size.
  rectangleOf(/** @type {string} */ name) {
    const spot = /** @type {Spot} */ (this.spots.get(name));
    const matrix = this.element.getScreenCTM() ?? new DOMMatrix();
    const middle = new DOMPoint(spot.x, this.middleOn(spot)).matrixTransform(matrix);
    return { x: middle.x, y: middle.y, size: matrix.a * this.sizeOn(spot) };
  }

  // How large a piece lies on a spot: on a board of hexes large enough to be seen on a phone, and
  // small enough to leave their numbers uncovered.
  sizeOn(/** @type {Spot} */ spot) {
    if (!this.board?.hex) return SIDE;
    const most = spot.kind === "cell" ? MOST_WITHIN : MOST_BETWEEN;
    return Math.min(Math.max(LEAST, LEAST_PIXELS / this.unit), most);
  }

  // How far down the middle of a piece lies: on a hex, above its number.
  middleOn(/** @type {Spot} */ spot) {
    return -spot.y - (this.board?.hex && spot.kind === "cell" ? ABOVE : 0);
  }

  stage() {
    return /** @type {HTMLElement} */ (this.element.parentElement);
  }

  // Scroll all of the board into view, if there is room.
  scrollIntoView() {
    const stage = this.stage();
    if (stage.clientHeight > innerHeight) return;
    stage.scrollIntoView({ block: "nearest", behavior: calm.matches ? "auto" : "smooth" });
  }

  hover(/** @type {Spot | undefined} */ spot) {
    if (this.hovered === spot) return;
    this.hovered?.element.classList.remove("under");
    this.hovered = spot;
    spot?.element.classList.add("under");
  }

  focusable(/** @type {Spot} */ spot) {
    if (this.current) setAttribute(this.current.element, "tabindex", -1);
    this.current = spot;
    setAttribute(spot.element, "tabindex", 0);
  }

  focus() {
    passFocus(this.current?.element);
  }
}

// Let the light under a piece shine through it.
function shine(/** @type {BoardPiece} */ piece, /** @type {string} */ colour = "none") {
  if (piece.light === colour) return;
  piece.light = colour;
  piece.element.style.setProperty("--light", colour);
}

// The light through a piece, in steps that the eye hardly notices, since each step redraws the
// piece.
function coarse(/** @type {number} */ level) {
  return Math.round(level / 24) * 24;
}
