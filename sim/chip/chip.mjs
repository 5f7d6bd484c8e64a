// The RP2040 and flash of a Pico: rp2040js from npm, with our additions.

import { ConsoleLogger, LogLevel, RP2040 } from "rp2040js";
import { addI2c, addPio, addSpi } from "./buses.mjs";
import { Clocks } from "./clocks.mjs";
import { FastCore } from "./core.mjs";
import { SerialPort } from "./usb.mjs";
import { Flash, addCache, flashCalls } from "./flash.mjs";
import { XIP } from "./memory.mjs";

export const FLASH_SIZE = 2 * 1024 * 1024; // of a Pico
const WATCHDOG = 0x40058;
const OSCILLATOR = 0x40060;
const RANDOM_BIT = 0x1c;
const SLICE_NS = 20000; // between two checks of the frequency
const FIFO_STATUS = 0x50;
const FIFO_READ = 0x58;
const VALID_AND_READY = 3;

// The FIFO to the second core, which sleeps: it sends only the 0 after its reset.
export function addFifo(sio) {
  const read = sio.readUint32.bind(sio);
  sio.readUint32 = (offset) => {
    if (offset === FIFO_STATUS) return VALID_AND_READY;
    return offset === FIFO_READ ? 0 : read(offset);
  };
}

// The random bit of the ring oscillator, which rp2040js lacks: a shift register (x^31 + x^28 + 1), so
// that each run is the same.
function addOscillator(mcu) {
  const oscillator = mcu.peripherals[OSCILLATOR];
  const read = oscillator.readUint32.bind(oscillator);
  let bits = 1;
  oscillator.readUint32 = (offset) => {
    if (offset !== RANDOM_BIT) return read(offset);
    bits = ((bits << 1) | (((bits >>> 30) ^ (bits >>> 27)) & 1)) & 0x7fffffff;
    return bits & 1;
  };
}

// Calls `bitten` when the watchdog resets the chip. rp2040js would then set its alarm to the same
// moment again, and time would stop.
export function addWatchdog(mcu, bitten) {
  const watchdog = mcu.peripherals[WATCHDOG];
  watchdog.onWatchdogTrigger = () => {
    watchdog.timer.enable = false;
    bitten();
  };
}

export class Chip {
  // `bootrom` is a Uint32Array, `flash` a Uint8Array of FLASH_SIZE that is kept over resets.
  constructor(bootrom, flash) {
    const mcu = new RP2040();
    this.mcu = mcu;
    this.clock = mcu.clock;
    mcu.logger = new ConsoleLogger(LogLevel.Error);
    mcu.loadBootrom(bootrom);
    mcu.flash.set(flash);
    this.clocks = new Clocks(mcu);
    this.cache = addCache(mcu);
    this.flash = new Flash(mcu.flash, (ns) => this.clock.tick(ns));
    this.flash.now = () => this.clock.nanos;
    this.core = new FastCore(mcu, this.cache, flashCalls(mcu, bootrom, this.flash, this.cache));
    addFifo(mcu.sio);
    addOscillator(mcu);
    for (const pio of mcu.pio) addPio(pio, this.clocks, this.clock);
    this.rebooted = false;
    addWatchdog(mcu, () => {
      this.rebooted = true;
      this.stop();
    });
    this.serial = new SerialPort(mcu.usbCtrl);
    mcu.core.PC = XIP; // the second stage; the ROM's search for it needs more of the SSI
  }

  // The words beside the watchdog, which keep their values when the chip resets itself.
  get scratch() {
    return this.mcu.peripherals[WATCHDOG].scratchData;
  }

  // The present content of the flash.
  get bytes() {
    return this.mcu.flash.slice(0, FLASH_SIZE);
  }

  attachSpi(number, exchange) {
    addSpi(this.mcu.spi[number], this.clocks, this.clock, exchange);
  }

  attachI2c(number, has, write) {
    addI2c(this.mcu.i2c[number], this.clocks, this.clock, has, write);
  }

  // Calls `heard(level, nanos)` whenever the chip changes the level of a pin that it drives.
  listen(pin, heard) {
    this.mcu.gpio[pin].addListener((state) => {
      if (state === 0 || state === 1) heard(state, this.clock.nanos);
    });
  }

  // Sets the level of an input pin.
  drive(pin, level) {
    const gpio = this.mcu.gpio[pin];
    if (gpio.rawInputValue !== Boolean(level)) gpio.setInputValue(Boolean(level));
  }

  // Sets the voltage of an ADC pin, 26 to 29, in mV.
  setAnalog(pin, millivolts) {
    this.mcu.adc.channelValues[pin - 26] = Math.min(4095, Math.round((millivolts * 4095) / 3300));
  }

  // Runs for so many nanoseconds, or until `stop` is called or the chip resets itself.
  run(nanos) {
    const { clock, core } = this;
    const end = clock.nanos + nanos;
    core.stopped = false;
    while (clock.nanos < end && !core.stopped) {
      // The frequency changes only at start, so occasional checks suffice.
      core.run(Math.min(end, clock.nanos + SLICE_NS), 1e9 / this.clocks.sys);
    }
  }

  stop() {
    this.core.stopped = true;
  }
}
