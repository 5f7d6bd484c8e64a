// Carries the messages of a seat's page to the page that has it in a frame, and back: a second
// display for a real table (sim/window/page/dialogs/second_display.js).

export const isFramed = parent !== window;

// The language of that page.
export const language = new URLSearchParams(location.search).get("language") ?? "";

// As sim/window/page/carrier.js.
/**
 * @param {(text: string) => void} hear
 * @param {(there: boolean) => void} reach
 */
export function connect(hear, reach) {
  addEventListener("message", ({ source, origin, data }) => {
    if (source === parent && origin === location.origin) hear(data);
  });
  setTimeout(() => reach(true));
  return (/** @type {string} */ text) => {
    parent.postMessage(text, location.origin);
    return true;
  };
}
