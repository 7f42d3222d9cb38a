"""Parlett's Collusion as it is played: B1 to B9, with A1 to A7, A9 and A10 on the way."""

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tables import ArrangedDeal, a_play, dealt, play, plays, refused, taking

import collusion_rules as cr
from collusion_rules import testing

THREE_TRICKS = attrs.evolve(cr.PARLETT, deck=cr.Deck(lowest=cr.Rank.QUEEN))

HANDS = ("AS QS AH", "KS KH AD", "QH KD QD", "AC KC QC")


def test_a_whole_deal_event_by_event() -> None:
    """A4, A5, A6, A7, A9, B2, B5: each trick follows its last card, the score the last trick."""
    game = dealt(THREE_TRICKS, *HANDS)
    assert game.phase is cr.Phase.PLAYING
    assert game.to_act == 0
    assert game.hands == tuple(map(cr.Cards.parse, HANDS))
    game = play(game, "QS", "KS", "KD", "QC")
    assert game.to_act == 1
    game = play(game, "KH", "QH", "AC", "AH")
    game = play(game, "AS", "AD", "QD", "KC")
    score = cr.DealScore(
        outcome=cr.Outcome((2, 1, 0, 0)),
        points=(2, 1, 10, 10),
        totals=(2, 1, 10, 10),
        lines=(
            cr.ScoreLine(cr.Seat(0), 2, cr.Reason.TRICKS, 2),
            cr.ScoreLine(cr.Seat(1), 1, cr.Reason.TRICKS, 1),
            cr.ScoreLine(cr.Seat(2), 0, cr.Reason.TRICKS, 0),
            cr.ScoreLine(cr.Seat(2), 10, cr.Reason.TIED_PAIR, 0, (cr.Seat(3),)),
            cr.ScoreLine(cr.Seat(3), 0, cr.Reason.TRICKS, 0),
            cr.ScoreLine(cr.Seat(3), 10, cr.Reason.TIED_PAIR, 0, (cr.Seat(2),)),
        ),
    )
    assert [*game.log] == [
        cr.GameStarted(THREE_TRICKS, cr.Seat(3)),
        cr.Dealt(cr.Seat(3), tuple(map(cr.Cards.parse, HANDS))),
        *plays([0, 1, 2, 3], "QS", "KS", "KD", "QC"),
        cr.TrickWon(cr.Seat(1)),
        *plays([1, 2, 3, 0], "KH", "QH", "AC", "AH"),
        cr.TrickWon(cr.Seat(0)),
        *plays([0, 1, 2, 3], "AS", "AD", "QD", "KC"),
        cr.TrickWon(cr.Seat(0)),
        cr.DealScored(score),
    ]
    assert game.phase is cr.Phase.AWAITING_DEAL
    assert game.to_act is None
    assert game.dealer == 0
    assert game.totals == (2, 1, 10, 10)
    assert game.last_score == score
    assert game.deals_played == 1
    assert game.teams == ()
    assert game.trump is None


@pytest.mark.parametrize(
    ("winners", "points"),
    [
        (taking(4, 4, 2, 3, last=3), (14, 14, 2, 3)),  # B2, B5
        (taking(0, 2, 5, 6, last=3), (20, 2, 5, 6)),  # B3
        (taking(3, 3, 3, 4, last=0), (3, 3, 3, 34)),  # B4
        (taking(0, 0, 0, 13, last=3), (0, 0, 0, 43)),  # B4
        (taking(4, 4, 5, 0, last=1), (14, 14, 5, 0)),  # B5: no bonus for the fewest
        (taking(6, 6, 1, 0, last=0), (16, 16, 1, 0)),
    ],
)
def test_the_worked_examples_played(winners: list[int], points: tuple[int, ...]) -> None:
    """B1 to B5, card by card."""
    game = ArrangedDeal(winners).played(cr.new_game(cr.PARLETT, cr.Seat(0)))
    assert game.last_score is not None
    assert game.last_score.points == points
    assert game.totals == points


TO_95 = (taking(13, 0, 0, 0, last=0), taking(13, 0, 0, 0, last=0), taking(9, 0, 3, 1, last=0))
"""Deals that bring seat 0 to 43, 86 and 95."""


def after(*deals: list[int], rules: cr.Ruleset = cr.PARLETT) -> cr.Game:
    """A game with seat 0 the first dealer, after these deals."""
    game = cr.new_game(rules, cr.Seat(0))
    for winners in deals:
        game = ArrangedDeal(winners).played(game)
    return game


def test_tricks_that_would_reach_the_target_are_subtracted() -> None:
    """B7: 95 points and 6 tricks without a bonus make 89."""
    game = after(*TO_95)
    assert game.totals == (95, 20, 3, 1)
    game = ArrangedDeal(taking(6, 5, 2, 0, last=0)).played(game)
    assert game.totals == (89, 25, 5, 21)
    assert game.last_score is not None
    assert game.last_score.lines[0] == cr.ScoreLine(cr.Seat(0), -6, cr.Reason.SUBTRACTED, 6)
    assert game.phase is cr.Phase.AWAITING_DEAL


def test_no_tricks_change_nothing() -> None:
    """B7: at 95 points, 0 tricks without a bonus leave 95."""
    game = ArrangedDeal(taking(0, 4, 4, 5, last=3)).played(after(*TO_95))
    assert game.totals == (95, 34, 17, 6)


def test_a_bonus_wins_the_game() -> None:
    """B7, B8: 95 points, 3 tricks and a tie of two make 108 and a win."""
    game = ArrangedDeal(taking(3, 3, 5, 2, last=2)).played(after(*TO_95))
    assert game.totals == (108, 33, 8, 3)
    assert isinstance(game.log[-2], cr.DealScored)
    assert game.log[-1] == cr.GameWon((cr.Seat(0),))
    assert game.phase is cr.Phase.OVER
    assert cr.game_winner(game) == (0,)
    assert game.deals_played == 4
    assert refused(game, cr.Talk(cr.Seat(0), cr.NoMore())) is cr.ErrorCode.GAME_OVER


def test_the_highest_total_wins_when_two_reach_the_target() -> None:
    """B8: both of a tied pair pass 100, and the higher total wins alone."""
    even = taking(6, 6, 1, 0, last=0)
    game = after(*[even] * 5, taking(9, 3, 1, 0, last=0))
    assert game.totals == (89, 83, 6, 20)
    assert cr.game_winner(game) == ()
    game = ArrangedDeal(taking(6, 6, 1, 0, last=0)).played(game)
    assert game.totals == (105, 99, 7, 20)
    assert cr.game_winner(game) == (0,)
    ahead = after(*[even] * 6, taking(0, 6, 6, 1, last=1), rules=cr.parlett(target=110))
    assert ahead.totals == (96, 112, 22, 1)
    assert cr.game_winner(ahead) == (1,)


def test_equal_totals_win_together() -> None:
    """A10: no extra deal is played, unless the table wants one."""
    even = [taking(6, 6, 1, 0, last=0)] * 7
    game = after(*even)
    assert game.totals == (112, 112, 7, 0)
    assert cr.game_winner(game) == (0, 1)
    assert game.phase is cr.Phase.OVER
    played_off = after(*even, rules=cr.parlett(play_off=True))
    assert played_off.totals == (112, 112, 7, 0)
    assert cr.game_winner(played_off) == ()
    assert played_off.phase is cr.Phase.AWAITING_DEAL


def test_the_target_of_50() -> None:
    """B7 and B8 apply to 50 in its own game."""
    deals = (TO_95[0], taking(6, 5, 2, 0, last=0))
    assert after(*deals, rules=cr.PARLETT_50).totals == (49, 5, 2, 20)
    assert after(TO_95[0], taking(7, 4, 2, 0, last=0), rules=cr.PARLETT_50).totals == (36, 4, 2, 20)
    won = after(*deals, taking(4, 4, 3, 2, last=0), rules=cr.PARLETT_50)
    assert won.totals == (63, 19, 5, 22)
    assert cr.game_winner(won) == (0,)


def test_the_deal_passes_to_the_left() -> None:
    """A2, A4: and the player to the left of each dealer leads."""
    game = cr.new_game(cr.PARLETT, cr.Seat(2))
    dealers, leaders = list[int](), list[int | None]()
    for _ in range(5):
        started = cr.deal(game, seed=8)
        dealers.append(started.dealer)
        leaders.append(started.to_act)
        game = ArrangedDeal(taking(4, 4, 2, 3, last=3)).played(game)
    assert dealers == [2, 3, 0, 1, 2]
    assert leaders == [3, 0, 1, 2, 3]


def test_the_first_dealer_is_drawn_at_random() -> None:
    """A2: in 200 games each seat deals first in some."""
    assert {cr.new_game(cr.PARLETT).dealer for _ in range(200)} == {0, 1, 2, 3}


def test_all_cards_are_dealt() -> None:
    """A3: thirteen each."""
    game = cr.deal(cr.new_game(cr.PARLETT), seed="all cards")
    assert [len(hand) for hand in game.hands] == [13, 13, 13, 13]
    first, second, third, fourth = game.hands
    assert first | second | third | fourth == cr.PARLETT.deck.cards


def test_follow_suit_if_you_can_else_play_any_card() -> None:
    """A5."""
    game = play(dealt(THREE_TRICKS, *HANDS), "QS")
    assert cr.legal_moves(game) == tuple(plays([1], "KS"))
    assert refused(game, a_play(1, "KH")) is cr.ErrorCode.MUST_FOLLOW_SUIT
    game = play(game, "KS")
    assert cr.legal_moves(game) == tuple(plays([2, 2, 2], "QH", "KD", "QD"))


STATEMENTS = (
    cr.Aim(3),
    cr.NoMore(),
    cr.AskAim(0),
    cr.AskMore(cr.Seat(1)),
    cr.AskLead(),
    cr.AskLead(cr.Suit.HEARTS),
    cr.AskLead(height=cr.Height.LOW),
    cr.AskLead(cr.Suit.HEARTS, cr.Height.HIGH),
    cr.AskNotLead(cr.Suit.CLUBS),
    cr.AskWhatToLead(cr.Seat(1)),
    cr.AskWhatNotToLead(cr.Seat(1)),
    cr.OfferLead(cr.Seat(1)),
    cr.Offer(cr.Seat(1), 4),
    cr.Agree(cr.Seat(1), 13),
    cr.Retract(),
    cr.Words("Shall we both stop at four?"),
)


@pytest.mark.parametrize("statement", STATEMENTS, ids=lambda said: type(said).__name__)
def test_anybody_may_say_anything_at_any_time_of_play(statement: cr.Statement) -> None:
    """B9: in turn or not, within a trick or between tricks; nothing else changes."""
    game = cr.deal(cr.new_game(cr.PARLETT, cr.Seat(3)), seed=1)
    for _ in range(5):
        for seat in (0, 2, 3):
            talk = cr.Talk(cr.Seat(seat), statement)
            assert cr.is_legal(game, talk)
            told = cr.play(game, talk)
            assert told.log == (*game.log, talk)
            assert (told.to_act, told.hands, told.trick) == (game.to_act, game.hands, game.trick)
            assert cr.legal_moves(told) == cr.legal_moves(game)
        game = cr.play(game, cr.legal_moves(game)[0])
    assert refused(cr.new_game(cr.PARLETT), cr.Talk(cr.Seat(0), statement)) == "awaiting-deal"


SENTENCES = (
    ("I'm going for four.", cr.Aim(4), "I am aiming for 4 tricks."),
    ("I probably won't take any more.", cr.NoMore(), "I will probably take no more tricks."),
    ("Is anyone aiming for three?", cr.AskAim(3), "Who else is aiming for 3 tricks?"),
    (
        "Are you likely to win another trick?",
        cr.AskMore(cr.Seat(1)),
        "Ben, are you likely to win another trick?",
    ),
    (
        "Please lead a low heart.",
        cr.AskLead(cr.Suit.HEARTS, cr.Height.LOW),
        "Please lead low in hearts.",
    ),
    (
        "Which suit do you want me to lead?",
        cr.AskWhatToLead(cr.Seat(1)),
        "Ben, which suit do you want me to lead?",
    ),
    ("Don't lead spades.", cr.AskNotLead(cr.Suit.SPADES), "Please don't lead spades."),
)
"""What the published rules give as examples of talk, the statement, and what it says."""


@pytest.mark.parametrize(("sentence", "statement", "said"), SENTENCES)
def test_each_sample_sentence_is_a_statement(
    sentence: str, statement: cr.Statement, said: str
) -> None:
    """B9: a forecast is a forecast and no wish, and each can be said without free text."""
    assert cr.describe(statement, ("Anna", "Ben", "Carla", "Dan")) == said, sentence
    game = cr.deal(cr.new_game(cr.parlett(talk=cr.TableTalk.STATEMENTS)), seed=1)
    assert cr.is_legal(game, cr.Talk(cr.Seat(0), statement))


def test_one_may_also_ask_what_to_avoid() -> None:
    """B9: as Parlett's own page has it."""
    asked = cr.AskWhatNotToLead(cr.Seat(1))
    said = cr.describe(asked, ("Anna", "Ben", "Carla", "Dan"))
    assert said == "Ben, which suit should I not lead?"


def test_only_free_text_can_name_a_card() -> None:
    """B9: nobody may say what they hold; so no other statement has a place for a card."""
    for statement in STATEMENTS:
        values = attrs.astuple(statement, recurse=False)
        assert not any(isinstance(value, cr.Card) for value in values)
        assert isinstance(statement, cr.Words) or not any(type(value) is str for value in values)


def test_a_table_may_switch_off_free_text_or_all_talk() -> None:
    """B9."""
    words, typed = (cr.Talk(cr.Seat(0), said) for said in (cr.Words("Hello"), cr.Aim(3)))
    codes = {}
    for talk in cr.TableTalk:
        game = cr.deal(cr.new_game(cr.parlett(talk=talk)), seed=1)
        codes[talk] = (refused(game, words), refused(game, typed))
    assert codes == {
        cr.TableTalk.NONE: ("no-talk", "no-talk"),
        cr.TableTalk.STATEMENTS: ("no-words", None),
        cr.TableTalk.ANYTHING: (None, None),
    }


@given(
    testing.games(cr.PARLETT).flatmap(
        lambda game: st.tuples(st.just(game), testing.statements(cr.PARLETT))
    )
)
def test_talk_never_binds(game_and_statement: tuple[cr.Game, cr.Statement]) -> None:
    """B9: whatever is said, the same cards may be played."""
    game, statement = game_and_statement
    talk = cr.Talk(cr.Seat(0), statement)
    if cr.is_legal(game, talk):
        assert cr.legal_moves(cr.play(game, talk)) == cr.legal_moves(game)


@given(testing.whole_games(cr.PARLETT))
def test_two_pairs_never_tie(game: cr.Game) -> None:
    """B6: 13 is odd."""
    for event in game.log:
        if isinstance(event, cr.DealScored):
            tricks = sorted(event.score.outcome.tricks)
            assert (tricks[0], tricks[2]) != (tricks[1], tricks[3])
