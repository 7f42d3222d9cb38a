"""Games and those who look at them, and games that look alike to somebody."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, permutations, product
from typing import cast

from hypothesis import strategies as st

import collusion_rules as cr
from collusion_rules import testing

Viewed = tuple[cr.Game, cr.Seat | None]
"""A game and who looks at it."""


def viewed(games: st.SearchStrategy[cr.Game] | None = None) -> st.SearchStrategy[Viewed]:
    """Games at any point, or these, with any viewer."""
    return (testing.games() if games is None else games).flatmap(
        lambda game: st.tuples(st.just(game), viewers(game))
    )


def viewers(game: cr.Game) -> st.SearchStrategy[cr.Seat | None]:
    return st.none() | st.integers(0, game.rules.players - 1).map(cr.Seat)


def told(events: Iterable[cr.Event], viewer: cr.Seat | None) -> tuple[cr.Event, ...]:
    return tuple(cr.redact(event, viewer) for event in events)


def last_dealt(game: cr.Game) -> int:
    """Where in the log the last deal begins."""
    return max(at for at, event in enumerate(game.log) if isinstance(event, cr.Dealt))


def redealt(game: cr.Game, hands: Sequence[cr.Cards]) -> cr.Game:
    """The game in which the seats hold these cards now, and all else happened as it did.

    Raises:
        BadRecordError: it could not have.
    """
    at = last_dealt(game)
    played = [cr.Cards(play.card for play in game.plays if play.seat == seat) for seat in range(8)]
    before = tuple(hand + played[seat] for seat, hand in enumerate(hands))
    dealt = cr.Dealt(cast("cr.Dealt", game.log[at]).dealer, before)
    return cr.replay((*game.log[:at], dealt, *game.log[at + 1 :]))


def honours(rules: cr.Ruleset) -> tuple[cr.Rank, ...]:
    """The ranks of which each seat is dealt one card of each suit (D6)."""
    return rules.dealing.honours if isinstance(rules.dealing, cr.HonoursFirst) else ()


def worlds(game: cr.Game, viewer: cr.Seat | None) -> Iterator[cr.Game]:
    """Every game that can't be told from this one by its viewer: for tiny decks alone."""
    ranks = honours(game.rules)
    hidden = [seat for seat in range(game.rules.players) if seat != viewer]
    held = [(seat, card) for seat in hidden for card in game.hands[seat]]
    low = [(seat, card) for seat, card in held if card.rank not in ranks]
    high = [
        [(seat, card) for seat, card in held if card.rank in ranks and card.suit is suit]
        for suit in cr.Suit
    ]
    sizes = [[seat for seat, _ in low].count(seat) for seat in hidden]
    arranged = [set(permutations(card for _, card in suit)) for suit in high]
    for lows in dealt_out([card for _, card in low], sizes):
        for highs in product(*arranged):
            hands = {seat: [*cards] for seat, cards in zip(hidden, lows, strict=True)}
            for suit, cards in zip(high, highs, strict=True):
                for (seat, _), card in zip(suit, cards, strict=True):
                    hands[seat].append(card)
            try:
                yield redealt(
                    game, [cr.Cards(hands.get(s, hand)) for s, hand in enumerate(game.hands)]
                )
            except cr.BadRecordError:
                continue


def dealt_out(
    cards: Sequence[cr.Card], sizes: Sequence[int]
) -> Iterator[tuple[tuple[cr.Card, ...], ...]]:
    """Every way to deal cards into hands of these sizes."""
    if not sizes:
        yield ()
        return
    for places in combinations(range(len(cards)), sizes[0]):
        others = [card for place, card in enumerate(cards) if place not in places]
        for rest in dealt_out(others, sizes[1:]):
            yield (tuple(cards[place] for place in places), *rest)
