"""What must be refused, with its code, and that nothing else ever comes out of a verb."""

import math
from collections.abc import Callable, Sequence
from enum import IntEnum
from typing import Any, cast

import attrs
import laws
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tables import a_play, cards, play, refused

import collusion_rules as cr
from collusion_rules import testing

S0, S1, S2, S3 = map(cr.Seat, range(4))

PLAYING = cr.deal(cr.new_game(cr.PARLETT, S3), seed=4)
DECLARING = cr.deal(cr.new_game(cr.secret_partners(accusations=True), S3), seed=4)
DECLARED = cr.play(DECLARING, cr.Declaration(S3, cr.Suit.SPADES))
FRESH = cr.new_game(cr.PARLETT, S3)
OVER = laws.random_game(cr.PARLETT, 5, 10_000)


HUGE = pytest.param(10**6000, id="huge")
"""Too large to be written down in decimal."""


def junk(value: object) -> Any:
    """Something that the type checker would not let pass."""
    return value


class Three(IntEnum):
    SEAT = 3


def held(game: cr.Game, seat: int) -> cr.Card:
    return next(iter(game.hands[seat]))


# Moves


def test_a_move_out_of_turn() -> None:
    """A5."""
    assert PLAYING.to_act == 0
    for seat in (1, 2, 3):
        move = cr.Play(cr.Seat(seat), held(PLAYING, seat))
        with pytest.raises(cr.IllegalMoveError) as refusal:
            cr.play(PLAYING, move)
        assert refusal.value.code is cr.ErrorCode.NOT_YOUR_TURN
        assert refusal.value.parameters == {"seat": seat, "turn": 0}
        assert refusal.value.move is move
        assert str(refusal.value) == f"it is not seat {seat}'s turn: wait for seat 0"


def test_a_card_not_held() -> None:
    """A5: and the same card twice."""
    elsewhere = cr.Play(S0, held(PLAYING, 2))
    with pytest.raises(cr.IllegalMoveError) as refusal:
        cr.play(PLAYING, elsewhere)
    assert refusal.value.code is cr.ErrorCode.CARD_NOT_HELD
    assert refusal.value.parameters == {
        "seat": 0,
        "card": elsewhere.card,
        "cards": PLAYING.hands[0],
    }
    game = PLAYING
    while not game.tricks:
        game = cr.play(game, cr.legal_moves(game)[0])
    assert game.to_act is not None
    again = next(each for each in game.plays if each.seat == game.to_act)
    assert refused(game, again) is cr.ErrorCode.CARD_NOT_HELD


def test_a_revoke() -> None:
    """A5: the error says what may be played."""
    game = cr.deal(
        FRESH,
        hands=cards(
            "AH AS KS QS JS TS 9S 8S 7S 6S 5S 4S 3S",
            "3H 2H 2S AC KC QC JC TC 9C 8C 7C 6C 5C",
            "AD KD QD JD TD 9D 8D 7D 6D 5D 4D 3D 2D",
            "KH QH JH TH 9H 8H 7H 6H 5H 4H 4C 3C 2C",
        ),
    )
    game = play(game, "AH")
    with pytest.raises(cr.IllegalMoveError) as refusal:
        cr.play(game, a_play(1, "2S"))
    assert refusal.value.code is cr.ErrorCode.MUST_FOLLOW_SUIT
    assert refusal.value.parameters == {
        "seat": 1,
        "suit": cr.Suit.HEARTS,
        "cards": cr.Cards.parse("3H 2H"),
    }
    assert str(refusal.value) == "seat 1 must follow hearts: play one of 3H 2H"


def named(value: object) -> str:
    """What a row of the table below is called."""
    return value if isinstance(value, str) else type(value).__name__


CLUBS = cr.Suit.CLUBS
ACE = cr.Card.parse("AS")
TWO = (S0, S1)


@pytest.mark.parametrize(
    ("game", "move", "code"),
    [
        (FRESH, cr.Play(S0, ACE), "awaiting-deal"),
        (FRESH, cr.Talk(S0, cr.NoMore()), "awaiting-deal"),
        (OVER, cr.Play(S0, ACE), "game-over"),
        (OVER, cr.Talk(S0, cr.NoMore()), "game-over"),
        (DECLARING, cr.Play(S3, ACE), "awaiting-declaration"),
        (DECLARING, cr.Accusation(S3, TWO), "awaiting-declaration"),
        (DECLARING, cr.Declaration(S0, CLUBS), "not-the-dealer"),
        (DECLARED, cr.Declaration(S3, CLUBS), "already-declared"),
        (DECLARED, cr.Declaration(S0, CLUBS), "already-declared"),
        (PLAYING, cr.Declaration(S3, CLUBS), "no-declaration"),
        (DECLARED, cr.Talk(S0, cr.NoMore()), "no-talk"),
        (DECLARED, cr.Talk(S0, cr.Words("Hello")), "no-talk"),
        (PLAYING, cr.Accusation(S3, TWO), "no-accusations"),
        (DECLARED, cr.Accusation(S0, TWO), "accused-oneself"),
        (DECLARED, cr.Accusation(S3, (S0, S1, S2)), "two-suspects"),
        (DECLARED, cr.Accusation(S3, (S0,)), "two-suspects"),
        (DECLARED, cr.Accusation(S3, ()), "two-suspects"),
        (DECLARED, cr.Accusation(S3, (S0, S0)), "two-suspects"),
        (DECLARED, cr.Accusation(S3, (S0, cr.Seat(4))), "no-such-seat"),
        (DECLARED, cr.Accusation(S3, junk([S0, S1])), "not-a-move"),
        (DECLARED, cr.Accusation(S3, junk((S0, True))), "not-a-move"),
        (PLAYING, cr.Talk(S0, cr.Aim(14)), "impossible-tricks"),
        (PLAYING, cr.Talk(S0, cr.Aim(-1)), "impossible-tricks"),
        (PLAYING, cr.Talk(S0, cr.AskAim(10**6000)), "impossible-tricks"),
        (PLAYING, cr.Talk(S0, cr.Offer(S1, 14)), "impossible-tricks"),
        (PLAYING, cr.Talk(S0, cr.Agree(S1, -1)), "impossible-tricks"),
        (PLAYING, cr.Talk(S0, cr.Aim(junk(True))), "not-a-move"),
        (PLAYING, cr.Talk(S0, cr.Aim(junk(3.0))), "not-a-move"),
        (PLAYING, cr.Talk(S0, cr.Aim(junk("3"))), "not-a-move"),
        (PLAYING, cr.Talk(S0, cr.Aim(junk(math.nan))), "not-a-move"),
        (PLAYING, cr.Talk(S0, cr.Offer(S0, 3)), "speaking-to-oneself"),
        (PLAYING, cr.Talk(S0, cr.Agree(S0, 3)), "speaking-to-oneself"),
        (PLAYING, cr.Talk(S0, cr.OfferLead(S0)), "speaking-to-oneself"),
        (PLAYING, cr.Talk(S0, cr.AskMore(S0)), "speaking-to-oneself"),
        (PLAYING, cr.Talk(S0, cr.AskMore(cr.Seat(4))), "no-such-seat"),
        (PLAYING, cr.Talk(S0, cr.OfferLead(cr.Seat(-1))), "no-such-seat"),
        (PLAYING, cr.Talk(S0, cr.Offer(junk("1"), 3)), "not-a-move"),
        (PLAYING, cr.Talk(S0, cr.AskLead(junk("S"))), "not-a-move"),
        (PLAYING, cr.Talk(S0, cr.AskLead(None, junk("high!"))), "not-a-move"),
        (PLAYING, cr.Talk(S0, cr.AskNotLead(junk(None))), "not-a-move"),
        (PLAYING, cr.Talk(S0, cr.Words("")), "bad-words"),
        (PLAYING, cr.Talk(S0, cr.Words("   ")), "bad-words"),
        (PLAYING, cr.Talk(S0, cr.Words("two\nlines")), "bad-words"),
        (PLAYING, cr.Talk(S0, cr.Words("\ud800")), "bad-words"),
        (PLAYING, cr.Talk(S0, cr.Words("x" * 501)), "bad-words"),
        (PLAYING, cr.Talk(S0, cr.Words(junk(b"bytes"))), "not-a-move"),
        (PLAYING, cr.Talk(S0, junk("Hello")), "not-a-move"),
        (PLAYING, cr.Talk(S0, junk(cr.Aim)), "not-a-move"),
        (PLAYING, cr.Play(cr.Seat(4), ACE), "no-such-seat"),
        (PLAYING, cr.Play(cr.Seat(-1), ACE), "no-such-seat"),
        (PLAYING, cr.Play(cr.Seat(10**6000), ACE), "no-such-seat"),
        (PLAYING, cr.Talk(cr.Seat(4), cr.NoMore()), "no-such-seat"),
        (PLAYING, cr.Declaration(cr.Seat(4), CLUBS), "no-such-seat"),
        (DECLARED, cr.Accusation(cr.Seat(4), TWO), "no-such-seat"),
        (PLAYING, cr.Play(junk(False), held(PLAYING, 0)), "not-a-move"),
        (PLAYING, cr.Play(junk(0.0), held(PLAYING, 0)), "not-a-move"),
        (PLAYING, cr.Play(junk(None), held(PLAYING, 0)), "not-a-move"),
        (PLAYING, cr.Play(S0, junk(str(held(PLAYING, 0)))), "not-a-move"),
        (PLAYING, cr.Play(S0, junk(held(PLAYING, 0).number)), "not-a-move"),
        (DECLARING, cr.Declaration(junk(Three.SEAT), CLUBS), "not-a-move"),
        (DECLARING, cr.Declaration(S3, junk("S")), "not-a-move"),
        (PLAYING, junk(None), "not-a-move"),
        (PLAYING, junk("AS"), "not-a-move"),
        (PLAYING, junk((0, ACE)), "not-a-move"),
        (PLAYING, junk(cr.TrickWon(S0)), "not-a-move"),
        (PLAYING, junk(cr.Play), "not-a-move"),
    ],
    ids=named,
)
def test_a_refused_move(game: cr.Game, move: cr.Move, code: str) -> None:
    """A3, A5, A9, B9, C1, C3, C10, C11."""
    before = (hash(game), game.version, game.log)
    assert refused(game, move) == code
    assert not cr.is_legal(game, move)
    assert (hash(game), game.version, game.log) == before


@pytest.mark.parametrize(
    ("game", "move", "told"),
    [
        (
            PLAYING,
            junk("x"),
            "kind of move must be a Play, Declaration, Talk or Accusation, not 'x'",
        ),
        (PLAYING, cr.Play(S0, junk("AS")), "card of Play must be a Card, not 'AS'"),
        (PLAYING, cr.Play(junk(1.5), ACE), "seat of Play must be an int, not 1.5"),
        (DECLARING, cr.Declaration(S3, junk("S")), "suit of Declaration must be a Suit, not 'S'"),
        (PLAYING, cr.Talk(S0, junk("hi")), "statement of Talk must be a Statement, not 'hi'"),
        (PLAYING, cr.Talk(S0, cr.Aim(junk("4"))), "tricks of Aim must be an int, not '4'"),
        (
            PLAYING,
            cr.Talk(S0, cr.AskLead(junk("S"))),
            "suit of AskLead must be a Suit or None, not 'S'",
        ),
        (
            PLAYING,
            cr.Talk(S0, cr.AskLead(None, junk("low"))),
            "height of AskLead must be a Height or None, not 'low'",
        ),
        (
            DECLARED,
            cr.Accusation(S0, junk(1)),
            "suspects of Accusation must be a tuple of seats, not 1",
        ),
    ],
)
def test_what_is_no_move_is_told_in_words(game: cr.Game, move: cr.Move, told: str) -> None:
    with pytest.raises(cr.IllegalMoveError) as refusal:
        cr.play(game, move)
    assert str(refusal.value) == told


def test_more_talk_than_a_deal_has_room_for() -> None:
    """B9: after 1,000 events only cards are played, until the next deal."""
    game = PLAYING
    while game.version < 1 + 1_000:
        game = cr.play(game, cr.Talk(S2, cr.NoMore()))
    assert refused(game, cr.Talk(S2, cr.NoMore())) is cr.ErrorCode.TOO_MUCH_TALK
    while game.to_act is not None:
        game = cr.play(game, cr.legal_moves(game)[0])
    assert game.deals_played == 1
    assert refused(cr.deal(game, seed=1), cr.Talk(S2, cr.NoMore())) is None


@pytest.mark.parametrize(
    "version", [0, 1, 3, -2, HUGE, True, 2.0, "2", math.nan, (2,), b"", object()]
)
def test_a_stale_version(version: object) -> None:
    """And whatever else is no version of this game."""
    assert PLAYING.version == 2
    move = cr.legal_moves(PLAYING)[0]
    with pytest.raises(cr.IllegalMoveError) as refusal:
        cr.play(PLAYING, move, expect_version=junk(version))
    assert refusal.value.code is cr.ErrorCode.STALE_VERSION
    assert refusal.value.parameters["version"] == 2
    assert refusal.value.move is move


# Deals


@pytest.mark.parametrize("seed", [None, True, 1.0, math.nan, (), [1], bytearray(b"1"), "\ud800"])
def test_a_seed_of_a_wrong_type(seed: object) -> None:
    """None alone is no seed: it means a secret one."""
    if seed is None:
        assert len(cr.deal(FRESH, seed=None).hands[0]) == 13
        return
    with pytest.raises(cr.BadDealError) as refusal:
        cr.deal(FRESH, seed=junk(seed))
    assert [fault.code for fault in refusal.value.faults] == [cr.ErrorCode.BAD_SEED]


def deal_codes(game: cr.Game, hands: object, seed: cr.Seed | None = None) -> list[str]:
    """The codes with which hands are refused."""
    with pytest.raises(cr.BadDealError) as refusal:
        cr.deal(game, hands=junk(hands), seed=seed)
    assert refusal.value.code is cr.ErrorCode.BAD_DEAL
    assert refusal.value.parameters == {"faults": refusal.value.faults}
    return [fault.code.value for fault in refusal.value.faults]


def test_a_deal_with_wrong_cards() -> None:
    """A3."""
    one, two, three, four = cr.deal(FRESH, seed=4).hands
    assert deal_codes(FRESH, [two, two, three, four]) == ["missing-cards", "doubled-cards"]
    assert deal_codes(FRESH, [one, two, three]) == ["wrong-number-of-hands", "missing-cards"]
    assert deal_codes(FRESH, []) == ["wrong-number-of-hands", "missing-cards"]
    assert deal_codes(FRESH, [one + two, cr.Cards(), three, four]) == ["wrong-hand-size"] * 2
    five = [one, two, three, four, cr.Cards()]
    assert deal_codes(FRESH, five) == ["wrong-number-of-hands", "wrong-hand-size"]
    assert deal_codes(FRESH, [one, two, three, cr.FaceDown(13)]) == ["not-a-hand", "missing-cards"]
    assert deal_codes(FRESH, ["AS", None, 5, [ACE]]) == ["not-a-hand"] * 4 + ["missing-cards"]
    for nothing in ("", "AS", 5, {one, two, three, four}, iter([one, two, three, four])):
        assert deal_codes(FRESH, nothing) == ["wrong-number-of-hands"]
    assert deal_codes(FRESH, [one, two, three, four], seed=0) == ["seed-and-hands"]


def test_a_deal_with_foreign_cards() -> None:
    """A3: there are no jacks among queens and better."""
    rules = attrs.evolve(cr.PARLETT, deck=cr.Deck(lowest=cr.Rank.QUEEN))
    hands = cards("AS KS JS", "AH KH QH", "AD KD QD", "AC KC QC")
    assert deal_codes(cr.new_game(rules), hands) == ["missing-cards", "foreign-cards"]


def test_a_triple_deal_with_wrong_honours() -> None:
    """D6: two seats exchange a king of spades for a two of another suit."""
    game = cr.new_game(cr.TRIPLE_COLLUSION, S0)
    hands = [*cr.deal(game, seed=1).hands]
    king = next(card for card in hands[0] if card.suit is cr.Suit.SPADES and card.rank >= 12)
    low = next(card for card in hands[1] if card.rank < 12)
    hands[0] = hands[0] - cr.Cards([king]) + cr.Cards([low])
    hands[1] = hands[1] - cr.Cards([low]) + cr.Cards([king])
    assert deal_codes(game, hands) == ["wrong-honours", "wrong-honours"]


def test_a_deal_at_the_wrong_time() -> None:
    """A7, A9."""
    assert deal_codes(PLAYING, PLAYING.hands) == ["deal-in-progress"]
    assert deal_codes(DECLARING, None, seed=1) == ["deal-in-progress"]
    assert deal_codes(OVER, PLAYING.hands) == ["game-over"]


# Other arguments

NO_GAMES = [None, 5, "game", PLAYING.log, cr.Game, cr.PARLETT]


@pytest.mark.parametrize("value", NO_GAMES, ids=lambda value: type(value).__name__)
def test_something_that_is_no_game(value: object) -> None:
    verbs: list[Callable[[Any], object]] = [
        cr.deal,
        cr.legal_moves,
        cr.game_winner,
        lambda game: cr.play(game, a_play(0, "AS")),
        lambda game: cr.is_legal(game, a_play(0, "AS")),
        lambda game: cr.rewind(game, 1),
    ]
    for verb in verbs:
        with pytest.raises(cr.BadArgumentError) as refusal:
            verb(value)
        assert refusal.value.code is cr.ErrorCode.BAD_ARGUMENT
        assert refusal.value.parameters["argument"] in ("game", "table")


@pytest.mark.parametrize("dealer", [4, -1, True, 1.0, "1", math.nan, HUGE, Three.SEAT])
def test_a_dealer_who_is_not_at_the_table(dealer: object) -> None:
    """A2."""
    with pytest.raises(cr.BadArgumentError) as refusal:
        cr.new_game(cr.PARLETT, junk(dealer))
    assert str(refusal.value).startswith("dealer must be a seat from 0 to 3, not ")
    assert not str(refusal.value).endswith("None")


@pytest.mark.parametrize("rules", [None, "parlett", 4, cr.ParlettScoring(), cr.Ruleset])
def test_something_that_is_no_ruleset(rules: object) -> None:
    verbs: list[Callable[[Any], object]] = [
        cr.new_game,
        lambda value: cr.score_deal(value, cr.Outcome((4, 4, 2, 3))),
    ]
    for verb in verbs:
        with pytest.raises(cr.BadArgumentError) as refusal:
            verb(rules)
        assert refusal.value.parameters["argument"] == "rules"


@pytest.mark.parametrize("version", [0, 3, -1, True, 1.0, None, "1", math.nan, HUGE])
def test_a_version_that_never_was(version: object) -> None:
    with pytest.raises(cr.BadArgumentError) as refusal:
        cr.rewind(PLAYING, junk(version))
    assert refusal.value.code is cr.ErrorCode.NO_SUCH_VERSION
    assert refusal.value.parameters["most"] == 2


@pytest.mark.parametrize(
    "seat", [4, -1, True, False, 0.0, 0.5, "0", math.nan, (), HUGE, np.int64(0), None.__class__]
)
def test_who_is_nobody_is_asked_for_no_moves(seat: object) -> None:
    """A5: PLAYING waits for seat 0, and 0.0 and False are equal to 0."""
    assert PLAYING.to_act == 0
    for table in (PLAYING, cr.view(PLAYING, S0)):
        with pytest.raises(cr.BadArgumentError, match=r"^seat must be a seat from 0 to 3, or None"):
            cr.legal_moves(table, junk(seat))


def test_a_game_is_made_by_verbs_alone() -> None:
    for kind in (cr.Game, cr.View):
        made = "made by a verb, such as new_game or view, not put together by hand"
        with pytest.raises(cr.BadArgumentError, match=f"^a {kind.__name__} must be {made}$"):
            kind(PLAYING.scene)


@pytest.mark.parametrize(
    "change",
    [
        {"players": 5},
        {"players": 3},
        {"players": True},
        {"players": 0},
        {"scoring": cr.PartnersScoring()},
        {"scoring": None},
        {"deck": cr.Deck(lowest=cr.Rank.KING)},
        {"deck": cr.Deck(2)},
        {"partnership": cr.SecretPair()},
        {"reveal": cr.Reveal.AT_FIRST_PARTNER_CARD},
        {"accusations": True},
        {"name": ""},
        {"talk": "none!"},
        {"declares": 1},
    ],
    ids=str,
)
def test_a_ruleset_that_makes_no_sense(change: dict[str, Any]) -> None:
    with pytest.raises(cr.BadRulesetError) as refusal:
        attrs.evolve(cr.PARLETT, **change)
    assert refusal.value.faults


# Anything at all


class Stranger:
    """Equal to nothing, and not to itself."""

    __hash__ = None  # type: ignore[assignment] # it can't be hashed: that is the point

    def __eq__(self, other: object) -> bool:
        return False


SCRAPS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-2, 15),
    st.integers(),
    st.floats(),
    st.complex_numbers(),
    st.text(max_size=5),
    st.binary(max_size=5),
    st.just(10**4000),
    st.sampled_from([Three.SEAT, cr.Rank.THREE, cr.Suit.SPADES, cr.Height.LOW, cr.Phase.OVER]),
    st.sampled_from([ACE, cr.Cards.parse("AS 2C"), cr.FaceDown(3), cr.Deck(), cr.PARLETT]),
    st.sampled_from([PLAYING, OVER, cr.Play, cr.Game, cr, len]),
    st.sampled_from([np.int64(1), np.str_("AS"), np.array(3), np.bool_(1)]),
    st.sampled_from([[4, 4, 2, 3], [0, 1], [[0, 1], [2, 3]]]).map(np.array),
    st.builds(Stranger),
    st.builds(object),
)
JUNK = st.recursive(
    SCRAPS,
    lambda parts: st.one_of(
        st.lists(parts, max_size=4),
        st.lists(parts, max_size=4).map(tuple),
        st.dictionaries(st.integers(0, 3), parts, max_size=2),
        st.builds(cr.Play, parts, parts),
        st.builds(cr.Declaration, parts, parts),
        st.builds(cr.Accusation, parts, parts),
        st.builds(cr.Talk, parts, parts),
        st.builds(cr.Talk, parts, st.builds(cr.Offer, parts, parts)),
        st.builds(cr.Talk, parts, st.builds(cr.AskLead, parts, parts)),
        st.builds(cr.Talk, parts, st.builds(cr.Aim, parts) | st.builds(cr.Words, parts)),
        st.builds(cr.Dealt, parts, parts),
        st.builds(cr.GameStarted, parts, parts),
        st.builds(cr.TrickWon, parts) | st.builds(cr.GameWon, parts),
        st.builds(cr.DealScored, parts) | st.builds(cr.PartnersRevealed, parts),
        st.builds(cr.Outcome, parts, parts, parts),
        st.builds(cr.DealScore, parts, parts, parts, parts),
    ),
    max_leaves=6,
)


def ends_well(verb: Callable[..., object], *values: object) -> object:
    """What a verb returns, or `None` if it refuses; any other error is passed on."""
    try:
        return verb(*values)
    except cr.CollusionError as error:
        refusal = error
    assert isinstance(refusal.code, cr.ErrorCode)
    assert str(refusal)
    return None


TABLES = st.sampled_from([FRESH, PLAYING, DECLARING, DECLARED, OVER])


@given(TABLES, JUNK, JUNK)
def test_only_errors_of_the_library_come_out_of_a_verb(
    game: cr.Game, first: object, second: object
) -> None:
    before = (hash(game), game.version, game.log)
    assert isinstance(ends_well(cr.is_legal, game, first), bool)
    assert isinstance(ends_well(cr.legal_moves, game, first), tuple | None)
    assert isinstance(ends_well(cr.play, game, first, second), cr.Game | None)
    assert isinstance(ends_well(cr.deal, game, first), cr.Game | None)
    assert isinstance(ends_well(cr.deal, game, None, first), cr.Game | None)
    assert isinstance(ends_well(cr.rewind, game, first), cr.Game | None)
    assert isinstance(ends_well(cr.new_game, game.rules, first), cr.Game | None)
    assert isinstance(ends_well(cr.new_game, first, second), cr.Game | None)
    assert isinstance(ends_well(cr.score_deal, game.rules, first, second), cr.DealScore | None)
    for verb in (cr.play, cr.deal, cr.is_legal, cr.legal_moves, cr.game_winner, cr.rewind):
        if not isinstance(first, cr.Game):
            assert ends_well(verb, first, *[second] * (verb is not cr.game_winner)) is None
    assert (hash(game), game.version, game.log) == before


@given(TABLES, st.lists(JUNK, max_size=5), JUNK, JUNK)
def test_only_errors_of_the_library_come_out_of_scoring(
    game: cr.Game, tricks: list[object], teams: object, totals: object
) -> None:
    outcome = cr.Outcome(junk(tuple(tricks)), junk(teams))
    assert isinstance(ends_well(cr.score_deal, game.rules, outcome, totals), cr.DealScore | None)


@given(testing.games().flatmap(lambda game: st.tuples(st.just(game), JUNK)))
def test_junk_is_never_legal(game_and_junk: tuple[cr.Game, object]) -> None:
    """Unless it happens to be a move, made of the right parts."""
    game, move = game_and_junk
    if cr.is_legal(game, junk(move)):
        assert isinstance(move, cr.Play | cr.Declaration | cr.Talk | cr.Accusation)
        assert type(move.seat) is int
        laws.nothing_can_be_changed(cr.play(game, move))


# Logs


def test_a_log_that_is_none() -> None:
    for value in (None, 5, cr.PARLETT):
        with pytest.raises(cr.BadArgumentError):
            cr.replay(junk(value))


def broken(log: Sequence[object]) -> tuple[object, object]:
    """Where and why a log is refused."""
    with pytest.raises(cr.BadRecordError) as refusal:
        cr.replay(junk(log))
    assert refusal.value.code is cr.ErrorCode.BROKEN_LOG
    return refusal.value.parameters["index"], refusal.value.parameters["reason"]


def test_a_log_says_where_it_breaks() -> None:
    log = [*laws.random_game(cr.PARLETT, 1, 60).log]
    assert broken([]) == (0, "a log begins with GameStarted, not with None")
    assert broken(log[1:])[0] == 0
    assert broken([cr.GameStarted(cr.PARLETT, cr.Seat(4))])[0] == 0
    assert broken([cr.GameStarted(cr.PARLETT, junk(None))])[0] == 0
    assert broken([cr.GameStarted(junk("parlett"), S0)])[0] == 0
    assert broken([log[0], log[0]])[0] == 1
    assert broken([log[0], *log[2:]]) == (1, "no cards are dealt: seat 1 must deal first")
    assert broken([log[0], cr.Dealt(S0, cast("cr.Dealt", log[1]).hands)])[0] == 1
    assert broken([log[0], cr.Dealt(S1, ())])[0] == 1
    listed = [*cast("cr.Dealt", log[1]).hands]
    assert broken([log[0], cr.Dealt(S1, junk(listed))]) == (1, "hands must be a tuple")
    assert isinstance(log[6], cr.TrickWon)
    assert broken(log[:6])[0] == 6
    wrong_winner = cr.TrickWon(cr.Seat((log[6].seat + 1) % 4))
    assert broken([*log[:6], wrong_winner, *log[7:]])[0] == 6
    scored = next(at for at, event in enumerate(log) if isinstance(event, cr.DealScored))
    score = cast("cr.DealScored", log[scored]).score
    better = attrs.evolve(score, totals=(99, *score.totals[1:]))
    assert broken([*log[:scored], cr.DealScored(better), *log[scored + 1 :]])[0] == scored
    assert broken([*log, cr.GameWon((S0,))])[0] == len(log)


MUTATIONS = st.sampled_from(["drop", "double", "swap", "cut", "replace"])


@given(testing.games(), MUTATIONS, st.integers(0, 10**6), testing.games(), JUNK)
def test_a_log_that_was_tampered_with(
    game: cr.Game, mutation: str, place: int, other: cr.Game, scrap: object
) -> None:
    """It is refused where it breaks, or it is the log of another game that the rules allow."""
    log: list[Any] = [*game.log]
    at = place % len(log)
    match mutation:
        case "drop":
            del log[at]
        case "double":
            log.insert(at, log[at])
        case "swap":
            log[at], log[at - 1] = log[at - 1], log[at]
        case "cut":
            del log[at:]
        case _:
            log[at] = scrap if place % 2 else other.log[place % len(other.log)]
    if not is_refused(log, early=at - 1):
        again = cr.replay(log)
        assert again.log == tuple(log)
        laws.the_naive_game_agrees(again)


def is_refused(log: Sequence[object], early: int) -> bool:
    """Whether a log is refused, at this place or later."""
    try:
        cr.replay(junk(log))
    except cr.BadRecordError as error:
        refusal = error
    else:
        return False
    index = refusal.parameters["index"]
    assert refusal.code is cr.ErrorCode.BROKEN_LOG
    assert isinstance(index, int)
    assert min(early, len(log)) <= index <= len(log)
    return True


class _AnotherTalk(cr.Talk):  # type: ignore[misc] # final: a type checker refuses it, Python does not
    __hash__ = None  # type: ignore[assignment] # the harm that it would do


class _AnotherAim(cr.Aim):  # type: ignore[misc] # the same
    pass


@pytest.mark.parametrize(
    "move",
    [_AnotherTalk(S2, cr.NoMore()), cr.Talk(S2, _AnotherAim(3))],
    ids=["move", "statement"],
)
def test_only_the_kinds_that_there_are_get_into_a_log(move: cr.Move) -> None:
    assert refused(PLAYING, move) is cr.ErrorCode.NOT_A_MOVE


def test_nobody_plays_while_a_complete_trick_lies_there() -> None:
    """A7: a viewer may be told of the last card before the trick is taken."""
    game, seen = PLAYING, cr.view(PLAYING, S2)
    while len(game.trick) < 3:
        game = cr.play(game, cr.legal_moves(game)[0])
        seen = cr.advance(seen, game.log[-1])
    last = cr.legal_moves(game)[0]
    seen = cr.advance(seen, last)
    assert seen.to_act is None
    assert cr.legal_moves(seen) == ()
    assert not cr.is_legal(seen, cr.Play(S2, cr.Card.parse("AS")))
    with pytest.raises(cr.BadRecordError, match="the rules want TrickWon"):
        cr.advance(seen, last)
