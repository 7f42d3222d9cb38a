"""Computer players: what they play and say, and why; what becomes of those that fail."""

import itertools
import pickle
from collections.abc import Sequence
from typing import Any, cast

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st
from laws import play_any
from tables import a_play, dealt
from test_worlds import EVERY, game_of

import collusion_rules as cr
from collusion_rules import players as pl
from collusion_rules.batch import plain
from collusion_rules.hidden import hidden
from collusion_rules.players import rollouts, searching, talkers
from collusion_rules.players.positions import Position, lay
from collusion_rules.players.talking import has_spoken
from collusion_rules.policies import Plays
from collusion_rules.shuffling import Chance

N, E, S, W = map(cr.Seat, range(4))
ANN_AND_OTHERS = ["Ann", "Bo", "Cy", "Di", "Eve", "Flo"]
LITTLE = pl.Effort(3, 1)
QUICK = pl.Talker(LITTLE)

SOME_PLAYERS: dict[str, pl.Thinker] = {
    **{name: pl.PLAYERS[name] for name in ("random", "duck", "take", "easy-wily")},
    "monte carlo": pl.MonteCarlo(LITTLE),
    "honest": QUICK,
    "listening": attrs.evolve(QUICK, manners=talkers.LISTENING),
    "traitor": attrs.evolve(QUICK, manners=attrs.evolve(talkers.LATE_TRAITOR, keeps_for=2)),
}


def play_deal(rules: cr.Ruleset, seated: Sequence[pl.Player], seed: int) -> cr.Game:
    """A deal among players."""
    game = cr.deal(cr.new_game(rules, cr.Seat(seed % rules.players)), seed=seed)
    players = {cr.Seat(seat): player for seat, player in enumerate(seated)}
    while (seat := game.to_act) is not None:
        if not game.trick:
            game = pl.talked(game, players, seed)
        game = cr.play(game, pl.ask(players[seat], cr.view(game, seat), seed))
    return game


@pytest.mark.no_cover
@pytest.mark.parametrize("rules", EVERY, ids=lambda rules: rules.name)
@pytest.mark.parametrize("name", SOME_PLAYERS)
def test_every_player_plays_every_game(rules: cr.Ruleset, name: str) -> None:
    game = game_of(rules, 3, len(rules.deck) - 2 * rules.players - 1)
    while game.deals_played == 0:
        assert game.to_act is not None
        view = cr.view(game, game.to_act)
        thought = SOME_PLAYERS[name].think(view, seed=1)
        assert thought.move == SOME_PLAYERS[name].choose(view, seed=1)
        assert cr.is_legal(view, thought.move)
        for language in cr.languages():
            assert cr.describe(thought.why, ANN_AND_OTHERS, language).isprintable()
        assert str(thought.why)
        game = cr.play(game, pl.ask(SOME_PLAYERS[name], view, 1))


@pytest.mark.parametrize(
    "rules", [rules for rules in EVERY if rules.declares], ids=lambda r: r.name
)
@pytest.mark.parametrize("name", SOME_PLAYERS)
def test_every_player_declares(rules: cr.Ruleset, name: str) -> None:
    game = cr.deal(cr.new_game(rules, N), seed=1)
    thought = SOME_PLAYERS[name].think(cr.view(game, N), seed=1)
    assert isinstance(thought.move, cr.Declaration)
    assert cr.is_legal(game, thought.move)
    assert cr.describe(thought.why, ANN_AND_OTHERS, "ja").isprintable()


def test_who_holds_no_partner_card_declares_a_long_suit() -> None:
    hands = ["QS JS TS 9S 8S 7S 6S 5S QH QD QC 2C 3C"]
    rest = [str(card) for card in cr.PARLETT.deck.cards if str(card) not in hands[0]]
    hands += [" ".join(rest[at::3]) for at in range(3)]
    game = cr.deal(cr.new_game(cr.SECRET_PARTNERS, N), hands=[*map(cr.Cards.parse, hands)])
    thought = QUICK.think(cr.view(game, N), 0)
    assert thought.move == cr.Declaration(N, cr.Suit.SPADES)
    assert str(thought.why) == "spades is my strongest suit, with 8 cards"


def test_a_player_is_a_value() -> None:
    for player in SOME_PLAYERS.values():
        assert isinstance(player, pl.Thinker)
        assert isinstance(player, pl.Player)
        assert pickle.loads(pickle.dumps(player)) == player
        assert len({player, pickle.loads(pickle.dumps(player))}) == 1


# Habits


def thought_of(
    habit: pl.Habit, hand: str, *trick: str, trump: str | None = None
) -> tuple[str, str]:
    """What a player of this habit plays to a trick, and why; E plays after N led, or S or W."""
    rules = cr.PARLETT if trump is None else cr.SECRET_PARTNERS
    own = cr.Cards.parse(hand)
    led = [cr.Card.parse(card) for card in trick]
    rest = [card for card in cr.PARLETT.deck.cards if card not in own and card not in led]
    hands = [[card] for card in led]
    while len(hands) < 4:
        hands.append([])
    seat = len(led)
    hands[seat] = [*own]
    others = list(rest)
    for at, held in enumerate(hands):
        # whoever plays off suit can't have had the suit
        fit = [
            card
            for card in others
            if not (
                led and at < seat and led[at].suit is not led[0].suit and card.suit is led[0].suit
            )
        ]
        more = fit[: 13 - len(held)]
        held += more
        others = [card for card in others if card not in more]
    game = cr.deal(cr.new_game(rules, W), hands=[cr.Cards(held) for held in hands])
    if trump is not None:
        game = cr.play(game, cr.Declaration(W, cr.Suit(trump)))
    for card in led:
        assert game.to_act is not None
        game = cr.play(game, cr.Play(game.to_act, card))
    assert game.to_act == seat
    thought = pl.SimplePlayer(habit).think(cr.view(game, cr.Seat(seat)), 0)
    assert isinstance(thought.move, cr.Play)
    return str(thought.move.card), thought.why.motive.value


ALL_SUITS = "AS 9S 4S KH JH 3H QD 8D 2D TC 7C 5C 6C"
NO_HEARTS = "AS 9S 4S KS JS 3S QD 8D 2D TC 7C 5C 6C"


@pytest.mark.parametrize(
    ("habit", "hand", "trick", "trump", "plays"),
    [
        ("duck", ALL_SUITS, [], None, ("2D", "lead-low")),
        ("duck", ALL_SUITS, ["QH"], None, ("JH", "stay-under")),
        ("duck", ALL_SUITS, ["2H"], None, ("3H", "as-low-as-can-be")),
        ("duck", ALL_SUITS, ["2H", "4H", "AD"], None, ("3H", "stay-under")),
        ("duck", "KH JH TH " + NO_HEARTS[:-9], ["2H", "4H", "6H"], None, ("KH", "taken-anyway")),
        ("duck", NO_HEARTS, ["2H"], None, ("AS", "throw-high")),
        ("duck", ALL_SUITS, ["2H", "2S"], "S", ("KH", "stay-under")),
        ("duck", NO_HEARTS, ["2H"], "S", ("QD", "throw-high")),
        ("take", ALL_SUITS, [], None, ("AS", "lead-high")),
        ("take", ALL_SUITS, ["QH"], None, ("KH", "go-over")),
        ("take", ALL_SUITS, ["TH", "4H", "6H"], None, ("JH", "take-cheaply")),
        ("take", ALL_SUITS, ["AH"], None, ("3H", "throw-low")),
        ("take", NO_HEARTS, ["AH"], "S", ("AS", "go-over")),
        ("take", NO_HEARTS, ["AH", "2H", "4H"], "S", ("3S", "take-cheaply")),
        ("middle", ALL_SUITS, ["AH"], None, ("JH", "middle-card")),
        ("random", "AS " + NO_HEARTS[3:], ["AS"], None, ("9S", "only-card")),
    ],
)
def test_habits(
    habit: str, hand: str, trick: list[str], trump: str | None, plays: tuple[str, str]
) -> None:
    if hand.startswith("AS ") and "AS" in trick:
        hand = "9S AH KH JH 3H QH QD 8D 2D TC 7C 5C 6C"
    assert thought_of(pl.Habit(habit), hand, *trick, trump=trump) == plays


def test_random_cards_are_fair() -> None:
    game = cr.deal(cr.new_game(cr.PARLETT, W), seed=5)
    view = cr.view(game, N)
    drawn = {pl.SimplePlayer().choose(view, seed) for seed in range(300)}
    assert drawn == set(cr.legal_moves(view))
    declaring = cr.view(cr.deal(cr.new_game(cr.SECRET_PARTNERS, N), seed=5), N)
    suits = {pl.SimplePlayer().choose(declaring, seed) for seed in range(60)}
    assert suits == set(cr.legal_moves(declaring))


# Trying out


@given(st.sampled_from(EVERY), st.integers(0, 10_000))
def test_what_is_tried_out_is_played_by_the_rules(rules: cr.Ruleset, seed: int) -> None:
    """The engine plays the same, card by card, and so do the players of batches."""
    cards = seed % len(rules.deck)
    game = game_of(rules, seed, cards)
    each = lay(rules.deck.packs)
    hands = [each.bits(bits & game.unplayed) for bits in game.scene.hands]
    trump = 0 if game.trump is None else each.suits[tuple(cr.Suit).index(game.trump)]
    assert game.to_act is not None
    leader = game.trick[0].seat if game.trick else game.to_act
    won = [*game.tricks_won]
    for seat, hand in enumerate(game.hands):
        held = hands[seat]
        assert cr.Cards(each.card(1 << at) for at in range(104) if held >> at & 1) == hand
    plays = [KNOWN[(seed + seat) % 4] for seat in range(rules.players)]
    aims = [seat + seed % 3 for seat in range(rules.players)]
    whims = [0 if seed % 5 else 5] * rules.players
    trick = [each.bit(play.card) for play in game.trick]
    played = Recorder(hands)
    luck = seed * 2654435761 << 20 & (1 << 64) - 1
    rollouts.play_out(each, trump, played, trick, leader, won, plays, aims, whims, luck)
    for seat, bit in played.order:
        assert game.to_act == seat
        move = cr.Play(cr.Seat(seat), each.card(bit))
        if plays[seat] is not Plays.RANDOM and not whims[seat]:
            legal = [move for move in cr.legal_moves(game) if isinstance(move, cr.Play)]
            luck_of_none = cast("plain.Luck", None)
            assert move == plain.chosen(game, legal, plays[seat], aims[seat], luck_of_none)
        game = cr.play(game, move)
    assert game.last_score is not None
    assert tuple(won) == game.last_score.outcome.tricks


KNOWN = (Plays.RANDOM, Plays.DUCK, Plays.TAKE, Plays.AIM)


class Recorder(list[int]):
    """Hands that note what is taken out of them."""

    def __init__(self, hands: Sequence[int]) -> None:
        super().__init__(hands)
        self.order: list[tuple[int, int]] = []

    def __setitem__(self, seat: Any, hand: Any) -> None:
        held = cast("int", self[seat])
        self.order.append((cast("int", seat), held ^ cast("int", hand)))
        super().__setitem__(seat, hand)


@pytest.mark.parametrize("rules", EVERY, ids=lambda rules: rules.name)
def test_the_last_card_brings_what_the_deal_is_worth(rules: cr.Ruleset) -> None:
    """With one card left each, everything is known: what is tried out is what comes."""
    for seed in range(3):
        game = game_of(rules, seed, len(rules.deck) - rules.players, deals=seed)
        tried = None
        while game.deals_played == seed:
            assert game.to_act is not None
            view = cr.view(game, game.to_act)
            tried = searching.try_out(view, 0, pl.Effort(200, 1), searching.usual(rules))
            assert tried.moves == cr.legal_moves(view)
            after = cr.play(game, cr.legal_moves(view)[0])
            game = after
        assert game.last_score is not None
        assert tried is not None
        assert tried.points == (tuple(map(float, game.last_score.points)),)


def test_cards_that_come_to_the_same_are_tried_once() -> None:
    hands = ["AS KS QS 9S 2S AH KH QH JH TH 9H 8H 7H", "JS 8S 7S 6S 5S 4S 3S 6H 5H 4H 3H 2H 2D"]
    rest = [str(card) for card in cr.PARLETT.deck.cards if str(card) not in " ".join(hands)]
    game = dealt(cr.PARLETT, *hands, " ".join(rest[:13]), " ".join(rest[13:]))
    view = cr.view(game, N)
    position = Position(view)
    cards = [position.lay.card(bit) for bit in searching.different(position, view, hidden(view))]
    assert [str(card) for card in cards] == ["AS", "9S", "2S", "AH"]


def test_it_takes_what_pays() -> None:
    """W, last to play, decides whether three tie."""
    game = game_of(cr.PARLETT, 11, 51)
    assert game.to_act is not None
    thought = pl.MonteCarlo().think(cr.view(game, game.to_act), 0)
    assert thought.why.motive is pl.Motive.ONLY_CARD
    best = 0
    for seed in range(6):
        game = game_of(cr.PARLETT, seed, 44)
        assert game.to_act is not None
        view = cr.view(game, game.to_act)
        thought = pl.MonteCarlo(pl.Effort(50)).think(view, 0)
        assert thought.values == tuple(sorted(thought.values, key=lambda each: -each[1]))
        assert len(thought.values) <= 1 or thought.move == thought.values[0][0]
        best += thought.why.motive is pl.Motive.TRIED_OUT
    assert best


def test_equal_cards_have_a_reason_too() -> None:
    motives = {
        pl.MonteCarlo(LITTLE).think(cr.view(game, game.to_act), 0).why.motive
        for seed in range(8)
        for cards in (36, 40, 44, 47)
        for game in [game_of(cr.PARLETT, seed, cards)]
    }
    assert motives == {pl.Motive.ONLY_CARD, pl.Motive.TRIED_OUT, pl.Motive.ALL_THE_SAME}


# Talk


def said(game: cr.Game, seat: cr.Seat, statement: cr.Statement) -> cr.Game:
    return cr.play(game, cr.Talk(seat, statement))


def fresh(seed: int = 1) -> cr.Game:
    """A fresh deal of Parlett's game; N leads."""
    return cr.deal(cr.new_game(cr.PARLETT, W), seed=seed)


def answer(game: cr.Game, seat: cr.Seat, player: pl.Player = QUICK) -> cr.Statement | None:
    talk = pl.hear(player, cr.view(game, seat), 0)
    return talk and talk.statement


def test_everybody_plays_a_deal_and_talks() -> None:
    wily = attrs.evolve(QUICK, manners=talkers.WILY)
    for seed in range(3):
        game = play_deal(cr.PARLETT, (QUICK, wily, pl.PLAYERS["easy-honest"], QUICK), seed)
        statements = [event.statement for event in game.log if isinstance(event, cr.Talk)]
        assert {type(statement) for statement in statements} >= {cr.Offer, cr.Agree}
        assert len(statements) < 100
        assert game.deals_played == 1


def test_two_who_talk_make_a_pact_before_a_card_is_played() -> None:
    game = pl.talked(fresh(), {N: QUICK, S: QUICK}, 0)
    made = [{pact.offered_by, pact.offered_to} for pact in cr.pacts(game) if pact.agreed]
    assert made == [{N, S}]
    assert pl.talked(game, {N: QUICK, S: QUICK}, 0) == game


def test_who_is_silent_says_nothing() -> None:
    game = said(said(fresh(), E, cr.Offer(N, 3)), W, cr.NoMore())
    silent = pl.Talker(manners=talkers.SILENT)
    for player in (silent, pl.MonteCarlo(), pl.SimplePlayer(), pl.PLAYERS["easy-silent"]):
        assert answer(game, N, player) is None
    assert pl.talked(game, {N: silent, S: pl.SimplePlayer()}, 0) == game


def test_nobody_talks_where_there_is_no_talk() -> None:
    for rules in (cr.SECRET_PARTNERS, cr.parlett(talk=cr.TableTalk.NONE)):
        game = game_of(rules, 0, 4)
        everybody = {cr.Seat(seat): QUICK for seat in range(4)}
        assert pl.talked(game, everybody, 0) == game
        assert answer(game, N) is None
    with_talk = game_of(cr.secret_partners(talk=cr.TableTalk.STATEMENTS), 0, 4)
    assert answer(with_talk, N) is None


@pytest.mark.parametrize("seed", range(4))
def test_every_question_is_answered_once(seed: int) -> None:
    game = fresh(seed)
    questions: dict[cr.Statement, tuple[type, ...]] = {
        cr.AskMore(N): (cr.Aim, cr.NoMore),
        cr.AskAim(3): (cr.Aim,),
        cr.AskWhatToLead(N): (cr.AskLead,),
        cr.AskWhatNotToLead(N): (cr.AskNotLead,),
        cr.Offer(N, 3): (cr.Agree, cr.Aim),
        cr.Offer(N, 13): (cr.Aim,),
        cr.OfferLead(N): (cr.Aim, cr.NoMore),
    }
    for question, answers in questions.items():
        asked = said(game, E, question)
        reply = answer(asked, N)
        assert isinstance(reply, answers)
        assert reply is not None
        assert answer(said(asked, N, reply), N) is None


def test_all_who_ask_are_answered() -> None:
    """One after the other, whoever asked first; a new offer stands for the old one."""
    game = said(said(fresh(), E, cr.AskWhatToLead(N)), S, cr.Offer(N, 3))
    game = said(said(game, S, cr.AskAim(3)), W, cr.Offer(N, 4))
    game = said(said(game, W, cr.Offer(N, 2)), N, cr.AskLead(cr.Suit.SPADES))
    assert answer(game, N) == cr.Agree(S, 3)
    game = said(game, N, cr.Agree(S, 3))
    assert isinstance(answer(game, N), cr.Aim)
    game = said(game, N, cr.Aim(3))
    assert answer(game, N, pl.PLAYERS["easy-wily"]) == cr.Agree(W, 2)
    assert answer(said(game, N, cr.Aim(3)), N) is None


def test_an_offer_that_was_taken_back_is_not_agreed_to() -> None:
    game = said(said(said(fresh(), E, cr.Offer(N, 3)), E, cr.AskMore(N)), E, cr.Retract())
    assert isinstance(answer(game, N), cr.Aim | cr.NoMore)
    game = said(said(fresh(), E, cr.Offer(N, 3)), E, cr.Retract())
    assert not isinstance(answer(game, N), cr.Agree)


def test_who_wants_no_more_says_so() -> None:
    hands = ["2S 3S 4S 5S 2H 3H 4H 5H 2D 3D 4D 2C 3C"]
    rest = [str(card) for card in cr.PARLETT.deck.cards if str(card) not in hands[0]]
    game = dealt(cr.PARLETT, *hands, *(" ".join(rest[at::3]) for at in range(3)))
    assert answer(said(game, E, cr.AskMore(N)), N) == cr.NoMore()
    assert answer(said(game, E, cr.OfferLead(N)), N) == cr.NoMore()
    assert answer(said(game, E, cr.AskAim(9)), N) == cr.Aim(0)
    assert answer(said(game, E, cr.AskWhatToLead(N)), N) == cr.AskLead(cr.Suit.SPADES)


def test_an_honest_player_has_one_ally() -> None:
    game = said(said(fresh(), E, cr.Offer(N, 3)), N, cr.Agree(E, 3))
    game = said(game, S, cr.Offer(N, 3))
    assert isinstance(answer(game, N), cr.Aim)
    assert answer(game, N, pl.PLAYERS["easy-wily"]) == cr.Agree(S, 3)


def test_an_allys_points_count() -> None:
    game = said(said(fresh(), E, cr.Offer(N, 3)), N, cr.Agree(E, 3))
    view = cr.view(game, N)
    thought = QUICK.think(view, 0)
    assert thought.why.motive is pl.Motive.TRIED_OUT_TOGETHER
    assert " and me " in str(thought.why)
    for manners in (talkers.WILY, attrs.evolve(talkers.HONEST, keeps_for=0)):
        alone = attrs.evolve(QUICK, manners=manners).think(view, 0)
        assert alone.why.motive is pl.Motive.TRIED_OUT
        assert alone.values != thought.values


def test_who_listens_supposes_that_others_play_for_their_numbers() -> None:
    game = said(said(fresh(), E, cr.Aim(0)), S, cr.NoMore())
    view = cr.view(game, N)
    listening = attrs.evolve(QUICK, manners=talkers.LISTENING)
    deaf = attrs.evolve(QUICK, manners=talkers.SILENT)
    assert listening.think(view, 0).values != deaf.think(view, 0).values


def test_what_has_become_impossible_is_taken_back() -> None:
    game = said(said(fresh(), E, cr.Offer(N, 0)), N, cr.Agree(E, 0))
    chance = Chance(0, 0)
    while 0 in game.tricks_won[:2] or game.trick:
        game = play_any(game, chance)
    assert answer(game, N) == cr.Retract()
    game = said(game, N, cr.Retract())
    assert isinstance(answer(game, N), cr.Offer)


def talk_that_nobody_answers(seed: int) -> list[cr.Statement]:
    """What one player says in a deal in which the others say nothing."""
    game, chance = fresh(), Chance(seed, 0)
    while game.deals_played == 0:
        if not game.trick:
            game = pl.talked(game, {S: QUICK}, 0)
        game = play_any(game, chance)
    return [event.statement for event in game.log if isinstance(event, cr.Talk)]


def test_offers_come_to_an_end() -> None:
    """Nobody answers: four offers, then only aims, and only new ones."""
    statements = talk_that_nobody_answers(1)
    assert sum(isinstance(statement, cr.Offer) for statement in statements) == 4
    aims = [statement for statement in statements if isinstance(statement, cr.Aim)]
    assert all(one != other for one, other in itertools.pairwise(aims))


@pytest.mark.parametrize("seed", range(5))
def test_an_offer_that_stands_is_not_made_again(seed: int) -> None:
    offers = [each for each in talk_that_nobody_answers(seed) if isinstance(each, cr.Offer)]
    for seat in (N, E, W):
        to_one = [offer.tricks for offer in offers if offer.seat == seat]
        assert all(one != other for one, other in itertools.pairwise(to_one))


# Players that fail


class Bad:
    """A player that gives what it was made with, or raises it."""

    def __init__(self, gives: Any) -> None:
        self.gives = gives

    def choose(self, view: cr.View, seed: cr.Seed) -> cr.Move:
        """Whatever it was."""
        if isinstance(self.gives, Exception):
            raise self.gives
        return cast("cr.Move", self.gives)

    def speak(self, view: cr.View, seed: cr.Seed) -> cr.Statement | None:
        """Whatever it was."""
        if isinstance(self.gives, Exception):
            raise self.gives
        return cast("cr.Statement", self.gives)


@pytest.mark.parametrize(
    ("gives", "text"),
    [
        (RuntimeError("oh"), "the player at seat 0 failed: RuntimeError: 'oh'"),
        (a_play(1, "AS"), "the player at seat 0 made a move that is refused: it is not seat 1's"),
        (None, "the player at seat 0 made a move that is refused: kind of move must be a Play"),
        (
            cr.Talk(N, cr.NoMore()),
            "the player at seat 0 must play, declare or accuse for that seat",
        ),
    ],
)
def test_a_player_that_fails(gives: Any, text: str) -> None:
    player = Bad(gives)
    with pytest.raises(cr.PlayerError) as failed:
        pl.ask(player, cr.view(fresh(), N), 0)
    assert str(failed.value).startswith(text)
    assert failed.value.player is player
    assert failed.value.move == (None if isinstance(gives, Exception) else gives)
    assert cr.describe(failed.value, ANN_AND_OTHERS[:4], "ja").startswith("Annのプレイヤー")


def test_who_never_stops_is_heard_four_times() -> None:
    game = pl.talked(fresh(), {N: Bad(cr.NoMore())}, 0)
    assert game.log[-4:] == (cr.Talk(N, cr.NoMore()),) * 4
    assert game.version == fresh().version + 4


def test_an_accusation_for_another_seat_is_refused() -> None:
    game = game_of(cr.secret_partners(accusations=True), 0, 0)
    assert game.to_act is not None
    other = cr.Seat((game.to_act + 1) % 4)
    suspects = tuple(cr.Seat(seat) for seat in range(4) if seat != other)[:2]
    with pytest.raises(cr.PlayerError) as failed:
        pl.ask(Bad(cr.Accusation(other, suspects)), cr.view(game, game.to_act), 0)
    assert failed.value.code is cr.ErrorCode.PLAYER_ASTRAY


@pytest.mark.parametrize("gives", [ValueError(), cr.Offer(N, 3), "hello"])
def test_a_player_that_says_what_nobody_may_say(gives: Any) -> None:
    with pytest.raises(cr.PlayerError, match=r"^the player at seat 0 ") as failed:
        pl.hear(Bad(gives), cr.view(fresh(), N), 0)
    again = pickle.loads(
        pickle.dumps(cr.PlayerError(cr.ErrorCode.PLAYER_RAISED, 0, None, problem="x"))
    )
    assert str(again) == "the player at seat 0 failed: x"
    assert failed.value.parameters["seat"] == 0


def test_whom_nobody_can_ask() -> None:
    game = fresh()
    for view in (game, cr.view(game, E), cr.view(game, None), None):
        with pytest.raises(cr.BadArgumentError, match=r"^view must be a View of the seat on turn"):
            pl.ask(pl.SimplePlayer(), cast("Any", view), 0)
        with pytest.raises(cr.BadArgumentError, match=r"^view must be a View of the seat on turn"):
            pl.hint(cast("Any", view))
    for view in (game, cr.view(game, None)):
        with pytest.raises(cr.BadArgumentError, match=r"^view must be a View of a seat"):
            pl.hear(pl.SimplePlayer(), cast("Any", view), 0)
    with pytest.raises(cr.BadArgumentError, match=r"^game must be a Game"):
        pl.talked(cast("Any", None), {}, 0)


@pytest.mark.parametrize("name", SOME_PLAYERS)
def test_a_player_answers_for_its_own_seat_and_turn_alone(name: str) -> None:
    player, declaring = SOME_PLAYERS[name], game_of(cr.SECRET_PARTNERS, 1, -1)
    between = cr.new_game(cr.PARLETT, W)
    wrong = [fresh(), cr.view(fresh(), E), cr.view(fresh(), None), cr.view(between, N), None]
    wrong += [declaring, cr.view(declaring, N), cr.view(declaring, None)]
    assert declaring.to_act == E
    for view in cast("list[cr.View]", wrong):
        for ask in (player.choose, player.think):
            with pytest.raises(cr.BadArgumentError, match=r"^view must be a View of the seat on"):
                ask(view, 0)
        if not isinstance(view, cr.View) or view.viewer is None:
            with pytest.raises(cr.BadArgumentError, match=r"^view must be a View of a seat"):
                player.speak(view, 0)


def test_a_hint() -> None:
    view = cr.view(game_of(cr.PARLETT, 1, 42), S)
    if view.to_act != S:
        view = cr.view(game_of(cr.PARLETT, 1, 42), view.to_act)
    thought = pl.hint(view)
    assert cr.is_legal(view, thought.move)


def test_a_view_of_the_others_turn_tells_how_the_deal_goes_on() -> None:
    for seat in (N, E):
        declaring = cr.view(cr.deal(cr.new_game(cr.SECRET_PARTNERS, N), seed=1), seat)
        tried = searching.try_out(declaring, 0, LITTLE, searching.usual(declaring.rules))
        assert len(tried.moves) == 4
        assert all(sum(tricks) == pytest.approx(13) for tricks in tried.tricks)


@pytest.mark.no_cover
@pytest.mark.parametrize("rules", EVERY, ids=lambda rules: rules.name)
def test_machine_code_and_python_come_to_the_same(rules: cr.Ruleset) -> None:
    """Within six standard errors, of moves in a position where points hardly differ otherwise."""
    game = game_of(rules, 5, len(rules.deck) - 4 * rules.players)
    view = cr.view(game, game.to_act)
    slow = searching.try_out(view, 1, pl.Effort(250, 1), searching.usual(rules))
    fast = searching.try_out(view, 1, pl.Effort(2000, 1, batches=True), searching.usual(rules))
    assert slow.moves == fast.moves
    assert slow.same == fast.same
    for one, other in zip(slow.points, fast.points, strict=True):
        assert one == pytest.approx(other, abs=4.5)
    for one, other in zip(slow.tricks, fast.tricks, strict=True):
        assert one == pytest.approx(other, abs=0.6)
    for one, other in zip(slow.ties, fast.ties, strict=True):
        assert one == pytest.approx(other, abs=0.25)


def test_what_others_say_is_not_the_viewer_s_own() -> None:
    game = cr.deal(cr.new_game(cr.PARLETT, cr.Seat(0)), seed=1)
    game = cr.play(game, cr.Talk(cr.Seat(2), cr.Aim(3)))
    game = cr.play(game, cr.legal_moves(game)[0])
    assert not has_spoken(cr.view(game, cr.Seat(1)))
    assert has_spoken(cr.view(game, cr.Seat(2)))
    assert not has_spoken(cr.view(cr.new_game(cr.PARLETT), cr.Seat(0)))
