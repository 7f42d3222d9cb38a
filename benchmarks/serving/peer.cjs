// A server of boardgame.io with a small game of hidden hands: `node peer.cjs PORT`.
// Four seats, 13 cards each; follow suit, the highest card of the suit led takes the trick and leads.
// It has no scores, no talk and no take-backs, and keeps its games in memory, as boardgame.io does if not told otherwise.

const { Server } = require("boardgame.io/server");
const { INVALID_MOVE, PlayerView } = require("boardgame.io/core");

const suit = (card) => Math.floor(card / 13);

const game = {
  name: "tricks",
  minPlayers: 4,
  maxPlayers: 4,
  playerView: PlayerView.STRIP_SECRETS,
  setup: ({ random }) => {
    const deck = random.Shuffle([...Array(52).keys()]);
    const players = {};
    for (let seat = 0; seat < 4; seat++) players[seat] = { hand: deck.slice(13 * seat, 13 * seat + 13) };
    return { players, trick: [], tricks: [0, 0, 0, 0] };
  },
  turn: { minMoves: 1, maxMoves: 1, order: { first: () => 0, next: ({ G }) => G.next } },
  moves: {
    play: ({ G, playerID }, card) => {
      const { hand } = G.players[playerID];
      if (!hand.includes(card)) return INVALID_MOVE;
      const led = G.trick.length ? suit(G.trick[0].card) : suit(card);
      if (suit(card) !== led && hand.some((other) => suit(other) === led)) return INVALID_MOVE;
      hand.splice(hand.indexOf(card), 1);
      G.trick.push({ seat: Number(playerID), card });
      G.next = (Number(playerID) + 1) % 4;
      if (G.trick.length === 4) {
        const best = G.trick.filter((play) => suit(play.card) === led).sort((a, b) => b.card - a.card)[0];
        G.tricks[best.seat] += 1;
        G.next = best.seat;
        G.trick = [];
      }
    },
  },
};

Server({ games: [game], origins: [/127\.0\.0\.1/] }).run({ port: Number(process.argv[2]), callback: () => console.log("ready") });
