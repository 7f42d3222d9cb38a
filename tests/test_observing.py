"""Logs that nobody need trust: what `observe`, `advance`, `replay` and `rewind` refuse, and why."""

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any, cast

import attrs
import pytest
from seeing import told, worlds
from tables import TricksCount

import collusion_rules as cr
from collusion_rules.shuffling import Chance

N, E, S, W = map(cr.Seat, range(4))
SPADES = cr.Suit.SPADES
SUITS = [
    "AS KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S",
    "AH KH QH JH TH 9H 8H 7H 6H 5H 4H 3H 2H",
    "AD KD QD JD TD 9D 8D 7D 6D 5D 4D 3D 2D",
    "AC KC QC JC TC 9C 8C 7C 6C 5C 4C 3C 2C",
]
MIXED = [
    "AS QS JS TS 9S 8S AH KH QH JH TH 9H 8D",
    "KS 6S 5S 4S 3S 2S 8H 7H 6H 5H 4H 3H 2H",
    "AD KD QD JD TD 9D 7S AC KC QC JC TC 9C",
    "7D 6D 5D 4D 3D 2D 8C 7C 6C 5C 4C 3C 2C",
]
"""N has the ace of spades, E the king; S one spade, W none."""


def dealt(rules: cr.Ruleset, hands: Sequence[str]) -> cr.Game:
    """A deal by W, who declares spades where trumps are declared; N leads."""
    game = cr.deal(cr.new_game(rules, W), hands=[cr.Cards.parse(hand) for hand in hands])
    return cr.play(game, cr.Declaration(W, SPADES)) if rules.declares else game


def play(seat: cr.Seat, card: str) -> cr.Play:
    return cr.Play(seat, cr.Card.parse(card))


def played(game: cr.Game, *cards: str) -> cr.Game:
    for card in cards:
        assert game.to_act is not None
        game = cr.play(game, play(game.to_act, card))
    return game


def reason(view: cr.View, event: Any) -> str:
    """Why the viewer does not believe an event."""
    with pytest.raises(cr.BadRecordError) as refused:
        cr.advance(view, event)
    assert refused.value.code == cr.ErrorCode.BROKEN_LOG
    assert refused.value.parameters["path"] == "log"
    assert refused.value.parameters["index"] == view.version
    return str(refused.value.parameters["reason"])


def first_fault(log: Any) -> tuple[object, object]:
    """The first event of a log that the rules don't allow, and why."""
    with pytest.raises(cr.BadRecordError) as refused:
        cr.replay(log)
    assert refused.value.code == cr.ErrorCode.BROKEN_LOG
    return refused.value.parameters["index"], refused.value.parameters["reason"]


# How a log begins


NOT_STARTS: dict[str, tuple[Any, str]] = {
    "nothing": ([], "a log begins with GameStarted, not with None"),
    "a text": (["start"], "a log begins with GameStarted, not with 'start'"),
    "another event": (
        [cr.TrickWon(N)],
        "a log begins with GameStarted, not with something of type TrickWon",
    ),
    "no ruleset": (
        [cr.GameStarted(cast("Any", "parlett"), N)],
        "rules must be a Ruleset, not 'parlett'",
    ),
    "no such dealer": (
        [cr.GameStarted(cr.PARLETT, cr.Seat(4))],
        "dealer must be a seat from 0 to 3, not 4",
    ),
    "no dealer": (
        [cr.GameStarted(cr.PARLETT, cast("Any", None))],
        "dealer must be a seat, not None",
    ),
    "a truth for a dealer": (
        [cr.GameStarted(cr.PARLETT, cast("Any", True))],
        "dealer must be a seat, not True",
    ),
}


@pytest.mark.parametrize(("log", "why"), NOT_STARTS.values(), ids=NOT_STARTS)
def test_a_log_begins_with_the_start_of_a_game(log: Any, why: str) -> None:
    assert first_fault(log) == (0, why)
    with pytest.raises(cr.BadRecordError) as refused:
        cr.observe(log, N)
    assert refused.value.parameters["index"] == 0
    assert refused.value.parameters["reason"] == why


@pytest.mark.parametrize("log", [None, 7, cr.PARLETT])
def test_what_is_no_log(log: Any) -> None:
    with pytest.raises(cr.BadArgumentError, match=r"^log must be "):
        cr.replay(log)
    with pytest.raises(cr.BadArgumentError, match=r"^events must be "):
        cr.observe(log, N)


def test_the_index_is_that_of_the_first_wrong_event() -> None:
    game = played(dealt(cr.PARLETT, SUITS), "AS", "AH", "AD", "AC", "KS")
    log = list(told(game.log, S))
    log[3] = play(E, "KS")
    with pytest.raises(cr.BadRecordError, match=r"^log: event 7 breaks the rules: seat 0 can't"):
        cr.observe(log, S)
    log[4] = play(W, "2D")
    with pytest.raises(cr.BadRecordError, match=r"^log: event 4 breaks the rules: it is not seat"):
        cr.observe(log, S)


# Deals


BACK = cr.FaceDown(13)
OWN = cr.Cards.parse(SUITS[0])
SUCH = "can't be seen to get such a hand"

DEALS: dict[str, tuple[Any, Any, str]] = {
    "by another seat": (N, (OWN, BACK, BACK, BACK), "it is for seat 3 to deal"),
    "by a float": (3.0, (OWN, BACK, BACK, BACK), "it is for seat 3 to deal"),
    "of a list": (W, [OWN, BACK, BACK, BACK], "hands must be a tuple"),
    "of nothing": (W, None, "hands must be a tuple"),
    "of three hands": (W, (OWN, BACK, BACK), "4 hands are needed"),
    "own hand face down": (W, (BACK, BACK, BACK, BACK), f"seat 0 {SUCH}"),
    "own hand too small": (W, (OWN - OWN.parse("AS"), BACK, BACK, BACK), f"seat 0 {SUCH}"),
    "own hand too large": (W, (OWN + OWN.parse("AH"), BACK, BACK, BACK), f"seat 0 {SUCH}"),
    "a card twice": (
        W,
        (OWN - OWN.parse("2S") + OWN.parse("AS"), BACK, BACK, BACK),
        f"seat 0 {SUCH}",
    ),
    "no hand": (W, (SUITS[0], BACK, BACK, BACK), f"seat 0 {SUCH}"),
    "another's cards": (W, (OWN, BACK, OWN.parse(SUITS[2]), BACK), f"seat 2 {SUCH}"),
    "no cards of another's": (W, (OWN, BACK, cr.Cards(), BACK), f"seat 2 {SUCH}"),
    "twelve cards": (W, (OWN, BACK, BACK, cr.FaceDown(12)), f"seat 3 {SUCH}"),
    "a float of cards": (W, (OWN, BACK, BACK, cr.FaceDown(cast("Any", 13.0))), f"seat 3 {SUCH}"),
    "no back": (W, (OWN, BACK, BACK, 13), f"seat 3 {SUCH}"),
}


@pytest.mark.parametrize(("dealer", "hands", "why"), DEALS.values(), ids=DEALS)
def test_deals_that_can_not_be_seen(dealer: Any, hands: Any, why: str) -> None:
    view = cr.view(cr.new_game(cr.PARLETT, W), N)
    assert cr.advance(view, cr.Dealt(W, (OWN, BACK, BACK, BACK))).phase is cr.Phase.PLAYING
    assert reason(view, cr.Dealt(dealer, hands)) == why


def test_a_spectator_sees_no_hand_dealt() -> None:
    view = cr.view(cr.new_game(cr.PARLETT, W), None)
    assert cr.advance(view, cr.Dealt(W, (BACK, BACK, BACK, BACK))).phase is cr.Phase.PLAYING
    assert reason(view, cr.Dealt(W, (OWN, BACK, BACK, BACK))) == f"seat 0 {SUCH}"


def test_own_cards_come_from_the_deck() -> None:
    """D5, D6: no twos, and one honour of each suit."""
    game = cr.deal(cr.new_game(cr.TRIPLE_COLLUSION, N), seed=1)
    right = cast("cr.Dealt", cr.redact(game.log[1], N))
    view = cr.view(cr.new_game(cr.TRIPLE_COLLUSION, N), N)
    assert cr.advance(view, right).phase is cr.Phase.DECLARING
    own = game.hands[0]
    low = cr.Cards([next(card for card in own if card.rank < cr.Rank.QUEEN)])
    for other in ("2C", "AS"):
        hand = own - low + cr.Cards.parse(other)
        wrong = cr.Dealt(N, (hand, *right.hands[1:]))
        assert reason(view, wrong) == f"seat 0 {SUCH}"


def test_no_deal_during_a_deal_or_after_the_game() -> None:
    game = dealt(cr.parlett(target=40), SUITS)
    again = cr.Dealt(N, (OWN, BACK, BACK, BACK))
    assert reason(cr.view(game, N), again) == (
        "this deal is refused: play the deal on the table to its end first"
    )
    while game.phase is not cr.Phase.OVER:
        game = cr.play(game, cr.legal_moves(game)[0])
    view = cr.view(game, N)
    assert reason(view, again) == "this deal is refused: the game is over: start a new one"
    assert reason(view, play(N, "AS")) == "the game is over: start a new one"
    assert reason(view, cr.GameWon((N,))) == "something of type GameWon can't happen here"
    assert reason(cr.view(game, None), play(N, "AS")) == "the game is over: start a new one"


def test_hands_of_a_game_that_are_no_deal() -> None:
    start, right = dealt(cr.PARLETT, SUITS).log
    assert isinstance(right, cr.Dealt)
    assert first_fault((start, cr.Dealt(N, right.hands))) == (1, "it is for seat 3 to deal")
    listed: Any = [*right.hands]
    assert first_fault((start, cr.Dealt(W, listed))) == (1, "hands must be a tuple")
    assert first_fault((start, cr.Dealt(W, right.hands[:3]))) == (
        1,
        "this deal is refused: 4 hands are needed, not 3, nobody holds "
        "AC KC QC JC TC 9C 8C 7C 6C 5C 4C 3C 2C",
    )
    assert first_fault((start, cr.redact(right, W)))[0] == 1
    assert first_fault((start, right, right)) == (
        2,
        "this deal is refused: play the deal on the table to its end first",
    )


# Moves


def test_moves_before_their_time() -> None:
    fresh = cr.view(cr.new_game(cr.SECRET_PARTNERS, W), N)
    nothing_dealt = "no cards are dealt: seat 3 must deal first"
    assert reason(fresh, play(N, "AS")) == nothing_dealt
    assert reason(fresh, play(E, "AS")) == nothing_dealt
    assert reason(fresh, cr.Declaration(W, SPADES)) == nothing_dealt
    view = cr.advance(fresh, cr.Dealt(W, (OWN, BACK, BACK, BACK)))
    no_trumps = "no trumps yet: seat 3 must declare a suit first"
    assert reason(view, play(N, "AS")) == no_trumps
    assert reason(view, play(E, "AH")) == no_trumps
    assert reason(view, cr.Declaration(N, SPADES)) == "only the dealer, seat 3, declares trumps"
    view = cr.advance(view, cr.Declaration(W, SPADES))
    assert reason(view, cr.Declaration(W, SPADES)) == "trumps are declared already: spades"


def test_plays_out_of_turn() -> None:
    game = dealt(cr.PARLETT, SUITS)
    for viewer in (N, E, None):
        view = cr.view(game, viewer)
        assert reason(view, play(E, "AH")) == "it is not seat 1's turn: wait for seat 0"
        assert reason(view, play(cr.Seat(4), "AH")) == "there is no seat 4: seats are 0 to 3"


def test_own_plays_are_judged_by_the_own_hand() -> None:
    view = cr.view(dealt(cr.PARLETT, SUITS), N)
    assert reason(view, play(N, "AH")) == f"seat 0 does not hold AH: play one of {SUITS[0]}"
    view = cr.view(played(dealt(cr.PARLETT, MIXED), "AH"), E)
    assert reason(view, play(E, "KS")) == (
        "seat 1 must follow hearts: play one of 8H 7H 6H 5H 4H 3H 2H"
    )


def test_a_card_that_the_viewer_holds_is_played_by_nobody_else() -> None:
    view = cr.view(dealt(cr.PARLETT, SUITS), E)
    assert cr.advance(view, play(N, "KS")).to_act == E
    assert reason(view, play(N, "AH")) == "seat 0 can't hold AH: it is elsewhere"


def test_a_card_is_not_played_twice() -> None:
    view = cr.view(played(dealt(cr.PARLETT, SUITS), "AS", "AH"), W)
    assert reason(view, play(S, "AS")) == "seat 2 can't hold AS: it is elsewhere"
    assert reason(view, play(S, "AH")) == "seat 2 can't hold AH: it is elsewhere"
    view = cr.view(played(dealt(cr.PARLETT, SUITS), "AS", "AH"), E)
    assert reason(view, play(S, "AH")) == "seat 2 can't hold AH: it is elsewhere"


def test_two_packs_have_each_card_twice() -> None:
    """D5: the viewer holds one ace, so one other seat can play an ace."""
    game = triple()
    view = cr.view(played(game, "AS", "KS", "QS"), cr.Seat(3))
    assert reason(view, play(cr.Seat(3), "KS")).startswith("seat 3 does not hold KS")
    view = cr.view(played(game, "AS", "KS"), cr.Seat(3))
    assert reason(view, play(cr.Seat(2), "AS")) == "seat 2 can't hold AS: it is elsewhere"
    assert cr.advance(view, play(cr.Seat(2), "KS")).to_act == 3


def test_who_has_shown_out_of_a_suit_plays_none_of_it() -> None:
    game = played(dealt(cr.PARLETT, MIXED), "AS", "KS", "7S", "2D", "QS", "2S")
    view = cr.view(game, N)
    assert cr.voids(view)[3] == (SPADES,)
    view = cr.advance(view, play(S, "9C"))
    assert reason(view, play(W, "3S")) == "seat 3 has shown that it has no spades"
    assert cr.advance(view, play(W, "3D")).version == view.version + 1


def test_talk_and_accusations() -> None:
    view = cr.view(dealt(cr.SECRET_PARTNERS, SUITS), N)
    assert reason(view, cr.Talk(E, cr.Aim(4))) == "there is no table talk in secret-partners"
    assert reason(view, cr.Accusation(E, (N, S))) == "there are no accusations in secret-partners"
    view = cr.view(dealt(cr.secret_partners(accusations=True), MIXED), N)
    seen = cr.advance(view, cr.Accusation(S, (N, E)))
    assert seen.accusations == (cr.Accusation(S, (N, E)),)
    assert reason(seen, cr.Accusation(S, (N, W))) == "seat 2 has made its accusation in this deal"
    assert reason(seen, cr.Accusation(W, (N, W))) == "seat 3 must accuse two other seats"


# What follows by itself


def test_what_must_follow_and_what_can_not() -> None:
    game = dealt(cr.PARLETT, SUITS)
    score = cr.score_deal(cr.PARLETT, cr.Outcome((13, 0, 0, 0)))
    for viewer in (N, W, None):
        view = cr.view(game, viewer)
        for event in (
            cr.TrickWon(N),
            cr.DealScored(score),
            cr.GameWon((N,)),
            cr.PartnersRevealed(()),
            game.log[0],
            "an event",
        ):
            shown = (
                "'an event'" if event == "an event" else f"something of type {type(event).__name__}"
            )
            assert reason(view, event) == f"{shown} can't happen here"
        whole = cr.observe(told(played(game, "AS", "AH", "AD", "AC").log[:-1], viewer), viewer)
        assert reason(whole, cr.TrickWon(E)) == "the rules want TrickWon(seat=0) here"
        assert reason(whole, play(N, "KS")) == "the rules want TrickWon here"
        assert reason(whole, cr.Talk(N, cr.Aim(13))) == "the rules want TrickWon here"
        assert cr.advance(whole, cr.TrickWon(N)).tricks_won == (1, 0, 0, 0)


def test_a_score_must_be_right() -> None:
    game = dealt(cr.parlett(target=40), SUITS)
    while game.phase is not cr.Phase.OVER:
        game = cr.play(game, cr.legal_moves(game)[0])
    *before, scored, won = told(game.log, E)
    assert isinstance(scored, cr.DealScored)
    view = cr.observe(before, E)
    wrong = cr.DealScored(attrs.evolve(scored.score, totals=(44, 0, 0, 0)))
    assert reason(view, wrong) == f"the rules want {scored} here"
    view = cr.advance(view, scored)
    assert won == cr.GameWon((N,))
    assert reason(view, cr.GameWon((N, E))) == "the rules want GameWon(winners=(0,)) here"
    assert cr.advance(view, won).phase is cr.Phase.OVER


def test_a_game_stops_where_somebody_is_to_act() -> None:
    game = played(dealt(cr.PARLETT, SUITS), "AS", "AH", "AD", "AC")
    assert first_fault(game.log[:-1]) == (6, "the log stops before TrickWon")
    assert first_fault((*game.log[:-1], cr.TrickWon(W))) == (
        6,
        "the rules want TrickWon(seat=0) here",
    )
    assert first_fault((*game.log, play(W, "KC"))) == (
        7,
        "it is not seat 3's turn: wait for seat 0",
    )
    assert first_fault((*game.log, cr.PartnersRevealed(((N,), (E, S, W))))) == (
        7,
        "something of type PartnersRevealed can't happen here",
    )


# Going back


def test_a_game_goes_back_to_where_somebody_could_act() -> None:
    fresh = cr.new_game(cr.PARLETT, W)
    game = dealt(cr.PARLETT, SUITS)
    led = played(game, "AS")
    trick = played(led, "AH", "AD", "AC")
    assert [cr.rewind(trick, version) for version in (1, 2, 3, 7)] == [fresh, game, led, trick]


@pytest.mark.parametrize("version", [0, -1, 6, 8, 2**70, True, 2.0, "2", None])
def test_versions_that_a_game_never_stood_at(version: Any) -> None:
    """Version 6 is that of a whole trick that nobody has taken yet."""
    game = played(dealt(cr.PARLETT, SUITS), "AS", "AH", "AD", "AC")
    with pytest.raises(cr.BadArgumentError) as refused:
        cr.rewind(game, version)
    assert refused.value.code == cr.ErrorCode.NO_SUCH_VERSION
    assert refused.value.parameters["most"] == 7


# Reveals (C4, D1)


def open_view(viewer: cr.Seat | None, *cards: str) -> cr.View:
    """What somebody sees of an open game after these cards, before any reveal."""
    game = played(dealt(cr.OPEN_COLLUSION, MIXED), *cards)
    return cr.observe(told(game.log[: game.log.index(play(N, "AS")) + 1], viewer), viewer)


NO_TEAMS: dict[str, Any] = {
    "none": (),
    "no tuple": None,
    "a seat twice": ((N, N), (E, W)),
    "a seat missing": ((N, E), (W,)),
    "three partners": ((N, E, S), (W,)),
    "out of order": ((E, N), (S, W)),
    "opponents out of order": ((N, E), (W, S)),
    "no tuples": ([N, E], [S, W]),
    "no seats": ((N, True), (S, W)),
}


@pytest.mark.parametrize("teams", NO_TEAMS.values(), ids=NO_TEAMS)
def test_teams_that_can_not_be(teams: Any) -> None:
    assert reason(open_view(S, "AS"), cr.PartnersRevealed(teams)) == "these can't be the teams"


def test_the_seat_that_played_the_ace_is_a_partner() -> None:
    why = "no deal of the hidden cards allows PartnersRevealed"
    for viewer in (S, W, None):
        view = open_view(viewer, "AS")
        assert reason(view, cr.PartnersRevealed(((E, W), (N, S)))) == why
        assert reason(view, cr.PartnersRevealed(((E,), (N, S, W)))) == why
        for teams in (((N, E), (S, W)), ((N,), (E, S, W))):
            assert cr.advance(view, cr.PartnersRevealed(teams)).teams == teams


def test_a_viewer_who_lacks_the_king_is_no_partner() -> None:
    why = "no deal of the hidden cards allows PartnersRevealed"
    assert reason(open_view(S, "AS"), cr.PartnersRevealed(((N, S), (E, W)))) == why
    assert cr.advance(open_view(W, "AS"), cr.PartnersRevealed(((N, S), (E, W)))).teams == (
        (N, S),
        (E, W),
    )


def test_a_viewer_with_the_king_knows_the_teams() -> None:
    view = open_view(E, "AS")
    assert reason(view, cr.PartnersRevealed(((N, S), (E, W)))) == (
        "the rules want PartnersRevealed(teams=((0, 1), (2, 3))) here"
    )
    assert cr.advance(view, cr.PartnersRevealed(((N, E), (S, W)))).teams == ((N, E), (S, W))


def test_nothing_comes_before_the_reveal() -> None:
    for viewer in (E, S, None):
        assert reason(open_view(viewer, "AS"), play(E, "KS")) == (
            "the rules want PartnersRevealed here"
        )


def test_partners_reveal_once() -> None:
    view = cr.advance(open_view(S, "AS"), cr.PartnersRevealed(((N, E), (S, W))))
    again = reason(view, cr.PartnersRevealed(((N, E), (S, W))))
    assert again == "something of type PartnersRevealed can't happen here"


def test_a_partner_is_not_out_of_trumps() -> None:
    """W showed that it has no spades before N played the ace, so W has no king of spades."""
    view = open_view(S, "QS", "2S", "7S", "2D", "AS")
    assert reason(view, cr.PartnersRevealed(((N, W), (E, S)))) == (
        "no deal of the hidden cards allows PartnersRevealed"
    )
    assert cr.advance(view, cr.PartnersRevealed(((N, E), (S, W)))).partners_revealed


def test_the_revealed_partner_has_the_king_until_it_is_played() -> None:
    view = cr.advance(open_view(S, "AS"), cr.PartnersRevealed(((N, W), (E, S))))
    why = "no deal of the hidden cards allows Play"
    assert reason(view, play(E, "KS")) == why
    view = cr.advance(cr.advance(view, play(E, "6S")), play(S, "7S"))
    assert reason(view, play(W, "2D")) == why
    assert cr.advance(view, play(W, "KS")).trick[-1] == play(W, "KS")


def test_a_revealed_soloist_has_the_king() -> None:
    view = cr.advance(open_view(S, "AS"), cr.PartnersRevealed(((N,), (E, S, W))))
    assert reason(view, play(E, "KS")) == "no deal of the hidden cards allows Play"
    assert cr.advance(view, play(E, "6S")).to_act == S


def test_teams_of_three_pairs() -> None:
    rules = attrs.evolve(cr.TRIPLE_COLLUSION, reveal=cr.Reveal.AT_FIRST_PARTNER_CARD)
    game = triple(rules)
    first, *others = map(cr.Seat, range(6))
    two, three, four, five, six = others
    view = cr.observe(told(played(game, "AS").log[:-1], two), two)
    why = "no deal of the hidden cards allows PartnersRevealed"
    shuffled = ((four, first), (two, five), (three, six))
    assert reason(view, cr.PartnersRevealed(shuffled)) == "these can't be the teams"
    of_kings_first = ((two, five), (first, four), (three, six))
    assert reason(view, cr.PartnersRevealed(of_kings_first)) == why
    without_own_king = ((first, four), (three, five), (two, six))
    assert reason(view, cr.PartnersRevealed(without_own_king)) == why
    other = ((first, six), (two, five), (three, four))
    assert cr.advance(view, cr.PartnersRevealed(other)).teams == other
    view = cr.advance(view, cr.PartnersRevealed(((first, four), (two, five), (three, six))))
    view = cr.advance(view, play(two, "KS"))
    assert reason(view, play(three, "KS")) == "no deal of the hidden cards allows Play"
    assert cr.advance(view, play(three, "QS")).to_act == four


# The hidden hands


def triple(rules: cr.Ruleset = cr.TRIPLE_COLLUSION) -> cr.Game:
    """Seat 5 declares spades; the honours of seats 0 and 3 are aces, of 1 and 4 kings."""
    low = [card for card in rules.deck.cards if card.rank < cr.Rank.QUEEN]
    honours = [cr.Cards.parse(" ".join(f"{rank}{suit}" for suit in "SHDC")) for rank in "AKQAKQ"]
    hands = [hand + cr.Cards(low[at::6]) for at, hand in enumerate(honours)]
    game = cr.deal(cr.new_game(rules, cr.Seat(5)), hands=hands)
    return cr.play(game, cr.Declaration(cr.Seat(5), SPADES))


def test_a_hand_has_one_honour_of_a_suit() -> None:
    """D6."""
    view = cr.view(played(triple(), "AS", "KS", "QS", "AS", "KS", "QS"), cr.Seat(1))
    view = cr.advance(view, play(cr.Seat(0), "AH"))
    view = cr.advance(view, play(cr.Seat(1), "KH"))
    assert cr.advance(view, play(cr.Seat(2), "QH")).to_act == 3
    why = "no deal of the hidden cards allows Play"
    view = cr.view(played(triple(), "AS", "KS", "QS", "4S", "3S", "3S"), cr.Seat(1))
    assert reason(view, play(cr.Seat(0), "QS")) == why


def test_a_hand_with_an_honour_still_to_come_is_not_out_of_the_suit() -> None:
    """D6."""
    view = cr.view(played(triple(), "AS", "5S"), cr.Seat(1))
    assert reason(view, play(cr.Seat(2), "3H")) == "no deal of the hidden cards allows Play"


def test_cards_that_nobody_else_can_have() -> None:
    """S and W have shown out of spades, so those that N has not seen are all with E."""
    game = played(dealt(cr.PARLETT, MIXED), "AS", "KS", "7S", "2D", "QS", "2S", "9C", "3D", "JS")
    seen_by_north = cr.view(game, N)
    assert reason(seen_by_north, play(E, "8H")) == "no deal of the hidden cards allows Play"
    assert cr.advance(seen_by_north, play(E, "3S")).to_act == S
    assert cr.advance(cr.view(game, S), play(E, "8H")).to_act == S  # N could have all the spades


def test_cards_of_two_suits_that_fill_a_hand() -> None:
    """Either major alone leaves E room for a club, but both together don't."""
    game = dealt(cr.PARLETT, MIXED)
    game = played(game, "AH", "8H", "9C", "2D", "AS", "2S", "7S", "3D", "QS", "KS", "TC", "4D")
    assert cr.voids(game)[2:] == ((cr.Suit.HEARTS, SPADES), (cr.Suit.HEARTS, SPADES))
    view = cr.view(game, N)
    assert reason(view, play(E, "2C")) == "no deal of the hidden cards allows Play"
    assert cr.advance(view, play(E, "6S")).to_act == S
    assert cr.advance(cr.view(game, None), play(E, "2C")).to_act == S  # N could have that spade


# Exactness: `advance` accepts what happens in some game that looks alike to the viewer, no more


def tiny(players: int, lowest: cr.Rank, reveal: cr.Reveal, **parts: Any) -> cr.Ruleset:
    return cr.Ruleset(
        name="tiny",
        players=players,
        deck=cr.Deck(packs=2 if players == 6 else 1, lowest=lowest),
        declares=True,
        reveal=reveal,
        scoring=TricksCount(),
        **parts,
    )


def believed(view: cr.View, event: cr.Event) -> bool:
    try:
        cr.advance(view, event)
    except cr.BadRecordError:
        return False
    return True


def all_teams(rules: cr.Ruleset) -> Iterator[cr.Teams]:
    """All teams that there can be in some deal."""
    seats = [cr.Seat(seat) for seat in range(rules.players)]

    def others(*teams: tuple[cr.Seat, ...]) -> tuple[cr.Seat, ...]:
        return tuple(seat for seat in seats if not any(seat in team for team in teams))

    if isinstance(rules.partnership, cr.ThreePairs):
        for aces in combinations(seats, 2):
            for kings in combinations(others(aces), 2):
                yield aces, kings, others(aces, kings)
    else:
        for count in (1, 2):
            for partners in combinations(seats, count):
                yield partners, others(partners)


def check_that_views_are_exact(game: cr.Game, viewer: cr.Seat | None, chance: Chance) -> None:
    """Play on at random, in any of the games that look alike to the viewer."""
    view, alike = cr.view(game, viewer), list(worlds(game, viewer))
    assert game in alike
    seats = [cr.Seat(seat) for seat in range(game.rules.players)]
    plays = [cr.Play(seat, card) for seat in seats for card in game.rules.deck.cards]
    reveals = [cr.PartnersRevealed(teams) for teams in all_teams(game.rules)]
    while view.to_act is not None:
        legal = sorted({move for world in alike for move in cr.legal_moves(world)}, key=str)
        if view.phase is cr.Phase.PLAYING:
            assert [move for move in plays if believed(view, move) != (move in legal)] == []
        move = legal[chance.below(len(legal))]
        view = cr.advance(view, move)
        after = [cr.play(world, move) for world in alike if cr.is_legal(world, move)]
        follows = sorted({world.log[view.version :] for world in after}, key=str)
        revealed = {events[0] for events in follows if events}
        if any(isinstance(event, cr.PartnersRevealed) for event in revealed):
            assert [event for event in reveals if believed(view, event)] == [
                event for event in reveals if event in revealed
            ]
        events = follows[chance.below(len(follows))]
        alike = [world for world in after if world.log[view.version :] == events]
        for event in events:
            view = cr.advance(view, event)


PAIR = cr.SecretPair()
EXACT = {
    "two tricks": tiny(4, cr.Rank.KING, cr.Reveal.AFTER_LAST_TRICK, partnership=PAIR),
    "two tricks, open": tiny(4, cr.Rank.KING, cr.Reveal.AT_FIRST_PARTNER_CARD, partnership=PAIR),
    "honours first, open": tiny(
        3,
        cr.Rank.QUEEN,
        cr.Reveal.AT_FIRST_PARTNER_CARD,
        partnership=PAIR,
        dealing=cr.HonoursFirst(),
    ),
}


@pytest.mark.no_cover
@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("rules", EXACT.values(), ids=EXACT)
def test_a_view_believes_what_can_be_and_nothing_else(rules: cr.Ruleset, seed: int) -> None:
    game = cr.deal(cr.new_game(rules, cr.Seat(seed % rules.players)), seed=seed)
    viewer = cr.Seat(seed // rules.players % rules.players)
    check_that_views_are_exact(game, viewer, Chance(seed, 0))


SELDOM = {
    "spectator": (EXACT["two tricks, open"], None),
    "three tricks": (
        tiny(4, cr.Rank.QUEEN, cr.Reveal.AFTER_LAST_TRICK, partnership=PAIR),
        E,
    ),
    "three tricks, open": (
        tiny(4, cr.Rank.QUEEN, cr.Reveal.AT_FIRST_PARTNER_CARD, partnership=PAIR),
        E,
    ),
    "honours first, low partner card": (
        tiny(
            3,
            cr.Rank.NINE,
            cr.Reveal.AT_FIRST_PARTNER_CARD,
            partnership=cr.SecretPair(((cr.Rank.ACE, cr.Rank.NINE),)),
            dealing=cr.HonoursFirst(),
        ),
        E,
    ),
}


@pytest.mark.no_cover
@pytest.mark.parametrize(("rules", "viewer"), SELDOM.values(), ids=SELDOM)
def test_larger_hands(rules: cr.Ruleset, viewer: cr.Seat | None) -> None:
    game = cr.deal(cr.new_game(rules, N), seed=1)
    check_that_views_are_exact(game, viewer, Chance(1, 0))


@pytest.mark.no_cover
@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("reveal", cr.Reveal)
def test_three_pairs_in_the_last_two_tricks(reveal: cr.Reveal, seed: int) -> None:
    rules = tiny(6, cr.Rank.QUEEN, reveal, partnership=cr.ThreePairs(), dealing=cr.HonoursFirst())
    chance = Chance(seed, 0)
    game = cr.deal(cr.new_game(rules, N), seed=seed)
    for _ in range(15 + chance.below(8)):
        moves = cr.legal_moves(game)
        game = cr.play(game, moves[chance.below(len(moves))])
    check_that_views_are_exact(game, cr.Seat(seed), chance)
