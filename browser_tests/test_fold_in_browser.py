"""A client in a browser: the fold of events from the guide, and the snapshot, come to the same."""

import subprocess
from typing import Any

from browsing import ROOT, launched
from playwright.sync_api import sync_playwright

import collusion_rules as cr

CLIENTS = ROOT / "clients"
FOLDED = """async ([code, record]) => {
    const file = new Blob([code], { type: "text/javascript" });
    const { begin, advance } = await import(URL.createObjectURL(file));
    const [start, ...later] = record.log;
    return later.reduce(advance, begin(start, record.viewer));
}"""


def fold() -> str:
    """The guide's fold as JavaScript."""
    built = CLIENTS / "build" / "fold.js"
    if not built.exists():
        subprocess.run(["npm", "ci", "--no-audit", "--no-fund"], cwd=CLIENTS, check=True)  # noqa: S607 -- npm is wherever it is
        subprocess.run(["npx", "tsc"], cwd=CLIENTS, check=True)  # noqa: S607 -- as above
    return built.read_text(encoding="utf-8")


def test_the_fold_of_events_is_what_the_snapshot_shows() -> None:
    game = cr.deal(cr.new_game(cr.OPEN_COLLUSION, cr.Seat(0)), seed=7)
    views = [cr.view(game, cr.Seat(2))]
    while game.to_act is not None:
        game = cr.play(game, cr.legal_moves(game)[0])
        views += [cr.view(game, cr.Seat(2)), cr.view(game, None)]
    code = fold()
    with sync_playwright() as playwright, launched(playwright) as browser:
        page = browser.new_page()
        for view in views[::7]:
            table: Any = page.evaluate(FOLDED, [code, cr.to_data(view)])
            shown = cr.snapshot(view)
            for field in ("phase", "dealer", "turn", "trump", "hand", "counts", "totals"):
                assert table[field] == shown[field], (view, field)
            assert table["tricksWon"] == shown["tricks_won"]
            trick = [{"seat": play["seat"], "card": play["card"]} for play in table["trick"]]
            assert trick == shown["trick"]
