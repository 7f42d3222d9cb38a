"""The words of each language: tables of templates, in `languages/` or given by a program.

`docs/describing.md` says what each table is for, and how to add a language.
"""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import cycle
from string import Formatter
from typing import Final, TypeAlias, TypeGuard, final

import attrs

from collusion_rules.errors import ErrorCode, bad_argument, excerpt
from collusion_rules.motives import Motive
from collusion_rules.plurals import singulars
from collusion_rules.scoring import Reason
from collusion_rules.texts import is_one_line, plain
from collusion_rules.values import ReadOnly, Value

Tables: TypeAlias = Mapping[str, Mapping[str, str]]
"""What a language file has: templates by table and key."""

_MOST_CODE: Final = 40

SEATS: Final = frozenset({"seat", "seats", "turn", "dealer"})
"""The parameters of errors that are seats."""

_HEARD: Final = ("heard", "heard-suits", "heard-ranks", "heard-heights", "heard-numbers")
_BROWSER: Final = ("table", "aims", "ranks")
_OPTIONAL: Final = frozenset(
    {
        *("figures", "help", "singular", "phrases", "refusals", "rules", "terminal", "motives"),
        *_BROWSER,
        *_HEARD,
    }
)
"""The tables that a language may leave out: see `Language`."""


def _kept(tables: Tables) -> Tables:
    return ReadOnly({table: ReadOnly(texts) for table, texts in tables.items()})


@final
@attrs.frozen(eq=False, repr=False)
class Language(Value):
    """A language: its code, and the templates of everything that is said in it.

    Attributes:
        code: such as `en`.
        tables: the templates by table and key. Left out may be `singular`, if nothing reads
            otherwise where a number is 1; `phrases`, which puts into words what messages to
            programmers hold, and which are in English then; `refusals`, which only rooms need;
            `terminal`, `help` and `rules`, which only the command line needs; `figures`, what a
            simulation finds; `table`, `aims` and `ranks`, for a table in a browser; and `motives`,
            the reasons that computer players give. Figures, ranks and motives are in English then.
    """

    code: str
    tables: Tables = attrs.field(converter=_kept)

    def __repr__(self) -> str:
        return f"<Language {self.code}>"

    def __reduce__(self) -> tuple[type["Language"], tuple[str, Tables]]:
        tables = {table: dict(texts) for table, texts in self.tables.items()}
        return Language, (self.code, tables)

    def counted(self, template: str, values: Mapping[str, object]) -> str:
        """A template as it reads with the numbers in `values`."""
        ones = [name for name, value in values.items() if value in (1, "1")]
        if ones:
            for phrase, singular in self.tables.get("singular", {}).items():
                if phrase[1 : phrase.index("}")] in ones:
                    template = template.replace(phrase, singular)
        return template

    def say(self, table: str, key: str, /, **values: object) -> str:
        """Fill in a template."""
        return self.counted(self.tables[table][key], values).format(**values)

    def phrase(self, text: str) -> str:
        """A part of a message to a programmer; as it is if the language has no words for it."""
        for pattern, template in _phrases(self):
            if match := pattern.fullmatch(text):
                parts = {name: self._part(name, part) for name, part in match.groupdict().items()}
                return template.format(**parts)
        return text

    def _part(self, name: str, text: str) -> str:
        """What stands for the words in braces of a phrase."""
        if name == "faults":
            return self.tables["joints"]["faults"].join(map(self.phrase, text.split("; ")))
        return text if name[0].isupper() else self.phrase(text)


_BRACES: Final = re.compile(r"\{(\w+)\}")


def _pattern(phrase: str) -> re.Pattern[str]:
    """A phrase as a pattern: a name in braces stands for anything, or if capital for a word."""
    return re.compile("".join(map(_part_of_pattern, _BRACES.split(phrase), cycle((False, True)))))


def _part_of_pattern(part: str, in_braces: bool) -> str:
    if not in_braces:
        return re.escape(part)
    return rf"(?P<{part}>{'[^ ,;:]+' if part[0].isupper() else '.+?'})"


@cache
def _phrases(language: Language) -> tuple[tuple[re.Pattern[str], str], ...]:
    """The phrases as patterns; those first that begin with words, and say most themselves."""
    if "phrases" not in language.tables:
        return ()
    phrases = {**_phrases_of_ours(language), **language.tables["phrases"]}

    def rank(phrase: str) -> tuple[bool, int]:
        return phrase.startswith("{"), -len(_BRACES.sub("", phrase))

    return tuple((_pattern(phrase), phrases[phrase]) for phrase in sorted(phrases, key=rank))


def _phrases_of_ours(language: Language) -> Mapping[str, str]:
    """The messages and suits: a message may hold another, with the numbers of its seats."""
    seat = language.tables["parts"]["seat"]
    messages: dict[str, str] = {}
    for code in ErrorCode:
        if not re.search("[a-z]", _BRACES.sub("", code.template)):
            continue  # it would fit every text with a colon
        own = language.tables["errors"][code]
        for name in SEATS:
            own = own.replace(f"{{{name}}}", seat.replace("{number}", f"{{{name}}}"))
        messages[code.template] = own
        one = code.template
        for phrase, singular in singulars((one,)).items():
            one = one.replace(phrase, singular)
        messages[one] = own
    english = languages()["en"].tables["suits"]
    return messages | {english[suit]: language.tables["suits"][suit] for suit in english}


def languages(more: Mapping[str, Tables] | None = None) -> Mapping[str, Language]:
    """The languages that `describe` speaks, by their codes: `en`, `ja`, and what is given.

    Args:
        more: more languages by their codes, with the tables that a language file has. One of a
            code that is known takes the place of that language.

    Raises:
        BadArgumentError: a language lacks a line, has one for nothing, or one whose words in braces
            are not those of the English line.
    """
    if more is None:
        return _our_own()
    if not isinstance(more, Mapping):
        raise bad_argument("more", "a Mapping of languages by their codes", more)
    for code, tables in more.items():
        if flaw := next(flaws(tables), None):
            known = code if is_one_line(code, _MOST_CODE) else excerpt(code)
            raise bad_argument("more", f"whole: in {known}, {flaw}", tables)
    return ReadOnly(
        {**_our_own(), **{code: Language(code, tables) for code, tables in sorted(more.items())}}
    )


def language_of(language: "str | Language") -> Language:
    """A language, or ours of that code.

    Raises:
        BadArgumentError: there is none.
    """
    if isinstance(language, Language):
        return language
    known = _our_own()
    if not isinstance(language, str) or plain(language) not in known:
        raise bad_argument("language", f"one of {', '.join(known)}", language)
    return known[plain(language)]


def having(language: Language, table: str) -> Language:
    """A language, or English where it leaves out a table."""
    return language if table in language.tables else language_of("en")


@cache
def _our_own() -> Mapping[str, Language]:
    """The languages that have a file."""
    # Imported here since they are slow to import, and many programs never ask for a line.
    import tomllib
    from importlib.resources import files

    found: dict[str, Tables] = {
        file.name.removesuffix(".toml"): tomllib.loads(file.read_text(encoding="utf-8"))
        for file in files("collusion_rules").joinpath("languages").iterdir()
        if file.name.endswith(".toml")
    }
    found["en"] = _english(found["en"])
    return ReadOnly({code: Language(code, found[code]) for code in sorted(found)})


def _english(in_file: Tables) -> Tables:
    """The English tables: those of the file, and the templates that stand beside the codes."""
    tables = {
        **in_file,
        "errors": {
            # a name takes the place of `seat 2`
            code.value: code.template.replace("seat {", "{").replace("seats {", "{")
            for code in ErrorCode
        },
        "reasons": {reason.value: reason.template for reason in Reason},
        "motives": {
            motive.value: motive.template.replace("seat {", "{").replace("seats {", "{")
            for motive in Motive
        },
    }
    texts = (text for table in tables.values() for text in table.values())
    return {**tables, "singular": singulars(texts)}


def flaws(tables: object) -> Iterator[str]:
    """What is wrong with a language: lines missing, for nothing, or filled in wrongly.

    Args:
        tables: what a language file has.
    """
    if not _are_tables(tables):
        yield "there are not tables of texts"
        return
    english = _our_own()["en"].tables
    for table in sorted((english.keys() | tables.keys()) - {"singular", "phrases"}):
        if table in _OPTIONAL and table not in tables:
            continue
        expected, got = english.get(table, {}), tables.get(table, {})
        for key in sorted(expected.keys() - got.keys()):
            yield f"{table}.{key} is missing"
        for key in sorted(got.keys() - expected.keys()):
            yield f"{table}.{key} is for nothing"
        for key in sorted(expected.keys() & got.keys()):
            yield from _flaws_of_line(f"{table}.{key}", expected[key], got[key])
    texts = [text for table in tables.values() for text in table.values()]
    for phrase in tables.get("singular", {}):
        if not any(phrase in text for text in texts):
            yield f"singular.{phrase} is for nothing"
    for phrase, text in tables.get("phrases", {}).items():
        if not placeholders(text) <= placeholders(phrase):
            yield f"phrases.{phrase} has other words in braces"


def _are_tables(tables: object) -> TypeGuard[Tables]:
    return _is_mapping(tables) and all(
        _is_mapping(table) and all(isinstance(text, str) for text in table.values())
        for table in tables.values()
    )


def _is_mapping(value: object) -> TypeGuard[Mapping[object, object]]:
    return isinstance(value, Mapping)


def _flaws_of_line(line: str, expected: str, got: str) -> Iterator[str]:
    if placeholders(got) != placeholders(expected):
        yield f"{line} has other words in braces"
    if "\n" in got or not got.strip():
        yield f"{line} is not one line"


def placeholders(template: str) -> frozenset[str]:
    """The words in braces of a template."""
    try:
        parts = tuple(Formatter().parse(template))
    except ValueError:  # a brace that is never closed
        return frozenset({template})
    return frozenset(name for _, name, _, _ in parts if name is not None)
