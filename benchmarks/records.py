"""Time views and records, and a server that keeps many tables.

What a front end asks for over and over: a seat's view, one more event for it, a deal in words, the
record of a game written and read; on a fresh game and on a finished one, and how much memory a game
holds that was read. Then a whole request: somebody's move
arrives as JSON, is checked and played, and each of the four seats is told in JSON of its own. From
that follows how many tables one core serves, if at each of them somebody moves every 5 seconds:
with the games in memory, and with each game read from its record and written back.
"""

import argparse
import gc
import platform
import random
import statistics
import tracemalloc
from collections.abc import Callable
from time import process_time_ns

import collusion_rules as cr

SECONDS_A_MOVE = 5
SEATS = tuple(map(cr.Seat, range(4)))


def after_moves(game: cr.Game, moves: int) -> cr.Game:
    """The game after so many random moves, or at its end."""
    chance = random.Random(7)
    for _ in range(moves):
        if game.phase is cr.Phase.AWAITING_DEAL:
            game = cr.deal(game, seed=7)
        if game.phase is cr.Phase.OVER:
            break
        game = cr.play(game, chance.choice(cr.legal_moves(game)))
    return game


def request(game: cr.Game, move: str) -> tuple[cr.Game, list[str]]:
    """A move as it came, checked and played; what each seat is told of it."""
    after = cr.play(game, cr.loads(move, "move"))
    news = [cr.redact(event, seat) for seat in SEATS for event in after.log[game.version :]]
    return after, [cr.dumps(event) for event in news]


def microseconds(action: Callable[[], object], rounds: int) -> tuple[float, float, float]:
    """How long an action takes, in time of this process: the quartiles."""
    times: list[float] = []
    for _ in range(rounds):
        start = process_time_ns()
        action()
        times.append((process_time_ns() - start) / 1000)
    low, middle, high = statistics.quantiles(times, n=4)
    return low, middle, high


def kilobytes(record: str, games: int = 20) -> float:
    """How much memory a game holds that was read, with all that equal games don't share."""
    cr.loads(record)
    gc.collect()
    tracemalloc.start()
    read = [cr.loads(record) for _ in range(games)]
    gc.collect()
    held, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return held / 1024 / len(read)


def report(name: str, times: tuple[float, float, float]) -> None:
    """Print one line of the table."""
    low, middle, high = times
    print(f"{name:<34}{middle:>10,.0f}{low:>10,.0f}{high:>10,.0f}")


def report_game(name: str, game: cr.Game, rounds: int) -> None:
    """Time what is done with a game as a whole."""
    viewer = SEATS[2]
    seen = cr.view(game, viewer)
    record, seen_record = cr.dumps(game), cr.dumps(seen)
    report(f"view, {name}", microseconds(lambda: cr.view(game, viewer), rounds))
    report(f"dumps, {name}", microseconds(lambda: cr.dumps(game), rounds))
    report(f"loads, {name}", microseconds(lambda: cr.loads(record), rounds))
    report(f"loads of a view, {name}", microseconds(lambda: cr.loads(seen_record, "view"), rounds))
    print(f"{f'bytes of the record, {name}':<34}{len(record.encode()):>10,}")


def main() -> None:
    """Read the options, time and report."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--rounds", type=int, default=300)
    rounds: int = options.parse_args().rounds
    fresh = cr.deal(cr.new_game(cr.PARLETT, cr.Seat(0)), seed=7)
    over = after_moves(fresh, 10_000)
    print(f"{platform.python_implementation()} {platform.python_version()}, {rounds} rounds")
    print(f"{'microseconds':<34}{'median':>10}{'from':>10}{'to':>10}")
    report_game("fresh", fresh, rounds)
    report_game(f"{over.deals_played} deals", over, rounds)
    print(f"{'kilobytes that it holds, read':<34}{kilobytes(cr.dumps(over)):>10,.0f}")
    dealt, names = fresh.log[1], ("Anna", "Ben", "Cleo", "Dora")
    report("describe, of a deal", microseconds(lambda: cr.describe(dealt, names), rounds))
    middle = after_moves(fresh, 4 * 52 + 20)  # in the fifth deal, with the lead for somebody
    move = cr.legal_moves(middle)[0]
    seen = cr.view(middle, cr.Seat(2))
    sent, kept = cr.dumps(move), cr.dumps(middle)
    report("advance", microseconds(lambda: cr.advance(seen, move), rounds))
    in_memory = microseconds(lambda: request(middle, sent), rounds)
    stored = microseconds(lambda: cr.dumps(request(cr.loads(kept), sent)[0]), rounds)
    for name, times in (("in memory", in_memory), ("read and written", stored)):
        report(f"a request, game {name}", times)
        tables = SECONDS_A_MOVE * 1e6 / times[1]
        print(f"{f'tables a core, game {name}':<34}{tables:>10,.0f}")


if __name__ == "__main__":
    main()
