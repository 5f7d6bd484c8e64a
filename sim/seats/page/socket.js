// The line of a seat's page to the room in its own network: a WebSocket. Its server is the host, and
// says hello first.

// As mqtt.js does: `hello(bytes)` is called with the keys of the room, `hear(bytes)` with each message
// to this device, `gone()` when the line is closed. Returns {send(bytes), close()}.
/** @param {{hello: (data: Uint8Array<ArrayBuffer>) => void, hear: (data: Uint8Array<ArrayBuffer>) => void, gone: () => void}} options */
export function openSocket({ hello, hear, gone }) {
  const there = new URL("table", document.baseURI);
  there.protocol = there.protocol === "https:" ? "wss:" : "ws:";
  const socket = new WebSocket(there);
  socket.binaryType = "arraybuffer";
  let take = (/** @type {Uint8Array<ArrayBuffer>} */ data) => {
    take = hear;
    hello(data);
  };
  socket.onmessage = ({ data }) => take(new Uint8Array(data));
  socket.onclose = gone;
  return {
    send: (/** @type {Uint8Array<ArrayBuffer>} */ data) => socket.send(data),
    close: () => socket.close(),
  };
}
