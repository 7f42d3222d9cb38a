"""A picture of a simulation: `pip install "collusion-rules[plot]"`."""

# Matplotlib leaves its keyword arguments untyped.
# pyright: reportUnknownMemberType=false

from collections.abc import Mapping
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Final

from collusion_rules.extras import needed
from collusion_rules.plurals import counted
from collusion_rules.simulation.reporting import figures, points_of_any_seat
from collusion_rules.simulation.running import Simulation
from collusion_rules.simulation.tallies import Estimate

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_INK: Final = "#1f4e79"
_ERROR: Final = "#c0392b"
_LEAST_SHOWN: Final = 0.0005
"""Shares below this are left out of the picture."""


def plot(simulation: Simulation, file: str | Path) -> None:
    """Draw how tricks and points fall, how often what is paid, and how long games are.

    Error bars are two standard errors each way.

    Args:
        simulation: what to draw.
        file: where to; the ending says in which format, such as `.png`, `.svg` or `.pdf`.

    Raises:
        MissingExtraError: the extra is not installed.
        OSError: the file can't be written.
        ValueError: matplotlib knows no such format.
    """
    needed("matplotlib", "plot")
    from matplotlib.figure import Figure

    deals = simulation.deals
    tricks = {number: deals.share_with(number) for number in range(len(deals.seats_with))}
    histograms = {"Tricks of a seat": tricks, "Points of a seat": points_of_any_seat(deals)}
    games = simulation.games
    if games is not None and len(games.lengths) > 1:
        lengths = {number: games.share_of_length(number) for number in games.lengths}
        histograms[f"Deals of a game ({counted(games.games, 'games')})"] = lengths
    picture = Figure(figsize=(10, 7), layout="tight")
    picture.suptitle(f"{simulation.rules.name}: {counted(deals.deals, 'deals')}")
    for place, (title, found) in enumerate(histograms.items(), start=1):
        _bars(picture.add_subplot(2, len(histograms), place), title, found)
    _rows(picture.add_subplot(2, 1, 2), simulation)
    picture.savefig(file, dpi=150)


def _bars(axes: "Axes", title: str, found: Mapping[int, Estimate]) -> None:
    """A bar for each number, as high as its share in per cent."""
    shown = {number: each for number, each in found.items() if each.value >= _LEAST_SHOWN}
    shares = [100 * each.value for each in shown.values()]
    errors = [200 * each.error for each in shown.values()]
    width = 0.8 * min((after - number for number, after in pairwise(shown)), default=1)
    axes.bar(list(shown), shares, width, color=_INK, yerr=errors, ecolor=_ERROR, capsize=2)
    _finish(axes, title)
    axes.set_ylim(bottom=0)
    axes.locator_params(axis="x", integer=True)
    axes.set_ylabel("%")


def _rows(axes: "Axes", simulation: Simulation) -> None:
    """A row for each thing that happens in some deals, as long as its share in per cent."""
    groups = ("share of deals", "share of its deals that a side wins")
    shown = [each for each in figures(simulation) if each.group in groups]
    names = [each.name for each in shown]
    errors = [200 * each.error for each in shown]
    shares = [100 * each.value for each in shown]
    axes.barh(names, shares, color=_INK, xerr=errors, ecolor=_ERROR, capsize=2)
    axes.invert_yaxis()
    _finish(axes, "How often")
    own = "; of a side's own deals, where it wins" if simulation.deals.sides else ""
    axes.set_xlabel(f"% of deals{own}")


def _finish(axes: "Axes", title: str) -> None:
    axes.set_title(title)
    axes.spines[["top", "right"]].set_visible(False)
