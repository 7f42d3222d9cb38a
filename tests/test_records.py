"""Records: what is written is read again just so, and everything else is refused with its place."""

import json
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Literal, cast

import laws
import pytest
from hypothesis import given
from hypothesis import strategies as st
from surroundings import run
from tables import NoScoring

import collusion_rules as cr
from collusion_rules import testing
from collusion_rules.records import MOST_BYTES, MOST_PARTS

ROOT = Path(__file__).parent.parent
GOLDEN = ROOT / "tests" / "golden"

N, E, S, W = map(cr.Seat, range(4))
AS = cr.Card.parse("AS")
HAND = cr.Cards.parse("AS KS 2C")

Kept = cr.Game | cr.View | cr.Event


def viewers(game: cr.Game) -> st.SearchStrategy[cr.Seat | None]:
    return st.none() | st.integers(0, game.rules.players - 1).map(cr.Seat)


GAMES_AND_VIEWERS = testing.games().flatmap(lambda game: st.tuples(st.just(game), viewers(game)))
MOVES = testing.games().flatmap(testing.moves)


# What is written


def test_a_fresh_game() -> None:
    game = cr.new_game(cr.PARLETT, S)
    assert cr.dumps(game) == (
        '{"format":"collusion-rules","version":1,"kind":"game","log":['
        '{"type":"game-started","rules":{"name":"parlett","players":4,'
        '"scoring":{"type":"parlett-scoring","target":100,"tied_pair":10,"fewest":20,'
        '"odd_one_out":30,"lift":false},"deck":{"packs":1,"lowest":"2"},'
        '"dealing":{"type":"even-deal"},"first_leader":"left","declares":false,"partnership":null,'
        '"reveal":"after-last-trick","talk":"anything","accusations":false,"play_off":false,"revision":1},"dealer":2}]}'
    )
    assert cr.loads(cr.dumps(game)) == game


def test_the_parts_of_the_other_rulesets() -> None:
    rotation = written_rules(cr.ROTATION_COLLUSION)
    assert rotation["partnership"] == {
        "type": "secret-pair",
        "cycle": [["A", "K"], ["Q", "J"], ["A", "Q"]],
    }
    assert rotation["scoring"] == {
        "type": "partners-scoring",
        "deals": 8,
        "clear_from": 8,
        "narrow_from": 7,
        "soloist_from": 7,
        "clear_win": [10, -5],
        "narrow_win": [5, 0],
        "loss": [-5, 10],
        "soloist_win": [20, -5],
        "soloist_loss": [-15, 10],
        "all_tricks": 10,
        "soloist_all_tricks": 0,
        "accusation": 5,
        "wrong_accusation": 0,
        "accusation_needs_win": False,
    }
    triple = written_rules(cr.TRIPLE_COLLUSION)
    assert triple["deck"] == {"packs": 2, "lowest": "3"}
    assert triple["dealing"] == {"type": "honours-first", "honours": ["A", "K", "Q"]}
    assert triple["partnership"] == {"type": "three-pairs", "honours": ["A", "K", "Q"]}
    assert written_rules(cr.OPEN_COLLUSION)["reveal"] == "at-first-partner-card"


def written_rules(rules: cr.Ruleset) -> dict[str, object]:
    log = cast("list[dict[str, Any]]", cr.to_data(cr.new_game(rules, N))["log"])
    return cast("dict[str, object]", log[0]["rules"])


EVENTS: Sequence[tuple[cr.Event, dict[str, object]]] = [
    (cr.Play(W, AS), {"type": "play", "seat": 3, "card": "AS"}),
    (cr.Declaration(N, cr.Suit.HEARTS), {"type": "declaration", "seat": 0, "suit": "H"}),
    (cr.Accusation(N, (E, S)), {"type": "accusation", "seat": 0, "suspects": [1, 2]}),
    (cr.TrickWon(E), {"type": "trick-won", "seat": 1}),
    (
        cr.Dealt(E, (HAND, cr.FaceDown(3), cr.Cards())),
        {"type": "dealt", "dealer": 1, "hands": ["AS KS 2C", {"count": 3}, ""]},
    ),
    (
        cr.PartnersRevealed(((S,), (N, E, W))),
        {"type": "partners-revealed", "teams": [[2], [0, 1, 3]]},
    ),
    (cr.GameWon((N, W)), {"type": "game-won", "winners": [0, 3]}),
    (
        cr.DealScored(cr.score_deal(cr.parlett(target=10), cr.Outcome((3, 3, 3, 4)), (0, 9, 0, 0))),
        {
            "type": "deal-scored",
            "score": {
                "outcome": {
                    "tricks": [3, 3, 3, 4],
                    "teams": [],
                    "rightly_accused": False,
                    "wrong_accusers": [],
                },
                "points": [3, -3, 3, 34],
                "totals": [3, 6, 3, 34],
                "lines": [
                    {"seat": 0, "points": 3, "reason": "tricks", "tricks": 3, "others": []},
                    {"seat": 1, "points": -3, "reason": "subtracted", "tricks": 3, "others": []},
                    {"seat": 2, "points": 3, "reason": "tricks", "tricks": 3, "others": []},
                    {"seat": 3, "points": 4, "reason": "tricks", "tricks": 4, "others": []},
                    {
                        "seat": 3,
                        "points": 30,
                        "reason": "odd-one-out",
                        "tricks": 4,
                        "others": [0, 1, 2],
                    },
                ],
            },
        },
    ),
]

STATEMENTS: Sequence[tuple[cr.Statement, dict[str, object]]] = [
    (cr.Aim(4), {"type": "aim", "tricks": 4}),
    (cr.NoMore(), {"type": "no-more"}),
    (cr.AskAim(4), {"type": "ask-aim", "tricks": 4}),
    (cr.AskMore(W), {"type": "ask-more", "seat": 3}),
    (cr.AskLead(), {"type": "ask-lead", "suit": None, "height": None}),
    (
        cr.AskLead(cr.Suit.CLUBS, cr.Height.LOW),
        {"type": "ask-lead", "suit": "C", "height": "low"},
    ),
    (cr.AskNotLead(cr.Suit.SPADES), {"type": "ask-not-lead", "suit": "S"}),
    (cr.AskWhatToLead(E), {"type": "ask-what-to-lead", "seat": 1}),
    (cr.AskWhatNotToLead(E), {"type": "ask-what-not-to-lead", "seat": 1}),
    (cr.OfferLead(E), {"type": "offer-lead", "seat": 1}),
    (cr.Offer(E, 4), {"type": "offer", "seat": 1, "tricks": 4}),
    (cr.Agree(E, 4), {"type": "agree", "seat": 1, "tricks": 4}),
    (cr.Retract(), {"type": "retract"}),
    (cr.Words("四 ♥"), {"type": "words", "text": "四 ♥"}),
]


def framed(event: object) -> dict[str, object]:
    """The record of one event."""
    return {"format": "collusion-rules", "version": 1, "kind": "event", "event": event}


@pytest.mark.parametrize(("event", "written"), EVENTS)
def test_events(event: cr.Event, written: dict[str, object]) -> None:
    assert cr.to_data(event) == framed(written)
    assert cr.from_data(framed(written), "event") == event


@pytest.mark.parametrize(("statement", "written"), STATEMENTS)
def test_statements(statement: cr.Statement, written: dict[str, object]) -> None:
    talk = cr.Talk(N, statement)
    assert cr.to_data(talk) == framed({"type": "talk", "seat": 0, "statement": written})
    assert cr.from_data(cr.to_data(talk), "move") == talk


def test_a_record_is_one_line_of_plain_text() -> None:
    said = cr.dumps(cr.Talk(N, cr.Words("四 ♥")))
    assert said.endswith('"text":"四 ♥"}}}')
    assert cr.loads(said.encode(), "move") == cr.Talk(N, cr.Words("四 ♥"))


def test_a_view() -> None:
    game = cr.deal(cr.new_game(cr.PARLETT, N), seed="table 12")
    data = cr.to_data(cr.view(game, E))
    log = cast("list[dict[str, Any]]", data["log"])
    assert (data["kind"], data["viewer"]) == ("view", 1)
    down = {"count": 13}
    assert log[1]["hands"] == [down, str(game.hands[1]), down, down]
    assert cr.to_data(cr.view(game, None))["viewer"] is None


def test_each_record_is_fresh() -> None:
    game = cr.new_game(cr.PARLETT, N)
    spoiled = cr.to_data(game)
    cast("list[object]", spoiled["log"]).clear()
    assert cr.dumps(cr.from_data(cr.to_data(game))) == cr.dumps(game)


# What was written is read again


@given(testing.games())
def test_games_are_read_again(game: cr.Game) -> None:
    text = cr.dumps(game)
    for again in (cr.loads(text), cr.loads(text.encode()), cr.from_data(cr.to_data(game))):
        assert again == game
        assert again.log == game.log
        assert cr.dumps(again) == text
        assert cr.legal_moves(again) == cr.legal_moves(game)


@given(GAMES_AND_VIEWERS)
def test_views_are_read_again(game_and_viewer: tuple[cr.Game, cr.Seat | None]) -> None:
    view = cr.view(*game_and_viewer)
    text = cr.dumps(view)
    for again in (cr.loads(text, "view"), cr.from_data(cr.to_data(view), "view")):
        assert again == view
        assert again.log == view.log
        assert again.viewer == view.viewer
        assert cr.dumps(again) == text


@given(GAMES_AND_VIEWERS)
def test_events_are_read_again(game_and_viewer: tuple[cr.Game, cr.Seat | None]) -> None:
    game, viewer = game_and_viewer
    for event in game.log[-20:]:
        for told in (event, cr.redact(event, viewer)):
            assert cr.loads(cr.dumps(told), "event") == told


@given(MOVES)
def test_moves_are_read_again_legal_or_not(move: cr.Move) -> None:
    assert cr.loads(cr.dumps(move), "move") == move
    assert cr.loads(cr.dumps(move), "event") == move


@given(testing.games(), st.data())
def test_a_game_goes_on_after_it_was_read(game: cr.Game, data: st.DataObject) -> None:
    again = cr.loads(cr.dumps(game))
    move = data.draw(testing.moves(game))
    assert cr.is_legal(again, move) == cr.is_legal(game, move)
    if cr.is_legal(game, move):
        assert cr.play(again, move) == cr.play(game, move)


@given(GAMES_AND_VIEWERS)
def test_the_record_of_a_view_has_no_card_that_was_not_seen(
    game_and_viewer: tuple[cr.Game, cr.Seat | None],
) -> None:
    game, viewer = game_and_viewer
    log = cast("list[dict[str, Any]]", json.loads(cr.dumps(cr.view(game, viewer)))["log"])
    for event, seen in zip(game.log, log, strict=True):
        if isinstance(event, cr.Dealt):
            for seat, (hand, shown) in enumerate(zip(event.hands, seen["hands"], strict=True)):
                assert shown == (str(hand) if seat == viewer else {"count": len(hand)})
        else:
            assert seen == cr.to_data(event)["event"]


# Golden records of version 1

GAMES = {
    "1-parlett": (802, (84, 74, 101, 71)),
    "1-parlett-50": (322, (31, 12, 59, 40)),
    "1-secret-partners": (554, (10, 60, 20, -10)),
    "1-open-collusion": (554, (45, 5, 5, 25)),
    "1-rotation-collusion": (554, (40, -15, 45, 15)),
    "1-triple-collusion": (930, (40, -5, 20, -25, 25, 5)),
    "1-house-rules": (254, (5, -16, 16, 10)),
    "1-lifting": (477, (43, 60, 52, 59)),
}
"""How long each game is, and how it ended."""


def golden(name: str) -> bytes:
    return (GOLDEN / f"{name}.json").read_bytes()


def test_every_golden_record_is_known() -> None:
    assert {file.stem for file in GOLDEN.iterdir()} == {*GAMES, "1-view-of-house-rules", "1-fields"}


@pytest.mark.parametrize("name", GAMES)
def test_golden_games_load_for_ever(name: str) -> None:
    game = cr.loads(golden(name))
    assert (game.version, game.totals) == GAMES[name]
    assert game.phase is cr.Phase.OVER
    assert cr.replay(game.log) == game
    start = game.log[0]
    assert isinstance(start, cr.GameStarted)
    assert laws.redo(cr.new_game(start.rules, start.dealer), game.log) == game
    assert cr.dumps(game).encode() == golden(name)


def test_the_golden_view_loads_for_ever() -> None:
    view = cr.loads(golden("1-view-of-house-rules"), "view")
    game = cr.loads(golden("1-house-rules"))
    assert view == cr.view(game, S)
    assert view.viewer == 2
    assert cr.dumps(view).encode() == golden("1-view-of-house-rules")


def test_the_golden_house_rules_have_every_move_and_statement() -> None:
    log = cr.loads(golden("1-house-rules")).log
    said = {type(event.statement) for event in log if isinstance(event, cr.Talk)}
    assert said == {type(statement) for statement, _ in STATEMENTS}
    scored = [event.score.outcome for event in log if isinstance(event, cr.DealScored)]
    assert [outcome.rightly_accused for outcome in scored] == [False, True, False]
    assert any(outcome.wrong_accusers for outcome in scored)


def test_golden_records_are_never_written_again() -> None:
    before = {file.name: file.read_bytes() for file in GOLDEN.iterdir()}
    script = ROOT / "scripts" / "golden.py"
    program = run(sys.executable, script, check=False)
    assert program.returncode == 1
    assert "is there already" in program.stderr
    assert {file.name: file.read_bytes() for file in GOLDEN.iterdir()} == before


# What is refused when it is read


def refused(call: Callable[[], object]) -> cr.BadRecordError:
    with pytest.raises(cr.BadRecordError) as caught:
        call()
    return caught.value


def spoiled(record: Kept, place: Sequence[str | int], value: object) -> dict[str, object]:
    """A record with something else in one place; `DROPPED` drops the place."""
    data = cr.to_data(record)
    part: Any = data
    *outer, last = place
    for step in outer:
        part = part[step]
    if value is DROPPED:
        del part[last]
    else:
        part[last] = value
    return data


DROPPED = object()
TALKED = cr.play(
    cr.play(cr.deal(cr.new_game(cr.PARLETT, N), seed="table 12"), cr.Play(E, cr.Card.parse("8S"))),
    cr.Talk(N, cr.AskLead(cr.Suit.CLUBS)),
)
"""Four events: the start, the deal, a play by E, talk by N."""

WRONG_PARTS: Sequence[tuple[Sequence[str | int], object, str, str]] = [
    # the frame
    (("format",), "PBN", "not-a-record", "format: expected 'collusion-rules', not 'PBN'"),
    (("format",), None, "not-a-record", "format: expected 'collusion-rules', not None"),
    (("format",), DROPPED, "missing-field", "record: the field format is missing"),
    (("kind",), "event", "not-a-record", "kind: expected 'game', not 'event'"),
    (("kind",), "view", "not-a-record", "kind: expected 'game', not 'view'"),
    (("version",), 2, "unknown-version", "version: this library reads version 1, not 2"),
    (("version",), "1", "unknown-version", "version: this library reads version 1, not '1'"),
    (("version",), True, "unknown-version", "version: this library reads version 1, not True"),
    (("version",), 1.0, "unknown-version", "version: this library reads version 1, not 1.0"),
    (("seed",), 7, "unknown-field", "record: unknown field 'seed'"),
    (("log",), DROPPED, "missing-field", "record: the field log is missing"),
    (("log",), {}, "not-a-record", "log: expected a list, not something of type dict"),
    (("log",), "[]", "not-a-record", "log: expected a list, not '[]'"),
    # events
    (("log", 2), None, "not-a-record", "log[2]: expected an object, not None"),
    (("log", 2), [], "not-a-record", "log[2]: expected an object, not something of type list"),
    (
        ("log", 2, "type"),
        "stare",
        "not-a-record",
        "log[2].type: expected one of game-started, dealt, play, declaration, talk, accusation, "
        "trick-won, partners-revealed, deal-scored, game-won, not 'stare'",
    ),
    (
        ("log", 3, "statement", "type"),
        ["ask-lead"],
        "not-a-record",
        "log[3].statement.type: expected one of aim, no-more, ask-aim, ask-more, ask-lead, "
        "ask-not-lead, ask-what-to-lead, ask-what-not-to-lead, offer-lead, offer, agree, retract, "
        "words, not something of type list",
    ),
    (("log", 2, "card"), DROPPED, "missing-field", "log[2]: the field card is missing"),
    (("log", 2, "bits"), 1, "unknown-field", "log[2]: unknown field 'bits'"),
    (
        ("log", 3, "statement"),
        None,
        "not-a-record",
        "log[3].statement: expected an object, not None",
    ),
    # values
    (("log", 2, "card"), "as", "not-a-record", "log[2].card: expected a Card as text, not 'as'"),
    (("log", 2, "card"), "SA", "not-a-record", "log[2].card: expected a Card as text, not 'SA'"),
    (("log", 2, "card"), "10H", "not-a-record", "log[2].card: expected a Card as text, not '10H'"),
    (("log", 2, "card"), "", "not-a-record", "log[2].card: expected a Card as text, not ''"),
    (("log", 2, "card"), 51, "not-a-record", "log[2].card: expected a Card as text, not 51"),
    (
        ("log", 2, "seat"),
        "1",
        "not-a-record",
        "log[2].seat: expected a whole number up to 2**53 - 1, not '1'",
    ),
    (
        ("log", 2, "seat"),
        1.0,
        "not-a-record",
        "log[2].seat: expected a whole number up to 2**53 - 1, not 1.0",
    ),
    (
        ("log", 2, "seat"),
        True,
        "not-a-record",
        "log[2].seat: expected a whole number up to 2**53 - 1, not True",
    ),
    (
        ("log", 2, "seat"),
        2**53,
        "not-a-record",
        "log[2].seat: expected a whole number up to 2**53 - 1, not a huge int",
    ),
    (
        ("log", 2, "seat"),
        -(2**53),
        "not-a-record",
        "log[2].seat: expected a whole number up to 2**53 - 1, not a huge int",
    ),
    (
        ("log", 3, "statement", "suit"),
        "♣",
        "not-a-record",
        "log[3].statement.suit: expected a Suit as text, not '\\u2663'",
    ),
    (
        ("log", 3, "statement", "height"),
        "middling",
        "not-a-record",
        "log[3].statement.height: expected a Height as text, not 'middling'",
    ),
    (
        ("log", 1, "hands", 0),
        "2C AS",
        "not-a-record",
        "log[1].hands[0]: expected a hand as text, from AS down to 2C, not '2C AS'",
    ),
    (
        ("log", 1, "hands", 3),
        "AS  KS",
        "not-a-record",
        "log[1].hands[3]: expected a hand as text, from AS down to 2C, not 'AS  KS'",
    ),
    (
        ("log", 1, "hands", 3),
        None,
        "not-a-record",
        "log[1].hands[3]: expected a hand as text, from AS down to 2C, not None",
    ),
    (
        ("log", 1, "hands", 3),
        {"count": "13"},
        "not-a-record",
        "log[1].hands[3].count: expected a whole number up to 2**53 - 1, not '13'",
    ),
    (
        ("log", 1, "hands", 3),
        " ".join(["AS"] * 105),
        "not-a-record",
        "log[1].hands[3]: expected a hand as text, from AS down to 2C, "
        "not 'AS AS AS AS AS AS AS AS AS AS AS AS AS A'...",
    ),
    # rules
    (
        ("log", 0, "rules", "declares"),
        0,
        "not-a-record",
        "log[0].rules.declares: expected true or false, not 0",
    ),
    (
        ("log", 0, "rules", "partnership"),
        {"type": "secret-pair", "cycle": [["A", "K", "Q"]]},
        "not-a-record",
        "log[0].rules.partnership.cycle[0]: expected a list of 2, not something of type list",
    ),
    (
        ("log", 0, "rules", "scoring", "target"),
        0,
        "wrong-value",
        "log[0].rules.scoring: this ruleset makes no sense: target must be a whole number from 1 "
        "to 1000000, not 0",
    ),
    (
        ("log", 0, "rules", "players"),
        5,
        "wrong-value",
        "log[0].rules: this ruleset makes no sense: 52 cards can't be dealt evenly to 5 players",
    ),
    (
        ("log", 0, "rules", "name"),
        "par\nlett",
        "wrong-value",
        "log[0].rules: this ruleset makes no sense: name must be text of 1 to 100 characters in "
        "one line, not 'par\\nlett'",
    ),
    (
        ("log", 0, "rules", "name"),
        "\ud83c",
        "not-a-record",
        "log[0].rules.name: expected well-formed text, not '\\ud83c'",
    ),
]


@pytest.mark.parametrize(("place", "value", "code", "message"), WRONG_PARTS)
def test_a_wrong_part_is_named_with_its_place(
    place: Sequence[str | int], value: object, code: str, message: str
) -> None:
    data = spoiled(TALKED, place, value)
    errors = [refused(lambda: cr.from_data(data)), refused(lambda: cr.loads(json.dumps(data)))]
    assert [str(error) for error in errors] == [message] * 2
    assert [error.code for error in errors] == [code] * 2
    assert errors[0].parameters["path"] == message.split(": ")[0]


def test_the_base_of_these_is_right() -> None:
    assert cr.from_data(cr.to_data(TALKED)) == TALKED
    assert TALKED.version == 4


BROKEN_LOGS: Sequence[tuple[Sequence[str | int], object, int, str]] = [
    (("log",), [], 0, "a log begins with GameStarted, not with None"),
    (("log", 0), DROPPED, 0, "a log begins with GameStarted, not with something of type Dealt"),
    (("log", 0, "dealer"), 4, 0, "dealer must be a seat from 0 to 3, not 4"),
    (("log", 1), DROPPED, 1, "no cards are dealt: seat 0 must deal first"),
    (("log", 1, "dealer"), 3, 1, "it is for seat 0 to deal"),
    (
        ("log", 1, "hands", 2),
        {"count": 13},
        1,
        "this deal is refused: the hand of seat 2 must be Cards, not something of type FaceDown, "
        "nobody holds KS 9S 4S 3S AH KH KD 9D 7D 6D AC 7C 2C",
    ),
    (("log", 2, "seat"), 2, 2, "it is not seat 2's turn: wait for seat 1"),
    (("log", 2, "seat"), 4, 2, "there is no seat 4: seats are 0 to 3"),
    (
        ("log", 2, "card"),
        "KS",
        2,
        "seat 1 does not hold KS: play one of AS TS 8S JH 7H 6H 4H 5D 4D TC 9C 6C 3C",
    ),
    (
        ("log", 2),
        {"type": "trick-won", "seat": 1},
        2,
        "something of type TrickWon can't happen here",
    ),
    (("log", 3, "seat"), -1, 3, "there is no seat -1: seats are 0 to 3"),
    (
        ("log", 3, "statement"),
        {"type": "words", "text": "two\nlines"},
        3,
        "say 1 to 500 characters in one line, none of them hidden, and few accents on a letter",
    ),
]


@pytest.mark.parametrize(("place", "value", "index", "reason"), BROKEN_LOGS)
def test_a_log_that_breaks_the_rules_is_refused_at_its_first_wrong_event(
    place: Sequence[str | int], value: object, index: int, reason: str
) -> None:
    data = spoiled(TALKED, place, value)
    error = refused(lambda: cr.loads(json.dumps(data)))
    assert error.code == cr.ErrorCode.BROKEN_LOG
    assert error.parameters == {"path": "log", "index": index, "reason": reason}
    assert str(error) == f"log: event {index} breaks the rules: {reason}"


def test_a_score_that_the_rules_would_not_give_is_refused() -> None:
    game = cr.loads(golden("1-parlett-50"))
    at = next(at for at, event in enumerate(game.log) if isinstance(event, cr.DealScored))
    for place, value in (
        (("points", 0), 99),
        (("totals", 3), 0),
        (("outcome", "tricks", 0), 13),
        (("lines", 0, "reason"), "accused"),
        (("lines", 0), DROPPED),
    ):
        data = spoiled(game, ("log", at, "score", *place), value)
        error = refused(lambda: cr.from_data(data))  # noqa: B023 -- called at once
        assert error.parameters["index"] == at
    data = spoiled(game, ("log", game.version - 1, "winners"), [1])
    assert refused(lambda: cr.from_data(data)).parameters["index"] == game.version - 1
    cut = spoiled(game, ("log", game.version - 1), DROPPED)
    assert refused(lambda: cr.from_data(cut)).parameters == {
        "path": "log",
        "index": game.version - 1,
        "reason": "the log stops before GameWon",
    }


VIEW = cr.view(TALKED, E)

WRONG_VIEWS: Sequence[tuple[Sequence[str | int], object, str, str]] = [
    (("viewer",), DROPPED, "missing-field", "record: the field viewer is missing"),
    (("viewer",), "1", "not-a-record", "viewer: expected a seat or null, not '1'"),
    (("viewer",), True, "not-a-record", "viewer: expected a seat or null, not True"),
    (
        ("viewer",),
        4,
        "wrong-value",
        "viewer: seat must be a seat from 0 to 3, or None, not 4",
    ),
    (
        ("viewer",),
        0,
        "broken-log",
        "log: event 1 breaks the rules: seat 0 can't be seen to get such a hand",
    ),
    (
        ("log", 2, "card"),
        "QS",
        "broken-log",
        "log: event 2 breaks the rules: seat 1 does not hold QS: play one of "
        "AS TS 8S JH 7H 6H 4H 5D 4D TC 9C 6C 3C",
    ),
]


@pytest.mark.parametrize(("place", "value", "code", "message"), WRONG_VIEWS)
def test_a_wrong_view_is_refused(
    place: Sequence[str | int], value: object, code: str, message: str
) -> None:
    error = refused(lambda: cr.from_data(spoiled(VIEW, place, value), "view"))
    assert (error.code, str(error)) == (code, message)


def test_a_game_is_no_view_and_a_view_no_game() -> None:
    assert str(refused(lambda: cr.loads(cr.dumps(VIEW)))) == "kind: expected 'game', not 'view'"
    assert str(refused(lambda: cr.loads(cr.dumps(TALKED), "view"))) == (
        "kind: expected 'view', not 'game'"
    )


def test_an_event_that_nobody_makes_is_no_move() -> None:
    won = cr.to_data(cr.TrickWon(N))
    assert cr.from_data(won, "event") == cr.TrickWon(N)
    error = refused(lambda: cr.from_data(won, "move"))
    assert str(error) == "event: expected a move, not something of type TrickWon"
    assert error.parameters["path"] == "event"


NO_RECORDS: Sequence[object] = [None, True, 1, 1.5, "text", [], (), {}, {1: 2}, {None: 1}, object()]


@pytest.mark.parametrize("data", NO_RECORDS)
@pytest.mark.parametrize("kind", ["game", "view", "event", "move"])
def test_what_is_no_record_at_all(
    data: object, kind: Literal["game", "view", "event", "move"]
) -> None:
    error = refused(lambda: READERS[kind](data))
    assert error.parameters["path"] == "record"


READERS: dict[str, Callable[[object], object]] = {
    "game": lambda data: cr.from_data(data),
    "view": lambda data: cr.from_data(data, "view"),
    "event": lambda data: cr.from_data(data, "event"),
    "move": lambda data: cr.from_data(data, "move"),
}


@pytest.mark.parametrize("kind", ["games", "", None, 1])
def test_there_is_no_such_kind(kind: object) -> None:
    wrong = cast("Literal['game']", kind)
    with pytest.raises(cr.BadArgumentError, match="kind must be one of game, view, event, move"):
        cr.loads(cr.dumps(TALKED), wrong)
    with pytest.raises(cr.BadArgumentError, match="kind must be one of game, view, event, move"):
        cr.from_data(cr.to_data(TALKED), wrong)


# What is no JSON, or too much of it

NO_JSON: Sequence[tuple[object, str]] = [
    ("", "Expecting value: line 1 column 1"),
    ("{", "Expecting property name enclosed in double quotes: line 1 column 2"),
    (cr.dumps(TALKED) + "x", "Extra data: line 1 column 782"),
    ('{"format":NaN}', "NaN is not a number"),
    ("[-Infinity]", "-Infinity is not a number"),
    ('{"a":1,"a":1}', "a field stands twice in one object"),
    ("[" * 100_000, "too deeply nested"),
    ('{"a":' * 100_000, "too deeply nested"),
    (b"\xff", "'utf-8' codec can't decode byte 0xff in position 0: invalid start byte"),
    (cr.dumps(TALKED).encode("utf-16"), "this is UTF-16 or UTF-32: write UTF-8"),
    (cr.dumps(TALKED).encode("utf-16-le"), "this is UTF-16 or UTF-32: write UTF-8"),
    (cr.dumps(TALKED).encode("utf-16-be"), "this is UTF-16 or UTF-32: write UTF-8"),
    (cr.dumps(TALKED).encode("utf-32"), "this is UTF-16 or UTF-32: write UTF-8"),
    (cr.dumps(TALKED).encode("utf-8-sig"), "it begins with a byte order mark: leave that out"),
    ("\ufeff" + cr.dumps(TALKED), "it begins with a byte order mark: leave that out"),
    (cr.dumps(TALKED).replace('"dealer":0', '"dealer":-0'), "-0 is not a whole number: write 0"),
    (None, "expected text, not None"),
    (bytearray(b"{}"), "expected text, not something of type bytearray"),
]


@pytest.mark.parametrize(("text", "problem"), NO_JSON)
def test_what_is_no_json(text: object, problem: str) -> None:
    error = refused(lambda: cr.loads(cast("str", text)))
    assert error.code == cr.ErrorCode.NOT_JSON
    assert str(error).startswith(f"not JSON: {problem}")
    assert [*error.parameters] == ["problem"]


@pytest.mark.parametrize("text", ["1" * 5_000, "[" + "-" + "9" * 100_000 + "]"])
def test_a_number_too_long_to_read(text: str) -> None:
    error = refused(lambda: cr.loads(text))
    assert str(error).startswith("not JSON: Exceeds the limit (4300 digits)")


def test_a_number_that_is_not_whole() -> None:
    text = cr.dumps(cr.Talk(N, cr.Aim(4)))
    for number in ("4.0", "4e0", "1e999", '"4"', "9007199254740992", "9" * 4_000):
        error = refused(lambda: cr.loads(text.replace("4", number), "move"))  # noqa: B023 -- called at once
        assert error.parameters["path"] == "event.statement.tricks"
    most = text.replace("4", "-9007199254740991")
    assert cr.loads(most, "move") == cr.Talk(N, cr.Aim(-(2**53 - 1)))


def test_a_record_that_is_too_long() -> None:
    text = cr.dumps(TALKED)
    room = len(text.encode())
    assert cr.loads(text, most_bytes=room) == TALKED
    assert cr.loads(text + " " * 100, most_bytes=None) == TALKED
    for more in (text + " ", text.encode() + b" ", '"' + "話" * (room // 3 + 1) + '"'):
        error = refused(lambda: cr.loads(more, most_bytes=room))  # noqa: B023 -- called at once
        assert str(error) == f"record: at most {room} bytes are read"
    error = refused(lambda: cr.loads(" " * (MOST_BYTES + 1)))
    assert str(error) == "record: at most 64000000 bytes are read"
    for part in ("[[],", "[0,", '{"a":{', "[{"):
        error = refused(lambda: cr.loads(part * (MOST_PARTS // 2 + 1)))  # noqa: B023 -- as above
        assert str(error) == "record: at most 800000 values are read"


@pytest.mark.parametrize("most", [-1, 1.5, True, "8"])
def test_what_is_no_limit(most: Any) -> None:
    with pytest.raises(cr.BadArgumentError, match="most_bytes must be a whole number"):
        cr.loads(cr.dumps(TALKED), most_bytes=most)


@pytest.mark.no_cover
@pytest.mark.once
def test_whatever_is_played_can_be_written_and_read_again() -> None:
    """3,750 statements of 500 wide characters, and more: as much talk as four deals allow."""
    game = cr.new_game(cr.parlett(target=1_000), N)
    longest = cr.Talk(N, cr.Words("\U0001f0a1" * 500))
    for _ in range(4):
        game = cr.deal(game, seed=1)
        while cr.is_legal(game, longest):
            game = cr.play(game, longest)
        while game.to_act is not None:
            game = cr.play(game, cr.legal_moves(game)[0])
    text = cr.dumps(game)
    assert len(text.encode()) > 8_000_000
    assert cr.loads(text) == game


@pytest.mark.parametrize("escape", ["\\ud83c", "\\udca1", "\\udca1\\ud83c", "\ud83c"])
def test_lone_surrogates_are_not_read(escape: str) -> None:
    text = cr.dumps(cr.Talk(N, cr.Words("hm"))).replace("hm", escape)
    error = refused(lambda: cr.loads(text, "move"))
    assert error.parameters["path"] == "event.statement.text"
    assert error.parameters["expected"] == "well-formed text"
    paired = text.replace(escape, "\\ud83c\\udca1")
    assert cr.loads(paired, "move") == cr.Talk(N, cr.Words("🂡"))


def test_a_long_record_is_read_in_little_time() -> None:
    """A hand of millions of cards is refused before it is put together."""
    hand = " ".join(["AS"] * 2_000_000)
    text = json.dumps(framed({"type": "dealt", "dealer": 0, "hands": [hand]}))
    assert refused(lambda: cr.loads(text, "event")).parameters["path"] == "event.hands[0]"


# What is refused when it is written


OWN_GAME = cr.new_game(cr.Ruleset(name="own", scoring=NoScoring()), N)


@pytest.mark.parametrize(
    "value", [OWN_GAME, cr.view(OWN_GAME, E), OWN_GAME.log[0]], ids=["game", "view", "event"]
)
def test_a_scoring_of_ones_own_has_no_record_without_its_class(value: Kept) -> None:
    for write in (cr.to_data, cr.dumps):
        error = refused(lambda: write(value))  # noqa: B023 -- called at once
        assert error.code == cr.ErrorCode.UNKNOWN_SCHEME
        assert str(error) == (
            "rules.scoring: the scoring NoScoring is not one of the library's own: give its class "
            "in schemes"
        )


class Anything:
    """Equal to all, and to be read as a card."""

    def __eq__(self, other: object) -> bool:
        return True

    def __hash__(self) -> int:
        return hash(AS)

    def __str__(self) -> str:
        return "AS"


def wrong_events() -> Iterator[cr.Event]:
    """Events with something in them that has no place there."""
    nested: object = None
    for _ in range(10_000):
        nested = (nested,)
    wrong = (
        None,
        "x",
        1.5,
        True,
        2**53,
        10**5_000,
        object(),
        bytearray(),
        nested,
        cr.Card,
        "\ud800",
    )
    junk: Any
    for junk in wrong:
        yield cr.Play(junk, AS)
        yield cr.Play(N, junk)
        yield cr.Declaration(N, junk)
        yield cr.Talk(junk, cr.NoMore())
        yield cr.Talk(N, junk)
        yield cr.Talk(N, cr.Aim(junk))
        yield cr.Talk(N, cr.Offer(junk, 1))
        yield cr.Accusation(N, junk)
        yield cr.Accusation(N, (junk,))
        yield cr.Dealt(N, junk)
        yield cr.Dealt(N, (junk,))
        yield cr.Dealt(N, (cr.FaceDown(junk),))
        yield cr.PartnersRevealed(junk)
        yield cr.PartnersRevealed((junk,))
        yield cr.GameStarted(junk, N)
        yield cr.GameStarted(cr.PARLETT, junk)
        yield cr.DealScored(junk)
        yield cr.DealScored(cr.DealScore(junk, (), (), ()))
        yield cr.GameWon(junk)
    for junk in (None, 1, b"x", Anything(), "\ud800", "a\udfff"):
        yield cr.Talk(N, cr.Words(junk))
    yield cr.Talk(N, cast("cr.Statement", cr.Talk(N, cr.NoMore())))
    yield cr.Accusation(N, cast("tuple[cr.Seat, ...]", [E, S]))
    yield cr.Dealt(N, cast("tuple[cr.Cards, ...]", [HAND]))
    yield cr.Dealt(N, (cast("cr.Cards", AS),))
    yield cr.Dealt(N, (cr.Cards([AS] * 105),))
    yield cr.Declaration(N, cast("cr.Suit", "S"))
    yield cr.Play(N, cast("cr.Card", "AS"))


def test_an_event_with_something_wrong_in_it_has_no_record() -> None:
    for event in wrong_events():
        for write in (cr.to_data, cr.dumps):
            error = refused(lambda: write(event))  # noqa: B023 -- called at once
            assert error.code == cr.ErrorCode.NOT_STORABLE, event


def test_a_card_that_only_looks_like_one_is_written_as_what_it_stands_for() -> None:
    """What equals a value is that value: the record can't tell them apart."""
    ask = cr.AskLead(None, cast("cr.Height", "high"))
    assert cr.loads(cr.dumps(cr.Talk(N, ask)), "move") == cr.Talk(
        N, cr.AskLead(None, cr.Height.HIGH)
    )


@pytest.mark.parametrize(
    "value", [None, cr.PARLETT, cr.NoMore(), (cr.TrickWon(N),), cr.GameStarted]
)
def test_only_games_views_and_events_have_records(value: object) -> None:
    for write in (cr.to_data, cr.dumps):
        with pytest.raises(cr.BadArgumentError, match="value must be a Game, a View or an Event"):
            write(cast("cr.Game", value))
