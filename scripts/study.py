"""Write the study: `docs/study.md` and its pictures, from simulations alone.

    python scripts/study.py

It needs the extras `fast` and `plot`. The same seed and numbers give the same page.
"""

import argparse
from collections.abc import Mapping, Sequence
from math import comb, floor, hypot, log10, sqrt
from pathlib import Path
from typing import Final

import attrs
from matplotlib.axes import Axes
from matplotlib.figure import Figure

import collusion_rules as cr
from collusion_rules.simulation import (
    Declares,
    Estimate,
    Policy,
    Side,
    Simulation,
    simulate,
)
from collusion_rules.simulation.tallies import share, together

# Matplotlib leaves its keyword arguments untyped.
# pyright: reportUnknownMemberType=false

DOCS: Final = Path(__file__).parent.parent / "docs"
SEED: Final = "study"
COLOURS: Final = ("#1f4e79", "#d9822b", "#4b9b6e", "#8e5ea2")
TARGETS: Final = (50, 75, 100)
BONUSES: Final = {
    cr.Reason.TIED_PAIR: ("two players tie", "+10 for each of the two (B2)"),
    cr.Reason.FEWEST: ("nobody ties", "+20 for the fewest tricks (B3)"),
    cr.Reason.ODD_ONE_OUT: ("three players tie", "+30 for the fourth (B4)"),
}
TRIPLE: Final = {
    "ours (D7)": cr.ThreeTeamsScoring(),
    "a tie for most paid in full": cr.ThreeTeamsScoring(tied_most=10),
    "nothing lost by the fewest": cr.ThreeTeamsScoring(tied_fewest=0, fewest=0),
    "only the fewest lose, -10": cr.ThreeTeamsScoring(fewest=-10),
    "nothing paid for a tie": cr.ThreeTeamsScoring(tied_most=0, tied_fewest=0),
}


def per_cent(found: Estimate) -> str:
    """A share with its standard error."""
    return f"{number(Estimate(100 * found.value, 100 * found.error))} %"


def number(found: Estimate) -> str:
    """A mean with its standard error, to two digits of the error."""
    if not found.error:
        return f"{found.value:g}"
    places = max(0, 1 - floor(log10(found.error)))
    return f"{found.value:.{places}f} ± {found.error:.{places}f}"


def table(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table in Markdown."""
    rule = ["---"] + ["--:"] * (len(headings) - 1)
    return "\n".join(f"| {' | '.join(row)} |" for row in (headings, rule, *rows))


def picture(file: Path, title: str, below: str, bars: Mapping[str, Mapping[int, Estimate]]) -> None:
    """Draw shares as groups of bars, with error bars of two standard errors each way."""
    figure = Figure(figsize=(8, 4), layout="constrained")
    axes: Axes = figure.add_subplot()
    width = 0.8 / len(bars)
    for at, (name, found) in enumerate(bars.items()):
        places = [place + width * (at - (len(bars) - 1) / 2) for place in found]
        shares = [100 * each.value for each in found.values()]
        errors = [200 * each.error for each in found.values()]
        colour = COLOURS[at]
        axes.bar(places, shares, width, color=colour, label=name, yerr=errors, capsize=2)
    axes.set(title=title, xlabel=below, ylabel="%", ylim=(0, None))
    axes.locator_params(axis="x", integer=True)
    axes.spines[["top", "right"]].set_visible(False)
    if len(bars) > 1:
        axes.legend(frameon=False)
    figure.savefig(file, dpi=120, metadata={"Software": None})


def tricks(parlett: Simulation, pictures: Path) -> str:
    """How tricks fall, and whether Parlett is right about them."""
    tally = parlett.deals
    shares = {k: tally.share_with(k) for k in range(14)}
    leader = {k: share(tally.tricks[1][k], tally.deals) for k in range(14)}
    shown = {
        "any seat": {k: each for k, each in shares.items() if each.value > 0.0005},
        "the seat that leads first": {k: e for k, e in leader.items() if shares[k].value > 0.0005},
    }
    picture(pictures / "tricks.png", "Tricks of a seat under random play", "tricks", shown)
    first, second = sorted(shares, key=lambda k: -shares[k].value)[:2]
    gap = shares[first].value - shares[second].value
    errors = gap / hypot(shares[first].error, shares[second].error)
    rows = [[str(k), per_cent(shares[k]), per_cent(leader[k])] for k in range(14)]
    means = [[f"seat {seat}", number(tally.mean_tricks(seat))] for seat in range(4)]
    return f"""## How tricks fall

Two tricks are the most common number, Parlett's rules say on his authority; the average is 3.25, as
13 tricks for four players must be. In {tally.deals:,} deals
under random play the most common number was **{first}**, with {per_cent(shares[first])} of all
seats, before {second}, with {per_cent(shares[second])}. That is a lead of {errors:.1f} standard
errors, though a small one: {100 * gap:.2f} in a hundred seats.

![Tricks of a seat](study/tricks.png)

{table(["tricks", "any seat", "the seat that leads first"], rows)}

Seat 0 deals, so seat 1 leads first, and takes a little more than its share:

{table(["seat", "tricks on average"], means)}
"""


def bonuses(parlett: Simulation) -> str:
    """How likely each bonus is."""
    rows = [
        [when, what, per_cent(parlett.deals.share_paid(reason))]
        for reason, (when, what) in BONUSES.items()
    ]
    points = [[f"seat {seat}", number(parlett.deals.mean_points(seat))] for seat in range(4)]
    return f"""## How likely each bonus is

One of the three is paid in every deal, since two pairs can't tie (B6).

{table(["when", "bonus", "deals"], rows)}

Far from the target, these are the points of a seat in a deal:

{table(["seat", "points on average"], points)}
"""


def targets(games: int, pictures: Path) -> str:
    """How the target changes the length of a game."""
    rows: list[list[str]] = []
    bars: dict[str, Mapping[int, Estimate]] = {}
    for target in TARGETS:
        tally = simulate(cr.parlett(target), 1, SEED, games=games).games
        if tally is None:
            raise RuntimeError("games were asked for")
        bars[f"target {target}"] = {
            length: tally.share_of_length(length) for length in tally.lengths
        }
        subtracted = tally.paid[cr.Reason.SUBTRACTED].deals
        rows.append(
            [
                str(target),
                number(tally.mean_length()),
                f"{min(tally.lengths)} to {max(tally.lengths)}",
                number(tally.mean_winning_points()),
                per_cent(share(subtracted, tally.deals)),
                per_cent(tally.share_joint()),
            ]
        )
    picture(pictures / "lengths.png", "Deals of a game of Parlett's", "deals", bars)
    headings = ["target", "deals", "from, to", "winner's points", "B7 bites in", "joint winners"]
    return f"""## What a target of 50 does

A game ends with the first deal that brings anybody to the target (B8); whoever would reach it
without a bonus loses their tricks instead (B7). From {games:,} games with each target:

{table(headings, rows)}

![Deals of a game](study/lengths.png)

"B7 bites in" is the share of all deals in which somebody's tricks are subtracted.
"""


def declarations(deals: int) -> str:
    """How often the dealer's declaration makes them a partner."""
    exact = {
        Declares.RANDOM: 1 - comb(50, 13) / comb(52, 13),
        Declares.HOLDING: 1 - comb(44, 13) / comb(52, 13),
    }
    rows: list[list[str]] = []
    for declares in Declares:
        policy = Policy(declares=declares)
        tally = simulate(cr.SECRET_PARTNERS, deals, SEED, games=0, policy=policy).deals
        soloist = tally.share_paid(cr.Reason.SOLOIST)
        rows.append(
            [
                declares.value,
                per_cent(tally.share_of_dealer_partners()),
                f"{100 * exact[declares]:.2f} %" if declares in exact else "",
                per_cent(soloist),
                per_cent(tally.share_won(Side.PARTNERS)),
                per_cent(tally.share_won(Side.SOLOIST)),
                number(tally.mean_points(0)),
            ]
        )
    headings = [
        "the dealer declares",
        "is a partner or the soloist",
        "exactly",
        "soloists",
        "partners win",
        "soloist wins",
        "dealer's points",
    ]
    return f"""## How often the dealer becomes a partner

In the secret-partner game the dealer declares trumps after seeing their own hand (C1), and the
holders of the trump A and K are partners (C2). `random` is any suit; `longest` a suit of which they
hold most cards; `holding` one in which they hold the A or the K, if they can. From {deals:,} deals
each:

{table(headings, rows)}

The exact shares follow from counting hands, and check the simulation: a hand of 13 misses two given
cards, or all eight aces and kings, in that share of all ways to deal it.
"""


def triple(deals: int, games: int) -> str:
    """What the rulings on the scores of Triple do."""
    rows: list[list[str]] = []
    simulations: list[Simulation] = []
    for name, scoring in TRIPLE.items():
        rules = attrs.evolve(cr.TRIPLE_COLLUSION, name=name, scoring=scoring)
        simulation = simulate(rules, deals, SEED, games=games)
        simulations.append(simulation)
        tally, whole = simulation.deals, simulation.games
        if whole is None:
            raise RuntimeError("games were asked for")
        rows.append(
            [
                name,
                *_average_and_spread(tally.points, deals),
                number(whole.mean_winning_points()),
                per_cent(whole.share_joint()),
            ]
        )
    ours = simulations[0].deals
    ties = [
        ["two teams tie for most", per_cent(ours.share_paid(cr.Reason.TEAM_TIED_MOST))],
        ["two teams tie for fewest", per_cent(ours.share_paid(cr.Reason.TEAM_TIED_FEWEST))],
        ["a team takes all tricks", per_cent(ours.share_paid(cr.Reason.TEAM_TOOK_ALL))],
        ["the team of the aces has most points", per_cent(ours.share_won(Side.FIRST_TEAM))],
        ["the team of the kings", per_cent(ours.share_won(Side.SECOND_TEAM))],
        ["the team of the queens", per_cent(ours.share_won(Side.THIRD_TEAM))],
    ]
    headings = ["scores", "points a deal", "spread", "winner's points", "joint winners"]
    return f"""## What our rulings on Triple's scores do

The published rules give no scores for the game of six, so D7 is our ruling. From {deals:,} deals
and {games:,} games of 8 deals with each of these scores, the cards falling alike:

{table(headings, rows)}

"Spread" is the standard deviation of a seat's points in a deal. With ours:

{table(["", "deals"], ties)}

Where two teams have the most, each is counted as half a win. Cards make teams, so the holders of
the trump aces start with the best of trumps, and it shows.
"""


def _average_and_spread(points: Sequence[Mapping[int, int]], deals: int) -> tuple[str, str]:
    """The points of any seat in a deal: their mean, and how far they scatter."""
    counts = together(*points)
    seats = deals * len(points)
    average = sum(number * times for number, times in counts.items()) / seats
    square = sum(number**2 * times for number, times in counts.items()) / seats
    spread = sqrt(square - average**2)
    # the seats of a deal are not independent: at the worst they count as one
    return number(Estimate(average, spread / sqrt(deals))), f"{spread:.2f}"


def page(deals: int, games: int, docs: Path) -> str:
    """The whole page; its pictures are written on the way."""
    pictures = docs / "study"
    pictures.mkdir(parents=True, exist_ok=True)
    parlett = simulate(cr.PARLETT, deals, SEED, games=0)
    return f"""# A study: how the games go by themselves

Everybody here plays any of their legal cards, each as likely as the others. This page is written by
one command, from up to {deals:,} deals and {games:,} games for each question, with the seed
`{SEED}`; the same command writes the same page again. It needs the extras `fast` and `plot`.

```console
python scripts/study.py
```

What stands behind ± is one standard error; error bars are two each way.

!!! warning "What this doesn't show"

    Random players don't collude. They keep no agreements, save no trick for a friend and don't duck
    to be last. So this is the background against which real play stands out, and no advice on how
    to play; nor does it say that a rule is fun.

{tricks(parlett, pictures)}
{bonuses(parlett)}
{targets(games, pictures)}
{declarations(deals)}
{triple(deals // 4 or 1, games)}"""


def main() -> None:
    """Read the options, simulate and write."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--deals", type=int, default=4_000_000)
    options.add_argument("--games", type=int, default=100_000)
    options.add_argument("--docs", type=Path, default=DOCS)
    chosen = options.parse_args()
    text = page(chosen.deals, chosen.games, chosen.docs)
    (chosen.docs / "study.md").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
