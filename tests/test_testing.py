"""The strategies for users' tests: what they draw, and that they draw all of it."""

import importlib
import sys
from collections.abc import Callable
from random import Random
from typing import Any, TypeVar, get_args

import attrs
import pytest
from hypothesis import HealthCheck, Phase, assume, find, given, settings
from hypothesis import strategies as st
from hypothesis.errors import Unsatisfiable
from tables import NoScoring, always, refused

import collusion_rules as cr
from collusion_rules import testing

T = TypeVar("T")


def drawn(strategy: st.SearchStrategy[T], count: int) -> list[T]:
    """So many examples, always the same."""
    examples = list[T]()

    @settings(
        max_examples=count,
        derandomize=True,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=[HealthCheck.too_slow],
    )
    @given(strategy)
    def draw(example: T) -> None:
        examples.append(example)

    draw()
    return examples


def is_drawn(
    wanted: Callable[[T], object], examples: list[T], strategy: st.SearchStrategy[T]
) -> bool:
    """Whether there is a wanted one among some examples, or else among many more."""
    if any(map(wanted, examples)):
        return True
    hard = settings(max_examples=20_000, database=None, phases=[Phase.generate])
    same = Random(0)  # noqa: S311 -- no secret is drawn
    find(strategy, lambda example: bool(wanted(example)), settings=hard, random=same)
    return True


@pytest.fixture(scope="module")
def some_rulesets() -> list[cr.Ruleset]:
    return drawn(testing.rulesets(), 500)


@pytest.fixture(scope="module")
def some_games() -> list[cr.Game]:
    accusing = testing.games(cr.secret_partners(accusations=True))
    return [*drawn(testing.games(), 250), *drawn(accusing, 50)]


def ten_moves(game: cr.Game) -> st.SearchStrategy[list[tuple[cr.Game, cr.Move]]]:
    return st.lists(st.tuples(st.just(game), testing.moves(game)), min_size=10, max_size=10)


TRIED = (testing.games() | testing.games(cr.secret_partners(accusations=True))).flatmap(ten_moves)


@pytest.fixture(scope="module")
def some_moves() -> list[list[tuple[cr.Game, cr.Move]]]:
    return drawn(TRIED, 120)


@given(testing.rulesets())
def test_rulesets_make_sense(rules: cr.Ruleset) -> None:
    """They build, and the library's own parts are all that they are made of."""
    assert rules.tricks * rules.players == len(rules.deck)
    assert isinstance(rules.scoring, cr.ParlettScoring | cr.PartnersScoring | cr.ThreeTeamsScoring)


def test_the_six_games_are_among_them(some_rulesets: list[cr.Ruleset]) -> None:
    assert {*cr.RULESETS.values()} <= {*some_rulesets}


HOUSE_RULES: dict[str, Callable[[cr.Ruleset], bool]] = {
    "tiny deck": lambda rules: rules.tricks <= 3,
    "trumps in Parlett's game": lambda rules: rules.declares and rules.partnership is None,
    "another cycle": lambda rules: (
        isinstance(rules.partnership, cr.SecretPair)
        and len(rules.partnership.cycle) == 3
        and rules.name == "house rules"
    ),
    "open with accusations": lambda rules: (
        rules.accusations and rules.reveal is cr.Reveal.AT_FIRST_PARTNER_CARD
    ),
    "open triple": lambda rules: (
        rules.players == 6 and rules.reveal is cr.Reveal.AT_FIRST_PARTNER_CARD
    ),
    "typed talk alone": lambda rules: rules.talk is cr.TableTalk.STATEMENTS,
    "talk among secret partners": lambda rules: (
        isinstance(rules.partnership, cr.SecretPair) and rules.talk is cr.TableTalk.ANYTHING
    ),
    "a tie is played off": lambda rules: (
        isinstance(rules.scoring, cr.ParlettScoring) and rules.play_off
    ),
    "a game of one deal": lambda rules: (
        isinstance(rules.scoring, cr.ThreeTeamsScoring) and rules.scoring.deals == 1
    ),
    "an accusation that needs a win": lambda rules: (
        isinstance(rules.scoring, cr.PartnersScoring) and rules.scoring.accusation_needs_win
    ),
}


@pytest.mark.parametrize("is_wanted", HOUSE_RULES.values(), ids=HOUSE_RULES)
def test_house_rules_of_all_kinds_are_among_them(
    is_wanted: Callable[[cr.Ruleset], bool], some_rulesets: list[cr.Ruleset]
) -> None:
    assert {rules.name for rules in some_rulesets if is_wanted(rules)} <= {"house rules"}
    assert is_drawn(is_wanted, some_rulesets, testing.rulesets())


@given(st.data())
def test_deals_can_be_dealt(data: st.DataObject) -> None:
    rules = data.draw(testing.rulesets())
    hands = data.draw(testing.deals(rules))
    game = cr.deal(cr.new_game(rules, cr.Seat(1)), hands=hands)
    assert game.hands == hands


GAMES: dict[str, Callable[[cr.Game], bool]] = {
    "fresh": lambda game: game.version == 1,
    "between deals": lambda game: game.phase is cr.Phase.AWAITING_DEAL and game.deals_played == 2,
    "declaring in a later deal": lambda game: (
        game.phase is cr.Phase.DECLARING and game.deals_played > 1
    ),
    "the first lead": lambda game: game.phase is cr.Phase.PLAYING and not game.plays,
    "mid-trick in a later deal": lambda game: len(game.trick) == 3 and game.deals_played > 2,
    "the last card": lambda game: len(game.plays) == len(game.rules.deck) - 1,
    "over": lambda game: game.phase is cr.Phase.OVER,
    "joint winners": lambda game: len(cr.game_winner(game)) > 1,
    "talk in turn": lambda game: any(isinstance(event, cr.Talk) for event in game.log),
    "free text": lambda game: any(
        isinstance(event, cr.Talk) and isinstance(event.statement, cr.Words) for event in game.log
    ),
    "an accusation": lambda game: bool(game.accusations),
    "a soloist": lambda game: [*map(len, game.teams)] == [1, 3],
    "revealed during a deal": lambda game: (
        game.phase is cr.Phase.PLAYING and game.partners_revealed
    ),
    "six players, whole": lambda game: game.rules.players == 6 and game.phase is cr.Phase.OVER,
}


@pytest.mark.no_cover
@pytest.mark.parametrize("is_wanted", GAMES.values(), ids=GAMES)
def test_games_of_all_kinds_are_drawn(
    is_wanted: Callable[[cr.Game], bool], some_games: list[cr.Game]
) -> None:
    assert is_drawn(is_wanted, some_games, testing.games())


@given(st.data(), testing.rulesets(), st.sampled_from(cr.Phase))
def test_games_are_of_the_rules_and_in_the_phase_asked_for(
    data: st.DataObject, rules: cr.Ruleset, phase: cr.Phase
) -> None:
    assume(rules.declares or phase is not cr.Phase.DECLARING)
    game = data.draw(testing.games(rules, phase))
    assert (game.rules, game.phase) == (rules, phase)


def test_no_game_is_where_the_rules_never_lead() -> None:
    assert testing.games(cr.PARLETT, cr.Phase.DECLARING).is_empty
    assert testing.views(cr.PARLETT, cr.Phase.DECLARING).is_empty


@given(st.data(), st.sampled_from(cr.Phase))
def test_games_of_any_rules_are_in_the_phase_asked_for(
    data: st.DataObject, phase: cr.Phase
) -> None:
    assert data.draw(testing.games(phase=phase)).phase is phase


@given(testing.whole_games() | testing.whole_games(cr.PARLETT_50))
def test_whole_games_are_over(game: cr.Game) -> None:
    assert cr.game_winner(game)


def test_games_shrink_to_early_games_without_talk() -> None:
    """A failing example should be short: here, any second lead."""

    def is_wanted(game: cr.Game) -> bool:
        return len(game.tricks) == 1 and len(game.trick) == 1 and game.deals_played < 3

    shrunk = find(
        testing.games(cr.PARLETT), is_wanted, settings=settings(max_examples=500, database=None)
    )
    assert shrunk.deals_played == 0
    assert shrunk.version == 1 + 1 + 4 + 1 + 1


MOVES = (cr.Play, cr.Declaration, cr.Talk, cr.Accusation)


@pytest.mark.no_cover
@pytest.mark.parametrize("kind", MOVES)
def test_legal_moves_of_all_kinds_are_drawn(
    kind: type[cr.Move], some_moves: list[list[tuple[cr.Game, cr.Move]]]
) -> None:
    def is_wanted(ten: list[tuple[cr.Game, cr.Move]]) -> bool:
        return any(isinstance(move, kind) and cr.is_legal(game, move) for game, move in ten)

    assert is_drawn(is_wanted, some_moves, TRIED)


@pytest.mark.parametrize(
    "code",
    [
        cr.ErrorCode.AWAITING_DEAL,
        cr.ErrorCode.AWAITING_DECLARATION,
        cr.ErrorCode.ALREADY_DECLARED,
        cr.ErrorCode.GAME_OVER,
        cr.ErrorCode.NOT_YOUR_TURN,
        cr.ErrorCode.CARD_NOT_HELD,
        cr.ErrorCode.NO_TALK,
        cr.ErrorCode.NO_ACCUSATIONS,
        cr.ErrorCode.NO_SUCH_SEAT,
    ],
)
def test_moves_that_are_refused_for_every_common_reason_are_drawn(
    code: cr.ErrorCode, some_moves: list[list[tuple[cr.Game, cr.Move]]]
) -> None:
    def is_wanted(ten: list[tuple[cr.Game, cr.Move]]) -> bool:
        return any(refused(game, move) is code for game, move in ten)

    assert is_drawn(is_wanted, some_moves, TRIED)


@given(st.data(), testing.rulesets())
def test_statements_are_in_range(data: st.DataObject, rules: cr.Ruleset) -> None:
    statement = data.draw(testing.statements(rules))
    tricks, seat = getattr(statement, "tricks", 0), getattr(statement, "seat", 0)
    assert 0 <= tricks <= rules.tricks
    assert 0 <= seat < rules.players
    if isinstance(statement, cr.Words):
        assert rules.talk is cr.TableTalk.ANYTHING


@given(
    testing.games(cr.PARLETT, cr.Phase.PLAYING),
    testing.statements(cr.PARLETT),
    st.integers(0, 3).map(cr.Seat),
)
def test_statements_may_be_made(game: cr.Game, statement: cr.Statement, seat: cr.Seat) -> None:
    """B9: by anybody but those they are addressed to."""
    to_oneself = getattr(statement, "seat", None) == seat
    assert cr.is_legal(game, cr.Talk(seat, statement)) is not to_oneself


def test_statements_of_all_kinds_are_drawn() -> None:
    kinds = {type(statement) for statement in drawn(testing.statements(cr.PARLETT), 300)}
    assert kinds == {*get_args(cr.Statement)}


def test_what_is_asked_for_is_checked() -> None:
    wrong: Any = "wrong"
    for ask in (testing.games, testing.deals, testing.statements, testing.moves):
        with pytest.raises(cr.BadArgumentError):
            ask(wrong)
    with pytest.raises(cr.BadArgumentError, match="phase must be a Phase"):
        testing.games(phase=wrong)


def test_no_game_is_played_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(testing, "_MOST_DEALS", 3)
    nothing = dict.fromkeys(("most", "tied_most", "tied_fewest", "fewest", "all_tricks"), 0)
    scoring = cr.ThreeTeamsScoring(deals=1, **nothing)
    rules = attrs.evolve(
        cr.TRIPLE_COLLUSION,
        scoring=scoring,
        deck=cr.Deck(packs=2, lowest=cr.Rank.QUEEN),
        play_off=True,
    )
    with pytest.raises(cr.BadArgumentError, match="one under which a game is over after 3 deals"):
        testing.whole_games(rules)
    for drawn_game in drawn(testing.games(rules), 20):
        assert drawn_game.phase is not cr.Phase.OVER
    monkeypatch.setattr(testing, "_can_be_over", always(True))  # as of the one that was tried
    with pytest.raises(Unsatisfiable):
        find(testing.whole_games(rules), lambda _: True, settings=settings(max_examples=2))


def test_games_that_are_never_over_are_said_to_be_so_at_once() -> None:
    """Before a test has drawn for minutes; but games that go on can be drawn of such rules."""
    never = cr.Ruleset(name="never", scoring=NoScoring())
    far = cr.parlett(1_000_000)
    for rules in (never, far):
        with pytest.raises(cr.BadArgumentError, match="a game is over after 200 deals"):
            testing.games(rules, cr.Phase.OVER)
        with pytest.raises(cr.BadArgumentError, match="a game is over after 200 deals"):
            testing.views(rules, cr.Phase.OVER)
    assert drawn(testing.games(never), 10)


def test_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "hypothesis", None)
    monkeypatch.delitem(sys.modules, "collusion_rules.testing")
    with pytest.raises(ImportError, match="package hypothesis is missing") as refusal:
        importlib.import_module("collusion_rules.testing")
    assert 'pip install "collusion-rules[testing]"' in str(refusal.value)
