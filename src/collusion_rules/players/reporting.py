"""What came of a match: as JSON, and as a picture."""

# Matplotlib leaves its keyword arguments untyped.
# pyright: reportUnknownMemberType=false

import json
from math import isnan
from pathlib import Path

from collusion_rules.extras import needed
from collusion_rules.players.matches import Match, Mean
from collusion_rules.plurals import counted


def to_json(match: Match) -> str:
    """All figures of a match as JSON; what is not known, such as an error of one deal, is null."""
    return json.dumps(
        {
            "ruleset": match.rules.name,
            "games" if match.games else "deals": match.count,
            "orders": match.orders,
            "deals_a_game": _mean(match.length),
            "players": [
                {
                    "name": entry.name,
                    "points": _mean(entry.points),
                    "wins": _mean(entry.wins),
                    "roles": {role.value: _mean(mean) for role, mean in entry.roles},
                    "seconds_a_move": entry.seconds,
                    "more_than": {
                        other.name: _mean(match.difference(at, place))
                        for place, other in enumerate(match.entries)
                        if place != at
                    },
                }
                for at, entry in enumerate(match.entries)
            ],
        },
        indent=2,
    )


def _mean(mean: Mean) -> dict[str, float | None]:
    return {
        "value": None if isnan(mean.value) else mean.value,
        "error": None if isnan(mean.error) else mean.error,
    }


def plot(match: Match, file: str | Path) -> None:
    """Draw the points of each player, with error bars of two standard errors each way.

    Args:
        match: what to draw.
        file: where to; the ending says in which format, such as `.png`, `.svg` or `.pdf`.

    Raises:
        MissingExtraError: the extra `plot` is not installed.
        OSError: the file can't be written.
        ValueError: matplotlib knows no such format.
    """
    needed("matplotlib", "plot")
    from matplotlib.figure import Figure

    picture = Figure(figsize=(8, 1.5 + 0.6 * len(match.entries)), layout="tight")
    axes = picture.add_subplot()
    axes.barh(
        [entry.name for entry in match.entries],
        [entry.points.value for entry in match.entries],
        color="#1f4e79",
        xerr=[0.0 if isnan(e.points.error) else 2 * e.points.error for e in match.entries],
        ecolor="#c0392b",
        capsize=3,
    )
    axes.invert_yaxis()
    axes.spines[["top", "right"]].set_visible(False)
    played = counted(match.count, "games" if match.games else "deals")
    orders = counted(match.orders, "orders")
    axes.set_title(f"{match.rules.name}: {played} in {orders} of seats")
    axes.set_xlabel("points a deal")
    picture.savefig(file, dpi=150)
