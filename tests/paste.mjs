// Runs code by the page's Prompt (sim/tab/prompt.js) on a board that takes it a window at a time:
// node paste.mjs CODE [after how many bytes the board stops reading]. Prints what came of it.
import { Prompt } from "../sim/tab/prompt.js";

const WINDOW = 4;
const [code, stopsAt] = process.argv.slice(2);

class Board {
  constructor() {
    this.said = [];
    this.code = "";
    this.room = 0; // how many bytes it can take now
    this.most = 0; // how many more than that came at once
    this.isReading = false;
  }

  async write(bytes) {
    const text = String.fromCharCode(...bytes);
    if (text === "\x05A\x01") {
      this.isReading = true;
      this.room = WINDOW;
      this.say("R\x01", String.fromCharCode(WINDOW, 0));
    } else if (text === "\x04") {
      this.isReading = false;
      this.say(...(stopsAt ? ["\x04Oops\x04>"] : ["\x04", `${this.code.length} bytes\x04\x04>`]));
    } else this.take(text);
  }

  take(text) {
    this.most = Math.max(this.most, text.length - this.room);
    this.room -= text.length;
    this.code += text;
    if (stopsAt && this.code.length >= Number(stopsAt)) this.say("\x04");
    else {
      this.room += WINDOW;
      this.say("\x01");
    }
  }

  say(...texts) {
    this.said.push(...texts.map((text) => Uint8Array.from(text, (one) => one.charCodeAt(0))));
  }

  async read() {
    return this.said.shift() ?? new Uint8Array();
  }

  unread(bytes) {
    if (bytes.length) this.said.unshift(bytes);
  }
}

const board = new Board();
const said = await new Prompt(board).run(code).catch(({ name, message }) => `${name}: ${message}`);
const { code: came, most, isReading } = board;
console.log(JSON.stringify({ said, came, most, isReading }));
