// What a page keeps of a game's shuffle, and how it checks it at the end.

import { combinedSeed, commitment, deal, freshShare } from "/table/fair.js";

/** @typedef {import("./room.js").Room} Room */
/** @typedef {{terms: string, commitment: string, share: string, seat: number | null, hands: Record<number, string[]>}} Note */

/** @param {Room} room */
const keyOf = (room) => `fair:${room.name}:${room.table?.draw?.game ?? 0}`;

/**
 * @param {Room} room
 * @returns {Note | null}
 */
const noteOf = (room) => JSON.parse(localStorage.getItem(keyOf(room)) ?? "null");

/**
 * Note what was promised before anybody's share is known, send a share where one is wanted, and note
 * each hand as it was dealt.
 * @param {Room} room
 */
export async function attend(room) {
  const draw = room.table?.draw;
  if (!draw) return;
  let note = noteOf(room);
  if (!note && !draw.dealt) note = { terms: draw.terms, commitment: draw.commitment, share: freshShare(), seat: room.you, hands: {} };
  if (!note) return;
  const at = room.snapshot;
  if (at && at.viewer !== null && at.viewer === note.seat && at.tricks_won.every((/** @type {number} */ n) => n === 0) && at.trick.every((/** @type {{seat: number}} */ { seat }) => seat !== at.viewer) && at.hand.length) note.hands[at.deal] = at.hand;
  localStorage.setItem(keyOf(room), JSON.stringify(note));
  const you = room.you;
  if (draw.dealt || you === null || you !== note.seat || !draw.sharers.includes(you) || room.waiting.size) return;
  const has = (/** @type {[number, string][]} */ pairs) => pairs.some(([seat]) => seat === you);
  const step = !has(draw.committed) ? "commit" : draw.committed.length === draw.sharers.length && !has(draw.shared) ? "share" : "";
  const key = `${room.name} ${draw.game} ${step}`;
  if (!step || sent.has(key)) return;
  sent.add(key);
  if (step === "share") room.send({ type: "share", game: draw.game, share: note.share });
  else room.send({ type: "commit", game: draw.game, commitment: await commitment(note.share, note.terms, you) });
}

/** What was sent already: the answer comes before the news. */
const sent = new Set();

/**
 * Check a game whose shares are all told: how many hands came from them; -1 if it is not what was
 * promised; null if this page can't tell.
 * @param {Room} room
 * @returns {Promise<number | null>}
 */
export async function check(room) {
  const draw = room.table?.draw, note = noteOf(room);
  if (!draw?.share) return null;
  if (!note) return null;
  if (note.terms !== draw.terms || note.commitment !== draw.commitment) return -1;
  if ((await commitment(draw.share, note.terms)) !== note.commitment) return -1;
  const shares = [...draw.shared].sort(([a], [b]) => a - b);
  if (shares.length !== draw.sharers.length) return -1;
  const own = shares.find(([seat]) => seat === note.seat);
  if (note.seat !== null && draw.sharers.includes(note.seat) && own?.[1] !== note.share) return -1;
  const seed = await combinedSeed(note.terms, [draw.share, ...shares.map(([, share]) => share)]);
  const terms = JSON.parse(note.terms);
  let count = 0;
  for (const [number, hand] of Object.entries(note.hands)) {
    const dealer = (terms.dealer + Number(number) - 1) % terms.names.length;
    const hands = await deal(terms.ruleset, dealer, seed, Number(number));
    if ([...(hands[note.seat ?? 0] ?? [])].sort().join() !== [...hand].sort().join()) return -1;
    count += 1;
  }
  return count;
}
