"""A first lesson: a small policy learns Parlett's game by playing against itself.

`pip install "collusion-rules[rl]"`, then `python learn.py`: about a minute. It needs
NumPy alone. The policy looks at each legal card through 16 numbers, and a network of 24 hidden
units says how much it likes it. REINFORCE does the rest: what brought more points than those got
before who stood alike is done more often. It writes the curve of learning to `curve.json`, and
draws it as `curve.png` if Matplotlib is installed.
"""

# Matplotlib leaves its keyword arguments untyped.
# pyright: reportUnknownMemberType=false

import argparse
import json
import time
from collections.abc import Generator, Iterable
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

import collusion_rules as cr
from collusion_rules.batch import Plays, Policy
from collusion_rules.rl import Features, Lockstep, Steps

Floats = npt.NDArray[np.floating]
Whole = npt.NDArray[np.int64]

RULES: Final = cr.PARLETT
FEATURES: Final = 16
HIDDEN: Final = 24
STANDINGS: Final = (RULES.tricks + 1) * 5**3
RANDOM, DUCK = Policy(), Policy(plays=Plays.DUCK)


class Net(NamedTuple):
    """How much a card is liked: two layers of weights."""

    first: Floats
    second: Floats


class Point(NamedTuple):
    """How it does after a round: mean points of a deal, and one standard error.

    Attributes:
        round: after how many rounds.
        random: against three that play any card.
        random_error: its standard error.
        duck: against three that duck.
        duck_error: its standard error.
    """

    round: int
    random: float
    random_error: float
    duck: float
    duck_error: float


class Choices(NamedTuple):
    """What was chosen at many tables in one step.

    Attributes:
        seats: whose turn it was, by table.
        standings: how they stood, by table.
        cards: what each legal card looks like: (legal cards of all tables, FEATURES).
        begins: where the legal cards of each table begin.
        chosen: which of the legal cards was chosen, by table.
    """

    seats: Whole
    standings: Whole
    cards: Floats
    begins: Whole
    chosen: Whole


def looks(steps: Steps, layout: Features) -> tuple[Floats, Whole, Whole]:
    """What the legal cards look like to the seats on turn; where each table's begin; which."""
    seen = steps.observation

    def part(name: str) -> Floats:
        shape = (len(seen), *layout.shapes[name])
        return seen[:, layout.slices[name]].reshape(shape)

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
    won = tricks_won(steps, layout)
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
    cards = np.stack([np.asarray(column, np.float32) for column in columns], axis=1)
    begins = np.flatnonzero(np.diff(tables, prepend=-1))
    return cards, begins, numbers


def tricks_won(steps: Steps, layout: Features) -> Whole:
    """The tricks of each seat, that on turn first."""
    shares = steps.observation[:, layout.slices["tricks_won"]]
    won: Whole = np.rint(shares * RULES.tricks).astype(np.int64)
    return won


def standings(steps: Steps, layout: Features) -> Whole:
    """A number for how the seats on turn stand: how many tricks are left, and who is how far ahead.

    Two tricks ahead or behind are as far as it looks.
    """
    won = tricks_won(steps, layout)
    ahead = np.clip(np.sort(won[:, 1:], axis=1) - won[:, :1], -2, 2) + 2
    left = RULES.tricks - won.sum(axis=1)
    number: Whole = ((left * 5 + ahead[:, 0]) * 5 + ahead[:, 1]) * 5 + ahead[:, 2]
    return number


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
    sums = likely.cumsum(dtype=np.float64)
    before = sums[begins] - likely[begins]
    wanted = before + draw.random(len(begins)) * (sums[ends] - before)
    chosen = np.clip(np.searchsorted(sums, wanted), begins, ends)
    stood = standings(steps, layout)
    return Choices(steps.turn.astype(np.int64), stood, cards, begins, chosen), numbers[chosen]


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


class Usual:
    """How many points those got who stood alike, most of all in the last twenty rounds."""

    def __init__(self) -> None:
        self.sums, self.counts = np.zeros(STANDINGS), np.zeros(STANDINGS)

    def beaten_by(self, told: list[Choices], points: Floats) -> Floats:
        """By how much each choice brought more than that, in units of the spread of points."""
        got = np.concatenate([points[np.arange(len(points)), c.seats] for c in told])
        stood = np.concatenate([choices.standings for choices in told])
        usual = (self.sums + 20 * points.mean()) / (self.counts + 20)
        self.sums = 0.95 * self.sums + np.bincount(stood, got, STANDINGS)
        self.counts = 0.95 * self.counts + np.bincount(stood, minlength=STANDINGS)
        good: Floats = ((got - usual[stood]) / (points.std() + 1e-9)).astype(np.float32)
        return good


def gradient(net: Net, told: list[Choices], good: Floats, entropy: float) -> Net:
    """What makes the cards likelier that were good, and a bit of chance."""
    cards = np.concatenate([choices.cards for choices in told])
    starts = np.cumsum([0, *(len(choices.cards) for choices in told[:-1])])
    begins = np.concatenate([at + c.begins for at, c in zip(starts, told, strict=True)])
    chosen = np.concatenate([at + c.chosen for at, c in zip(starts, told, strict=True)])
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


def adam(net: Net, rates: Iterable[float]) -> Generator[Net, Net, None]:
    """Take gradients, and give the next network each time (Adam)."""
    means = [np.zeros_like(part) for part in net]
    squares = [np.zeros_like(part) for part in net]
    slope = yield net
    for step, rate in enumerate(rates, 1):
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
        found.append(steps.rewards[:, seat].copy())
    points = np.concatenate(found)
    return float(points.mean()), float(points.std() / np.sqrt(len(points)))


def learn(
    rounds: int, tables: int, seed: int, every: int = 20, deals: int = 4_000
) -> tuple[Net, list[Point]]:
    """Learn by self-play; returns the network and the curve, each point of it from some deals.

    The network that is measured and returned is the mean of the last ones, which is steadier.
    """
    draw, usual = np.random.default_rng(seed), Usual()
    net = Net(
        draw.normal(0, 0.3, (FEATURES, HIDDEN)).astype(np.float32),
        draw.normal(0, 0.1, (HIDDEN, 1)).astype(np.float32),
    )
    mean, better = net, adam(net, np.linspace(0.03, 0.003, rounds + 1).tolist())
    next(better)
    lockstep = Lockstep(RULES, tables, seed)
    steps, curve, begun = lockstep.reset(), list[Point](), time.process_time()
    for at in range(rounds + 1):
        if at % every == 0:
            curve.append(measured(mean, at, seed + 1, deals))
            print(described(curve[-1]), f"after {time.process_time() - begun:.0f} s of processor")
        told, steps = play_deals(net, lockstep, steps, draw)
        good = usual.beaten_by(told, steps.rewards)
        net = better.send(gradient(net, told, good, 0.03 * (1 - at / rounds)))
        mean = Net(*(0.9 * old + 0.1 * new for old, new in zip(mean, net, strict=True)))
    return mean, curve


def measured(net: Net, at: int, seed: int, deals: int) -> Point:
    """How it does against others, none of whom it learned from."""
    (random, error), (duck, of_duck) = (
        points_against(net, others, deals, seed) for others in (RANDOM, DUCK)
    )
    return Point(at, random, error, duck, of_duck)


def described(point: Point) -> str:
    return (
        f"round {point.round:4}: {point.random:5.2f} ± {point.random_error:.2f} points a deal "
        f"against random players, {point.duck:5.2f} ± {point.duck_error:.2f} against ducking ones"
    )


def main() -> None:
    """Learn, measure, and keep the curve."""
    arguments = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    arguments.add_argument("--rounds", type=int, default=120)
    arguments.add_argument("--tables", type=int, default=256)
    arguments.add_argument("--deals", type=int, default=20_000, help="to measure the end with")
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--out", type=Path, default=Path())
    given = arguments.parse_args()
    net, curve = learn(given.rounds, given.tables, given.seed)
    end = measured(net, given.rounds, 7, given.deals)
    print(described(end), "in the end")
    rows = [point._asdict() for point in curve]
    told = {"tables": given.tables, "deals": given.deals, "curve": rows, "end": end._asdict()}
    (given.out / "curve.json").write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")
    draw_curve(curve, given.out / "curve.png")


def draw_curve(curve: list[Point], to: Path) -> None:
    """Draw the curve, if Matplotlib is installed."""
    try:
        from matplotlib import pyplot
    except ModuleNotFoundError:
        return
    figure, axes = pyplot.subplots(figsize=(7, 4))
    rounds = [point.round for point in curve]
    for name, means, errors in (
        ("three random players", [p.random for p in curve], [p.random_error for p in curve]),
        ("three that duck", [p.duck for p in curve], [p.duck_error for p in curve]),
    ):
        (line,) = axes.plot(rounds, means, label=f"against {name}")
        low, high = ([m + side * e for m, e in zip(means, errors, strict=True)] for side in (-2, 2))
        axes.fill_between(rounds, low, high, alpha=0.2, color=line.get_color())
    axes.set_xlabel("round of self-play")
    axes.set_ylabel("points a deal")
    axes.legend()
    figure.savefig(to, dpi=120)
    pyplot.close(figure)


if __name__ == "__main__":
    main()
