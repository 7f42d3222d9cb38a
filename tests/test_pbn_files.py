"""Files of PBN: every deal with its board, whatever else the file holds."""

import contextlib
import io
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import collusion_rules as cr
from collusion_rules import deals_from_pbn, testing

ONE = "N:AKQ.JT9.876.5432 JT9.876.5432.AKQ 876.5432.AKQ.JT9 5432.AKQ.JT9.876"
TWO = "E:AKQ.JT9.876.5432 JT9.876.5432.AKQ 876.5432.AKQ.JT9 5432.AKQ.JT9.876"
SPADES = "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"
FACE_DOWN = cr.FaceDown(13)


DEALS = testing.deals(cr.PARLETT)


def hands(value: str) -> tuple[cr.Hand, ...]:
    return cr.from_pbn(f'[Deal "{value}"]')


def read(text: str | bytes) -> list[tuple[int | None, tuple[cr.Hand, ...]]]:
    return [(deal.board, deal.hands) for deal in deals_from_pbn(text)]


BOTH = [(1, hands(ONE)), (2, hands(TWO))]
FILE = f"""\
% PBN 2.1
% EXPORT
[Event "Friday"]
[Board "1"]
[West "?"]
[Dealer "N"]
[Deal "{ONE}"]
[Auction "N"]
1C Pass Pass Pass
[Play "E"]
SJ S8 S5 SA
*

[Event "#"]
[Board "2"]
[Dealer "E"]
[Deal "{TWO}"]
"""


def test_every_deal_of_a_file_comes_with_its_board() -> None:
    assert read(FILE) == BOTH
    assert [deal.dealer for deal in deals_from_pbn(FILE)] == [cr.Seat(0), cr.Seat(1)]


ODDITIES = {
    "Windows": FILE.replace("\n", "\r\n"),
    "an old Macintosh": FILE.replace("\n", "\r"),
    "a mark in front": "\ufeff" + FILE,
    "UTF-8 with its mark": ("\ufeff" + FILE).encode(),
    "UTF-16": FILE.encode("utf-16"),
    "Latin-1": FILE.replace("Friday", "Genève, Zürich").encode("latin-1"),
    "Latin-1 in a comment": ("{ Genève }" + FILE).encode("latin-1"),
    "no end of the last line": FILE.rstrip("\n"),
    "empty lines all over": "\n\n" + FILE.replace("\n\n", "\n \t \n\n\n") + "\n\n",
    "a comment before": '{ a deal: [Deal "N:..."] }\n' + FILE,
    "a comment of several lines": FILE.replace(
        "[West", f'{{ [Board "7"]\n\n[Deal "{SPADES}"]\n\n }}\n[West'
    ),
    "a comment up to the end of the line": FILE.replace(
        "[West", f'; [Board "7"] [Deal "{SPADES}"] {{\n[West'
    ),
    "a comment behind a tag": FILE.replace('"1"]', '"1"] ; the first {').replace(
        '"2"]', '"2"] {2}'
    ),
    "a line for programs": FILE.replace("[West", f'%[Deal "{SPADES}"] {{\n[West'),
    "a percent sign elsewhere": FILE.replace("1C Pass", "1C 50% { 100% } Pass"),
    "a brace in a tag": FILE.replace('"Friday"', '"{ Friday ; or so"'),
    "a tag in a text": FILE.replace('"Friday"', r'"[Board \"9\"] [Deal \"-\"]"'),
    "a text in a section": FILE.replace("*\n", f'"[Deal {SPADES}]" *\n'),
    "tags on one line": FILE.replace("]\n[", "] ["),
    "tags without blanks": FILE.replace("]\n[", "]["),
    "a tag on several lines": FILE.replace("[Deal ", "[\n Deal\n\t").replace("[Board ", "[ Board"),
    "more blanks between the hands": FILE.replace(" JT9.8", "  \tJT9.8"),
    "lower case": FILE.replace(ONE, ONE.lower()).replace('"N"', '"n"'),
    "a tag that comes again": FILE.replace("[West", '[Board "1"]\n[Event "Monday"]\n[West').replace(
        '[Event "Monday"]', '[West "I"]'
    ),
    "a deal that comes again": FILE.replace("[Auction", f'[Deal "{ONE}"]\n[Auction'),
    "other orders": f'[Deal "{ONE}"]\n[Board "1"]\n[Dealer "N"]\n\n[Deal "{TWO}"]\n'
    '[Dealer "E"]\n[Board "2"]',
    "nothing between two games": FILE.replace("\n\n", "\n"),
    "games without deals": '[Event "none"]\n\n' + FILE + '\n[Board "3"]\n\n[Deal ""]\n',
    "a final control character of DOS": FILE + "\x1a",
}


@pytest.mark.parametrize("text", ODDITIES.values(), ids=ODDITIES)
def test_oddities_of_files_change_nothing(text: str | bytes) -> None:
    assert read(text) == BOTH
    assert [deal.dealer for deal in deals_from_pbn(text)] == [cr.Seat(0), cr.Seat(1)]


def board_of(*games: str) -> list[int | None]:
    """The boards of games, each with the same deal."""
    return [
        deal.board
        for deal in deals_from_pbn("\n\n".join(f'{game} [Deal "{ONE}"]' for game in games))
    ]


def test_a_value_may_be_that_of_the_game_before() -> None:
    """4.8 of the standard: back to the last one that is not # itself; none is an empty text."""
    assert board_of('[Board "5"]', '[Board "#"]', '[Board "#"]', '[Board "6"]') == [5, 5, 5, 6]
    assert board_of('[Board "5"]', "", '[Board "#"]') == [5, None, 5]
    assert board_of('[Board "#"]', '[Board "1"]') == [None, 1]


def test_a_value_may_hold_for_all_games_that_follow() -> None:
    """4.8 of the standard: until it is given anew, with or without ##."""
    assert board_of('[Board "##5"]', "", '[Board "#"]') == [5, 5, 5]
    assert board_of('[Board "##5"]', "", '[Board "6"]', "", '[Board "##7"]', "") == [
        5,
        5,
        6,
        6,
        7,
        7,
    ]
    assert board_of('[Board "##"]', "") == [None, None]
    assert board_of('[Board "##4"]\n\n', "") == [4, 4]


def test_a_deal_and_its_dealer_are_never_taken_over() -> None:
    with pytest.raises(cr.BadDealError, match=r"line 3: .* not '\[Deal \"#\"\]'"):
        deals_from_pbn(f'[Deal "{ONE}"]\n\n[Deal "#"]')
    told = deals_from_pbn(f'[Dealer "##N"] [Deal "{ONE}"]\n\n[Deal "{TWO}"]')
    assert [deal.dealer for deal in told] == [None, None]


@pytest.mark.parametrize("board", ["", "?", "-", "one", "1.5", "-1", "1 2", "１", "1" * 10, "x1"])
def test_what_is_no_number_is_no_board(board: str) -> None:
    assert read(f'[Board "{board}"][Deal "{ONE}"]') == [(None, hands(ONE))]


def test_hands_may_be_left_out() -> None:
    text = '[Board " 12 "][Dealer "?"][Deal "S:- AKQJT98765432... - -"]'
    west = cr.Cards(card for card in cr.Deck().cards if card.suit is cr.Suit.SPADES)
    assert deals_from_pbn(text) == (cr.PbnDeal(12, None, (FACE_DOWN, FACE_DOWN, FACE_DOWN, west)),)


def test_all_that_is_wrong_is_named_with_its_line() -> None:
    text = FILE.replace(ONE, ONE.replace("AKQ.J", "AKK.J", 1)) + '\n[Deal "N:- - -"]\n\n{ open'
    with pytest.raises(cr.BadDealError) as caught:
        deals_from_pbn(text)
    codes = [fault.code for fault in caught.value.faults]
    assert codes == [cr.ErrorCode.UNCLOSED_COMMENT, *[cr.ErrorCode.BAD_PBN_DEAL] * 2]
    assert [fault.parameters["line"] for fault in caught.value.faults] == [21, 7, 19]
    told = str(caught.value)
    assert "line 21: the comment that begins here never ends" in told
    assert "line 7: nobody holds QS, there are too many of KS" in told
    assert "line 19: 4 hands are needed, not 3" in told
    assert "19行目" in cr.describe(caught.value, language="ja")


def test_other_things_are_no_files() -> None:
    others: list[Any] = [None, 5, bytearray(FILE.encode()), [FILE], cr.PARLETT]
    for other in others:
        with pytest.raises(cr.BadArgumentError, match=r"^text must be text or bytes, not "):
            deals_from_pbn(other)
    assert deals_from_pbn("") == deals_from_pbn(b"") == deals_from_pbn("some words\n\n; more") == ()


@given(
    st.lists(DEALS, max_size=4),
    st.integers(0, 3),
    st.sampled_from(["\n", "\r\n"]),
)
def test_what_is_written_is_read(deals: list[tuple[cr.Cards, ...]], first: int, end: str) -> None:
    """A file that is put together of `to_pbn` has the same deals."""
    games = [
        f'[Board "{board}"]{end}{cr.to_pbn(dealt, cr.Seat(first))}{end}'
        for board, dealt in enumerate(deals, 1)
    ]
    assert read(end.join(games)) == [*enumerate(deals, 1)]


@given(st.text('[]{}";%# \n\\Deal"BoardN:.-AKQ', max_size=60) | st.binary(max_size=40))
def test_only_errors_of_the_library_come_out(text: str | bytes) -> None:
    with contextlib.suppress(cr.BadDealError):
        assert isinstance(deals_from_pbn(text), tuple)


@given(st.lists(DEALS, min_size=1, max_size=3))
def test_endplay_writes_what_is_read(deals: list[tuple[cr.Cards, ...]]) -> None:
    """A program of other people: `endplay`, which writes whole files in PBN."""
    types = pytest.importorskip("endplay.types")
    pbn = pytest.importorskip("endplay.parsers.pbn")
    boards = [
        types.Board(deal=types.Deal(cr.to_pbn(dealt)[7:-2]), board_num=number)
        for number, dealt in enumerate(deals, 7)
    ]
    file = io.StringIO()
    pbn.dump(boards, file)
    assert read(file.getvalue()) == [*enumerate(deals, 7)]
    assert pbn.loads(file.getvalue())[0].board_num == 7
