// Decodes pulses on the strip's pin into frames of bytes (WS2812B data sheet, "data transfer time").

const ONE_NS = 600; // a longer high is a 1
const LATCH_NS = 50e3;
const NOMINAL = [
  [400, 850],
  [800, 450],
]; // high and low of a 0 and of a 1

export class PulseReader {
  // A frame has `bytes` bytes or fewer; `done(data, low, high, startNs, endNs)` gets it with the
  // waveforms of a 0 and a 1 that differ most from the data sheet. It does not read the rest of a
  // frame for pixels of four colours, which leaves a strip of three at its end.
  constructor(bytes, done) {
    this.size = bytes;
    this.surplus = 8 * Math.ceil(bytes / 3); // bits
    this.passing = 0; // bits that may still leave at the end
    this.done = done;
    this.high = false;
    this.rose = 0;
    this.fell = 0;
    this.#begin();
  }

  #begin() {
    this.bits = 0;
    this.data = new Uint8Array(this.size);
    this.worst = [null, null];
  }

  level(level, nanos) {
    if (Boolean(level) === this.high) return;
    this.rest(nanos);
    if (level && nanos - this.fell > LATCH_NS) this.passing = 0;
    this.high = Boolean(level);
    if (level) {
      if (this.bits) this.#judge(this.fell - this.rose, nanos - this.fell);
      else this.start = nanos;
      this.rose = nanos;
      return;
    }
    this.fell = nanos;
    if (this.passing) {
      this.passing -= 1;
      return;
    }
    if (nanos - this.rose > ONE_NS) this.data[this.bits >> 3] |= 0x80 >> (this.bits & 7);
    this.bits += 1;
    if (this.bits === 8 * this.size) {
      this.#end();
      this.passing = this.surplus;
    }
  }

  // No pulse has come until now: a frame that ended early is shown after a pause.
  rest(nanos) {
    if (this.bits && !this.high && nanos - this.fell > LATCH_NS) this.#end();
  }

  #judge(high, low) {
    const bit = high > ONE_NS ? 1 : 0;
    const far = (wave) =>
      Math.max(Math.abs(wave[0] - NOMINAL[bit][0]), Math.abs(wave[1] - NOMINAL[bit][1]));
    const wave = [Math.round(high), Math.round(low)];
    if (!this.worst[bit] || far(wave) > far(this.worst[bit])) this.worst[bit] = wave;
  }

  #end() {
    const [low, high] = [0, 1].map((bit) => this.worst[bit] ?? NOMINAL[bit]);
    const data = this.data.slice(0, this.bits >> 3);
    const { start, fell } = this;
    this.#begin();
    this.done(data, low, high, start, fell);
  }
}
