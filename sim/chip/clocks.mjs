// The RP2040's clocks from its registers (data sheet, 2.15 and 2.18): rp2040js has no PLLs and
// assumes 125 MHz for every clock.

import { BasePeripheral } from "rp2040js";

const XOSC_HZ = 12e6;
const PLL_FBDIV = 0x8;
const PLL_PRIM = 0xc;
const LOCKED = 0x80000000 | 1;
const AUX_SYS = ["pll_sys", "pll_usb", "rosc", "xosc"];
const AUX_PERI = ["sys", "pll_sys", "pll_usb", "rosc", "xosc"];
const ROSC_HZ = 6.5e6;

class Pll extends BasePeripheral {
  values = [LOCKED, 0, 125, (6 << 16) | (2 << 12)];

  readUint32(offset) {
    return offset === 0 ? LOCKED : this.values[offset >> 2];
  }

  writeUint32(offset, value) {
    this.values[offset >> 2] = value;
  }

  get hertz() {
    const divide = this.values[PLL_PRIM >> 2];
    const post = ((divide >> 16) & 7) * ((divide >> 12) & 7);
    return (XOSC_HZ * this.values[PLL_FBDIV >> 2]) / (post || 1);
  }
}

export class Clocks {
  constructor(mcu) {
    this.pll = { pll_sys: new Pll(mcu, "PLL_SYS"), pll_usb: new Pll(mcu, "PLL_USB") };
    mcu.peripherals[0x40028] = this.pll.pll_sys;
    mcu.peripherals[0x4002c] = this.pll.pll_usb;
    this.registers = mcu.peripherals[0x40008];
  }

  #hertz(source) {
    if (source === "sys") return this.sys;
    if (this.pll[source]) return this.pll[source].hertz;
    return source === "rosc" ? ROSC_HZ : XOSC_HZ;
  }

  // clk_sys and clk_peri in hertz.
  get sys() {
    const { sysCtrl, refCtrl, sysDiv } = this.registers;
    const source =
      sysCtrl & 1 ? AUX_SYS[(sysCtrl >> 5) & 3] : (refCtrl & 3) === 2 ? "xosc" : "rosc";
    return this.#hertz(source) / (sysDiv >>> 8 || 1);
  }

  get peri() {
    return this.#hertz(AUX_PERI[(this.registers.periCtrl >> 5) & 7] ?? "xosc");
  }
}
