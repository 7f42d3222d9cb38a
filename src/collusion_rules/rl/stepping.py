"""Many tables, one move each at a time, as machine code.

A table is a record of numbers. All that is done here is what the engine does, and the tests
compare the two at every step; the engine remains the definition of the rules.
"""

from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from collusion_rules.batch.chance import WORDS_A_DEAL, word
from collusion_rules.batch.choosing import DUCK, by_plan, count, declared, partner_card, winners
from collusion_rules.batch.compiling import compiled
from collusion_rules.batch.kernel import (
    NO_TEAMS,
    THREE_PAIRS,
    Flags,
    Numbers,
    Plan,
    Words,
    choose,
    deal_out,
    suit_of,
)
from collusion_rules.moves import MOST_PLAYERS

Tiny = npt.NDArray[np.int8]
Floats = npt.NDArray[np.float32]
Tables = npt.NDArray[np.void]
"""Many tables: an array of `TABLE`."""
Table = Any
"""One of them: the fields of a record have no types that a type checker knows."""

TABLE: Final = np.dtype(
    [
        # what every action looks at comes first, close together
        ("winning", np.uint64),  # the suit that takes the trick as it stands
        ("best", np.uint64),  # the highest card of that; none before the lead
        ("partners", np.uint64),  # the partner cards; none before trumps are declared
        ("legal", np.uint64),  # the actions that may be done now, as bits
        ("dealer", np.int8),
        ("leader", np.int8),  # who leads or has led to the trick
        ("placed", np.int8),  # how many cards are on the table
        ("winner", np.int8),  # who takes the trick as it stands
        ("done", np.int8),  # how many tricks are taken
        ("trump", np.int8),  # the place of the trump suit; -1 if there is none yet
        ("turn", np.int8),  # whose turn it is; -1 once the deal is over
        ("trick", np.uint8, MOST_PLAYERS),  # the cards on the table, by seat; 255 for none
        ("won", np.uint8, MOST_PLAYERS),  # tricks taken, by seat
        ("voids", np.uint8, MOST_PLAYERS),  # suits a seat has shown to be out of, as bits
        ("accused", np.int8, MOST_PLAYERS),  # which pair a seat has accused; -1 for none
        ("sides", np.int8, MOST_PLAYERS),  # the side each seat is on; -1 while there is none
        ("hands", np.uint64, (MOST_PLAYERS, 2)),  # the cards held, by seat and copy
        ("played", np.uint64, (MOST_PLAYERS, 2)),  # the cards played, by seat and copy
        ("totals", np.int64, MOST_PLAYERS),  # points before the deal, by seat
        ("deals", np.int64),  # how many deals of the game are scored
        ("key", np.uint64),  # what its random words depend on
        ("place", np.uint64),  # the next of these
        ("episode", np.uint64),  # how many episodes came before this one
    ],
    align=True,
)
"""What a table is."""

NOTHING: Final = 255
"""No card, where a card's number could be."""

DEALS_AN_EPISODE: Final = np.uint64(1000)
"""How many stretches of random words an episode has: one for each of its deals."""

MOST_ACTIONS: Final = 64
"""How many actions fit into a word of legal ones."""

_FIRST_DECLARATION: Final = 52
_FIRST_ACCUSATION: Final = 56
_DECLARATIONS: Final = np.uint64(0xF << _FIRST_DECLARATION)
_NONE: Final = np.uint64(0)
_ONE: Final = np.uint64(1)
_CARDS: Final = np.uint64((1 << 52) - 1)
_SUIT: Final = np.uint64(0x1FFF)
_RANKS: Final = np.uint64(13)
_BYTE: Final = np.uint64(0xFF)
_BY_8: Final = np.uint64(8)
_TWO: Final = np.uint64(2)
_THREE: Final = np.uint64(3)
_FOUR: Final = np.uint64(4)
_NO_CHOICES: Final = np.zeros((0, 0), np.uint8)
_BITS: Final = np.array([[byte >> bit & 1 for bit in range(8)] for byte in range(256)])
_FLOATS: Final = _BITS.astype(np.float32)
_PAIRS: Final = _FLOATS.view(np.uint64).copy()
"""The floats of a byte's bits, two to a word."""
_FLAGS: Final = _BITS.astype(np.uint8).view(np.uint64)[:, 0].copy()


class Frame(NamedTuple):
    """The numbers of a ruleset that are looked at with every action.

    Attributes:
        players: how many seats there are.
        tricks: how many tricks a deal has.
        packs: one or two.
        declares: whether the dealer declares trumps.
        teams: `NO_TEAMS`, `ONE_PAIR` or `THREE_PAIRS`.
        pairs: how many pairs may be accused; 0 without accusations.
        open_reveal: whether the first partner card reveals the partners (D1).
        first_leader: how far from the dealer sits who leads first (A4).
        declaring: what declares for a seat that a policy plays.
    """

    players: int
    tricks: int
    packs: int
    declares: bool
    teams: int
    pairs: int
    open_reveal: bool
    first_leader: int
    declaring: int


class House(NamedTuple):
    """What of a ruleset decides how tables are stepped.

    Attributes:
        frame: its numbers.
        plan: how a deal is dealt.
        pairs: the pairs that may be accused, by pair and place, counted from the accuser.
        policies: what plays for each seat, as the kernel has it; -1 for a learner.
        aims: how many tricks each of these aims for.
    """

    frame: Frame
    plan: Plan
    pairs: Numbers
    policies: Numbers
    aims: Numbers


class Layout(NamedTuple):
    """Where the parts of an observation begin; -1 for those it hasn't."""

    size: int
    hand: int
    played: int
    trick: int
    voids: int
    tricks_won: int
    totals: int
    deals_played: int
    dealer: int
    turn: int
    declaring: int
    trump: int
    partner_cards: int
    teams: int
    accused: int


@compiled
def _are_public(frame: Frame, table: Table) -> bool:
    """Whether all know the partners: they are revealed, or all partner cards are played (C12)."""
    seen = _NONE
    for seat in range(frame.players):
        seen |= table["played"][seat, 0]
    seen &= table["partners"]
    return seen == table["partners"] or (frame.open_reveal and seen != _NONE)


@compiled
def _say_what_is_legal(frame: Frame, table: Table) -> None:
    """What the seat on turn may do (A5, C1, C11, C12)."""
    seat = table["turn"]
    if frame.declares and table["trump"] < 0:
        table["legal"] = _DECLARATIONS
        return
    held = table["hands"][seat, 0]
    legal = held
    if table["placed"] > 0:
        led = suit_of(_ONE << np.uint64(table["trick"][table["leader"]]))
        if held & led:
            legal = held & led
    if frame.pairs > 0 and table["accused"][seat] < 0 and not _are_public(frame, table):
        legal |= ((_ONE << np.uint64(frame.pairs)) - _ONE) << np.uint64(_FIRST_ACCUSATION)
    table["legal"] = legal


@compiled
def _take_sides(frame: Frame, ranks: Numbers, table: Table) -> None:
    """Say who partners whom, once trumps are declared (C2, D4)."""
    if frame.teams == NO_TEAMS:
        return
    turn = table["deals"] % ranks.shape[0]
    cards = _NONE
    for seat in range(frame.players):
        table["sides"][seat] = 1
    for which in range(ranks.shape[1]):
        card = partner_card(ranks, turn, which, table["trump"])
        for seat in range(frame.players):
            if table["hands"][seat, 0] & card:
                table["sides"][seat] = which if frame.teams == THREE_PAIRS else 0
        cards |= card
    table["partners"] = cards


@compiled
def _play(frame: Frame, table: Table, number: int) -> None:
    """Play a card, and take the trick if it is complete (A5 to A8)."""
    seat = np.int64(table["turn"])
    card = _ONE << np.uint64(number)
    suit = suit_of(card)
    if table["hands"][seat, 1] & card:
        table["hands"][seat, 1] ^= card
    else:
        table["hands"][seat, 0] ^= card
    if table["played"][seat, 0] & card:
        table["played"][seat, 1] |= card
    else:
        table["played"][seat, 0] |= card
    trumps = _NONE
    if table["trump"] >= 0:
        trumps = _SUIT << (np.uint64(table["trump"]) * _RANKS)
    if table["placed"] == 0:
        for other in range(frame.players):
            table["trick"][other] = NOTHING
        table["winning"], table["best"], table["winner"] = suit, _NONE, seat
    else:
        led = np.uint64(table["trick"][table["leader"]])
        if suit != suit_of(_ONE << led):
            table["voids"][seat] |= np.uint8(1) << np.uint8(led // _RANKS)
    table["trick"][seat] = number
    if suit == trumps and table["winning"] != trumps:
        table["winning"], table["best"] = trumps, _NONE
    if suit == table["winning"] and card > table["best"]:
        table["best"], table["winner"] = card, seat
    table["placed"] += 1
    if table["placed"] < frame.players:
        table["turn"] = seat + 1 if seat + 1 < frame.players else 0
        return
    winner = np.int64(table["winner"])
    table["won"][winner] += 1
    table["done"] += 1
    table["placed"] = 0
    table["leader"] = winner
    table["turn"] = winner if table["done"] < frame.tricks else -1


@compiled
def _act(frame: Frame, ranks: Numbers, table: Table, action: int) -> None:
    """Do a legal action, and say what is legal next."""
    if action < _FIRST_DECLARATION:
        _play(frame, table, action)
    elif action < _FIRST_ACCUSATION:
        table["trump"] = action - _FIRST_DECLARATION
        _take_sides(frame, ranks, table)
        table["turn"] = table["leader"]
    else:
        table["accused"][table["turn"]] = action - _FIRST_ACCUSATION
    if table["turn"] < 0:
        table["legal"] = _NONE
    else:
        _say_what_is_legal(frame, table)


@compiled
def _policy_card(frame: Frame, how: int, aim: int, table: Table) -> np.uint64:
    """The card that a policy plays for the seat on turn; it draws the table's random words."""
    seat, cards = np.int64(table["turn"]), table["legal"] & _CARDS
    if how < DUCK:
        card, place = choose(how, table["key"], table["place"], _NO_CHOICES, 0, 0, cards)
        table["place"] = place
        return card
    trumps, leads = _NONE, table["placed"] == 0
    if table["trump"] >= 0:
        trumps = _SUIT << (np.uint64(table["trump"]) * _RANKS)
    best = _NONE if leads else table["best"]
    able = winners(cards, best, table["winning"], trumps)
    last = table["placed"] == frame.players - 1
    return by_plan(how, table["won"][seat] < aim, cards, able, leads, last)


@compiled
def _let_policies_act(
    frame: Frame, ranks: Numbers, policies: Numbers, aims: Numbers, table: Table
) -> None:
    """Do what policies do for the seats that are not learners, until a learner is on turn."""
    while table["turn"] >= 0 and policies[table["turn"]] >= 0:
        seat = np.int64(table["turn"])
        if frame.declares and table["trump"] < 0:
            key, place = table["key"], table["place"]
            first, second = table["hands"][seat, 0], table["hands"][seat, 1]
            turn = table["deals"] % ranks.shape[0]
            suit, place = declared(ranks, frame.declaring, key, place, turn, first, second)
            table["place"] = place
            action = _FIRST_DECLARATION + suit
        else:
            card = _policy_card(frame, policies[seat], aims[seat], table)
            action = int(count(card - _ONE))
        _act(frame, ranks, table, action)


@compiled
def begin(house: House, tables: Tables, legal: Words, rows: Numbers) -> None:
    """Deal anew at these tables, and play until a learner is on turn (A3, A4).

    `legal` is what is legal once more, close together: so it is looked through more quickly.
    """
    frame, policies, aims = house.frame, house.policies, house.aims
    deck, packets, ranks = house.plan.deck, house.plan.packets, house.plan.partner_ranks
    players = frame.players
    order = np.empty(deck.shape[0], np.uint8)
    hands = np.zeros((players, 2), np.uint64)
    for row in rows:
        table: Table = tables[row]
        stretch = table["episode"] * DEALS_AN_EPISODE + np.uint64(table["deals"])
        dealer = int(table["dealer"])
        table["place"] = deal_out(
            deck, packets, table["key"], stretch * WORDS_A_DEAL, dealer, order, hands
        )
        for seat in range(players):
            for copy in range(2):
                table["hands"][seat, copy] = hands[seat, copy]
                table["played"][seat, copy] = _NONE
            table["trick"][seat] = NOTHING
            table["won"][seat] = 0
            table["voids"][seat] = 0
            table["sides"][seat] = -1
            table["accused"][seat] = -1
        table["partners"] = _NONE
        table["placed"] = 0
        table["done"] = 0
        table["trump"] = -1
        table["leader"] = (dealer + frame.first_leader) % players
        table["turn"] = dealer if frame.declares else table["leader"]
        _say_what_is_legal(frame, table)
        _let_policies_act(frame, ranks, policies, aims, table)
        legal[row] = table["legal"]


@compiled
def set_keys(tables: Tables, key: np.uint64) -> None:
    """Give each table random words of its own, by the seed's key and the table's number."""
    for row in range(tables.shape[0]):
        tables[row]["key"] = word(key, np.uint64(row))


@compiled
def judge_accusations(
    house: House, tables: Tables, rows: Numbers, rightly: Flags, wrongly: Flags
) -> None:
    """Say in which deals an opponent named both partners, and who accused wrongly (C10, C11).

    In a soloist's deal no two seats are both on the soloist's side: so all accusations are wrong.
    """
    players, pairs = house.frame.players, house.pairs
    for at in range(rows.shape[0]):
        table = tables[rows[at]]
        for seat in range(players):
            pair = np.int64(table["accused"][seat])
            if pair >= 0:
                first = (seat + pairs[pair, 0]) % players
                second = (seat + pairs[pair, 1]) % players
                if table["sides"][first] == 0 and table["sides"][second] == 0:
                    rightly[at] = True
                else:
                    wrongly[at, seat] = True


@compiled
def first_illegal(legal: Words, actions: Numbers) -> int:
    """The first table at which an action is not legal; -1 if all are."""
    for at in range(actions.shape[0]):
        action = actions[at]
        if action < 0 or action >= MOST_ACTIONS:
            return at
        if (legal[at] >> np.uint64(action)) & _ONE == _NONE:
            return at
    return -1


@compiled
def act(house: House, tables: Tables, legal: Words, rows: Numbers, actions: Numbers) -> int:
    """Do a legal action at each of these tables, and play until a learner is on turn.

    Returns:
        at how many of them the deal is over.
    """
    frame, ranks = house.frame, house.plan.partner_ranks
    policies, aims = house.policies, house.aims
    over = 0
    for at in range(rows.shape[0]):
        row = rows[at]
        table = tables[row]
        _act(frame, ranks, table, actions[at])
        _let_policies_act(frame, ranks, policies, aims, table)
        legal[row] = table["legal"]
        if table["turn"] < 0:
            over += 1
    return over


@compiled
def write_masks(legal: Words, out: Words) -> None:
    """Write which actions are legal: a byte each, eight to a word of `out`."""
    for row in range(out.shape[0]):
        bits = legal[row]
        for at in range(out.shape[1]):
            out[row, at] = _FLAGS[bits & _BYTE]
            bits >>= _BY_8


@compiled
def _write_cards(
    out: Floats, pairs: Words, row: int, begin: int, first: np.uint64, second: np.uint64
) -> None:
    """Write how many copies of each card there are, as 52 numbers from an even place.

    `pairs` is `out` again, two numbers to a word: so they are written more quickly.
    """
    bits, at = first, np.uint64(begin >> 1)
    line = np.uint64(row)
    for _ in range(6):
        byte = bits & _BYTE
        pairs[line, at] = _PAIRS[byte, 0]
        pairs[line, at + _ONE] = _PAIRS[byte, 1]
        pairs[line, at + _TWO] = _PAIRS[byte, 2]
        pairs[line, at + _THREE] = _PAIRS[byte, 3]
        bits >>= _BY_8
        at += _FOUR
    pairs[line, at] = _PAIRS[bits & _BYTE, 0]
    pairs[line, at + _ONE] = _PAIRS[bits & _BYTE, 1]
    while second != _NONE:
        out[row, begin + np.int64(count((second & (~second + _ONE)) - _ONE))] += np.float32(1)
        second &= second - _ONE


@compiled
def _knows_teams(frame: Frame, table: Table, viewer: int) -> bool:
    """Whether a seat can know the teams: of its own cards, those played, or a reveal (C3, D1)."""
    partners = table["partners"]
    if partners == _NONE:
        return False
    if table["turn"] < 0:
        return True
    own = table["hands"][viewer, 0] | table["played"][viewer, 0]
    once, twice = own, table["hands"][viewer, 1] | table["played"][viewer, 1]
    twice |= table["hands"][viewer, 0] & table["played"][viewer, 0]
    seen = _NONE
    for seat in range(frame.players):
        first = table["played"][seat, 0]
        seen |= first
        if seat != viewer:
            twice |= (once & first) | table["played"][seat, 1]
            once |= first
    if frame.open_reveal and seen & partners:
        return True
    known = once if frame.packs == 1 else twice
    return bool(known & partners == partners)


@compiled
def _write(
    frame: Frame,
    accusable: Numbers,
    layout: Layout,
    table: Table,
    viewer: int,
    out: Floats,
    words: Words,
    row: int,
) -> None:
    """Write what a seat sees, as `encode` lays it out; `words` is `out`, two numbers to a word."""
    players, teams = frame.players, 3 if frame.teams == THREE_PAIRS else 2
    over = table["turn"] < 0
    for at in range(layout.trick >> 1, words.shape[1]):
        words[row, at] = _NONE
    _write_cards(out, words, row, layout.hand, table["hands"][viewer, 0], table["hands"][viewer, 1])
    knows = frame.teams != NO_TEAMS and _knows_teams(frame, table, viewer)
    seat = viewer
    for place in range(players):
        first, second = table["played"][seat, 0], table["played"][seat, 1]
        _write_cards(out, words, row, layout.played + 52 * place, first, second)
        if table["placed"] > 0 and table["trick"][seat] != NOTHING:
            out[row, layout.trick + 52 * place + np.int64(table["trick"][seat])] = 1
        shown = np.uint64(table["voids"][seat])
        for suit in range(4):
            out[row, layout.voids + 4 * place + suit] = _FLOATS[shown, suit]
        out[row, layout.tricks_won + place] = table["won"][seat] / frame.tricks
        out[row, layout.totals + place] = table["totals"][seat] / 100.0
        if knows:
            out[row, layout.teams + teams * place + np.int64(table["sides"][seat])] = 1
        if frame.pairs > 0 and table["accused"][seat] >= 0:
            pair = np.int64(table["accused"][seat])
            for which in range(2):
                suspect = (place + accusable[pair, which]) % players
                out[row, layout.accused + players * place + suspect] = 1
        seat = seat + 1 if seat + 1 < players else 0
    out[row, layout.deals_played] = table["deals"] / 8.0
    out[row, layout.dealer + (np.int64(table["dealer"]) - viewer) % players] = 1
    if not over:
        out[row, layout.turn + (np.int64(table["turn"]) - viewer) % players] = 1
    if frame.declares:
        if table["trump"] >= 0:
            out[row, layout.trump + np.int64(table["trump"])] = 1
        else:
            out[row, layout.declaring] = 1
        if frame.teams != NO_TEAMS and not over:
            _write_cards(out, words, row, layout.partner_cards, table["partners"], _NONE)


@compiled
def observe_turns(house: House, layout: Layout, tables: Tables, out: Floats, words: Words) -> None:
    """Write what the seat on turn sees at each table; at one that is over, what seat 0 sees."""
    frame, pairs = house.frame, house.pairs
    for row in range(out.shape[0]):
        table = tables[row]
        viewer = max(int(table["turn"]), 0)
        _write(frame, pairs, layout, table, viewer, out, words, row)


@compiled
def observe_all(
    house: House, layout: Layout, tables: Tables, rows: Numbers, out: Floats, words: Words
) -> None:
    """Write what every seat sees at some tables: by table, then seat."""
    frame, pairs, players = house.frame, house.pairs, house.frame.players
    for at in range(rows.shape[0]):
        for seat in range(players):
            _write(frame, pairs, layout, tables[rows[at]], seat, out, words, players * at + seat)


@compiled
def write_hands(house: House, tables: Tables, out: Floats, words: Words) -> None:
    """Write the cards of all seats, counted from the one on turn: what no observation has."""
    players = house.frame.players
    for row in range(out.shape[0]):
        table = tables[row]
        seat = max(int(table["turn"]), 0)
        for place in range(players):
            first, second = table["hands"][seat, 0], table["hands"][seat, 1]
            _write_cards(out, words, row, 52 * place, first, second)
            seat = seat + 1 if seat + 1 < players else 0
