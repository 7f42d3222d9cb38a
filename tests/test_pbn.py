"""PBN's Deal tag, written and read; endplay is the outside reader and writer."""

from collections.abc import Sequence
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

import collusion_rules as cr
from collusion_rules.pbn import from_pbn, to_pbn

GAME = cr.deal(cr.new_game(cr.PARLETT, dealer=cr.Seat(0)), seed="table 12")

# The example of the standard, 3.4.11: only east and west are given.
EXAMPLE = '[Deal "W:KQT2.AT.J6542.85 - A8654.KQ5.T.QJT6 -"]'

NORTH = cr.Cards.parse("6S 3S AD KD QD 9D 8D 7D AC 9C 7C 3C 2C")
WEST = cr.Cards.parse("KS QS TS 2S AH TH JD 6D 5D 4D 2D 8C 5C")
EAST = cr.Cards.parse("AS 8S 6S 5S 4S KH QH 5H TD QC JC TC 6C")
UNKNOWN = cr.FaceDown(13)

SUITS = ("AKQJT98765432...", ".AKQJT98765432..", "..AKQJT98765432.", "...AKQJT98765432")
WHOLE_SUITS = tuple(
    cr.Cards(card for card in cr.Deck().cards if card.suit is suit) for suit in reversed(cr.Suit)
)


def value(tag: str) -> str:
    """What stands between the quotes of a tag."""
    return tag.split('"')[1]


def faults_of_text(text: object) -> list[str]:
    with pytest.raises(cr.BadDealError) as caught:
        from_pbn(text)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType] -- wrong types are refused
    return [str(fault) for fault in caught.value.faults]


def faults_of_hands(hands: object) -> list[str]:
    with pytest.raises(cr.BadDealError) as caught:
        to_pbn(hands)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType] -- wrong types are refused
    return [str(fault) for fault in caught.value.faults]


def test_each_seat_has_its_direction() -> None:
    assert to_pbn(WHOLE_SUITS) == f'[Deal "N:{" ".join(SUITS)}"]'
    spades, hearts, diamonds, clubs = SUITS
    assert to_pbn(WHOLE_SUITS, cr.Seat(1)) == f'[Deal "E:{hearts} {diamonds} {clubs} {spades}"]'
    assert to_pbn(WHOLE_SUITS, cr.Seat(2)) == f'[Deal "S:{diamonds} {clubs} {spades} {hearts}"]'
    assert to_pbn(WHOLE_SUITS, cr.Seat(3)) == f'[Deal "W:{clubs} {spades} {hearts} {diamonds}"]'


def test_the_example_of_the_standard() -> None:
    hands = from_pbn(EXAMPLE)
    assert hands == (UNKNOWN, EAST, UNKNOWN, WEST)
    assert to_pbn(hands, cr.Seat(3)) == EXAMPLE
    assert to_pbn(hands) == '[Deal "N:- A8654.KQ5.T.QJT6 - KQT2.AT.J6542.85"]'


def test_a_void_is_empty_between_the_dots() -> None:
    assert from_pbn('[Deal "N:63..AKQ987.A9732 - - -"]') == (NORTH, UNKNOWN, UNKNOWN, UNKNOWN)


@pytest.mark.parametrize(
    "text",
    [
        '[Deal "W:kqt2.at.j6542.85 - a8654.kq5.t.qjt6 -"]',  # 3.11: lower case to ease input
        '[Deal "w:KqT2.At.J6542.85 - A8654.KQ5.T.QJT6 -"]',
        '[Deal "W:2TQK.TA.2456J.58 - A8654.KQ5.T.QJT6 -"]',  # 3.4.11: in any order
        '[Deal "E:A8654.KQ5.T.QJT6 - KQT2.AT.J6542.85 -"]',  # 3.4.11: any hand first
        '[  Deal\t"W:KQT2.AT.J6542.85 - A8654.KQ5.T.QJT6 -"\r\n]',  # 3.3: between tokens
        f"\n{EXAMPLE}\r\n",
        '[Deal"W:KQT2.AT.J6542.85 - A8654.KQ5.T.QJT6 -"]',
    ],
)
def test_what_the_import_format_allows_is_read(text: str) -> None:
    assert from_pbn(text) == (UNKNOWN, EAST, UNKNOWN, WEST)


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "W:KQT2.AT.J6542.85 - A8654.KQ5.T.QJT6 -",  # no tag
        f"{EXAMPLE} x",
        f"{EXAMPLE}{EXAMPLE}",
        f'[Event "?"]\n{EXAMPLE}',
        EXAMPLE.removesuffix("]"),
        EXAMPLE.replace("Deal", "deal"),  # the names of tags are case sensitive
        EXAMPLE.replace("Deal", "Dealer"),
        EXAMPLE.replace("Deal", "De al"),
        EXAMPLE.replace("W:", "X:"),
        EXAMPLE.replace("W:", ""),
        EXAMPLE.replace("W:", "ſ:"),  # whose upper case is S
        EXAMPLE.replace("[", "[\N{NO-BREAK SPACE}"),
        EXAMPLE.replace("-", "-" * 300),  # a token has at most 255 characters
        EXAMPLE.encode(),
        None,
        7,
    ],
)
def test_what_is_no_deal_tag_is_refused(text: object) -> None:
    (fault,) = faults_of_text(text)
    assert fault.startswith(
        'not a Deal tag of PBN: write four hands as in [Deal "N:- - - -"], not '
    )


@pytest.mark.parametrize(
    "hand",
    [
        "AKQJ1098765432...",  # the ten is T
        "10...",
        "AKQ.JT9.876",
        "AKQ.JT9.876.54.32",
        "AKQX.JT9.876.543",
        "ASKS...",
        "♠AKQ...",
        "AK\tQ...",
        "--",
        "−",
        "AKQ\N{KELVIN SIGN}...",
        "",
    ],
)
def test_what_is_no_hand_is_refused(hand: str) -> None:
    text = f'[Deal "E:{hand} - - -"]'
    faults = faults_of_text(text)
    assert faults == [
        f"the hand of seat 1 must be - or its suits, as in AKQ.JT9..8765432, not {hand!a}"
    ]


def test_all_that_is_wrong_with_a_text_is_named_at_once() -> None:
    spades, hearts, diamonds, clubs = SUITS
    assert faults_of_text(f'[Deal "S:{spades} {spades} {diamonds[1:]} A.K"]') == [
        "the hand of seat 0 must be - or its suits, as in AKQ.JT9..8765432, not '.AKQJT98765432.'",
        "the hand of seat 1 must be - or its suits, as in AKQ.JT9..8765432, not 'A.K'",
        "there are too many of AS KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S",
    ]
    assert faults_of_text(f'[Deal "N:2{spades} {hearts} {clubs}  A..."]') == [
        "4 hands are needed, not 5",
        "the hand of seat 3 must be - or its suits, as in AKQ.JT9..8765432, not ''",
        "seat 0 needs 13 cards, not 14",
        "there are too many of 2S",
    ]


def test_cards_are_neither_missing_nor_doubled() -> None:
    spades, hearts, diamonds, clubs = SUITS
    assert faults_of_text(f'[Deal "N:{spades} {hearts} {diamonds} ..A.KQJT98765432"]') == [
        "nobody holds AC",
        "there are too many of AD",
    ]
    assert faults_of_text(f'[Deal "N:{spades} {hearts} {diamonds} {clubs[:-1]}"]') == [
        "seat 3 needs 13 cards, not 12",
        "nobody holds 2C",
    ]
    assert faults_of_text(f'[Deal "N:{spades} A{spades[1:]} - -"]') == [
        "there are too many of AS KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S"
    ]
    assert faults_of_text('[Deal "N:... - - -"]') == ["seat 0 needs 13 cards, not 0"]


@pytest.mark.parametrize(("dashes", "count"), [("-", 1), ("- - -", 3), ("- - - - -", 5)])
def test_there_are_four_hands(dashes: str, count: int) -> None:
    assert faults_of_text(f'[Deal "N:{dashes}"]') == [f"4 hands are needed, not {count}"]


@pytest.mark.parametrize("first", [-1, 4, True, "N", None])
def test_the_first_seat_is_one_of_four(first: object) -> None:
    with pytest.raises(cr.BadArgumentError, match=r"^first must be a seat from 0 to 3, not "):
        to_pbn(WHOLE_SUITS, first)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType] -- wrong types are refused


def test_hands_that_are_no_deal_are_not_written() -> None:
    spades, hearts, diamonds, clubs = WHOLE_SUITS
    assert faults_of_hands(None) == ["4 hands are needed, not None"]
    assert faults_of_hands("N:") == ["4 hands are needed, not 'N:'"]
    assert faults_of_hands(()) == [
        "4 hands are needed, not 0",
        f"nobody holds {cr.Deck().cards}",
    ]
    assert faults_of_hands((spades, hearts, diamonds)) == [
        "4 hands are needed, not 3",
        f"nobody holds {clubs}",
    ]
    assert faults_of_hands([spades, hearts, diamonds, "AKQJT98765432"]) == [
        "the hand of seat 3 must be Cards, not 'AKQJT98765432'"
    ]
    many = cr.Cards(list(cr.Deck().cards) * 100)
    assert faults_of_hands([many, hearts, diamonds, clubs]) == ["seat 0 needs 13 cards, not 5200"]
    assert faults_of_hands([many] * 5_000) == [
        "4 hands are needed, not 5000",
        *(f"seat {seat} needs 13 cards, not 5200" for seat in range(4)),
    ]
    assert faults_of_hands([spades, spades, cr.FaceDown(12), UNKNOWN]) == [
        "seat 2 needs 13 cards, not 12",
        f"there are too many of {spades}",
    ]


def test_a_hand_of_which_a_card_was_played_is_refused() -> None:
    played = cr.play(GAME, cr.legal_moves(GAME)[0])
    assert isinstance(played.log[-1], cr.Play)
    assert faults_of_hands(played.hands) == [
        "seat 1 needs 13 cards, not 12",
        f"nobody holds {played.log[-1].card}",
    ]


def test_a_deal_of_six_is_refused() -> None:
    triple = cr.deal(cr.new_game(cr.TRIPLE_COLLUSION), seed=1)
    assert faults_of_hands(triple.hands)[0] == "4 hands are needed, not 6"


def test_a_deal_that_was_read_can_be_dealt() -> None:
    hands = [hand for hand in from_pbn(to_pbn(GAME.hands)) if isinstance(hand, cr.Cards)]
    dealt = cr.deal(cr.new_game(cr.PARLETT, dealer=cr.Seat(0)), hands=hands)
    assert dealt == GAME


@st.composite
def deals(draw: st.DrawFn) -> tuple[cr.Hand, ...]:
    """Any deal of one pack to four seats, with any of the hands face down."""
    cards = draw(st.permutations(tuple(cr.Deck().cards)))
    face_down = draw(st.tuples(*[st.booleans()] * 4))
    return tuple(
        UNKNOWN if unknown else cr.Cards(cards[13 * seat : 13 * seat + 13])
        for seat, unknown in enumerate(face_down)
    )


@given(deals(), st.integers(0, 3))
def test_what_was_written_is_read_again(hands: tuple[cr.Hand, ...], first: int) -> None:
    text = to_pbn(hands, cr.Seat(first))
    assert from_pbn(text) == hands
    assert from_pbn(text.replace(value(text), value(text).lower())) == hands


@given(st.text() | st.text(alphabet='[Deal "NESW:AKQJT98765432.- ]\n'))
def test_any_text_is_a_deal_or_refused(text: str) -> None:
    for attempt in (text, f'[Deal "N:{text}"]', f'[Deal "N:{text} - - -"]'):
        with suppress(cr.BadDealError):
            hands = from_pbn(attempt)
            assert from_pbn(to_pbn(hands)) == hands


def random_deals(count: int) -> Sequence[cr.Game]:
    start = cr.new_game(cr.PARLETT, dealer=cr.Seat(0))
    return [cr.deal(start, seed=seed) for seed in range(count)]


@pytest.mark.no_cover
def test_endplay_reads_what_we_write_and_we_read_what_it_writes() -> None:
    endplay = pytest.importorskip("endplay.types")
    players = [endplay.Player.find(direction) for direction in "NESW"]
    for number, game in enumerate(random_deals(300)):
        first = cr.Seat(number % 4)
        text = to_pbn(game.hands, first)
        deal = endplay.Deal(value(text))
        for player, hand in zip(players, game.hands, strict=True):
            assert [str(card) for card in deal[player]] == [
                f"{card.suit.symbol}{card.rank.letter}" for card in hand
            ]
        written = deal.to_pbn(first=players[first])
        assert written == value(text)
        assert from_pbn(f'[Deal "{written}"]') == game.hands


def test_endplay_reads_the_tag_in_a_file() -> None:
    pbn = pytest.importorskip("endplay.parsers.pbn")
    text = "".join(
        f'[Board "{number}"]\n{to_pbn(game.hands)}\n\n'
        for number, game in enumerate(random_deals(20), 1)
    )
    boards = pbn.loads(text)
    assert [board.board_num for board in boards] == list(range(1, 21))
    for board, game in zip(boards, random_deals(20), strict=True):
        (line,) = [line for line in pbn.dumps([board]).splitlines() if line.startswith("[Deal ")]
        assert from_pbn(line) == game.hands
