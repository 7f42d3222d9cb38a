"""Views don't leak: what a viewer has not seen changes nothing that can reach them.

Each check compares two games that differ only in hidden cards. The same checks must find leaks
that are planted in the library.
"""

from collections.abc import Callable, Iterator
from itertools import combinations
from typing import Any, NamedTuple, cast

import attrs
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from seeing import honours, last_dealt, redealt, told

import collusion_rules as cr
from collusion_rules import folding, judging, testing, views
from collusion_rules.errors import Fault, fault
from collusion_rules.shuffling import Chance

pytestmark = pytest.mark.no_cover  # for speed: other tests run what it runs, too

NAMES = ["Ann", "Bo", "Cy", "Di", "Ed", "Flo"]


class Twins(NamedTuple):
    """Two games that a viewer can't tell apart."""

    game: cr.Game
    other: cr.Game
    viewer: cr.Seat | None


def other_game(game: cr.Game, viewer: cr.Seat | None, chance: Chance, swaps: int = 60) -> cr.Game:
    """A game with some cards swapped that the viewer has not seen, and all else as it happened."""
    hands = [list(hand) for hand in game.hands]
    places = [
        (seat, place)
        for seat, hand in enumerate(hands)
        if seat != viewer
        for place, card in enumerate(hand)
        if not _is_public(game, card)
    ]
    for _ in range(swaps if places else 0):
        one, two = (places[chance.below(len(places))] for _ in range(2))
        if _can_swap(game, hands, one, two):
            (s, at), (t, to) = one, two
            hands[s][at], hands[t][to] = hands[t][to], hands[s][at]
    return redealt(game, [cr.Cards(hand) for hand in hands])


def _is_public(game: cr.Game, card: cr.Card) -> bool:
    """Whether all know who has a card that is not played: a partner card after a reveal (D1)."""
    cards = game.partner_cards
    shown = any(play.card in cards for play in game.plays)
    return card in cards and shown and game.rules.reveal is cr.Reveal.AT_FIRST_PARTNER_CARD


def _can_swap(
    game: cr.Game, hands: list[list[cr.Card]], one: tuple[int, int], two: tuple[int, int]
) -> bool:
    """Whether no seat gets a suit that it is out of (A5), or two honours of a suit (D6)."""
    (s, at), (t, to) = one, two
    gets, gives = hands[t][to], hands[s][at]
    out, ranks = cr.voids(game), honours(game.rules)
    if gets.suit in out[s] or gives.suit in out[t]:
        return False
    high = [card for card in (gets, gives) if card.rank in ranks]
    return not high or (len(high) == 2 and gets.suit is gives.suit)


@st.composite
def twins(draw: st.DrawFn, phase: cr.Phase | None = None) -> Twins:
    """Games in the middle of a deal; in a few nothing can be swapped."""
    if phase is None:
        phase = draw(st.sampled_from([cr.Phase.PLAYING] * 3 + [cr.Phase.DECLARING]))
    game = draw(testing.games(phase=phase))
    viewer = draw(st.none() | st.integers(0, game.rules.players - 1).map(cr.Seat))
    return Twins(game, other_game(game, viewer, Chance(draw(st.integers(0, 2**32)), 0)), viewer)


# The checks


Check = Callable[[Twins], None]


def views_are_equal(twins: Twins) -> None:
    one, two = (cr.view(game, twins.viewer) for game in (twins.game, twins.other))
    assert one == two
    assert hash(one) == hash(two)
    assert repr(one) == repr(two)
    assert str(one) == str(two)
    for name in dir(cr.View):
        if not name.startswith("_") and not callable(getattr(one, name)):
            assert repr(getattr(one, name)) == repr(getattr(two, name)), name


def logs_are_equal(twins: Twins) -> None:
    one, two = (told(game.log, twins.viewer) for game in (twins.game, twins.other))
    assert one == two
    assert repr(one) == repr(two)
    names = NAMES[: twins.game.rules.players]
    for language in cr.languages():
        for event, same in zip(one, two, strict=True):
            assert cr.describe(event, names, language) == cr.describe(same, names, language)


def records_are_equal(twins: Twins) -> None:
    one, two = (cr.view(game, twins.viewer) for game in (twins.game, twins.other))
    assert cr.dumps(one) == cr.dumps(two)
    events = (cr.redact(game.log[last_dealt(game)], twins.viewer) for game in twins[:2])
    assert len({cr.dumps(event) for event in events}) == 1


def knowledge_is_equal(twins: Twins) -> None:
    one, two = (cr.view(game, twins.viewer) for game in (twins.game, twins.other))
    assert cr.legal_moves(one) == cr.legal_moves(two)
    for seat in map(cr.Seat, range(one.rules.players)):
        assert cr.legal_moves(one, seat) == cr.legal_moves(two, seat)
    for known in (cr.voids, cr.pacts, cr.standings):
        assert known(one) == known(two)


def answers_are_equal(twins: Twins) -> None:
    """Whatever the viewer may try, they get the same answer."""
    if twins.viewer is not None:
        for move in tries(twins.game.rules, twins.viewer):
            assert answer(twins.game, move) == answer(twins.other, move), move
        assert stale(twins.game, twins.viewer) == stale(twins.other, twins.viewer)


CHECKS: tuple[Check, ...] = (
    views_are_equal,
    logs_are_equal,
    records_are_equal,
    knowledge_is_equal,
    answers_are_equal,
)


def tries(rules: cr.Ruleset, seat: cr.Seat) -> Iterator[cr.Move]:
    """Moves that somebody in a seat may send, most of them illegal."""
    for suit in cr.Suit:
        yield cr.Declaration(seat, suit)
        for rank in cr.Rank:
            yield cr.Play(seat, cr.Card(rank, suit))
    seats = [cr.Seat(other) for other in range(rules.players)]
    for suspects in (*combinations(seats, 1), *combinations(seats, 2), (seat, seat)):
        yield cr.Accusation(seat, suspects)
    for statement in (cr.Aim(1), cr.Aim(99), cr.Offer(seat, 1), cr.Words("?"), cr.Words("")):
        yield cr.Talk(seat, statement)
    nonsense: Any = None
    yield cr.Play(seat, nonsense)
    yield cr.Declaration(seat, nonsense)
    yield cr.Talk(seat, nonsense)
    yield cr.Accusation(seat, nonsense)


def answer(game: cr.Game, move: cr.Move) -> tuple[object, ...]:
    """All that comes back from a move that is refused, and only that it is accepted if it is."""
    try:
        cr.play(game, move)
    except cr.IllegalMoveError as error:
        assert not cr.is_legal(game, move)
        return shown(error)
    assert cr.is_legal(game, move)
    return ()


def stale(game: cr.Game, seat: cr.Seat) -> tuple[object, ...]:
    with pytest.raises(cr.IllegalMoveError) as refused:
        cr.play(game, cr.Talk(seat, cr.NoMore()), expect_version=game.version - 1)
    return shown(refused.value)


def shown(error: cr.CollusionError) -> tuple[object, ...]:
    described = [cr.describe(error, NAMES, language) for language in cr.languages()]
    return error.code, dict(error.parameters), str(error), repr(error), error.args, described


# No leaks


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_hidden_cards_change_nothing_for_the_viewer(check: Check) -> None:
    @given(twins())
    def holds(twins: Twins) -> None:
        check(twins)

    holds()


@given(twins())
def test_twins_differ_in_hidden_cards_alone(twins: Twins) -> None:
    """The checks compare what they should: other hands, the same deal of all else."""
    game, other, viewer = twins
    assume(game != other)
    assert sum(map(len, game.hands)) == sum(map(len, other.hands))
    assert viewer is None or game.hands[viewer] == other.hands[viewer]
    assert game.hands != other.hands
    assert game.plays == other.plays
    assert [type(event) for event in game.log] == [type(event) for event in other.log]


def a_game(rules: cr.Ruleset, seed: int, moves: int) -> cr.Game:
    """A game after so many random moves."""
    chance = Chance(seed, 0)
    game = cr.deal(cr.new_game(rules, cr.Seat(0)), seed=seed)
    for _ in range(moves):
        choices = cr.legal_moves(game)
        game = cr.play(game, choices[chance.below(len(choices))])
    return game


FIRST_TRICKS = [
    Twins(game, other_game(game, cr.Seat(viewer), Chance(moves, 1)), cr.Seat(viewer))
    for rules in (*cr.RULESETS.values(), cr.secret_partners(accusations=True))
    for moves in range(0, 16, 3)
    for viewer in (0, 1)
    for game in [a_game(rules, moves, moves)]
]


def test_most_twins_differ() -> None:
    assert sum(twins.game != twins.other for twins in FIRST_TRICKS) == len(FIRST_TRICKS)
    partners = [twins for twins in FIRST_TRICKS if twins.game.teams != twins.other.teams]
    assert len(partners) >= 20


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_no_leak_in_the_first_tricks(check: Check) -> None:
    for twins in FIRST_TRICKS:
        check(twins)


THREE_TRICKS = cr.Ruleset(
    name="three tricks",
    deck=cr.Deck(lowest=cr.Rank.QUEEN),
    talk=cr.TableTalk.ANYTHING,
    scoring=cr.ParlettScoring(),
)


def seeds_are_not_told(check: Check) -> None:
    """Deals from many seeds in which the viewer gets the same hand are the same for them."""
    viewer = cr.Seat(1)
    by_hand: dict[cr.Hand, cr.Game] = {}
    compared = 0
    for seed in range(100):
        game = cr.deal(cr.new_game(THREE_TRICKS, cr.Seat(0)), seed=f"table {seed}")
        first = by_hand.setdefault(game.hands[viewer], game)
        if first.hands != game.hands:
            compared += 1
            check(Twins(first, game, viewer))
    assert compared >= 10


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_no_view_tells_the_seed(check: Check) -> None:
    seeds_are_not_told(check)


# Planted leaks


Redact = Callable[[cr.Event, cr.Seat | None], cr.Event]
Look = Callable[[cr.Game, cr.Seat | None], cr.View]
Refuse = Callable[[cr.Game, Any], Fault | None]
Deal = Callable[[cr.Game, cr.Seed], cr.Game]


def hands_are_dealt_face_up(right: Redact) -> Redact:
    return lambda event, seat: event if isinstance(event, cr.Dealt) else right(event, seat)


def a_card_in_the_own_hand(right: Redact) -> Redact:
    """One card of the next seat lies among the viewer's own."""

    def redact(event: cr.Event, seat: cr.Seat | None) -> cr.Event:
        told = right(event, seat)
        if seat is None or not (isinstance(event, cr.Dealt) and isinstance(told, cr.Dealt)):
            return told
        cards = cast("tuple[cr.Cards, ...]", event.hands)
        foreign = next(iter(cards[(seat + 1) % len(cards)]))
        own = cards[seat] + cr.Cards([foreign])
        return cr.Dealt(told.dealer, (*told.hands[:seat], own, *told.hands[seat + 1 :]))

    return redact


def a_card_in_anothers_hand(right: Redact) -> Redact:
    """The highest card of the last other seat is seen, the rest of its hand is not."""

    def redact(event: cr.Event, seat: cr.Seat | None) -> cr.Event:
        told = right(event, seat)
        if not (isinstance(event, cr.Dealt) and isinstance(told, cr.Dealt)):
            return told
        top = cr.Cards([next(iter(cast("cr.Cards", event.hands[-1])))])
        return cr.Dealt(told.dealer, (*told.hands[:-1], top))

    return redact


def hands_in_the_first_event(right: Look) -> Look:
    """The name of the ruleset has the hand of the next seat."""

    def view(game: cr.Game, seat: cr.Seat | None) -> cr.View:
        hand = game.hands[((seat or 0) + 1) % game.rules.players]
        start = cr.GameStarted(attrs.evolve(game.rules, name=f"hidden: {hand}"), game.dealer)
        table = folding.begin(cr.View, start, seat)
        for event in right(game, seat).log[1:]:
            table = folding.fold(table, event)
        return table

    return view


def teams_too_early(right: Look) -> Look:
    def view(game: cr.Game, seat: cr.Seat | None) -> cr.View:
        table = right(game, seat)
        return folding.fold(table, cr.PartnersRevealed(game.teams)) if game.teams else table

    return view


def the_holder_of_a_card(right: Refuse) -> Refuse:
    """Who plays a card that they have not is told who has it."""

    def refuse(game: cr.Game, play: cr.Play) -> Fault | None:
        wrong = right(game, play)
        holders = [seat for seat, hand in enumerate(game.hands) if play.card in hand]
        return wrong and fault(wrong.code, **wrong.parameters, holders=tuple(holders))

    return refuse


def the_cards_of_whose_turn_it_is(right: Refuse) -> Refuse:
    """Who plays out of turn is told the cards of the seat on turn."""

    def refuse(game: cr.Game, play: cr.Play) -> Fault | None:
        wrong = right(game, play)
        if wrong is None or wrong.code is not cr.ErrorCode.NOT_YOUR_TURN:
            return wrong
        assert game.to_act is not None
        cards = game.hands[game.to_act]
        return fault(cr.ErrorCode.CARD_NOT_HELD, seat=game.to_act, card=play.card, cards=cards)

    return refuse


def the_partners_in_a_refusal(right: Refuse) -> Refuse:
    """Who accuses wrongly is told who the partners are."""

    def refuse(game: cr.Game, accusation: cr.Accusation) -> Fault | None:
        wrong = right(game, accusation)
        return wrong and fault(wrong.code, **wrong.parameters, partners=game.teams)

    return refuse


def only_right_accusations(right: Refuse) -> Refuse:
    """Whether an accusation is accepted tells whether it is right."""

    def refuse(game: cr.Game, accusation: cr.Accusation) -> Fault | None:
        wrong = right(game, accusation)
        if wrong is None and sorted(accusation.suspects) != sorted((game.teams or ((),))[0]):
            return fault(cr.ErrorCode.TWO_SUSPECTS)
        return wrong

    return refuse


def a_seed_in_the_log(right: Deal) -> Deal:
    def deal(game: cr.Game, seed: cr.Seed) -> cr.Game:
        return cr.play(right(game, seed), cr.Talk(cr.Seat(0), cr.Words(f"seed {seed!r}")))

    return deal


LEAKS: dict[str, tuple[Any, str, Callable[[Any], object], set[Check]]] = {
    "all hands are dealt face up": (
        views,
        "as_told",
        hands_are_dealt_face_up,
        {views_are_equal, logs_are_equal, records_are_equal, knowledge_is_equal},
    ),
    "all hands are face up in the events": (
        cr,
        "redact",
        hands_are_dealt_face_up,
        {logs_are_equal, records_are_equal},
    ),
    "a foreign card in the own hand": (
        views,
        "as_told",
        a_card_in_the_own_hand,
        {views_are_equal, logs_are_equal, records_are_equal, knowledge_is_equal},
    ),
    "a card of another hand": (
        views,
        "as_told",
        a_card_in_anothers_hand,
        {views_are_equal, logs_are_equal, records_are_equal, knowledge_is_equal},
    ),
    "hands in the first event": (
        cr,
        "view",
        hands_in_the_first_event,
        {views_are_equal, records_are_equal},
    ),
    "the teams too early": (
        cr,
        "view",
        teams_too_early,
        {views_are_equal, records_are_equal},
    ),
    "an error names the holder of a card": (
        judging,
        "_card_refusal",
        the_holder_of_a_card,
        {answers_are_equal},
    ),
    "an error names hidden cards": (
        judging,
        "turn_refusal",
        the_cards_of_whose_turn_it_is,
        {answers_are_equal},
    ),
    "a refused accusation names the partners": (
        judging,
        "_accusation_refusal",
        the_partners_in_a_refusal,
        {answers_are_equal},
    ),
    "only right accusations are accepted": (
        judging,
        "_accusation_refusal",
        only_right_accusations,
        {answers_are_equal},
    ),
}


def finds(check: Check) -> bool:
    try:
        for twins in FIRST_TRICKS:
            check(twins)
    except AssertionError:
        return True
    return False


@pytest.mark.once
@pytest.mark.parametrize(("place", "name", "leak", "found_by"), LEAKS.values(), ids=LEAKS)
def test_a_planted_leak_is_found(
    place: Any,
    name: str,
    leak: Callable[[Any], object],
    found_by: set[Check],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(place, name, leak(getattr(place, name)))
    assert {check for check in CHECKS if finds(check)} == found_by


def test_a_planted_seed_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cr, "deal", a_seed_in_the_log(cr.deal))
    for check in (views_are_equal, logs_are_equal, records_are_equal):
        with pytest.raises(AssertionError):
            seeds_are_not_told(check)
