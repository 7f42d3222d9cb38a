"""The same as the kernel, in Python and by the engine's verbs: what it can't read is played here.

It is some thousand times slower. From the same hands it gives the same deals as the kernel, play by
play, which is how the tests know what the policies of the kernel do. Fresh deals it has from
the engine, so their cards are others.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, assert_never

import numpy as np

from collusion_rules.batch.chance import WORDS_A_DEAL, below
from collusion_rules.batch.kernel import Lots, Results, Start
from collusion_rules.batch.plans import DECLARES, PLAYS, SUITS, cards, words
from collusion_rules.cards import Card, Seat, Suit
from collusion_rules.engine import deal, legal_moves, new_game, play
from collusion_rules.events import PartnersRevealed
from collusion_rules.moves import Declaration, Play
from collusion_rules.policies import WHIMS, Declares, Plays
from collusion_rules.rulesets import Ruleset
from collusion_rules.state import Game, Phase
from collusion_rules.tricks import taker

_PLAYS: Final[Mapping[int, Plays]] = {code: how for how, code in PLAYS.items()}
_DECLARES: Final[Mapping[int, Declares]] = {code: how for how, code in DECLARES.items()}


class Luck:
    """The random numbers of a deal, in their order."""

    def __init__(self, key: np.uint64, deal: int) -> None:
        self._key = key
        self._place = np.uint64(deal) * WORDS_A_DEAL

    def below(self, limit: int) -> int:
        """The next one: from 0 to limit-1, each as likely as the others."""
        drawn, place = below(self._key, self._place, np.uint64(limit))
        self._place = np.uint64(place)  # compiled code returns an int, which is a signed number
        return int(drawn)


def play_deals(games: Iterable[Game], lots: Lots, results: Results) -> tuple[int, int]:
    """Play every deal of a batch to its end, as the kernel does.

    Args:
        games: each deal where it begins: dealt, or during the deal.
        lots: what decides the deals.
        results: what is filled in; `shown` has after how many cards the partners were revealed.

    Returns:
        (-1, -1), or the deal and the play where a choice given is too high.
    """
    codes: list[int] = lots.plays.tolist()
    plays = [_PLAYS.get(how) for how in codes]
    numbers: list[int] = lots.deals.tolist()
    for row, (game, number) in enumerate(zip(games, numbers, strict=True)):
        luck = Luck(lots.key, number)
        if results.hands.shape[0]:
            results.hands[row] = words(game.hands)
        if game.phase is Phase.DECLARING:
            game = play(
                game, Declaration(game.dealer, declared(game, _DECLARES[lots.declares], luck))
            )
        at, played = 0, game
        while played.phase is Phase.PLAYING:
            legal = [move for move in legal_moves(played) if isinstance(move, Play)]
            seat = legal[0].seat
            how = plays[seat]
            if lots.whims[seat] and luck.below(WHIMS) < lots.whims[seat]:
                how = Plays.RANDOM
            if how is not None:
                move = chosen(played, legal, how, int(lots.aims[seat]), luck)
            elif lots.choices[row, at] < len(legal):
                move = legal[int(lots.choices[row, at])]
            else:
                return row, at
            if results.cards.shape[0]:
                results.cards[row, at] = move.card.number
                results.legal[row, at] = sum(1 << each.card.number for each in legal)
            played, at = play(played, move), at + 1
        _fill(results, row, played)
    return -1, -1


def dealt(turned: Sequence[Ruleset], start: Start, lots: Lots) -> Iterator[Game]:
    """The deals of a batch as they begin: with the hands given, or with fresh ones.

    Args:
        turned: what is played, by a deal's place in the cycle of partner cards (D2).
        start: the hands, if they are given.
        lots: what decides the deals.
    """
    numbers: list[int] = lots.deals.tolist()
    dealers: list[int] = lots.dealers.tolist()
    turns: list[int] = lots.turns.tolist()
    for row, (number, dealer, turn) in enumerate(zip(numbers, dealers, turns, strict=True)):
        game = new_game(turned[turn], Seat(dealer))
        if start.hands.shape[0]:
            yield deal(game, hands=[cards(hand) for hand in start.hands[row]])
        else:
            yield deal(game, seed=int(lots.key) << 64 | number)


def chosen(game: Game, legal: Sequence[Play], how: Plays, aim: int, luck: Luck) -> Play:
    """The play of a seat on turn among its legal ones, from the highest suit down."""
    match how:
        case Plays.RANDOM:
            return legal[-1 - luck.below(len(legal))]
        case Plays.HIGHEST:
            return legal[0]
        case Plays.LOWEST:
            return legal[-1]
        case Plays.MIDDLE:
            return sorted(legal, key=_rank_first)[(len(legal) - 1) // 2]
        case Plays.DUCK:
            return _ducked(game, legal)
        case Plays.TAKE:
            return _taken(game, legal)
        case Plays.AIM:
            short = game.tricks_won[legal[0].seat] < aim
            return _taken(game, legal) if short else _ducked(game, legal)
        case _:
            assert_never(how)


def declared(game: Game, how: Declares, luck: Luck) -> Suit:
    """The suit that the dealer declares: any of those that their policy likes best."""
    best, ties, suit = -1, 0, SUITS[0]
    for each in SUITS:
        worth = _worth(game, how, each)
        if worth > best:
            best, ties = worth, 0
        if worth == best:
            ties += 1
            if luck.below(ties) == 0:
                suit = each
    return suit


def _rank_first(play: Play) -> tuple[int, int]:
    return play.card.rank, SUITS.index(play.card.suit)


def _wins(game: Game, play: Play) -> bool:
    """Whether a play would win the trick as it stands; a lead does (A6, A8)."""
    return taker((*game.trick, play), game.trump) == play.seat


def _ducked(game: Game, legal: Sequence[Play]) -> Play:
    losing = [play for play in legal if not _wins(game, play)]
    if losing:
        return max(losing, key=_rank_first)
    last = len(game.trick) == game.rules.players - 1
    return (max if last else min)(legal, key=_rank_first)


def _taken(game: Game, legal: Sequence[Play]) -> Play:
    winning = [play for play in legal if _wins(game, play)]
    if not game.trick:
        return max(winning, key=_rank_first)
    return min(winning or legal, key=_rank_first)


def _worth(game: Game, how: Declares, suit: Suit) -> int:
    """How much a policy likes to declare a suit."""
    hand = game.hands[game.dealer]
    held = any(Card(rank, suit) in hand for rank in game.scene.partner_ranks)
    match how:
        case Declares.RANDOM:
            return 0
        case Declares.LONGEST:
            return len(hand.of_suit(suit))
        case Declares.HOLDING:
            return held
        case Declares.LONGEST_HELD:
            return len(hand.of_suit(suit)) + 64 * held
        case _:
            assert_never(how)


def _fill(results: Results, row: int, game: Game) -> None:
    """Write down how a deal ended."""
    results.tricks[row] = game.tricks_won
    results.sides[row] = -1
    for side, team in enumerate(game.teams):
        results.sides[row, list(team)] = side
    results.trumps[row] = -1 if game.trump is None else SUITS.index(game.trump)
    results.shown[row] = _revealed(game)


def _revealed(game: Game) -> int:
    """How many cards had been played when the partners were revealed; -1 if there are none."""
    at = 0
    for event in game.deal_log:
        if isinstance(event, PartnersRevealed):
            return at
        at += isinstance(event, Play)
    return -1
