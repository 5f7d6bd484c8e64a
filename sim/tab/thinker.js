// The worker that searches for a computer player; see sim/window/thinking.py.

import { start } from "./python.js";

// The games of the gallery that the table has taken.
const more = location.hash.slice(1).split(",").filter(Boolean);
const archives = more.map((name) => `more/${name}.bin`);

const python = start(["table.bin", "games.bin", ...archives]).then((made) => {
  made.runPython(
    "from sim.window import gallery\n" +
      `for name in ${JSON.stringify(more)}: gallery.add(name)\n` +
      "from sim.window.thinking import think\n" +
      "def begin(request):\n global thought\n thought = think(request)\n" +
      "def go_on():\n return next(thought)\n",
  );
  return { begin: made.globals.get("begin"), goOn: made.globals.get("go_on") };
});

/** @param {string} request */
async function think(request) {
  const { begin, goOn } = await python;
  begin(request);
  let answer;
  // Collect garbage only after Python has returned.
  while (typeof answer !== "string") answer = goOn();
  postMessage(answer);
}

self.onmessage = ({ data }) => think(data).catch(reportError); // the table hears of it
