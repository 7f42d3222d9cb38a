// Made by clients/types.mjs from record.schema.json and snapshot.schema.json.

/**
 * Whatever the library writes for others.
 */
export type AnyRecord = GameRecord | ViewRecord | EventRecord | Snapshot;
/**
 * Anything that happens, or that somebody tries.
 */
export type Event =
  Play | Declaration | Talk | Accusation | GameStarted | Dealt | TrickWon | PartnersRevealed | DealScored | GameWon;
export type Whole = number;
export type Card =
  | "2C"
  | "3C"
  | "4C"
  | "5C"
  | "6C"
  | "7C"
  | "8C"
  | "9C"
  | "TC"
  | "JC"
  | "QC"
  | "KC"
  | "AC"
  | "2D"
  | "3D"
  | "4D"
  | "5D"
  | "6D"
  | "7D"
  | "8D"
  | "9D"
  | "TD"
  | "JD"
  | "QD"
  | "KD"
  | "AD"
  | "2H"
  | "3H"
  | "4H"
  | "5H"
  | "6H"
  | "7H"
  | "8H"
  | "9H"
  | "TH"
  | "JH"
  | "QH"
  | "KH"
  | "AH"
  | "2S"
  | "3S"
  | "4S"
  | "5S"
  | "6S"
  | "7S"
  | "8S"
  | "9S"
  | "TS"
  | "JS"
  | "QS"
  | "KS"
  | "AS";
export type Suit = "C" | "D" | "H" | "S";
/**
 * What is said at the table.
 */
export type Statement =
  | Aim
  | NoMore
  | AskAim
  | AskMore
  | AskLead
  | AskNotLead
  | AskWhatToLead
  | AskWhatNotToLead
  | OfferLead
  | Offer
  | Agree
  | Retract
  | Words;
export type Height = "high" | "low";
/**
 * Text in one line that is more than white space.
 */
export type Line = string;
export type Rank = "2" | "3" | "4" | "5" | "6" | "7" | "8" | "9" | "T" | "J" | "Q" | "K" | "A";
export type Hand = Cards | FaceDown;
/**
 * Cards with spaces between them: spades, hearts, diamonds, clubs; ace down.
 */
export type Cards = string;
export type Reason =
  | "tricks"
  | "tied-pair"
  | "fewest"
  | "odd-one-out"
  | "subtracted"
  | "lifted"
  | "partners"
  | "soloist"
  | "partners-took-all"
  | "soloist-took-all"
  | "accused"
  | "wrongly-accused"
  | "team-most"
  | "team-tied-most"
  | "team-middle"
  | "team-tied-fewest"
  | "team-fewest"
  | "team-took-all";
/**
 * All events, oldest first: the first of them, and no other, is the start.
 */
export type Log = Event[];
export type Seat = number;
export type Tricks = number;

export interface GameRecord {
  format: "collusion-rules";
  version: 1;
  kind: "game";
  log: Log;
}
/**
 * A seat plays a card (A5).
 */
export interface Play {
  type: "play";
  seat: Whole;
  card: Card;
}
/**
 * The dealer names the trump suit (C1).
 */
export interface Declaration {
  type: "declaration";
  seat: Whole;
  suit: Suit;
}
/**
 * A seat says something, in turn or not (B9). Refused once a deal's log has 1,000 events.
 */
export interface Talk {
  type: "talk";
  seat: Whole;
  statement: Statement;
}
/**
 * Say: I am aiming for `tricks` tricks.
 */
export interface Aim {
  type: "aim";
  tricks: Whole;
}
/**
 * Say: I will probably take no more tricks.
 */
export interface NoMore {
  type: "no-more";
}
/**
 * Say: Who else is aiming for `tricks` tricks?
 */
export interface AskAim {
  type: "ask-aim";
  tricks: Whole;
}
/**
 * Say: `seat`, are you likely to win another trick?
 */
export interface AskMore {
  type: "ask-more";
  seat: Whole;
}
/**
 * Say: please lead a high heart; any suit, or any height, if these are left out.
 */
export interface AskLead {
  type: "ask-lead";
  suit?: Suit | null;
  height?: Height | null;
}
/**
 * Say: Please don't lead `suit`.
 */
export interface AskNotLead {
  type: "ask-not-lead";
  suit: Suit;
}
/**
 * Say: `seat`, which suit do you want me to lead?
 */
export interface AskWhatToLead {
  type: "ask-what-to-lead";
  seat: Whole;
}
/**
 * Say: `seat`, which suit should I not lead?
 */
export interface AskWhatNotToLead {
  type: "ask-what-not-to-lead";
  seat: Whole;
}
/**
 * Say: `seat`, I can give you the lead.
 */
export interface OfferLead {
  type: "offer-lead";
  seat: Whole;
}
/**
 * Say: `seat`, let us both take `tricks` tricks.
 */
export interface Offer {
  type: "offer";
  seat: Whole;
  tricks: Whole;
}
/**
 * Say: `seat`, agreed: both of us `tricks` tricks.
 */
export interface Agree {
  type: "agree";
  seat: Whole;
  tricks: Whole;
}
/**
 * Say: I take back what I offered and agreed.
 */
export interface Retract {
  type: "retract";
}
/**
 * Anything else, in free text: the only statement that could name a card (B9).
 */
export interface Words {
  type: "words";
  text: string;
}
/**
 * A seat names two other seats as the partners, in turn or not (C11).
 */
export interface Accusation {
  type: "accusation";
  seat: Whole;
  suspects: Whole[];
}
/**
 * A game begins (A2).
 */
export interface GameStarted {
  type: "game-started";
  rules: Ruleset;
  /**
   * who deals first.
   */
  dealer: number;
}
/**
 * what is played.
 */
export interface Ruleset {
  /**
   * a short name, such as `"parlett"`, of 1 to 100 characters in one line.
   */
  name: Line;
  /**
   * how many seats there are, 2 to 8.
   */
  players?: 3 | 4 | 5 | 6 | 7 | 8;
  /**
   * what the points are and when the game ends.
   */
  scoring: ParlettScoring | PartnersScoring | ThreeTeamsScoring;
  deck?: Deck;
  /**
   * how they are dealt (A3, D6).
   */
  dealing?: EvenDeal | HonoursFirst;
  /**
   * who leads to the first trick (A4).
   */
  first_leader?: "left" | "right" | "dealer";
  /**
   * whether the dealer declares trumps (C1).
   */
  declares?: boolean;
  /**
   * whom the trump cards make partners, if any (C2, D2, D4).
   */
  partnership?: SecretPair | ThreePairs | null;
  /**
   * when the partners are revealed (C4, D1).
   */
  reveal?: "after-last-trick" | "at-first-partner-card";
  /**
   * what may be said at the table (B9, C3).
   */
  talk?: "none" | "statements" | "anything";
  /**
   * whether one may accuse two seats of being the partners (C10, C11).
   */
  accusations?: boolean;
  /**
   * whether a tie for the win is played off in more deals (A10).
   */
  play_off?: boolean;
  /**
   * the revision of our rulings that it is played under; the latest, unless a record was begun before a correction.
   */
  revision?: number;
}
/**
 * Parlett's game: as many tricks as exactly one other player (B1 to B8, B10), in points.
 */
export interface ParlettScoring {
  type: "parlett-scoring";
  /**
   * the game ends once anybody has this many points, 1 to 1,000,000 (B7, B8).
   */
  target?: number;
  /**
   * for each of two players who tie (B2).
   */
  tied_pair?: number;
  /**
   * for the player with fewest tricks if nobody ties (B3).
   */
  fewest?: number;
  /**
   * for the fourth player if three tie (B4).
   */
  odd_one_out?: number;
  /**
   * whether who tied on tricks with the winner is lifted to the target (B10).
   */
  lift?: boolean;
}
/**
 * Secret partners against the others, or a soloist, in points (C5 to C11, C13).
 */
export interface PartnersScoring {
  type: "partners-scoring";
  /**
   * how many deals make a game, 1 to 1,000 (C9).
   */
  deals?: number;
  /**
   * tricks from which the partners win clearly (C5).
   */
  clear_from?: number;
  /**
   * tricks from which the partners win at all (C5).
   */
  narrow_from?: number;
  /**
   * tricks from which the soloist wins (C6).
   */
  soloist_from?: number;
  /**
   * when the partners win clearly (C5).
   *
   * @minItems 2
   * @maxItems 2
   */
  clear_win?: number[];
  /**
   * when the partners win otherwise (C5).
   *
   * @minItems 2
   * @maxItems 2
   */
  narrow_win?: number[];
  /**
   * when the partners lose (C5).
   *
   * @minItems 2
   * @maxItems 2
   */
  loss?: number[];
  /**
   * when the soloist wins (C6).
   *
   * @minItems 2
   * @maxItems 2
   */
  soloist_win?: number[];
  /**
   * when the soloist loses (C6).
   *
   * @minItems 2
   * @maxItems 2
   */
  soloist_loss?: number[];
  /**
   * more for each partner if they take all tricks (C7).
   */
  all_tricks?: number;
  /**
   * more for the soloist who takes all tricks (C8).
   */
  soloist_all_tricks?: number;
  /**
   * more for each opponent if one of them named both partners (C10).
   */
  accusation?: number;
  /**
   * for whoever makes a wrong accusation, never above 0 (C11).
   */
  wrong_accusation?: number;
  /**
   * whether that is paid only if the partners lose (C13).
   */
  accusation_needs_win?: boolean;
}
/**
 * Three teams of two, by most and fewest tricks (D7, D8), in points for each player.
 */
export interface ThreeTeamsScoring {
  type: "three-teams-scoring";
  /**
   * how many deals make a game, 1 to 1,000 (D8).
   */
  deals?: number;
  /**
   * for the team with most tricks.
   */
  most?: number;
  /**
   * for each of two teams tied for most.
   */
  tied_most?: number;
  /**
   * for the team with neither most nor fewest.
   */
  middle?: number;
  /**
   * for each of two teams tied for fewest.
   */
  tied_fewest?: number;
  /**
   * for the team with fewest tricks.
   */
  fewest?: number;
  /**
   * more for a team that takes all tricks.
   */
  all_tricks?: number;
}
/**
 * the cards, all of which are dealt (A3).
 */
export interface Deck {
  packs?: number;
  lowest?: Rank;
}
/**
 * The shuffled deck is dealt one card at a time, clockwise from the dealer's left (A3).
 */
export interface EvenDeal {
  type: "even-deal";
}
/**
 * Of each suit the honours are shuffled and dealt first, one a player; then the rest (D6).
 */
export interface HonoursFirst {
  type: "honours-first";
  /**
   * @minItems 3
   * @maxItems 3
   */
  honours?: Rank[];
}
/**
 * Two trump cards make their holders partners against the rest; one holder of both plays alone.
 */
export interface SecretPair {
  type: "secret-pair";
  /**
   * @minItems 1
   */
  cycle?: Rank[][];
}
/**
 * In a two-pack game, the two holders of the same trump honour are a team (D4).
 */
export interface ThreePairs {
  type: "three-pairs";
  /**
   * @minItems 3
   * @maxItems 3
   */
  honours?: Rank[];
}
/**
 * All cards are dealt (A3).
 */
export interface Dealt {
  type: "dealt";
  /**
   * who dealt.
   */
  dealer: number;
  /**
   * one entry a seat; in a view all but the viewer's are `FaceDown`.
   */
  hands: Hand[];
}
/**
 * A hand that a viewer can't see: only how many cards it has.
 */
export interface FaceDown {
  /**
   * how many cards.
   */
  count: number;
}
/**
 * A seat takes the trick and leads to the next (A6, A7, A8).
 */
export interface TrickWon {
  type: "trick-won";
  seat: Whole;
}
/**
 * All learn who the partners are (C4, D1).
 */
export interface PartnersRevealed {
  type: "partners-revealed";
  /**
   * the partners or the soloist first, then their opponents; in Triple the holders of the A, of the K, of the Q.
   */
  teams: Whole[][];
}
/**
 * A deal is scored, as its last trick is taken (A9).
 */
export interface DealScored {
  type: "deal-scored";
  score: DealScore;
}
/**
 * The score of a deal.
 */
export interface DealScore {
  outcome: Outcome;
  /**
   * points of this deal, one entry a seat.
   */
  points: Whole[];
  /**
   * points of the game up to and with this deal, one entry a seat.
   */
  totals: Whole[];
  /**
   * where the points come from; a seat's lines add up to its points.
   */
  lines: ScoreLine[];
}
/**
 * what was scored.
 */
export interface Outcome {
  /**
   * tricks taken, one entry a seat.
   */
  tricks: Whole[];
  /**
   * the partners or the soloist first, then their opponents; in Triple the holders of the A, of the K, of the Q; `()` where there are no teams.
   */
  teams?: Whole[][];
  /**
   * whether an opponent named both partners (C10).
   */
  rightly_accused?: boolean;
  /**
   * who made a wrong accusation, in the order of the seats: a partner, or an opponent who named two others than the partners (C11).
   */
  wrong_accusers?: Whole[];
}
/**
 * One part of a score: points for a seat, and why.
 */
export interface ScoreLine {
  /**
   * who gets them.
   */
  seat: number;
  /**
   * how many, negative for a loss.
   */
  points: number;
  /**
   * why; `reason.rule` is the id of the rule. A scheme of your own may give a `Because`.
   */
  reason: Reason | Because;
  /**
   * the number of tricks that decided it, the seat's or the side's.
   */
  tricks: number;
  /**
   * the seats that it was decided with, such as those tied with this one.
   */
  others?: Whole[];
}
/**
 * Why a seat gets points, in the words of a scoring scheme of one's own.
 */
export interface Because {
  template: string;
  rule?: string;
  /**
   * The template in other languages, by their codes.
   */
  translations?: {
    [k: string]: string;
  };
}
/**
 * The game is over; all with the highest total win (A10, B8, C9).
 */
export interface GameWon {
  type: "game-won";
  /**
   * who won, in the order of the seats.
   */
  winners: Whole[];
}
export interface ViewRecord {
  format: "collusion-rules";
  version: 1;
  kind: "view";
  /**
   * Whose view it is; null for a spectator.
   */
  viewer: Seat | null;
  log: Log;
}
export interface EventRecord {
  format: "collusion-rules";
  version: 1;
  kind: "event";
  event: Event;
}
export interface Snapshot {
  format: "collusion-rules";
  version: 1;
  kind: "snapshot";
  /**
   * How many events the viewer has been told of: it grows with each.
   */
  table_version: number;
  /**
   * The name of the game.
   */
  ruleset: string;
  /**
   * Whose view it is; null for a spectator.
   */
  viewer: Seat | null;
  /**
   * What the table is waiting for.
   */
  phase: "awaiting-deal" | "declaring" | "playing" | "over";
  /**
   * The number of the deal, from 1.
   */
  deal: number;
  /**
   * Who dealt; between deals, who deals the next.
   */
  dealer: number;
  /**
   * Whose turn it is to play or declare; null if it is nobody's.
   */
  turn: Seat | null;
  /**
   * The trump suit; null if there is none, or none yet.
   */
  trump: Suit | null;
  /**
   * The viewer's cards, from AS down to 2C; null for a spectator.
   */
  hand: Card[] | null;
  /**
   * How many cards each seat holds.
   *
   * @minItems 2
   * @maxItems 8
   */
  counts: number[];
  /**
   * How many tricks a deal has.
   */
  tricks: number;
  /**
   * The cards of the trick on the table, the lead first.
   *
   * @maxItems 8
   */
  trick: CardPlayed[];
  /**
   * Who takes that trick as it is; null before its lead.
   */
  taking: Seat | null;
  /**
   * The last finished trick of the deal; null before there is one.
   */
  last_trick: CardPlayed[] | null;
  /**
   * Who took that trick; null before there is one.
   */
  taken_by: Seat | null;
  /**
   * Tricks taken in the deal, one entry a seat.
   *
   * @minItems 2
   * @maxItems 8
   */
  tricks_won: Tricks[];
  /**
   * The ranks of the cards that decide the teams of the deal, if any; known before trumps are declared.
   */
  partner_ranks: Rank[];
  /**
   * The cards that decide the teams of the deal, if any.
   */
  partner_cards: Card[];
  /**
   * Those of them that the viewer was dealt, played or not.
   */
  own_partner_cards: Card[];
  /**
   * The partners or the soloist, then their opponents; in Triple the holders of the A, of the K, of the Q. Empty where there are no teams, null while the viewer can't know them.
   */
  teams: Seat[][] | null;
  /**
   * Points of the game so far, one entry a seat.
   *
   * @minItems 2
   * @maxItems 8
   */
  totals: Whole[];
  /**
   * The seats by their totals, highest first.
   *
   * @minItems 2
   * @maxItems 8
   */
  standings: Standing[];
  /**
   * What each seat would score if the deal ended now, and why; null while that can't be said.
   */
  score_so_far: DealScore | null;
  /**
   * The score of the last deal, and why; null before there is one.
   */
  last_score: DealScore | null;
  /**
   * Who has won; empty while the game goes on.
   */
  winners: Seat[];
  /**
   * What is agreed on or offered in the deal.
   */
  pacts: Pact[];
  /**
   * The plays or declarations that the viewer may make now.
   */
  moves: (Play | Declaration)[];
  /**
   * What the viewer may say now.
   */
  talk: "none" | "statements" | "anything";
  /**
   * The accusations that the viewer may make now.
   */
  accusations: Accusation[];
}
export interface CardPlayed {
  seat: Seat;
  card: Card;
}
export interface Standing {
  place: number;
  seat: Seat;
  total: Whole;
}
export interface Pact {
  offered_by: Seat;
  offered_to: Seat;
  tricks: Tricks;
  agreed: boolean;
}
/**
 * What a person can do.
 */
export type Move = Play | Declaration | Talk | Accusation;
