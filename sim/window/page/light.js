// The light of the pixels: what comes through the frosted cells, and what spills around them.

const GAIN = 3.4; // how bright a pixel looks at a table, against its share of full power
const EYE = 1.5; // the eye's curve
const PURE = 0.85; // how much of the difference between its colours is left to see
const SEAM = 0.03;
const HALO = 12; // canvas pixels a cell for the spill; it is blurred anyway

export class Light {
  constructor(light, halo) {
    this.light = light.getContext("2d");
    this.halo = halo.getContext("2d");
    this.colours = [];
  }

  // Take a board: `shapes` holds a Path2D a spot, in board units with y down; `box` its extent.
  fit(board, shapes, box) {
    this.spots = board.spots;
    this.shapes = shapes;
    this.box = box;
    this.shown = "";
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
      this.halo.canvas.width = Math.round(this.box.width * HALO);
      this.halo.canvas.height = Math.round(this.box.height * HALO);
      this.shown = "";
    }
    if (this.frame) this.show(this.frame);
  }

  // Show a frame, six hex digits a pixel; only the spots that changed are painted.
  show(frame) {
    this.frame = frame;
    if (!this.box || frame.length !== 6 * this.pixels()) return;
    for (let i = 0; i < this.spots.length; i++) {
      const spot = this.spots[i];
      const old = spot.pixels.map(([pixel]) => this.shown.substr(6 * pixel, 6)).join();
      const now = spot.pixels.map(([pixel]) => frame.substr(6 * pixel, 6)).join();
      if (now !== old) this.paint(spot, this.shapes[i]);
    }
    this.shown = frame;
  }

  pixels() {
    return Math.max(...this.spots.flatMap((spot) => spot.pixels.map(([pixel]) => pixel))) + 1;
  }

  paint(spot, shape) {
    const lights = spot.pixels.map(([pixel, x, y]) => [this.colour(pixel), x, y]);
    const mean = [0, 1, 2].map((c) =>
      lights.reduce((sum, [colour]) => sum + colour[c], 0) / Math.max(lights.length, 1));
    this.through(spot, shape, lights, mean);
    this.spill(spot, mean);
    spot.lit = mean;
    spot.onlit?.(mean);
  }

  // The colour of a pixel as the eye takes it, 0 to 255 a channel. Its strength follows the eye's
  // curve; its hue stays purer than the curve would leave it, as light in frosted plastic does.
  colour(pixel) {
    const power = [0, 2, 4].map((at) => parseInt(this.frame.substr(6 * pixel + at, 2), 16) / 255);
    const most = Math.max(...power);
    if (!most) return [0, 0, 0];
    const strength = 255 * (1 - Math.exp(-GAIN * most)) ** (1 / EYE);
    return power.map((channel) => strength * (channel / most) ** PURE);
  }

  through(spot, shape, lights, mean) {
    const context = this.light;
    const [x, y] = [spot.x, -spot.y];
    context.save();
    context.setTransform(this.scale, 0, 0, this.scale, -this.box.x * this.scale,
      -this.box.y * this.scale);
    // What there was goes first, with a seam for the half-covered dots at the rim.
    context.globalCompositeOperation = "destination-out";
    context.lineWidth = SEAM;
    context.fill(shape);
    context.stroke(shape);
    context.clip(shape);
    if (!mean.some(Boolean)) return context.restore();
    context.globalCompositeOperation = "lighter";
    const glow = (px, py, reach, colour, core, middle, rim) => {
      const shine = context.createRadialGradient(px, py, 0, px, py, reach);
      shine.addColorStop(0, rgb(colour, core));
      shine.addColorStop(0.5, rgb(colour, middle));
      shine.addColorStop(1, rgb(colour, rim));
      context.fillStyle = shine;
      context.fillRect(x - 0.6, y - 0.6, 1.2, 1.2);
    };
    // Four lights stand in the corners, and what the sheet spreads of them meets in the middle.
    const corners = lights.length > 1;
    if (corners) glow(x, y, 0.72, mean, 0.5, 0.46, 0.3);
    else glow(x, y, 0.64, mean, 1, 0.46, 0.02);
    for (const [colour, east, north] of lights) {
      glow(x + east, y - north, corners ? 0.3 : 0.4, colour, corners ? 0.9 : 0.4, 0.13, 0);
    }
    return context.restore();
  }

  spill(spot, mean) {
    const context = this.halo;
    const size = spot.kind === "cell" ? 0.84 : 0.24;
    const x = Math.round((spot.x - size / 2 - this.box.x) * HALO);
    const y = Math.round((-spot.y - size / 2 - this.box.y) * HALO);
    const side = Math.round(size * HALO);
    context.clearRect(x, y, side, side);
    if (!mean.some(Boolean)) return;
    context.fillStyle = rgb(mean, 1);
    context.fillRect(x, y, side, side);
  }
}

function rgb([red, green, blue], alpha) {
  return `rgb(${red.toFixed()} ${green.toFixed()} ${blue.toFixed()} / ${alpha})`;
}
