"""Views: what a seat or a spectator knows, when they know it, and that nothing else is in it."""

import copy
import json
import pickle
import re
from collections.abc import Iterator
from functools import reduce
from typing import Any, cast

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st
from seeing import Viewed, told, viewed

import collusion_rules as cr
from collusion_rules import testing
from collusion_rules.errors import excerpt

N, E, S, W = map(cr.Seat, range(4))
VIEWERS = (N, E, S, W, None)
SPADES = cr.Suit.SPADES


def dealt(rules: cr.Ruleset, *hands: str) -> cr.Game:
    """A deal by W, so that N leads."""
    return cr.deal(cr.new_game(rules, W), hands=[cr.Cards.parse(hand) for hand in hands])


def declared(rules: cr.Ruleset, *hands: str) -> cr.Game:
    """Such a deal in which spades are trumps."""
    return cr.play(dealt(rules, *hands), cr.Declaration(W, SPADES))


def played(game: cr.Game, *cards: str) -> cr.Game:
    """The game after these cards by whoever is to act."""
    for card in cards:
        assert game.to_act is not None
        game = cr.play(game, cr.Play(game.to_act, cr.Card.parse(card)))
    return game


def played_out(game: cr.Game) -> cr.Game:
    """The game after the deal on the table, each seat playing its highest card."""
    deals = game.deals_played
    while game.deals_played == deals:
        game = cr.play(game, cr.legal_moves(game)[0])
    return game


def teams_by_viewer(game: cr.Game) -> list[cr.Teams | None]:
    """What N, E, S, W and a spectator know of the teams."""
    return [cr.view(game, viewer).teams for viewer in VIEWERS]


# The laws


PUBLIC = [
    *("rules", "phase", "to_act", "dealer", "trump", "trick", "tricks", "plays", "tricks_won"),
    *("accusations", "partner_cards", "partners_revealed", "teams_played"),
    *("totals", "deals_played", "last_score", "version"),
]
"""What all at the table know."""


@given(viewed())
def test_a_view_is_the_fold_of_what_its_viewer_was_told(table: Viewed) -> None:
    game, viewer = table
    view = cr.view(game, viewer)
    observed = cr.observe(told(game.log, viewer), viewer)
    assert observed == view
    assert hash(observed) == hash(view)
    assert repr(observed) == repr(view)
    assert view.log == told(game.log, viewer)
    assert cr.observe(iter(view.log), viewer) == view


@given(viewed(), st.data())
def test_views_commute_with_play(table: Viewed, data: st.DataObject) -> None:
    game, viewer = table
    view = cr.view(game, viewer)
    before = (view.version, view.log, hash(view), view.hands, cr.legal_moves(view))
    move = data.draw(testing.moves(game))
    if cr.is_legal(game, move):
        after = cr.play(game, move)
        seen = reduce(cr.advance, told(after.log[game.version :], viewer), view)
        assert seen == cr.view(after, viewer)
        assert hash(seen) == hash(cr.view(after, viewer))
        assert seen != view
    elif not (isinstance(move, cr.Play) and move.seat == game.to_act != viewer):
        with pytest.raises(cr.BadRecordError) as refused:
            cr.advance(view, move)
        assert refused.value.code == cr.ErrorCode.BROKEN_LOG
        assert refused.value.parameters["index"] == view.version
    assert (view.version, view.log, hash(view), view.hands, cr.legal_moves(view)) == before


@given(viewed(testing.games(phase=cr.Phase.AWAITING_DEAL)), st.integers(0, 2**32))
def test_views_commute_with_deals(table: Viewed, seed: int) -> None:
    game, viewer = table
    after = cr.deal(game, seed=seed)
    (event,) = told(after.log[game.version :], viewer)
    assert cr.advance(cr.view(game, viewer), event) == cr.view(after, viewer)


@given(viewed())
def test_a_view_shows_what_is_public_and_its_own_hand(table: Viewed) -> None:
    game, viewer = table
    view = cr.view(game, viewer)
    assert view.viewer == viewer
    for public in PUBLIC:
        assert getattr(view, public) == getattr(game, public), public
    assert cr.game_winner(view) == cr.game_winner(game)
    assert view.hands == tuple(
        hand if seat == viewer else cr.FaceDown(len(hand)) for seat, hand in enumerate(game.hands)
    )
    assert view.teams in ((game.teams,) if game.rules.partnership is None else (game.teams, None))


@given(viewed(), st.data())
def test_a_view_judges_its_viewers_moves_as_the_game_does(
    table: Viewed, data: st.DataObject
) -> None:
    game, viewer = table
    view = cr.view(game, viewer)
    move = data.draw(testing.moves(game))
    assert cr.is_legal(view, move) == (cr.is_legal(game, move) and move.seat == viewer)
    on_turn = viewer is not None and game.to_act == viewer
    assert cr.legal_moves(view) == (cr.legal_moves(game) if on_turn else ())
    for seat in map(cr.Seat, range(game.rules.players)):
        own = seat == viewer
        assert cr.legal_moves(view, seat) == (cr.legal_moves(game, seat) if own else ())


@given(testing.views())
def test_views_are_copied_and_pickled(view: cr.View) -> None:
    for other in (copy.copy(view), copy.deepcopy(view), pickle.loads(pickle.dumps(view))):
        assert other == view
        assert hash(other) == hash(view)
        assert other.log == view.log
        assert cr.legal_moves(other) == cr.legal_moves(view)


@given(testing.games(phase=cr.Phase.PLAYING))
def test_views_of_different_viewers_differ(game: cr.Game) -> None:
    seats = [cr.Seat(seat) for seat in range(game.rules.players)]
    views: set[cr.View | cr.Game] = {cr.view(game, viewer) for viewer in (*seats, None)}
    assert len(views) == len(seats) + 1
    assert game not in views


# What is seen of cards


SUITS = [
    "AS KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S",
    "AH KH QH JH TH 9H 8H 7H 6H 5H 4H 3H 2H",
    "AD KD QD JD TD 9D 8D 7D 6D 5D 4D 3D 2D",
    "AC KC QC JC TC 9C 8C 7C 6C 5C 4C 3C 2C",
]


def test_own_cards_and_the_backs_of_the_others() -> None:
    game = dealt(cr.PARLETT, *SUITS)
    back = cr.FaceDown(13)
    assert cr.view(game, N).hands == (cr.Cards.parse(SUITS[0]), back, back, back)
    assert cr.view(game, S).hands == (back, back, cr.Cards.parse(SUITS[2]), back)
    assert cr.view(game, None).hands == (back, back, back, back)


def test_hands_shrink_as_cards_are_played() -> None:
    game = played(dealt(cr.PARLETT, *SUITS), "2S", "AH")
    hands = cr.view(game, N).hands
    assert hands[0] == cr.Cards.parse("AS KS QS JS TS 9S 8S 7S 6S 5S 4S 3S")
    assert hands[1:] == (cr.FaceDown(12), cr.FaceDown(13), cr.FaceDown(13))
    game = played(game, "AD", "AC")
    assert cr.view(game, E).hands[0::2] == (cr.FaceDown(12), cr.FaceDown(12))
    over = cr.view(played_out(game), E)
    assert over.hands == (cr.FaceDown(0), cr.Cards(), cr.FaceDown(0), cr.FaceDown(0))


def test_hands_are_right_while_a_trick_is_taken() -> None:
    """The log of a view can be shown step by step: between the last card and the trick, too."""
    game = played(dealt(cr.PARLETT, *SUITS), "2S", "AH", "AD", "AC")
    view = cr.observe(told(game.log[:-1], E), E)
    assert [len(hand) for hand in view.hands] == [12, 12, 12, 12]
    assert view.to_act is None
    assert cr.advance(view, cr.TrickWon(N)).to_act == N


def test_redacting() -> None:
    game = played_out(played(declared(cr.OPEN_COLLUSION, *SUITS), "AS"))
    dealt_cards = game.log[1]
    assert isinstance(dealt_cards, cr.Dealt)
    back = cr.FaceDown(13)
    for_south = cr.Dealt(W, (back, back, cr.Cards.parse(SUITS[2]), back))
    assert cr.redact(dealt_cards, S) == for_south
    assert cr.redact(for_south, S) == for_south
    assert cr.redact(dealt_cards, None) == cr.Dealt(W, (back, back, back, back))
    assert cr.redact(for_south, N) == cr.Dealt(W, (back, back, back, back))
    assert {type(event) for event in game.log} == {
        cr.GameStarted,
        cr.Dealt,
        cr.Declaration,
        cr.Play,
        cr.PartnersRevealed,
        cr.TrickWon,
        cr.DealScored,
    }
    for event in game.log:
        assert (cr.redact(event, S) is event) == (event is not dealt_cards)


def test_a_views_moves() -> None:
    game = dealt(cr.SECRET_PARTNERS, *SUITS)
    declarations = tuple(cr.Declaration(W, suit) for suit in cr.Suit)
    assert [cr.legal_moves(cr.view(game, viewer)) for viewer in VIEWERS] == [
        (),
        (),
        (),
        declarations,
        (),
    ]
    view = cr.view(cr.play(game, declarations[3]), N)
    assert cr.legal_moves(view)[0] == cr.Play(N, cr.Card.parse("AS"))
    assert len(cr.legal_moves(view)) == 13
    assert cr.legal_moves(view, E) == ()
    assert cr.is_legal(view, cr.Play(N, cr.Card.parse("2S")))
    assert not cr.is_legal(view, cr.Play(N, cr.Card.parse("2H")))
    assert not cr.is_legal(view, cr.Play(E, cr.Card.parse("2H")))


# What is known of the partners (C2, C3, C4, D1)


ACE_WITH_NORTH_KING_WITH_EAST = [
    "AS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S 2H",
    "KS AH KH QH JH TH 9H 8H 7H 6H 5H 4H 3H",
    SUITS[2],
    SUITS[3],
]
NORTH_AND_EAST = ((N, E), (S, W))


def test_nobody_knows_the_partners_before_trumps_are_declared() -> None:
    assert teams_by_viewer(cr.new_game(cr.SECRET_PARTNERS)) == [None] * 5
    assert teams_by_viewer(dealt(cr.SECRET_PARTNERS, *SUITS)) == [None] * 5


def test_one_partner_card_tells_nothing_yet() -> None:
    """N holds only the ace, E only the king, S and W neither (C3)."""
    game = declared(cr.SECRET_PARTNERS, *ACE_WITH_NORTH_KING_WITH_EAST)
    assert game.teams == NORTH_AND_EAST
    assert teams_by_viewer(game) == [None] * 5


def test_the_played_ace_tells_the_holder_of_the_king() -> None:
    game = played(declared(cr.SECRET_PARTNERS, *ACE_WITH_NORTH_KING_WITH_EAST), "AS")
    assert teams_by_viewer(game) == [None, NORTH_AND_EAST, None, None, None]


def test_the_played_king_tells_the_holder_of_the_ace() -> None:
    hands = [hand.translate(str.maketrans("AK", "KA")) for hand in ACE_WITH_NORTH_KING_WITH_EAST]
    game = played(declared(cr.SECRET_PARTNERS, *hands), "KS")
    assert teams_by_viewer(game) == [None, NORTH_AND_EAST, None, None, None]


def test_both_cards_played_tell_all() -> None:
    game = played(declared(cr.SECRET_PARTNERS, *ACE_WITH_NORTH_KING_WITH_EAST), "AS", "KS")
    assert teams_by_viewer(game) == [NORTH_AND_EAST] * 5
    assert not any(isinstance(event, cr.PartnersRevealed) for event in game.log)


def test_a_soloist_knows_at_once_and_the_others_when_both_cards_are_played() -> None:
    alone = ((N,), (E, S, W))
    game = declared(cr.SECRET_PARTNERS, *SUITS)
    assert teams_by_viewer(game) == [alone, None, None, None, None]
    game = played(game, "AS", "AH", "AD", "AC")
    assert teams_by_viewer(game) == [alone, None, None, None, None]
    assert teams_by_viewer(played(game, "KS")) == [alone] * 5


def test_the_last_trick_tells_all_until_the_next_deal() -> None:
    game = played_out(declared(cr.SECRET_PARTNERS, *ACE_WITH_NORTH_KING_WITH_EAST))
    assert teams_by_viewer(game) == [NORTH_AND_EAST] * 5
    assert all(cr.view(game, viewer).partners_revealed for viewer in VIEWERS)
    assert teams_by_viewer(cr.deal(game, seed=1)) == [None] * 5


@pytest.mark.parametrize(
    ("hands", "teams"),
    [(ACE_WITH_NORTH_KING_WITH_EAST, NORTH_AND_EAST), (SUITS, ((N,), (E, S, W)))],
    ids=["partners", "soloist"],
)
def test_an_open_game_tells_all_with_the_first_card(hands: list[str], teams: cr.Teams) -> None:
    """D1; within the trick."""
    game = declared(cr.OPEN_COLLUSION, *hands)
    soloist = teams if len(teams[0]) == 1 else None
    assert teams_by_viewer(game) == [soloist, None, None, None, None]
    game = played(game, "AS")
    assert game.log[-1] == cr.PartnersRevealed(teams)
    assert game.trick == (cr.Play(N, cr.Card.parse("AS")),)
    assert teams_by_viewer(game) == [teams] * 5
    assert cr.view(game, S).log[-1] == cr.PartnersRevealed(teams)
    assert cr.view(game, E).to_act == E


def test_an_open_game_tells_with_the_last_card_of_a_trick() -> None:
    """The reveal comes before the trick."""
    north, west, south, east = ACE_WITH_NORTH_KING_WITH_EAST
    game = declared(cr.OPEN_COLLUSION, north, east, south, west)
    game = played(game, "QS", "2C", "2D")
    assert teams_by_viewer(game) == [None] * 5
    game = played(game, "KS")
    assert game.log[-2:] == (cr.PartnersRevealed(((N, W), (E, S))), cr.TrickWon(W))
    assert teams_by_viewer(game) == [((N, W), (E, S))] * 5


def test_other_partner_cards_in_rotation() -> None:
    """D2: in the second deal the queen and the jack count, and the ace tells nothing."""
    game = played_out(declared(cr.ROTATION_COLLUSION, *SUITS))
    hands = [
        SUITS[3],
        "AS QS KS TS 9S 8S 7S 6S 5S 4S 3S 2S 2H",
        "JS AH KH QH JH TH 9H 8H 7H 6H 5H 4H 3H",
        SUITS[2],
    ]
    game = cr.deal(game, hands=[cr.Cards.parse(hand) for hand in hands])
    game = played(cr.play(game, cr.Declaration(N, SPADES)), "AS")
    assert teams_by_viewer(game) == [None] * 5
    assert cr.view(game, S).partner_cards == tuple(map(cr.Card.parse, ("QS", "JS")))
    game = played(game, "JS")
    assert teams_by_viewer(game) == [None, ((E, S), (N, W)), None, None, None]


def three_pairs(reveal: cr.Reveal = cr.Reveal.AFTER_LAST_TRICK) -> cr.Game:
    """Triple, spades trumps, seat 5 dealer: seats 0 and 3 have the aces, 1 and 4 the kings."""
    rules = attrs.evolve(cr.TRIPLE_COLLUSION, reveal=reveal)
    low = [card for card in rules.deck.cards if card.rank < cr.Rank.QUEEN]
    honours = [cr.Cards.parse(" ".join(f"{rank}{suit}" for suit in "SHDC")) for rank in "AKQAKQ"]
    hands = [hand + cr.Cards(low[at::6]) for at, hand in enumerate(honours)]
    game = cr.deal(cr.new_game(rules, cr.Seat(5)), hands=hands)
    return cr.play(game, cr.Declaration(cr.Seat(5), SPADES))


THREE_PAIRS = tuple((cr.Seat(seat), cr.Seat(seat + 3)) for seat in range(3))


def test_triple_teams_are_known_once_the_five_other_honours_are_played() -> None:
    """D4: seats 0 to 5, and a spectator, who needs all six."""
    game = played(three_pairs(), "AS", "KS", "QS", "AS")
    assert game.teams == THREE_PAIRS
    viewers = (*map(cr.Seat, range(6)), None)
    assert [cr.view(game, viewer).teams for viewer in viewers] == [None] * 7
    game = played(game, "KS")
    assert [cr.view(game, viewer).teams for viewer in viewers] == [None] * 5 + [THREE_PAIRS, None]
    game = played(game, "QS")
    assert [cr.view(game, viewer).teams for viewer in viewers] == [THREE_PAIRS] * 7


def test_triple_teams_in_an_open_game() -> None:
    game = played(three_pairs(cr.Reveal.AT_FIRST_PARTNER_CARD), "AS")
    viewers = (*map(cr.Seat, range(6)), None)
    assert [cr.view(game, viewer).teams for viewer in viewers] == [THREE_PAIRS] * 7


def test_there_are_no_teams_in_parletts_game() -> None:
    """B1."""
    for game in (cr.new_game(cr.PARLETT), dealt(cr.PARLETT, *SUITS)):
        assert teams_by_viewer(game) == [()] * 5


def partner_cards_seen(game: cr.Game, viewer: cr.Seat | None) -> int:
    """How many partner cards a viewer was dealt or has seen played."""
    dealt_cards = next(event for event in reversed(game.log) if isinstance(event, cr.Dealt))
    own = () if viewer is None else cast("cr.Cards", dealt_cards.hands[viewer])
    seen = [*own, *(play.card for play in game.plays if play.seat != viewer)]
    return sum(seen.count(card) for card in game.partner_cards)


@given(viewed(testing.games(phase=cr.Phase.PLAYING)))
def test_case_10_partners_are_known_when_every_partner_card_is_seen_or_they_are_revealed(
    table: Viewed,
) -> None:
    """C3: before any partner card is played, a seat that holds neither knows no partner."""
    game, viewer = table
    if game.rules.partnership is not None:
        cards = len(game.partner_cards) * game.rules.deck.packs
        known = partner_cards_seen(game, viewer) == cards or game.partners_revealed
        assert cr.view(game, viewer).teams == (game.teams if known else None)
        if game.rules.reveal is cr.Reveal.AFTER_LAST_TRICK:
            assert not game.partners_revealed


# Case 15: hidden cards sent to a client

CARD = re.compile(r"(?:10|[2-9TJQKA])[SHDC]")


def texts(part: object) -> Iterator[str]:
    """The texts in a record, but what was said in somebody's own words."""
    if isinstance(part, str):
        yield part
    elif isinstance(part, list):
        for entry in cast("list[object]", part):
            yield from texts(entry)
    elif isinstance(part, dict):
        fields = cast("dict[str, object]", part)
        for name, value in fields.items():
            if not (fields.get("type") == "words" and name == "text"):
                yield from texts(value)


def cards_named(view: cr.View) -> cr.Cards:
    """All cards named in the record of a view since the last deal; those played once more."""
    log = cast("list[dict[str, object]]", json.loads(cr.dumps(view))["log"])
    start = max(at for at, event in enumerate(log) if event["type"] == "dealt")
    named = [card for text in texts(log[start:]) for card in CARD.findall(text)]
    return cr.Cards(map(cr.Card.parse, named))


def cards_seen(game: cr.Game, viewer: cr.Seat | None) -> cr.Cards:
    """The cards that a viewer was dealt, and those that were played."""
    dealt_cards = next(event for event in reversed(game.log) if isinstance(event, cr.Dealt))
    own = cr.Cards() if viewer is None else cast("cr.Cards", dealt_cards.hands[viewer])
    return own + cr.Cards(play.card for play in game.plays)


@given(viewed(testing.games(phase=cr.Phase.PLAYING) | testing.whole_games()))
def test_case_15_a_serialized_view_names_no_card_that_its_viewer_has_not_seen(
    table: Viewed,
) -> None:
    game, viewer = table
    assert cards_named(cr.view(game, viewer)) == cards_seen(game, viewer)


def test_case_15_is_found_in_the_record_of_a_game() -> None:
    """The check itself: a game's record names every card."""
    game = played(dealt(cr.PARLETT, *SUITS), "AS")
    leaky: Any = game
    assert cards_named(leaky) == game.rules.deck.cards + cr.Cards.parse("AS")
    assert cards_named(cr.view(game, E)) == cr.Cards.parse(f"{SUITS[1]} AS")


# What is refused


@pytest.mark.parametrize("seat", [-1, 4, True, 1.0, "0", (), [0]])
def test_a_viewer_who_is_not_at_the_table(seat: Any) -> None:
    game = dealt(cr.PARLETT, *SUITS)
    for see in (
        lambda: cr.view(game, seat),
        lambda: cr.redact(game.log[0], seat),
        lambda: cr.redact(game.log[1], seat),
        lambda: cr.observe(game.log[:1], seat),
    ):
        with pytest.raises(cr.BadArgumentError, match=r"^seat must be a seat from 0 to 3, or None"):
            see()


PARTS = "made of a Ruleset or of hands"


@pytest.mark.parametrize(
    ("event", "wanted"),
    [
        (None, "an Event"),
        ("dealt", "an Event"),
        (cr.Aim(4), "an Event"),
        (cr.Dealt, "an Event"),
        (cr.Dealt(W, cast("Any", None)), PARTS),
        (cr.Dealt(W, cast("Any", ("AS", "KS", "QS", "JS"))), PARTS),
        (cr.Dealt(W, cast("Any", [cr.Cards()] * 4)), PARTS),
        (cr.GameStarted(cast("Any", "parlett"), W), PARTS),
    ],
)
def test_redacting_what_is_no_event(event: Any, wanted: str) -> None:
    with pytest.raises(cr.BadArgumentError) as refused:
        cr.redact(event, N)
    assert str(refused.value) == f"event must be {wanted}, not {excerpt(event)}"


def test_a_game_where_a_view_belongs_and_the_other_way_round() -> None:
    game = dealt(cr.PARLETT, *SUITS)
    as_view: Any = game
    as_game: Any = cr.view(game, N)
    lead = cr.Play(N, cr.Card.parse("AS"))
    with pytest.raises(
        cr.BadArgumentError, match=r"^view must be a View, not something of type Game$"
    ):
        cr.advance(as_view, lead)
    for verb in (
        lambda: cr.view(as_game, N),
        lambda: cr.play(as_game, lead),
        lambda: cr.deal(as_game, seed=1),
        lambda: cr.rewind(as_game, 1),
    ):
        with pytest.raises(
            cr.BadArgumentError, match=r"^game must be a Game, not something of type View$"
        ):
            verb()


def test_a_view_can_not_be_put_together_by_hand() -> None:
    view = cr.view(dealt(cr.PARLETT, *SUITS), N)
    with pytest.raises(cr.BadArgumentError, match=r"^a View must be made by a verb"):
        cr.View(view.scene, view.trick)
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        cast("Any", view).scene = None
