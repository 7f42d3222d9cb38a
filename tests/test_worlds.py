"""Worlds: counted, numbered and drawn; against brute force, against the engine, against chance."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import reduce
from itertools import combinations, permutations
from math import comb, factorial, prod
from typing import Any, cast

import attrs
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from laws import is_chosen, play_any
from seeing import honours, last_dealt
from tables import NoScoring, always

import collusion_rules as cr
from collusion_rules import hidden as hidden_module
from collusion_rules import testing, worlds
from collusion_rules.folding import fold
from collusion_rules.hidden import hidden, hidden_hands
from collusion_rules.plausibility import some_deal_fits
from collusion_rules.shuffling import Chance

OPEN_TRIPLE = attrs.evolve(
    cr.TRIPLE_COLLUSION, name="open triple", reveal=cr.Reveal.AT_FIRST_PARTNER_CARD
)
THREE = cr.Ruleset(
    name="three",
    players=3,
    deck=cr.Deck(lowest=cr.Rank.NINE),
    dealing=cr.HonoursFirst((cr.Rank.ACE, cr.Rank.KING, cr.Rank.QUEEN)),
    declares=True,
    partnership=cr.SecretPair(((cr.Rank.ACE, cr.Rank.JACK), (cr.Rank.ACE, cr.Rank.KING))),
    reveal=cr.Reveal.AT_FIRST_PARTNER_CARD,
    scoring=NoScoring(),
)
"""One pack, honours first, and partner cards that may be honours or not."""

EVERY = (*cr.RULESETS.values(), OPEN_TRIPLE, THREE)

MOST = 300
"""To how many ways to deal brute force goes."""

LONG = settings().max_examples >= 10_000
SMALL_VIEWS = 200 if LONG else 1
"""Of how many views of each ruleset every world is looked at."""
GAMES, DRAWS = (250, 250) if LONG else (4, 3)
"""In how many games of each ruleset worlds are drawn, for two viewers, and how many: a million."""

Hands = tuple[frozenset[int], ...]
"""The cards of each seat, each copy told apart."""


def game_of(rules: cr.Ruleset, seed: int, cards: int, deals: int = 0) -> cr.Game:
    """A game after some random deals and so many random cards of the next one."""
    chance = Chance(seed, 0)
    game = fresh(rules, seed)
    whole = len(rules.deck) + rules.declares
    for moves in (*[whole] * deals, cards + rules.declares):
        if game.phase is cr.Phase.OVER:  # 50 points may be reached in two deals
            game = fresh(rules, seed)
        game = cr.deal(game, seed=chance.below(2**32))
        for _ in range(moves):
            game = play_any(game, chance)
    return game


def fresh(rules: cr.Ruleset, seed: int) -> cr.Game:
    return cr.new_game(rules, cr.Seat(seed % rules.players))


def ways(game: cr.Game, viewer: cr.Seat | None) -> int:
    """How many ways there are to deal the cards that a viewer can't see, whatever was told."""
    sizes = [len(hand) for seat, hand in enumerate(game.hands) if seat != viewer]
    return factorial(sum(sizes)) // prod(map(factorial, sizes))


def hidden_copies(view: cr.View) -> list[int]:
    """The hidden cards: numbers, and 52 more for the second of two hidden copies."""
    seen = Counter(play.card for play in view.plays if play.seat != view.viewer)
    if view.viewer is not None:
        dealt = cast(
            "cr.Dealt",
            view.log[max(at for at, e in enumerate(view.log) if isinstance(e, cr.Dealt))],
        )
        seen.update(cast("cr.Cards", dealt.hands[view.viewer]))
    left = Counter(view.rules.deck.cards) - seen
    return [card.number + 52 * copy for card, copies in left.items() for copy in range(copies)]


def dealings(copies: Sequence[int], sizes: Sequence[int]) -> Iterator[tuple[frozenset[int], ...]]:
    """Every way to deal cards into hands of these sizes."""
    if not sizes:
        yield ()
        return
    for hand in combinations(copies, sizes[0]):
        others = [copy for copy in copies if copy not in hand]
        for rest in dealings(others, sizes[1:]):
            yield (frozenset(hand), *rest)


def brute_force(view: cr.View) -> set[Hands]:
    """Every world, found by trying all ways to deal the hidden cards."""
    sizes = [0 if seat == view.viewer else len(hand) for seat, hand in enumerate(view.hands)]
    return {hands for hands in dealings(hidden_copies(view), sizes) if agrees(view, hands)}


PACK = [cr.Card(rank, suit) for suit in cr.Suit for rank in cr.Rank]


def agrees(view: cr.View, hands: Hands) -> bool:
    """Whether all that was told could happen with these hidden hands."""
    held = [[PACK[copy % 52] for copy in hand] for hand in hands]
    for seat, made in enumerate(view.hands):
        held[seat] += made if isinstance(made, cr.Cards) else ()
    for play in view.plays:
        held[play.seat].append(play.card)
    ranks = honours(view.rules)
    for hand in held if ranks else ():
        if any(sum(c.suit is suit and c.rank in ranks for c in hand) != 1 for suit in cr.Suit):
            return False
    if view.partners_revealed:
        holders = [
            [cr.Seat(seat) for seat, hand in enumerate(held) for _ in range(hand.count(card))]
            for card in view.partner_cards
        ]
        assert view.rules.partnership is not None
        if view.rules.partnership.teams(holders, view.rules.players) != view.teams:
            return False
    for trick in (*view.tricks, view.trick):
        for play in trick:
            suits = {card.suit for card in held[play.seat]}
            if play.card.suit is not trick[0].card.suit and trick[0].card.suit in suits:
                return False
            held[play.seat].remove(play.card)
    return True


def numbered(view: cr.View) -> list[Hands]:
    """Every world by its number, each copy of a card told apart."""
    told = hidden(view)
    found = worlds.Worlds(told)
    own = () if view.viewer is None else (view.viewer,)
    return [
        tuple(
            frozenset(() if seat in own else (at for at in range(104) if hand >> at & 1))
            for seat, hand in enumerate(found.nth(index))
        )
        for index in range(found.count)
    ]


def check_numbers(view: cr.View) -> int:
    """Compare the worlds of a view with what brute force finds; how many there are."""
    every = numbered(view)
    assert len(set(every)) == len(every) == worlds.count_worlds(view)
    differ = len(set(every) ^ brute_force(view))  # to be told line by line would take hours
    assert not differ
    return len(every)


def small_game(rules: cr.Ruleset, seed: int, viewer: cr.Seat | None, most: int) -> cr.Game:
    """A game in which there are not too many ways to deal what this viewer can't see."""
    chance, game = Chance(seed, 0), fresh(rules, seed)
    for _ in range(seed % 3):
        after = cr.deal(game, seed=chance.below(2**32))
        while after.to_act is not None:
            after = play_any(after, chance)
        if after.phase is cr.Phase.OVER:
            break
        game = after
    game = cr.deal(game, seed=seed)
    fit: list[cr.Game] = []
    while game.phase is not cr.Phase.AWAITING_DEAL and game.phase is not cr.Phase.OVER:
        if ways(game, viewer) <= most:
            fit.append(game)
        game = play_any(game, chance)
    return fit[seed % len(fit)]


seeds = st.integers(0, 2**20)


@given(testing.rulesets() | st.sampled_from(EVERY), seeds, st.data())
@settings(suppress_health_check=[HealthCheck.too_slow])
def test_every_world_has_its_number(rules: cr.Ruleset, seed: int, data: st.DataObject) -> None:
    viewer = data.draw(st.none() | st.integers(0, rules.players - 1).map(cr.Seat))
    game = small_game(rules, seed, viewer, MOST)
    view = cr.view(game, viewer)
    count = check_numbers(view)
    some = range(count) if LONG else {0, count - 1, seed % count}
    assert_are_worlds(game, viewer, (worlds.nth_world(view, index) for index in some))


@pytest.mark.parametrize("rules", EVERY, ids=lambda rules: rules.name)
def test_every_world_of_a_small_view_is_possible(rules: cr.Ruleset) -> None:
    found = 0
    for seed in range(SMALL_VIEWS):
        viewer = (None, *map(cr.Seat, range(rules.players)))[seed % (rules.players + 1)]
        game = small_game(rules, seed, viewer, MOST if LONG else 30)
        view = cr.view(game, viewer)
        every = (worlds.nth_world(view, index) for index in range(check_numbers(view)))
        found += assert_are_worlds(game, viewer, every)
    print(f"{rules.name}: every world of {SMALL_VIEWS} views, {found:,} in all")


def assert_are_worlds(game: cr.Game, viewer: cr.Seat | None, every: Iterable[worlds.World]) -> int:
    """The engine plays the deal with any of these hands, and its viewer sees what it saw.

    Returns:
        How many there were.
    """
    before = cr.rewind(game, last_dealt(game))  # what was before the deal is the same for all
    moves = [cast("cr.Move", event) for event in game.deal_log if is_chosen(event)][1:]
    seats = range(game.rules.players)
    played = [cr.Cards(play.card for play in game.plays if play.seat == seat) for seat in seats]
    seen, count = cr.view(game, viewer), 0
    for hands in every:
        dealt = [hand + own for hand, own in zip(hands, played, strict=True)]
        other = reduce(cr.play, moves, cr.deal(before, hands=dealt))
        assert other.hands == hands
        assert cr.view(other, viewer) == seen
        count += 1
    return count


@pytest.mark.parametrize("rules", EVERY, ids=lambda rules: rules.name)
def test_no_world_is_impossible(rules: cr.Ruleset) -> None:
    found = 0
    for seed in range(GAMES):
        game = game_of(rules, seed, 5 * seed % len(rules.deck), deals=seed % 3)
        for viewer in (None, cr.Seat(seed % rules.players)):
            view = cr.view(game, viewer)
            drawn = (worlds.sample_world(view, number) for number in range(DRAWS))
            found += assert_are_worlds(game, viewer, drawn)
    print(f"{rules.name}: {found:,} worlds drawn of {2 * GAMES} views")


@pytest.mark.parametrize("rules", EVERY, ids=lambda rules: rules.name)
def test_a_fresh_deal(rules: cr.Ruleset) -> None:
    """As many worlds as there are ways to deal (A3, D6)."""
    game = cr.deal(cr.new_game(rules, cr.Seat(0)), seed=1)
    for viewer in (None, cr.Seat(0), cr.Seat(1)):
        hands = rules.players - (viewer is not None)
        first = len(honours(rules)) and 4
        others = rules.tricks - first
        ways = factorial(hands) ** first * factorial(hands * others) // factorial(others) ** hands
        assert worlds.count_worlds(cr.view(game, viewer)) == ways


def test_worlds_that_can_be_told_by_hand() -> None:
    """E has shown to be out of spades."""
    rules = cr.Ruleset(name="tiny", deck=cr.Deck(lowest=cr.Rank.KING), scoring=NoScoring())
    hands = ("AS AD", "KH KC", "KS AC", "AH KD")
    game = cr.deal(cr.new_game(rules, cr.Seat(3)), hands=[cr.Cards.parse(hand) for hand in hands])
    north = cr.view(game, cr.Seat(0))
    assert worlds.count_worlds(north) == 90
    game = cr.play(game, cr.Play(cr.Seat(0), cr.Card.parse("AS")))
    game = cr.play(game, cr.Play(cr.Seat(1), cr.Card.parse("KC")))
    north = cr.view(game, cr.Seat(0))
    # KS is with S or W; of AH KH AC KD E has one, and the others are dealt out
    assert worlds.count_worlds(north) == 2 * 4 * 3
    assert worlds.chances(north) == {
        cr.Card.parse(card): tuple(map(Fraction, likely))
        for card, likely in {
            "KS": ("0", "0", "1/2", "1/2"),
            "AH": ("0", "1/4", "3/8", "3/8"),
            "KH": ("0", "1/4", "3/8", "3/8"),
            "AD": ("1", "0", "0", "0"),
            "KD": ("0", "1/4", "3/8", "3/8"),
            "AC": ("0", "1/4", "3/8", "3/8"),
        }.items()
    }


@given(testing.rulesets() | st.sampled_from(EVERY), seeds, st.data())
@settings(suppress_health_check=[HealthCheck.too_slow])
def test_chances_are_shares_of_the_worlds(
    rules: cr.Ruleset, seed: int, data: st.DataObject
) -> None:
    viewer = data.draw(st.none() | st.integers(0, rules.players - 1).map(cr.Seat))
    chances_are_shares(cr.view(small_game(rules, seed, viewer, 60), viewer))


def chances_are_shares(view: cr.View) -> None:
    """Compare chances with the shares of all worlds in which a seat holds a card."""
    found = worlds.worlds_of(hidden(view))
    every = [worlds.shown(found.nth(index)) for index in range(found.count)]
    held = {card for hands in every for hand in hands for card in hand}
    assert worlds.chances(view) == {
        card: tuple(
            Fraction(sum(card in hands[seat] for hands in every), len(every))
            for seat in range(view.rules.players)
        )
        for card in sorted(held, key=lambda card: -card.number)
    }
    assert list(worlds.chances(view)) == sorted(held, key=lambda card: -card.number)


@pytest.mark.no_cover
@pytest.mark.parametrize("seed", range(4))
def test_chances_where_a_card_is_there_twice(seed: int) -> None:
    """At the end of a deal of two packs, where both copies of a card are hidden from somebody."""
    game, twice = game_of(cr.TRIPLE_COLLUSION, seed, 6 * 14 + 1), 0
    for viewer in map(cr.Seat, range(6)):
        view = cr.view(game, viewer)
        twice += any(copy >= 52 for copy in hidden_copies(view))
        if worlds.count_worlds(view) < 20_000:
            chances_are_shares(view)
    assert twice


def test_who_holds_a_card_holds_it() -> None:
    game = game_of(cr.TRIPLE_COLLUSION, 0, 1)
    for viewer in map(cr.Seat, range(6)):
        view = cr.view(game, viewer)
        sure = [card for card, likely in worlds.chances(view).items() if likely[viewer] == 1]
        assert set(sure) == set(view.hand or ())


# Whether some deal fits


@given(testing.rulesets() | st.sampled_from(EVERY), seeds, st.data())
@settings(suppress_health_check=[HealthCheck.too_slow])
def test_some_deal_fits_when_there_is_a_world(
    rules: cr.Ruleset, seed: int, data: st.DataObject
) -> None:
    """Plays and reveals that nobody need believe: some fit, some don't."""
    viewer = data.draw(st.none() | st.integers(0, rules.players - 1).map(cr.Seat))
    cards = data.draw(st.integers(0, len(rules.deck) - 1))
    view = cr.view(game_of(rules, seed, cards), viewer)
    assert view.to_act is not None
    if view.to_act == viewer:
        return
    for card in PACK:
        try:
            after = cr.advance(view, cr.Play(view.to_act, card))
        except cr.BadRecordError as error:
            if "no deal" in str(error.parameters["reason"]):
                assert worlds.count_worlds(fold(view, cr.Play(view.to_act, card))) == 0
        else:
            assert worlds.count_worlds(after) > 0


@pytest.mark.parametrize("rules", [cr.OPEN_COLLUSION, OPEN_TRIPLE, THREE], ids=lambda r: r.name)
def test_a_reveal_fits_when_there_is_a_world(rules: cr.Ruleset) -> None:
    fits = Counter[bool]()
    for seed in range(12 if rules.players < 6 else 3):
        game = game_of(rules, seed, len(rules.deck) - 1)
        at = [isinstance(event, cr.PartnersRevealed) for event in game.log].index(True)
        for viewer in (None, *map(cr.Seat, range(rules.players))):
            view = cr.observe([cr.redact(event, viewer) for event in game.log[:at]], viewer)
            if view.teams is not None:
                continue
            for teams in teams_of(rules):
                after = fold(view, cr.PartnersRevealed(teams))
                assert some_deal_fits(hidden_hands(after)) == bool(worlds.count_worlds(after))
                fits[some_deal_fits(hidden_hands(after))] += 1
    assert fits[True] > 10
    assert fits[False] > 10


def teams_of(rules: cr.Ruleset) -> list[cr.Teams]:
    """All teams that there can be."""
    seats = [cr.Seat(seat) for seat in range(rules.players)]
    if isinstance(rules.partnership, cr.ThreePairs):
        return [
            (first, second, third)
            for first, second, third in permutations(combinations(seats, 2), 3)
            if len({*first, *second, *third}) == 6
        ]
    sides = [*combinations(seats, 1), *combinations(seats, 2)]
    return [(side, tuple(seat for seat in seats if seat not in side)) for side in sides]


# Chance


@pytest.mark.no_cover
@pytest.mark.parametrize("rules", EVERY, ids=lambda rules: rules.name)
def test_each_world_is_as_likely_as_the_others(rules: cr.Ruleset) -> None:
    game = next(
        game
        for seed in range(100)
        for game in [small_game(rules, seed, cr.Seat(0), 500)]
        if 4 <= worlds.count_worlds(cr.view(game, cr.Seat(0))) <= 60
    )
    view = cr.view(game, cr.Seat(0))
    count, draws = worlds.count_worlds(view), 600
    expected = Counter(worlds.nth_world(view, index) for index in range(count))
    drawn = Counter(worlds.sample_world(view, seed) for seed in range(draws))
    assert drawn.keys() <= expected.keys()
    off = [
        (drawn[world] - draws * copies / count) ** 2 / (draws * copies / count)
        for world, copies in expected.items()
    ]
    freedom = max(len(expected) - 1, 1)
    assert (sum(off) - freedom) / (2 * freedom) ** 0.5 < 4


@pytest.mark.no_cover
@pytest.mark.parametrize("rules", EVERY, ids=lambda rules: rules.name)
def test_drawn_cards_are_as_likely_as_their_chances(rules: cr.Ruleset) -> None:
    view = cr.view(game_of(rules, 7, len(rules.deck) // 3), cr.Seat(1))
    draws = 300
    drawn = [worlds.sample_world(view, seed) for seed in range(draws)]
    for card, likely in worlds.chances(view).items():
        for seat, chance in enumerate(likely):
            held = sum(card in world[seat] for world in drawn)
            error = float(draws * chance * (1 - chance)) ** 0.5
            assert abs(held - draws * chance) <= 4.5 * error


def test_a_world_is_the_seeds() -> None:
    view = cr.view(game_of(cr.PARLETT, 3, 20), cr.Seat(2))
    assert worlds.sample_world(view, "a") == worlds.sample_world(view, "a")
    assert worlds.sample_world(view, "a") != worlds.sample_world(view, "b")
    assert [str(hand) for hand in worlds.sample_world(view, 7)] == PINNED


def test_each_world_keeps_its_number() -> None:
    """At the end of a deal: the viewer's own hand is no group of its own."""
    view = cr.view(game_of(cr.PARLETT, 0, 45), cr.Seat(1))
    numbered = [worlds.nth_world(view, index) for index in range(worlds.count_worlds(view))]
    assert [" | ".join(map(str, hands)) for hands in numbered] == NUMBERED


NUMBERED = [
    "3D 2D | 4C | 8H JD | 8S 6C",
    "JD 2D | 4C | 8H 3D | 8S 6C",
    "8H 2D | 4C | JD 3D | 8S 6C",
    "JD 3D | 4C | 8H 2D | 8S 6C",
    "8H 3D | 4C | JD 2D | 8S 6C",
    "8H JD | 4C | 3D 2D | 8S 6C",
]

PINNED = [
    "KS 7S 6S 5S 7H AC QC 5C",
    "5H 4H AD KD 9D JC 7C 4C",
    "JS TS 9S 4S 3H TD 9C 3C",
    "AH KH JH 8H 2H 5D 4D 2C",
]
"""The same on every machine and Python."""


def test_large_numbers_are_fair() -> None:
    chance = Chance(1, 0)
    for limit in (1, 2, 7, 2**32, 2**32 + 1, 10**20, 3 * 2**94):
        drawn = [worlds.any_below(chance, limit) for _ in range(200)]
        assert 0 <= min(drawn) <= max(drawn) < limit
        assert len({3 * number // limit for number in drawn}) == min(limit, 3)


class Words:
    """A chance that gives these words of 32 bits, and no more."""

    def __init__(self, *words: int) -> None:
        self.words = [*words]

    def below(self, limit: int) -> int:
        assert limit == 1 << 32
        return self.words.pop(0)


def given_words(*words: int) -> Chance:
    return cast("Chance", Words(*words))


def test_large_numbers_are_made_of_words_the_first_the_highest() -> None:
    assert worlds.any_below(given_words(1, 2), 1 << 40) == (1 << 32) + 2
    assert worlds.any_below(given_words(2**32 - 1, 5), 3) == 2  # the first would not be fair
    assert worlds.any_below(given_words(2**32 - 2), 3) == 2


def test_all_numbers_if_they_are_few_or_else_some_at_random() -> None:
    assert list(worlds.some_numbers(3, 3, given_words())) == [0, 1, 2]
    assert list(worlds.some_numbers(4, 3, given_words(6, 1, 7))) == [2, 1, 3]


# Faults planted, each of which the comparison with brute force must find


def forget_voids(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(hidden_module, "shown_void", always(None))


def misread_discards(patch: pytest.MonkeyPatch) -> None:
    """Who doesn't follow is taken to have no more cards of the suit of the discard."""

    def shown(play: cr.Play, lead: cr.Play) -> cr.Suit | None:
        return None if play.card.suit is lead.card.suit else play.card.suit

    patch.setattr(hidden_module, "shown_void", shown)


def ignore_reveals(patch: pytest.MonkeyPatch) -> None:
    def nobody(*_: object) -> tuple[()]:
        return ()

    patch.setattr(hidden_module, "holders_of", nobody)


def miss_a_choice(patch: pytest.MonkeyPatch) -> None:
    def one_less(cards: int, taken: int) -> int:
        return comb(cards, taken) - (cards > taken > 1)

    patch.setattr(worlds, "comb", one_less)


FAULTS = {
    "a void forgotten": (forget_voids, cr.PARLETT),
    "a discard misread": (misread_discards, cr.SECRET_PARTNERS),
    "a reveal ignored": (ignore_reveals, cr.OPEN_COLLUSION),
    "a choice missed": (miss_a_choice, cr.PARLETT),
}


@pytest.mark.no_cover
@pytest.mark.parametrize("fault", FAULTS)
def test_a_planted_fault_is_found(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    plant, rules = FAULTS[fault]
    views = [
        cr.view(
            small_game(rules, seed, cr.Seat(seed % rules.players), MOST),
            cr.Seat(seed % rules.players),
        )
        for seed in range(12)
    ]
    for view in views:
        check_numbers(view)
    worlds.worlds_of.cache_clear()
    plant(monkeypatch)
    found = 0
    for view in views:
        try:
            check_numbers(view)
        except Exception:  # noqa: BLE001 -- a fault may break anything
            found += 1
    worlds.worlds_of.cache_clear()
    assert found


def test_the_engine_refuses_what_is_not_a_world(monkeypatch: pytest.MonkeyPatch) -> None:
    game, viewer = game_of(cr.PARLETT, 3, 40), cr.Seat(0)
    forget_voids(monkeypatch)
    drawn = (worlds.sample_world(cr.view(game, viewer), seed) for seed in range(50))
    with pytest.raises(cr.IllegalMoveError) as refused:
        assert_are_worlds(game, viewer, drawn)
    assert refused.value.code is cr.ErrorCode.MUST_FOLLOW_SUIT


# Bad input


def test_what_is_not_a_view() -> None:
    game = game_of(cr.PARLETT, 0, 3)
    for ask in (worlds.count_worlds, worlds.chances):
        for wrong in (game, None, "view"):
            with pytest.raises(cr.BadArgumentError, match=r"^view must be a View, not "):
                ask(cast("Any", wrong))
    with pytest.raises(cr.BadArgumentError, match=r"^view must be a View, not "):
        worlds.nth_world(cast("Any", game), 0)
    with pytest.raises(cr.BadArgumentError, match=r"^view must be a View, not "):
        worlds.sample_world(cast("Any", game), 0)


def test_between_deals_there_are_no_worlds() -> None:
    game = cr.new_game(cr.PARLETT, cr.Seat(2))
    with pytest.raises(cr.BadArgumentError) as refused:
        worlds.count_worlds(cr.view(game, cr.Seat(0)))
    assert refused.value.code == cr.ErrorCode.AWAITING_DEAL
    rules = cr.secret_partners(deals=1)
    with pytest.raises(cr.BadArgumentError) as refused:
        worlds.chances(cr.view(game_of(rules, 0, 52), cr.Seat(0)))
    assert refused.value.code == cr.ErrorCode.GAME_OVER


@pytest.mark.parametrize("index", [-1, 2.0, True, 10**40])
def test_no_such_world(index: Any) -> None:
    view = cr.view(game_of(cr.PARLETT, 0, 40), cr.Seat(0))
    with pytest.raises(cr.BadArgumentError, match=r"^index must be a whole number from 0 to "):
        worlds.nth_world(view, index)
    count = worlds.count_worlds(view)
    assert worlds.nth_world(view, count - 1)
    for beyond in (count, count + 1):
        with pytest.raises(cr.BadArgumentError):
            worlds.nth_world(view, beyond)


def test_a_seed_of_a_wrong_type() -> None:
    view = cr.view(game_of(cr.PARLETT, 0, 40), cr.Seat(0))
    with pytest.raises(cr.BadDealError):
        worlds.sample_world(view, cast("Any", 1.5))
