// Notices a line that is dead but was not closed: nobody answers any more.

const ASK_MS = 2000;
const MOST = 3; // questions without any answer: 8 s at most

// Call `ask()` again and again, so that answers come; call `dead()` once none has come for too
// long. Returns {heard(), stop()}: call `heard()` whenever something has come.
/**
 * @param {() => void} ask
 * @param {() => void} dead
 */
export function watch(ask, dead) {
  let asked = 0;
  const timer = setInterval(() => {
    if (asked++ < MOST) return ask();
    clearInterval(timer);
    return dead();
  }, ASK_MS);
  return {
    heard: () => {
      asked = 0;
    },
    stop: () => clearInterval(timer),
  };
}
