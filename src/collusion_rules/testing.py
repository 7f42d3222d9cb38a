"""Hypothesis strategies for tests of what you build on this library.

They need the extra: `pip install "collusion-rules[testing]"`.

    from hypothesis import given

    from collusion_rules import testing

    @given(testing.games())
    def test_every_game_fits_on_my_screen(game): ...

A game is drawn from few numbers, such as a seed and how many cards are played: so games come
fast, and a failing example shrinks to an early game with little talk.
"""

from functools import cache
from itertools import permutations
from typing import Final

from collusion_rules.extras import needed
from collusion_rules.plurals import counted

needed("hypothesis", "testing")

# ruff: noqa: E402 -- what is missing must be said before it is imported
from hypothesis import reject
from hypothesis import strategies as st

from collusion_rules.cards import CARDS, Cards, Deck, Rank, Seat, Suit
from collusion_rules.dealing import HonoursFirst
from collusion_rules.engine import deal, is_legal, legal_moves, new_game, play
from collusion_rules.errors import bad_argument, check
from collusion_rules.moves import (
    MOST_WORDS,
    Accusation,
    Agree,
    Aim,
    AskAim,
    AskLead,
    AskMore,
    AskNotLead,
    AskWhatNotToLead,
    AskWhatToLead,
    Declaration,
    Height,
    Move,
    NoMore,
    Offer,
    OfferLead,
    Play,
    Retract,
    Statement,
    Talk,
    Words,
)
from collusion_rules.partnerships import SecretPair, ThreePairs
from collusion_rules.rulesets import RULESETS, FirstLeader, Reveal, Ruleset, TableTalk
from collusion_rules.scoring import ParlettScoring, PartnersScoring, ThreeTeamsScoring
from collusion_rules.shuffling import Chance
from collusion_rules.state import Game, Phase, View
from collusion_rules.texts import is_one_line
from collusion_rules.views import view

__all__ = ["deals", "games", "moves", "rulesets", "statements", "views", "whole_games"]

_MOST_DEALS: Final = 200
"""A game that nobody has won after this many deals is not drawn: perhaps nobody can win it."""
_SEEDS: Final = st.integers(0, 2**32 - 1)
_EARLIER_DEALS: Final = st.integers(0, 8)
# games are in play for most of their time
_UNDECLARED_PHASES: Final = (*[Phase.PLAYING] * 4, Phase.AWAITING_DEAL, Phase.OVER)
_PHASES: Final = {
    False: st.sampled_from(_UNDECLARED_PHASES),
    True: st.sampled_from((*_UNDECLARED_PHASES, Phase.DECLARING)),
}
_SUITS: Final = st.sampled_from(Suit)
_EXTRA: Final = st.integers(0, 20)
_TALK: Final = st.sampled_from(TableTalk)
_FIRST_LEADER: Final = st.sampled_from(FirstLeader)
_WORDS: Final = st.text(
    st.characters(exclude_categories=("Cc", "Cs", "Zl", "Zp")), min_size=1, max_size=MOST_WORDS
).filter(lambda text: is_one_line(text, MOST_WORDS))


# Rulesets


def rulesets() -> st.SearchStrategy[Ruleset]:
    """The six games, and house rules: small decks, other points, partner cards and talk."""
    return _RULESETS


_PARLETT_HOUSE_RULES: Final = st.builds(
    Ruleset,
    name=st.just("house rules"),
    # an odd number of ranks, so that two pairs can't tie (B6)
    deck=st.sampled_from([Deck(lowest=rank) for rank in reversed(Rank) if rank % 2 == 0]),
    first_leader=_FIRST_LEADER,
    declares=st.booleans(),
    talk=_TALK,
    scoring=st.builds(
        ParlettScoring,
        target=st.integers(1, 100),
        tied_pair=st.integers(1, 20),
        fewest=st.integers(1, 40),
        odd_one_out=st.integers(1, 60),
        lift=st.booleans(),
    ),
    play_off=st.booleans(),
)


# winners and losers always differ, so that a tie that is played off comes to an end (A10)
_WON: Final = st.tuples(st.integers(1, 20), st.integers(-20, 0))
_LOST: Final = st.tuples(st.integers(-20, 0), st.integers(1, 20))


@cache
def _pairs(lowest: Rank) -> st.SearchStrategy[tuple[Rank, Rank]]:
    ranks = [rank for rank in reversed(Rank) if rank >= lowest]
    return st.sampled_from(list(permutations(ranks, 2)))


@st.composite
def _partners_house_rules(draw: st.DrawFn) -> Ruleset:
    lowest = draw(st.sampled_from(list(reversed(Rank))[1:]))
    tricks = st.integers(1, Rank.ACE - lowest + 1)
    narrow_from, clear_from = sorted((draw(tricks), draw(tricks)))
    return Ruleset(
        name="house rules",
        deck=Deck(lowest=lowest),
        declares=True,
        partnership=SecretPair(tuple(draw(st.lists(_pairs(lowest), min_size=1, max_size=3)))),
        reveal=draw(st.sampled_from(Reveal)),
        first_leader=draw(_FIRST_LEADER),
        talk=draw(_TALK),
        accusations=draw(st.booleans()),
        scoring=PartnersScoring(
            deals=draw(st.integers(1, 8)),
            clear_from=clear_from,
            narrow_from=narrow_from,
            soloist_from=draw(tricks),
            clear_win=draw(_WON),
            narrow_win=draw(_WON),
            loss=draw(_LOST),
            soloist_win=draw(_WON),
            soloist_loss=draw(_LOST),
            all_tricks=draw(_EXTRA),
            soloist_all_tricks=draw(_EXTRA),
            accusation=draw(_EXTRA),
            wrong_accusation=-draw(_EXTRA),
            accusation_needs_win=draw(st.booleans()),
        ),
        play_off=draw(st.booleans()),
    )


# these decks divide by six players, and their tricks not by three teams (D7)
_TRIPLE_HONOURS: Final = st.sampled_from([Rank.QUEEN, Rank.NINE, Rank.THREE]).flatmap(
    lambda lowest: st.tuples(
        st.just(lowest),
        st.sampled_from(list(permutations([rank for rank in Rank if rank >= lowest], 3))),
    )
)


@st.composite
def _triple_house_rules(draw: st.DrawFn) -> Ruleset:
    lowest, honours = draw(_TRIPLE_HONOURS)
    return Ruleset(
        name="house rules",
        players=6,
        deck=Deck(packs=2, lowest=lowest),
        dealing=HonoursFirst(honours),
        declares=True,
        partnership=ThreePairs(honours),
        reveal=draw(st.sampled_from(Reveal)),
        first_leader=draw(_FIRST_LEADER),
        talk=draw(_TALK),
        scoring=ThreeTeamsScoring(
            deals=draw(st.integers(1, 8)),
            most=draw(st.integers(6, 20)),
            tied_most=draw(st.integers(1, 5)),
            middle=draw(st.integers(-2, 2)),
            tied_fewest=draw(st.integers(-10, -3)),
            fewest=draw(st.integers(-10, -3)),
            all_tricks=draw(_EXTRA),
        ),
        play_off=draw(st.booleans()),
    )


_RULESETS: Final = st.one_of(
    st.sampled_from(tuple(RULESETS.values())),
    _PARLETT_HOUSE_RULES,
    _partners_house_rules(),
    _triple_house_rules(),
)
_DECLARING_RULESETS: Final = _RULESETS.filter(lambda rules: rules.declares)


# Deals and games


def deals(rules: Ruleset) -> st.SearchStrategy[tuple[Cards, ...]]:
    """Hands that may be dealt, one entry a seat, for `deal(game, hands=...)`."""
    check("rules", Ruleset, rules)
    return _SEEDS.map(lambda seed: deal(new_game(rules, Seat(0)), seed=seed).hands)


def games(rules: Ruleset | None = None, phase: Phase | None = None) -> st.SearchStrategy[Game]:
    """Games at any point: fresh, several deals in, mid-trick, over; with talk and accusations.

    Args:
        rules: what is played; any ruleset of `rulesets()` if left out.
        phase: draw games in this phase alone. Where nobody declares, there are no games in
            `Phase.DECLARING`: the strategy is empty. Games that are over are drawn of rules only
            under which a game is over after 200 deals.

    Raises:
        BadArgumentError: something is of another kind; or games that are over are asked for, and
            one that was tried went on for more than 200 deals.
    """
    if rules is not None:
        check("rules", Ruleset, rules)
    if phase is not None:
        check("phase", Phase, phase)
    if rules is not None and phase is Phase.OVER and not _can_be_over(rules):
        expected = f"one under which a game is over after {counted(_MOST_DEALS, 'deals')}"
        raise bad_argument("rules", expected, rules.name)
    if rules is not None and not rules.declares and phase is Phase.DECLARING:
        return st.nothing()
    return _games(rules, phase)


def whole_games(rules: Ruleset | None = None) -> st.SearchStrategy[Game]:
    """Games that were played to their end.

    Args:
        rules: what is played; any ruleset of `rulesets()` if left out.

    Raises:
        BadArgumentError: as for `games`.
    """
    return games(rules, Phase.OVER)


@cache
def _can_be_over(rules: Ruleset) -> bool:
    """Whether a game comes to an end in time; one is tried."""
    game, chance = new_game(rules, Seat(0)), Chance("can it be over?", 1)
    for _ in range(_MOST_DEALS):
        game = _play_deal(game, chance, [], len(rules.deck))
        if game.phase is Phase.OVER:
            return True
    return False


def views(rules: Ruleset | None = None, phase: Phase | None = None) -> st.SearchStrategy[View]:
    """Views of such games as `games` draws, by any of their seats or a spectator.

    Args:
        rules: what is played; any ruleset of `rulesets()` if left out.
        phase: as for `games`.
    """
    return games(rules, phase).flatmap(
        lambda game: st.builds(view, st.just(game), st.none() | _seats(game.rules.players))
    )


@st.composite
def _games(draw: st.DrawFn, rules: Ruleset | None, phase: Phase | None) -> Game:
    known_to_end = rules is None
    if rules is None:
        rules = draw(_DECLARING_RULESETS if phase is Phase.DECLARING else _RULESETS)
    if phase is None:
        phase = draw(_PHASES[rules.declares])
    if phase is Phase.OVER and not (known_to_end or _can_be_over(rules)):
        phase = Phase.AWAITING_DEAL
    chance = Chance(draw(_SEEDS), 1)
    asides = draw(_asides(rules.players, rules.tricks, rules.talk))
    whole = len(rules.deck)
    game = new_game(rules, draw(_seats(rules.players)))
    if phase is Phase.OVER:
        for _ in range(_MOST_DEALS):
            game = _play_deal(game, chance, asides, whole)
            if game.phase is Phase.OVER:
                return game
        reject()
    for _ in range(draw(_EARLIER_DEALS)):
        after = _play_deal(game, chance, asides, whole)
        if after.phase is Phase.OVER:
            break
        game = after
    if phase is Phase.AWAITING_DEAL:
        return game
    if phase is Phase.DECLARING:
        return deal(game, seed=chance.below(2**32))
    return _play_deal(game, chance, asides, draw(st.integers(0, whole - 1)))


_Aside = tuple[int, Talk | Accusation]
"""After how many cards of a deal something is said or somebody accused."""


@cache
def _asides(players: int, tricks: int, talk: TableTalk) -> st.SearchStrategy[list[_Aside]]:
    seats = _seats(players)
    suspects = st.lists(seats, min_size=2, max_size=2, unique=True).map(tuple)
    talks = st.builds(Talk, seats, _statements(players, tricks, talk))
    said = talks | st.builds(Accusation, seats, suspects)
    return st.lists(st.tuples(st.integers(0, players * tricks - 1), said), max_size=3)


def _play_deal(game: Game, chance: Chance, asides: list[_Aside], cards: int) -> Game:
    """Deal, declare and play this many cards; make each aside in its time, if it is legal then."""
    game = deal(game, seed=chance.below(2**32))
    if game.phase is Phase.DECLARING:
        game = _play_any(game, chance)
    for played in range(cards + 1):
        for when, aside in asides:
            if when == played and is_legal(game, aside):
                game = play(game, aside)
        if played < cards:
            game = _play_any(game, chance)
    return game


def _play_any(game: Game, chance: Chance) -> Game:
    choices = legal_moves(game)
    return play(game, choices[chance.below(len(choices))])


# Moves


def moves(game: Game) -> st.SearchStrategy[Move]:
    """Moves to try on a game, legal and illegal: by any seat, at any time, of any kind.

    All are of the right types; but there may be no such seat, or more tricks than in a deal.
    """
    check("game", Game, game)
    rules = game.rules
    wild = _wild_moves(rules.players, rules.tricks, rules.talk)
    legal = [move for seat in range(rules.players) for move in legal_moves(game, Seat(seat))]
    if not legal:
        return wild
    return st.booleans().flatmap(lambda wildly: wild if wildly else st.sampled_from(legal))


@cache
def _wild_moves(players: int, tricks: int, talk: TableTalk) -> st.SearchStrategy[Move]:
    there, elsewhere = range(players), (-1, players)
    seats = st.sampled_from([Seat(seat) for seat in (*there, *there, *elsewhere)])
    counts = st.integers(-1, tricks + 1)
    wild_words = st.builds(Words, st.text(max_size=10))
    wild_statements = st.builds(Aim, counts) | st.builds(Offer, seats, counts) | wild_words
    return st.one_of(
        st.builds(Play, seats, st.sampled_from(CARDS)),
        st.builds(Declaration, seats, _SUITS),
        st.builds(Talk, seats, _statements(players, tricks, talk) | wild_statements),
        st.builds(Accusation, seats, st.lists(seats, max_size=3).map(tuple)),
    )


def statements(rules: Ruleset) -> st.SearchStrategy[Statement]:
    """What may be said, of tricks and to seats that there are; free text only where it may be."""
    check("rules", Ruleset, rules)
    return _statements(rules.players, rules.tricks, rules.talk)


@cache
def _statements(players: int, tricks: int, talk: TableTalk) -> st.SearchStrategy[Statement]:
    seats = _seats(players)
    counts = st.integers(0, tricks)
    typed = st.one_of(
        st.builds(NoMore),
        st.builds(Retract),
        st.builds(Aim, counts),
        st.builds(AskAim, counts),
        st.builds(AskMore, seats),
        st.builds(AskLead, st.none() | _SUITS, st.none() | st.sampled_from(Height)),
        st.builds(AskNotLead, _SUITS),
        st.builds(AskWhatToLead, seats),
        st.builds(AskWhatNotToLead, seats),
        st.builds(OfferLead, seats),
        st.builds(Offer, seats, counts),
        st.builds(Agree, seats, counts),
    )
    return typed | st.builds(Words, _WORDS) if talk is TableTalk.ANYTHING else typed


@cache
def _seats(players: int) -> st.SearchStrategy[Seat]:
    return st.integers(0, players - 1).map(Seat)
