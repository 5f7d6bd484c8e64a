// The host's end of the board's serial port over USB.
//
// rp2040js answers each poll for data with an empty packet, so the board's USB stack is never idle.
// A real host without data sends nothing.

import { USBCDC } from "rp2040js";

export class SerialPort {
  constructor(controller) {
    this.controller = controller;
    this.connected = false;
    this.onData = () => {};
    this.cdc = new USBCDC(controller);
    this.cdc.onSerialData = (bytes) => this.onData(bytes);
    this.cdc.onDeviceConnected = () => (this.connected = true);
    this.outgoing = []; // bytes
    this.wanted = 0; // bytes that the board has room for
    controller.onEndpointRead = (endpoint, size) => {
      if (endpoint !== this.cdc.outEndpoint) return;
      this.wanted = size;
      this.#give();
    };
  }

  send(bytes) {
    this.outgoing.push(...bytes);
    this.#give();
  }

  #give() {
    if (!this.wanted || !this.outgoing.length) return;
    const bytes = Uint8Array.from(this.outgoing.splice(0, this.wanted));
    this.wanted = 0;
    this.controller.endpointReadDone(this.cdc.outEndpoint, bytes);
  }
}
