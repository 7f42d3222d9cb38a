// Cards, as texts such as AS and TH: in words, as pictures, and in the order of a hand.

import { h, svg } from "./dom.js";

/** @typedef {import("./texts.js").Texts} Texts */

export const SUITS = "SHCD";
const RANKS = "23456789TJQKA";

/** @type {Record<string, string>} */
export const PIPS = { S: "♠", H: "♥", D: "♦", C: "♣" };

/** @type {Record<string, string>} */
const SHAPES = {
  S: "M12 2C9 7 4 9.5 4 14.3c0 2.5 2 4 4 4 1.300 0 2.300-.6 3-1.500-.1 2-.9 3.700-2.600 5.200h7.200c-1.700-1.500-2.500-3.200-2.600-5.200.7.9 1.700 1.500 3 1.500 2 0 4-1.500 4-4C20 9.500 15 7 12 2z",
  H: "M12 21.500C6 16.500 2.500 13 2.500 8.400A5 5 0 0 1 12 6a5 5 0 0 1 9.500 2.400C21.500 13 18 16.500 12 21.500z",
  D: "M12 1.500C14 5.500 17 9 20 12c-3 3-6 6.500-8 10.500C10 18.500 7 15 4 12c3-3 6-6.500 8-10.500z",
  C: "M12 2a4.400 4.400 0 0 1 3.700 6.800A4.500 4.500 0 1 1 13.200 15.800c.1 2.500.9 4.300 2.500 5.700H8.300c1.600-1.400 2.400-3.200 2.500-5.700A4.500 4.500 0 1 1 8.300 8.800 4.400 4.400 0 0 1 12 2z",
  crown: "M3 18h18v3H3zM3 16 2 6l5.500 4.500L12 3l4.500 7.500L22 6l-1 10z",
};

/**
 * A suit's sign, or a crown, as a picture.
 * @param {string} name
 * @param {string} [className]
 */
export function icon(name, className = "cr-icon") {
  return svg("svg", { class: className, viewBox: "0 0 24 24", "aria-hidden": "true" },
    svg("path", { d: SHAPES[name] ?? "" }));
}

/**
 * A rank as people write it: T is 10.
 * @param {string} card
 */
export const rankOf = (card) => (card[0] === "T" ? "10" : card[0] ?? "");

/**
 * The suit of a card, as its letter.
 * @param {string} card
 */
export const suitOf = (card) => card[1] ?? "";

/**
 * A card as people write it, such as 10♥ or ♥10.
 * @param {string} card
 * @param {Texts} t
 */
export const short = (card, t) => t.card(rankOf(card), PIPS[suitOf(card)] ?? "");

/**
 * A card in words, for those who can't see it.
 * @param {string} card
 * @param {Texts} t
 */
export const inWords = (card, t) => t.say("card", { rank: t.rank(card[0] ?? ""), suit: t.suit(suitOf(card)) });

/**
 * Cards in the order of a hand: black and red suits in turn, the high cards first.
 * @param {readonly string[]} cards
 */
export function sorted(cards) {
  return [...cards].sort((a, b) => SUITS.indexOf(suitOf(a)) - SUITS.indexOf(suitOf(b))
    || RANKS.indexOf(b[0] ?? "") - RANKS.indexOf(a[0] ?? ""));
}

/**
 * A card on the table.
 * @param {string} card
 * @param {Texts} t
 * @param {boolean} [wins]
 */
export function picture(card, t, wins = false) {
  return h("span", { class: "cr-card", role: "img", "aria-label": inWords(card, t), "data-rank": rankOf(card),
    "data-suit": suitOf(card), "data-wins": wins }, icon(suitOf(card)));
}
