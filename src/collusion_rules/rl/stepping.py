"""Many tables, one move each at a time, as machine code.

What a table is stands in arrays, one entry a table. All that is done here is what the engine does,
and the tests compare the two at every step; the engine remains the definition of the rules.
"""

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from collusion_rules.batch.chance import WORDS_A_DEAL, word
from collusion_rules.batch.compiling import compiled
from collusion_rules.batch.kernel import (
    NO_TEAMS,
    THREE_PAIRS,
    Numbers,
    Plan,
    Sides,
    Small,
    Words,
    count,
)
from collusion_rules.batch.kernel import _choose as choose_card
from collusion_rules.batch.kernel import _deal as deal_out
from collusion_rules.batch.kernel import _declared as declared
from collusion_rules.batch.kernel import _partner_card as partner_card
from collusion_rules.batch.kernel import _suit_of as suit_of
from collusion_rules.batch.kernel import _take as take

Tiny = npt.NDArray[np.int8]
Floats = npt.NDArray[np.float32]
Flags = npt.NDArray[np.bool_]

DEALS_AN_EPISODE: Final = np.uint64(1000)
"""How many stretches of random words an episode has: one for each of its deals."""

MOST_BITS: Final = 64
"""How many actions fit into a word of legal ones."""

_FIRST_DECLARATION: Final = 52
_DECLARATIONS: Final = np.uint64(0xF << 52)
_FIRST_ACCUSATION: Final = 56
_NONE: Final = np.uint64(0)
_ONE: Final = np.uint64(1)
_ANY: Final = np.uint64((1 << 52) - 1)
_SUIT: Final = np.uint64(0x1FFF)
_BYTE: Final = np.uint64(0xFF)
_BITS_OF_A_BYTE: Final = np.array([[byte >> bit & 1 for bit in range(8)] for byte in range(256)])
_FLOATS: Final = _BITS_OF_A_BYTE.astype(np.float32)
_NO_CHOICES: Final = np.zeros((0, 0), np.uint8)
_FLAGS: Final = _BITS_OF_A_BYTE.astype(np.uint8).view(np.uint64)[:, 0].copy()


class House(NamedTuple):
    """What of a ruleset decides how tables are stepped, besides how a deal is played.

    Attributes:
        open_reveal: whether the first partner card reveals the partners (D1).
        pairs: the pairs that may be accused, by pair and place, counted from the accuser.
        policies: what plays for each seat, as the kernel has it; -1 for a learner.
        declares: what declares for a seat that isn't a learner.
    """

    open_reveal: bool
    pairs: Numbers
    policies: Numbers
    declares: int


class Tables(NamedTuple):
    """What each table is; the first index is the table.

    Attributes:
        keys: what its random words depend on.
        places: the next of these.
        episodes: how many episodes came before this one.
        totals: points before the deal, by seat.
        deals: how many deals of the game are scored.
        dealers: who deals.
        hands: the cards held, by seat and copy.
        played: the cards played, by seat and copy.
        trick: the cards on the table, by seat; 255 for none.
        leaders: who leads or has led to the trick.
        placed: how many cards are on the table.
        winning: the suit that takes the trick as it stands; none before the lead.
        best: the highest card of that.
        winners: whose that is.
        won: tricks taken, by seat.
        done: how many tricks are taken.
        voids: suits that a seat has shown to be out of, as bits.
        trumps: the place of the trump suit; -1 if there is none yet.
        partners: the partner cards; none before trumps are declared.
        sides: the side each seat is on; -1 while there are none.
        accused: which pair each seat has accused; -1 for none.
        turns: whose turn it is; -1 once the deal is over.
        legal: the actions that may be done now, as bits.
    """

    keys: Words
    places: Words
    episodes: Words
    totals: Numbers
    deals: Numbers
    dealers: Tiny
    hands: Words
    played: Words
    trick: Small
    leaders: Tiny
    placed: Tiny
    winning: Words
    best: Words
    winners: Tiny
    won: Small
    done: Small
    voids: Small
    trumps: Tiny
    partners: Words
    sides: Sides
    accused: Tiny
    turns: Tiny
    legal: Words


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


NOTHING: Final = 255
"""No card, where a card's number could be."""


@compiled
def are_public(plan: Plan, house: House, tables: Tables, row: int) -> bool:
    """Whether all know the partners: they are revealed, or all partner cards are played (C12)."""
    seen = _NONE
    for seat in range(plan.players):
        seen |= tables.played[row, seat, 0]
    seen &= tables.partners[row]
    return seen == tables.partners[row] or (house.open_reveal and seen != _NONE)


@compiled
def _say_what_is_legal(plan: Plan, house: House, tables: Tables, row: int) -> None:
    """What the seat on turn may do (A5, C1, C11, C12)."""
    seat = tables.turns[row]
    if plan.declares and tables.trumps[row] < 0:
        tables.legal[row] = _DECLARATIONS
        return
    held = tables.hands[row, seat, 0]
    legal = held
    if tables.placed[row] > 0:
        led = suit_of(_ONE << np.uint64(tables.trick[row, tables.leaders[row]]))
        if held & led:
            legal = held & led
    if house.pairs.shape[0] > 0 and tables.accused[row, seat] < 0:
        if not are_public(plan, house, tables, row):
            for pair in range(house.pairs.shape[0]):
                legal |= _ONE << np.uint64(_FIRST_ACCUSATION + pair)
    tables.legal[row] = legal


@compiled
def _take_sides(plan: Plan, tables: Tables, row: int) -> None:
    """Say who partners whom, once trumps are declared (C2, D4)."""
    if plan.teams == NO_TEAMS:
        return
    ranks = plan.partner_ranks
    turn = tables.deals[row] % ranks.shape[0]
    cards = _NONE
    for seat in range(plan.players):
        tables.sides[row, seat] = 1
    for which in range(ranks.shape[1]):
        card = partner_card(ranks, turn, which, np.int64(tables.trumps[row]))
        for seat in range(plan.players):
            if tables.hands[row, seat, 0] & card:
                tables.sides[row, seat] = which if plan.teams == THREE_PAIRS else 0
        cards |= card
    tables.partners[row] = cards


@compiled
def _play(plan: Plan, tables: Tables, row: int, number: int) -> None:
    """Play a card, and take the trick if it is complete (A5 to A8)."""
    players, seat = plan.players, np.int64(tables.turns[row])
    card = _ONE << np.uint64(number)
    copy = 1 if tables.played[row, seat, 0] & card else 0
    tables.played[row, seat, copy] |= card
    take(tables.hands[row], seat, card)
    trumps = _NONE
    if tables.trumps[row] >= 0:
        trumps = _SUIT << np.uint64(np.int64(tables.trumps[row]) * 13)
    if tables.placed[row] == 0:
        for other in range(players):
            tables.trick[row, other] = NOTHING
        tables.winning[row], tables.best[row] = suit_of(card), _NONE
        tables.winners[row] = seat
    else:
        led = np.uint64(tables.trick[row, tables.leaders[row]])
        if card & suit_of(_ONE << led) == _NONE:
            tables.voids[row, seat] |= np.uint8(1 << (led // np.uint64(13)))
    tables.trick[row, seat] = number
    if card & trumps and tables.winning[row] != trumps:
        tables.winning[row], tables.best[row] = trumps, _NONE
    if card & tables.winning[row] > tables.best[row]:
        tables.best[row], tables.winners[row] = card & tables.winning[row], seat
    tables.placed[row] += 1
    if tables.placed[row] < players:
        tables.turns[row] = seat + 1 if seat + 1 < players else 0
        return
    winner = np.int64(tables.winners[row])
    tables.won[row, winner] += 1
    tables.done[row] += 1
    tables.placed[row] = 0
    tables.leaders[row] = winner
    tables.turns[row] = winner if tables.done[row] < plan.tricks else -1


@compiled
def _act(plan: Plan, house: House, tables: Tables, row: int, action: int) -> None:
    """Do a legal action, and say what is legal next."""
    if action < _FIRST_DECLARATION:
        _play(plan, tables, row, action)
    elif action < _FIRST_ACCUSATION:
        tables.trumps[row] = action - _FIRST_DECLARATION
        _take_sides(plan, tables, row)
        tables.turns[row] = tables.leaders[row]
    else:
        tables.accused[row, tables.turns[row]] = action - _FIRST_ACCUSATION
    if tables.turns[row] < 0:
        tables.legal[row] = _NONE
    else:
        _say_what_is_legal(plan, house, tables, row)


@compiled
def _let_policies_act(plan: Plan, house: House, tables: Tables, row: int) -> None:
    """Do what policies do for the seats that are not learners, until a learner is on turn."""
    while tables.turns[row] >= 0 and house.policies[tables.turns[row]] >= 0:
        seat, key, place = np.int64(tables.turns[row]), tables.keys[row], tables.places[row]
        if plan.declares and tables.trumps[row] < 0:
            hand = tables.hands[row, seat]
            turn = tables.deals[row] % plan.partner_ranks.shape[0]
            suit, place = declared(
                plan.partner_ranks, house.declares, key, place, turn, hand[0], hand[1]
            )
            action = np.int64(_FIRST_DECLARATION + suit)
        else:
            card, place = choose_card(
                house.policies[seat], key, place, _NO_CHOICES, 0, 0, tables.legal[row] & _ANY
            )
            action = np.int64(count(card - _ONE))
        tables.places[row] = place
        _act(plan, house, tables, row, action)


@compiled
def begin(plan: Plan, house: House, tables: Tables, rows: Numbers) -> None:
    """Deal anew at these tables, and play until a learner is on turn (A3, A4)."""
    order = np.empty(plan.deck.shape[0], np.uint8)
    for row in rows:
        stretch = tables.episodes[row] * DEALS_AN_EPISODE + np.uint64(tables.deals[row])
        dealer = np.int64(tables.dealers[row])
        tables.places[row] = deal_out(
            plan.deck,
            plan.packets,
            tables.keys[row],
            stretch * WORDS_A_DEAL,
            dealer,
            order,
            tables.hands[row],
        )
        for seat in range(plan.players):
            tables.played[row, seat, 0] = tables.played[row, seat, 1] = _NONE
            tables.trick[row, seat] = NOTHING
            tables.won[row, seat] = tables.voids[row, seat] = 0
            tables.sides[row, seat] = tables.accused[row, seat] = -1
        tables.partners[row] = tables.winning[row] = tables.best[row] = _NONE
        tables.placed[row] = tables.done[row] = 0
        tables.trumps[row] = -1
        tables.leaders[row] = (dealer + 1) % plan.players
        tables.turns[row] = dealer if plan.declares else tables.leaders[row]
        _say_what_is_legal(plan, house, tables, row)
        _let_policies_act(plan, house, tables, row)


@compiled
def set_keys(tables: Tables, key: np.uint64) -> None:
    """Give each table the random words of the seed's key and its own number."""
    for row in range(tables.keys.shape[0]):
        tables.keys[row] = word(key, np.uint64(row))


@compiled
def rightly_accused(house: House, tables: Tables, rows: Numbers) -> Flags:
    """Whether an opponent named both partners in these deals (C10, C11); a soloist has none."""
    right = np.zeros(rows.shape[0], np.bool_)
    players = tables.accused.shape[1]
    for at in range(rows.shape[0]):
        row = rows[at]
        for seat in range(players):
            pair = np.int64(tables.accused[row, seat])
            if pair >= 0 and tables.sides[row, seat] == 1:
                first = (seat + house.pairs[pair, 0]) % players
                second = (seat + house.pairs[pair, 1]) % players
                if tables.sides[row, first] == 0 and tables.sides[row, second] == 0:
                    right[at] = True
    return right


@compiled
def first_illegal(tables: Tables, rows: Numbers, actions: Numbers) -> int:
    """The place of the first action that is not legal at its table; -1 if all are."""
    for at in range(rows.shape[0]):
        action = actions[at]
        if action < 0 or action >= MOST_BITS:
            return at
        if (tables.legal[rows[at]] >> np.uint64(action)) & _ONE == _NONE:
            return at
    return -1


@compiled
def act(plan: Plan, house: House, tables: Tables, rows: Numbers, actions: Numbers) -> int:
    """Do a legal action at each of these tables, and play until a learner is on turn.

    Returns:
        at how many of them the deal is over.
    """
    over = 0
    for at in range(rows.shape[0]):
        row = rows[at]
        _act(plan, house, tables, row, actions[at])
        _let_policies_act(plan, house, tables, row)
        if tables.turns[row] < 0:
            over += 1
    return over


@compiled
def write_masks(tables: Tables, out: Words) -> None:
    """Write which actions are legal: a byte each, eight to a word of `out`."""
    for row in range(out.shape[0]):
        bits = tables.legal[row]
        for at in range(out.shape[1]):
            out[row, at] = _FLAGS[bits & _BYTE]
            bits >>= np.uint64(8)


@compiled
def _write_cards(out: Floats, first: np.uint64, second: np.uint64) -> None:
    """Write how many copies of each card there are among 52."""
    bits = first
    for at in range(6):
        flags = _FLOATS[bits & _BYTE]
        for bit in range(8):
            out[8 * at + bit] = flags[bit]
        bits >>= np.uint64(8)
    flags = _FLOATS[bits & _BYTE]
    for bit in range(4):
        out[48 + bit] = flags[bit]
    while second != _NONE:
        out[np.int64(count((second & (~second + _ONE)) - _ONE))] += np.float32(1)
        second &= second - _ONE


@compiled
def _knows_teams(plan: Plan, house: House, tables: Tables, row: int, viewer: int) -> bool:
    """Whether a seat can know the teams: of its own cards, those played, or a reveal (C3, D1)."""
    if tables.partners[row] == _NONE:
        return False
    if tables.turns[row] < 0 or (house.open_reveal and are_public(plan, house, tables, row)):
        return True
    ranks = plan.partner_ranks
    turn = tables.deals[row] % ranks.shape[0]
    for which in range(ranks.shape[1]):
        card = partner_card(ranks, turn, which, np.int64(tables.trumps[row]))
        known = 0
        for copy in range(2):
            if tables.hands[row, viewer, copy] & card:
                known += 1
            for seat in range(plan.players):
                if tables.played[row, seat, copy] & card:
                    known += 1
        if known < plan.packs:
            return False
    return True


@compiled
def write_observation(
    plan: Plan, house: House, layout: Layout, tables: Tables, row: int, viewer: int, out: Floats
) -> None:
    """Write what a seat sees, as `encode` lays it out."""
    players, turn, over = plan.players, np.int64(tables.turns[row]), tables.turns[row] < 0
    for at in range(layout.trick, layout.size):
        out[at] = 0
    hand = tables.hands[row, viewer]
    _write_cards(out[layout.hand : layout.hand + 52], hand[0], hand[1])
    knows = layout.teams >= 0 and _knows_teams(plan, house, tables, row, viewer)
    teams = 3 if plan.teams == THREE_PAIRS else 2
    seat = viewer
    for place in range(players):
        cards = tables.played[row, seat]
        begin = layout.played + 52 * place
        _write_cards(out[begin : begin + 52], cards[0], cards[1])
        if tables.placed[row] > 0 and tables.trick[row, seat] != NOTHING:
            out[layout.trick + 52 * place + np.int64(tables.trick[row, seat])] = 1
        for suit in range(4):
            out[layout.voids + 4 * place + suit] = (tables.voids[row, seat] >> suit) & 1
        out[layout.tricks_won + place] = tables.won[row, seat] / plan.tricks
        out[layout.totals + place] = tables.totals[row, seat] / 100.0
        if knows:
            out[layout.teams + teams * place + tables.sides[row, seat]] = 1
        if layout.accused >= 0 and tables.accused[row, seat] >= 0:
            pair = np.int64(tables.accused[row, seat])
            for which in range(2):
                suspect = (place + house.pairs[pair, which]) % players
                out[layout.accused + players * place + suspect] = 1
        seat = seat + 1 if seat + 1 < players else 0
    out[layout.deals_played] = tables.deals[row] / 8.0
    out[layout.dealer + (tables.dealers[row] - viewer) % players] = 1
    if not over:
        out[layout.turn + (turn - viewer) % players] = 1
    if layout.trump >= 0 and tables.trumps[row] >= 0:
        out[layout.trump + tables.trumps[row]] = 1
    if layout.declaring >= 0 and tables.trumps[row] < 0:
        out[layout.declaring] = 1
    if layout.partner_cards >= 0 and not over:
        begin = layout.partner_cards
        _write_cards(out[begin : begin + 52], tables.partners[row], _NONE)


@compiled
def observe_turns(
    plan: Plan, house: House, layout: Layout, tables: Tables, out: Floats
) -> None:
    """Write what the seat on turn sees at each table; at one that is over, what seat 0 sees."""
    for row in range(out.shape[0]):
        viewer = np.int64(max(tables.turns[row], 0))
        write_observation(plan, house, layout, tables, row, viewer, out[row])


@compiled
def observe_all(
    plan: Plan, house: House, layout: Layout, tables: Tables, rows: Numbers, out: Floats
) -> None:
    """Write what every seat sees at some tables: by table and seat."""
    for at in range(rows.shape[0]):
        for seat in range(plan.players):
            write_observation(plan, house, layout, tables, rows[at], seat, out[at, seat])


@compiled
def write_hands(tables: Tables, out: Floats) -> None:
    """Write the cards of all seats, counted from the one on turn: what no observation has."""
    players = tables.hands.shape[1]
    for row in range(out.shape[0]):
        for place in range(players):
            hand = tables.hands[row, (max(tables.turns[row], 0) + place) % players]
            _write_cards(out[row, 52 * place : 52 * place + 52], hand[0], hand[1])
