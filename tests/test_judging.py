"""What each refusal says, word for word: whoever reads it knows what is wrong and what to do."""

from typing import Any, Final, cast

import laws
import pytest
from tables import a_play, dealt, play

import collusion_rules as cr
from collusion_rules.moves import MOST_EVENTS

N, E, S, W = map(cr.Seat, range(4))
HEARTS: Final = cr.Suit.HEARTS


def by_suit(rules: cr.Ruleset) -> cr.Game:
    """Each has a suit but for its two, and the next one's two; seat 3 deals."""
    return dealt(
        rules,
        "AS KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2H",
        "AH KH QH JH TH 9H 8H 7H 6H 5H 4H 3H 2S",
        "AD KD QD JD TD 9D 8D 7D 6D 5D 4D 3D 2C",
        "AC KC QC JC TC 9C 8C 7C 6C 5C 4C 3C 2D",
    )


PARLETT: Final = by_suit(cr.PARLETT)
STATEMENTS: Final = by_suit(cr.parlett(talk=cr.TableTalk.STATEMENTS))
PARTNERS: Final = by_suit(cr.secret_partners(accusations=True))
DECLARED: Final = cr.play(PARTNERS, cr.Declaration(W, HEARTS))
ACCUSED: Final = cr.play(DECLARED, cr.Accusation(N, (E, S)))
NOT_DEALT: Final = cr.new_game(cr.PARLETT, E)
OVER: Final = laws.random_game(cr.PARLETT_50, 20, 10_000)

NOBODY: Final = "there is no seat 4: seats are 0 to 3"
A_MOVE: Final = "kind of move must be a Play, Declaration, Talk or Accusation, not 'AS'"
TO_DEAL: Final = "no cards are dealt: seat 1 must deal first"
TO_DECLARE: Final = "no trumps yet: seat 3 must declare a suit first"


def card(seat: Any, text: str) -> cr.Play:
    return cr.Play(seat, cr.Card.parse(text))


def says(statement: Any, seat: Any = N) -> cr.Talk:
    return cr.Talk(seat, statement)


def declares(seat: Any, suit: Any = HEARTS) -> cr.Declaration:
    return cr.Declaration(seat, suit)


def accuses(seat: Any, *suspects: Any) -> cr.Accusation:
    return cr.Accusation(seat, suspects)


def wrong(kind: Any, *fields: Any) -> Any:
    """A move or a statement with fields that it must not have."""
    return kind(*fields)


REFUSED: Final[list[tuple[cr.Game, Any, str]]] = [
    (PARLETT, "AS", A_MOVE),
    # cards
    (PARLETT, wrong(cr.Play, N, "AS"), "card of Play must be a Card, not 'AS'"),
    (PARLETT, card("0", "AS"), "seat of Play must be an int, not '0'"),
    (PARLETT, card(4, "AS"), NOBODY),
    (NOT_DEALT, card(N, "AS"), TO_DEAL),
    (PARTNERS, card(N, "AS"), TO_DECLARE),
    (OVER, card(N, "AS"), "the game is over: start a new one"),
    (PARLETT, card(E, "AH"), "it is not seat 1's turn: wait for seat 0"),
    (
        PARLETT,
        card(N, "AH"),
        "seat 0 does not hold AH: play one of AS KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2H",
    ),
    (play(PARLETT, "AS"), card(E, "AH"), "seat 1 must follow spades: play one of 2S"),
    # declarations
    (PARTNERS, declares(W, "H"), "suit of Declaration must be a Suit, not 'H'"),
    (PARTNERS, declares("3"), "seat of Declaration must be an int, not '3'"),
    (PARTNERS, declares(4), NOBODY),
    (PARLETT, declares(W), "nobody declares trumps in parlett"),
    (DECLARED, declares(W), "trumps are declared already: hearts"),
    (cr.new_game(cr.SECRET_PARTNERS, E), declares(E), TO_DEAL),
    (PARTNERS, declares(N), "only the dealer, seat 3, declares trumps"),
    # talk
    (PARLETT, says(cr.NoMore(), "0"), "seat of Talk must be an int, not '0'"),
    (PARLETT, says(cr.NoMore(), 4), NOBODY),
    (DECLARED, says(cr.NoMore()), "there is no table talk in secret-partners"),
    (NOT_DEALT, says(cr.NoMore()), TO_DEAL),
    (OVER, says(cr.NoMore()), "the game is over: start a new one"),
    (PARLETT, says("3"), "statement of Talk must be a Statement, not '3'"),
    (PARLETT, says(wrong(cr.Aim, "3")), "tricks of Aim must be an int, not '3'"),
    (PARLETT, says(cr.Aim(14)), "nobody can take 14 tricks: name a number from 0 to 13"),
    (PARLETT, says(cr.AskAim(-1)), "nobody can take -1 tricks: name a number from 0 to 13"),
    (PARLETT, says(wrong(cr.AskAim, None)), "tricks of AskAim must be an int, not None"),
    (PARLETT, says(wrong(cr.AskMore, "1")), "seat of AskMore must be an int, not '1'"),
    (PARLETT, says(cr.AskWhatToLead(cr.Seat(4))), NOBODY),
    (PARLETT, says(cr.AskWhatNotToLead(N)), "seat 0 must speak to another seat"),
    (PARLETT, says(wrong(cr.OfferLead, None)), "seat of OfferLead must be an int, not None"),
    (PARLETT, says(wrong(cr.Offer, "1", 3)), "seat of Offer must be an int, not '1'"),
    (PARLETT, says(cr.Offer(N, 3)), "seat 0 must speak to another seat"),
    (PARLETT, says(wrong(cr.Offer, E, "3")), "tricks of Offer must be an int, not '3'"),
    (PARLETT, says(cr.Agree(E, 14)), "nobody can take 14 tricks: name a number from 0 to 13"),
    (PARLETT, says(wrong(cr.Agree, E, None)), "tricks of Agree must be an int, not None"),
    (PARLETT, says(wrong(cr.AskLead, "H")), "suit of AskLead must be a Suit or None, not 'H'"),
    (
        PARLETT,
        says(wrong(cr.AskLead, None, "high")),
        "height of AskLead must be a Height or None, not 'high'",
    ),
    (PARLETT, says(wrong(cr.AskNotLead, "H")), "suit of AskNotLead must be a Suit, not 'H'"),
    (
        STATEMENTS,
        says(cr.Words("hello")),
        "free text is switched off in parlett: use another statement",
    ),
    (PARLETT, says(wrong(cr.Words, 3)), "text of Words must be text, not 3"),
    (
        PARLETT,
        says(cr.Words("a\nb")),
        "say 1 to 500 characters in one line, none of them hidden, and few accents on a letter",
    ),
    # accusations
    (DECLARED, accuses("0", E, S), "seat of Accusation must be an int, not '0'"),
    (DECLARED, accuses(4, E, S), NOBODY),
    (PARLETT, accuses(N, E, S), "there are no accusations in parlett"),
    (PARTNERS, accuses(N, E, S), TO_DECLARE),
    (
        DECLARED,
        cr.Accusation(N, cast("Any", [E, S])),
        "suspects of Accusation must be a tuple of seats, not something of type list",
    ),
    (DECLARED, accuses(N, "1", S), "seat of Accusation must be an int, not '1'"),
    (DECLARED, accuses(N, E, 4), NOBODY),
    (DECLARED, accuses(N, E), "accuse exactly two seats, and not the same one twice"),
    (DECLARED, accuses(N, E, S, W), "accuse exactly two seats, and not the same one twice"),
    (DECLARED, accuses(N, E, E), "accuse exactly two seats, and not the same one twice"),
    (DECLARED, accuses(N, N, E), "seat 0 must accuse two other seats"),
    (ACCUSED, accuses(N, E, W), "seat 0 has made its accusation in this deal"),
]


@pytest.mark.parametrize(("game", "move", "text"), REFUSED, ids=[text for _, _, text in REFUSED])
def test_a_refusal_says_what_is_wrong(game: cr.Game, move: Any, text: str) -> None:
    with pytest.raises(cr.IllegalMoveError) as refused:
        cr.play(game, move)
    assert str(refused.value) == text
    assert cr.why_not(game, move) == refused.value.fault
    assert refused.value.move is move


def test_a_card_after_a_whole_trick_waits_for_its_winner() -> None:
    game = play(PARLETT, "AS", "2S", "3D", "3C")
    seen = cr.view(PARLETT, E)
    for event in game.log[PARLETT.version :][:4]:
        seen = cr.advance(seen, event)
    assert str(cr.why_not(seen, a_play(1, "AH"))) == (
        "the trick is complete: wait until it is taken"
    )


def test_talk_without_end_comes_to_an_end() -> None:
    game = PARLETT
    while (refused := cr.why_not(game, says(cr.NoMore()))) is None:
        game = cr.play(game, says(cr.NoMore()))
    assert len(game.deal_log) == MOST_EVENTS
    assert str(refused) == "this deal has 1000 events already: play on in silence"


def test_a_sender_moves_for_their_own_seat() -> None:
    foreign = "that move is another seat's: move for your own seat alone"
    for move, text in ((a_play(1, "AH"), foreign), (cast("Any", "AS"), A_MOVE)):
        with pytest.raises(cr.IllegalMoveError) as refused:
            cr.play(PARLETT, move, sender=N)
        assert str(refused.value) == text
        assert refused.value.move is move


def test_a_stale_move_says_what_it_was_made_for() -> None:
    with pytest.raises(cr.IllegalMoveError) as refused:
        cr.play(PARLETT, a_play(0, "AS"), expect_version=1)
    assert str(refused.value) == "the move was made for version 1, but the game is at version 2"


# Outcomes

TEAMS: Final[cr.Teams] = ((N, S), (E, W))
ACCUSING: Final = cr.secret_partners(accusations=True)
TRICKS: Final = (3, 3, 3, 4)
NOT_TRICKS: Final = "tricks of an outcome must be a tuple of 4 numbers of tricks, not "
NOT_TEAMS: Final = "teams of an outcome must be a tuple of tuples of seats, not "
NOT_ACCUSERS: Final = (
    "wrong_accusers of an outcome must be a tuple of different seats in their order, not "
)
BAD_TEAMS: Final = (
    "the teams must be one or two partners, then their opponents, and each seat in one of them"
)
NOT_ACCUSABLE: Final = "nobody can have accused so in this deal"
NOT_TOTALS: Final = "the totals must be 4 whole numbers, not "

IMPOSSIBLE: Final[list[tuple[Any, tuple[Any, ...], Any, str]]] = [
    ("parlett", (TRICKS,), None, "rules must be a Ruleset, not 'parlett'"),
    (cr.PARLETT, ((1, 2, 3),), None, f"{NOT_TRICKS}(1, 2, 3)"),
    (cr.PARLETT, ([3, 3, 3, 4],), None, f"{NOT_TRICKS}[3, 3, 3, 4]"),
    (cr.PARLETT, ((-1, 3, 5, 6),), None, f"{NOT_TRICKS}(-1, 3, 5, 6)"),
    (cr.PARLETT, ((1, 2, 3, 4),), None, "the tricks must add up to 13, not 10"),
    (cr.PARLETT, ((1, 2, 3, 10**12),), None, "the tricks must add up to 13, not a huge int"),
    (cr.PARLETT, (TRICKS, [(0,)]), None, f"{NOT_TEAMS}something of type list"),
    (cr.PARLETT, (TRICKS, ([0], (1,))), None, f"{NOT_TEAMS}a tuple of anything else"),
    (cr.PARLETT, (TRICKS, ((0, "1"),)), None, f"{NOT_TEAMS}a tuple of anything else"),
    (cr.PARLETT, (TRICKS, TEAMS), None, "there are no teams in this game"),
    (ACCUSING, (TRICKS,), None, BAD_TEAMS),
    (ACCUSING, (TRICKS, ((0, 1, 2), (3,))), None, BAD_TEAMS),
    (
        ACCUSING,
        (TRICKS, TEAMS, 1),
        None,
        "rightly_accused of an outcome must be True or False, not 1",
    ),
    (ACCUSING, (TRICKS, TEAMS, False, [1]), None, f"{NOT_ACCUSERS}[1]"),
    (ACCUSING, (TRICKS, TEAMS, False, (1, 1)), None, f"{NOT_ACCUSERS}(1, 1)"),
    (ACCUSING, (TRICKS, TEAMS, False, (2, 1)), None, f"{NOT_ACCUSERS}(2, 1)"),
    (ACCUSING, (TRICKS, TEAMS, False, (4,)), None, f"{NOT_ACCUSERS}(4)"),
    (cr.SECRET_PARTNERS, (TRICKS, TEAMS, True), None, NOT_ACCUSABLE),
    (cr.SECRET_PARTNERS, (TRICKS, TEAMS, False, (1,)), None, NOT_ACCUSABLE),
    (cr.PARLETT, (TRICKS,), (1, 2, 3), f"{NOT_TOTALS}(1, 2, 3)"),
    (cr.PARLETT, (TRICKS,), "abcd", f"{NOT_TOTALS}'abcd'"),
]


@pytest.mark.parametrize(
    ("rules", "parts", "totals", "text"), IMPOSSIBLE, ids=[text for *_, text in IMPOSSIBLE]
)
def test_an_impossible_outcome_says_what_is_wrong(
    rules: Any, parts: tuple[Any, ...], totals: Any, text: str
) -> None:
    with pytest.raises((cr.BadOutcomeError, cr.BadArgumentError)) as refused:
        cr.score_deal(rules, cr.Outcome(*parts), totals)
    assert str(refused.value) == text


def test_an_outcome_is_one() -> None:
    with pytest.raises(cr.BadArgumentError) as refused:
        cr.score_deal(cr.PARLETT, cast("Any", TRICKS))
    assert str(refused.value) == "outcome must be an Outcome, not something of type tuple"


def test_of_the_deals_of_a_game_the_wrong_one_is_named() -> None:
    fair, short = cr.Outcome(TRICKS, TEAMS), cr.Outcome((1, 2, 3, 4), TEAMS)
    for deals, code, text in (
        ([fair, short], "wrong-tricks-total", "the tricks must add up to 13, not 10"),
        ([fair] * 2, "after-the-end", "the game was over before deal 1"),
    ):
        rules = cr.secret_partners(deals=2 if short in deals else 1)
        with pytest.raises(cr.BadOutcomeError) as refused:
            cr.score_game(rules, deals)
        assert (refused.value.code, str(refused.value)) == (code, text)
        assert refused.value.parameters["index"] == 1
        assert refused.value.__cause__ is None
    with pytest.raises(cr.BadArgumentError, match=r"^outcomes must be an Iterable, not 3$"):
        cr.score_game(cr.PARLETT, cast("Any", 3))
