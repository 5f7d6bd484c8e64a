// Carries the messages of a table that the page around this one keeps: the workshop, which passes
// them on to the frame where a game of others runs.

export const tab = null;
export const frame = null;

// To the page around go {connected: true}, once, {ask: text}, and {failed: true} if a script of this
// page fails, for which what the table tells is to blame; from it come {told: facts, or an answer, as
// JSON} and {another: true}, once there is another table.
/**
 * @param {(text: string) => void} hear
 * @param {(there: boolean) => void} reach
 */
export function connect(hear, reach) {
  addEventListener("message", ({ data, source, origin }) => {
    if (source !== parent || origin !== location.origin) return;
    if (data.another) {
      reach(false); // no request to the old one is answered any more
      reach(true);
    }
    if (data.told) hear(data.told);
  });
  addEventListener("error", ({ error }) => {
    if (error) parent.postMessage({ failed: true }, location.origin);
  });
  parent.postMessage({ connected: true }, location.origin);
  return (/** @type {string} */ text) => {
    parent.postMessage({ ask: text }, location.origin);
    return true;
  };
}
