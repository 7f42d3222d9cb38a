"""Exact counts of what can be reached on tiny decks, pinned, and counted a second way.

As chess programs do: a rule that is a little wrong shows in a count that is a little off.
"""

import copy
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, permutations, product

import attrs
import laws
import pytest
from naive import NaiveGame
from tables import dealt

import collusion_rules as cr

pytestmark = pytest.mark.no_cover  # for speed: other tests run what it runs, too

THREE_TRICKS = attrs.evolve(cr.PARLETT, deck=cr.Deck(lowest=cr.Rank.QUEEN))
FIVE_TRICKS = attrs.evolve(cr.PARLETT, deck=cr.Deck(lowest=cr.Rank.TEN))
TWO_TRICKS = attrs.evolve(
    cr.SECRET_PARTNERS,
    deck=cr.Deck(lowest=cr.Rank.KING),
    scoring=cr.PartnersScoring(deals=1, clear_from=2, narrow_from=1, soloist_from=1),
)
FOUR_TRICKS_OF_SIX = attrs.evolve(
    cr.TRIPLE_COLLUSION,
    deck=cr.Deck(2, cr.Rank.QUEEN),
    scoring=cr.ThreeTeamsScoring(deals=1),
)


def perft(game: cr.Game, depth: int) -> list[int]:
    """How many games there are after 0, 1, … `depth` more moves of this deal."""
    games, counts = [game], [1]
    for _ in range(depth):
        games = [cr.play(each, move) for each in games for move in cr.legal_moves(each)]
        counts.append(len(games))
    return counts


def positions(game: cr.Game, depth: int) -> list[int]:
    """The same, but games count once if the cards, the trick, the lead and the tricks are equal."""
    games, counts = [game], [1]
    for _ in range(depth):
        reached = {
            (after.hands, after.trick, after.tricks_won, after.to_act, after.trump): after
            for each in games
            for after in (cr.play(each, move) for move in cr.legal_moves(each))
        }
        games = [*reached.values()]
        counts.append(len(games))
    return counts


def orders(
    hands: Sequence[str], trump: str | None = None
) -> Iterator[tuple[list[str], tuple[int, ...]]]:
    """Every order in which the cards can be played, seat 0 leading, and the tricks of each seat.

    Found without any search: whatever order each seat wants to play its hand in, it is the play
    of a deal if nobody revokes.
    """
    for wanted in product(*(permutations(hand.split()) for hand in hands)):
        played, won, leader = list[str](), [0, 0, 0, 0], 0
        for number in range(len(wanted[0])):
            clockwise = [(leader + place) % 4 for place in range(4)]
            trick = [wanted[seat][number] for seat in clockwise]
            if any(revokes(wanted[seat][number:], trick[0][1]) for seat in clockwise):
                break
            suit = trump if any(card[1] == trump for card in trick) else trick[0][1]
            heights = ["TJQKA".index(card[0]) if card[1] == suit else -1 for card in trick]
            leader = clockwise[heights.index(max(heights))]
            won[leader] += 1
            played += trick
        else:
            yield played, tuple(won)


def revokes(hand: Sequence[str], led: str) -> bool:
    """Whether the first card of a hand is of another suit than was led, though it has that suit."""
    return hand[0][1] != led and any(card[1] == led for card in hand)


def beginnings(played: Sequence[Sequence[str]], depth: int) -> list[int]:
    """How many different beginnings of each length there are."""
    return [len({tuple(order[:length]) for order in played}) for length in range(depth + 1)]


def naive_perft(game: NaiveGame, depth: int) -> list[int]:
    """The counts of `perft` by the naive game."""
    games, counts = [game], [1]
    for _ in range(depth):
        after = list[NaiveGame]()
        for each in games:
            for card in sorted({*each.playable()}):
                after.append(copy.deepcopy(each, {id(each.rules): each.rules}))
                after[-1].happen(("play", each.turn, card))
        games = after
        counts.append(len(games))
    return counts


PARLETT_DEALS = {
    "a suit each": ("AS KS QS", "AH KH QH", "AD KD QD", "AC KC QC"),
    "all mixed": ("AS QS AH", "KS KH AD", "QH KD QD", "AC KC QC"),
    "one of each suit but one": ("AS KH QD", "AH KD QC", "AD KC QS", "AC KS QH"),
}

PARLETT_COUNTS = {
    "a suit each": (
        [1, 3, 9, 27, 81, 162, 324, 648, 1296, 1296, 1296, 1296, 1296],
        [1, 3, 9, 27, 81, 162, 324, 648, 81, 81, 81, 81, 1],
    ),
    "all mixed": (
        [1, 3, 3, 7, 21, 42, 57, 108, 192, 192, 192, 192, 192],
        [1, 3, 3, 7, 21, 42, 57, 108, 54, 54, 54, 54, 4],
    ),
    "one of each suit but one": (
        [1, 3, 5, 7, 9, 18, 24, 36, 48, 48, 48, 48, 48],
        [1, 3, 5, 7, 9, 18, 24, 36, 36, 36, 36, 36, 17],
    ),
}


@pytest.mark.parametrize("name", PARLETT_DEALS)
def test_three_tricks_without_trumps(name: str) -> None:
    """A5, A6, A7: every way to play a deal of twelve cards."""
    hands = PARLETT_DEALS[name]
    game = dealt(THREE_TRICKS, *hands)
    counts = perft(game, 12)
    assert counts == beginnings([order for order, _ in orders(hands)], 12)
    assert (counts, positions(game, 12)) == PARLETT_COUNTS[name]


def test_five_tricks_without_trumps() -> None:
    """A5, A6, A7: the first nine cards of twenty."""
    game = dealt(
        FIVE_TRICKS, "AS KH JS TD QD", "KS AH JH TS QC", "QS KD JD TH AC", "AD QH JC TC KC"
    )
    assert perft(game, 9) == [1, 5, 16, 26, 42, 168, 460, 879, 1324, 3972]
    assert positions(game, 9) == [1, 5, 16, 26, 42, 168, 460, 879, 888, 2664]
    assert naive_perft(laws.retold(game), 9) == perft(game, 9)


def test_four_tricks_of_two_packs() -> None:
    """A8, D4: identical cards are one choice."""
    game = dealt(
        FOUR_TRICKS_OF_SIX,
        *("AS KH QD AC", "AS AH KD QC", "KS QH QD AC"),
        *("KS AH AD KC", "QS KH AD QC", "QS QH KD KC"),
        dealer=5,
    )
    game = cr.play(game, cr.Declaration(cr.Seat(5), cr.Suit.SPADES))
    counts = [1, *[4] * 6, *[12] * 6, *[24] * 12]
    assert perft(game, 24) == counts
    assert naive_perft(laws.retold(game), 24) == counts
    assert positions(game, 24) == [1, *[4] * 6, *[12] * 5, 11, *[22] * 5, *[19] * 6, 5]


def all_deals(cards: frozenset[str], seats: int, size: int) -> Iterator[tuple[str, ...]]:
    """Every way to deal cards into hands of this size."""
    if not seats:
        yield ()
        return
    for hand in combinations(sorted(cards), size):
        for others in all_deals(cards - {*hand}, seats - 1, size):
            yield (" ".join(hand), *others)


def test_every_deal_of_eight_cards() -> None:
    """A6, C2: every deal in which the leader has the ace of trumps, played in every way."""
    pack = frozenset(str(card) for card in TWO_TRICKS.deck.cards)
    finished, expected, soloists = Counter[tuple[int, ...]](), Counter[tuple[int, ...]](), 0
    deals = [hands for hands in all_deals(pack, 4, 2) if "AS" in hands[0]]
    for hands in deals:
        game = cr.play(dealt(TWO_TRICKS, *hands), cr.Declaration(cr.Seat(3), cr.Suit.SPADES))
        soloists += len(game.teams[0]) == 1
        games = [game]
        for _ in range(8):
            games = [cr.play(each, move) for each in games for move in cr.legal_moves(each)]
        finished.update(each.tricks_won for each in games)
        expected.update(won for _, won in orders(hands, "S"))
    assert finished == expected
    assert (len(deals), soloists, sum(finished.values())) == (630, 90, 5760)
