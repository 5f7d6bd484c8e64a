// Carries the messages of the page to a table that a server has, and back, on a WebSocket. The page
// in which the table runs itself has another carrier in this one's place (sim/tab/carrier.js).

const RETRY_MS = [300, 600, 1200, 2500];

// What a carrier of a table in this page says of itself; null where the table is elsewhere.
export const tab = null;

// Connect, again and again: `hear(text)` gets each message, `reach(boolean)` is called when the
// table comes and goes. Returns what sends a text, or false where the table is out of reach.
export function connect(hear, reach) {
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
  return (text) => {
    if (socket.readyState !== WebSocket.OPEN) return false;
    socket.send(text);
    return true;
  };
}
