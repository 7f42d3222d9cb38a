"""Open Collusion: D1, and C12 as it follows from it."""

import attrs
import pytest
from hypothesis import given
from tables import ArrangedDeal, a_play, dealt, play, plays, refused

import collusion_rules as cr
from collusion_rules import testing

TWO_TRICKS = attrs.evolve(
    cr.OPEN_COLLUSION,
    deck=cr.Deck(lowest=cr.Rank.KING),
    scoring=cr.PartnersScoring(clear_from=2, narrow_from=1, soloist_from=1),
)

HANDS = ("AS KH", "KS AH", "AD KC", "KD AC")

TEAMS = ((cr.Seat(0), cr.Seat(1)), (cr.Seat(2), cr.Seat(3)))


def declared(suit: cr.Suit, *hands: str) -> cr.Game:
    return cr.play(dealt(TWO_TRICKS, *hands), cr.Declaration(cr.Seat(3), suit))


def test_the_first_partner_card_reveals_both_partners() -> None:
    """D1: at once, within the trick, and only once."""
    game = declared(cr.Suit.HEARTS, *HANDS)
    game = play(game, "AS", "KS", "AD", "AC")
    assert not game.partners_revealed
    game = play(game, "KH")
    assert game.partners_revealed
    assert game.to_act == 1
    game = play(game, "AH", "KC", "KD")
    assert [*game.log[2:]] == [
        cr.Declaration(cr.Seat(3), cr.Suit.HEARTS),
        *plays([0, 1, 2, 3], "AS", "KS", "AD", "AC"),
        cr.TrickWon(cr.Seat(0)),
        a_play(0, "KH"),
        cr.PartnersRevealed(TEAMS),
        *plays([1, 2, 3], "AH", "KC", "KD"),
        cr.TrickWon(cr.Seat(1)),
        cr.DealScored(cr.score_deal(TWO_TRICKS, cr.Outcome((1, 1, 0, 0), TEAMS))),
    ]


def test_a_partner_card_that_completes_a_trick_reveals_before_the_trick_is_taken() -> None:
    """D1, A7."""
    game = declared(cr.Suit.DIAMONDS, "AS KH", "KS AH", "AC KC", "KD AD")
    game = play(game, "AS", "KS", "AC", "AD")
    soloist = ((cr.Seat(3),), (cr.Seat(0), cr.Seat(1), cr.Seat(2)))
    assert [*game.log[3:]] == [
        *plays([0, 1, 2, 3], "AS", "KS", "AC", "AD"),
        cr.PartnersRevealed(soloist),
        cr.TrickWon(cr.Seat(3)),
    ]
    assert game.to_act == 3


def test_a_soloist_is_revealed_by_the_first_card_too() -> None:
    """D1."""
    game = declared(cr.Suit.SPADES, "AS KS", "KD AH", "AC KC", "KH AD")
    game = play(game, "KS")
    assert game.log[-1] == cr.PartnersRevealed(
        ((cr.Seat(0),), (cr.Seat(1), cr.Seat(2), cr.Seat(3)))
    )
    assert cr.legal_moves(game) == tuple(plays([1, 1], "AH", "KD"))


@pytest.mark.parametrize("first", ["AS", "KS"])
def test_no_accusation_once_the_partners_are_revealed(first: str) -> None:
    """C12: one partner card is enough here."""
    deal = ArrangedDeal([0, 1, *[0] * 5, *[2] * 6], trump="S")
    game = deal.dealt(cr.new_game(cr.open_collusion(accusations=True), cr.Seat(3)))
    accusation = cr.Accusation(cr.Seat(2), (cr.Seat(0), cr.Seat(1)))
    assert refused(game, accusation) is None
    if first == "KS":
        game = play(game, "4S")
        assert refused(game, accusation) is None
    game = play(game, first)
    assert refused(game, accusation) is cr.ErrorCode.PARTNERS_PUBLIC
    assert cr.Accusation not in map(type, cr.legal_moves(game, cr.Seat(2)))


@given(testing.games(cr.OPEN_COLLUSION))
def test_a_reveal_follows_the_first_partner_card_of_each_deal(game: cr.Game) -> None:
    """D1."""
    shown, trump = False, None
    for at, event in enumerate(game.log):
        match event:
            case cr.Dealt():
                shown, trump = False, None
            case cr.Declaration(_, suit):
                trump = suit
            case cr.Play(_, card) if not shown and card.suit is trump and card.rank >= cr.Rank.KING:
                shown = True
                assert isinstance(game.log[at + 1], cr.PartnersRevealed)
            case cr.PartnersRevealed():
                assert isinstance(game.log[at - 1], cr.Play)
            case _:
                pass


@given(testing.games(cr.OPEN_COLLUSION, cr.Phase.AWAITING_DEAL))
def test_scores_are_those_of_secret_partners(game: cr.Game) -> None:
    """C5 to C9 hold here too."""
    if game.last_score is not None:
        outcome = game.last_score.outcome
        scored = cr.score_deal(cr.SECRET_PARTNERS, outcome)
        assert scored.points == game.last_score.points
        assert scored.lines == game.last_score.lines


def test_no_accusation_while_the_reveal_is_due() -> None:
    """C12: as the partner card lies there, even before a viewer is told who the partners are."""
    rules = cr.open_collusion(name="accusing", accusations=True)
    game = cr.deal(cr.new_game(rules, cr.Seat(3)), seed=5)
    game = cr.play(game, cr.Declaration(cr.Seat(3), cr.Suit.SPADES))
    before = game
    while not game.partners_revealed:
        before, game = game, cr.play(game, cr.legal_moves(game)[0])
    (shown,) = [event for event in game.log[before.version :] if isinstance(event, cr.Play)]
    for seat in (None, *map(cr.Seat, range(4))):
        view = cr.advance(cr.view(before, seat), shown)
        for accuser in map(cr.Seat, range(4)):
            assert not any(isinstance(m, cr.Accusation) for m in cr.legal_moves(view, accuser))
            others = [cr.Seat(other) for other in range(4) if other != accuser]
            assert not cr.is_legal(view, cr.Accusation(accuser, tuple(others[:2])))
