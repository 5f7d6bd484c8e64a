// The page of the table, in a frame beside the editor: what is told it waits until it is there.

import { byId } from "../common/elements.js";

export class TablePage {
  // `ask(text)` passes a request of the page on to the table; `failed()` hears that the page cannot
  // go on.
  /** @param {{ask: (text: string) => void, failed: () => void}} options */
  constructor({ ask, failed }) {
    const frame = /** @type {HTMLIFrameElement} */ (byId("table"));
    this.page = /** @type {Window} */ (frame.contentWindow);
    /** @type {object[] | null} */
    this.waiting = [];
    addEventListener("message", ({ source, data }) => {
      if (source !== this.page) return;
      if (data.connected) this.connect();
      if (data.ask) ask(data.ask);
      if (data.failed) failed();
    });
    frame.src = "workshop/table.html"; // only now: it says once that it is there
  }

  connect() {
    const waiting = this.waiting ?? [];
    this.waiting = null;
    for (const message of waiting) this.tell(message);
  }

  /** @param {object} message */
  tell(message) {
    if (this.waiting) this.waiting.push(message);
    else this.page.postMessage(message, location.origin);
  }
}
