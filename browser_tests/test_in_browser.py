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
from threading import Event
from typing import Final, Literal, cast

import pytest
from browsing import (
    LOOKS,
    MISSING,
    ROOT,
    SPOILT,
    STALLED,
    SUB_PATH,
    Look,
    Visit,
    launched,
    served,
    visiting,
)
from playwright.sync_api import Browser, Page, expect, sync_playwright
from sitting import Shown, Sitting, sit

import collusion_rules as cr

DESKTOP = LOOKS[0]
PAGES = {
    "index.html": "exactly one other",
    "ja/index.html": "ちょうど1人",
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
    "how-to/running.html": "Running a server",
    "playground.html": "Play Collusion",
    "ja/playground.html": "コルージョンを遊ぶ",
}
expect.set_options(timeout=15_000)
READY = 90_000
"""How long Python may take to start, in milliseconds."""
SETTLED = re.compile(" settled$")


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


@pytest.fixture(scope="module", params=["light", "dark"])
def room(
    request: pytest.FixtureRequest, browser: Browser, address: str
) -> Iterator[tuple[Visit, Literal["light", "dark"]]]:
    """One visit in light and one in dark, which the pages share."""
    scheme = cast("Literal['light', 'dark']", request.param)
    with visiting(browser, address, Look("desktop", scheme)) as visit:
        yield visit, scheme


EVERY_PAGE: Final = os.environ.get("HYPOTHESIS_PROFILE") == "long"
"""Whether every page of the site is looked at, and not those alone that stand for each kind."""


def test_each_page_is_whole_in_every_look(
    room: tuple[Visit, Literal["light", "dark"]], site: Path
) -> None:
    """At each width, and by axe at the least and the most."""
    visit, scheme = room
    every = {page.relative_to(site).as_posix(): "" for page in sorted(site.rglob("*.html"))}
    assert PAGES.keys() <= every.keys()
    paths = {**every, **PAGES} if EVERY_PAGE else PAGES
    paths.pop("404.html", None)  # it asks for what is not there
    found = {path: faults for path in paths if (faults := list(_faults(visit, path, scheme)))}
    assert found == {}


def _faults(visit: Visit, path: str, scheme: Literal["light", "dark"]) -> Iterator[object]:
    """What is wrong with a page in a colour scheme."""
    visit.troubles.clear()
    visit.requests.clear()
    page = visit.open(path)
    expect(page.get_by_role("heading", level=1).first).to_contain_text(PAGES.get(path, ""))
    language = "ja" if path.startswith("ja/") else "en"
    expect(page.locator("html")).to_have_attribute("lang", language)
    name = {"light": "default", "dark": "slate"}[scheme]
    expect(page.locator("body")).to_have_attribute("data-md-color-scheme", name)
    for device in ("desktop", "tablet", "phone"):
        look = Look(device, scheme)
        page.set_viewport_size({"width": look.width, "height": 844})
        wide = cast("int", page.evaluate("document.documentElement.scrollWidth"))
        if wide > look.width:
            yield f"{wide} pixels wide at {look}"
        if device != "tablet":
            yield from visit.serious_findings()
    yield from visit.troubles
    yield from (asked for asked in visit.requests if "pyodide" in asked or "wheels" in asked)


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


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        ("save game", "records.html"),
        ("trump", "rules/"),
        ("B7", "rules/parlett.html"),
        ("undo", "how-to/undo.html"),
    ],
)
def test_search_finds_first_what_one_means(desktop: Visit, words: str, wanted: str) -> None:
    page = desktop.open("index.html")
    page.locator(".md-search__input").click()
    page.keyboard.type(words)
    page.wait_for_timeout(1500)  # what an earlier key found is still there
    first = page.locator(".md-search-result__link").first
    expect(first).to_have_attribute("href", re.compile(re.escape(wanted)))


@pytest.mark.parametrize("folder", ["", "ja/"])
def test_search_stays_in_the_language_of_the_page(desktop: Visit, folder: str) -> None:
    page = desktop.open(f"{folder}index.html")
    page.locator(".md-search__input").click()
    page.keyboard.type("pip")
    expect(page.locator(".md-search-result__link").first).to_be_visible()
    found = page.locator(".md-search-result__link").all()
    here = [str(link.get_attribute("href")).split("?")[0] for link in found]
    begins = f"{desktop.address}{folder}"
    resolved = [page.evaluate("(href) => new URL(href, location.href).href", href) for href in here]
    assert [href for href in resolved if not href.startswith(begins)] == []
    assert folder or not [href for href in resolved if href.startswith(f"{begins}ja/")]


def test_an_unknown_address_leads_back_from_any_depth(browser: Browser, address: str) -> None:
    with visiting(
        browser, address, DESKTOP
    ) as visit:  # it looks for the beginning, so asks too much
        page = visit.open("404.html")
        expect(page.get_by_role("link", name="rules")).to_have_attribute(
            "href", f"/{SUB_PATH}/rules/index.html"
        )


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


def started(visit: Visit, path: str = "playground.html", **chosen: str) -> Page:
    """The page with a game begun; the others play at once. Python stays, if it is there."""
    page = visit.page if visit.page.url == visit.address + path else visit.open(path)
    if page.locator("[name=start]").count() == 0:
        if not page.locator("[data-act=new]").is_visible():
            page.locator("[data-open=more]").click()
        page.locator("[data-act=new]").click()
        if page.locator(".pg-dialog").count():
            page.locator(".pg-dialog .cr-button--primary").click()
    choices = {"strength": "easy", "style": "silent", "pace": "instant"} | chosen
    page.locator(f"[name=game][value={choices.pop('game', 'parlett')}]").check()
    page.locator(".pg-start details:not([open]) summary").click()
    page.locator("[name=seed]").fill(choices.pop("seed", "table 12"))
    page.locator("[name=seat]").select_option(index=int(choices.pop("seat", "0")))
    for name, value in choices.items():
        page.locator(f"[name={name}]").select_option(value)
    page.locator("[name=start]").click()
    expect(page.locator("#playground")).to_have_attribute("data-at", SETTLED, timeout=READY)
    return page


def same_table(
    ruleset: str = "parlett", seat: int = 0, players: str = "easy-silent", seed: str = "table 12"
) -> Sitting:
    """What the page must show, as this Python has it."""
    link = {"game": ruleset, "seed": seed, "seat": str(seat), "players": players}
    return settled(sit(json.dumps(link)))


def settled(sitting: Sitting) -> Sitting:
    while not sitting.settled:
        sitting = sitting.others()
    return sitting


def rested(sitting: Sitting) -> Sitting:
    while sitting.game.to_act is not None:
        sitting = sitting.rest()
    return settled(sitting)


def expect_same(page: Page, sitting: Sitting, language: str = "en") -> Shown:
    """Expect the page to show a table, and give what that is."""
    shown = cast("Shown", json.loads(sitting.shown(0, language)))
    at = f"{sitting.game.version} settled"
    expect(page.locator("#playground")).to_have_attribute("data-at", at, timeout=READY)
    expect(page.locator(".cr-log li")).to_have_count(sitting.game.version)
    expect(page.locator(".cr-hand button")).to_have_count(len(sitting.view.hand or ()))
    mine = cr.playable(sitting.game) if sitting.game.to_act == sitting.seat else ()
    expect(page.locator(".cr-hand button:not([aria-disabled])")).to_have_count(len(mine))
    return shown


def is_in_sight(page: Page, look: Look, *parts: str) -> bool:
    """Whether parts of the table are whole in the window, above each other."""
    boxes = [page.locator(part).first.bounding_box() for part in parts]
    height = (page.viewport_size or {"height": 0})["height"]
    return all(
        box is not None
        and box["x"] >= 0
        and box["y"] >= 0
        and box["x"] + box["width"] <= look.width
        and box["y"] + box["height"] <= height
        for box in boxes
    )


def act(page: Page, look: Look, name: str) -> None:
    """Press a button of the table; on a phone some are in a sheet."""
    if not page.locator(f"[data-act={name}]").is_visible():
        page.locator("[data-open=more]").click()
    page.locator(f"[data-act={name}]").click()
    if look.device == "phone":
        page.keyboard.press("Escape")


@pytest.mark.parametrize("look", [LOOKS[1], LOOKS[2]], ids=str)
def test_a_whole_deal_is_played_with_the_keyboard_and_survives_a_reload(
    visit: Visit, look: Look, picture: Callable[[Page, str], None]
) -> None:
    page, sitting = started(visit), same_table()
    expect(page.get_by_role("heading", level=1)).to_be_focused()
    expect_same(page, sitting)
    page.set_viewport_size(
        {"width": look.width, "height": {"desktop": 800, "phone": 700}[look.device]}
    )
    wrong = page.locator(".cr-hand [aria-disabled]").first
    wrong.press("Enter")
    refusal = page.locator(".cr-say").get_by_role("alert")
    expect(refusal).to_contain_text("You must follow suit")
    assert is_in_sight(page, look, ".cr-hand", ".cr-trick", ".cr-say", ".cr-tools")
    picture(page, "refused")
    assert visit.serious_findings() == []
    expect(page.locator(".cr-hand [tabindex='0']")).to_have_count(1)
    shown = expect_same(page, sitting)
    for number in range(13):
        page.locator(".cr-hand [tabindex='0']").press("Home")
        card = page.locator(".cr-hand button:focus").get_attribute("data-card")
        page.keyboard.press("Enter")
        move = cr.Play(cr.Seat(0), cr.Card.parse(card or ""))
        sitting = settled(sitting.move(cr.dumps(move), sitting.game.version))
        shown = expect_same(page, sitting)
        if number == 6:
            page.reload()
            shown = expect_same(page, sitting)
        elif number < 12:
            expect(page.locator(".cr-hand button:focus")).to_have_count(1)
    expect(page.locator(".cr-score li")).to_have_text([line["text"] for line in shown["reasons"]])
    expect(page.locator(".cr-log li")).to_have_text(shown["lines"])
    assert page.evaluate("document.documentElement.scrollWidth") <= look.width
    assert visit.serious_findings() == []
    picture(page, "scored")
    expect(page.get_by_role("button", name="Next deal")).to_be_focused()
    page.keyboard.press("Enter")
    sitting = settled(sitting.deal())
    expect_same(page, sitting)
    expect(page.locator(".cr-hand button:focus")).to_have_count(1)
    act(page, look, "record")
    expect(page.locator(".cr-say")).to_contain_text("Copied")
    copied = cast("str", page.evaluate("navigator.clipboard.readText()"))
    assert cr.loads(copied, "view") == sitting.view
    assert visit.serious_findings() == []


@pytest.mark.parametrize("ruleset", ["secret-partners", "triple-collusion"])
def test_a_game_is_played_in_japanese(
    browser: Browser, address: str, ruleset: str, tmp_path: Path
) -> None:
    look = LOOKS[3]
    dealer = sit(
        json.dumps({"game": ruleset, "seed": "7", "seat": "0", "players": "random"})
    ).game.dealer
    with visiting(browser, address, look, "ja-JP") as visit:
        page = started(visit, "ja/playground.html", game=ruleset, seed="7", seat=str(dealer))
        page.set_viewport_size({"width": look.width, "height": 700})
        sitting = same_table(ruleset, dealer, seed="7")
        page.get_by_role("button", name="♥ ハート").press("Enter")
        hearts = cr.dumps(cr.Declaration(dealer, cr.Suit.HEARTS))
        sitting = settled(sitting.move(hearts, sitting.game.version))
        expect_same(page, sitting, "ja")
        expect(page.locator(".cr-note")).to_contain_text("切り札はハート")
        assert is_in_sight(page, look, ".cr-hand", ".cr-trick", ".cr-say", ".cr-tools")
        assert page.evaluate("document.documentElement.scrollWidth") <= look.width
        assert visit.serious_findings() == []
        page.screenshot(path=Path(os.environ.get("SCREENSHOTS", tmp_path)) / f"{ruleset}-ja.png")
        act(page, look, "hint")
        expect(page.locator(".cr-say")).to_contain_text("ヒント")
        act(page, look, "rest")
        shown = expect_same(page, rested(sitting), "ja")
        expect(page.locator(".cr-log li")).to_have_text(shown["lines"])
        expect(page.locator(".cr-score li")).to_have_text(
            [line["text"] for line in shown["reasons"]]
        )
        assert visit.serious_findings() == []
        assert visit.troubles == []


def test_the_games_and_seats_on_offer_are_those_of_the_library(desktop: Visit) -> None:
    page = desktop.open("playground.html")
    offered = page.locator("[name=game]").all()
    assert [game.get_attribute("value") for game in offered] == list(cr.RULESETS)
    for name, rules in cr.RULESETS.items():
        page.locator(f"[name=game][value={name}]").check()
        expect(page.locator("[name=seat] option")).to_have_count(rules.players)
    assert "playground/page.js" in desktop.requests
    assert [asked for asked in desktop.requests if "playground/worker" in asked] == []


def test_the_others_offer_and_answer_and_a_hint_says_why(desktop: Visit) -> None:
    """B9: all that can be said is offered, and answered by whoever it is for."""
    page = started(desktop, style="wily")
    sitting = same_table(players="easy-wily")
    expect_same(page, sitting)
    expect(page.locator(".cr-bubble").first).to_be_visible()
    assert {"playground/worker.js", "playground/pyodide/pyodide.asm.wasm"} <= set(desktop.requests)
    questions = page.locator("[data-key=question]")
    said = [str(option.get_attribute("value")) for option in questions.locator("option").all()]
    assert {"ask-aim", "ask-more", "ask-what-to-lead", "offer-lead", "not-S", "low-H"} <= set(said)
    questions.select_option("ask-what-to-lead")
    page.locator("[data-key=ask]").click()
    ask = cr.dumps(cr.Talk(cr.Seat(0), cr.AskWhatToLead(cr.Seat(1))))
    sitting = settled(sitting.move(ask))
    expect_same(page, sitting)
    expect(page.locator(".cr-bubble").first).to_contain_text("Please lead")
    page.locator(".cr-words[maxlength]").fill("<b>my own words</b>")
    page.get_by_role("button", name="Say").last.click()
    expect(page.locator(".cr-log li").last).to_contain_text("“<b>my own words</b>”")
    page.locator("[data-act=hint]").click()
    expect(page.locator(".cr-say")).to_contain_text(re.compile(r"Hint: .*(average|only card|same)"))


def test_a_move_is_taken_back_and_a_new_game_asks_first(desktop: Visit) -> None:
    page, sitting = started(desktop), same_table()
    expect_same(page, sitting)
    expect(page.locator("[data-act=undo]")).to_have_attribute("aria-disabled", "true")
    page.locator(".cr-hand button:not([aria-disabled])").first.click()
    expect(page.locator(".cr-hand button")).to_have_count(12)
    page.locator("[data-act=undo]").click()
    expect_same(page, sitting)
    page.locator("[data-act=new]").click()
    page.get_by_role("button", name="Stay").click()
    expect_same(page, sitting)


def test_a_link_brings_the_game_and_a_record_is_read_step_by_step(
    desktop: Visit, browser: Browser, address: str
) -> None:
    page, sitting = started(desktop), same_table()
    card = page.locator(".cr-hand button:not([aria-disabled])").first
    move = cr.Play(cr.Seat(0), cr.Card.parse(card.get_attribute("data-card") or ""))
    card.click()
    sitting = settled(sitting.move(cr.dumps(move)))
    expect_same(page, sitting)
    page.locator("[data-act=share]").click()
    expect(page.locator(".cr-say")).to_contain_text("Link copied")
    link = cast("str", page.evaluate("navigator.clipboard.readText()"))
    page.locator("[data-act=load]").click()
    page.get_by_label("Record", exact=True).fill("no record")
    page.get_by_role("button", name="Read it").click()
    expect(page.locator(".pg-dialog").get_by_role("alert")).to_contain_text(
        "not a record of a game"
    )
    page.get_by_label("Record", exact=True).fill(sitting.saved())
    page.get_by_role("button", name="Read it").click()
    of = sitting.game.version
    expect(page.locator(".cr-say")).to_contain_text(f"{of} of {of}")
    page.locator("[data-act=first]").click()
    expect(page.locator(".cr-say")).to_contain_text(f"1 of {of}: A game of Parlett's Collusion")
    page.locator("[data-act=forward]").click()
    expect(page.locator(".cr-log li")).to_have_count(2)
    page.locator("[data-act=playOn]").click()
    expect(page.locator("#playground")).to_have_attribute("data-at", SETTLED)
    with visiting(browser, address, DESKTOP) as other:
        bad = re.sub("seed=[^&]*", "seed=other", link.removeprefix(address))
        there = other.open(link.removeprefix(address))
        expect_same(there, sitting)
        there.wait_for_function("localStorage.getItem('collusion-rules:game') !== null")
        there.goto("about:blank")
        there.goto(address + bad)
        there.get_by_role("button", name="Open it").click()
        expect(there.locator(".cr-say")).to_contain_text(re.compile("can be followed only|turn"))
        there.evaluate("location.hash = 'game=whist&seed=1'")
        there.get_by_role("button", name="Open it").click()
        expect(there.get_by_role("alert").first).to_contain_text("no game that is known")
        assert other.troubles == []


def test_a_start_that_stalls_is_told_and_goes_on(browser: Browser, address: str) -> None:
    """Case 39: half a file and then nothing; it is tried again, on a memory that can't be used."""
    with visiting(browser, address, DESKTOP) as visit:
        page = visit.page
        page.clock.install()
        visit.open("playground.html")
        STALLED["started.bin"] = Event()
        page.locator("[name=pace]").select_option("instant")
        page.locator("[name=start]").click()
        expect(page.locator(".pg-panel [role=status]")).to_contain_text(" MB")
        page.wait_for_timeout(1500)
        page.clock.fast_forward(21_000)
        expect(page.get_by_role("alert")).to_contain_text("Nothing has come for 20 seconds")
        STALLED.popitem()[1].set()
        SPOILT.append("started.bin")
        page.get_by_role("button", name="Try again").click()
        expect(page.locator("#playground")).to_have_attribute("data-at", SETTLED, timeout=READY)
        SPOILT.clear()


def test_a_tablet_shows_the_table_whole(desktop: Visit) -> None:
    page = started(desktop)
    page.set_viewport_size({"width": 768, "height": 1024})
    tablet = Look("tablet", "light")
    assert is_in_sight(page, tablet, ".cr-hand", ".cr-trick", ".cr-say", ".cr-tools")
    assert page.evaluate("document.documentElement.scrollWidth") <= tablet.width
    assert desktop.serious_findings() == []
    page.set_viewport_size({"width": DESKTOP.width, "height": 844})


ALL_IS_KEPT: Final = """async () => {
    const fetched = performance.getEntriesByType("resource").map((entry) => entry.name);
    const kept = await Promise.all(fetched.map((name) => caches.match(name)));
    return kept.every(Boolean);
}"""


def test_a_failed_start_says_so_and_is_tried_again_and_then_needs_no_network(
    browser: Browser, address: str
) -> None:
    """Case 39: a file that is missing; then all is there; then no network at all."""
    with visiting(browser, address, DESKTOP) as visit:
        page = visit.open("playground.html")
        page.context.unroute_all()  # where requests are watched, a worker's fail without a network
        MISSING.append("started.bin")
        page.locator("[name=pace]").select_option("instant")
        page.locator("[name=start]").click()
        alert = page.get_by_role("alert")
        expect(alert).to_contain_text("404", timeout=READY)
        expect(alert).to_contain_text("Nothing is lost")
        expect(page.get_by_role("button", name="Try again")).to_be_focused()
        MISSING.clear()
        page.keyboard.press("Enter")
        progress = page.locator("progress")
        expect(progress.or_(page.locator(".cr-hand"))).to_be_visible()
        expect(page.locator("#playground")).to_have_attribute("data-at", SETTLED, timeout=READY)
        page.wait_for_function("caches.keys().then((names) => names.length === 1)")
        page.wait_for_function(
            "caches.match(location.pathname).then((found) => found !== undefined)"
        )
        page.wait_for_function(ALL_IS_KEPT)
        page.wait_for_function("localStorage.getItem('collusion-rules:game') !== null")
        page.wait_for_function("navigator.serviceWorker.controller?.state === 'activated'")
        page.context.set_offline(True)
        page.reload()
        expect(page.locator("#playground")).to_have_attribute("data-at", SETTLED, timeout=READY)
        expect(page.get_by_text("You are offline")).to_be_visible()
