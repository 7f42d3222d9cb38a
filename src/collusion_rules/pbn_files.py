"""Files of PBN 2.1: every deal of a file, with the number of its board."""

import codecs
import re
from collections.abc import Iterator
from typing import Final, final

import attrs

from collusion_rules.cards import Hand, Seat
from collusion_rules.errors import BadDealError, ErrorCode, Fault, bad_argument, fault
from collusion_rules.pbn import from_pbn
from collusion_rules.texts import plain
from collusion_rules.values import Value

_PIECE: Final = re.compile(
    r"""
      ^ % [^\n]*                                              # a line for programs
    | ; [^\n]*                                                # a comment up to the end of the line
    | \{ [^}]* \}                                             # a comment
    | (?P<unclosed> \{ )
    | \[ \s* (?P<name> \w+ ) \s* " (?P<value> (?: [^"\\] | \\. )* ) " \s* \]
    | " (?: [^"\\\n] | \\. )* "                               # a text in a section
    | ^ (?P<empty> [ \t]* ) (?: \n | \Z )                     # what parts two games
    """,
    re.VERBOSE | re.MULTILINE | re.DOTALL,
)

_PARTING: Final = frozenset({"Event", "Board", "Deal"})
"""The tags with which the next game begins, where nothing else parts it from the last one."""

_NOT_INHERITED: Final = frozenset({"Deal", "Dealer"})
"""Of the tags that are read here, those that a game has of its own or not at all."""

_ENCODINGS: Final = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)


@final
@attrs.frozen
class PbnDeal(Value):
    """A deal of a PBN file.

    Attributes:
        board: the number of its board; `None` if the file has none.
        dealer: who dealt; `None` if the file doesn't say. Seats 0 to 3 are N, E, S, W.
        hands: one entry a seat, north's first; a hand that is not given is `FaceDown(13)`.
    """

    board: int | None
    dealer: Seat | None
    hands: tuple[Hand, ...]


def deals_from_pbn(text: str | bytes) -> tuple[PbnDeal, ...]:
    """Read every deal of a PBN file, in its order, in import format.

    Comments, other tags and sections are skipped, values that a game takes over from another one
    (`#` and `##`) are filled in. Games are parted by an empty line, or where a tag comes again with
    another value. A game without a deal gives none.

    Args:
        text: the contents of the file: text, or bytes in UTF-8, in UTF-16 with its mark, or in
            Latin-1, which is what PBN itself is written in.

    Raises:
        BadDealError: a deal is not one of 52 cards to four, or a comment is never closed; `faults`
            names all that is wrong in the file, each with its line.
        BadArgumentError: `text` is neither text nor bytes.
    """
    games, faults = _read(_decoded(text))
    deals: list[PbnDeal] = []
    for game in games:
        try:
            deals += game.deals()
        except BadDealError as error:
            faults.append(fault(ErrorCode.BAD_PBN_DEAL, line=game.line, faults=error.faults))
    if faults:
        raise BadDealError(faults)
    return tuple(deals)


@attrs.frozen
class _Game(Value):
    """A game of the file: its tags, and the line of its deal."""

    tags: dict[str, str]
    line: int

    def deals(self) -> Iterator[PbnDeal]:
        """The deal of the game, if it has one."""
        deal = " ".join(self.tags.get("Deal", "").split())
        if deal:
            board, dealer = self.tags.get("Board", "").strip(), self.tags.get("Dealer", "").strip()
            yield PbnDeal(
                board=int(board) if re.fullmatch("[0-9]{1,9}", board) else None,
                dealer=Seat("NESW".index(dealer.upper())) if dealer in [*"NESWnesw"] else None,
                hands=from_pbn(f'[Deal "{deal}"]'),
            )


def _read(text: str) -> tuple[list[_Game], list[Fault]]:
    """The games of a file, and what is wrong with it as a whole."""
    faults: list[Fault] = []
    games: list[_Game] = []
    tags: dict[str, str] = {}
    line, deal_line, at = 1, 0, 0
    header: dict[str, str] = {}  # what holds for all games that don't say otherwise
    last: dict[str, str] = {}  # the last value of each tag in any game

    def end_game() -> None:
        nonlocal tags
        games.append(_Game({**header, **tags}, deal_line))
        tags = {}

    for piece in _PIECE.finditer(text):
        line, at = line + text.count("\n", at, piece.start()), piece.start()
        name, value = piece["name"], re.sub(r"\\(.)", r"\1", piece["value"] or "")
        if piece["unclosed"]:
            faults.append(fault(ErrorCode.UNCLOSED_COMMENT, line=line))
            break
        if piece["empty"] is not None:
            end_game()
        if name is None:
            continue
        if name not in _NOT_INHERITED:
            value = _inherited(name, value, header, last)
        if name in _PARTING and tags.get(name, value) != value:
            end_game()
        if name not in tags:  # a tag that comes again is ignored, says the standard
            tags[name] = value
            deal_line = line if name == "Deal" else deal_line
    end_game()
    return games, faults


def _inherited(name: str, value: str, header: dict[str, str], last: dict[str, str]) -> str:
    """A tag's value, if need be that of an earlier game, as the standard has it in 4.8."""
    if value == "#":
        return last.get(name, "")
    if value.startswith("##"):
        value = header[name] = value[2:]
    elif name in header:
        header[name] = value
    last[name] = value
    return value


def _decoded(text: str | bytes) -> str:
    """The text of a file, with one kind of line ends."""
    if isinstance(text, bytes):
        marked = (encoding for mark, encoding in _ENCODINGS if text.startswith(mark))
        try:
            decoded = text.decode(next(marked, "utf-8"))
        except UnicodeDecodeError:
            decoded = text.decode("latin-1")
    elif isinstance(text, str):
        decoded = plain(text)
    else:
        raise bad_argument("text", "text or bytes", text)
    return decoded.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
