// The line above the board keeps its height, so that the board stays in place: a long sentence gets
// small letters. Of one that is still longer a button shows all, over the board, until the next.

import { setAttribute, setText } from "../common/dom_update.js";
import { byId } from "../common/elements.js";
import { capitalize, phrase } from "../texts/words.js";

// Watch the sentence in `status`, an element within the line.
/** @param {HTMLElement} status */
export function keepHeight(status) {
  const rail = /** @type {HTMLElement} */ (status.parentElement);
  const more = byId("sentence");
  /**
   * @param {string} kind
   * @param {boolean} on
   */
  const mark = (kind, on) => {
    if (rail.classList.contains(kind) !== on) rail.classList.toggle(kind, on);
  };
  /** @param {boolean} open */
  const unfold = (open) => {
    mark("open", open);
    setAttribute(more, "aria-expanded", open);
    setText(more, capitalize(phrase(open ? "menu close" : "more")));
  };
  const fit = () => {
    unfold(false);
    for (const kind of ["long", "cut"]) mark(kind, false);
    const room = Math.ceil(parseFloat(getComputedStyle(rail).minHeight));
    for (const kind of ["long", "cut"]) mark(kind, rail.offsetHeight > room);
    if (status.scrollHeight < status.clientHeight + 2) mark("cut", false); // all is seen
  };
  new MutationObserver(fit).observe(status, {
    childList: true,
    subtree: true,
    characterData: true,
  });
  addEventListener("resize", fit);
  more.addEventListener("click", () => unfold(!rail.classList.contains("open")));
}
