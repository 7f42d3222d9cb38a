"""What a table costs and holds: no more than the deal in play, and nothing that is not told."""

import gc
import sys
from collections.abc import Callable, Iterator
from types import FunctionType, ModuleType
from typing import Any

import attrs
import laws
import pytest
from seeing import told

import collusion_rules as cr
from collusion_rules import folding

pytestmark = pytest.mark.no_cover  # for speed: other tests run what it runs, too

HOUSE_RULES = (*cr.RULESETS.values(), cr.secret_partners(name="accusations", accusations=True))


def games() -> Iterator[cr.Game]:
    for rules in HOUSE_RULES:
        for moves in (0, 5, 30, 70, 150):
            yield laws.random_game(rules, moves, moves)


def reachable(root: object) -> Iterator[object]:
    """All that an object holds on to, but modules, classes and functions, which all have."""
    seen, left = set[int](), [root]
    while left:
        value = left.pop()
        if id(value) in seen or isinstance(value, ModuleType | FunctionType | type):
            continue
        seen.add(id(value))
        yield value
        left.extend(gc.get_referents(value))


def foreign_hands(game: cr.Game, viewer: cr.Seat | None) -> set[cr.Cards]:
    """The hands of others, as they were dealt and as they are held; none that are empty."""
    dealt = [event.hands for event in game.log if isinstance(event, cr.Dealt)]
    own = {hands[viewer] for hands in (*dealt, game.hands) if viewer is not None}
    return {
        hand
        for hands in (*dealt, game.hands)
        for seat, hand in enumerate(hands)
        if isinstance(hand, cr.Cards) and seat != viewer and len(hand) > 1 and hand not in own
    }


def holds_foreign_hands(look: Callable[[cr.Game, cr.Seat | None], object]) -> bool:
    """Whether something made for a viewer holds a hand of another, as cards or as their bits."""
    for game in games():
        for viewer in (None, *map(cr.Seat, range(game.rules.players))):
            foreign = foreign_hands(game, viewer)
            bits = {hand.bits for hand in foreign} | {
                dealt
                for seat, dealt in enumerate(game.scene.hands)
                if seat != viewer and dealt.bit_count() > 1
            }
            for value in reachable(look(game, viewer)):
                if value is game or (isinstance(value, cr.Cards) and value in foreign):
                    return True
                if type(value) is int and value in bits:
                    return True
    return False


def test_a_view_holds_nothing_that_its_viewer_may_not_see() -> None:
    assert not holds_foreign_hands(cr.view)


def test_nor_does_one_that_is_told_event_by_event() -> None:
    assert not holds_foreign_hands(lambda game, seat: cr.observe(told(game.log, seat), seat))


def test_nor_do_the_events_that_it_is_told() -> None:
    assert not holds_foreign_hands(lambda game, seat: told(game.log, seat))


def a_view_of_a_game(game: cr.Game, seat: cr.Seat | None) -> object:
    return [cr.view(game, seat), game]


def a_view_that_keeps_what_was_unplayed(game: cr.Game, seat: cr.Seat | None) -> object:
    return [cr.view(game, seat), game.scene.hands]


@pytest.mark.parametrize("look", [a_view_of_a_game, a_view_that_keeps_what_was_unplayed])
def test_what_it_should_not_hold_is_found(look: Any) -> None:
    assert holds_foreign_hands(look)


# What a verb does is counted in calls of functions: the same on every machine


def calls(action: Callable[[], object]) -> int:
    """How many functions an action calls, Python's own among them."""
    count = 0

    def see(_: object, event: str, __: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    before = sys.getprofile()
    gc.disable()  # else a collection during the action calls what others have hung into it
    sys.setprofile(see)
    try:
        action()
    finally:
        sys.setprofile(before)
        gc.enable()
    return count


def in_deal(deal: int, hands: tuple[cr.Cards, ...]) -> cr.Game:
    """The same 30 cards of the same hands, in a later deal of a game or in its first."""
    game = cr.new_game(cr.secret_partners(deals=100), cr.Seat((1 - deal) % 4))
    for number in range(1, deal + 1):
        game = cr.deal(game, hands=hands) if number == deal else cr.deal(game, seed=number)
        for _ in range(31 if number == deal else 53):
            game = cr.play(game, cr.legal_moves(game)[0])
    return game


def verbs(game: cr.Game) -> dict[str, Callable[[], object]]:
    seat = cr.Seat(2)
    view, move = cr.view(game, seat), cr.legal_moves(game)[0]
    return {
        "play": lambda: cr.play(game, move),
        "legal_moves": lambda: cr.legal_moves(game),
        "is_legal": lambda: cr.is_legal(game, move),
        "view": lambda: cr.view(game, seat),
        "advance": lambda: cr.advance(view, move),
        "rewind": lambda: cr.rewind(game, game.version - 1),
        "voids": lambda: cr.voids(view),
        "hands": lambda: view.hands,
        "standings": lambda: cr.standings(view),
        "repr": lambda: repr(game),
    }


def test_no_verb_costs_more_later_in_a_game() -> None:
    hands = cr.deal(cr.new_game(cr.PARLETT, cr.Seat(0)), seed=7).hands
    for action in verbs(in_deal(1, hands)).values():
        action()  # so that what is made once is made
    second, later = (
        {name: calls(action) for name, action in verbs(in_deal(deal, hands)).items()}
        for deal in (2, 40)
    )
    assert later == second


@pytest.mark.parametrize("rules", HOUSE_RULES, ids=lambda rules: str(rules.name))
def test_a_score_changes_nothing_else(rules: cr.Ruleset) -> None:
    start, *events = laws.random_game(rules, 3, 119).log
    assert isinstance(start, cr.GameStarted)
    table = folding.begin(cr.Game, start)
    for event in events:
        before, table = table.scene, folding.fold(table, event)
        if isinstance(event, cr.DealScored):
            assert table.scene == attrs.evolve(
                before,
                phase=cr.Phase.AWAITING_DEAL,
                dealer=cr.Seat((before.dealer + 1) % rules.players),
                totals=event.score.totals,
                deals_played=before.deals_played + 1,
                last_score=event.score,
            )
    assert table.deals_played


# What is equal is shared


def lines_of_deals(seed: int) -> list[cr.ScoreLine]:
    game = laws.random_game(cr.PARLETT, seed, 10_000)
    return [line for score in game.scores for line in score.lines]


def test_games_share_the_lines_of_their_scores() -> None:
    made = {line: line for line in lines_of_deals(1)}
    assert all(made.setdefault(line, line) is line for line in lines_of_deals(2))


def test_a_line_of_other_types_is_not_shared() -> None:
    scoring = cr.ParlettScoring()
    odd = [*scoring.lines(cr.Outcome((True, 3, 4, 5)), (0, 0, 0, 0))]
    right = [*scoring.lines(cr.Outcome((1, 3, 4, 5)), (0, 0, 0, 0))]
    assert type(odd[0].points) is bool
    assert type(right[0].points) is int


def test_logs_and_views_share_hands_that_are_face_down() -> None:
    game = cr.deal(cr.new_game(cr.PARLETT, cr.Seat(0)), seed=7)
    down, dealt = cr.view(game, None).hands[1], cr.redact(game.log[1], cr.Seat(2))
    assert isinstance(dealt, cr.Dealt)
    assert down is dealt.hands[0]
