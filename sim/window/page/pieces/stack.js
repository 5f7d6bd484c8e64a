// A stack of equal pieces in a tray: a button with the topmost ones, how many are left, and their
// price.

import { setAttribute, setText } from "../common/dom_update.js";
import { html, svg } from "../common/elements.js";
import { capitalize, phrase } from "../texts/words.js";
import { draw, pieceName, price } from "./pieces.js";

// Make the stack of a key, "seat/name". `grab(tag, event)` takes a piece with the pointer,
// `take(tag)` with the keyboard.
/**
 * @param {string} key
 * @param {(tag: Tag, event: PointerEvent) => void} grab
 * @param {(tag: Tag | undefined) => void} take
 * @returns {Stack}
 */
export function makeStack(key, grab, take) {
  const [seat, name] = [Number(key.slice(0, key.indexOf("/"))), key.slice(key.indexOf("/") + 1)];
  const left = html("b", { "aria-hidden": "true" });
  const said = html("span", { class: "unseen" });
  const behind = [2, 1].map((depth) => svg("g", { class: `behind b${depth}` }, draw(name, seat)));
  const costs = price(name);
  const button = html(
    "button",
    { type: "button", class: "stack", "data-name": name },
    svg("svg", { viewBox: "-50 -50 100 100", "aria-hidden": "true" }, ...behind, draw(name, seat)),
    left,
    said,
    ...(costs.length
      ? [
          html(
            "span",
            { class: "price", "aria-hidden": "true" },
            ...costs.map(([colour]) => html("i", { style: `background: ${colour}` })),
          ),
        ]
      : []),
  );
  /** @type {Stack} */
  const stack = { seat, name, left, said, button, costs: "", here: [] };
  stack.costs = costs.map(([, word]) => word).join(", ");
  if (stack.costs) setAttribute(button, "data-costs", stack.costs);
  button.addEventListener("pointerdown", (event) => {
    if (stack.top) grab(stack.top, event);
  });
  button.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    take(stack.top);
  });
  return stack;
}

// Show how many of all its pieces are in the tray, and of a shared stack, how many of them the
// seat in front may take: its `share`, undefined if it may take all.
/**
 * @param {Stack} stack
 * @param {Tag[]} all
 * @param {number | undefined} share
 * @param {number} front
 */
export function fillStack(stack, all, share, front) {
  const here = all.filter((tag) => tag.at === "");
  const count = Math.min(here.length, share ?? here.length);
  stack.here = here;
  stack.top = count ? here[0] : undefined;
  stack.onBoard = all.length === 1 ? all[0] : undefined; // the only one: a click can mean it
  setText(stack.left, count);
  setAttribute(stack.button, "data-left", Math.min(count, 3));
  setAttribute(stack.button, "aria-disabled", !count);
  const name = pieceName(stack.name, stack.seat);
  const many = share === undefined ? phrase("left", count) : phrase("left of", count, front);
  const costs = stack.costs ? `, ${phrase("costs", stack.costs)}` : "";
  setText(stack.said, `${capitalize(name)}, ${many}${costs}`);
  setAttribute(stack.button, "title", `${name}: ${many}${costs}`);
}
