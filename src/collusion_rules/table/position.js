// What the table needs of a snapshot. Only this file knows how a snapshot is written.

import { standingOf } from "./standing.js";

/** @typedef {readonly [number, string]} Placed a seat and its card */

/**
 * @typedef {object} Move a move as records have it
 * @property {string} type
 * @property {number} seat
 * @property {string} [card]
 * @property {string} [suit]
 * @property {unknown} [statement]
 * @property {number[]} [suspects]
 */

/**
 * @typedef {object} Position
 * @property {string} ruleset
 * @property {number} players
 * @property {number | null} viewer
 * @property {string} phase "awaiting-deal", "declaring", "playing" or "over"
 * @property {number} deal the number of the deal, from 1
 * @property {number} dealer
 * @property {number | null} turn
 * @property {string | null} trump
 * @property {readonly string[]} hand
 * @property {readonly number[]} counts cards left, by seat
 * @property {number} tricks how many a deal has
 * @property {readonly Placed[]} trick
 * @property {number | null} taking who takes it as it is
 * @property {readonly Placed[]} last the last trick
 * @property {number | null} taker who took it
 * @property {readonly number[]} won
 * @property {readonly number[]} totals
 * @property {readonly (readonly number[])[]} points what each deal scored, by seat
 * @property {readonly (readonly number[])[]} teams as far as the viewer knows them
 * @property {readonly string[]} partnerRanks the ranks of the cards that decide the teams, if any
 * @property {readonly string[]} partnerCards
 * @property {readonly string[]} ownPartnerCards those that the viewer was dealt
 * @property {import("./standing.js").Standing} standing what everybody would get if the deal ended now
 * @property {readonly Move[]} moves what the viewer may do now: plays, declarations, accusations
 * @property {boolean} talks
 * @property {boolean} words
 * @property {readonly {from: number, to: number, tricks: number, agreed: boolean}[]} pacts
 * @property {readonly number[]} winners
 */

/** @typedef {{seat: number, card: string}} CardPlayed */

/**
 * @param {any} snapshot what `snapshot(view)` gives, parsed
 * @param {readonly (readonly number[])[]} points what each deal scored so far, by seat
 * @returns {Position}
 */
export function positionOf(snapshot, points) {
  const placed = (/** @type {CardPlayed[] | null} */ trick) =>
    (trick ?? []).map(({ seat, card }) => /** @type {const} */ ([seat, card]));
  return {
    ruleset: snapshot.ruleset,
    players: snapshot.counts.length,
    viewer: snapshot.viewer,
    phase: snapshot.phase,
    deal: snapshot.deal,
    dealer: snapshot.dealer,
    turn: snapshot.turn,
    trump: snapshot.trump,
    hand: snapshot.hand ?? [],
    counts: snapshot.counts,
    tricks: snapshot.tricks,
    trick: placed(snapshot.trick),
    taking: snapshot.taking,
    last: placed(snapshot.last_trick),
    taker: snapshot.taken_by,
    won: snapshot.tricks_won,
    totals: snapshot.totals,
    points,
    teams: snapshot.teams ?? [],
    partnerRanks: snapshot.partner_ranks,
    partnerCards: snapshot.partner_cards,
    ownPartnerCards: snapshot.own_partner_cards,
    standing: standingOf(snapshot.phase === "playing" ? snapshot.score_so_far : snapshot.last_score,
      snapshot.tricks_won.some(Boolean), snapshot.partner_ranks.length > 0),
    moves: [...snapshot.moves, ...snapshot.accusations],
    talks: snapshot.talk !== "none",
    words: snapshot.talk === "anything",
    pacts: snapshot.pacts.map((/** @type {any} */ pact) => (
      { from: pact.offered_by, to: pact.offered_to, tricks: pact.tricks, agreed: pact.agreed })),
    winners: snapshot.winners,
  };
}
