"""Secret-partner Collusion as it is played: C1 to C13."""

import attrs
import pytest
from hypothesis import given
from tables import ArrangedDeal, a_play, dealt, play, plays, refused

import collusion_rules as cr
from collusion_rules import testing

WITH_ACCUSATIONS = cr.secret_partners(accusations=True)

TWO_TRICKS = attrs.evolve(
    cr.SECRET_PARTNERS,
    deck=cr.Deck(lowest=cr.Rank.KING),
    scoring=cr.PartnersScoring(clear_from=2, narrow_from=1, soloist_from=1),
)


def partners_take(tricks: int) -> ArrangedDeal:
    """Seats 0 and 1 are partners: they hold the ace and the king of spades."""
    return ArrangedDeal([0, 1, *[0] * (tricks - 2), *[2] * (13 - tricks)], trump="S")


def soloist_takes(tricks: int) -> ArrangedDeal:
    """Seat 3 holds both the ace and the king of spades."""
    return ArrangedDeal([3] * tricks + [1] * (13 - tricks), trump="S")


def fresh(rules: cr.Ruleset = cr.SECRET_PARTNERS) -> cr.Game:
    return cr.new_game(rules, cr.Seat(3))


def test_a_whole_deal_event_by_event() -> None:
    """C1, C2, C4, A6: declared first, revealed after the last trick, then scored."""
    hands = ("AS KH", "KS AH", "AD KC", "KD AC")
    game = dealt(TWO_TRICKS, *hands)
    assert (game.phase, game.to_act, game.trump, game.teams) == (cr.Phase.DECLARING, 3, None, ())
    assert cr.legal_moves(game) == tuple(cr.Declaration(cr.Seat(3), suit) for suit in cr.Suit)
    game = cr.play(game, cr.Declaration(cr.Seat(3), cr.Suit.HEARTS))
    assert (game.phase, game.to_act, game.trump) == (cr.Phase.PLAYING, 0, cr.Suit.HEARTS)
    assert game.teams == ((0, 1), (2, 3))
    game = play(game, "AS", "KS", "AD", "AC", "KH", "AH", "KC", "KD")
    score = cr.DealScore(
        outcome=cr.Outcome((1, 1, 0, 0), ((cr.Seat(0), cr.Seat(1)), (cr.Seat(2), cr.Seat(3)))),
        points=(20, 20, -5, -5),
        totals=(20, 20, -5, -5),
        lines=(
            cr.ScoreLine(cr.Seat(0), 10, cr.Reason.PARTNERS, 2),
            cr.ScoreLine(cr.Seat(1), 10, cr.Reason.PARTNERS, 2),
            cr.ScoreLine(cr.Seat(2), -5, cr.Reason.PARTNERS, 2),
            cr.ScoreLine(cr.Seat(3), -5, cr.Reason.PARTNERS, 2),
            cr.ScoreLine(cr.Seat(0), 10, cr.Reason.PARTNERS_TOOK_ALL, 2),
            cr.ScoreLine(cr.Seat(1), 10, cr.Reason.PARTNERS_TOOK_ALL, 2),
        ),
    )
    assert [*game.log] == [
        cr.GameStarted(TWO_TRICKS, cr.Seat(3)),
        cr.Dealt(cr.Seat(3), tuple(map(cr.Cards.parse, hands))),
        cr.Declaration(cr.Seat(3), cr.Suit.HEARTS),
        *plays([0, 1, 2, 3], "AS", "KS", "AD", "AC"),
        cr.TrickWon(cr.Seat(0)),
        *plays([0, 1, 2, 3], "KH", "AH", "KC", "KD"),
        cr.TrickWon(cr.Seat(1)),
        cr.PartnersRevealed(score.outcome.teams),
        cr.DealScored(score),
    ]
    assert game.partners_revealed
    assert game.teams == ((0, 1), (2, 3))
    assert (game.phase, game.dealer) == (cr.Phase.AWAITING_DEAL, 0)


def test_a_low_trump_beats_the_suit_led() -> None:
    """A6: and if there are several trumps, the highest wins."""
    game = dealt(TWO_TRICKS, "AS KS", "KH KD", "AH KC", "AC AD")
    game = cr.play(game, cr.Declaration(cr.Seat(3), cr.Suit.HEARTS))
    one_trump = play(game, "AS", "KH", "KC", "AC")
    assert one_trump.tricks_won == (0, 1, 0, 0)
    assert one_trump.to_act == 1
    two_trumps = play(game, "AS", "KH", "AH", "AC")
    assert two_trumps.tricks_won == (0, 0, 1, 0)
    assert two_trumps.to_act == 2
    none = play(game, "AS", "KD", "KC", "AD")
    assert none.tricks_won == (1, 0, 0, 0)


def test_only_the_dealer_declares_and_once() -> None:
    """C1: any suit, before anything is played."""
    game = cr.deal(fresh(), seed=1)
    for seat in (0, 1, 2):
        move = cr.Declaration(cr.Seat(seat), cr.Suit.CLUBS)
        assert refused(game, move) is cr.ErrorCode.NOT_THE_DEALER
    assert refused(game, a_play(3, "AS")) is cr.ErrorCode.AWAITING_DECLARATION
    assert refused(fresh(), cr.Declaration(cr.Seat(3), cr.Suit.CLUBS)) == "awaiting-deal"
    for suit in cr.Suit:
        declared = cr.play(game, cr.Declaration(cr.Seat(3), suit))
        assert declared.trump is suit
        assert refused(declared, cr.Declaration(cr.Seat(3), suit)) == "already-declared"


def test_who_holds_both_cards_is_the_soloist() -> None:
    """C2: the other three are the opponents."""
    assert partners_take(7).dealt(fresh()).teams == ((0, 1), (2, 3))
    assert soloist_takes(7).dealt(fresh()).teams == ((3,), (0, 1, 2))


@given(testing.games(cr.SECRET_PARTNERS, cr.Phase.PLAYING))
def test_nobody_talks(game: cr.Game) -> None:
    """C3: so no partner can be named."""
    for statement in (cr.NoMore(), cr.Words("We two?"), cr.OfferLead(cr.Seat(1))):
        assert refused(game, cr.Talk(cr.Seat(0), statement)) is cr.ErrorCode.NO_TALK


@given(testing.games(cr.SECRET_PARTNERS))
def test_the_partners_are_revealed_after_the_last_trick(game: cr.Game) -> None:
    """C4: never before it, and always then."""
    log = game.log
    reveals = [at for at, event in enumerate(log) if isinstance(event, cr.PartnersRevealed)]
    scores = [at for at, event in enumerate(log) if isinstance(event, cr.DealScored)]
    assert [at + 1 for at in reveals] == scores
    assert all(isinstance(log[at - 1], cr.TrickWon) for at in reveals)


@pytest.mark.parametrize(
    ("tricks", "points"),
    [
        (13, (20, 20, -5, -5)),  # C7
        (12, (10, 10, -5, -5)),
        (8, (10, 10, -5, -5)),
        (7, (5, 5, 0, 0)),
        (6, (-5, -5, 10, 10)),
        (2, (-5, -5, 10, 10)),
    ],
)
def test_partners_played(tricks: int, points: tuple[int, ...]) -> None:
    """C5, C7."""
    assert partners_take(tricks).played(fresh()).totals == points


@pytest.mark.parametrize(
    ("tricks", "points"),
    [
        (13, (-5, -5, -5, 20)),  # C8: no more for all tricks
        (7, (-5, -5, -5, 20)),
        (6, (10, 10, 10, -15)),
        (2, (10, 10, 10, -15)),
    ],
)
def test_a_soloist_played(tricks: int, points: tuple[int, ...]) -> None:
    """C6, C8."""
    assert soloist_takes(tricks).played(fresh()).totals == points


def test_a_table_may_pay_the_soloist_for_all_tricks() -> None:
    """C8."""
    rules = cr.secret_partners(soloist_all_tricks=10)
    assert soloist_takes(13).played(fresh(rules)).totals == (-5, -5, -5, 30)
    assert soloist_takes(12).played(fresh(rules)).totals == (-5, -5, -5, 20)


def test_a_game_has_eight_deals() -> None:
    """C9: the highest total wins, after the eighth deal and not before."""
    game = fresh()
    for deals in range(1, 9):
        game = partners_take(8 if deals > 1 else 7).played(game)
        assert game.deals_played == deals
        assert (game.phase is cr.Phase.OVER) == (deals == 8)
    assert game.totals == (75, 75, -35, -35)
    assert game.log[-1] == cr.GameWon((cr.Seat(0), cr.Seat(1)))


def test_no_accusations_unless_the_table_wants_them() -> None:
    """C10: off by default."""
    game = partners_take(6).dealt(fresh())
    accusation = cr.Accusation(cr.Seat(2), (cr.Seat(0), cr.Seat(1)))
    assert refused(game, accusation) is cr.ErrorCode.NO_ACCUSATIONS
    assert cr.legal_moves(game, cr.Seat(2)) == ()


def accused(deal: ArrangedDeal, *accusations: tuple[int, int, int]) -> tuple[int, ...]:
    """The points of a deal in which these are accused at the start: accuser and suspects."""
    return accused_by(WITH_ACCUSATIONS, deal, *accusations)


def accused_by(
    rules: cr.Ruleset, deal: ArrangedDeal, *accusations: tuple[int, int, int]
) -> tuple[int, ...]:
    game = deal.dealt(fresh(rules))
    for accuser, first, second in accusations:
        suspects = (cr.Seat(first), cr.Seat(second))
        game = cr.play(game, cr.Accusation(cr.Seat(accuser), suspects))
    return play(game, *deal.texts(0)).totals


def test_a_right_accusation_pays_every_opponent_once() -> None:
    """C10, C11: in either order of the suspects; a wrong one costs nothing."""
    deal = partners_take(6)
    assert accused(deal) == (-5, -5, 10, 10)
    assert accused(deal, (2, 0, 1)) == (-5, -5, 15, 15)
    assert accused(deal, (2, 1, 0)) == (-5, -5, 15, 15)
    assert accused(deal, (2, 0, 1), (3, 0, 1)) == (-5, -5, 15, 15)
    assert accused(deal, (2, 0, 3), (3, 1, 2)) == (-5, -5, 10, 10)
    assert accused(deal, (2, 0, 3), (3, 0, 1)) == (-5, -5, 15, 15)


def test_an_accusation_by_a_partner_never_counts() -> None:
    """C11: a bluff; nobody can name themselves, so the pair named is always wrong."""
    assert accused(partners_take(6), (0, 2, 3), (1, 2, 3)) == (-5, -5, 10, 10)


def test_nobody_can_be_right_about_a_soloist() -> None:
    """C11: two seats named are one too many."""
    assert accused(soloist_takes(7), (0, 1, 3), (1, 2, 3), (2, 0, 3)) == (-5, -5, -5, 20)


@pytest.mark.parametrize(
    ("tricks", "points"),
    [(13, (20, 20, 0, 0)), (8, (10, 10, 0, 0)), (7, (5, 5, 5, 5)), (2, (-5, -5, 15, 15))],
)
def test_the_bonus_is_paid_whatever_the_tricks(tricks: int, points: tuple[int, ...]) -> None:
    """C13."""
    assert accused(partners_take(tricks), (3, 0, 1)) == points


def test_a_table_may_pay_it_only_if_the_partners_lose() -> None:
    """C13."""
    rules = cr.secret_partners(accusations=True, accusation_needs_win=True)
    assert accused_by(rules, partners_take(7), (3, 0, 1)) == (5, 5, 0, 0)
    assert accused_by(rules, partners_take(6), (3, 0, 1)) == (-5, -5, 15, 15)


def test_one_accusation_a_seat_and_deal() -> None:
    """C11: in turn or not, of two other seats."""
    game = partners_take(6).dealt(fresh(WITH_ACCUSATIONS))
    game = cr.play(game, a_play(0, "AS"))
    pairs = [(0, 1), (0, 3), (1, 3)]
    assert cr.legal_moves(game, cr.Seat(2)) == tuple(
        cr.Accusation(cr.Seat(2), (cr.Seat(first), cr.Seat(second))) for first, second in pairs
    )
    made = cr.Accusation(cr.Seat(2), (cr.Seat(3), cr.Seat(0)))
    after = cr.play(game, made)
    assert after.accusations == (made,)
    assert after.to_act == game.to_act
    assert refused(after, made) is cr.ErrorCode.ALREADY_ACCUSED
    assert cr.legal_moves(after, cr.Seat(2)) == ()
    assert len(cr.legal_moves(after, cr.Seat(3))) == 3
    next_deal = play(after, *partners_take(6).texts(0)[1:])
    assert next_deal.phase is cr.Phase.AWAITING_DEAL
    assert refused(next_deal, made) is cr.ErrorCode.AWAITING_DEAL
    assert not refused(partners_take(6).dealt(next_deal), made)


@pytest.mark.parametrize("deal", [partners_take(7), soloist_takes(7)], ids=["pair", "soloist"])
def test_no_accusation_once_both_partner_cards_are_played(deal: ArrangedDeal) -> None:
    """C12: one of them is not enough."""
    game = deal.dealt(fresh(WITH_ACCUSATIONS))
    accusation = cr.Accusation(cr.Seat(2), (cr.Seat(0), cr.Seat(1)))
    for text in deal.texts(0):
        partners_shown = {"AS", "KS"} <= {str(each.card) for each in game.plays}
        expected = cr.ErrorCode.PARTNERS_PUBLIC if partners_shown else None
        assert refused(game, accusation) is expected
        game = play(game, text)


@pytest.mark.parametrize("trump", "SHDC")
@pytest.mark.parametrize("winner", range(4))
def test_the_two_of_trumps_beats_the_other_twos(trump: str, winner: int) -> None:
    """A6: whoever leads, and whichever suit it is."""
    deal = ArrangedDeal([0, 1, *[2] * 10, winner], trump=trump)
    game = deal.played(cr.new_game(cr.SECRET_PARTNERS, cr.Seat(3)))
    assert game.tricks_won == tuple([1, 1, 10, 0][seat] + (seat == winner) for seat in range(4))
