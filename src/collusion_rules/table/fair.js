// Commitments, seeds and deals, computed again by the rules of "Fair shuffling".

const utf8 = (/** @type {string} */ text) => new TextEncoder().encode(text);

/** @param {readonly Uint8Array[]} parts */
function joined(parts) {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

/** @param {Uint8Array<ArrayBuffer>} bytes */
const sha256 = async (bytes) => new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));

/** @param {number} number */
function eightBytes(number) {
  const view = new DataView(new ArrayBuffer(8));
  view.setBigUint64(0, BigInt(number));
  return new Uint8Array(view.buffer);
}

/**
 * @param {string} purpose
 * @param {...Uint8Array} parts
 */
function digest(purpose, ...parts) {
  const measured = parts.flatMap((part) => [eightBytes(part.length), part]);
  return sha256(joined([utf8("collusion-rules 1 "), utf8(purpose), new Uint8Array(1), ...measured]));
}

const text = (/** @type {string} */ share) => utf8(`text:${share}`);
const hex = (/** @type {Uint8Array} */ bytes) =>
  [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/**
 * What binds a share to the terms of a game.
 * @param {string} share
 * @param {string} terms
 * @param {number | null} seat whose share it is; null for the room's
 */
export async function commitment(share, terms, seat = null) {
  const owner = utf8(seat === null ? "room" : String(seat));
  return hex(await digest("commitment to a share", text(terms), owner, text(share)));
}

/**
 * The seed of a game's deals.
 * @param {string} terms
 * @param {readonly string[]} shares the room's first, then people's by seat
 */
export function combinedSeed(terms, shares) {
  return digest("combined under terms", text(terms), ...shares.map(text));
}

/** 32 random bytes, as text. */
export const freshShare = () => hex(crypto.getRandomValues(new Uint8Array(32)));

/**
 * The hands of a deal, in the order in which the cards come; one entry a seat.
 * @param {string} ruleset
 * @param {number} dealer
 * @param {Uint8Array} seed
 * @param {number} number the number of the deal, from 1
 */
export async function deal(ruleset, dealer, seed, number) {
  const triple = ruleset === "triple-collusion";
  const players = triple ? 6 : 4;
  const packets = triple
    ? [..."SHDC"].map((suit) => pack("AKQ", suit, 2)).concat([pack("JT9876543", "SHDC", 2)])
    : [pack("AKQJT98765432", "SHDC", 1)];
  const key = await digest("shuffle", joined([utf8("bytes:"), seed]), utf8(String(number)));
  const stream = words(key);
  /** @type {string[][]} */
  const hands = Array.from({ length: players }, () => []);
  for (const packet of packets) {
    const order = await shuffled(packet, stream);
    order.forEach((card, place) => hands[(dealer + 1 + place) % players]?.push(card));
  }
  return hands;
}

/**
 * @param {string} ranks
 * @param {string} suits
 * @param {number} copies
 * @returns {string[]}
 */
function pack(ranks, suits, copies) {
  return [...suits].flatMap((suit) => [...ranks].flatMap((rank) => Array(copies).fill(rank + suit)));
}

/** @param {Uint8Array} key */
async function* words(key) {
  for (let block = 0; ; block += 1) {
    const bytes = await sha256(joined([key, eightBytes(block)]));
    const view = new DataView(bytes.buffer);
    for (let at = 0; at < 32; at += 4) yield view.getUint32(at);
  }
}

/**
 * @param {readonly string[]} cards
 * @param {AsyncGenerator<number, void, unknown>} stream
 */
async function shuffled(cards, stream) {
  const order = [...cards];
  for (let last = order.length - 1; last > 0; last -= 1) {
    const limit = last + 1;
    const refusedFrom = 2 ** 32 - (2 ** 32 % limit);
    let word = refusedFrom;
    while (word >= refusedFrom) word = Number((await stream.next()).value);
    const other = word % limit;
    const card = order[last] ?? "";
    order[last] = order[other] ?? "";
    order[other] = card;
  }
  return order;
}
