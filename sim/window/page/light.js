// The light of the pixels: what comes through the frosted cells, and what spills around them.

const GAIN = 3.1; // how bright a pixel looks at a table, against its share of full power
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

  // The colour of a pixel as the eye takes it, 0 to 255 a channel.
  colour(pixel) {
    return [0, 2, 4].map((at) => {
      const power = parseInt(this.frame.substr(6 * pixel + at, 2), 16) / 255;
      return 255 * (1 - Math.exp(-GAIN * power)) ** (1 / 2.2);
    });
  }

  through(spot, shape, lights, mean) {
    const context = this.light;
    context.save();
    context.setTransform(this.scale, 0, 0, this.scale, -this.box.x * this.scale,
      -this.box.y * this.scale);
    context.clip(shape);
    const [x, y] = [spot.x, -spot.y];
    context.clearRect(x - 0.6, y - 0.6, 1.2, 1.2);
    context.globalCompositeOperation = "lighter";
    context.fillStyle = rgb(mean, 0.42);
    context.fillRect(x - 0.6, y - 0.6, 1.2, 1.2);
    for (const [colour, east, north] of lights) {
      const [px, py] = [x + east, y - north];
      const reach = lights.length > 1 ? 0.5 : 0.62;
      const glow = context.createRadialGradient(px, py, 0, px, py, reach);
      glow.addColorStop(0, rgb(colour, lights.length > 1 ? 0.42 : 0.6));
      glow.addColorStop(0.45, rgb(colour, 0.16));
      glow.addColorStop(1, rgb(colour, 0));
      context.fillStyle = glow;
      context.fillRect(x - 0.6, y - 0.6, 1.2, 1.2);
    }
    context.restore();
  }

  spill(spot, mean) {
    const context = this.halo;
    const size = spot.kind === "cell" ? 0.84 : 0.24;
    const x = (spot.x - size / 2 - this.box.x) * HALO;
    const y = (-spot.y - size / 2 - this.box.y) * HALO;
    context.clearRect(x, y, size * HALO, size * HALO);
    context.fillStyle = rgb(mean, 1);
    context.fillRect(x, y, size * HALO, size * HALO);
  }
}

function rgb([red, green, blue], alpha) {
  return `rgb(${red.toFixed()} ${green.toFixed()} ${blue.toFixed()} / ${alpha})`;
}
