// What the table says, in the words of the language files: `words.js` is made from them.

import { GAMES } from "./games.js";
import { WORDS } from "./words.js";

/** @typedef {Omit<typeof WORDS.en, "singular"> & { singular: Readonly<Record<string, string>> }} Words */
/** @typedef {keyof Words["table"]} Key */
/** @typedef {Record<string, string | number>} Values */

/** @type {Readonly<Record<string, Words>>} */
const LANGUAGES = WORDS;

/**
 * What is said of each game before it begins: how many play, to how many points or for how many deals, and
 * whether two of them are secret partners.
 * @type {Readonly<Record<string, {players: number, target: number | null, deals: number | null, pair: boolean}>>}
 */
export const games = GAMES;

const SUITS = /** @type {const} */ ({ S: "spades", H: "hearts", D: "diamonds", C: "clubs" });

const RANKS = /** @type {const} */ ({
  A: "ace", K: "king", Q: "queen", J: "jack", T: "ten", 9: "nine", 8: "eight", 7: "seven", 6: "six", 5: "five", 4: "four", 3: "three", 2: "two",
});

/**
 * One of some texts by its name; nothing if there is none.
 * @param {Readonly<Record<string, string>>} texts
 * @param {string} name
 */
const named = (texts, name) => texts[name] ?? "";

export class Texts {
  /** @param {string} language its code, such as "ja"; what has no words here is English */
  constructor(language) {
    /** @type {Words} */
    this.words = LANGUAGES[language] ?? WORDS.en;
  }

  /**
   * A line of the table.
   * @param {Key} key
   * @param {Values} [values] what stands for the words in braces
   */
  say(key, values = {}) { return this.filled(this.words.table[key], values); }

  /**
   * Fill a template in; a noun is singular where its number is 1.
   * @param {string} template
   * @param {Values} values
   */
  filled(template, values) {
    for (const [phrase, singular] of Object.entries(this.words.singular)) {
      if (values[phrase.slice(1, phrase.indexOf("}"))] === 1) template = template.replaceAll(phrase, singular);
    }
    return template.replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ""));
  }

  /**
   * What is between the entries of a list, and before its last.
   * @param {readonly string[]} entries
   */
  listed(entries) {
    const { comma, pair, last } = this.words.joints;
    const first = entries.slice(0, -1).join(comma), end = entries.at(-1) ?? "";
    return first ? first + (entries.length === 2 ? pair : last) + end : end;
  }

  /**
   * A suit by its letter, in words.
   * @param {string} letter
   */
  suit(letter) {
    const suit = SUITS[/** @type {keyof typeof SUITS} */ (letter)];
    return suit ? this.words.suits[suit] : "";
  }

  /**
   * A rank by its letter, as it is read out.
   * @param {string} letter
   */
  rank(letter) {
    const rank = RANKS[/** @type {keyof typeof RANKS} */ (letter)];
    return rank ? this.words.ranks[rank] : "";
  }

  /**
   * A card as people write it.
   * @param {string} rank
   * @param {string} pip
   */
  card(rank, pip) { return this.filled(this.words.parts.card, { rank, pip }); }

  /**
   * The games that have a name, in the order in which they are offered.
   * @returns {readonly string[]}
   */
  get games() { return Object.keys(this.words.aims); }

  /**
   * The name of a game; as it is if it is one of somebody's own.
   * @param {string} game
   */
  game(game) { return named(this.words.rulesets, game) || game; }

  /**
   * What one wants in a game, in a line.
   * @param {string} game
   */
  aim(game) { return named(this.words.aims, game); }
}
