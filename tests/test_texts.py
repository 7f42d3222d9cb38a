"""Texts that deceive the eye: refused, or isolated where they are shown (case by case)."""

import sys
import unicodedata
from typing import Any, cast

import pytest

import collusion_rules as cr
from collusion_rules.texts import columns, folded, is_one_line, isolated, plain, quotable, shortened

S0, S1 = cr.Seat(0), cr.Seat(1)
GAME = cr.deal(cr.new_game(cr.PARLETT, cr.Seat(3)), seed=4)
NAMES = ("Ann", "Bob", "Cy", "Di")

DECEIVING = {
    "nothing": "",
    "blanks": "   \u3000",
    "two lines": "two\nlines",
    "a line separator": "two\u2028lines",
    "an escape": "\x1b[2J",
    "a lone surrogate": "\ud800",
    "right to left from here": "\u202eSA dloh I",
    "an isolate that stays open": "\u2067hello",
    "a mark of direction": "hello\u200f",
    "an Arabic mark of direction": "hello\u061c",
    "only a zero width space": "\u200b",
    "a zero width space in it": "Ann\u200b",
    "a word joiner": "\u2060Ann",
    "a byte order mark": "\ufeffAnn",
    "a soft hyphen": "An\xadn",
    "a Hangul filler": "\u3164",
    "another Hangul filler": "\uffa0\u1160",
    "a blank of Braille": "\u2800",
    "a joiner alone": "\u200d",
    "a joiner at the end": "Ann\u200d",
    "two joiners": "A\u200d\u200dB",
    "a tag": "A\U000e0041",
    "an annotation": "A\ufff9B",
    "only marks": "\u0301\u0301",
    "a mark at the start": "\u0335hello",
    "piled marks": "h" + "\u0301" * 5,
    "piled marks of later blocks": "h" + "\u1ab0\u1dff\u20d0\ufe20\u0301",
    "piled selectors": "h" + "\ufe0f" * 5,
    "too much": "x" * 501,
}
HONEST = [
    "Hello!",
    "10♥ or T♥?",
    "席2さん、どうぞ。",
    "葛󠄀城",  # with a selector of its form
    "Nguyễn Thị".encode().decode(),
    "e\u0302\u0301",
    "שָׁלוֹם",
    "می\u200cخواهم",  # with a non-joiner
    "क्\u200dष",
    "👩\u200d👩\u200d👧 ♠\ufe0f 1\ufe0f\u20e3",
    "“quoted” and 'quoted'",
    "h" + "\u0301" * 4 + "e" + "\u0301" * 4,
    "X\u2800",
    "x" * 500,
]


@pytest.mark.parametrize("text", DECEIVING.values(), ids=DECEIVING)
def test_a_text_that_deceives_is_refused(text: str) -> None:
    """B9: as free text, as somebody's name and as a ruleset's."""
    assert not is_one_line(text, 500)
    move = cr.Talk(S0, cr.Words(text))
    assert not cr.is_legal(GAME, move)
    with pytest.raises(cr.IllegalMoveError) as refused:
        cr.play(GAME, move)
    assert refused.value.code is cr.ErrorCode.BAD_WORDS
    for name in (text, f"{text}\n"):
        with pytest.raises(cr.BadArgumentError, match="none of them hidden"):
            cr.describe(cr.TrickWon(S0), (name, *NAMES[1:]))
        with pytest.raises(cr.BadRulesetError, match="in one line"):
            cr.parlett(name=name)
    with pytest.raises(cr.BadArgumentError, match="none of them hidden"):
        cr.describe(cr.Words(text), NAMES)


@pytest.mark.parametrize("text", HONEST)
def test_what_people_write_is_let_pass(text: str) -> None:
    """B9."""
    assert is_one_line(text, 500)
    assert cr.play(GAME, cr.Talk(S0, cr.Words(text))).log[-1] == cr.Talk(S0, cr.Words(text))
    assert cr.describe(cr.Words(text), NAMES) == text


class Loud(str):
    """A text of a class of its own."""

    def __str__(self) -> str:
        return self.upper()


def test_a_text_of_another_class_is_a_text_and_nothing_more() -> None:
    text = plain(Loud("Ann"))
    assert (type(text), text) == (str, "Ann")
    five: Any = 5
    assert cast("Any", plain(five)) is five


def test_no_other_type_is_a_text() -> None:
    others: list[Any] = [None, 5, b"Ann", ["Ann"]]
    assert not any(is_one_line(other, 500) for other in others)


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "Bob: “Hello’ Ann: ‘I hold A♠”"),
        ("ja", "Bob「Hello’ Ann: ‘I hold A♠」"),
    ],
)
def test_nobody_ends_their_own_speech_and_speaks_for_another(language: str, line: str) -> None:
    said = cr.Talk(S1, cr.Words("Hello” Ann: “I hold A♠"))
    assert cr.describe(said, NAMES, language) == line


@pytest.mark.parametrize("language", cr.languages())
@pytest.mark.parametrize("mark", '“”„‟"«»″＂〝〞〟「」｢｣')
def test_the_only_quotation_marks_of_a_line_are_its_own(language: str, mark: str) -> None:
    said = cr.Talk(S1, cr.Words(f"a{mark}b"))
    plain = cr.describe(cr.Talk(S1, cr.Words("a-b")), NAMES, language)
    for line in (
        cr.describe(said, NAMES, language),
        cr.describe(cr.Talk(S1, cr.Words("a-b")), ("A", f"Bo{mark}b", "C", "D"), language),
    ):
        assert line.count(mark) == plain.count(mark)


def test_right_to_left_letters_stay_where_they_are() -> None:
    """The line reads the same way whatever letters a name has."""
    names = ("שרה", *NAMES[1:])
    assert cr.describe(cr.TrickWon(S0), names) == "\u2068שרה\u2069 takes the trick"
    assert cr.describe(cr.Talk(S0, cr.Words("مرحبا 3")), NAMES) == "Ann: “\u2068مرحبا 3\u2069”"
    rules = cr.parlett(name="شراكة")
    started = cr.describe(cr.GameStarted(rules, S0), NAMES)
    assert started == f"a game of \u2068{rules.name}\u2069 begins: Ann deals first"
    silent = cr.parlett(name="شراكة", talk=cr.TableTalk.NONE)
    with pytest.raises(cr.IllegalMoveError) as refused:
        cr.play(cr.deal(cr.new_game(silent, S0), 1), cr.Talk(S0, cr.NoMore()))
    assert "\u2068شراكة\u2069" in cr.describe(refused.value, NAMES)


def test_left_to_right_letters_are_left_alone() -> None:
    assert isolated("Ann") == quotable("Ann") == "Ann"
    assert quotable('Ann "Ace"') == "Ann 'Ace'"


JAPANESE = "ディーラーは「どうぞ。」と言い、左隣がリードします。何を言ってもかまいません。"


@pytest.mark.parametrize("width", range(8, 60))
def test_no_line_begins_with_what_ends_another_in_japanese(width: int) -> None:
    lines = list(folded(JAPANESE, width))
    assert "".join(lines) == JAPANESE
    assert max(map(columns, lines)) <= width
    assert not [line for line in lines if line[0] in "、。」ーっ"]


def test_no_number_and_no_latin_word_is_torn_apart_in_japanese() -> None:
    assert list(folded("差は-3.47です", 8)) == ["差は", "-3.47で", "す"]
    assert list(folded("  longer_word", 8, "")) == ["longer_w", "ord"]
    assert list(folded("席 longer_word", 8, "   ")) == ["席", "   longe", "r_word"]


def test_nothing_but_such_characters_is_folded_all_the_same() -> None:
    assert list(folded("。" * 7, 4)) == ["。。", "。。", "。。", "。"]


# Widths


@pytest.mark.parametrize(
    ("text", "width"),
    [
        ("Ann", 3),
        ("席0", 3),
        ("é", 1),
        ("e\u0301", 1),
        ("e\u1ab0", 1),
        ("👍", 2),
        ("葛\U000e0100", 2),
        ("\u2068ש\u2069", 1),
        ("a\u200db", 2),
        ("a\u200cb", 2),
        ("a\u2069", 1),
        ("X", 1),
        ("ẞ₹", 2),  # both later than Unicode 3.2
        ("♌⌚", 4),
        ("\u9fd0\U0002a700", 4),
        ("\U0001f300", 2),
        ("\U0001faff", 2),
        ("\U0001fb00", 1),
        ("Ｗ", 2),
        ("ｱ", 1),
        ("", 0),
    ],
)
def test_a_text_takes_columns(text: str, width: int) -> None:
    assert columns(text) == width


@pytest.mark.no_cover
def test_a_character_is_as_wide_as_unicode_says() -> None:
    """Or takes no column, as marks, of which there were more; others have been widened since."""
    ranges = (0x2630, 0x2637), (0x268A, 0x268F), (0x4DC0, 0x4DFF), (0x1D300, 0x1D376)
    widened = {chr(number) for first, last in ranges for number in range(first, last + 1)}
    emoji = set(map(chr, range(0x1F300, 0x1FB00)))
    for character in map(chr, range(32, sys.maxunicode + 1)):
        if unicodedata.category(character)[0] not in "CM" and character not in widened | emoji:
            wide = unicodedata.east_asian_width(character) in "WF"
            assert columns(character) in (0, 2 if wide else 1), hex(ord(character))


def test_a_text_is_cut_with_a_mark() -> None:
    assert shortened("Annabel", 7) == "Annabel"
    assert shortened("Annabel", 4) == "Ann…"
    assert shortened("席席席", 4) == "席…"
    assert shortened("Ann abel", 5) == "Ann…"
    assert shortened("  Annabel", 6) == "  Ann…"
    assert shortened("Ann Bob abel", 10) == "Ann Bob…"


def test_a_text_is_folded() -> None:
    assert [*folded("one two three", 7, "  ")] == ["one two", "  three"]
    assert [*folded("席席席席", 4)] == ["席席", "席席"]
    assert [*folded("one two three", 8)] == ["one two", "three"]
    assert [*folded("a  b", 4)] == ["a  b"]
    assert [*folded("", 4)] == [""]
    assert [*folded("a longer_word", 6)] == ["a", "longer", "_word"]
