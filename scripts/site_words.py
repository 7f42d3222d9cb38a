"""What the site takes from the words of the games: terms, figures of strategy, and a first deal."""

import json
import re
import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, partial
from html import escape
from pathlib import Path
from typing import Final, NotRequired, TypedDict, cast

import figures
import first_deal
import rule_index

import collusion_rules as cr

DOCS: Final = Path(__file__).parent.parent / "docs"


class Term(TypedDict):
    """A word in both languages: see `docs/rules/terms.toml`."""

    en: str
    ja: str
    reading: str
    rule: NotRequired[str]
    also: NotRequired[str]


@cache
def terms() -> tuple[Term, ...]:
    """All words, in the order of the English."""
    text = (DOCS / "rules" / "terms.toml").read_text(encoding="utf-8")
    found = cast("list[Term]", tomllib.loads(text)["term"])
    return tuple(sorted(found, key=lambda term: term["en"].lower()))


_HEADINGS: Final = {
    "en": ("English", "Japanese", "also met", "rule"),
    "ja": ("英語", "日本語", "ほかの言い方", "ルール"),
}


def _terms_from_english(language: str) -> str:
    english, japanese, also, rule = _HEADINGS[language]
    rows = [(term["en"], _read(term), term.get("also", ""), _rule_of(term)) for term in terms()]
    return _table((english, japanese, also, rule), rows)


def _terms_from_japanese(language: str) -> str:
    english, japanese, also, rule = _HEADINGS[language]
    rows = [
        (_read(term), term["en"], term.get("also", ""), _rule_of(term))
        for term in sorted(terms(), key=lambda term: term["reading"])
    ]
    return _table((japanese, english, also, rule), rows)


def _read(term: Term) -> str:
    """A Japanese word with its reading, where that is not to be seen."""
    word = f'<span lang="ja">{term["ja"]}</span>'
    is_kana = all("ぁ" <= character <= "ヿ" for character in term["ja"])
    return word if is_kana else f'{word} <small lang="ja">{term["reading"]}</small>'


def _rule_of(term: Term) -> str:
    rule = term.get("rule", "")
    return f"[{rule}]({page_of(rule)}.md#{rule.lower()})" if rule else ""


@cache
def page_of(rule: str) -> str:
    """The name of the rules page that has a rule."""
    return rule_index.pages()[rule]


_STRATEGY: Final[Mapping[str, Mapping[str, tuple[str, ...]]]] = {
    "own-tricks": {
        "en": ("Own tricks", "+10, %", "+20, %", "+30, %", "any bonus, %", "points on average"),
        "ja": ("自分のトリック", "+10（%）", "+20（%）", "+30（%）", "どれか（%）", "平均の得点"),
    },
    "ducking": {
        "en": ("Who duck", "tricks of one of them", "their points", "points of another"),
        "ja": ("避ける人数", "そのトリック", "その得点", "ほかの人の得点"),
    },
    "declaring": {
        "en": ("The dealer declares", "is a partner or alone, %", "somebody is alone, %", "points"),
        "ja": ("ディーラーの選び方", "パートナーか単独（%）", "だれかが単独（%）", "得点"),
    },
    "accusing": {
        "en": ("A wrong one costs", "worth before a partner card", "worth after one"),
        "ja": ("外れたときの損", "カードが出る前の値打ち", "1枚出たあとの値打ち"),
    },
}
_DECLARED: Final = {
    "random": {"en": "any suit", "ja": "どれでも"},
    "longest": {"en": "their longest suit", "ja": "最も長いスート"},
    "holding": {"en": "a suit with their own ace or king", "ja": "A か K を持つスート"},
    "longest-held": {"en": "the longest such suit", "ja": "そのうち最も長いスート"},
}


def _strategy(part: str, language: str) -> str:
    text = (DOCS / "rules" / "strategy.json").read_text(encoding="utf-8")
    rows = cast("list[list[str]]", json.loads(text)[part])
    named = [[_DECLARED.get(row[0], {}).get(language, row[0]), *row[1:]] for row in rows]
    return _table(_STRATEGY[part][language], named, "--:")


def _table(head: Sequence[str], rows: Iterable[Sequence[str]], others: str = "---") -> str:
    """A table; `others` says how the columns after the first stand."""
    rule = ("---",) + (others,) * (len(head) - 1)
    return "\n".join(f"| {' | '.join(line)} |" for line in (head, rule, *rows))


def _trick(trick: int, language: str) -> str:
    """What happens in a trick of the first deal: the cards, and a line for what is said."""
    cards, *said = first_deal.told(trick, language)
    lines = [f'<p class="trick">{escape(cards)}</p>']
    lines += [f'<p class="said">{escape(line, quote=False)}</p>' for line in said]
    return "\n".join(lines)


def _picture(trick: int, language: str) -> str:
    """What Anna sees on her turn in a trick of the first deal."""
    view = first_deal.before(trick, first_deal.ANNA)
    return drawn(view, first_deal.NAMES[language], language)


def drawn(view: cr.View, names: Sequence[str] | None = None, language: str = "en") -> str:
    """A table as its viewer sees it, for a page: in one line, so that it stays one block."""
    picture = cr.draw_svg(view, names, language).replace("\n", "")
    return f'<div class="table-picture">{picture}</div>'


def _figure(name: str, _: str) -> str:
    """A figure from the file that a script writes; numbers are written alike in all languages."""
    return f"{cast('Mapping[str, float]', figures.figures())[name]:,}"


def title_of(meta: Mapping[str, object], markdown: str) -> str:
    """What a page is called: by its head, or its first heading."""
    heading = re.search(r"^# +(.*)$|<h1[^>]*>(.*?)</h1>", markdown, re.MULTILINE)
    title = meta.get("title") or (heading and (heading[1] or heading[2])) or ""
    return re.sub(r"<[^>]*>|[`*]|\{.*\}", "", str(title)).strip()


_FIGURES: Final = sorted(figures.Figures.__annotations__ | figures.Quick.__annotations__)

_TABLES: Final = {
    "tricks": "own-tricks",
    "ducking": "ducking",
    "declaring": "declaring",
    "accusing": "accusing",
}

_BY_LANGUAGE: Final[Mapping[str, Callable[[str], str]]] = {
    "terms-from-english": _terms_from_english,
    "terms-from-japanese": _terms_from_japanese,
    **{f"strategy-{name}": partial(_strategy, table) for name, table in _TABLES.items()},
    **{f"figure-{name}": partial(_figure, name) for name in _FIGURES},
    **{f"trick-{trick}": partial(_trick, trick) for trick in range(1, 14)},
    **{f"picture-{trick}": partial(_picture, trick) for trick in range(1, 14)},
}

PARTS: Final[Mapping[str, Callable[[], str]]] = {
    f"{name}-{language}": partial(part, language)
    for language in cr.languages()
    for name, part in _BY_LANGUAGE.items()
}
"""What stands for `<!-- generated: NAME -->` in a page: each part ends in a language's code."""
