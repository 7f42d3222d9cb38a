"""The built site: whole, without dead links, and asking nobody else for anything.

`SITE` is where it is, if it was built just now.
"""

import os
import re
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urldefrag, urljoin

import pytest
from surroundings import run

import collusion_rules as cr

pytestmark = pytest.mark.once

pytest.importorskip("mkdocs", reason="the site is built with the extra `docs`")

ROOT = Path(__file__).parent.parent


class Links(HTMLParser):
    """What a page links to, what it loads, and the anchors that it has."""

    def __init__(self, page: Path) -> None:
        super().__init__()
        self.links: list[str] = []
        self.loaded: list[str] = []
        self.anchors: set[str] = {""}
        self.feed(page.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self.anchors.add(given.get("id", ""))
        if "src" in given:
            self.loaded.append(given["src"])
        if "href" in given:
            fetched = tag == "link" and given.get("rel") not in ("alternate", "canonical")
            (self.loaded if fetched else self.links).append(given["href"])


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if given := os.environ.get("SITE"):
        return Path(given)
    folder = tmp_path_factory.mktemp("site")
    # not with --quiet, which keeps warnings from --strict
    command = (sys.executable, "-m", "mkdocs", "build", "--strict", "-d", folder)
    built = run(*command, cwd=ROOT, check=False)
    warnings = [line for line in built.stderr.splitlines() if line.startswith(("WARN", "ERROR"))]
    assert (built.returncode, warnings) == (0, []), built.stderr
    return folder


@pytest.fixture(scope="module")
def pages(site: Path) -> dict[Path, Links]:
    # 404.html is served for paths at any depth, so its links begin at the root of the site
    return {page: Links(page) for page in site.rglob("*.html") if page.name != "404.html"}


def is_elsewhere(link: str) -> bool:
    return link.startswith(("https://", "http://", "mailto:", "data:"))


def test_no_link_within_the_site_is_dead(pages: dict[Path, Links]) -> None:
    dead: list[str] = []
    for page, found in pages.items():
        for link in (*found.links, *found.loaded):
            if is_elsewhere(link):
                continue
            path, anchor = urldefrag(urljoin(page.as_uri(), link))
            target = Path(unquote(path.removeprefix("file://")))
            # the theme shows a picture with such an ending in one of its colours alone
            shades = {"", "only-light", "only-dark"}
            known = pages[target].anchors if target in pages else shades
            if not target.is_file() or unquote(anchor) not in known:
                dead.append(f"{page}: {link}")
    assert dead == []


def test_the_site_may_lie_in_any_folder(pages: dict[Path, Links]) -> None:
    links = {link for found in pages.values() for link in (*found.links, *found.loaded)}
    assert [link for link in links if link.startswith("/")] == []


def test_nothing_is_loaded_from_elsewhere(pages: dict[Path, Links]) -> None:
    loaded = {link for found in pages.values() for link in found.loaded}
    assert [link for link in loaded if is_elsewhere(link)] == []


def test_the_rules_are_in_two_languages(site: Path) -> None:
    english = {page.name for page in (site / "rules").glob("*.html")}
    assert {page.name for page in (site / "ja" / "rules").glob("*.html")} == english
    assert 'lang="ja"' in (site / "ja" / "rules" / "parlett.html").read_text(encoding="utf-8")


def test_the_picture_of_the_table_shows_one_hand(site: Path) -> None:
    home = (site / "index.html").read_text(encoding="utf-8")
    picture = home[home.index('<div class="table-picture">') :]
    picture = picture[: picture.index("</svg>")]
    own, in_trick = 9, 1
    assert picture.count('class="card') == own + in_trick


def test_the_errors_are_all_in_the_table(site: Path) -> None:
    page = (site / "reference" / "errors.html").read_text(encoding="utf-8")
    assert "<code>must-follow-suit</code>" in page
    assert 'href="../rules/index.html#a5"' in page


def test_the_playground_speaks_in_the_words_of_the_library(site: Path) -> None:
    script = (site / "playground" / "table" / "words.js").read_text(encoding="utf-8")
    own = Path(cr.__file__).parent / "table" / "words.js"
    assert script == own.read_text(encoding="utf-8")


def head_of(page: Path) -> dict[str, str]:
    """What a page says of itself, by name."""
    text = page.read_text(encoding="utf-8")
    return dict(re.findall(r'<meta (?:name|property)="([^"]+)" content="([^"]*)"', text))


def test_every_page_says_what_it_is_to_those_who_link_to_it(pages: dict[Path, Links]) -> None:
    for page in pages:
        head = head_of(page)
        assert len(head["description"]) > 10, page
        assert head["og:title"], page
        assert head["og:description"] == head["description"], page
        assert (page.parent / head["og:image"]).is_file(), page


def test_robots_find_their_way(site: Path) -> None:
    listed = (site / "llms.txt").read_text(encoding="utf-8")
    links = re.findall(r"^- \[[^]]+\]\(([^)]+)\): \S", listed, re.MULTILINE)
    assert len(links) > 60
    assert [link for link in links if not (site / link).is_file()] == []
    whole = (site / "llms-full.txt").read_text(encoding="utf-8")
    assert "<!-- generated" not in whole
    assert "<svg" not in whole
    assert "cr.new_game(cr.PARLETT" in whole
    assert (site / "robots.txt").read_text(encoding="utf-8").startswith("User-agent: *\nAllow: /")


def test_unknown_addresses_have_a_page_in_both_languages(site: Path) -> None:
    """Case 40: it needs nothing from elsewhere, so it works at any depth."""
    page = (site / "404.html").read_text(encoding="utf-8")
    assert "There is no such page" in page
    assert "ページが見つかりません" in page
    assert "<link" not in page


def test_pages_stay_small(site: Path) -> None:
    """What is sent for a page, in thousands of bytes before the server compresses it."""
    for page in site.rglob("*.html"):
        assert page.stat().st_size < 320_000, page
    assert (site / "index.html").stat().st_size < 90_000
    assert (site / "playground.html").stat().st_size < 70_000
    scripts = [*site.glob("playground/**/*.js"), *site.glob("playground/**/*.css")]
    assert sum(script.stat().st_size for script in scripts) < 170_000
