// What everybody would score if the deal ended now, in Parlett's game (B1 to B5).

/**
 * @typedef {object} Standing
 * @property {number[] | null} points points by seat; null if the deal can't end so
 * @property {number[]} pair the two seats that match, if just two do
 * @property {"pair" | "three" | "different" | "none" | "impossible"} kind
 * @property {number} seat the seat that the bonus is for, where it is one
 */

/**
 * @param {readonly number[]} won tricks by seat, of four
 * @returns {Standing}
 */
export function standing(won) {
  const holders = (/** @type {number} */ count) => won.flatMap((n, seat) => (n === count ? [seat] : []));
  const groups = [...new Set(won)].map(holders).sort((a, b) => b.length - a.length);
  const sizes = groups.map((group) => group.length).join("");
  if (!won.some(Boolean)) return { points: null, pair: [], kind: "none", seat: -1 };
  const points = [...won];
  const pay = (/** @type {number[]} */ seats, /** @type {number} */ bonus) => {
    for (const seat of seats) points[seat] = (points[seat] ?? 0) + bonus;
  };
  if (sizes === "211") {
    const pair = groups[0] ?? [];
    pay(pair, 10);
    return { points, pair, kind: "pair", seat: pair[0] ?? -1 };
  }
  if (sizes === "31") {
    pay(groups[1] ?? [], 30);
    return { points, pair: [], kind: "three", seat: groups[1]?.[0] ?? -1 };
  }
  if (sizes === "1111") {
    const fewest = won.indexOf(Math.min(...won));
    pay([fewest], 20);
    return { points, pair: [], kind: "different", seat: fewest };
  }
  return { points: null, pair: [], kind: "impossible", seat: -1 };
}
