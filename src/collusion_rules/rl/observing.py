"""What seats at many tables may do and see, written as machine code.

It writes what `encode` writes, and the tests compare the two at every step.
"""

from typing import Final, NamedTuple

import numpy as np

from collusion_rules.batch.choosing import NONE, ONE
from collusion_rules.batch.compiling import uncounted
from collusion_rules.batch.kernel import NO_TEAMS, THREE_PAIRS, Numbers, Words
from collusion_rules.rl.tables import Floats, Frame, House, Layout, Table, Tables

_BYTE: Final = np.uint64(0xFF)
_BY_8: Final = np.uint64(8)
_TWO: Final = np.uint64(2)
_THREE: Final = np.uint64(3)
_FOUR: Final = np.uint64(4)
_CARDS: Final = np.uint64(52)
_BITS: Final = np.array([[byte >> bit & 1 for bit in range(8)] for byte in range(256)])
_FLOATS: Final = _BITS.astype(np.float32)
_PAIRS: Final = _FLOATS.view(np.uint64).copy()
"""The floats of a byte's bits, two to a word."""
_FLAGS: Final = _BITS.astype(np.uint8).view(np.uint64)[:, 0].copy()


class Sheets(NamedTuple):
    """Where it is written what may be done and seen, a row a table.

    Attributes:
        legal: the legal actions, as bits.
        mask: the same, a byte each, eight to a word.
        words: what a seat sees, two numbers to a word: so they are written more quickly.
        draft: one row, in which an observation is made: so memory is gone through once, in order.
        draft_words: `draft` again, two numbers to a word.
    """

    legal: Words
    mask: Words
    words: Words
    draft: Floats
    draft_words: Words


@uncounted
def _write_mask(legal: np.uint64, out: Words, row: np.uint64) -> None:
    for at in range(np.uint64(out.shape[1])):
        out[row, at] = _FLAGS[legal & _BYTE]
        legal >>= _BY_8


@uncounted
def _write_cards(
    out: Floats, words: Words, begin: np.uint64, cards: np.uint64, both: np.uint64
) -> None:
    """Write how many copies of each card there are, as 52 numbers from an even place."""
    at = begin >> ONE
    if both == NONE:
        for _ in range(6):
            byte = cards & _BYTE
            words[at] = _PAIRS[byte, 0]
            words[at + ONE] = _PAIRS[byte, 1]
            words[at + _TWO] = _PAIRS[byte, 2]
            words[at + _THREE] = _PAIRS[byte, 3]
            cards >>= _BY_8
            at += _FOUR
        words[at] = _PAIRS[cards & _BYTE, 0]
        words[at + ONE] = _PAIRS[cards & _BYTE, 1]
        return
    for number in range(52):
        card = np.uint64(number)
        copies = ((cards >> card) & ONE) + ((both >> card) & ONE)
        out[begin + card] = np.float32(np.int32(copies))


@uncounted
def _knows_teams(frame: Frame, table: Table, viewer: int) -> bool:
    """Whether a seat can know the teams: of its own cards, those played, or a reveal (C3, D1)."""
    partners = table["partners"]
    if partners == NONE:
        return False
    if table["turn"] < 0:
        return True
    own = table["hands"][viewer] | table["played"][viewer]
    once, twice = own, table["both_held"][viewer] | table["both_played"][viewer]
    twice |= table["hands"][viewer] & table["played"][viewer]
    seen = NONE
    for seat in range(frame.players):
        first = table["played"][seat]
        seen |= first
        if seat != viewer:
            twice |= (once & first) | table["both_played"][seat]
            once |= first
    if frame.open_reveal and seen & partners:
        return True
    known = once if frame.packs == 1 else twice
    return bool(known & partners == partners)


@uncounted
def _from(seat: int, viewer: int, players: int) -> np.uint64:
    """How far clockwise a seat is from the viewer."""
    return np.uint64(seat - viewer if seat >= viewer else seat - viewer + players)


@uncounted
def _on_turn(table: Table) -> int:
    """The seat on turn, or seat 0 if nobody is."""
    turn = np.int64(table["turn"])
    return int(turn) if turn >= 0 else 0


@uncounted
def _write(
    frame: Frame,
    layout: Layout,
    accusable: Numbers,
    shares: Floats,
    table: Table,
    viewer: int,
    out: Floats,
    words: Words,
) -> None:
    """Write what a seat sees, as `encode` lays it out."""
    players, teams = frame.players, _THREE if frame.teams == THREE_PAIRS else _TWO
    over = table["turn"] < 0
    for at in range(layout.trick >> ONE, np.uint64(words.shape[0])):
        words[at] = NONE
    two = frame.packs > 1
    both = table["both_held"][viewer] if two else NONE
    _write_cards(out, words, layout.hand, table["hands"][viewer], both)
    knows = frame.teams != NO_TEAMS and _knows_teams(frame, table, viewer)
    since = _from(viewer, table["leader"], players)
    seat, begin, place = viewer, NONE, NONE
    for _ in range(players):
        both = table["both_played"][seat] if two else NONE
        _write_cards(out, words, layout.played + begin, table["played"][seat], both)
        if since < np.uint64(table["placed"]):
            out[layout.trick + begin + np.uint64(table["trick"][seat])] = 1
        pair = (layout.voids >> ONE) + place + place
        words[pair] = _PAIRS[table["voids"][seat], 0]
        words[pair + ONE] = _PAIRS[table["voids"][seat], 1]
        out[layout.tricks_won + place] = shares[table["won"][seat]]
        out[layout.totals + place] = table["totals"][seat] / 100.0
        if knows:
            out[layout.teams + teams * place + np.uint64(table["sides"][seat])] = 1
        seat = seat + 1 if seat + 1 < players else 0
        since = since + ONE if since + ONE < np.uint64(players) else NONE
        begin += _CARDS
        place += ONE
    out[layout.deals_played] = table["deals"] / 8.0
    out[layout.dealer + _from(table["dealer"], viewer, players)] = 1
    if not over:
        out[layout.turn + _from(table["turn"], viewer, players)] = 1
    if frame.pairs > 0:
        _write_accusations(players, layout.accused, accusable, table, viewer, out)
    if frame.declares:
        if table["trump"] >= 0:
            out[layout.trump + np.uint64(table["trump"])] = 1
        else:
            out[layout.declaring] = 1
        if frame.teams != NO_TEAMS and not over:
            _write_cards(out, words, layout.partner_cards, table["partners"], NONE)


@uncounted
def _write_accusations(
    players: int,
    begin: np.uint64,
    accusable: Numbers,
    table: Table,
    viewer: int,
    out: Floats,
) -> None:
    for seat in range(players):
        pair = np.int64(table["accused"][seat])
        if pair >= 0:
            by = _from(seat, viewer, players)
            for which in range(2):
                suspect = (np.int64(by) + accusable[pair, which]) % players
                out[begin + np.uint64(players) * by + np.uint64(suspect)] = 1


@uncounted
def _copy(words: Words, out: Words, row: np.uint64) -> None:
    for at in range(np.uint64(out.shape[1])):
        out[row, at] = words[at]


@uncounted
def show(
    frame: Frame,
    layout: Layout,
    accusable: Numbers,
    shares: Floats,
    table: Table,
    sheets: Sheets,
    row: np.uint64,
) -> None:
    """Write what the seat on turn at a table may do and sees; seat 0 if nobody is on turn."""
    sheets.legal[row] = table["legal"]
    _write_mask(table["legal"], sheets.mask, row)
    if sheets.words.shape[1] > 0:
        draft, words = sheets.draft, sheets.draft_words
        _write(frame, layout, accusable, shares, table, _on_turn(table), draft, words)
        _copy(words, sheets.words, row)


@uncounted
def show_tables(
    house: House, layout: Layout, tables: Tables, rows: Numbers, sheets: Sheets
) -> None:
    """Write what the seats on turn at these tables may do and see."""
    for row in rows:
        show(house.frame, layout, house.pairs, house.shares, tables[row], sheets, np.uint64(row))


@uncounted
def show_all(house: House, layout: Layout, tables: Tables, rows: Numbers, sheets: Sheets) -> None:
    """Write what every seat sees at some tables: by table, then seat."""
    frame, pairs, shares = house.frame, house.pairs, house.shares
    draft, words = sheets.draft, sheets.draft_words
    for at in range(rows.shape[0]):
        for seat in range(frame.players):
            _write(frame, layout, pairs, shares, tables[rows[at]], seat, draft, words)
            _copy(words, sheets.words, np.uint64(frame.players * at + seat))


@uncounted
def show_hands(house: House, tables: Tables, sheets: Sheets) -> None:
    """Write the cards of all seats, counted from the one on turn: what no observation has."""
    players = house.frame.players
    for row in range(tables.shape[0]):
        table = tables[row]
        seat, begin = _on_turn(table), NONE
        for _ in range(players):
            held, both = table["hands"][seat], table["both_held"][seat]
            _write_cards(sheets.draft, sheets.draft_words, begin, held, both)
            begin += _CARDS
            seat = seat + 1 if seat + 1 < players else 0
        _copy(sheets.draft_words, sheets.words, np.uint64(row))
