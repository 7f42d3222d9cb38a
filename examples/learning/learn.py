"""A first lesson: a small policy learns Parlett's game by playing against itself.

`pip install "collusion-rules[rl]"`, then `python learn.py`: about two minutes on two cores. It
needs NumPy alone. The policy looks at each legal card through 16 numbers, and a network of 24
hidden units says how much it likes it; REINFORCE does the rest. It writes the curve of learning to
`curve.json`, and to `curve.svg` if Matplotlib is installed.
"""

# Matplotlib leaves its keyword arguments untyped.
# pyright: reportUnknownMemberType=false

import argparse
import json
import time
from collections.abc import Generator
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

import collusion_rules as cr
from collusion_rules.batch import Plays, Policy
from collusion_rules.rl import Features, Lockstep, Steps

Floats = npt.NDArray[np.float64]
Whole = npt.NDArray[np.int64]

RULES: Final = cr.PARLETT
FEATURES: Final = 16
HIDDEN: Final = 24
RANDOM, DUCK = Policy(), Policy(plays=Plays.DUCK)


class Net(NamedTuple):
    """How much a card is liked: two layers of weights."""

    first: Floats
    second: Floats


class Choices(NamedTuple):
    """What was chosen at many tables in one step.

    Attributes:
        seats: whose turn it was, by table.
        cards: what each legal card looks like: (legal cards of all tables, FEATURES).
        begins: where the legal cards of each table begin.
        chosen: which of the legal cards was chosen, by table.
    """

    seats: Whole
    cards: Floats
    begins: Whole
    chosen: Whole


def looks(steps: Steps, layout: Features) -> tuple[Floats, Whole, Whole]:
    """What the legal cards look like to the seats on turn; where each table's begin; which."""
    seen = steps.observation

    def part(name: str) -> Floats:
        shape = (len(seen), *layout.shapes[name])
        return seen[:, layout.slices[name]].reshape(shape).astype(np.float64)

    hand, played, trick = part("hand"), part("played").sum(axis=1), part("trick").sum(axis=1)
    suits = (len(seen), 4, 13)
    unseen = (1 - hand - played).reshape(suits)
    higher = unseen[:, :, ::-1].cumsum(axis=2)[:, :, ::-1] - unseen
    lower = unseen.cumsum(axis=2) - unseen
    own = hand.reshape(suits)
    own_lower = own.cumsum(axis=2) - own
    on_table = trick.sum(axis=1)
    leads = on_table == 0
    # the card that takes the trick as it stands: the highest of the suit led
    won = part("tricks_won") * RULES.tricks
    mine, others = won[:, 0], won[:, 1:]
    tables, numbers = np.nonzero(steps.mask)
    suit, rank = numbers // 13, numbers % 13
    led = led_suits(steps, layout)
    follows = suit == led[tables]
    in_led = trick.reshape(suits)[np.arange(len(seen)), np.maximum(led, 0)]
    best = np.where(in_led.any(axis=1), 12 - in_led[:, ::-1].argmax(axis=1), -1)
    wins = leads[tables] | (follows & (rank > best[tables]))
    left = RULES.tricks - won.sum(axis=1)
    columns = (
        rank / 12,
        higher[tables, suit, rank] / 12,
        lower[tables, suit, rank] / 12,
        own[tables, suit].sum(axis=1) / 13,
        own_lower[tables, suit, rank] / 12,
        leads[tables],
        follows,
        wins,
        on_table[tables] / 3,
        wins & (on_table[tables] == 3),
        mine[tables] / 5,
        left[tables] / 13,
        (others == mine[:, None]).sum(axis=1)[tables] / 3,
        (others == mine[:, None] + 1).sum(axis=1)[tables] / 3,
        (others.min(axis=1) >= mine)[tables],
        np.ones(len(tables)),
    )
    cards = np.stack([np.asarray(column, np.float64) for column in columns], axis=1)
    begins = np.flatnonzero(np.diff(tables, prepend=-1))
    return cards, begins, numbers


def led_suits(steps: Steps, layout: Features) -> Whole:
    """The suit led at each table; -1 where the seat on turn leads.

    The seats that have played to the trick are those just before the one on turn: the first of
    them led.
    """
    seen = steps.observation
    trick = seen[:, layout.slices["trick"]].reshape(len(seen), *layout.shapes["trick"])
    placed = trick.any(axis=2)
    leader = (RULES.players - placed.sum(axis=1)) % RULES.players
    led = trick[np.arange(len(seen)), leader].argmax(axis=1) // 13
    return np.where(np.any(placed, axis=1), led, -1)


def liked(net: Net, cards: Floats, begins: Whole) -> tuple[Floats, Floats]:
    """How likely each legal card is to be chosen, and the hidden units."""
    hidden = np.tanh(cards @ net.first)
    liking = (hidden @ net.second)[:, 0]
    counts = np.diff(begins, append=len(liking))
    liking = np.exp(liking - np.repeat(np.maximum.reduceat(liking, begins), counts))
    return liking / np.repeat(np.add.reduceat(liking, begins), counts), hidden


def choose(
    net: Net, steps: Steps, layout: Features, draw: np.random.Generator
) -> tuple[Choices, Whole]:
    """Draw a card for each table, as likely as it is liked."""
    cards, begins, numbers = looks(steps, layout)
    likely, _ = liked(net, cards, begins)
    ends = np.append(begins[1:], len(likely)) - 1
    sums = likely.cumsum()
    before = sums[begins] - likely[begins]
    wanted = before + draw.random(len(begins)) * (sums[ends] - before)
    chosen = np.clip(np.searchsorted(sums, wanted), begins, ends)
    return Choices(steps.turn.astype(np.int64), cards, begins, chosen), numbers[chosen]


def play_deals(
    net: Net, tables: Lockstep, steps: Steps, draw: np.random.Generator
) -> tuple[list[Choices], Steps]:
    """Play one deal at every table."""
    told: list[Choices] = []
    layout = tables.features
    while not told or not steps.terminated.any():
        choices, actions = choose(net, steps, layout, draw)
        told.append(choices)
        steps = tables.step(actions)
    return told, steps


def gradient(net: Net, told: list[Choices], points: Floats, entropy: float) -> Net:
    """What makes the cards likelier that brought more points than the mean, and a bit of chance."""
    worth = (points - points.mean()) / (points.std() + 1e-9)
    cards = np.concatenate([choices.cards for choices in told])
    starts = np.cumsum([0, *(len(choices.cards) for choices in told[:-1])])
    begins = np.concatenate([at + c.begins for at, c in zip(starts, told, strict=True)])
    chosen = np.concatenate([at + c.chosen for at, c in zip(starts, told, strict=True)])
    good = np.concatenate([worth[np.arange(len(points)), c.seats] for c in told])
    likely, hidden = liked(net, cards, begins)
    counts = np.diff(begins, append=len(likely))
    pull = -likely * np.repeat(good, counts)
    pull[chosen] += good
    surprise = np.log(likely + 1e-12)
    mean = np.add.reduceat(likely * surprise, begins)
    pull -= entropy * likely * (surprise - np.repeat(mean, counts))
    pull /= len(chosen)
    back = (pull[:, None] @ net.second.T) * (1 - hidden**2)
    return Net(cards.T @ back, hidden.T @ pull[:, None])


def adam(net: Net, rate: float) -> Generator[Net, Net, None]:
    """Take gradients, and give the next network each time (Adam)."""
    means = [np.zeros_like(part) for part in net]
    squares = [np.zeros_like(part) for part in net]
    step = 0
    slope = yield net
    while True:
        step += 1
        parts = []
        for at, (part, pull) in enumerate(zip(net, slope, strict=True)):
            means[at] = 0.9 * means[at] + 0.1 * pull
            squares[at] = 0.999 * squares[at] + 0.001 * pull**2
            size = np.sqrt(squares[at] / (1 - 0.999**step)) + 1e-8
            parts.append(part + rate * means[at] / (1 - 0.9**step) / size)
        net = Net(*parts)
        slope = yield net


def points_against(net: Net, others: Policy, deals: int, seed: int) -> tuple[float, float]:
    """The mean points of a deal against three others, at each seat in turn, and its error."""
    draw, found = np.random.default_rng(seed), list[Floats]()
    for seat in range(RULES.players):
        policies = {cr.Seat(other): others for other in range(RULES.players) if other != seat}
        tables = Lockstep(RULES, deals // RULES.players, seed, policies=policies)
        _, steps = play_deals(net, tables, tables.reset(), draw)
        found.append(steps.rewards[:, seat].astype(np.float64))
    points = np.concatenate(found)
    return float(points.mean()), float(points.std() / np.sqrt(len(points)))


def learn(rounds: int, tables: int, seed: int, every: int = 50) -> tuple[Net, list[dict[str, Any]]]:
    """Learn by self-play; returns the network and the curve."""
    draw = np.random.default_rng(seed)
    net = Net(draw.normal(0, 0.3, (FEATURES, HIDDEN)), draw.normal(0, 0.1, (HIDDEN, 1)))
    better = adam(net, 0.01)
    next(better)
    lockstep = Lockstep(RULES, tables, seed)
    steps, curve, begun = lockstep.reset(), list[dict[str, Any]](), time.perf_counter()
    for at in range(rounds + 1):
        if at % every == 0:
            mean, error = points_against(net, RANDOM, 4_000, seed + 1)
            curve.append({"round": at, "against_random": mean, "error": error})
            seconds = time.perf_counter() - begun
            print(f"round {at:5}: {mean:6.2f} ± {error:.2f} against random, {seconds:.0f} s")
        told, steps = play_deals(net, lockstep, steps, draw)
        net = better.send(
            gradient(net, told, steps.rewards.astype(np.float64), 0.03 * (1 - at / rounds))
        )
    return net, curve


def main() -> None:
    """Learn, measure, and keep the curve."""
    arguments = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    arguments.add_argument("--rounds", type=int, default=600)
    arguments.add_argument("--tables", type=int, default=256)
    arguments.add_argument("--deals", type=int, default=40_000, help="to measure the end with")
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--out", type=Path, default=Path())
    given = arguments.parse_args()
    net, curve = learn(given.rounds, given.tables, given.seed)
    ends = {
        name: dict(
            zip(("points", "error"), points_against(net, policy, given.deals, 7), strict=True)
        )
        for name, policy in (("random", RANDOM), ("duck", DUCK))
    }
    for name, end in ends.items():
        print(f"against three that {name}: {end['points']:.2f} ± {end['error']:.2f} points a deal")
    (given.out / "curve.json").write_text(json.dumps({"curve": curve, "end": ends}, indent=1))
    draw_curve(curve, given.out / "curve.svg")


def draw_curve(curve: list[dict[str, Any]], to: Path) -> None:
    """Draw the curve, if Matplotlib is installed."""
    try:
        from matplotlib import pyplot
    except ModuleNotFoundError:
        return
    figure, axes = pyplot.subplots(figsize=(7, 4))
    rounds = [point["round"] for point in curve]
    axes.errorbar(
        rounds,
        [point["against_random"] for point in curve],
        yerr=[point["error"] for point in curve],
    )
    axes.axhline(8.43, linestyle=":", color="gray")
    axes.set_xlabel("round of self-play")
    axes.set_ylabel("points a deal against three random players")
    figure.savefig(to)
    pyplot.close(figure)


if __name__ == "__main__":
    main()
