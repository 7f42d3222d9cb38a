"""What the players of batches do, and what the kernel leaves to the engine (A4 to A8, C1)."""

from collections.abc import Generator
from contextlib import contextmanager
from itertools import product
from typing import Any, cast

import attrs
import pytest

pytest.importorskip("numba", reason="the extra `fast` is not installed")

import numpy as np
import numpy.typing as npt
from hypothesis import given
from hypothesis import strategies as st
from tables import NoScoring, dealt, play

import collusion_rules as cr
from collusion_rules import revisions, testing
from collusion_rules.batch import (
    Batch,
    Declares,
    Plays,
    Policy,
    fallback,
    plain,
    plans,
    play_deals,
    play_games,
    play_on,
    playing,
    points,
    starts,
)
from collusion_rules.simulation.counting import tally_deals
from collusion_rules.values import ReadOnly

SEEDS = st.integers(0, 2**64)
HOWS = st.sampled_from(Plays)
POLICIES = st.builds(
    Policy,
    plays=HOWS | st.lists(HOWS, min_size=4, max_size=4).map(tuple),
    declares=st.sampled_from(Declares),
    aims=st.integers(0, 13) | st.lists(st.integers(0, 13), min_size=4, max_size=4).map(tuple),
    whims=st.integers(0, 16) | st.lists(st.integers(0, 16), min_size=4, max_size=4).map(tuple),
)


def hands_of(batch: Batch) -> "npt.NDArray[np.uint64]":
    assert batch.record is not None
    return batch.record.hands


def a_field(_: cr.Ruleset) -> str:
    return "the field must_follow of Ruleset"


def low_first(play: cr.Play) -> int:
    return -play.card.rank


@contextmanager
def by_engine() -> Generator[None, None, None]:
    """Let the engine play, as if there were a field that the kernel doesn't read."""
    with pytest.MonkeyPatch.context() as monkeypatch:
        for module in (playing, starts):
            monkeypatch.setattr(module, "unread", a_field)
        yield


# The kernel does what plain Python does


@pytest.mark.measured
@given(rules=testing.rulesets(), policy=POLICIES, seed=SEEDS, dealer=st.integers(0, 3))
def test_policies_are_those_of_plain_python(
    rules: cr.Ruleset, policy: Policy, seed: int, dealer: int
) -> None:
    """Play by play and from the same hands, under every ruleset and policy."""
    if rules.players != 4:
        one = policy.plays[0] if isinstance(policy.plays, tuple) else policy.plays
        aim = policy.aims[0] if isinstance(policy.aims, tuple) else policy.aims
        whims = policy.whims[0] if isinstance(policy.whims, tuple) else policy.whims
        policy = attrs.evolve(policy, plays=one, aims=aim, whims=whims)
    seat = cr.Seat(dealer)
    hands = hands_of(play_deals(rules, 4, seed, record=True))
    by_kernel = play_deals(rules, 4, seed, dealer=seat, hands=hands, policy=policy, record=True)
    with by_engine():
        slow = play_deals(rules, 4, seed, dealer=seat, hands=hands, policy=policy, record=True)
    assert attrs.evolve(slow, fallback=by_kernel.fallback) == by_kernel


@pytest.mark.measured
@given(data=st.data(), seed=SEEDS, how=HOWS)
def test_positions_are_played_on_as_plain_python_does(
    data: st.DataObject, seed: int, how: Plays
) -> None:
    game = data.draw(testing.games(phase=cr.Phase.PLAYING))
    policy = Policy(plays=how, aims=2)
    by_kernel = play_on(game, 3, seed, policy=policy, record=True)
    with by_engine():
        slow = play_on(game, 3, seed, policy=policy, record=True)
    assert attrs.evolve(slow, fallback=by_kernel.fallback) == by_kernel


def test_a_planted_fault_in_a_policy_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """If plain Python discarded low, kernel and Python would differ."""
    hands = hands_of(play_deals(cr.PARLETT, 20, 7, record=True))
    policy = Policy(plays=Plays.DUCK)
    right = play_deals(cr.PARLETT, 20, 7, hands=hands, policy=policy)
    monkeypatch.setattr(plain, "_rank_first", low_first)
    with by_engine():
        wrong = play_deals(cr.PARLETT, 20, 7, hands=hands, policy=policy)
    assert not np.array_equal(right.tricks, wrong.tricks)


# Each policy by example: three tricks from a short pack, seat 0 leads

SHORT = attrs.evolve(cr.PARLETT, deck=cr.Deck(lowest=cr.Rank.TEN))  # five tricks
TRUMPS = attrs.evolve(SHORT, name="with trumps", declares=True)


def first_plays(rules: cr.Ruleset, how: Plays, before: str, *hands: str) -> str:
    """The card that the seat after some plays plays."""
    game = dealt(rules, *hands)
    if rules.declares:
        game = cr.play(game, cr.Declaration(game.dealer, cr.Suit.SPADES))
    game = play(game, *before.split())
    batch = play_on(game, 1, 7, policy=Policy(plays=how), record=True)
    assert batch.record is not None
    number = int(batch.record.cards[0, 0])
    return str(cr.Card(cr.Rank(number % 13 + 2), tuple(cr.Suit)[number // 13]))


HANDS = ("AS TS KH QD JC", "KS QS TH AD AC", "JS JH TD KC QC", "AH QH KD JD TC")


@pytest.mark.parametrize(
    ("how", "before", "card"),
    [
        (Plays.DUCK, "", "TS"),  # the lowest lead
        (Plays.DUCK, "AS", "KS"),  # the highest that doesn't win
        (Plays.DUCK, "TS", "QS"),  # both would win: the lower, in hope
        (Plays.DUCK, "TS QS JS", "AH"),  # the highest discard
        (Plays.DUCK, "KH TH JH", "QH"),  # the highest that doesn't win, though last
        (Plays.TAKE, "", "AS"),
        (Plays.TAKE, "AS", "QS"),  # none wins: the lowest
        (Plays.TAKE, "TS", "QS"),  # the cheapest that wins
        (Plays.TAKE, "TS QS JS", "TC"),  # none can win: the lowest
        (Plays.TAKE, "KH TH JH", "AH"),
        (Plays.MIDDLE, "", "QD"),  # of TS JC QD KH AS
        (Plays.MIDDLE, "TS", "QS"),  # of two the lower
        (Plays.AIM, "AS", "QS"),  # it has no trick yet: as TAKE
    ],
)
def test_what_each_policy_plays(how: Plays, before: str, card: str) -> None:
    assert first_plays(SHORT, how, before, *HANDS) == card


def test_the_last_to_play_who_must_win_wins_high() -> None:
    """Nobody is left who could take the trick from it."""
    hands = ("TS KS QH JD JC", "JS TH AD AC KD", "AH JH TD KC QC", "QS AS KH QD TC")
    assert first_plays(SHORT, Plays.DUCK, "TS JS AH", *hands) == "AS"
    assert first_plays(SHORT, Plays.TAKE, "TS JS AH", *hands) == "QS"


def test_discards_may_be_trumps() -> None:
    """Out of the suit led, a trump wins: DUCK keeps from it, TAKE takes the lowest that does."""
    hands = ("KH QH TH AD AC", "AS JS KD QD TD", "AH JH JD KC QC", "TS KS QS JC TC")
    assert first_plays(TRUMPS, Plays.DUCK, "KH", *hands) == "KD"
    assert first_plays(TRUMPS, Plays.TAKE, "KH", *hands) == "JS"
    assert first_plays(TRUMPS, Plays.TAKE, "KH JS AH", *hands) == "QS"
    assert first_plays(TRUMPS, Plays.DUCK, "KH JS AH", *hands) == "JC"


def test_aiming_for_tricks() -> None:
    """Who aims for none ducks, who aims for all takes; in between it turns."""
    deals = 400
    mean = {}
    for aim in (0, 2, 4, 13):
        policy = Policy(plays=(Plays.AIM, *[Plays.RANDOM] * 3), aims=(aim, 0, 0, 0))
        mean[aim] = play_deals(cr.PARLETT, deals, 7, policy=policy).tricks[:, 0].mean()
    for aim, how in ((0, Plays.DUCK), (13, Plays.TAKE)):
        plays = (how, *[Plays.RANDOM] * 3)
        same = play_deals(cr.PARLETT, deals, 7, policy=Policy(plays=plays))
        assert same.tricks[:, 0].mean() == mean[aim]
    assert mean[0] < mean[2] < mean[4] < mean[13]


def test_the_longest_suit_of_those_with_a_partner_card() -> None:
    """C2: seat 3 declares the three spades with the king, not the five hearts without."""
    rules, policy = cr.SECRET_PARTNERS, Policy(declares=Declares.LONGEST_HELD)
    batch = play_deals(rules, 300, 7, policy=policy, record=True)
    hands = hands_of(batch)
    for row in range(300):
        hand = plans.cards(hands[row, 0])
        suits = {suit: len(hand.of_suit(suit)) for suit in cr.Suit}
        held = [
            suit
            for suit in cr.Suit
            if {cr.Card(cr.Rank.ACE, suit), cr.Card(cr.Rank.KING, suit)} & set(hand)
        ]
        trump = batch.trump(row)
        assert trump is not None
        assert trump in (held or suits)
        assert suits[trump] == max(suits[suit] for suit in held or suits)


@pytest.mark.parametrize(
    ("parts", "match"),
    [
        ({"aims": -1}, "a number of tricks from 0 to 52"),
        ({"aims": 53}, "a number of tricks from 0 to 52"),
        ({"aims": ()}, "a number of tricks from 0 to 52"),
        ({"aims": (1, True)}, "a number of tricks from 0 to 52"),
        ({"whims": 17}, "a whole number from 0 to 16"),
        ({"whims": ()}, "a whole number from 0 to 16"),
        ({"whims": (1, True)}, "a whole number from 0 to 16"),
        ({"aims": None}, "a number of tricks from 0 to 52"),
    ],
)
def test_aims_that_are_none_are_refused(parts: dict[str, Any], match: str) -> None:
    with pytest.raises(cr.BadArgumentError, match=match):
        Policy(**parts)


def test_aims_for_another_number_of_seats_are_refused() -> None:
    with pytest.raises(cr.BadArgumentError, match="one whole number or 4"):
        play_deals(cr.PARLETT, 1, 0, policy=Policy(whims=(1, 2)))
    with pytest.raises(cr.BadArgumentError, match="one number of tricks or 4"):
        play_deals(cr.PARLETT, 1, 7, policy=Policy(aims=(1, 2, 3)))


# What the kernel doesn't read, the engine plays


def test_whether_and_why_can_be_asked() -> None:
    for rules in cr.RULESETS.values():
        assert fallback(rules) is None
    own = cr.Ruleset(name="own", scoring=NoScoring())
    assert fallback(own) == (
        "the engine scores each different outcome by itself: NoScoring is a scheme of your own"
    )
    with pytest.raises(cr.BadArgumentError):
        fallback(cast("cr.Ruleset", "parlett"))


PARTS = [
    cr.PARLETT,
    cr.Deck(),
    cr.EvenDeal(),
    cr.HonoursFirst(),
    cr.SecretPair(),
    cr.ThreePairs(),
    cr.ParlettScoring(),
    cr.PartnersScoring(),
    cr.ThreeTeamsScoring(),
]
"""A value of each kind that a ruleset is made of."""


@pytest.mark.parametrize("part", PARTS, ids=lambda part: type(part).__name__)
def test_a_new_field_is_played_by_the_engine(part: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: each kind of part in turn has one field more, and nobody has told the kernel."""
    kind = cast("type[attrs.AttrsInstance]", type(part))
    fields = attrs.fields

    @attrs.frozen
    class Longer:
        must_follow: bool = True

    def with_one_more(of: type) -> Any:
        return (*fields(of), *fields(Longer)) if of is kind else fields(of)

    monkeypatch.setattr(attrs, "fields", with_one_more)
    monkeypatch.setattr(kind, "must_follow", True, raising=False)
    for function in (plans.plan, plans.unread, points.unscored):
        function.cache_clear()
    named = f"the field must_follow of {kind.__name__}"
    touched = 0
    for rules in cr.RULESETS.values():
        parts = {rules, rules.deck, rules.dealing, rules.partnership, rules.scoring}
        why = fallback(rules)
        has_it = any(type(each) is kind for each in parts)
        assert (why is not None and named in why) == has_it
        if has_it and not touched:
            touched += 1
            check_against_engine(rules)
    assert touched
    monkeypatch.undo()
    for function in (plans.plan, plans.unread, points.unscored):
        function.cache_clear()


def test_earlier_rulings_are_played_by_the_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    """The machine code plays by the latest alone."""
    earlier = attrs.evolve(cr.PARLETT, name="earlier")
    monkeypatch.setattr(revisions, "CORRECTIONS", ReadOnly({"A8": 2}))
    assert fallback(earlier) == (
        "the engine plays every deal itself: the machine code does not read the field revision of "
        "Ruleset"
    )
    assert fallback(attrs.evolve(earlier, revision=2)) is None
    for function in (plans.plan, plans.unread, points.unscored):
        function.cache_clear()


def check_against_engine(rules: cr.Ruleset) -> None:
    """A small batch and a game that the engine has to do, in part or in whole."""
    batch = play_deals(rules, 3, "seed", record=True)
    assert batch.fallback is not None
    assert batch == play_deals(rules, 3, "seed", record=True)
    assert batch.record is not None
    parts = [play_deals(rules, 1, "seed", first=first).tricks for first in range(3)]
    assert np.array_equal(np.concatenate(parts), batch.tricks)
    for row in range(3):
        score = cr.score_deal(rules, batch.outcome(row))
        assert tuple(batch.points[row]) == score.points
    games = play_games(attrs.evolve(rules, scoring=sooner(rules)), 2, "seed")
    assert games.winners.any(axis=1).all()


def sooner(rules: cr.Ruleset) -> cr.Scoring:
    """The scoring of a game that is over soon."""
    scoring = rules.scoring
    if isinstance(scoring, cr.ParlettScoring):
        return attrs.evolve(scoring, target=30)
    assert isinstance(scoring, cr.PartnersScoring | cr.ThreeTeamsScoring)
    return attrs.evolve(scoring, deals=1)


def test_the_engine_takes_choices_and_refuses_high_ones() -> None:
    choices = np.zeros((1, 52), np.uint8)
    hands = hands_of(play_deals(cr.PARLETT, 1, 7, record=True))
    by_kernel = play_deals(cr.PARLETT, 1, 7, hands=hands, choices=choices)
    with by_engine():
        batch = play_deals(cr.PARLETT, 1, 7, hands=hands, choices=choices)
        choices[0, 51] = 1
        with pytest.raises(cr.BadArgumentError, match=r"choices\[0, 51\]"):
            play_deals(cr.PARLETT, 1, 7, hands=hands, choices=choices)
    assert np.array_equal(batch.tricks, by_kernel.tricks)


def test_the_engine_refuses_hands_that_are_no_deal() -> None:
    with by_engine(), pytest.raises(cr.BadDealError):
        play_deals(cr.PARLETT, 1, 7, hands=np.zeros((1, 4, 2), np.uint64))


# Two players and a secret pair


@pytest.mark.parametrize("deals", [30])
def test_two_players_and_a_secret_pair(deals: int) -> None:
    """C2: either both are partners against nobody, or one is alone against the other."""
    rules = cr.Ruleset(
        name="two",
        players=2,
        deck=cr.Deck(lowest=cr.Rank.JACK),
        declares=True,
        partnership=cr.SecretPair(),
        scoring=NoScoring(),
    )
    batch = play_deals(rules, deals, 7, record=True)
    kinds = set[tuple[int, ...]]()
    for row in range(deals):
        hands = [plans.cards(hand) for hand in hands_of(batch)[row]]
        game = cr.deal(cr.new_game(rules, cr.Seat(0)), hands=hands)
        trump = batch.trump(row)
        assert trump is not None
        game = cr.play(game, cr.Declaration(cr.Seat(0), trump))
        assert batch.outcome(row).teams == game.teams
        kinds.add(tuple(map(len, game.teams)))
    assert kinds == {(2, 0), (1, 1)}
    sides = tally_deals(rules, deals, 7).sides
    assert sum(fared.deals for fared in sides.values()) == deals
    on = cr.deal(cr.new_game(rules, cr.Seat(0)), seed=1)
    on = cr.play(on, cr.Declaration(cr.Seat(0), cr.Suit.CLUBS))
    assert len(play_on(on, 5, 7)) == 5


def test_every_policy_and_declaration_has_a_code() -> None:
    assert set(plans.PLAYS) == set(Plays)
    assert set(plans.DECLARES) == set(Declares)
    for one, other in product(plans.PLAYS, repeat=2):
        assert (plans.PLAYS[one] == plans.PLAYS[other]) == (one is other)


def test_games_of_an_earlier_revision_are_the_engine_s(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(revisions, "CORRECTIONS", ReadOnly({"A8": 2}))
    earlier = attrs.evolve(cr.PARLETT, revision=1, name="before the correction")
    assert plans.unread(earlier) == "the field revision of Ruleset"
    assert plans.unread(attrs.evolve(earlier, revision=2)) is None
