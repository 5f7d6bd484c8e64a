// The text of a spot for screen readers: the piece that lies there, and whether somebody may put
// one there.

import { pieceName, placeName } from "../pieces/pieces.js";
import { setAttribute } from "../common/dom_update.js";
import { phrase } from "../texts/words.js";

// Label a spot, open for a piece or not. It renews only labels that have changed, since the labels
// of 200 spots were a third of the page's garbage.
/**
 * @param {Spot} spot
 * @param {boolean} open
 */
export function labelSpot(spot, open) {
  const tags = (spot.pieces ?? []).map(({ tag }) => tag);
  const closed = spot.element.classList.contains("closed");
  const glow = open && (closed ? "does not fit" : "glows");
  const said = `${tags.map(({ face, seat }) => `${face} ${seat}`)} ${glow}`;
  if (spot.labelled === said) return;
  spot.labelled = said;
  const names = tags.map(({ face, seat }) => pieceName(face, seat)).join(", ");
  const parts = [placeName(spot.name), names || phrase("empty"), ...(glow ? [phrase(glow)] : [])];
  setAttribute(spot.element, "aria-label", parts.join(", "));
}

// Renew the labels of all of these spots, since the words for them have changed.
/** @param {Iterable<Spot>} spots */
export function forgetLabels(spots) {
  for (const spot of spots) spot.labelled = undefined;
}
