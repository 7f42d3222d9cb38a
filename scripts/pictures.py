"""Take pictures of the main pages of a built site: `python scripts/pictures.py site [FOLDER]`.

At the widths of a phone and a desk, light and dark; and of a game, after a card. The folder is
`pictures`, which git ignores. Look at them.
"""

import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

ROOT: Final = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "browser_tests"))

from browsing import LOOKS, Look, launched, served, visiting  # noqa: E402 -- it is there only now
from playwright.sync_api import Browser, Page, sync_playwright  # noqa: E402 -- as above

PAGES: Final = (
    *("index.html", "rules/parlett.html", "rules/summary-triple.html", "reference/verbs.html"),
    *("study.html", "questions.html", "tutorial.html", "ja/index.html", "ja/rules/parlett.html"),
)
GAMES: Final = ("parlett", "triple-collusion")
AT_ONCE: Final = """
localStorage.setItem("collusion-rules:choices", JSON.stringify({ pace: "instant" }))"""
HEIGHTS: Final = {"desktop": 800, "tablet": 1024, "phone": 700}


def main(site: Path, folder: Path) -> None:
    """Take them all."""
    folder.mkdir(parents=True, exist_ok=True)
    with (
        TemporaryDirectory() as root,
        served(site.resolve(), Path(root)) as address,
        sync_playwright() as playwright,
        launched(playwright) as browser,
    ):
        for look in LOOKS:
            for language in ("en", "ja"):
                tables(browser, address, look, language, folder)
            with visiting(browser, address, look) as visit:
                for path in PAGES:
                    name = path.removesuffix(".html").replace("/", "-")
                    visit.open(path).screenshot(path=folder / f"{name}-{look}.png")


def tables(browser: Browser, address: str, look: Look, language: str, folder: Path) -> None:
    """Begin a game of each kind, and play a card."""
    with visiting(browser, address, look, {"en": "en-GB", "ja": "ja-JP"}[language]) as visit:
        visit.page.add_init_script(AT_ONCE)
        prefix = {"en": "", "ja": "ja/"}[language]
        visit.page.set_viewport_size({"width": look.width, "height": HEIGHTS[look.device]})
        for game in GAMES:
            link = f"game={game}&seed=table 12&seat=2&players=easy-wily"
            page = visit.open(f"{prefix}playground.html?{game}#{link}")
            if page.locator(".pg-dialog .cr-button--primary").count():
                page.locator(".pg-dialog .cr-button--primary").click()
            wait(page)
            page.screenshot(path=folder / f"table-{game}-{language}-{look}.png")
            choose(page)
            wait(page)
            page.screenshot(path=folder / f"played-{game}-{language}-{look}.png")


def choose(page: Page) -> None:
    """Declare, if one has to, or play a card."""
    declaration = page.locator("[data-cover=declare] button")
    card = page.locator(".cr-hand button:not([aria-disabled])")
    (declaration if declaration.count() else card).first.click()


def wait(page: Page) -> None:
    """Until nobody but the person has anything to do."""
    page.wait_for_selector("#playground[data-at$=settled]", timeout=90_000)
    page.wait_for_timeout(1_700)  # a finished trick lies on the table for so long


if __name__ == "__main__":
    if len(sys.argv) not in {2, 3}:
        sys.exit(__doc__)
    main(Path(sys.argv[1]), Path(sys.argv[2] if len(sys.argv) > 2 else ROOT / "pictures"))
