"""The tournaments of computer players: who sits where, and what they make.

    python scripts/tournament.py run all
    python scripts/tournament.py run games --count 300 --rows "W R R R" "W H H H"
    python scripts/tournament.py tables

Each run writes its figures to `docs/study/`, row by row, and keeps those of other rows; `tables`
puts them into the pages.
"""

import argparse
import json
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Any, Final, NamedTuple

import collusion_rules as cr
from collusion_rules.players import Player, match, player_named, to_json

DOCS: Final = Path(__file__).parent.parent / "docs"
SEED: Final = "tournament"
COUNTS: Final = {"deals": 2000, "games": 300, "strength": 400}
"""How many deals, or games, a row of each table has unless it is said."""
STYLES: Final = {
    "S": "silent@60",
    "L": "listening@60",
    "H": "honest@60",
    "W": "wily@60",
    "T": "traitor@60",
    "R": "remembering@60",
}
DEALS: Final = (
    "S S S S",
    "H S H S",
    "W S H S",
    "T S H S",
    "W H H H",
    "H L H L",
    "L H H H",
    "S H H H",
    "H H H H",
    "W W W W",
    "H W W W",
)
"""Who sits where, seat by seat, in tournaments of single deals."""
GAMES: Final = ("H S H S", "W S H S", "W H H H", "W R R R", "R S R S")
"""The same, in whole games."""


class Strength(NamedTuple):
    """One player against others that are all alike."""

    rules: cr.Ruleset
    player: str
    others: str


STRENGTHS: Final = (
    Strength(cr.PARLETT, "random", "random"),
    Strength(cr.PARLETT, "duck", "random"),
    Strength(cr.PARLETT, "strong-silent", "random"),
    Strength(cr.PARLETT, "silent@1000", "random"),
    Strength(cr.PARLETT, "silent@1000", "duck"),
    Strength(cr.SECRET_PARTNERS, "random", "random"),
    Strength(cr.SECRET_PARTNERS, "take", "random"),
    Strength(cr.SECRET_PARTNERS, "strong-silent", "random"),
    Strength(cr.SECRET_PARTNERS, "silent@1000", "random"),
    Strength(cr.OPEN_COLLUSION, "silent@1000", "random"),
    Strength(cr.TRIPLE_COLLUSION, "random", "random"),
    Strength(cr.TRIPLE_COLLUSION, "strong-silent", "random"),
    Strength(cr.TRIPLE_COLLUSION, "silent@1000", "random"),
)


def rows(kind: str) -> Iterator[tuple[str, cr.Ruleset, tuple[str, ...]]]:
    """Each row of a table: what it is called, what is played, and the players seat by seat."""
    if kind == "strength":
        for each in STRENGTHS:
            names = (each.player, *[each.others] * (each.rules.players - 1))
            yield f"{each.rules.name}: {each.player} against {each.others}", each.rules, names
        return
    for seats in DEALS if kind == "deals" else GAMES:
        yield seats, cr.PARLETT, tuple(STYLES[seat] for seat in seats.split())


def figures(kind: str) -> dict[str, Any]:
    """The figures of a table that there are, row by row."""
    file = DOCS / "study" / f"{kind}.json"
    if not file.exists():
        return {}
    found: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return {title: found[title] for title, _, _ in rows(kind) if title in found}


def run(kind: str, count: int, jobs: int, only: Sequence[str] = ()) -> None:
    """Play the matches of a table, or of some of its rows, and write its file after each."""
    file = DOCS / "study" / f"{kind}.json"
    with workers(jobs) as executor:
        for title, rules, names in rows(kind):
            if only and title not in only:
                continue
            players: list[Player] = [player_named(name) for name in names]
            played = match(
                rules,
                players,
                count,
                SEED,
                executor,
                names=seat_names(names),
                games=kind == "games",
                rotations=True,
            )
            found = figures(kind) | {title: json.loads(to_json(played))}
            ordered = {name: found[name] for name, _, _ in rows(kind) if name in found}
            text = json.dumps(ordered, indent=1, ensure_ascii=False)
            file.write_text(text + "\n", encoding="utf-8")
            print(title, [(each.name, each.points) for each in played.entries], flush=True)


def table(kind: str) -> str:
    """The figures of a run as a table in Markdown."""
    return "\n".join(dilemma() if kind == "dilemma" else lines(kind))


def lines(kind: str) -> Iterator[str]:
    """The rows of a table: points a deal, and of games how many were won, with standard errors."""
    for title, row in figures(kind).items():
        points = "; ".join(f"{each['name']} {mean(each['points'])}" for each in row["players"])
        if kind != "games":
            yield f"| {title} | {row['deals']} | {points} | {ahead(row['players'][0])} |"
            continue
        wins = "; ".join(f"{each['name']} {mean(each['wins'], 100, 0)}" for each in row["players"])
        yield f"| {title} | {row['games']} | {points} | {wins} | {mean(row['deals_a_game'])} |"


def ahead(player: Mapping[str, Any]) -> str:
    """How many points more than the others a player made on the same deals."""
    return "; ".join(f"than {name} {mean(more)}" for name, more in player["more_than"].items())


def dilemma() -> Iterator[str]:
    """What two who might make a pact come to, against two who are silent."""
    found = figures("deals")
    for each, seats, names in (
        ("both keep it", "H S H S", ("honest", "honest")),
        ("one breaks it", "W S H S", ("wily", "honest")),
        ("no pact", "S S S S", ("silent", "silent")),
    ):
        by_name = {player["name"]: player for player in found[seats]["players"]}
        cells = [f"{name} {mean(by_name[name]['points'])}" for name in names]
        yield f"| {each} | {' | '.join(cells)} |"


def mean(found: Mapping[str, float], times: int = 1, places: int = 2) -> str:
    """A mean with its standard error."""
    return f"{times * found['value']:.{places}f} ± {times * found['error']:.{places}f}"


def write_tables() -> None:
    """Put the tables into the pages, below the heads that wait for them."""
    for page in sorted(DOCS.glob("study-talk*.md")):
        text = page.read_text(encoding="utf-8")
        for kind in ("deals", "dilemma", "games", "strength"):
            begin, end = f"<!-- {kind} -->\n", f"\n<!-- end of {kind} -->"
            before, _, rest = text.partition(begin)
            head, _, after = rest.partition(end)
            text = before + begin + "\n".join([*head.split("\n")[:2], table(kind)]) + end + after
        page.write_text(text, encoding="utf-8")


def workers(jobs: int) -> AbstractContextManager[Executor | None]:
    """Whoever does the work."""
    return nullcontext() if jobs == 1 else ProcessPoolExecutor(jobs)


def seat_names(names: Sequence[str]) -> tuple[str, ...]:
    """What the players of a row are called."""
    return tuple(name.partition("@")[0] for name in names)


def main() -> None:
    """Run what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    running = commands.add_parser("run")
    running.add_argument("kind", choices=["all", *COUNTS])
    running.add_argument("--count", type=int, help="how many deals, or games")
    running.add_argument("--jobs", type=int, default=1)
    running.add_argument("--rows", nargs="*", default=[], help="only these rows")
    commands.add_parser("tables")
    given = parser.parse_args()
    if given.command == "run":
        for kind in COUNTS if given.kind == "all" else [given.kind]:
            run(kind, given.count or COUNTS[kind], given.jobs, given.rows)
    else:
        write_tables()


if __name__ == "__main__":
    main()
