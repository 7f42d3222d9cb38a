"""Time the twentieth deal of a game against the first.

The log holds the whole game, and yet a play must not cost more for it. The same hands are dealt and
the same cards are played in both deals, which are timed in turn, many times. The goal is a ratio
within 10 % of 1.
"""

import argparse
import platform
import random
import statistics
from collections.abc import Sequence
from time import perf_counter_ns

import collusion_rules as cr

BEFORE = 19
RULES = cr.secret_partners(deals=BEFORE + 2)  # so that neither deal is the last


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


if __name__ == "__main__":
    main()
