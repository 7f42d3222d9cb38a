"""Snapshots: all that a client draws, nothing that its viewer may not see."""

import json
from pathlib import Path
from typing import Any, Final, cast

import attrs
import laws
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

import collusion_rules as cr
from collusion_rules import testing

N, E, S, W = map(cr.Seat, range(4))
SCHEMA: Final[Any] = Draft202012Validator(cr.snapshot_schema())  # Any: partly typed in its stubs


def shown(game: cr.Game, seat: cr.Seat | None) -> Any:  # JSON
    return json.loads(json.dumps(cr.snapshot(cr.view(game, seat))))


def test_it_is_a_schema() -> None:
    Draft202012Validator.check_schema(cr.snapshot_schema())
    cr.snapshot_schema().clear()
    assert cr.snapshot_schema() == SCHEMA.schema


TALKED: Final = cr.play(
    cr.play(cr.deal(cr.new_game(cr.PARLETT, N), seed="table 12"), cr.Play(E, cr.Card.parse("8S"))),
    cr.Talk(N, cr.Offer(S, 4)),
)


def test_a_table_as_a_seat_sees_it() -> None:
    assert shown(TALKED, S) == {
        "format": "collusion-rules",
        "version": 1,
        "kind": "snapshot",
        "table_version": 4,
        "ruleset": "parlett",
        "viewer": 2,
        "phase": "playing",
        "deal": 1,
        "dealer": 0,
        "turn": 2,
        "trump": None,
        "hand": str(TALKED.hands[2]).split(),
        "counts": [13, 12, 13, 13],
        "tricks": 13,
        "trick": [{"seat": 1, "card": "8S"}],
        "taking": 1,
        "last_trick": None,
        "taken_by": None,
        "tricks_won": [0, 0, 0, 0],
        "partner_ranks": [],
        "partner_cards": [],
        "own_partner_cards": [],
        "teams": [],
        "totals": [0, 0, 0, 0],
        "standings": [{"place": 1, "seat": seat, "total": 0} for seat in range(4)],
        "score_so_far": None,
        "last_score": None,
        "winners": [],
        "pacts": [{"offered_by": 0, "offered_to": 2, "tricks": 4, "agreed": False}],
        "moves": [{"type": "play", "seat": 2, "card": card} for card in ("KS", "9S", "4S", "3S")],
        "talk": "anything",
        "accusations": [],
    }


def test_a_spectator_sees_no_hand_and_may_do_nothing() -> None:
    seen = shown(TALKED, None)
    assert (seen["viewer"], seen["hand"], seen["moves"]) == (None, None, [])
    assert (seen["talk"], seen["accusations"]) == ("none", [])
    assert seen["counts"] == [13, 12, 13, 13]


def after(tricks: int, rules: cr.Ruleset = cr.PARLETT, seed: int = 7) -> cr.Game:
    """A game after so many tricks and one card more."""
    game = cr.deal(cr.new_game(rules, N), seed)
    while sum(game.tricks_won) < tricks or not game.trick:
        game = cr.play(game, cr.legal_moves(game)[0])
    return game


def test_who_takes_the_trick_and_what_all_would_score_now() -> None:
    """A6, B2 to B7: the library's own answers, so that no client needs the rules."""
    for rules in (cr.PARLETT, cr.SECRET_PARTNERS):
        game = after(4, rules)
        for _ in range(30):
            plays = [play for play in game.trick if play.card.suit is game.trump]
            plays = plays or [p for p in game.trick if p.card.suit is game.trick[0].card.suit]
            best = max(plays, key=lambda play: play.card.rank).seat if plays else None
            assert shown(game, E)["taking"] == shown(game, None)["taking"] == best
            game = cr.play(game, cr.legal_moves(game)[0])
    score = cr.score_so_far(PLAYED)
    assert score is not None
    assert shown(PLAYED, None)["score_so_far"]["points"] == list(score.points)


PLAYED: Final = after(6)


def test_partner_cards_are_known_from_the_declaration_to_the_end_of_the_deal() -> None:
    """C2, D2, D4: also to who has played theirs."""
    for rules in (cr.ROTATION_COLLUSION, cr.TRIPLE_COLLUSION):
        game = cr.deal(cr.new_game(rules, N), seed=7)
        ranks = shown(game, N)["partner_ranks"]
        game = cr.play(game, cr.legal_moves(game)[0])
        dealt = game.hands
        cards = [f"{rank}{game.trump}" for rank in ranks]
        while game.phase is cr.Phase.PLAYING:
            for seat in range(rules.players):
                seen = shown(game, cr.Seat(seat))
                own = [card for card in cards if cr.Card.parse(card) in dealt[seat]]
                assert (seen["partner_cards"], seen["own_partner_cards"]) == (cards, own)
            game = cr.play(game, cr.legal_moves(game)[0])
        assert shown(game, N)["own_partner_cards"] == []


def test_trumps_partners_and_accusations() -> None:
    game = cr.deal(cr.new_game(cr.secret_partners(accusations=True), N), seed=7)
    before = shown(game, N)
    assert [move["suit"] for move in before["moves"]] == ["C", "D", "H", "S"]
    assert (before["phase"], before["teams"], before["partner_cards"]) == ("declaring", None, [])
    game = cr.play(game, cr.Declaration(N, cr.Suit.SPADES))
    seen = shown(game, E)
    assert seen["trump"] == "S"
    assert seen["partner_cards"] == ["AS", "KS"]
    assert seen["talk"] == "none"
    assert [move["suspects"] for move in seen["accusations"]] == [[0, 2], [0, 3], [2, 3]]
    over = shown(laws.random_game(cr.SECRET_PARTNERS, 20, 10_000), E)
    assert over["phase"] == "over"
    assert over["winners"]
    assert over["last_score"]["totals"] == over["totals"]
    assert len(over["last_trick"]) == 4
    assert over["taken_by"] in range(4)


@settings(max_examples=settings().max_examples // 2)
@given(testing.games(), st.data())
def test_every_snapshot_is_valid_and_agrees_with_its_view(
    game: cr.Game, data: st.DataObject
) -> None:
    seat = data.draw(st.none() | st.integers(0, game.rules.players - 1).map(cr.Seat))
    view, seen = cr.view(game, seat), shown(game, seat)
    assert SCHEMA.is_valid(seen)
    assert seen["table_version"] == view.version
    assert seen["deal"] == view.deal_number
    assert tuple(seen["totals"]) == view.totals
    moves = [cr.from_data({**FRAME, "event": move}, "move") for move in seen["moves"]]
    assert tuple(moves) == cr.legal_moves(view)
    for move in seen["accusations"]:
        assert cr.is_legal(view, cr.from_data({**FRAME, "event": move}, "move"))
    if seat is not None:
        said = cr.is_legal(view, cr.Talk(seat, cr.NoMore()))
        assert (seen["talk"] != "none") == said


FRAME: Final = {"format": "collusion-rules", "version": 1, "kind": "event"}


@settings(max_examples=settings().max_examples // 2)
@given(testing.games(), st.data())
def test_it_tells_no_card_that_was_not_seen(game: cr.Game, data: st.DataObject) -> None:
    seat = data.draw(st.none() | st.integers(0, game.rules.players - 1).map(cr.Seat))
    view = cr.view(game, seat)
    hidden = cr.Cards(
        card for number, hand in enumerate(game.hands) if number != seat for card in hand
    )
    known = {str(play.card) for play in view.plays} | {str(card) for card in view.partner_cards}
    known |= {str(card) for card in view.hand or ()}
    text = json.dumps(cr.snapshot(view))
    for card in hidden:
        if str(card) not in known:
            assert f'"{card}"' not in text


@attrs.frozen
class Own:
    """A point a trick, for a reason of its own."""

    def ruleset_faults(self, *_: object) -> tuple[cr.Fault, ...]:
        return ()

    def outcome_faults(self, _: object) -> tuple[cr.Fault, ...]:
        return ()

    def lines(self, outcome: cr.Outcome, _: object) -> list[cr.ScoreLine]:
        why = cr.Because("{tricks} tricks", "H1", {"ja": "{tricks}トリック"})
        return [
            cr.ScoreLine(cr.Seat(seat), tricks, why, tricks)
            for seat, tricks in enumerate(outcome.tricks)
        ]

    def ends(self, _: object, deals_played: int) -> bool:
        return deals_played > 0


@attrs.frozen
class WholeDeals(Own):
    """A scheme that can score nothing but whole deals."""

    def lines(self, outcome: cr.Outcome, _: object) -> list[cr.ScoreLine]:
        if sum(outcome.tricks) < 8:
            raise ZeroDivisionError
        return super().lines(outcome, _)


def test_a_scheme_that_scores_whole_deals_alone_says_nothing_before() -> None:
    deck = cr.Deck(lowest=cr.Rank.SEVEN)
    rules = cr.Ruleset(name="whole", players=4, deck=deck, scoring=cast("cr.Scoring", WholeDeals()))
    assert shown(after(3, rules), E)["score_so_far"] is None


def test_of_a_game_with_a_scoring_of_ones_own() -> None:
    deck = cr.Deck(lowest=cr.Rank.FIVE)
    rules = cr.Ruleset(name="own", players=5, deck=deck, scoring=cast("cr.Scoring", Own()))
    game = cr.deal(cr.new_game(rules, N), seed=7)
    while game.to_act is not None:
        game = cr.play(game, cr.legal_moves(game)[0])
    seen = shown(game, E)
    assert SCHEMA.is_valid(seen)
    assert seen["last_score"]["lines"][0]["reason"]["rule"] == "H1"


@pytest.mark.parametrize("wrong", [None, TALKED, "view", 1])
def test_what_is_not_a_view(wrong: Any) -> None:
    with pytest.raises(cr.BadArgumentError, match="view must be a View"):
        cr.snapshot(wrong)


def test_the_files_that_others_read_are_those_that_the_library_makes() -> None:
    """`python scripts/schemas.py` writes them."""
    for name, schema in (("record", cr.record_schema()), ("snapshot", cr.snapshot_schema())):
        text = (Path(cr.__file__).parent / f"{name}.schema.json").read_text(encoding="utf-8")
        assert json.loads(text) == schema


def test_browsers_are_told_of_each_game_what_it_is() -> None:
    """`python scripts/schemas.py` writes it."""
    script = (Path(cr.__file__).parent / "table" / "games.js").read_text(encoding="utf-8")
    games = json.loads(script[script.index("{") : script.rindex("}") + 1])
    assert list(games) == list(cr.RULESETS)
    for name, rules in cr.RULESETS.items():
        told, scoring = games[name], rules.scoring
        ends = told["target"] if isinstance(scoring, cr.ParlettScoring) else told["deals"]
        assert (told["players"], told["pair"]) == (
            rules.players,
            isinstance(rules.partnership, cr.SecretPair),
        )
        assert f" {ends} " in f"{scoring!r} ".replace(",", " ").replace("=", " ").replace(")", " ")
