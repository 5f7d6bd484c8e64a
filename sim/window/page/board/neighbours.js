// The place beside another one, on a side or in a direction.

// The nearest of some spots in the quarter of the plane around a direction. With this, the arrow
// keys reach every spot of any board.
/**
 * @param {Spot[]} spots
 * @param {Spot} from
 * @param {number} east
 * @param {number} north
 */
export function nearestInDirection(spots, from, east, north) {
  let best;
  let least = Infinity;
  for (const spot of spots) {
    const [x, y] = [spot.x - from.x, spot.y - from.y];
    const along = x * east + y * north;
    const aside = Math.abs(x * north) + Math.abs(y * east);
    const far = Math.hypot(x, y);
    if (along > 0.01 && aside < along + 0.001 && far < least - 0.001) {
      least = far;
      best = spot;
    }
  }
  return best;
}

// The name of the cell beside another: 0 east, then clockwise; undefined beyond the board's edge.
/**
 * @param {Map<string, Spot>} spots
 * @param {string} name
 * @param {number} side
 */
export function neighbour(spots, name, side) {
  const { x, y } = /** @type {Spot} */ (spots.get(name));
  const [east, north] = [
    [1, 0],
    [0, -1],
    [-1, 0],
    [0, 1],
  ][side];
  return [...spots.values()].find((spot) => spot.x === x + east && spot.y === y + north)?.name;
}
