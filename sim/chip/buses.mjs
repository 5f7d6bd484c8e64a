// SPI, I2C and PIO in emulated time: in rp2040js a byte takes no time, and PIO runs in real time.

const SECOND = 1e9;

// Shifts each frame in its real duration; `exchange(value)` returns the value that comes back.
export function addSpi(spi, clocks, clock, exchange) {
  let sent = 0;
  const done = clock.createAlarm(() => spi.completeTransmit(exchange(sent)));
  spi.onTransmit = (value) => {
    sent = value;
    const divide = spi.clockDivisor * (1 + ((spi.control0 >> 8) & 0xff));
    done.schedule((spi.dataBits * divide * SECOND) / clocks.peri);
  };
}

// Sends each byte in the time of nine bits; `write(address, bytes)` gets a transfer at its stop and
// `has(address)` returns whether a device answers.
export function addI2c(i2c, clocks, clock, has, write) {
  let address = 0;
  let bytes = [];
  let after = () => {};
  const alarm = clock.createAlarm(() => after());
  const inBits = (bits, then) => {
    const period = i2c.sclHighPeriod + i2c.sclLowPeriod;
    after = then;
    alarm.schedule((bits * period * SECOND) / clocks.sys);
  };
  i2c.onStart = () => inBits(1, () => i2c.completeStart());
  i2c.onConnect = (to) => {
    address = to;
    bytes = [];
    inBits(9, () => i2c.completeConnect(has(to)));
  };
  i2c.onWriteByte = (value) => {
    bytes.push(value);
    inBits(9, () => i2c.completeWrite(true));
  };
  i2c.onReadByte = () => inBits(9, () => i2c.completeRead(0xff));
  i2c.onStop = () =>
    inBits(1, () => {
      if (bytes.length) write(address, bytes);
      bytes = [];
      i2c.completeStop();
    });
}

// Runs the enabled state machines, each with its own divider; one that waits for its queue costs
// nothing until it gets data.
export function addPio(pio, clocks, clock) {
  pio.run = () => {};
  const runners = pio.machines.map((machine) => new Runner(machine, pio, clocks, clock));
  const write = pio.writeUint32.bind(pio);
  pio.writeUint32 = (offset, value) => {
    write(offset, value);
    for (const runner of runners) runner.wake();
  };
}

class Runner {
  constructor(machine, pio, clocks, clock) {
    this.machine = machine;
    this.pio = pio;
    this.clocks = clocks;
    this.running = false;
    this.alarm = clock.createAlarm(() => this.#step());
    const { writeFIFO } = machine;
    machine.writeFIFO = (value) => {
      writeFIFO.call(machine, value);
      this.wake();
    };
  }

  wake() {
    const { machine } = this;
    if (this.running || !machine.enabled || machine.waiting) return;
    this.running = true;
    this.alarm.schedule(this.#period());
  }

  #period() {
    const { clockDivInt, clockDivFrac } = this.machine;
    return (((clockDivInt || 65536) + clockDivFrac / 256) * SECOND) / this.clocks.sys;
  }

  #step() {
    const { machine, pio } = this;
    this.running = false;
    if (!machine.enabled) return;
    const before = machine.cycles;
    machine.step();
    pio.checkChangedPins();
    if (machine.waiting) return; // until its queue gets data
    this.running = true;
    this.alarm.schedule((machine.cycles - before || 1) * this.#period());
  }
}
