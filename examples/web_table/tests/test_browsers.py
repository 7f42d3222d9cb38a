"""Real browsers at one table: four people, one of them on a phone, one leaving and coming back.

They need Chromium: the system's, or the one of `playwright install chromium`.
"""

import io
import json
import shutil
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import segno
from people import Served, dial

import collusion_rules as cr

playwright = pytest.importorskip("playwright.sync_api")
CHROMIUM = shutil.which("chromium")
PLAYABLE = ".cr-hand .cr-card:not([aria-disabled])"
FOCUSED = f"document.activeElement?.matches('.cr-declare button, {PLAYABLE}')"
PHONE, DESK = {"width": 390, "height": 780}, {"width": 1280, "height": 800}


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with playwright.sync_playwright() as running:
        try:
            started = running.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        except playwright.Error:
            pytest.skip("no Chromium")
        yield started
        started.close()


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    served = Served(str(tmp_path / "tables.sqlite"))
    yield served
    served.stop()


def person(browser: Any, url: str, number: int, **how: Any) -> Any:
    """A page at a table, seated by its name."""
    size = PHONE if number == 1 else DESK
    context = browser.new_context(viewport=size, has_touch=number == 1, locale="en-GB", **how)
    page = context.new_page()
    page.errors = []

    def failed(error: object) -> None:
        page.errors.append(str(error))

    page.on("pageerror", failed)
    page.goto(url)
    page.fill("[data-key=name]", f"Person {number}")
    page.click(f"[data-key=sit{number}]")
    return page


def play(pages: list[Any], until: str, seconds: float = 240) -> None:
    """Everybody plays by the keyboard until something is to be seen on all pages."""
    end = time.monotonic() + seconds
    while not all(page.query_selector(until) for page in pages):
        assert time.monotonic() < end, "the game doesn't go on"
        for page in pages:
            for what in (".cr-declare button", PLAYABLE):
                if page.evaluate(f"(document.querySelector('{what}')?.focus(), {FOCUSED})"):
                    page.keyboard.press("Enter")


OUTSIDE = """[...document.querySelectorAll("body *")].filter((element) =>
  document.documentElement.scrollWidth > innerWidth
  && element.getBoundingClientRect().right > innerWidth).map((element) => element.outerHTML)"""


def outside(page: Any) -> list[str]:
    """What stands out at the side."""
    found: list[str] = page.evaluate(OUTSIDE)
    return found


@pytest.mark.parametrize("ruleset", ["parlett", "secret-partners", "triple-collusion"])
def test_a_whole_deal(browser: Any, served: Served, ruleset: str) -> None:
    players = 6 if ruleset == "triple-collusion" else 4
    url = f"{served.url}/r/{served.open(ruleset=ruleset, shares=True)}"
    pages = [person(browser, url, number) for number in range(4)]
    for seat in range(4, players):
        pages[0].click(f"[data-key=computer{seat}]")
    for page in pages:
        page.wait_for_selector(".cr-hand .cr-card")
        assert outside(page) == []
    pages[3].goto("about:blank")
    pages[3].goto(url)
    pages[3].wait_for_selector(".cr-hand .cr-card")
    assert pages[3].locator(".cr-plate b small").first.inner_text().strip() == "Person 3"
    cheat(pages[2], url)
    play(pages, "[data-cover=scored] .cr-results")
    for page in pages:
        assert page.errors == []
        assert outside(page) == []
        assert page.locator(".cr-score li").count() >= players
        page.context.close()


DRAWN = """async ([snapshot, language]) => {
  const { Table } = await import("/table/table.js");
  const main = document.createElement("main");
  document.body.replaceChildren(main);
  new Table(main, { move() {}, act() {} }).draw({
    snapshot, language, points: [[3, 12, 12, 6, -5, 8]], lines: ["M".repeat(80)],
    names: ["M", "W ", "アン", "Person", "i", "No "].map((part) => part.repeat(20).slice(0, 20)),
    bubbles: { 1: "M".repeat(40), 2: "I am aiming for 4 tricks.", 3: "Let us both take 4 tricks" },
    tools: [["undo", "Undo", true]], more: [["share", "Share", true]],
  });
}"""


@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_longest_names_fit(browser: Any, served: Served, language: str) -> None:
    """In every game, late in a deal, whatever has been said, on the narrowest screens."""
    page = browser.new_page()
    page.goto(served.url)
    for rules in cr.RULESETS.values():
        game = cr.deal(cr.new_game(rules, cr.Seat(0)), seed=1)
        while len(game.plays) < len(rules.deck) - 2 * rules.players - 1:
            game = cr.play(
                game, next(m for m in cr.legal_moves(game) if not isinstance(m, cr.Accusation))
            )
        for viewer in (0, 1, None):
            snapshot = cr.snapshot(cr.view(game, None if viewer is None else cr.Seat(viewer)))
            page.evaluate(DRAWN, [snapshot, language])
            for width in (320, 390, 768, 1280):
                page.set_viewport_size({"width": width, "height": 700})
                assert outside(page) == [], (rules.name, viewer, width)
    page.close()


def cheat(page: Any, url: str) -> None:
    """Hand-made messages with one's own token: a card of somebody else's, and out of turn."""
    room = url.rpartition("/")[2]
    token = page.evaluate(f"localStorage.getItem('token:{room}')")
    line = dial(url.replace("http", "ws").replace("/r/", "/ws/"))
    line.send(json.dumps({"type": "hello", "token": token, "snapshots": True}))
    whole = json.loads(line.recv(timeout=10))
    codes: list[str] = []
    for at, seat in enumerate((0, 2)):
        move = {"type": "play", "seat": seat, "card": "AS"}
        wish = {"type": "move", "id": f"cheat {at}", "seen": whole["at"], "move": move}
        if seat == 2 and (
            whole["snapshot"]["turn"] == 2 or whole["snapshot"]["phase"] != "playing"
        ):
            continue
        line.send(json.dumps(wish))
        answer = {"type": ""}
        while answer["type"] != "refused":
            answer = json.loads(line.recv(timeout=10))
        codes.append(answer["code"])
    assert codes in (["not-seated"], ["not-seated", "not-your-turn"])
    line.close()


def test_talk_take_back_and_languages(browser: Any, served: Served) -> None:
    url = f"{served.url}/r/{served.open(take_backs='none')}"
    pages = [person(browser, url, number) for number in range(4)]
    for page in pages:
        page.wait_for_selector(".cr-hand .cr-card")
    pages[0].fill("input.cr-words", "who wants <b>four</b>?")
    pages[0].press("input.cr-words", "Enter")
    bubble = pages[2].wait_for_selector(".cr-bubble")
    assert bubble.inner_text() == "who wants <b>four</b>?"
    turn = next(
        page for page in pages if page.query_selector(".cr-hand .cr-card:not([aria-disabled])")
    )
    turn.locator(".cr-hand .cr-card:not([aria-disabled])").first.press("Enter")
    turn.wait_for_selector(".cr-trick .cr-card")
    turn.wait_for_selector("[data-act=take-back]:not([aria-disabled])")
    turn.click("[data-act=take-back]")
    turn.wait_for_selector(".cr-hand .cr-card:nth-child(13)")
    pages[3].click("#language")
    pages[3].wait_for_selector("text=あなた")
    pages[3].click("#theme")
    assert pages[3].evaluate("document.body.dataset.mdColorScheme") == "slate"


def test_what_people_take_along(browser: Any, served: Served) -> None:
    """The link as a picture, accusations, the record, and the shuffle checked at the end."""
    name = served.open(ruleset="secret-partners", accusations=True, shares=True)
    url = f"{served.url}/r/{name}"
    first = person(browser, url, 0)
    for _ in range(2):
        first.click("[data-key=renew]")  # really
    first.wait_for_function("document.querySelector('[data-key=link]')?.value.includes('#')")
    late = person(browser, url, 1)
    late.wait_for_selector("text=The host has renewed the invitation")
    late.wait_for_selector("text=The link was renewed")
    late.context.close()
    first.reload()
    picture = first.locator(".share img")
    picture.evaluate("picture => picture.decode()")
    with urllib.request.urlopen(picture.evaluate("picture => picture.src"), timeout=5) as answer:  # noqa: S310
        drawn = answer.read()
    new = first.locator("[data-key=link]").input_value()
    segno.make_qr(new).save(expected := io.BytesIO(), kind="svg", scale=4, light="#fff")
    assert drawn == expected.getvalue()
    pages = [first, *(person(browser, new, number) for number in (1, 2, 3))]
    while not first.locator("[data-key^=accuse]").count():
        for page in pages:
            page.evaluate("document.querySelector('.cr-declare button')?.click()")
    first.locator("[data-key^=accuse]").first.click()
    for page in pages:
        page.locator(".cr-log", has_text="accuses").wait_for(state="attached")
    with first.expect_download() as saved:
        first.click("[data-act=save]")
    record = cr.loads(Path(saved.value.path()).read_text("utf-8"), "view")
    assert (record.viewer, len(record.accusations)) == (0, 1)
    for _ in range(2):
        first.click("[data-act=close]")
    for page in pages:
        page.locator(".cr-offline", has_text="The shuffle was checked").wait_for()
        assert page.errors == []
        page.context.close()


AXE = Path(__file__).parents[3] / "clients" / "node_modules" / "axe-core" / "axe.min.js"
SERIOUS = """async () => (await axe.run()).violations
  .filter(({ impact }) => impact === "serious" || impact === "critical")
  .map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)])"""


@pytest.mark.skipif(not AXE.is_file(), reason="axe-core is not here")
@pytest.mark.parametrize("language", ["en-GB", "ja-JP"])
def test_axe_finds_nothing_serious(browser: Any, served: Served, language: str) -> None:
    """On the first page, at a table that waits, and at one where a game is played."""
    urls = [served.url, *(f"{served.url}/r/{served.open()}" for _ in range(2))]
    others = [person(browser, urls[2], number) for number in (0, 2, 3)]
    context = browser.new_context(viewport=PHONE, locale=language, bypass_csp=True)
    page = context.new_page()
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        for url in urls:
            page.goto(url)
            page.wait_for_selector(".lobby, .cr-hand")
            if url == urls[2] and scheme == "light":
                page.fill("[data-key=name]", "Person 1")
                page.click("[data-key=sit1]")
                page.wait_for_selector(".cr-hand .cr-card")
            page.evaluate("localStorage.removeItem('theme')")
            page.add_script_tag(path=AXE)
            assert page.evaluate(SERIOUS) == [], (url, scheme)
    for one in (page, *others):
        one.context.close()
