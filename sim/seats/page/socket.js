// The line of a seat's page to the room in its own network: a WebSocket. Its server is the host,
// and sends hello first. An empty text asks whether the host is still there; the host answers with
// an empty text.

import { watch } from "./alive.js";

// As mqtt.js does: `hello(bytes)` is called with the keys of the room, `hear(bytes)` with each message
// to this device, `gone()` once when the line is closed or dead. Returns {send(bytes), close()}.
/** @param {{hello: (data: Uint8Array<ArrayBuffer>) => void, hear: (data: Uint8Array<ArrayBuffer>) => void, gone: () => void}} options */
export function openSocket({ hello, hear, gone }) {
  const there = new URL("table", document.baseURI);
  there.protocol = there.protocol === "https:" ? "wss:" : "ws:";
  const socket = new WebSocket(there);
  socket.binaryType = "arraybuffer";
  /** @param {string | Uint8Array<ArrayBuffer>} data */
  const send = (data) => {
    if (socket.readyState === WebSocket.OPEN) socket.send(data);
  };
  // On a dead line the other end cannot answer, so this end closes without waiting for it.
  const close = () => {
    alive.stop();
    socket.onmessage = socket.onclose = null;
    socket.close();
    gone();
  };
  const alive = watch(() => send(""), close);
  let take = (/** @type {Uint8Array<ArrayBuffer>} */ data) => {
    take = hear;
    hello(data);
  };
  socket.onmessage = ({ data }) => {
    alive.heard();
    if (data) take(new Uint8Array(data));
  };
  socket.onclose = close;
  return { send, close };
}
