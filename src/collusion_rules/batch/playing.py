"""Playing many deals at once."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import repeat
from typing import Final, NamedTuple, assert_never

import attrs
import numpy as np
import numpy.typing as npt

from collusion_rules.batch import choosing, kernel, plain
from collusion_rules.batch.chance import MOST_NUMBERS as MOST_NUMBERS
from collusion_rules.batch.chance import key, numbers
from collusion_rules.batch.kernel import Lots, Numbers, Results, Small, Start, Words
from collusion_rules.batch.plans import DECLARES, PLAYS, SUITS, cards, plan, unread
from collusion_rules.batch.points import accused, scores, unscored
from collusion_rules.batch.results import Batch, Record
from collusion_rules.batch.sampling import sample_worlds
from collusion_rules.batch.starts import dealt, filled_in, fresh, turned, under_way, with_hands
from collusion_rules.cards import Cards, Seat, check_seat
from collusion_rules.engine import play
from collusion_rules.errors import bad_argument, check
from collusion_rules.moves import Accusation, Declaration, Play
from collusion_rules.plurals import counted
from collusion_rules.policies import RANDOM_PLAY, Policy
from collusion_rules.rulesets import Reveal, Ruleset
from collusion_rules.shuffling import Seed
from collusion_rules.state import Game, View

_NO_CHOICES: Final = np.zeros((0, 0), np.uint8)
_NO_CARDS: Final = np.zeros(0, np.uint64)


def play_deals(
    rules: Ruleset,
    deals: int,
    seed: Seed,
    *,
    first: int = 0,
    dealer: Seat = Seat(0),
    hands: Words | None = None,
    choices: Small | None = None,
    policy: Policy = RANDOM_PLAY,
    record: bool = False,
) -> Batch:
    """Play many deals, each by itself and from no points.

    A deal depends on the seed and its number alone: a batch of deals 0 to 9 is a batch of deals
    0 to 4 and one of deals 5 to 9.

    Args:
        rules: what is played. Where the partner cards change (D2), deal `n` has those of the
            deal after `n` others.
        deals: how many deals.
        seed: what everything random depends on.
        first: the number of the first deal.
        dealer: who deals each of them.
        hands: uint64 (deals, players, 2): the cards to begin with, as `Record.hands` has them,
            instead of a shuffle.
        choices: uint8 (deals, plays): which card is played each time, as an index into the legal
            moves in their order, instead of what `policy` says.
        policy: what the players do.
        record: whether to keep every move.

    Raises:
        BadArgumentError: there is less than one deal, or something is of another kind or shape,
            or a choice is not one of the legal moves.
        BadDealError: some hands are not a deal of the deck; or the seed is of a wrong type.
        BadScoringError: a scoring of your own returns what it must not.
    """
    check("rules", Ruleset, rules)
    deal_numbers = numbers("deals", deals, first)
    check_seat("dealer", dealer, rules.players)
    start = fresh(rules) if hands is None else dealt(rules, hands)
    fits = hands is None or len(start.hands) == deals
    _check("hands", fits, f"of {counted(deals, 'deals')}", len(start.hands))
    lots = _lots(rules, policy, key(seed, "deals"), deal_numbers, choices, len(rules.deck))
    return play_lots(rules, start, lots._replace(dealers=_same(deals, dealer)), record=record)


def play_on(
    position: Game | View,
    deals: int,
    seed: Seed,
    *,
    first: int = 0,
    hands: Sequence[Cards] | None = None,
    choices: Small | None = None,
    policy: Policy = RANDOM_PLAY,
    record: bool = False,
) -> Batch:
    """Play one deal on to its end, many times over.

    Args:
        position: a game or a view, during a deal.
        deals: how many times.
        seed: what everything random depends on.
        first: the number of the first time.
        hands: the cards that each seat holds now, one entry a seat. If a view has none, each time
            another world is played on, as `sample_worlds` draws them.
        choices: uint8 (deals, plays still to come): as for `play_deals`.
        policy: what the players do.
        record: whether to keep every move from here on.

    Returns:
        The deals; their tricks are those of the whole deal, and their points depend on the
            position's totals.

    Raises:
        BadArgumentError: there is less than one deal, something is of another kind or shape, the
            position is over or between deals, a hand is face down, the hands are not those
            that the position shows, or a choice is not one of the legal moves.
        BadDealError: the hands and the cards played are not a deal of the deck; or the seed is of a
            wrong type.
        IllegalMoveError: with such hands, a move of this deal would have been refused.
        BadScoringError: a scoring of your own returns what it must not.
    """
    if hands is None and isinstance(position, View):
        return _play_worlds(position, deals, seed, first, choices, policy, record)
    game = filled_in(position, hands)
    rules = game.rules
    deal_numbers = numbers("deals", deals, first)
    to_play = len(rules.deck) - len(game.plays)
    lots = _lots(rules, policy, key(seed, "positions"), deal_numbers, choices, to_play)
    lots = lots._replace(dealers=_same(deals, game.dealer))
    totals = np.array(position.totals, np.int64)
    batch = play_lots(rules, game, lots, totals, record=record)
    return attrs.evolve(batch, rules=position.rules)


def _play_worlds(
    view: View,
    deals: int,
    seed: Seed,
    first: int,
    choices: Small | None,
    policy: Policy,
    record: bool,
) -> Batch:
    """Play each of many worlds on to its end."""
    worlds = sample_worlds(view, deals, seed, first=first)
    to_play = len(view.rules.deck) - len(view.plays)
    lots = lots_of_worlds(view, deals, seed, first, policy, choices, to_play)
    return play_lots(view.rules, Seen(view, worlds), lots, np.array(view.totals), record=record)


def lots_of_worlds(
    view: View,
    worlds: int,
    seed: Seed,
    first: int,
    policy: Policy,
    choices: Small | None = None,
    to_play: int = 0,
) -> Lots:
    """What decides how worlds of a view go on."""
    rules = view.rules
    lots = _lots(
        rules, policy, key(seed, "positions"), numbers("worlds", worlds, first), choices, to_play
    )
    turn = view.deals_played % len(turned(rules))
    return lots._replace(dealers=_same(worlds, view.dealer), turns=_same(worlds, turn))


class Seen(NamedTuple):
    """A position as somebody sees it, with hands that could be.

    Attributes:
        view: the position.
        worlds: the cards held now, by deal, seat and copy.
        move: a play or a declaration of the seat on turn, that comes first.
    """

    view: View
    worlds: Words
    move: Play | Declaration | None = None

    def start(self) -> Start:
        """Where the deals begin, before the move."""
        return with_hands(self.view, self.worlds)

    def games(self) -> Iterator[Game]:
        """The deals as the engine has them."""
        for world in self.worlds:
            game = filled_in(self.view, [cards(hand) for hand in world])
            yield game if self.move is None else play(game, self.move)


def tricks_and_points(seen: Iterable[Seen], lots: Lots) -> Iterator[tuple[Small, Numbers]]:
    """Play worlds on after each of some moves: tricks and points, by deal and seat.

    It comes to the same as `play_lots`, and does not look at the view again for each move.

    Args:
        seen: a position with the same worlds each time, and one of its moves.
        lots: what decides how they go on.
    """
    moves = list(seen)
    view, rules = moves[0].view, moves[0].view.rules
    if unread(rules) is not None:
        for each in moves:
            batch = play_lots(rules, each, lots, np.array(view.totals, np.int64))
            yield batch.tricks, batch.points
        return
    start, plays = moves[0].start(), [each.move for each in moves if isinstance(each.move, Play)]
    if plays:
        results = [_after_plays(rules, start, lots, plays)]
    else:
        results = [_after(rules, start, lots, each.move) for each in moves]
    tricks = np.concatenate([each.tricks for each in results])
    sides = np.concatenate([each.sides for each in results])
    judged = accused(view.accusations, sides)
    points = scores(rules, tricks, sides, np.array(view.totals, np.int64), judged).points
    shape = (len(moves), -1, rules.players)
    yield from zip(tricks.reshape(shape), points.reshape(shape), strict=True)


def _after_plays(rules: Ruleset, start: Start, lots: Lots, plays: Sequence[Play]) -> Results:
    """Go on after each of some plays, one after the other, in the same worlds with like luck."""
    cards = np.array([1 << play.card.number for play in plays], np.uint64)
    each_lot = lots._replace(
        deals=np.tile(lots.deals, len(plays)),
        dealers=np.tile(lots.dealers, len(plays)),
        turns=np.tile(lots.turns, len(plays)),
        first=np.repeat(cards, len(lots.deals)),
    )
    results = _room(rules.players, len(each_lot.deals), 0)
    kernel.play_deals(plan(rules), start, each_lot, results)
    return results


def _after(rules: Ruleset, start: Start, lots: Lots, move: Declaration | Play | None) -> Results:
    """Go on after a declaration, or as it comes."""
    if isinstance(move, Declaration):
        start = start._replace(trump=SUITS.index(move.suit))
    results = _room(rules.players, len(lots.deals), 0)
    kernel.play_deals(plan(rules), start, lots, results)
    return results


def play_lots(
    rules: Ruleset,
    begin: Start | Game | Seen,
    lots: Lots,
    totals: Numbers | None = None,
    *,
    record: bool = False,
) -> Batch:
    """Play and score deals of which everything is decided.

    Args:
        rules: what is played.
        begin: where they begin: with a deal, in the same one, or each in a world.
        lots: what decides them.
        totals: points before the deal, by deal and seat or by seat alone; none if left out.
        record: whether to keep every move.

    Raises:
        BadArgumentError: a choice is not one of the legal moves.
    """
    check("record", bool, record)
    played, accusations = _history(begin)
    results = _room(rules.players, len(lots.deals), len(rules.deck) - played if record else 0)
    by_engine = unread(rules) is not None
    if by_engine:
        row, at = plain.play_deals(_begun(rules, begin, lots), lots, results)
    else:
        row, at = kernel.play_deals(plan(rules), _started(begin), lots, results)
    if row >= 0:
        expected = "the index of a legal move"
        _check(f"choices[{row}, {at}]", False, expected, int(lots.choices[row, at]))
    before = np.zeros(rules.players, np.int64) if totals is None else totals
    judged = accused(accusations, results.sides)
    points, reasons, own = scores(rules, results.tricks, results.sides, before, judged)
    return Batch(
        rules=rules,
        tricks=results.tricks,
        points=points,
        reasons=reasons,
        own_reasons=own,
        sides=results.sides,
        trumps=results.trumps,
        dealers=lots.dealers,
        revealed=results.shown if by_engine else _revealed(rules, results),
        rightly_accused=judged.rightly,
        wrong_accusers=judged.wrongly,
        record=Record(results.hands, results.cards, results.legal) if record else None,
        fallback=fallback(rules),
    )


def fallback(rules: Ruleset) -> str | None:
    """Why the engine has work to do in batches of a ruleset, in a sentence; or `None`.

    The machine code plays and scores what it reads all of. Where a field of the ruleset or of one
    of its parts is not read, or the scoring is of your own, the engine takes over: the results
    are as right, and take much longer.

    Raises:
        BadArgumentError: `rules` is not a `Ruleset`.
    """
    check("rules", Ruleset, rules)
    if (field := unread(rules)) is not None:
        return f"the engine plays every deal itself: the machine code does not read {field}"
    if (why := unscored(rules)) is not None:
        return f"the engine scores each different outcome by itself: {why}"
    return None


def lots_of_game(
    rules: Ruleset, policy: Policy, seed_key: np.uint64, deals: Words, dealers: Numbers, turn: int
) -> Lots:
    """What decides deals that are each the same deal in turn of a game."""
    lots = _lots(rules, policy, seed_key, deals, None, 0)
    cycle = len(turned(rules))
    return lots._replace(dealers=dealers, turns=_same(len(deals), turn % cycle))


def _lots(
    rules: Ruleset,
    policy: Policy,
    seed_key: np.uint64,
    deals: Words,
    choices: Small | None,
    to_play: int,
) -> Lots:
    check("policy", Policy, policy)
    plays = [PLAYS[plays] for plays in policy.plays_of_seats(rules.players)]
    whims = policy.whims_of_seats(rules.players)
    if choices is not None:
        shape = (len(deals), to_play)
        fits = (
            isinstance(choices, np.ndarray) and choices.dtype == np.uint8 and choices.shape == shape
        )
        _check("choices", fits, f"an array of uint8 of shape {shape}", choices)
        plays = [choosing.CHOSEN] * rules.players
        whims = (0,) * rules.players
    cycle = np.uint64(len(turned(rules)))
    return Lots(
        key=seed_key,
        deals=deals,
        dealers=_same(len(deals), 0),
        turns=(deals % cycle).astype(np.int64),
        plays=np.array(plays, np.int64),
        aims=np.array(policy.aims_of_seats(rules.players), np.int64),
        whims=np.array(whims, np.int64),
        declares=DECLARES[policy.declares],
        choices=_NO_CHOICES if choices is None else np.array(choices, order="C"),
        first=_NO_CARDS,
    )


def _history(begin: Start | Game | Seen) -> tuple[int, tuple[Accusation, ...]]:
    """How many cards have been played before deals begin, and the accusations made."""
    match begin:
        case Game():
            return len(begin.plays), begin.accusations
        case Seen():
            return len(begin.view.plays), begin.view.accusations
        case Start():
            return 0, ()
        case _:
            assert_never(begin)


def _started(begin: Start | Game | Seen) -> Start:
    """Where deals begin, for the machine code."""
    match begin:
        case Game():
            return under_way(begin)
        case Seen():
            return begin.start()
        case Start():
            return begin
        case _:
            assert_never(begin)


def _begun(rules: Ruleset, begin: Start | Game | Seen, lots: Lots) -> Iterable[Game]:
    """Each deal as it begins, for the engine."""
    if isinstance(begin, Game):
        return repeat(begin, len(lots.deals))
    if isinstance(begin, Seen):
        return begin.games()
    return plain.dealt(turned(rules), begin, lots)


def _room(players: int, deals: int, recorded: int) -> Results:
    """Arrays to fill in."""
    kept = deals if recorded else 0
    return Results(
        tricks=np.zeros((deals, players), np.uint8),
        sides=np.zeros((deals, players), np.int8),
        trumps=np.zeros(deals, np.int8),
        shown=np.zeros(deals, np.int16),
        hands=np.zeros((kept, players, 2), np.uint64),
        cards=np.zeros((kept, recorded), np.uint8),
        legal=np.zeros((kept, recorded), np.uint64),
    )


def _revealed(rules: Ruleset, results: Results) -> npt.NDArray[np.int16]:
    """After how many cards the partners were revealed (C4, D1)."""
    if rules.partnership is None:
        return np.full_like(results.shown, -1)
    if rules.reveal is Reveal.AT_FIRST_PARTNER_CARD:
        return results.shown
    return np.full_like(results.shown, len(rules.deck))


def _same(deals: int, number: int) -> Numbers:
    return np.full(deals, number, np.int64)


def _check(argument: str, fits: bool, expected: str, got: object) -> None:
    if not fits:
        raise bad_argument(argument, expected, got)
