// The table that the events of a view make, in a client that is told of one after the other.

import type {
  Card, Event, Play, Ruleset, Statement, Suit,
} from "../src/collusion_rules/collusion-rules.js";

export interface Table {
  rules: Ruleset;
  viewer: number | null;
  phase: "awaiting-deal" | "declaring" | "playing" | "over";
  dealer: number;
  turn: number | null; // nobody's between deals, and while something must follow by itself
  trump: Suit | null;
  hand: Card[] | null; // the viewer's; a spectator has none
  counts: number[];
  trick: Play[];
  tricksWon: number[];
  totals: number[];
  winners: number[];
  talk: [number, Statement][];
}

/** The table at the start of a view's log. */
export function begin(event: Event, viewer: number | null): Table {
  if (event.type !== "game-started") throw new Error("a log begins with the start of a game");
  const nobody = Array<number>(event.rules.players ?? 4).fill(0);
  return {
    rules: event.rules, viewer, phase: "awaiting-deal", dealer: event.dealer, turn: null,
    trump: null, hand: viewer === null ? null : [], counts: nobody, trick: [],
    tricksWon: nobody, totals: nobody, winners: [], talk: [],
  };
}

/** The table after one more event. Whether the rules allow it, the server has judged. */
export function advance(table: Table, event: Event): Table {
  const players = table.counts.length;
  const next = (seat: number) => (seat + 1) % players;
  switch (event.type) {
    case "game-started":
      return begin(event, table.viewer);
    case "dealt": {
      const own = table.viewer === null ? undefined : event.hands[table.viewer];
      return {
        ...table,
        phase: table.rules.declares ? "declaring" : "playing",
        dealer: event.dealer,
        turn: table.rules.declares ? event.dealer : leader(table.rules, event.dealer, players),
        trump: null,
        hand: typeof own === "string" ? (own.split(" ") as Card[]) : null,
        counts: event.hands.map((hand) =>
          typeof hand === "string" ? hand.split(" ").length : hand.count),
        trick: [],
        tricksWon: Array<number>(players).fill(0),
        talk: [],
      };
    }
    case "declaration":
      return {
        ...table, phase: "playing", trump: event.suit,
        turn: leader(table.rules, table.dealer, players),
      };
    case "play": {
      const trick = [...table.trick, event];
      const at = event.seat === table.viewer ? (table.hand?.indexOf(event.card) ?? -1) : -1;
      return {
        ...table,
        trick,
        turn: trick.length === players ? null : next(event.seat),
        hand: table.hand?.filter((_, place) => place !== at) ?? null,
        counts: table.counts.map((count, seat) => (seat === event.seat ? count - 1 : count)),
      };
    }
    case "trick-won":
      return {
        ...table,
        trick: [],
        turn: table.counts.some((count) => count > 0) ? event.seat : null,
        tricksWon: table.tricksWon.map((won, seat) => (seat === event.seat ? won + 1 : won)),
      };
    case "talk":
      return { ...table, talk: [...table.talk, [event.seat, event.statement]] };
    case "accusation": // shown to all, and nothing changes
    case "partners-revealed": // from now on event.teams may be shown
      return table;
    case "deal-scored":
      return {
        ...table, phase: "awaiting-deal", dealer: next(table.dealer), turn: null,
        totals: event.score.totals,
      };
    case "game-won":
      return { ...table, phase: "over", winners: event.winners };
    default:
      return unknown(event); // a kind of event that is missing here is an error of the types
  }
}

function leader(rules: Ruleset, dealer: number, players: number): number {
  switch (rules.first_leader ?? "left") {
    case "left":
      return (dealer + 1) % players;
    case "right":
      return (dealer + players - 1) % players;
    case "dealer":
      return dealer;
  }
}

function unknown(event: never): never {
  throw new Error(`this client is older than the game: ${JSON.stringify(event)}`);
}
