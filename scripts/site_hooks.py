"""What the site takes from the code: tables, drawings, and links that work from a sub-path.

A page has `<!-- generated: NAME -->` where a part from `PARTS` belongs, and draws boxes with
arrows in a block in the language `flow`: a row a line, `name: note -> name: note`, `.` for a gap.
"""

import ast
import inspect
import json
import re
import shutil
import types
import typing
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, partial
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

import drawings
import figures
import rule_index
import site_words
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.plugins import event_priority
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

import collusion_rules as cr
from collusion_rules import batch, hosting, players, simulation, worlds
from collusion_rules.rl import Features, features

SOURCE: Final = Path(cr.__file__).parent


def error_codes() -> str:
    """A table of every error code with its rule and its message."""
    rows = [(f"`{code}`", _rule(code.rule), _cell_text(code.template)) for code in cr.ErrorCode]
    return _table(("Code", "Rule", "Message"), rows)


def reasons() -> str:
    """A table of every reason for points with its rule and its text."""
    rows = [
        (f"`{reason}`", _rule(reason.rule), _cell_text(reason.template)) for reason in cr.Reason
    ]
    return _table(("Reason", "Rule", "Text"), rows)


def rulesets() -> str:
    """A table of the six rulesets and what they are made of."""
    return _table(
        ("Ruleset", "Players", "Cards", "Tricks", "Dealer declares", "Table talk", "Game"),
        [
            (
                f"`{name}`",
                str(rules.players),
                str(len(rules.deck)),
                str(rules.tricks),
                "trumps" if rules.declares else "nothing",
                rules.talk.value,
                _length(rules.scoring),
            )
            for name, rules in cr.RULESETS.items()
        ],
    )


def rules_in_code() -> str:
    """A table of every rule with the places that implement it, and the tests of it."""
    functions, tests = rule_index.functions(), rule_index.tests()
    return _table(
        ("Rule", "Functions, classes", "Tests"),
        [
            (_rule(rule), _places(functions.get(rule, ())), _folded(tests.get(rule, ())))
            for rule in rule_index.pages()
        ],
    )


def _places(places: Iterable[rule_index.Place]) -> str:
    """Places in the package, as `scoring.ParlettScoring.lines`."""
    modules = ((path.removeprefix("src/collusion_rules/"), name) for path, name in places)
    return "<br>".join(
        f"`{path.removesuffix('.py').replace('/', '.')}.{name}`" for path, name in modules
    )


def _folded(places: Sequence[rule_index.Place]) -> str:
    """How many tests there are, which opens to show them file by file."""
    files: dict[str, list[str]] = {}
    for path, name in places:
        files.setdefault(path, []).append(f"<code>{name}</code>")
    shown = "".join(f"<br>{path}: {', '.join(names)}" for path, names in files.items())
    return f"<details><summary>{len(places)}</summary>{shown}</details>"


def table_picture(language: str = "en") -> str:
    """The game of the front page after four tricks, on seat 0's turn, as seat 0 sees it."""
    return site_words.drawn(figures.front_view(), None, language)


def floors() -> str:
    """The modules, each above all that it imports."""
    imports = _imports()
    heights = {module: _floor(module, imports) for module in imports}
    rows = [
        sorted(module for module in imports if heights[module] == height)
        for height in range(max(heights.values()), -1, -1)
    ]
    label = "The modules in floors; " + "; ".join(", ".join(row) for row in rows)
    return drawings.chart([[(module, "") for module in row] for row in rows], label, arrows=False)


def _imports() -> Mapping[str, frozenset[str]]:
    """For each module or package in the source, those that it imports, besides itself."""
    found: dict[str, frozenset[str]] = {}
    for path in SOURCE.rglob("*.py"):
        name = path.relative_to(SOURCE).parts[0].removesuffix(".py")
        if not name.startswith("__"):
            found[name] = found.get(name, frozenset()) | _imported(path) - {name}
    return found


def _imported(path: Path) -> frozenset[str]:
    return frozenset(
        node.module.split(".")[1]
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.ImportFrom)
        and node.module is not None
        and node.module.startswith("collusion_rules.")
    )


def _floor(module: str, imports: Mapping[str, frozenset[str]]) -> int:
    return max((_floor(below, imports) + 1 for below in imports[module]), default=0)


def _rule(rule: str) -> str:
    return f"[{rule}](../rules/{site_words.page_of(rule)}.md#{rule.lower()})" if rule else ""


def _length(scoring: cr.Scoring) -> str:
    match scoring:
        case cr.ParlettScoring():
            return f"to {scoring.target} points"
        case cr.PartnersScoring() | cr.ThreeTeamsScoring():
            return f"{scoring.deals} deals"
        case _:
            return "as its scoring says"


def _cell_text(text: str) -> str:
    """A text for a cell: a word in braces at its end would be taken for attributes of the cell."""
    return text.replace("{", "&#123;")


def _table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    head = tuple(head)
    lines = [head, ("---",) * len(head), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _flow(drawn: re.Match[str]) -> str:
    """A drawing of boxes and arrows out of a block in `flow`."""
    lines = [line.split(" -> ") for line in drawn["rows"].splitlines()]
    rows = [[None if cell == "." else _cell(cell) for cell in line] for line in lines]
    names = [cell[0] for row in rows for cell in row if cell]
    return drawings.chart(rows, f"A chart: {', then '.join(names)}", arrows=True)


def _cell(text: str) -> drawings.Cell:
    name, _, note = text.partition(": ")
    return name, note


def public_names() -> str:
    """A table of every name of the package, with the first sentence of what it says of itself."""
    rows = [
        (f"[`{name}`][collusion_rules.{name}]", _cell_text(_first_sentence(getattr(cr, name))))
        for name in cr.__all__
    ]
    return _table(("Name", "What it is"), rows)


def _first_sentence(value: object) -> str:
    if isinstance(value, cr.Ruleset):
        return cr.describe(value)
    if isinstance(value, types.UnionType) or typing.get_origin(value) is not None:
        names = (getattr(kind, "__name__", str(kind)) for kind in typing.get_args(value))
        return " or ".join(f"`{name}`" for name in names)
    documented = value if callable(value) else type(value)
    text = (inspect.getdoc(documented) or "").split("\n\n")[0].replace("\n", " ")
    return text.replace("|", "&#124;")


def observations() -> str:
    """A table of the parts of an observation, with their shapes in games of each kind."""
    games = {
        "Parlett": features(cr.PARLETT),
        "Parlett, with talk": features(cr.PARLETT, talk=True),
        "Secret partners": features(cr.SECRET_PARTNERS),
        "Triple": features(cr.TRIPLE_COLLUSION),
    }
    names = dict.fromkeys(name for layout in games.values() for name in layout.shapes)

    def shape(layout: Features, name: str) -> str:
        return " × ".join(map(str, layout.shapes[name])) if name in layout.shapes else "–"

    rows = [(f"`{name}`", *(shape(layout, name) for layout in games.values())) for name in names]
    sizes = ("all", *(str(len(layout)) for layout in games.values()))
    return _table(("Part", *games), [*rows, sizes])


RESEARCH: Final = site_words.DOCS / "research"


def lockstep_speed(which: str) -> str:
    """A table of steps a second, from what a benchmark wrote down."""
    found = json.loads((RESEARCH / "lockstep.json").read_text(encoding="utf-8"))
    rows = [
        (name, f"{median:g}", f"{low:g} to {high:g}", f"{best:g}")
        for name, (low, median, high, best) in found[which].items()
    ]
    return _table(("", "Median", "Quartiles", "Best round"), rows)


def lockstep_costs() -> str:
    """What a table takes, and how long one waits, from what a benchmark wrote down."""
    found = json.loads((RESEARCH / "lockstep.json").read_text(encoding="utf-8"))
    tables, of_table = list(found["bytes a table"].items())[-1]
    begin = found["begin"]
    installed = [f"{name} {version}" for name, version in found["versions"].items() if version]
    return (
        f"With {int(tables):,} tables each takes {of_table['masks']:,} bytes, with observations "
        f"{of_table['observations']:,}: most of them for what all seats saw at the end. "
        f"The first deal ever takes {begin['first']:g} seconds of processor time, for compiling, "
        f"and later {begin['later']:g}, as what was compiled is kept. "
        f"{found['python']}, {', '.join(installed)}; {found['rounds']} rounds."
    )


def lesson() -> str:
    """How the first lesson went, from what it wrote down."""
    found = json.loads((RESEARCH / "curve.json").read_text(encoding="utf-8"))
    rows = [
        (
            f"{told['round']}{note}",
            *(f"{told[name]:.2f} ± {told[f'{name}_error']:.2f}" for name in ("random", "duck")),
        )
        for told, note in (
            *((point, "") for point in found["curve"]),
            (found["end"], f", measured with {found['deals']:,} deals"),
        )
    ]
    return _table(("Rounds", "Against three random players", "Against three that duck"), rows)


PARTS: Final[Mapping[str, Callable[[], str]]] = {
    "error-codes": cache(error_codes),
    "features": cache(observations),
    "floors": cache(floors),
    "lesson": cache(lesson),
    "lockstep-costs": cache(lockstep_costs),
    "lockstep-games": partial(lockstep_speed, "games"),
    "lockstep-sizes": partial(lockstep_speed, "sizes"),
    "reasons": cache(reasons),
    "rules-in-code": cache(rules_in_code),
    "rulesets": cache(rulesets),
    "table-picture": cache(table_picture),
    "table-picture-ja": partial(table_picture, "ja"),
    "public-names": cache(public_names),
    **site_words.PARTS,
}


BOOSTS: Final[Mapping[str, float]] = {
    "records.md": 4,
    "how-to/undo.md": 4,
    "rules/parlett.md": 12,
    "rules/parlett.ja.md": 12,
    "reference/rules.md": 0.05,
    "reference/glossary.md": 0.1,
    "study.md": 0.3,
    "study.ja.md": 0.3,
    "study-talk.md": 0.3,
    "study-talk.ja.md": 0.3,
}
"""How much more, or less, a page counts in the search than its words alone would make it."""

_TEXTS: Final[dict[str, tuple[str, str]]] = {}
"""What each English page is called and says, by its address: for readers that are programs."""


@event_priority(-200)  # after the plugins for search and for reading without a server
def on_post_build(config: MkDocsConfig) -> None:
    """Add what is not a page: the table for the playground, and what robots read."""
    site = Path(config.site_dir)
    part_the_search(site)
    table = site / "playground" / "table"
    table.mkdir(parents=True, exist_ok=True)
    for part in (*SOURCE.glob("table/*.js"), SOURCE / "table" / "table.css"):
        shutil.copy2(part, table)
    root = config.site_url or ""
    listed = [f"- [{title}]({root}{url}): {summary(text)}" for url, (title, text) in _TEXTS.items()]
    head = f"# {config.site_name}\n\n> {config.site_description}\n"
    (site / "llms.txt").write_text("\n".join((head, *listed, "")), encoding="utf-8")
    whole = (f"<!-- {root}{url} -->\n\n{text}" for url, (_, text) in _TEXTS.items())
    (site / "llms-full.txt").write_text("\n\n".join((head, *whole)), encoding="utf-8")
    robots = "User-agent: *\nAllow: /\n" + (f"Sitemap: {root}sitemap.xml\n" if root else "")
    (site / "robots.txt").write_text(robots, encoding="utf-8")


def part_the_search(site: Path) -> None:
    """Let the search of a page find what is in its language: an index for each.

    The theme knows one index, so its script is told which to take.
    """
    index = json.loads((site / "search" / "search_index.json").read_text(encoding="utf-8"))
    found = index["docs"]
    for name, is_japanese in (("search_index.ja", True), ("search_index", False)):
        own = [page for page in found if page["location"].startswith("ja/") == is_japanese]
        text = json.dumps({**index, "docs": own}, ensure_ascii=False, separators=(",", ":"))
        (site / "search" / f"{name}.json").write_text(text, encoding="utf-8")
        (site / "search" / f"{name}.js").write_text(f"var __index = {text}", encoding="utf-8")
    (script,) = (site / "assets" / "javascripts").glob("bundle.*.min.js")
    theirs = script.read_text(encoding="utf-8")
    asked = re.compile(r'"search/search_index\.(js|json)"')
    if len(asked.findall(theirs)) == 2:
        own_index = r'"search/search_index"+(document.documentElement.lang==="ja"?".ja":"")+".\1"'
        script.write_text(asked.sub(own_index, theirs), encoding="utf-8")


def summary(markdown: str, most: int = 155) -> str:
    """What a page says first, in so many characters: for those who list it."""
    for block in re.split(r"\n\s*\n", re.sub(r"<[^>]*>|```.*?```", "", markdown, flags=re.S)):
        text = re.sub(r"\[([^\]]*)\](\([^)]*\)|\[[^\]]*\])|[*`]", r"\1", block)
        text = re.sub(r"\s+", " ", text).strip()
        if len(text) > 30 and not re.match(r"[#|:>!-]|\d+\.", text):
            return text if len(text) <= most else text[: most - 1].rsplit(" ", 1)[0] + "…"
    return ""


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, **_: object) -> str:
    """Put the generated parts into a page, and a description of it into its head."""
    markdown = re.sub(r"^```flow\n(?P<rows>.*?)\n```$", _flow, markdown, flags=re.M | re.S)
    markdown = re.sub(r"<!-- generated: ([\w-]+) -->", lambda name: PARTS[name[1]](), markdown)
    if page.file.src_uri == "reference/index.md":
        markdown = re.sub(r"`(\w+)`", _linked_name, markdown)
    about = summary(markdown)
    if about:
        page.meta.setdefault("description", about)
    if page.file.src_uri in BOOSTS:
        page.meta.setdefault("search", {"boost": BOOSTS[page.file.src_uri]})
    if config.theme["language"] == "en":
        _TEXTS[page.url or "index.html"] = (
            site_words.title_of(page.meta, markdown),
            _plain(markdown),
        )
    return markdown


def _plain(markdown: str) -> str:
    """A page without drawings and front matter."""
    return re.sub(r"<svg.*?</svg>", "", markdown, flags=re.S)


def on_page_content(html: str, page: Page, **_: object) -> str:
    """Link the ids of rules that docstrings cite, such as (B2, B3)."""
    if not page.file.src_uri.startswith("reference/"):
        return html
    return re.sub(r"\([A-D]\d+(?:(?:, | to | and )[A-D]\d+)*\)", _linked, html)


def _linked_name(name: re.Match[str]) -> str:
    """A public name with a link to where it is; any other word as it is."""
    for module in (cr, worlds, players, simulation, batch, hosting):
        if name[1] == "PLAYERS":  # a value, which has no place of its own
            break
        if name[1] in getattr(module, "__all__", vars(module)):
            return f"[{name[0]}][{module.__name__}.{name[1]}]"
    return name[0]


def _linked(cited: re.Match[str]) -> str:
    return re.sub(
        r"[A-D]\d+",
        lambda rule: (
            f'<a href="../rules/{site_words.page_of(rule[0])}.html#{rule[0].lower()}">{rule[0]}</a>'
        ),
        cited[0],
    )


@event_priority(-100)
def on_page_context(_context: object, config: MkDocsConfig, **_: object) -> None:
    """Make the links to the other language relative: the site may lie in any folder."""
    folder = urlsplit(config.site_url or "").path.rstrip("/")
    for alternate in getattr(config.extra, "alternate", ()):  # the i18n plugin puts it there
        alternate["link"] = alternate["link"].removeprefix(folder).removeprefix("/")


SCHEMAS: Final = "record.schema.json", "snapshot.schema.json", "collusion-rules.d.ts"
"""What clients in other languages read, published beside the pages."""


@event_priority(-100)  # after the plugin for languages, which knows files of the docs alone
def on_files(files: Files, config: MkDocsConfig, **_: object) -> Files:
    """Publish the schemas and the types with the site."""
    for name in SCHEMAS:
        path = f"schemas/{name}"
        files.append(File.generated(config, path, content=(SOURCE / name).read_text("utf-8")))
    return files


def on_post_page(output: str, config: MkDocsConfig, **_: object) -> str:
    """Mend what the theme writes.

    The head names no other languages: the theme's script would ask each folder of theirs for a
    sitemap, and the one sitemap, at the root, has them. The search dialog gets a name, which
    screen readers want.
    """
    label = {"en": "Search", "ja": "検索"}[config.theme["language"]]
    output = re.sub(r'\s*<link rel="alternate" [^>]*hreflang[^>]*>', "", output)
    return output.replace('role="dialog">', f'role="dialog" aria-label="{label}">', 1)
