// Keep the browser from putting off its garbage collection for too long.
//
// Each frame of light leaves events, gradients and styles behind. Chromium collects these only
// together with the script's heap, which hardly grows: after an hour a page had 300 MB, of which
// it needed 75. A large buffer that the page drops at once counts as pressure, so Chromium
// collects soon. Nothing writes to the buffer, so the system gives it no memory.

const FRAMES = 1000; // between two buffers; 25 to 50 are shown in a second
const BUFFER = 1 << 26; // bytes

let shown = 0;

// Count a frame of light that is shown.
export function countFrame() {
  shown += 1;
  if (shown % FRAMES) return;
  try {
    new ArrayBuffer(BUFFER);
  } catch {
    // The browser has no room for the buffer: then it collects by itself.
  }
}
