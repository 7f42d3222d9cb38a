"""Work out the figures that the home page shows: `python scripts/figures.py`.

It writes `docs/figures.json` and the picture of the README, `docs/images/table.svg`. Batches need
the extra `fast`. With `--quick` it works out what takes no time, and leaves the others as they are.
"""

import json
import sys
import tomllib
from math import comb
from pathlib import Path
from time import process_time
from typing import Final, TypedDict, cast

import rule_index

import collusion_rules as cr

ROOT: Final = Path(__file__).parent.parent
FILE: Final = ROOT / "docs" / "figures.json"
PICTURE: Final = ROOT / "docs" / "images" / "table.svg"
GAMES: Final = 60
"""How many games of each ruleset are looked at, two deals each."""


class Quick(TypedDict):
    """What is counted at once.

    Attributes:
        outcomes: in how many ways four players can share 13 tricks.
        rules: how many rules there are, each named where it is implemented and where it is tested.
        tests: how many tests name a rule.
        golden: how many records of the first version of the format are kept.
        languages: in how many languages everything is said.
        sentences: how many texts each has.
    """

    outcomes: int
    rules: int
    tests: int
    golden: int
    languages: int
    sentences: int


class Figures(Quick):
    """All of them.

    Attributes:
        games: how many random games were looked at.
        views: how many views of them, one of each seat and one of a spectator after every card.
        leaks: how many of these had what their seat had not been told.
        microseconds: processor time of a deal in a batch, in millionths of a second.
    """

    games: int
    views: int
    leaks: int
    microseconds: float


def quick() -> Quick:
    """What is counted at once."""
    tests, functions = rule_index.tests(), rule_index.functions()
    rules = [rule for rule in rule_index.pages() if functions.get(rule) and tests.get(rule)]
    text = (Path(cr.__file__).parent / "languages" / "en.toml").read_text(encoding="utf-8")
    return {
        "outcomes": comb(13 + 3, 3),  # where three bars stand among 13 tricks
        "rules": len(rules),
        "tests": len({place for rule in rules for place in tests[rule]}),
        "golden": len(list((ROOT / "tests" / "golden").glob("1-*.json"))),
        "languages": len(cr.languages()),
        "sentences": _texts(tomllib.loads(text)),
    }


def _texts(table: object) -> int:
    if isinstance(table, dict):
        return sum(map(_texts, cast("dict[str, object]", table).values()))
    return 1


def watched() -> tuple[int, int, int]:
    """Games, views of them, and views with something that their seat had not been told."""
    games = views = leaks = 0
    for rules in cr.RULESETS.values():
        for number in range(GAMES):
            game = cr.new_game(rules, cr.Seat(number % rules.players))
            for deal in range(2):
                game = cr.deal(game, f"figures {number}")
                while game.to_act is not None:
                    moves = cr.legal_moves(game)
                    digest = cr.combined_seed(number, f"{deal} {game.version}")
                    game = cr.play(game, moves[int.from_bytes(digest[:4]) % len(moves)])
                    if game.version % 23 == number % 23:
                        checked = [_tells_too_much(game, seat) for seat in _viewers(rules.players)]
                        views += len(checked)
                        leaks += sum(checked)
            games += 1
    return games, views, leaks


def _viewers(players: int) -> list[cr.Seat | None]:
    return [*(cr.Seat(seat) for seat in range(players)), None]


def _tells_too_much(game: cr.Game, seat: cr.Seat | None) -> bool:
    """Whether a view differs from what its seat was told, or its record names another card."""
    view = cr.view(game, seat)
    if view != cr.observe([cr.redact(event, seat) for event in game.log], seat):
        return True
    own = game.hands[seat] if seat is not None else cr.Cards()
    known = {str(card) for card in own} | {str(card) for card in view.partner_cards}
    for event in view.log:
        if isinstance(event, cr.Play):
            known.add(str(event.card))
        if isinstance(event, cr.Dealt) and seat is not None:
            dealt = event.hands[seat]
            known |= {str(card) for card in dealt} if isinstance(dealt, cr.Cards) else set()
    told = cr.dumps(view) + json.dumps(cr.snapshot(view))
    others = {str(card) for hand in game.hands for card in hand} - known
    return any(f'"{card}"' in told or f"{card} " in told or f" {card}" in told for card in others)


def microseconds(deals: int = 400_000) -> float:
    """Processor time of a deal in a batch: the least of five runs."""
    from collusion_rules.simulation import simulate

    simulate(cr.PARLETT, 1000, seed=1)
    times: list[float] = []
    for seed in range(5):
        before = process_time()
        simulate(cr.PARLETT, deals, seed=seed)
        times.append(process_time() - before)
    return round(min(times) / deals * 1e6, 2)


def picture() -> str:
    """The table of the front page: its game after some tricks, as seat 0 sees it."""
    return cr.draw_svg(front_view())


def front_view() -> cr.View:
    """What seat 0 sees in the game of the front page, after four tricks, on their turn."""
    game = cr.deal(cr.new_game(cr.PARLETT, dealer=cr.Seat(0)), seed="table 12")
    while game.to_act != 0 or sum(game.tricks_won) < 4:
        game = cr.play(game, cr.legal_moves(game)[-1])
    return cr.view(game, cr.Seat(0))


def figures() -> Figures:
    """The figures as they are written."""
    return cast("Figures", json.loads(FILE.read_text(encoding="utf-8")))


def main() -> None:
    """Write them."""
    found: dict[str, object] = {**(figures() if FILE.exists() else {}), **quick()}
    if "--quick" not in sys.argv:
        found["microseconds"] = microseconds()
        found["games"], found["views"], found["leaks"] = watched()
    FILE.write_text(json.dumps(dict(sorted(found.items())), indent=1) + "\n", encoding="utf-8")
    PICTURE.write_text(picture() + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
