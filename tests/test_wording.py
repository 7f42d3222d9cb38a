"""The words of each language: whole, in one place, and nothing of another language in them."""

import ast
import json
import pickle
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

import collusion_rules as cr
from collusion_rules.errors import fault
from collusion_rules.plurals import NOUNS, counted, filled, singulars
from collusion_rules.wording import Tables, flaws, languages, placeholders

pytestmark = pytest.mark.once

SOURCE = Path(cr.__file__).parent
ANN, BOB = cr.Seat(0), cr.Seat(1)
NAMES = ("アン", "ボブ", "シー", "ディー")


# Whole


@pytest.mark.parametrize("code", languages())
def test_a_language_is_whole(code: str) -> None:
    tables = languages()[code].tables
    assert list(flaws(tables)) == []
    assert tables.keys() | {"phrases"} >= languages()["en"].tables.keys() - {"singular"}


def changed(tables: Tables, table: str, key: str, text: str | None) -> Tables:
    """A language with another text in one place, or with none there."""
    texts = {name: dict(entries) for name, entries in tables.items()}
    entries = texts.setdefault(table, {})
    if text is None:
        del entries[key]
    else:
        entries[key] = text
    return texts


@pytest.mark.parametrize(
    ("table", "key", "text", "flaw"),
    [
        ("events", "play", None, "events.play is missing"),
        ("errors", "not-your-turn", None, "errors.not-your-turn is missing"),
        ("reasons", "tied-pair", None, "reasons.tied-pair is missing"),
        ("events", "sneeze", "{seat}!", "events.sneeze is for nothing"),
        ("jokes", "one", "ha", "jokes.one is for nothing"),
        ("events", "play", "{seat}", "events.play has other words in braces"),
        ("events", "play", "{seat} {card} {suit}", "events.play has other words in braces"),
        ("events", "play", "{seat} {card", "events.play has other words in braces"),
        ("statements", "retract", "{tricks}", "statements.retract has other words in braces"),
        ("parts", "nobody", " ", "parts.nobody is not one line"),
        ("parts", "nobody", "no\nbody", "parts.nobody is not one line"),
        ("singular", "{tricks} Hiebe", "{tricks} Hieb", "singular.{tricks} Hiebe is for nothing"),
        ("phrases", "a {Kind}", "{Other}", "phrases.a {Kind} has other words in braces"),
    ],
)
def test_a_flaw_of_a_language_is_found(table: str, key: str, text: str | None, flaw: str) -> None:
    tables = changed(languages()["ja"].tables, table, key, text)
    assert list(flaws(tables)) == [flaw]
    with pytest.raises(cr.BadArgumentError, match=re.escape(f"more must be whole: in xx, {flaw}")):
        cr.languages({"xx": tables})


@pytest.mark.parametrize("tables", [None, {"events": None}, {"events": {"play": 1}}])
def test_what_is_not_a_language_is_refused(tables: Tables) -> None:
    with pytest.raises(cr.BadArgumentError, match="in xx, there are not tables of texts"):
        cr.languages({"xx": tables})


def test_languages_are_a_mapping() -> None:
    assert [code for code in cr.languages() if code in ("en", "ja")] == ["en", "ja"]
    assert repr(cr.languages()["ja"]) == "<Language ja>"
    refused = "more must be a Mapping of languages by their codes, not something of type list"
    with pytest.raises(cr.BadArgumentError, match=refused):
        cr.languages(["de"])  # type: ignore[arg-type] # pyright: ignore[reportArgumentType] -- on purpose


def test_a_program_gives_a_language_of_its_own() -> None:
    english = cr.languages()["en"].tables
    shouted = {
        table: {key: re.sub(r"(?<!\{)\b[a-z]+\b(?!\})", lambda word: word[0].upper(), text)}
        | {other: english[table][other] for other in english[table] if other != key}
        for table in english.keys() - {"singular", "terminal"}
        for key, text in [next(iter(english[table].items()))]
    }
    shouted["events"]["play"] = "{seat} PLAYS {card}"
    ours = [*cr.languages()]
    known = cr.languages({"zz": shouted})
    assert list(known) == [*ours, "zz"]
    play = cr.Play(ANN, cr.Card.parse("TD"))
    assert cr.describe(play, ("Ann",), known["zz"]) == "Ann PLAYS 10♦"
    assert "zz" not in cr.languages()
    refused = f"language must be one of {', '.join(ours)}, not 'zz'"
    with pytest.raises(cr.BadArgumentError, match=refused):
        cr.describe(play, ("Ann",), "zz")
    # It has no phrases, so what is said to programmers stays English.
    assert known["zz"].phrase("a whole number from 0 to 3") == "a whole number from 0 to 3"
    assert cr.languages({"en": shouted})["en"] is not cr.languages()["en"]


# Plurals


@pytest.mark.parametrize(
    ("number", "noun", "told"),
    [
        (0, "deals", "0 deals"),
        (1, "deals", "1 deal"),
        (2, "games", "2 games"),
        (1000, "bytes", "1,000 bytes"),
    ],
)
def test_numbers_are_counted(number: int, noun: str, told: str) -> None:
    assert counted(number, noun) == told


def test_a_noun_loses_its_s_where_its_number_is_1() -> None:
    template = "{tricks} tricks, {got} whole numbers, {others} others"
    assert filled(template, {"tricks": 1, "got": "1", "others": 1}) == (
        "1 trick, 1 whole number, 1 others"
    )
    assert filled("{tricks} tricks", {"tricks": 2}) == "2 tricks"
    assert singulars(["{cards} cards of {players} players"]) == {
        "{cards} cards": "{cards} card",
        "{players} players": "{players} player",
    }


@pytest.mark.parametrize("code", cr.ErrorCode)
def test_no_error_counts_one_thing_as_many(code: cr.ErrorCode) -> None:
    ones = fault(code, **dict.fromkeys(placeholders(code.template), 1))
    assert re.findall(r"\b1 (?:cards|tricks|players|hands|deals|events|points)\b", str(ones)) == []


# No English in Japanese


_CALLS = {
    *("_broken", "_check", "_not_a_move", "_wrong_hands", "bad_argument", "check_whole"),
    *("expected", "fault", "wrong_part"),
}
_NAMES = {"expected", "needs", "part", "wanted", "problem", "tie", "unit", "reason", "shape"}


def _text(node: ast.expr) -> str:
    """A text of the source, with a word of code for what is filled in."""
    match node:
        case ast.Constant(value=str(text)):
            return text
        case ast.JoinedStr(values=parts):
            return "".join(map(_text, parts))
        case ast.FormattedValue():
            return "Xx"
        case _:
            return ""


def _given(node: ast.AST) -> list[ast.expr]:
    """What a line gives to a message."""
    match node:
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)) if (
            name in _CALLS or re.fullmatch("(Bad|Illegal|Card|Value).*Error", name)
        ):
            return [*node.args, *(keyword.value for keyword in node.keywords)]
        case ast.Assign(targets=[ast.Name(id=name)]) if name in _NAMES:
            return [node.value]
        case ast.AnnAssign(target=ast.Name(id="shape"), value=ast.expr() as value):
            return [value]
        case ast.Return(value=ast.expr() as value):
            return [value]
        case _:
            return []


def phrases() -> Iterator[str]:
    """Every phrase of the source that may come to stand in a message."""
    for file in SOURCE.rglob("*.py"):
        if file.name in ("testing.py",) or file.parent.name == "rl":
            continue
        returns = file.name == "replaying.py"  # where a function returns an objection
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Return) and not returns:
                continue
            for given in _given(node):
                both = [given.body, given.orelse] if isinstance(given, ast.IfExp) else [given]
                yield from (text for text in map(_text, both) if re.search("[a-z]", text))


CODE = {
    *("bool", "bytes", "collusion", "describe", "install", "int", "null", "pip", "rules", "str"),
    *("attrs", "tuple", "view", "clubs", "diamonds", "hearts", "spades", "help", "something"),
    *("edit", "quit", "save", "seed", "sheet", "undo"),
}
"""Words of code, and what is typed as it is."""


def english_in(line: str) -> list[str]:
    """The words in a Japanese line that are neither code nor a name."""
    words = re.findall(
        r"(?<![\w.\[(])[a-z]+(?![\w.(=\[\]])", re.sub(r"`[^`]*`|\S+_\w+|'[^']*'", "", line)
    )
    return [word for word in words if word not in CODE]


PHRASES = sorted(
    {text for text in phrases() if not re.fullmatch(r"[\w.]+", text) and english_in(text)}
)


def test_phrases_are_found() -> None:
    assert len(PHRASES) > 80
    assert "a whole number from Xx to Xx" in PHRASES
    assert "one or two partners, then their opponents" in PHRASES


@pytest.mark.parametrize("phrase", PHRASES)
def test_a_phrase_is_said_in_japanese(phrase: str) -> None:
    said = languages()["ja"].phrase(phrase)
    assert said != phrase
    assert english_in(said) == []


PARAMETERS: Mapping[str, object] = {
    "card": cr.Card.parse("AS"),
    "cards": cr.Cards.parse("AS TH 9H 2C"),
    "dealer": BOB,
    "faults": (fault(cr.ErrorCode.SEED_AND_HANDS), fault(cr.ErrorCode.GAME_OVER)),
    "seat": ANN,
    "seats": (ANN, BOB),
    "suit": cr.Suit.SPADES,
    "tricks": 13,
    "turn": cr.Seat(3),
}


@pytest.mark.no_cover
@pytest.mark.parametrize("code", cr.ErrorCode)
def test_no_english_is_in_a_japanese_message(code: cr.ErrorCode) -> None:
    names = placeholders(code.template)
    usual = {name: PARAMETERS.get(name, 7) for name in names}
    worded = names & {"expected", "needs", "part", "problem", "tie", "unit", "reason", "got"}
    for said in PHRASES if worded else ["7"]:
        told = fault(code, **usual | dict.fromkeys(worded, said))
        line = cr.describe(told, NAMES, "ja")
        assert english_in(line) == [], line
        assert not re.search(r"[,;?!](?![\w\s(])", re.sub(r"pip .*|\[Deal.*?\]", "", line)), line


SAID = [table for table in languages()["ja"].tables if not table.startswith("heard")]
"""The tables of what is said; what is heard is also typed, in English too."""


@pytest.mark.parametrize("table", SAID)
def test_no_english_is_in_a_japanese_table(table: str) -> None:
    for key, text in languages()["ja"].tables[table].items():
        assert english_in(re.sub(r"\{\w+\}", "", text)) == [], key


def test_english_in_japanese_is_found() -> None:
    assert english_in("席は a seat でなければなりません") == ["a", "seat"]
    assert english_in("narrow_fromにはdeclares=Trueと'a deal'が必要です") == []


@pytest.mark.parametrize(
    ("wrong", "japanese"),
    [
        (
            lambda: cr.new_game(cr.PARLETT, dealer=cr.Seat(9)),
            "dealerは0から3までの席でなければなりませんが、9が渡されました",
        ),
        (lambda: cr.loads("{"), "JSONではありません：1行目の2文字目に誤りがあります"),
        (
            lambda: cr.parlett(target=0),
            "このルールは成り立ちません。"
            "targetは1から1000000までの整数でなければなりませんが、0が渡されました",
        ),
        (lambda: cr.loads(b"\xff"), "JSONではありません：UTF-8として読めないバイトがあります"),
        (
            lambda: cr.replay([cr.GameStarted(cr.PARLETT, ANN), cr.Play(ANN, cr.Card.parse("AS"))]),
            "log：1番のイベントがルールに反しています：カードがまだ配られていません。まず席0が配ってください",
        ),
    ],
)
def test_an_error_in_japanese(wrong: object, japanese: str) -> None:
    assert callable(wrong)
    with pytest.raises(cr.CollusionError) as refused:
        wrong()
    assert cr.describe(refused.value, NAMES, "ja") == japanese


# People


def test_names_are_called_politely_if_the_caller_says_so() -> None:
    play = cr.Talk(ANN, cr.AskMore(BOB))
    assert cr.describe(play, NAMES, "ja") == "アン「ボブ、まだトリックを取れそうですか？」"
    polite = cr.describe(play, NAMES, "ja", honorific=True)
    assert polite == "アンさん「ボブさん、まだトリックを取れそうですか？」"
    assert cr.describe(play, ("Ann", "Bob"), honorific=True) == cr.describe(play, ("Ann", "Bob"))
    unknown = fault(cr.ErrorCode.WRONG_HAND_SIZE, seat=7, size=13, got=2)
    assert cr.describe(unknown, NAMES, "ja", honorific=True).startswith("席7の")
    with pytest.raises(cr.BadArgumentError, match="honorific must be a bool, not 'san'"):
        cr.describe(play, NAMES, "ja", honorific="san")  # type: ignore[arg-type] # pyright: ignore[reportArgumentType] -- on purpose


NEVER_ONE = {"characters", "hands", "names", "numbers", "players", "seats", "worlds"}
"""Of these there are always several, where they are not counted."""


def uncounted() -> Iterator[str]:
    """Where a number and a plural stand side by side in the source, not put there by `counted`."""
    for file in SOURCE.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.JoinedStr):
                text = "".join(map(_text, node.values))
                for noun in re.finditer(r"(?<!seat )Xx ([a-z]+s)\b", text):
                    if noun[1] in NOUNS:
                        yield f"{file.name}:{node.lineno} {noun[1]}"


def test_one_place_knows_plurals() -> None:
    assert [place for place in uncounted() if place.split()[-1] not in NEVER_ONE] == []


def test_tables_that_are_none() -> None:
    for nothing in (5, None, {"events": 5}):
        assert list(flaws(nothing)) == ["there are not tables of texts"]


def test_a_language_is_pickled_with_its_texts() -> None:
    japanese = languages()["ja"]
    again = pickle.loads(pickle.dumps(japanese))
    assert (again.code, again.tables) == (japanese.code, japanese.tables)
    assert repr(japanese) == "<Language ja>"


def test_faults_inside_a_message_are_joined_in_japanese() -> None:
    japanese = languages()["ja"]
    said = japanese.phrase("this ruleset makes no sense: a Game; a View")
    both = japanese.tables["joints"]["faults"].join(map(japanese.phrase, ("a Game", "a View")))
    assert said == f"このルールは成り立ちません。{both}"


def test_browsers_have_the_same_words() -> None:
    """`python scripts/schemas.py` writes them."""
    script = (Path(cr.__file__).parent / "table" / "words.js").read_text(encoding="utf-8")
    words = json.loads(script[script.index("{") : script.rindex("}") + 1])
    assert words.keys() == languages().keys()
    for code, tables in words.items():
        own = languages()[code].tables
        assert tables.keys() > {"aims", "ranks", "singular", "table"}
        for table, texts in tables.items():
            if table == "singular":
                assert texts.items() <= own.get(table, {}).items()
            else:
                assert texts == own[table]
