"""Faults that other trick-taking engines have had: none of them here."""

from collections.abc import Sequence
from itertools import permutations

import attrs
import laws
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tables import ArrangedDeal, TricksCount, a_play, dealt, play, plays, refused

import collusion_rules as cr
from collusion_rules import testing


def test_trumps_are_not_ignored() -> None:
    """Trump S; lead HA, then H3, S2, HK: S2 wins and its seat leads (A6, A7)."""
    game = dealt(
        cr.SECRET_PARTNERS,
        "AH QH JH TH 9H AC KC QC JC AD KD QD JD",
        "8H 7H 6H 3H TC 9C 8C 7C TD 9D 8D 7D AS",
        "KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S 6C",
        "KH 5H 4H 2H 5C 4C 3C 2C 6D 5D 4D 3D 2D",
    )
    game = cr.play(game, cr.Declaration(cr.Seat(3), cr.Suit.SPADES))
    game = play(game, "AH", "3H", "2S", "KH")
    assert game.log[-1] == cr.TrickWon(cr.Seat(2))
    assert game.to_act == 2


def test_an_off_suit_card_never_wins_without_trumps() -> None:
    """No trumps; lead CJ, then DK, SA, C2: CJ wins and leads (A6)."""
    game = dealt(
        cr.PARLETT,
        "AC KC QC JC TC 9C 8C AH KH QH JH TH 9H",
        "AD KD QD JD TD 9D 8D 7D 6D 5D 4D 3D 2D",
        "AS KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S",
        "7C 6C 5C 4C 3C 2C 8H 7H 6H 5H 4H 3H 2H",
    )
    game = play(game, "JC", "KD", "AS", "2C")
    assert game.log[-1] == cr.TrickWon(cr.Seat(0))
    assert game.to_act == 0


def test_the_winner_of_each_trick_leads_the_next() -> None:
    """S2, SA, S3, S4; then HA by seat 1, H2, H3, H4: seat 1 wins both (A7)."""
    game = dealt(
        cr.PARLETT,
        "2S 5S 6S 4H 5H 6H AC KC QC JC AD KD QD",
        "AS KS 7S AH KH 7H TC 9C 8C JD TD 9D 8D",
        "3S QS 8S 2H QH 8H 7C 6C 5C 7D 6D 5D 4D",
        "4S JS TS 9S 3H JH TH 9H 4C 3C 2C 3D 2D",
    )
    game = play(game, "2S", "AS", "3S", "4S")
    assert game.to_act == 1
    game = play(game, "AH", "2H", "3H", "4H")
    assert game.tricks == (
        tuple(plays([0, 1, 2, 3], "2S", "AS", "3S", "4S")),
        tuple(plays([1, 2, 3, 0], "AH", "2H", "3H", "4H")),
    )
    assert game.tricks_won == (0, 2, 0, 0)
    assert game.to_act == 1


def test_following_suit_looks_at_suits_not_ranks() -> None:
    """Led H; with H2 and S2 in hand, H2 is the only legal card (A5)."""
    game = dealt(
        cr.PARLETT,
        "AH AS KS QS JS TS 9S 8S 7S 6S 5S 4S 3S",
        "2H 2S AC KC QC JC TC 9C 8C 7C 6C 5C 4C",
        "AD KD QD JD TD 9D 8D 7D 6D 5D 4D 3D 2D",
        "KH QH JH TH 9H 8H 7H 6H 5H 4H 3H 3C 2C",
    )
    game = play(game, "AH")
    assert refused(game, a_play(1, "2S")) is cr.ErrorCode.MUST_FOLLOW_SUIT
    assert cr.legal_moves(game) == (a_play(1, "2H"),)


@given(testing.games(), st.integers(0, 2**32))
def test_whoever_is_to_act_has_a_legal_move(game: cr.Game, seed: int) -> None:
    laws.who_is_to_act_can_move(game)
    if game.phase is cr.Phase.AWAITING_DEAL:
        laws.who_is_to_act_can_move(cr.deal(game, seed=seed))


@pytest.mark.parametrize("rules", cr.RULESETS.values(), ids=cr.RULESETS)
def test_all_tricks_count_right_after_the_last_card(rules: cr.Ruleset) -> None:
    """A9."""
    cards_and_declaration = len(rules.deck) + rules.declares
    before = laws.random_game(rules, 9, cards_and_declaration - 1)
    assert (before.deals_played, sum(before.tricks_won)) == (0, rules.tricks - 1)
    after = cr.play(before, cr.legal_moves(before)[0])
    assert (after.deals_played, sum(after.tricks_won)) == (1, rules.tricks)
    assert after.last_score is not None
    assert after.last_score.outcome.tricks == after.tricks_won
    assert after.totals == after.last_score.points
    assert len(after.tricks) == rules.tricks


@pytest.mark.parametrize("rules", cr.RULESETS.values(), ids=cr.RULESETS)
def test_a_game_answers_before_and_right_after_its_first_deal(rules: cr.Ruleset) -> None:
    game = cr.new_game(rules, cr.Seat(1))
    assert (game.phase, game.to_act, game.version) == (cr.Phase.AWAITING_DEAL, None, 1)
    assert cr.legal_moves(game) == cr.legal_moves(game, cr.Seat(2)) == ()
    assert game.hands == (cr.Cards(),) * rules.players
    assert (game.trick, game.tricks, game.plays, game.accusations) == ((), (), (), ())
    assert (game.tricks_won, game.totals) == ((0,) * rules.players, (0,) * rules.players)
    assert (game.teams, game.trump, game.last_score) == ((), None, None)
    assert cr.game_winner(game) == ()
    fresh = cr.deal(game, seed=0)
    assert fresh.phase is (cr.Phase.DECLARING if rules.declares else cr.Phase.PLAYING)
    assert fresh.to_act == (1 if rules.declares else 2)
    assert len(cr.legal_moves(fresh)) == (4 if rules.declares else rules.tricks)
    assert (fresh.tricks_won, fresh.trick, fresh.teams) == ((0,) * rules.players, (), ())


@given(testing.games(phase=cr.Phase.PLAYING))
def test_a_take_back_leaves_nothing_behind(game: cr.Game) -> None:
    first, *_, last = [*cr.legal_moves(game)] * 2
    again = cr.play(cr.rewind(cr.play(game, first), game.version), last)
    assert again == cr.play(game, last)
    assert again.log == cr.play(game, last).log


@pytest.mark.parametrize(
    ("players", "lowest"),
    [
        (2, cr.Rank.TWO),
        (3, cr.Rank.THREE),
        (4, cr.Rank.TWO),
        (5, cr.Rank.FIVE),
        (6, cr.Rank.THREE),
        (7, cr.Rank.EIGHT),
        (8, cr.Rank.NINE),
    ],
)
def test_everything_passes_clockwise_round_any_table(players: int, lowest: cr.Rank) -> None:
    """A2, A4, A5: the deal, the lead and the turn, whoever deals."""
    rules = cr.Ruleset(
        name="a point a trick",
        players=players,
        deck=cr.Deck(lowest=lowest),
        scoring=TricksCount(),
        declares=True,
    )
    for dealer in range(players):
        game = cr.deal(cr.new_game(rules, cr.Seat(dealer)), seed=dealer)
        assert game.to_act == game.dealer == dealer
        game = cr.play(game, cr.legal_moves(game)[dealer % 4])
        turns = list[int | None]()
        for _ in range(players):
            turns.append(game.to_act)
            game = cr.play(game, cr.legal_moves(game)[-1])
        assert turns == [(dealer + 1 + place) % players for place in range(players)]
        laws.each_trick_has_one_card_a_seat(game)
        while game.to_act is not None:
            game = cr.play(game, cr.legal_moves(game)[0])
        assert game.phase is cr.Phase.OVER
        assert sum(game.totals) == rules.tricks
        assert game.dealer == (dealer + 1) % players
        laws.the_log_is_the_game(game)


@pytest.mark.parametrize("dealer", range(6))
def test_the_deal_and_the_lead_pass_clockwise_round_six_seats(dealer: int) -> None:
    """A2, A4."""
    game = laws.random_game(cr.TRIPLE_COLLUSION, dealer, 97)
    assert (game.deals_played, game.dealer) == (1, (dealer + 1) % 6)
    game = cr.deal(game, seed=1)
    game = cr.play(game, cr.Declaration(cr.Seat((dealer + 1) % 6), cr.Suit.HEARTS))
    assert game.to_act == (dealer + 2) % 6


@pytest.mark.parametrize("order", [*permutations(range(4))])
def test_a_tie_goes_to_all_who_tie(order: tuple[int, ...]) -> None:
    """A10: whatever their seats."""
    scores = (112, 112, 7, 112)
    totals = [scores[place] for place in order]
    winners = tuple(seat for seat in range(4) if order[seat] != 2)
    assert cr.PARLETT.winners(totals, 7) == winners
    assert cr.SECRET_PARTNERS.winners(totals, 8) == winners


def test_a_game_in_which_all_lose_has_a_winner() -> None:
    """C9: the totals end at −1, −2, −15, −15; seat 0 wins."""
    assert cr.SECRET_PARTNERS.winners((-1, -2, -15, -15), 8) == (0,)
    rules = attrs.evolve(
        cr.SECRET_PARTNERS,
        scoring=cr.PartnersScoring(deals=2, clear_win=(0, -13), soloist_win=(-1, -2)),
    )
    game = ArrangedDeal([0, 1, *[0] * 6, *[2] * 5], trump="S").played(cr.new_game(rules))
    game = ArrangedDeal([0] * 7 + [1] * 6, trump="S").played(game)
    assert game.totals == (-1, -2, -15, -15)
    assert game.log[-1] == cr.GameWon((cr.Seat(0),))


@pytest.mark.parametrize("rules", cr.RULESETS.values(), ids=cr.RULESETS)
def test_a_record_has_its_own_deal(rules: cr.Ruleset) -> None:
    """The log has the hands, no seed, and is replayed without any chance."""
    game = cr.deal(cr.new_game(rules, cr.Seat(0)), seed="its own deal")
    again = cr.replay(game.log)
    assert again.hands == game.hands
    assert "its own deal" not in repr(game.log)
    hands = [hand for hand in game.hands if isinstance(hand, cr.Cards)]
    assert cr.deal(cr.new_game(rules, cr.Seat(0)), hands=hands) == game


@given(testing.games(phase=cr.Phase.PLAYING))
def test_play_goes_on_after_a_game_is_restored(game: cr.Game) -> None:
    """In mid-trick too."""
    restored = cr.replay(game.log)
    for move in cr.legal_moves(game):
        assert cr.play(restored, move) == cr.play(game, move)


def test_every_fault_of_a_deal_is_named_at_once() -> None:
    """SA twice, a hand of fourteen cards, one of none, a card that is missing."""
    code = cr.ErrorCode
    dealer_and_rules = cr.new_game(cr.PARLETT, cr.Seat(0))
    north, east, south, west = cr.deal(dealer_and_rules, seed=3).hands
    ace = cr.Cards.parse("AS")
    at = next(seat for seat, hand in enumerate((north, east, south, west)) if ace & hand)
    hands = [north, east, south, west]
    doubled = (at + 1) % 4
    lost = next(iter(hands[doubled]))
    hands[doubled] = hands[doubled] - cr.Cards([lost]) + ace
    assert faults(hands) == [
        (code.MISSING_CARDS, {"cards": cr.Cards([lost])}),
        (code.DOUBLED_CARDS, {"cards": ace}),
    ]
    hands = [north, east + cr.Cards([next(iter(north))]), south, cr.Cards()]
    assert faults(hands) == [
        (code.WRONG_HAND_SIZE, {"seat": 1, "size": 13, "got": 14}),
        (code.WRONG_HAND_SIZE, {"seat": 3, "size": 13, "got": 0}),
        (code.MISSING_CARDS, {"cards": west}),
        (code.DOUBLED_CARDS, {"cards": cr.Cards([next(iter(north))])}),
    ]
    assert faults([north, east, south]) == [
        (code.WRONG_NUMBER_OF_HANDS, {"players": 4, "got": 3}),
        (code.MISSING_CARDS, {"cards": west}),
    ]


def faults(hands: Sequence[cr.Cards]) -> list[tuple[cr.ErrorCode, dict[str, object]]]:
    """What is wrong with hands for Parlett's game."""
    with pytest.raises(cr.BadDealError) as refusal:
        cr.deal(cr.new_game(cr.PARLETT, cr.Seat(0)), hands=hands)
    return [(fault.code, dict(fault.parameters)) for fault in refusal.value.faults]


def test_a_double_click_plays_once() -> None:
    """The second is refused as stale."""
    game = cr.deal(cr.new_game(cr.PARLETT, cr.Seat(0)), seed=3)
    move = cr.legal_moves(game)[0]
    after = cr.play(game, move, expect_version=2)
    assert after == cr.play(game, move)
    with pytest.raises(cr.IllegalMoveError) as refusal:
        cr.play(after, move, expect_version=2)
    assert refusal.value.code is cr.ErrorCode.STALE_VERSION
    assert refusal.value.parameters == {"expected": "2", "version": 3}
    assert after == cr.play(game, move)
    talk = cr.Talk(cr.Seat(3), cr.NoMore())
    twice = cr.play(cr.play(after, talk, expect_version=3), talk, expect_version=4)
    assert twice.log[-2:] == (talk, talk)
