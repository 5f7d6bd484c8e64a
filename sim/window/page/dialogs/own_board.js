// A board of any size: its form, which asks the table whether there can be such a board.

import { html } from "../common/elements.js";
import { capitalize, phrase } from "../texts/words.js";
import { field, open, select } from "./dialog.js";

// Show the form. `ask(request)` asks the table for a board, `play(name)` puts the game on it.
/**
 * @param {Hello} hello
 * @param {string | undefined} game that is on the table
 * @param {(request: object) => Promise<Answer<"own board">>} ask
 * @param {(name: string) => void} play
 */
export function showOwnBoard(hello, game, ask, play) {
  const { sides, lights: offered, hexes } = hello.own_boards;
  const [min, max] = sides;
  const side = (/** @type {string} */ name, /** @type {number} */ value) =>
    html("input", { type: "number", name, min, max, value, required: true });
  const sense = select(
    "sense",
    offered.map(([word]) => [word, phrase(`own ${word}`)]),
    "none",
  );
  const shape = select(
    "hexes",
    [
      ["", phrase("own squares")],
      ...hexes.map((count) => /** @type {Pair} */ ([count, phrase("own hexes", count)])),
    ],
    "",
  );
  const counts = [...new Set(offered.flatMap(([, some]) => some))];
  const lights = select(
    "lights",
    counts.map((count) => [count, String(count)]),
    1,
  );
  const games = hello.games.map(({ name, title }) =>
    html(
      "label",
      { class: "field check" },
      html("input", { type: "checkbox", name: "game", value: name, checked: name === game }),
      html("span", {}, title),
    ),
  );
  const facings = html(
    "label",
    { class: "field check" },
    html("input", { type: "checkbox", name: "facings" }),
    html("span", {}, capitalize(phrase("own facings"))),
  );
  const ofSquares = [
    field(phrase("own width"), side("width", 8)),
    field(phrase("own height"), side("height", 5)),
    field(phrase("own sense"), sense),
    field(phrase("own lights"), lights),
    facings,
  ];
  const why = html("p", { role: "status" });
  const command = html("code", { class: "own-command" });
  const form = html(
    "div",
    { class: "body" },
    field(phrase("own shape"), shape),
    ...ofSquares,
    html("fieldset", {}, html("legend", {}, capitalize(phrase("own games"))), ...games),
    why,
    html("p", {}, phrase("own command")),
    html("p", {}, command),
  );
  let name = "";
  let asked = 0; // counts the questions: an old answer tells nothing

  async function check() {
    const data = new FormData(/** @type {HTMLFormElement} */ (form.closest("form")));
    const number = (/** @type {string} */ key) => Number(data.get(key));
    asked += 1;
    const mine = asked;
    const main = /** @type {HTMLButtonElement} */ (form.closest("form")?.querySelector(".main"));
    main.disabled = true; // what it would play is another board
    for (const one of ofSquares) one.hidden = shape.value !== "";
    const size = shape.value
      ? { hexes: number("hexes") }
      : {
          width: number("width"),
          height: number("height"),
          sense: data.get("sense"),
          lights: number("lights"),
          facings: data.has("facings"),
        };
    const answer = await ask({ ...size, games: data.getAll("game") });
    if (mine !== asked) return;
    name = answer.ok ? answer.name : "";
    why.textContent = answer.ok ? "" : answer.why;
    command.textContent = answer.ok ? answer.command : "";
    main.disabled = !answer.ok;
  }

  form.addEventListener("input", check);
  open(phrase("own board"), [form], {
    buttons: [[phrase("own play"), () => name && play(name)], [phrase("menu close")]],
  });
  check();
}
