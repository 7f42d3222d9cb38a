"""Trying moves out: in worlds that could be, played on to the end by players with simple habits."""

from collections.abc import Sequence
from typing import Final, final

from collusion_rules.cards import PACK, Card, Seat, Suit
from collusion_rules.hidden import Hidden, hidden
from collusion_rules.moves import Declaration, Move, Play
from collusion_rules.partnerships import Teams
from collusion_rules.players.positions import Lay, Position, lay
from collusion_rules.players.rollouts import play_out
from collusion_rules.players.scoring import Points
from collusion_rules.players.trials import Effort, Tried
from collusion_rules.policies import Plays, Policy
from collusion_rules.rulesets import Ruleset
from collusion_rules.shuffling import Chance, Seed, combined_seed
from collusion_rules.state import Phase, View
from collusion_rules.worlds import some_numbers, worlds_of

_SUITS: Final = tuple(Suit)


EACH_FOR_A_NUMBER: Final = Policy(plays=Plays.DUCK, whims=8)
"""Where it is the number of tricks that counts, and few are good (B2 to B4)."""
SIDES: Final = Policy(plays=Plays.TAKE, whims=8)
"""Where the side with more tricks wins (C5, D7)."""
HEARD: Final = 6
"""Of 16 plays how many are any card, of somebody who is supposed to play for a number told."""


def usual(rules: Ruleset) -> Policy:
    """How people are supposed to play a game, if nothing else is known."""
    return EACH_FOR_A_NUMBER if rules.partnership is None else SIDES


def try_out(view: View, seed: Seed, effort: Effort, policy: Policy) -> Tried:
    """Try out each move of the viewer; if it is not their turn, only how the deal goes on.

    Args:
        view: what a seat sees, during a deal.
        seed: what everything random depends on.
        effort: in how many worlds, how often in each, and by what.
        policy: how everybody goes on.
    """
    told = hidden(view)
    search = _Search(view, told, policy)
    if effort.batches:
        from collusion_rules.players.fast import try_out_fast  # which needs an extra

        return try_out_fast(view, told, search.moves, seed, effort, policy, same=search.same)
    known, chance = worlds_of(told), Chance(combined_seed(seed, "try"), view.version)
    worlds, rollouts = effort.worlds, effort.rollouts
    if known.count <= worlds:
        rollouts = -(-worlds * rollouts // known.count)
        worlds = known.count
    sums = [_Sums(view) for _ in search.moves]
    for number in some_numbers(known.count, worlds, chance):
        hands = [search.lay.bits(hand) for hand in known.nth(number)]
        lucks = [chance.below(1 << 32) << 32 | chance.below(1 << 32) for _ in range(rollouts)]
        for each, move in zip(sums, search.moves, strict=True):
            search.play_out(hands, move, lucks, each)
    return Tried(
        worlds,
        tuple(search.moves),
        tuple(each.shares(each.points) for each in sums),
        tuple(each.shares(each.ties) for each in sums),
        tuple(each.shares(each.tricks) for each in sums),
        search.same,
    )


@final
class _Sums:
    """What a move came to in all; it grows."""

    def __init__(self, view: View) -> None:
        players = view.rules.players
        self._own = view.viewer or 0
        self._count = 0
        self.points, self.ties, self.tricks = [0] * players, [0] * players, [0] * players

    def add(self, points: Sequence[int], tricks: Sequence[int]) -> None:
        """Add an ending."""
        self._count += 1
        for seat, taken in enumerate(tricks):
            self.points[seat] += points[seat]
            self.tricks[seat] += taken
            self.ties[seat] += taken == tricks[self._own]

    def shares(self, sums: Sequence[int]) -> tuple[float, ...]:
        """Sums as averages."""
        return tuple(each / self._count for each in sums)


@final
class _Search:
    """What stays as it is while moves are tried out."""

    def __init__(self, view: View, told: Hidden, policy: Policy) -> None:
        rules = view.rules
        self._view, self._points = view, Points(view)
        self._plays = policy.plays_of_seats(rules.players)
        self._aims = policy.aims_of_seats(rules.players)
        self._whims = policy.whims_of_seats(rules.players)
        self.lay: Lay = lay(rules.deck.packs)
        self._won = view.tricks_won
        self.same = False
        self._leader: int = rules.leads_first(view.dealer)
        self._trick = list[int]()
        self.moves: list[Move | None] = [None]
        if view.phase is Phase.PLAYING:
            position = Position(view)
            self._leader, self._trick = position.leader, position.trick
            if position.seat == view.viewer:
                cards = different(position, view, told)
                self.same = len(cards) < position.legal.bit_count()
                self.moves = [Play(position.seat, position.lay.card(card)) for card in cards]
        else:
            self.moves = [Declaration(view.dealer, suit) for suit in reversed(Suit)]

    def play_out(
        self, hands: Sequence[int], move: Move | None, lucks: Sequence[int], sums: _Sums
    ) -> None:
        """Play on after a move in a world, each time with other luck."""
        trump = move.suit if isinstance(move, Declaration) else self._view.trump
        trumps = 0 if trump is None else self.lay.suits[_SUITS.index(trump)]
        teams, after, trick = self._teams(hands, trump), list(hands), self._trick
        if isinstance(move, Play):
            copies = hands[move.seat] & self.lay.copies(move.card)
            card = copies & -copies
            after[move.seat] ^= card
            trick = [*trick, card]
        for luck in lucks:
            won = list(self._won)
            play_out(
                self.lay,
                trumps,
                list(after),
                trick,
                self._leader,
                won,
                self._plays,
                self._aims,
                self._whims,
                luck,
            )
            sums.add(self._points.of(won, teams), won)

    def _teams(self, hands: Sequence[int], trump: Suit | None) -> Teams:
        """The teams, if these are the hands now and this is the trump suit."""
        view = self._view
        partnership = view.rules.partnership
        if partnership is None or trump is None:
            return ()
        holders: list[list[Seat]] = []
        for rank in partnership.ranks(view.deals_played):
            card = Card(rank, trump)
            copies = self.lay.copies(card)
            seats = [play.seat for play in view.plays if play.card == card]
            for holder, hand in enumerate(hands):
                seats += [Seat(holder)] * (hand & copies).bit_count()
            holders.append(seats)
        return partnership.teams(holders, view.rules.players)


def different(position: Position, view: View, told: Hidden) -> list[int]:
    """The cards that may be played, as bits, the highest of each run that no other card parts."""
    each, copies = position.lay, [copy for packet in told.packets for copy in packet.copies]
    copies += [copy for suit in told.suits for copy in suit]
    copies += [play.card.number for play in view.trick]
    for held in (bits for seat, bits in enumerate(told.held) if seat != position.seat):
        copies += [number for number in range(2 * PACK) if held >> number & 1]
    parting = 0
    for number in {copy % PACK for copy in copies}:
        parting |= ((1 << each.packs) - 1) << number * each.packs
    found: list[int] = []
    for card in reversed(position.each(position.legal)):
        if found and card & each.following[found[-1].bit_length() - 1]:
            between = (found[-1] << each.packs) - card
            if not between & parting:
                continue
        found.append(card)
    return found
