"""The port of a board in a page: what Web Serial does with a cable that is pulled, and with a line
that loses bytes."""

import json
import subprocess

from host_tools import ROOT

# A SerialPort as the specification has it: it stays open until it is closed, also when its device
# has gone; an error of the line gives it another stream.
PORT = """
class SerialPort {
  isOpened = false;
  isThere = true;
  getInfo = () => ({ usbProductId: 5 });
  setSignals = async () => {};
  stream() {
    this.readable = new ReadableStream({ start: (controller) => (this.controller = controller) });
  }
  async open() {
    if (this.isOpened) throw new DOMException("already open", "InvalidStateError");
    if (!this.isThere) throw new DOMException("not there", "NetworkError");
    this.isOpened = true;
    this.stream();
    this.writable = new WritableStream();
  }
  async close() {
    if (this.readable?.locked || this.writable?.locked) throw new TypeError("locked");
    this.isOpened = false;
  }
  come = (text) => this.controller.enqueue(new TextEncoder().encode(text));
  lose() {
    this.isThere = false;
    const { controller } = this;
    this.readable = this.writable = null;
    controller.error(new DOMException("lost", "NetworkError"));
  }
  break(name) {
    const { controller } = this;
    this.stream();
    controller.error(new DOMException("", name));
  }
}
const there = new SerialPort();
const { Port } = await import(%s);
const port = new Port(there);
await port.open();
const text = async () => new TextDecoder().decode(await port.read(1000));
"""


def run(code):
    """Return what a script says, with an open `port` over `there`."""
    module = json.dumps((ROOT / "sim/tab/port.js").as_uri())
    done = subprocess.run(["node", "--input-type=module", "-e", PORT % module + code],
                          capture_output=True, text=True, timeout=60, check=True)
    return done.stdout.split()


def test_the_same_port_opens_again_after_its_cable_was_pulled():
    assert run("""
      there.lose();
      await port.ended;
      console.log(port.isOpen);
      await port.close();
      there.isThere = true;
      await port.open();
      there.come("back");
      console.log(port.isOpen, await text());
      process.exit();
    """) == ["false", "true", "back"]


def test_a_line_that_lost_bytes_goes_on():
    assert run("""
      for (const name of ["BreakError", "BufferOverrunError", "FramingError", "ParityError"]) {
        there.break(name);
        await new Promise((resolve) => setImmediate(resolve));
        there.come(name);
        console.log(port.isOpen, await text());
      }
      await port.close();
      console.log(there.isOpened);
      process.exit();
    """) == ["true", "BreakError", "true", "BufferOverrunError", "true", "FramingError", "true",
             "ParityError", "false"]


def test_a_port_that_takes_nothing_can_be_closed():
    assert run("""
      port.isOpen = false;
      await port.close();
      console.log(there.isOpened);
      process.exit();
    """) == ["false"]
