"""Rulesets: the six games as data, their house rules and partnerships."""

import copy
import pickle
from collections.abc import Callable, Mapping
from itertools import product
from typing import Any, Final

import attrs
import pytest

import collusion_rules as cr

NAMES: Final = [
    "parlett",
    "parlett-50",
    "secret-partners",
    "open-collusion",
    "rotation-collusion",
    "triple-collusion",
]
ACE, KING, QUEEN, JACK = cr.Rank.ACE, cr.Rank.KING, cr.Rank.QUEEN, cr.Rank.JACK
ALL: Final = pytest.mark.parametrize("rules", cr.RULESETS.values(), ids=lambda rules: rules.name)


# The six games


def test_six_rulesets_in_order() -> None:
    assert list(cr.RULESETS) == NAMES
    assert list(cr.RULESETS.values()) == [
        cr.PARLETT,
        cr.PARLETT_50,
        cr.SECRET_PARTNERS,
        cr.OPEN_COLLUSION,
        cr.ROTATION_COLLUSION,
        cr.TRIPLE_COLLUSION,
    ]
    for name, rules in cr.RULESETS.items():
        assert rules.name == name


def test_the_six_can_not_be_changed() -> None:
    rulesets: Any = cr.RULESETS
    with pytest.raises(TypeError):
        rulesets["parlett"] = cr.PARLETT_50
    with pytest.raises(TypeError):
        del rulesets["parlett"]
    assert not hasattr(rulesets, "clear")
    assert len(cr.RULESETS) == 6


@ALL
def test_a_ruleset_can_not_be_changed(rules: Any) -> None:
    for name in rules.__slots__:
        with pytest.raises(attrs.exceptions.FrozenInstanceError):
            setattr(rules, name, None)
        with pytest.raises(attrs.exceptions.FrozenInstanceError):
            delattr(rules, name)
    assert not hasattr(rules, "__dict__")


@ALL
def test_rulesets_are_values(rules: cr.Ruleset) -> None:
    for twin in (copy.copy(rules), copy.deepcopy(rules), pickle.loads(pickle.dumps(rules))):
        assert twin == rules
        assert hash(twin) == hash(rules)
        assert twin.tricks == rules.tricks
        assert repr(twin) == repr(rules)
    assert [other for other in cr.RULESETS.values() if other == rules] == [rules]
    assert attrs.evolve(rules, name="another") != rules


@ALL
def test_a3_every_hand_has_as_many_cards_as_a_deal_has_tricks(rules: cr.Ruleset) -> None:
    assert rules.tricks * rules.players == len(rules.deck)
    assert repr(rules.tricks) == {4: "13", 6: "16"}[rules.players]


def test_b1_to_b9_parletts_game() -> None:
    assert cr.parlett() == cr.PARLETT
    assert (
        cr.Ruleset(
            name="parlett",
            players=4,
            scoring=cr.ParlettScoring(
                target=100, tied_pair=10, fewest=20, odd_one_out=30, lift=False
            ),
            deck=cr.Deck(packs=1, lowest=cr.Rank.TWO),
            dealing=cr.EvenDeal(),
            first_leader=cr.FirstLeader.LEFT,
            declares=False,
            partnership=None,
            reveal=cr.Reveal.AFTER_LAST_TRICK,
            talk=cr.TableTalk.ANYTHING,
            accusations=False,
            play_off=False,
        )
        == cr.PARLETT
    )


def test_b7_b8_the_target_of_fifty() -> None:
    assert cr.parlett(target=50) == cr.PARLETT_50
    assert (
        attrs.evolve(cr.PARLETT, name="parlett-50", scoring=cr.ParlettScoring(target=50))
        == cr.PARLETT_50
    )


def test_c1_to_c13_secret_partners() -> None:
    """C8, C10 and C13 have their defaults: off, off, and whatever the trick count."""
    assert cr.secret_partners() == cr.SECRET_PARTNERS
    assert (
        cr.Ruleset(
            name="secret-partners",
            players=4,
            scoring=cr.PartnersScoring(
                deals=8,
                clear_from=8,
                narrow_from=7,
                soloist_from=7,
                clear_win=(10, -5),
                narrow_win=(5, 0),
                loss=(-5, 10),
                soloist_win=(20, -5),
                soloist_loss=(-15, 10),
                all_tricks=10,
                soloist_all_tricks=0,
                accusation=5,
                wrong_accusation=0,
                accusation_needs_win=False,
            ),
            deck=cr.Deck(),
            dealing=cr.EvenDeal(),
            first_leader=cr.FirstLeader.LEFT,
            declares=True,
            partnership=cr.SecretPair(((ACE, KING),)),
            reveal=cr.Reveal.AFTER_LAST_TRICK,
            talk=cr.TableTalk.NONE,
            accusations=False,
            play_off=False,
        )
        == cr.SECRET_PARTNERS
    )


def test_d1_open_collusion_is_secret_partners_revealed_earlier() -> None:
    assert cr.open_collusion() == cr.OPEN_COLLUSION
    assert (
        attrs.evolve(
            cr.SECRET_PARTNERS, name="open-collusion", reveal=cr.Reveal.AT_FIRST_PARTNER_CARD
        )
        == cr.OPEN_COLLUSION
    )


def test_d2_d3_rotation_collusion_is_secret_partners_by_other_cards() -> None:
    cycle = ((ACE, KING), (QUEEN, JACK), (ACE, QUEEN))
    assert cr.rotation_collusion() == cr.ROTATION_COLLUSION
    assert (
        attrs.evolve(
            cr.SECRET_PARTNERS, name="rotation-collusion", partnership=cr.SecretPair(cycle)
        )
        == cr.ROTATION_COLLUSION
    )


def test_d4_to_d8_triple_collusion() -> None:
    assert cr.triple_collusion() == cr.TRIPLE_COLLUSION
    assert (
        cr.Ruleset(
            name="triple-collusion",
            players=6,
            scoring=cr.ThreeTeamsScoring(
                deals=8,
                most=10,
                tied_most=5,
                middle=0,
                tied_fewest=-5,
                fewest=-5,
                all_tricks=10,
            ),
            deck=cr.Deck(packs=2, lowest=cr.Rank.THREE),
            dealing=cr.HonoursFirst((ACE, KING, QUEEN)),
            first_leader=cr.FirstLeader.LEFT,
            declares=True,
            partnership=cr.ThreePairs((ACE, KING, QUEEN)),
            reveal=cr.Reveal.AFTER_LAST_TRICK,
            talk=cr.TableTalk.NONE,
            accusations=False,
            play_off=False,
        )
        == cr.TRIPLE_COLLUSION
    )


# House rules: every ruling of ours is a parameter


def test_a10_a_tie_may_be_played_off_in_every_game() -> None:
    builders: list[Callable[..., cr.Ruleset]] = [
        cr.parlett,
        cr.secret_partners,
        cr.open_collusion,
        cr.rotation_collusion,
        cr.triple_collusion,
    ]
    for builder in builders:
        plain, played_off = builder(), builder(play_off=True)
        assert plain.play_off is False
        assert played_off == attrs.evolve(plain, play_off=True)


def test_house_rules_of_parletts_game() -> None:
    """B7, B8, B9."""
    rules = cr.parlett(75, name="ours", talk=cr.TableTalk.STATEMENTS)
    assert rules == attrs.evolve(
        cr.PARLETT,
        name="ours",
        talk=cr.TableTalk.STATEMENTS,
        scoring=cr.ParlettScoring(target=75),
    )
    assert [cr.parlett(target).name for target in (1, 75, 100)] == [
        "parlett-1",
        "parlett-75",
        "parlett",
    ]
    assert cr.parlett(100, name="x").name == "x"


@pytest.mark.parametrize("builder", [cr.secret_partners, cr.open_collusion, cr.rotation_collusion])
def test_house_rules_with_secret_partners(builder: Callable[..., cr.Ruleset]) -> None:
    """C3, C8, C9, C10, C11, C13."""
    rules = builder(
        name="ours",
        deals=5,
        accusations=True,
        accusation_needs_win=True,
        soloist_all_tricks=6,
        talk=cr.TableTalk.ANYTHING,
    )
    scoring = cr.PartnersScoring(deals=5, soloist_all_tricks=6, accusation_needs_win=True)
    assert rules == attrs.evolve(
        builder(), name="ours", accusations=True, talk=cr.TableTalk.ANYTHING, scoring=scoring
    )


def test_house_rules_of_triple_collusion() -> None:
    """C3, D8."""
    rules = cr.triple_collusion(name="ours", deals=6, talk=cr.TableTalk.STATEMENTS)
    assert rules == attrs.evolve(
        cr.TRIPLE_COLLUSION,
        name="ours",
        talk=cr.TableTalk.STATEMENTS,
        scoring=cr.ThreeTeamsScoring(deals=6),
    )


def test_d3_another_cycle() -> None:
    cycle = ((cr.Rank.TWO, ACE), (KING, QUEEN))
    rules = cr.rotation_collusion(cycle, name="ours")
    assert rules.partnership == cr.SecretPair(cycle)
    assert rules == attrs.evolve(cr.SECRET_PARTNERS, name="ours", partnership=cr.SecretPair(cycle))


def test_d5_d6_another_deck_and_other_honours() -> None:
    """D5, D6: two packs from the ace down to the 9, and the jacks for the queens."""
    honours = (ACE, KING, JACK)
    rules = attrs.evolve(
        cr.TRIPLE_COLLUSION,
        deck=cr.Deck(packs=2, lowest=cr.Rank.NINE),
        dealing=cr.HonoursFirst(honours),
        partnership=cr.ThreePairs(honours),
    )
    assert (len(rules.deck), rules.tricks) == (48, 8)


def test_a_deal_has_as_many_tricks_as_the_deck_allows() -> None:
    rules = attrs.evolve(cr.PARLETT, deck=cr.Deck(lowest=cr.Rank.TEN))
    assert rules.tricks == 5
    assert attrs.evolve(rules, deck=cr.Deck()).tricks == 13


# Partnerships


def test_c2_the_partner_cards_are_ace_and_king_in_every_deal() -> None:
    pair = cr.SecretPair()
    assert [pair.ranks(deals) for deals in range(4)] == [(ACE, KING)] * 4


def test_d2_the_partner_cards_change_with_each_deal() -> None:
    """D2, D3: after the third deal the cycle begins again."""
    partnership = cr.ROTATION_COLLUSION.partnership
    assert partnership is not None
    cycle = [(ACE, KING), (QUEEN, JACK), (ACE, QUEEN)]
    assert [partnership.ranks(deals) for deals in range(8)] == [*cycle, *cycle, *cycle[:2]]


def test_d4_the_partner_cards_are_ace_king_and_queen_in_every_deal() -> None:
    pairs = cr.ThreePairs()
    assert [pairs.ranks(deals) for deals in range(3)] == [(ACE, KING, QUEEN)] * 3


def hands_with(places: Mapping[str, int]) -> list[cr.Cards]:
    """Hands for four seats in which certain cards are at certain seats."""
    others = [str(card) for card in cr.Deck().cards if str(card) not in places]
    hands = [[card for card, at in places.items() if at == seat] for seat in range(4)]
    for hand in hands:
        hand.extend(others.pop() for _ in range(13 - len(hand)))
    return [cr.Cards.parse(" ".join(hand)) for hand in hands]


@pytest.mark.parametrize("suit", cr.Suit, ids=str)
def test_c2_the_holders_of_ace_and_king_of_trumps_are_partners(suit: cr.Suit) -> None:
    """C2: wherever the two cards are; the holder of both is the soloist."""
    start = cr.new_game(cr.SECRET_PARTNERS, cr.Seat(1))
    for ace, king in product(range(4), repeat=2):
        game = cr.deal(start, hands=hands_with({f"A{suit}": ace, f"K{suit}": king}))
        assert game.teams == ()
        game = cr.play(game, cr.Declaration(cr.Seat(1), suit))
        partners = tuple(sorted({ace, king}))
        opponents = tuple(seat for seat in range(4) if seat not in partners)
        assert game.teams == (partners, opponents)
        assert [str(card) for card in game.partner_cards] == [f"A{suit}", f"K{suit}"]


@pytest.mark.parametrize("suit", cr.Suit, ids=str)
def test_d4_the_two_holders_of_the_same_honour_are_a_team(suit: cr.Suit) -> None:
    """D4: the holders of A, of K, of Q, in this order."""
    start = cr.new_game(cr.TRIPLE_COLLUSION, cr.Seat(4))
    for seed in range(30):
        game = cr.play(cr.deal(start, seed=seed), cr.Declaration(cr.Seat(4), suit))
        assert game.teams == tuple(
            tuple(seat for seat in range(6) if cr.Card(rank, suit) in game.hands[seat])
            for rank in (ACE, KING, QUEEN)
        )
        assert [len(team) for team in game.teams] == [2, 2, 2]


# Who has won (A10)


def test_a10_the_highest_total_wins_once_the_game_ends() -> None:
    assert cr.SECRET_PARTNERS.winners((6, 5, 1, 0), 8) == (0,)
    assert cr.SECRET_PARTNERS.winners((5, 5, 1, 0), 8) == (0, 1)
    assert cr.SECRET_PARTNERS.winners([5, 5, 1, 0], 7) == ()
    assert cr.SECRET_PARTNERS.winners((0, 0, 0, 0), 0) == ()


def test_a10_a_tie_may_be_played_off() -> None:
    rules = cr.secret_partners(play_off=True)
    assert rules.winners((5, 5, 1, 0), 8) == ()
    assert rules.winners((5, 5, 5, 0), 8) == ()
    assert rules.winners((6, 5, 5, 0), 8) == (0,)


@pytest.mark.parametrize(
    ("totals", "shown"),
    [
        ((1, 2, 3), "(1, 2, 3)"),
        ((1, 2, 3, "4"), "(1, 2, 3, '4')"),
        (dict.fromkeys(range(4), 0), "something of type dict"),
    ],
)
def test_totals_that_make_no_sense(totals: Any, shown: str) -> None:
    with pytest.raises(cr.BadOutcomeError) as caught:
        cr.PARLETT.winners(totals, 1)
    assert str(caught.value) == f"the totals must be 4 whole numbers, not {shown}"


@pytest.mark.parametrize("deals", [-1, "1"])
def test_a_number_of_deals_that_makes_no_sense(deals: Any) -> None:
    with pytest.raises(cr.BadArgumentError, match=r"^deals_played must be a whole number from 0 "):
        cr.PARLETT.winners((1, 2, 3, 4), deals)


@pytest.mark.parametrize(("revision", "shown"), [(0, "0"), ("2", "'2'")])
def test_a_revision_that_makes_no_sense(revision: Any, shown: str) -> None:
    with pytest.raises(cr.BadRulesetError) as caught:
        attrs.evolve(cr.PARLETT, revision=revision)
    assert str(caught.value.faults[0]) == f"revision must be a whole number from 1, not {shown}"
