"""The site as a person sees it: `pytest browser_tests`, with Chromium and npm on the machine.

`SITE` may name a site that is built, playground and all; `SCREENSHOTS` a folder for pictures.
"""

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import cast

import pytest
from browsing import LOOKS, ROOT, Look, Visit, launched, served, visiting
from playwright.sync_api import Browser, Locator, Page, expect, sync_playwright
from sitting import Shown, Sitting, sit

import collusion_rules as cr

DESKTOP = LOOKS[0]
PAGES = {
    "index.html": "collusion-rules",
    "ja/index.html": "collusion-rules",
    "why.html": "Why it is made this way",
    "rules/parlett.html": "Parlett's Collusion",
    "ja/rules/parlett.html": "コルージョン（パーレット版）",
    "rules/rulings.html": "Rulings",
    "rules/first-deal.html": "A first deal, trick by trick",
    "rules/summary-partners.html": "Secret partners on a page",
    "ja/rules/partners-strategy.html": "秘密のパートナーのコツ",
    "ja/rules/terms.html": "用語集",
    "reference/verbs.html": "Verbs",
    "reference/errors.html": "Errors",
    "how-to/web-server.html": "A web server",
    "playground.html": "Try it",
    "ja/playground.html": "遊んでみる",
}
expect.set_options(timeout=15_000)
READY = 90_000
"""How long Python may take to start, in milliseconds."""


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if given := os.environ.get("SITE"):
        return Path(given).resolve()
    built = tmp_path_factory.mktemp("built")
    mkdocs = [sys.executable, "-m", "mkdocs", "build", "-q", "-d", str(built)]
    subprocess.run(mkdocs, cwd=ROOT, check=True)
    playground = [sys.executable, "scripts/playground.py", str(built)]
    subprocess.run(playground, cwd=ROOT, check=True)
    return built


@pytest.fixture(scope="session")
def address(site: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with served(site, tmp_path_factory.mktemp("served")) as address:
        yield address


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright, launched(playwright) as browser:
        yield browser


@pytest.fixture(params=LOOKS, ids=str)
def look(request: pytest.FixtureRequest) -> Look:
    return cast("Look", request.param)


@pytest.fixture
def visit(browser: Browser, address: str, look: Look) -> Iterator[Visit]:
    """A visit in each look, in which nothing may go wrong."""
    with visiting(browser, address, look) as visit:
        yield visit
        assert visit.troubles == []


@pytest.fixture(scope="module")
def desk(browser: Browser, address: str) -> Iterator[Visit]:
    with visiting(browser, address, DESKTOP) as visit:
        yield visit


@pytest.fixture
def desktop(desk: Visit) -> Iterator[Visit]:
    """One visit at a desktop that many tests share; nothing may go wrong in it."""
    desk.requests.clear()
    desk.troubles.clear()
    yield desk
    assert desk.troubles == []


@pytest.fixture
def picture(look: Look, tmp_path: Path) -> Callable[[Page, str], None]:
    """Take a picture of the whole page; while one searches, of what is in the window."""
    folder = Path(os.environ.get("SCREENSHOTS", tmp_path))

    def take(page: Page, name: str) -> None:
        page.screenshot(path=folder / f"{name}-{look}.png", full_page=name != "search")

    return take


# Pages


@pytest.mark.parametrize("path", PAGES)
def test_a_page_is_whole_in_every_look(
    visit: Visit, look: Look, path: str, picture: Callable[[Page, str], None]
) -> None:
    page = visit.open(path)
    heading = page.get_by_role("heading", level=1)
    expect(heading).to_contain_text(PAGES[path])
    language = "ja" if path.startswith("ja/") else "en"
    expect(page.locator("html")).to_have_attribute("lang", language)
    scheme = {"light": "default", "dark": "slate"}[look.scheme]
    expect(page.locator("body")).to_have_attribute("data-md-color-scheme", scheme)
    picture(page, path.removesuffix(".html").replace("/", "-"))
    assert page.evaluate("document.documentElement.scrollWidth") <= look.width
    assert visit.serious_findings() == []
    assert not [asked for asked in visit.requests if "pyodide" in asked or "wheels" in asked]


def test_search_finds_a_page(
    visit: Visit, look: Look, picture: Callable[[Page, str], None]
) -> None:
    page = visit.open("index.html")
    if look.device == "phone":
        page.locator("label[for=__search]").first.click()
    else:
        page.locator(".md-search__input").click()
    page.keyboard.type("accusation")
    result = page.locator(".md-search-result__link").filter(has_text="Accusation").first
    expect(result).to_be_visible()
    picture(page, "search")
    result.click()
    expect(page.locator("article")).to_contain_text("ccus")
    assert page.url != f"{visit.address}index.html"


def test_a_rules_page_leads_to_its_japanese_one(desktop: Visit) -> None:
    page = desktop.open("rules/parlett.html")
    page.locator(".md-header .md-select button").focus()
    page.get_by_role("link", name="日本語").click()
    expect(page.locator("html")).to_have_attribute("lang", "ja")
    expect(page.get_by_role("heading", level=1)).to_contain_text("コルージョン（パーレット版）")


@pytest.mark.parametrize("game", ["parlett", "partners", "triple"])
def test_a_game_is_printed_on_one_page(desktop: Visit, game: str) -> None:
    for folder in ("", "ja/"):
        page = desktop.open(f"{folder}rules/summary-{game}.html")
        printed = page.pdf(format="A4")
        assert len(re.findall(rb"/Type\s*/Page\b", printed)) == 1


def test_other_pages_fetch_nothing_of_the_playground(desktop: Visit) -> None:
    desktop.open("index.html")
    assert "index.html" in desktop.requests
    assert [asked for asked in desktop.requests if asked.startswith("playground")] == []


# The playground


def started(visit: Visit, ruleset: str, seat: int, path: str = "playground.html") -> Page:
    """The page with a game begun. Python stays, if it has started there."""
    page = visit.page if visit.page.url == visit.address + path else visit.open(path)
    page.locator("[name=ruleset]").select_option(ruleset)
    page.locator(".pg-setup [name=seat]").select_option(str(seat))
    page.locator(".pg-setup button").click()
    expect(page.locator(".pg-log li").first).to_be_visible(timeout=READY)
    return page


def same_table(ruleset: str, seat: int) -> Sitting:
    """What the page must show, as this Python has it."""
    return others_played(sit(ruleset, "table 12", seat))


def others_played(sitting: Sitting) -> Sitting:
    while sitting.game.to_act not in (None, sitting.seat):
        sitting = sitting.others()
    return sitting


def expect_same(page: Page, sitting: Sitting) -> Shown:
    """Expect the page to show a table, and give what that is."""
    shown = cast("Shown", json.loads(sitting.shown(0)))
    expect(page.locator(".pg-log li")).to_have_count(shown["version"])
    expect(page.locator(".pg-hand button")).to_have_count(len(shown["hand"]))
    legal = [move for move in cr.legal_moves(sitting.game) if isinstance(move, cr.Play)]
    mine = [move for move in legal if move.seat == sitting.seat]
    expect(page.locator(".pg-hand button:not([aria-disabled])")).to_have_count(len(mine))
    return shown


def opened(page: Page, summary: str) -> Locator:
    """A panel that is open."""
    panel = page.locator(".pg-details").filter(has_text=summary)
    if panel.get_attribute("open") is None:
        panel.locator("summary").click()
    return panel


def test_a_whole_deal_is_played_with_the_keyboard(
    visit: Visit, look: Look, picture: Callable[[Page, str], None]
) -> None:
    page, sitting = started(visit, "parlett", 0), same_table("parlett", 0)
    expect(page.locator(".pg-play h2").first).to_be_focused()
    expect_same(page, sitting)
    assert visit.serious_findings() == []
    picture(page, "playing")
    while sitting.game.to_act is not None:
        card = page.locator(".pg-hand button:not([aria-disabled])").first
        card.focus()
        page.keyboard.press("Enter")
        move = cr.legal_moves(sitting.game)[0]
        sitting = others_played(sitting.move(cr.dumps(move), sitting.game.version))
        shown = expect_same(page, sitting)
        if shown["hand"]:
            expect(page.locator(".pg-hand button:focus")).to_have_count(1)
    shown = cast("Shown", json.loads(sitting.shown(0)))
    expect(page.locator(".pg-reasons li")).to_have_text([line["en"] for line in shown["score"]])
    expect(page.locator(".pg-log li")).to_have_text([line["en"] for line in shown["lines"]])
    totals = page.locator("#playground tbody td:nth-child(3)").all_inner_texts()
    assert sorted(map(int, totals)) == sorted(sitting.game.totals)
    assert page.evaluate("document.documentElement.scrollWidth") <= look.width
    assert visit.serious_findings() == []
    picture(page, "scored")
    record = opened(page, "Your view as a record").get_by_role("region")
    expect(record).to_have_text(cr.dumps(cr.view(sitting.game, cr.Seat(0))))
    page.get_by_role("button", name="Next deal").press("Enter")
    sitting = others_played(sitting.deal())
    expect_same(page, sitting)
    expect(page.locator(".pg-hand button:focus")).to_have_count(1)


@pytest.mark.parametrize("ruleset", cr.RULESETS)
def test_every_game_is_played_in_japanese(desktop: Visit, ruleset: str) -> None:
    seat = sit(ruleset, "table 12", 0).game.dealer
    page = started(desktop, ruleset, seat, "ja/playground.html")
    sitting = same_table(ruleset, seat)
    if sitting.game.phase is cr.Phase.DECLARING:
        page.get_by_role("button", name="♥ ハート").press("Enter")
        hearts = cr.dumps(cr.Declaration(seat, cr.Suit.HEARTS))
        sitting = others_played(sitting.move(hearts, sitting.game.version))
        expect_same(page, sitting)
        expect(page.locator(".pg-play h2").first).to_have_text("第1ディール（切り札は♥ ハート）")
    page.get_by_role("button", name="残りを代わりに出してもらう").click()
    shown = expect_same(page, sitting.rest())
    for language in ("en", "ja"):
        page.get_by_label("経過の言語").select_option(language)
        lines, reasons = page.locator(".pg-log li"), page.locator(".pg-reasons li")
        expect(lines).to_have_text([line[language] for line in shown["lines"]])
        expect(reasons).to_have_text([line[language] for line in shown["score"]])


def test_the_games_and_seats_on_offer_are_those_of_the_library(desktop: Visit) -> None:
    page = desktop.open("playground.html")
    games = page.locator("[name=ruleset] option")
    offered = [option.get_attribute("value") for option in games.all()]
    assert offered == list(cr.RULESETS)
    for name, rules in cr.RULESETS.items():
        page.locator("[name=ruleset]").select_option(name)
        expect(page.locator(".pg-setup [name=seat] option")).to_have_count(rules.players)


def test_python_is_fetched_from_the_site_and_not_before_start(desktop: Visit) -> None:
    page = desktop.open("playground.html")
    expect(page.get_by_role("button", name="Start")).to_be_visible()
    assert "playground/page.js" in desktop.requests
    assert "playground/worker.js" not in desktop.requests
    page.get_by_role("button", name="Start").click()
    expect(page.locator(".pg-log li").first).to_be_visible(timeout=READY)
    assert {"playground/worker.js", "playground/pyodide/pyodide.asm.wasm"} <= set(desktop.requests)
    assert any(asked.startswith("playground/wheels/collusion_rules-") for asked in desktop.requests)


def test_every_statement_can_be_made(desktop: Visit) -> None:
    page, sitting = started(desktop, "parlett", 0), same_table("parlett", 0)
    expect_same(page, sitting)
    to, suit, high = cr.Seat(2), cr.Suit.HEARTS, cr.Height.HIGH
    statements: dict[str, cr.Statement] = {
        "aim": cr.Aim(5),
        "no-more": cr.NoMore(),
        "ask-aim": cr.AskAim(5),
        "ask-more": cr.AskMore(to),
        "ask-lead": cr.AskLead(suit, high),
        "ask-not-lead": cr.AskNotLead(suit),
        "ask-what-to-lead": cr.AskWhatToLead(to),
        "ask-what-not-to-lead": cr.AskWhatNotToLead(to),
        "offer-lead": cr.OfferLead(to),
        "offer": cr.Offer(to, 5),
        "agree": cr.Agree(to, 5),
        "retract": cr.Retract(),
        "words": cr.Words("my own words"),
    }
    form = page.locator("form").filter(has=page.locator("[name=type]"))
    kinds = form.locator("[name=type] option")
    assert [kind.get_attribute("value") for kind in kinds.all()] == list(statements)
    chosen = {"tricks": "5", "seat": "2", "suit": "H", "height": "high", "text": "my own words"}
    for kind, statement in statements.items():
        form.locator("[name=type]").select_option(kind)
        for name, value in chosen.items():
            field = form.locator(f"[name={name}]")
            if not field.is_visible():
                continue
            if name in ("tricks", "text"):
                field.fill(value)
            else:
                field.select_option(value)
        form.get_by_role("button").click()
        talk = cr.dumps(cr.Talk(cr.Seat(0), statement))
        sitting = sitting.move(talk, sitting.game.version)
        expect_same(page, sitting)
    expect(page.locator(".pg-refusal")).to_have_text("")
    form.locator("[name=type]").select_option("ask-lead")
    form.locator("[name=suit]").select_option("")
    form.locator("[name=height]").select_option("")
    form.get_by_role("button").click()
    expect(page.locator(".pg-log li").last).to_contain_text("“Please lead whatever you like.”")
    shown = cast("Shown", json.loads(sitting.shown(0)))
    said = [line["en"] for line in shown["lines"]]
    assert page.locator(".pg-log li").all_text_contents()[: len(said)] == said


def test_a_card_that_may_not_be_played_says_why(desktop: Visit) -> None:
    page = started(desktop, "parlett", 0)
    expect_same(page, same_table("parlett", 0))
    page.get_by_role("button", name="seven of spades").press("Enter")
    refusal = page.get_by_role("alert").filter(has_text="must follow")
    expect(refusal).to_have_text("seat 0 (you) must follow clubs: play one of Q♣ J♣ 5♣ 4♣")
    page.get_by_role("button", name="queen of clubs").press("Enter")
    expect(refusal).to_have_count(0)


def test_a_move_is_taken_back(desktop: Visit) -> None:
    page, sitting = started(desktop, "parlett", 0), same_table("parlett", 0)
    expect_same(page, sitting)
    back = page.get_by_role("button", name="Take back my last move")
    expect(back).to_be_hidden()
    page.get_by_role("button", name="four of clubs").click()
    expect(page.locator(".pg-hand button")).to_have_count(12)
    back.press("Enter")
    expect_same(page, sitting)
    expect(back).to_be_hidden()
    expect(page.locator(".pg-hand button:focus")).to_have_count(1)


def test_the_view_is_told_and_its_record_copied(desktop: Visit) -> None:
    page, sitting = started(desktop, "secret-partners", 1), same_table("secret-partners", 1)
    page.get_by_role("button", name="Play the rest for me").click()
    sitting = sitting.rest()
    expect_same(page, sitting)
    session = opened(page, "Your view in Python").get_by_role("region")
    expect(session).to_have_text(sitting.session())
    opened(page, "Your view as a record").get_by_role("button").click()
    expect(page.get_by_text("Copied.")).to_be_visible()
    copied = cast("str", page.evaluate("navigator.clipboard.readText()"))
    assert cr.loads(copied, "view") == cr.view(sitting.game, cr.Seat(1))


def test_a_site_without_the_playground_says_so(browser: Browser, address: str) -> None:
    with visiting(browser, address, DESKTOP) as visit:
        page = visit.open("playground.html")
        page.route("**/wheels.json", lambda route: route.fulfill(status=404))
        page.get_by_role("button", name="Start").click()
        refusal = page.get_by_role("alert").filter(has_text="could not start")
        expect(refusal).to_contain_text("wheels.json: 404", timeout=READY)
