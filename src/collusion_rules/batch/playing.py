"""Playing many deals at once."""

from collections.abc import Iterable, Sequence
from itertools import repeat
from typing import Final

import attrs
import numpy as np
import numpy.typing as npt

from collusion_rules.batch import choosing, kernel, plain
from collusion_rules.batch.chance import key
from collusion_rules.batch.kernel import Lots, Numbers, Results, Small, Start, Words
from collusion_rules.batch.plans import DECLARES, PLAYS, plan, unread
from collusion_rules.batch.points import accused, scores, unscored
from collusion_rules.batch.results import Batch, Record
from collusion_rules.batch.starts import amid, dealt, filled_in, fresh, turned
from collusion_rules.cards import Cards, Seat, check_seat
from collusion_rules.errors import bad_argument, check, check_whole
from collusion_rules.policies import RANDOM_PLAY, Policy
from collusion_rules.rulesets import Reveal, Ruleset
from collusion_rules.shuffling import Seed
from collusion_rules.state import Game, View

MOST_NUMBERS: Final = 2**44
"""Deals and games are numbered below this, so that each deal has random words of its own."""

_NO_CHOICES: Final = np.zeros((0, 0), np.uint8)


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
            or a choice is none of the legal moves.
        BadDealError: some hands are no deal of the deck; or the seed is of a wrong type.
    """
    check("rules", Ruleset, rules)
    check("record", bool, record)
    deal_numbers = numbers("deals", deals, first)
    check_seat("dealer", dealer, rules.players)
    start = fresh(rules) if hands is None else dealt(rules, hands)
    fits = hands is None or len(start.hands) == deals
    _check("hands", fits, f"of {deals} deals", len(start.hands))
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
        position: a game or a view, amid a deal.
        deals: how many times.
        seed: what everything random depends on.
        first: the number of the first time.
        hands: the cards that each seat holds now, one entry a seat. A view needs them.
        choices: uint8 (deals, plays still to come): as for `play_deals`.
        policy: what the players do.
        record: whether to keep every move from here on.

    Returns:
        The deals; their tricks are those of the whole deal, and their points depend on the
            position's totals.

    Raises:
        BadArgumentError: there is less than one deal, something is of another kind or shape, the
            position is over or between deals, a hand is face down, the hands are not those
            that the position shows, or a choice is none of the legal moves.
        BadDealError: the hands and the cards played are no deal of the deck; or the seed is of a
            wrong type.
        IllegalMoveError: with such hands, a move of this deal would have been refused.
    """
    game = filled_in(position, hands)
    rules = game.rules
    deal_numbers = numbers("deals", deals, first)
    to_play = len(rules.deck) - len(game.plays)
    lots = _lots(rules, policy, key(seed, "positions"), deal_numbers, choices, to_play)
    lots = lots._replace(dealers=_same(deals, game.dealer))
    totals = np.array(position.totals, np.int64)
    batch = play_lots(rules, game, lots, totals, record=record)
    return attrs.evolve(batch, rules=position.rules)


def play_lots(
    rules: Ruleset,
    begin: Start | Game,
    lots: Lots,
    totals: Numbers | None = None,
    *,
    record: bool = False,
) -> Batch:
    """Play and score deals of which everything is decided.

    Args:
        rules: what is played.
        begin: where they begin: with a deal, or all of them amid the same one.
        lots: what decides them.
        totals: points before the deal, by deal and seat or by seat alone; none if left out.
        record: whether to keep every move.

    Raises:
        BadArgumentError: a choice is none of the legal moves.
    """
    amid_deal = begin if isinstance(begin, Game) else None
    played = 0 if amid_deal is None else len(amid_deal.plays)
    results = _room(rules.players, len(lots.deals), len(rules.deck) - played if record else 0)
    by_engine = unread(rules) is not None
    if by_engine:
        row, at = plain.play_deals(_begun(rules, begin, lots), lots, results)
    else:
        start = amid(begin) if isinstance(begin, Game) else begin
        row, at = kernel.play_deals(plan(rules), start, lots, results)
    if row >= 0:
        expected = "the index of a legal move"
        _check(f"choices[{row}, {at}]", False, expected, int(lots.choices[row, at]))
    before = np.zeros(rules.players, np.int64) if totals is None else totals
    judged = accused(() if amid_deal is None else amid_deal.accusations, results.sides)
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


def numbers(argument: str, count: int, first: int) -> Words:
    """The numbers of so many deals or games.

    Raises:
        BadArgumentError: there is less than one, or they are too many to number.
    """
    check_whole("first", first, 0, MOST_NUMBERS - 1)
    check_whole(argument, count, 1, MOST_NUMBERS - first)
    return np.arange(first, first + count, dtype=np.uint64)


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
    if choices is not None:
        shape = (len(deals), to_play)
        fits = (
            isinstance(choices, np.ndarray) and choices.dtype == np.uint8 and choices.shape == shape
        )
        _check("choices", fits, f"an array of uint8 of shape {shape}", choices)
        plays = [choosing.CHOSEN] * rules.players
    cycle = np.uint64(len(turned(rules)))
    return Lots(
        key=seed_key,
        deals=deals,
        dealers=_same(len(deals), 0),
        turns=(deals % cycle).astype(np.int64),
        plays=np.array(plays, np.int64),
        aims=np.array(policy.aims_of_seats(rules.players), np.int64),
        declares=DECLARES[policy.declares],
        choices=_NO_CHOICES if choices is None else np.array(choices, order="C"),
    )


def _begun(rules: Ruleset, begin: Start | Game, lots: Lots) -> Iterable[Game]:
    """Each deal as it begins, for the engine."""
    if isinstance(begin, Game):
        return repeat(begin, len(lots.deals))
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
