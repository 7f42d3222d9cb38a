"""Time later deals of a game against the first.

The log holds the whole game, and yet no verb may cost more for it. The same hands are dealt and
the same cards are played in all deals, which are timed in turn, many times: a move in the twentieth
deal, with the goal of a ratio within 10 % of 1; and a view, one more event for it and a take-back
after 30 cards of deals 1, 5, 9 and 40, where only the copying of references may grow.
"""

import argparse
import platform
import random
import statistics
from collections.abc import Callable, Sequence
from functools import partial
from time import perf_counter_ns, process_time_ns

import collusion_rules as cr

BEFORE = 19
RULES = cr.secret_partners(deals=100)  # so that no deal is the last


def after_deals(deals: int, dealer: cr.Seat, chance: random.Random) -> cr.Game:
    """A game of so many deals played at random, which awaits the next."""
    game = cr.new_game(RULES, dealer)
    while game.deals_played < deals:
        if game.phase is cr.Phase.AWAITING_DEAL:
            game = cr.deal(game, seed=7)
        else:
            game = cr.play(game, chance.choice(cr.legal_moves(game)))
    return game


def play_out(game: cr.Game, choices: Sequence[int]) -> float:
    """Play what is dealt, to its score: microseconds a move."""
    start = perf_counter_ns()
    for choice in choices:
        moves = cr.legal_moves(game)
        game = cr.play(game, moves[choice % len(moves)])
    return (perf_counter_ns() - start) / 1000 / len(choices)


def after_cards(game: cr.Game, cards: int) -> cr.Game:
    """A deal in play, with the first legal card played each time."""
    for _ in range(1 + cards):
        game = cr.play(game, cr.legal_moves(game)[0])
    return game


def report_verbs(deals: Sequence[int], rounds: int) -> None:
    """Print what a view, one more event for it and a take-back take in some deals of a game."""
    hands = cr.deal(cr.new_game(RULES, cr.Seat(0)), seed=7).hands
    verbs = {name: list[list[float]]([[] for _ in deals]) for name in ("view", "advance", "rewind")}
    tables: list[tuple[cr.Game, cr.View, cr.Move]] = []
    for deal in deals:
        before = after_deals(deal - 1, cr.Seat((1 - deal) % 4), random.Random(7))
        game = after_cards(cr.deal(before, hands=hands), 30)
        move = cr.legal_moves(game)[0]
        viewer = cr.Seat((move.seat + 1) % 4)  # who doesn't hold the card
        tables.append((game, cr.view(game, viewer), move))
    for _ in range(rounds):
        for place, (game, view, move) in enumerate(tables):
            verbs["view"][place].append(microseconds(partial(cr.view, game, cr.Seat(2))))
            verbs["advance"][place].append(microseconds(partial(cr.advance, view, move)))
            back = partial(cr.rewind, game, game.version - 1)
            verbs["rewind"][place].append(microseconds(back))
    print(f"\n{'microseconds, deal':<20}{''.join(f'{deal:>8}' for deal in deals)}")
    for name, times in verbs.items():
        print(f"{name:<20}{''.join(f'{statistics.median(taken):>8.1f}' for taken in times)}")


def microseconds(action: Callable[[], object]) -> float:
    """How long an action takes, in time of this process."""
    start = process_time_ns()
    action()
    return (process_time_ns() - start) / 1000


def main() -> None:
    """Read the options, time and report."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--rounds", type=int, default=1000)
    rounds: int = options.parse_args().rounds
    chance = random.Random(7)
    late = after_deals(BEFORE, cr.Seat(0), chance)
    early = after_deals(0, late.dealer, chance)
    pairs: list[tuple[float, float]] = []
    for number in range(rounds):
        choices = [chance.randrange(1 << 16) for _ in range(1 + 52)]  # a declaration, then cards
        hands = cr.deal(early, seed=number).hands
        games = [cr.deal(early, hands=hands), cr.deal(late, hands=hands)]
        order = (0, 1) if number % 2 else (1, 0)
        times = {place: play_out(games[place], choices) for place in order}
        pairs.append((times[0], times[1]))
    low, middle, high = statistics.quantiles([late / early for early, late in pairs], n=4)
    print(f"{platform.python_implementation()} {platform.python_version()}, {rounds} rounds")
    print(f"deal 1: {statistics.median(early for early, _ in pairs):.2f} microseconds a move")
    print(f"deal {BEFORE + 1}, after {late.version} events:", end=" ")
    print(f"{statistics.median(late for _, late in pairs):.2f} microseconds a move")
    print(f"ratio: {middle:.3f} ({low:.3f} to {high:.3f})")
    report_verbs((1, 5, 9, 40), rounds)


if __name__ == "__main__":
    main()
