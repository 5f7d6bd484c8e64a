// The shapes of a board: the outlines of its spots, its extent, and the labels at its rim.

import { svg } from "../common/elements.js";

export const SIDE = 0.9; // of a square cell, as a part of its pitch
const ROUND = 0.11;
const HEX = 0.545; // from the middle to a corner, a little less than the hex's own
const MARGIN = 0.42; // around the outermost cells, for the labels

// The part of the plane to draw: all spots, and the labels in the west and south.
/** @param {BoardFacts} board */
export function extent(board) {
  const xs = board.spots.map((spot) => spot.x);
  const ys = board.spots.map((spot) => -spot.y);
  const beside = 0.62;
  const above = board.hex ? 0.2 : 0.62; // corners are the outermost of a board of hexes
  const labels = board.hex ? 0 : MARGIN - 0.12;
  const [x, y] = [Math.min(...xs) - beside - labels - wider(board), Math.min(...ys) - above];
  const [right, bottom] = [Math.max(...xs) + beside, Math.max(...ys) + above + labels];
  return { x, y, width: right - x, height: bottom - y };
}

// The extra room for the rows' numbers if some have two digits.
/** @param {BoardFacts} board */
function wider(board) {
  return !board.hex && board.spots.some(({ y }) => y > 8) ? 0.24 : 0;
}

/**
 * @param {SpotFacts} spot
 * @param {boolean} hex
 */
export function outline(spot, hex) {
  const [x, y] = [spot.x, -spot.y];
  if (spot.kind === "corner") return circle(x, y, 0.105);
  if (spot.kind === "edge") return bar(x, y, spot.angle);
  return hex ? hexagon(x, y, HEX - 0.13) : square(x, y, SIDE, ROUND);
}

/**
 * @param {number} x
 * @param {number} y
 * @param {number} side
 * @param {number} round
 */
function square(x, y, side, round) {
  const flat = side - 2 * round;
  return (
    `M${x - flat / 2},${y - side / 2} h${flat} a${round},${round} 0 0 1 ${round},${round} ` +
    `v${flat} a${round},${round} 0 0 1 ${-round},${round} h${-flat} ` +
    `a${round},${round} 0 0 1 ${-round},${-round} v${-flat} ` +
    `a${round},${round} 0 0 1 ${round},${-round}Z`
  );
}

/**
 * @param {number} x
 * @param {number} y
 * @param {number} r
 */
function circle(x, y, r) {
  return `M${x - r},${y} a${r},${r} 0 1 1 ${2 * r},0 a${r},${r} 0 1 1 ${-2 * r},0Z`;
}

/**
 * @param {number} x
 * @param {number} y
 * @param {number} reach
 */
function hexagon(x, y, reach) {
  /** @param {number} i */
  const corner = (i) => {
    const angle = (i * Math.PI) / 3;
    return [x + reach * Math.sin(angle), y - reach * Math.cos(angle)];
  };
  return `M${[0, 1, 2, 3, 4, 5].map((i) => corner(i).join()).join(" L")}Z`;
}

// A flat bar along a hex's edge; `angle` is the direction that the edge faces.
/**
 * @param {number} x
 * @param {number} y
 * @param {number} angle
 */
function bar(x, y, angle) {
  const along = (angle * Math.PI) / 180;
  const [ax, ay] = [Math.cos(along) * 0.13, Math.sin(along) * 0.13];
  const [bx, by] = [Math.sin(along) * 0.05, -Math.cos(along) * 0.05];
  return (
    `M${x - ax - bx},${y - ay - by} L${x + ax - bx},${y + ay - by} ` +
    `L${x + ax + bx},${y + ay + by} L${x - ax + bx},${y - ay + by}Z`
  );
}

// Letters and numbers at the rim, and the seams between the blocks of 3 x 3 cells.
/**
 * @param {BoardFacts} board
 * @param {Box} box
 */
export function marks(board, box) {
  if (board.hex) return [];
  const columns = new Set(board.spots.map((spot) => spot.x));
  const rows = new Set(board.spots.map((spot) => spot.y));
  const right = Math.max(...columns);
  const found = [];
  for (const x of columns) {
    found.push(svg("text", { x, y: 0.5 + MARGIN / 2 }, String.fromCharCode(97 + x)));
    if (x % 3 === 0 && x) {
      found.push(svg("path", { d: `M${x - 0.5},${box.y + 0.12} V0.5` }));
    }
  }
  for (const y of rows) {
    found.push(svg("text", { x: -0.5 - (MARGIN + wider(board)) / 2, y: -y }, y + 1));
    if (y % 3 === 0 && y) {
      found.push(svg("path", { d: `M-0.5,${-y + 0.5} H${right + 0.5}` }));
    }
  }
  return found;
}
