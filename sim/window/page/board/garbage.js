// Keep the browser from putting off its garbage collection for too long.
//
// Each frame of light leaves events, gradients and styles behind. Chromium collects these only with
// the whole heap of the script, which hardly grows: after an hour a page had 300 MB, of which it
// needed 75. A large buffer that is dropped at once counts as pressure, so that it collects soon.
// Nobody writes to the buffer, so the system gives it no memory.

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
    // There is no room for it: the browser collects by itself.
  }
}
