// The light of the pixels: through the frosted cells, and spilt around them.

import { countFrame } from "./garbage.js";
import { context2d } from "../common/elements.js";

const GAIN = 3.4; // how bright a pixel looks at a table, relative to its share of full power
const EYE = 1.5; // the eye's curve
const LEAST = 0.54; // of full strength, for any light: so the faintest has a contrast of 3 : 1
const PURE = 0.85; // how much of the difference between its colours stays visible
const SEAM = 0.03;
const HALO = 5; // canvas pixels a cell for the spill: the browser's scaling blurs it at no cost
const STEP = 20; // of 255: smaller changes leave the spill as it is
const SPILT = 0.45; // of the light
const REACH = { cell: 0.95, corner: 0.3, edge: 0.3 }; // of the spill, in cells

export class Light {
  /** @type {Spot[]} */
  spots;
  /** @type {Path2D[]} */
  shapes; // by spot
  /** @type {{x: number, y: number, width: number, height: number}} */
  box; // the extent of the board
  /** @type {string} */
  frame;
  /** @type {number} */
  scale; // canvas pixels a unit of the board
  /** @type {number | undefined} */
  count; // pixels in a frame

  /**
   * @param {HTMLCanvasElement} light
   * @param {HTMLCanvasElement} halo
   */
  constructor(light, halo) {
    this.shown = "";
    this.waits = false; // is a frame to be shown at the next repaint?
    /** @type {Int16Array | undefined} */
    this.spilt = undefined; // how strongly, by spot and channel, in steps
    /** @type {ReturnType<typeof kernel>[] | undefined} */
    this.kernels = undefined;
    /** @type {ImageData | undefined} */
    this.picture = undefined; // of the spill
    this.sum = new Float32Array(0); // its red, green and blue, as large as the picture
    this.light = context2d(light);
    this.halo = context2d(halo);
  }

  // Set the board: `shapes` has a Path2D for each spot, in board units with y down; `box` its
  // extent.
  /**
   * @param {BoardFacts} board
   * @param {Path2D[]} shapes
   * @param {Box} box
   */
  fit(board, shapes, box) {
    this.spots = /** @type {Spot[]} */ (board.spots);
    this.shapes = shapes;
    this.box = box;
    this.shown = "";
    this.kernels = this.count = this.spilt = undefined;
    this.resize();
  }

  resize() {
    if (!this.box) return;
    const canvas = this.light.canvas;
    const width = Math.round(canvas.clientWidth * Math.min(devicePixelRatio, 2)) || 1;
    if (canvas.width !== width || this.scale !== width / this.box.width) {
      this.scale = width / this.box.width;
      canvas.width = width;
      canvas.height = Math.round(this.box.height * this.scale);
      this.halo.canvas.width = Math.ceil(this.box.width * HALO);
      this.halo.canvas.height = Math.ceil(this.box.height * HALO);
      this.spilt = undefined;
      this.shown = "";
    }
    if (this.frame) this.show(this.frame);
  }

  // Show at the next repaint the frame that `latest()` returns then, if any: frames come faster than
  // a slow machine paints.
  /** @param {() => string} latest */
  showSoon(latest) {
    if (this.waits) return;
    this.waits = true;
    requestAnimationFrame(() => {
      this.waits = false;
      const frame = latest();
      if (frame) this.show(frame);
    });
  }

  // Show a frame, six hex digits a pixel; paint only the changed spots.
  /** @param {string} frame */
  show(frame) {
    this.frame = frame;
    if (!this.box || frame.length !== 6 * this.pixels()) return;
    if (frame === this.shown) return;
    countFrame();
    for (let i = 0; i < this.spots.length; i++) {
      if (this.changes(this.spots[i], frame)) this.paint(this.spots[i], this.shapes[i]);
    }
    this.shown = frame;
    if (this.spillChanges()) this.spill();
  }

  // Does a frame change the pixels of a spot? Compares without making substrings or iterators,
  // which at 30 frames a second were most of the page's garbage.
  /**
   * @param {Spot} spot
   * @param {string} frame
   */
  changes(spot, frame) {
    for (let i = 0; i < spot.pixels.length; i++) {
      const from = 6 * spot.pixels[i][0];
      for (let at = from; at < from + 6; at++) {
        if (frame.charCodeAt(at) !== this.shown.charCodeAt(at)) return true;
      }
    }
    return false;
  }

  // Note how much light each spot spills; return whether that differs from the last spill.
  spillChanges() {
    this.spilt ??= new Int16Array(3 * this.spots.length).fill(-1);
    let differs = false;
    for (let i = 0; i < this.spilt.length; i++) {
      const level = Math.round((this.spots[Math.trunc(i / 3)].lit?.[i % 3] ?? 0) / STEP);
      differs ||= level !== this.spilt[i];
      this.spilt[i] = level;
    }
    return differs;
  }

  pixels() {
    this.count ??= Math.max(...this.spots.flatMap(({ pixels }) => pixels.map(([at]) => at))) + 1;
    return this.count;
  }

  /**
   * @param {Spot} spot
   * @param {Path2D} shape
   */
  paint(spot, shape) {
    /** @type {[colour: number[], x: number, y: number][]} */
    const lights = spot.pixels.map(([pixel, x, y]) => [this.colour(pixel), x, y]);
    const mean = [0, 1, 2].map(
      (c) => lights.reduce((sum, [colour]) => sum + colour[c], 0) / Math.max(lights.length, 1),
    );
    this.through(spot, shape, lights, mean);
    spot.lit = mean;
    spot.onLight?.(mean);
  }

  // The colour of a pixel as the eye sees it, 0 to 255 a channel. Its brightness follows the eye's
  // curve; its hue stays purer than that curve would make it, as in frosted plastic.
  /** @param {number} pixel */
  colour(pixel) {
    const power = [0, 2, 4].map((at) => parseInt(this.frame.substr(6 * pixel + at, 2), 16) / 255);
    const most = Math.max(...power);
    if (!most) return [0, 0, 0];
    const strength = 255 * (LEAST + (1 - LEAST) * (1 - Math.exp(-GAIN * most)) ** (1 / EYE));
    return power.map((channel) => strength * (channel / most) ** PURE);
  }

  /**
   * @param {Spot} spot
   * @param {Path2D} shape
   * @param {[colour: number[], x: number, y: number][]} lights
   * @param {number[]} mean
   */
  through(spot, shape, lights, mean) {
    const context = this.light;
    const [x, y] = [spot.x, -spot.y];
    context.save();
    context.setTransform(
      this.scale,
      0,
      0,
      this.scale,
      -this.box.x * this.scale,
      -this.box.y * this.scale,
    );
    // Clear the old light first, with a seam for the half-covered dots at the rim.
    context.globalCompositeOperation = "destination-out";
    context.lineWidth = SEAM;
    context.fill(shape);
    context.stroke(shape);
    context.clip(shape);
    if (!mean.some(Boolean)) return context.restore();
    context.globalCompositeOperation = "lighter";
    /**
     * @param {number} px
     * @param {number} py
     * @param {number} reach
     * @param {number[]} colour
     * @param {number} core
     * @param {number} middle
     * @param {number} rim
     */
    const glow = (px, py, reach, colour, core, middle, rim) => {
      const shine = context.createRadialGradient(px, py, 0, px, py, reach);
      shine.addColorStop(0, rgb(colour, core));
      shine.addColorStop(0.5, rgb(colour, middle));
      shine.addColorStop(1, rgb(colour, rim));
      context.fillStyle = shine;
      context.fillRect(x - 0.6, y - 0.6, 1.2, 1.2);
    };
    // Four lights are in the corners; the sheet spreads them, so they meet in the middle.
    const corners = lights.length > 1;
    if (corners) glow(x, y, 0.72, mean, 0.5, 0.46, 0.3);
    else glow(x, y, 0.64, mean, 1, 0.46, 0.02);
    for (const [colour, east, north] of lights) {
      glow(x + east, y - north, corners ? 0.3 : 0.4, colour, corners ? 0.9 : 0.4, 0.13, 0);
    }
    return context.restore();
  }

  // The light around the cells: few and large dots, each with the light of all spots near it.
  spill() {
    const { canvas } = this.halo;
    this.kernels ??= this.spots.map((spot) => kernel(spot, this.box, canvas));
    const { kernels } = this;
    if (this.picture?.width !== canvas.width || this.picture.height !== canvas.height) {
      this.picture = this.halo.createImageData(canvas.width, canvas.height);
      this.sum = new Float32Array(3 * canvas.width * canvas.height);
    }
    const { picture, sum } = this;
    picture.data.fill(0);
    sum.fill(0);
    this.spots.forEach((spot, i) => {
      if (!spot.lit?.some(Boolean)) return;
      const { 0: red, 1: green, 2: blue } = spot.lit;
      const { dots, weights } = kernels[i];
      for (let k = 0; k < dots.length; k++) {
        const at = 3 * dots[k];
        sum[at] += weights[k] * red;
        sum[at + 1] += weights[k] * green;
        sum[at + 2] += weights[k] * blue;
      }
    });
    for (let dot = 0; dot < sum.length / 3; dot++) {
      const most = Math.max(sum[3 * dot], sum[3 * dot + 1], sum[3 * dot + 2]);
      if (!most) continue;
      for (let c = 0; c < 3; c++) picture.data[4 * dot + c] = (255 * sum[3 * dot + c]) / most;
      picture.data[4 * dot + 3] = SPILT * Math.min(most, 255);
    }
    this.halo.putImageData(picture, 0, 0);
  }
}

// Return the dots of a picture onto which a spot spills its light, and the weight of each.
/**
 * @param {Spot} spot
 * @param {Box} box
 * @param {{width: number, height: number}} options
 */
function kernel(spot, box, { width, height }) {
  const reach = REACH[spot.kind] * HALO;
  const [x, y] = [(spot.x - box.x) * HALO - 0.5, (-spot.y - box.y) * HALO - 0.5];
  const dots = [];
  const weights = [];
  for (let row = Math.max(0, Math.ceil(y - reach)); row <= Math.min(height - 1, y + reach); row++) {
    for (let at = Math.max(0, Math.ceil(x - reach)); at <= Math.min(width - 1, x + reach); at++) {
      const away = Math.hypot(at - x, row - y) / reach;
      if (away >= 1) continue;
      dots.push(row * width + at);
      weights.push(0.55 * (1 - away * away) ** 2);
    }
  }
  return { dots: Uint32Array.from(dots), weights: Float32Array.from(weights) };
}

/**
 * @param {number[]} colour
 * @param {number} alpha
 */
function rgb(colour, alpha) {
  return `rgb(${colour.map(Math.round).join(" ")} / ${alpha})`;
}
