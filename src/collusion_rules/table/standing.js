// What everybody would get if the deal ended now, as the library scores it: which line is shown for it.

/** @typedef {{points: number[], lines: readonly {seat: number, points: number, reason: string | object}[]}} Score */

/**
 * @typedef {object} Standing
 * @property {number[] | null} points points by seat; null if the deal can't end so
 * @property {number[]} pair the two seats that match, if just two do
 * @property {"pair" | "three" | "different" | "points" | "none" | "impossible" | "sides"} kind what the points are for
 * @property {number} seat the seat that a bonus is for, where it is one seat's
 * @property {number} bonus what that seat gets besides its tricks
 */

/** @type {Readonly<Record<string, Standing["kind"]>>} */
const KINDS = { "tied-pair": "pair", "odd-one-out": "three", fewest: "different" };

/**
 * @param {Score | null} score
 * @param {boolean} taken whether any trick is taken
 * @param {boolean} sides whether cards decide who plays together
 * @returns {Standing}
 */
export function standingOf(score, taken, sides) {
  const points = score?.points ?? null;
  const nothing = { points, pair: [], seat: -1, bonus: 0 };
  if (sides) return { ...nothing, kind: "sides" };
  if (score === null) return { ...nothing, kind: taken ? "impossible" : "none" };
  const extra = score.lines.filter(({ reason }) => typeof reason === "string" && reason in KINDS);
  const [first] = extra;
  if (!first) return { ...nothing, kind: "points" };
  const kind = KINDS[String(first.reason)] ?? "points";
  return { points, pair: kind === "pair" ? extra.map(({ seat }) => seat) : [], kind, seat: first.seat, bonus: first.points };
}
