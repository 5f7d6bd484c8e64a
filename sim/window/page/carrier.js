// Carries the messages between the page and a server's table, on a WebSocket. If the table runs in
// the page itself, the page has another carrier (sim/tab/carrier.js).

const RETRY_MS = [300, 600, 1200, 2500];

// A table in this page (see sim/tab/carrier.js); null here.
/** @type {TableInTab | null} */
export const tab = null;

// A seat's page in a frame (see sim/seats/page/frame.js); null here.
/** @type {FramedSeat | null} */
export const frame = null;

// Connect, and reconnect after each break: `hear(text)` gets each message, `reach(boolean)` is
// called when the table comes and goes. Returns a function that sends a text; it returns false if
// the table is out of reach.
/**
 * @param {(text: string) => void} hear
 * @param {(there: boolean) => void} reach
 */
export function connect(hear, reach) {
  /** @type {WebSocket} */
  let socket;
  let tries = 0;

  function open() {
    const there = new URL("table", document.baseURI);
    there.protocol = there.protocol === "https:" ? "wss:" : "ws:";
    socket = new WebSocket(there);
    socket.onopen = () => {
      tries = 0;
      reach(true);
    };
    socket.onmessage = (event) => hear(event.data);
    socket.onclose = () => {
      reach(false);
      setTimeout(open, RETRY_MS[Math.min(tries++, RETRY_MS.length - 1)]);
    };
  }

  open();
  return (/** @type {string} */ text) => {
    if (socket.readyState !== WebSocket.OPEN) return false;
    socket.send(text);
    return true;
  };
}
