"""Many tables, one move each at a time, as machine code.

All that is done here is what the engine does, and the tests compare the two at every step; the
engine remains the definition of the rules.
"""

from typing import Final

import numpy as np

from collusion_rules.batch.chance import WORDS_A_DEAL, word
from collusion_rules.batch.choosing import (
    DUCK,
    NONE,
    ONE,
    SUIT,
    by_plan,
    count,
    declared,
    partner_card,
    winners,
)
from collusion_rules.batch.compiling import compiled, uncounted
from collusion_rules.batch.kernel import (
    NO_TEAMS,
    THREE_PAIRS,
    Flags,
    Numbers,
    Words,
    choose,
    deal_out,
)
from collusion_rules.rl.observing import Sheets, show
from collusion_rules.rl.tables import MOST_ACTIONS, Frame, House, Layout, Table, Tables

DEALS_AN_EPISODE: Final = np.uint64(1000)
"""How many stretches of random words an episode has: one for each of its deals."""

_FIRST_DECLARATION: Final = 52
_FIRST_ACCUSATION: Final = 56
_DECLARATIONS: Final = np.uint64(0xF << _FIRST_DECLARATION)
_CARDS: Final = np.uint64((1 << 52) - 1)
_RANKS: Final = np.uint64(13)
_NO_CHOICES: Final = np.zeros((0, 0), np.uint8)


@uncounted
def _suit(place: int) -> np.uint64:
    """All cards of a suit; none for -1."""
    return NONE if place < 0 else SUIT << (np.uint64(place) * _RANKS)


@uncounted
def _are_public(frame: Frame, table: Table) -> bool:
    """Whether all know the partners: they are revealed, or all partner cards are played (C12)."""
    seen = NONE
    for seat in range(frame.players):
        seen |= table["played"][seat]
    seen &= table["partners"]
    return seen == table["partners"] or (frame.open_reveal and seen != NONE)


@uncounted
def _say_what_is_legal(frame: Frame, table: Table) -> None:
    """What the seat on turn may do (A5, C1, C11, C12)."""
    seat = table["turn"]
    if frame.declares and table["trump"] < 0:
        table["legal"] = _DECLARATIONS
        return
    held = table["hands"][seat]
    legal = held
    if table["placed"] > 0:
        follow = held & _suit(table["led"])
        if follow:
            legal = follow
    if frame.pairs > 0 and table["accused"][seat] < 0 and not _are_public(frame, table):
        legal |= ((ONE << np.uint64(frame.pairs)) - ONE) << np.uint64(_FIRST_ACCUSATION)
    table["legal"] = legal


@uncounted
def _take_sides(frame: Frame, ranks: Numbers, table: Table) -> None:
    """Say who partners whom, once trumps are declared (C2, D4)."""
    if frame.teams == NO_TEAMS:
        return
    turn = table["deals"] % ranks.shape[0]
    cards = NONE
    for seat in range(frame.players):
        table["sides"][seat] = 1
    for which in range(ranks.shape[1]):
        card = partner_card(ranks, turn, which, table["trump"])
        for seat in range(frame.players):
            if table["hands"][seat] & card:
                table["sides"][seat] = which if frame.teams == THREE_PAIRS else 0
        cards |= card
    table["partners"] = cards


@uncounted
def _play(frame: Frame, table: Table, number: int) -> None:
    """Play a card, and take the trick if it is complete (A5 to A8)."""
    seat = np.int64(table["turn"])
    card = ONE << np.uint64(number)
    suit = int(np.uint64(number) // _RANKS)
    if frame.packs > 1 and table["both_held"][seat] & card:
        table["both_held"][seat] ^= card
    else:
        table["hands"][seat] ^= card
    if frame.packs > 1:
        table["both_played"][seat] |= table["played"][seat] & card
    table["played"][seat] |= card
    table["trick"][seat] = number
    placed, led = int(table["placed"]), int(table["led"])
    winning, best = int(table["winning"]), int(table["best"])
    if placed == 0:
        led, winning, best = suit, suit, -1
        table["led"] = suit
    if suit != led:
        table["voids"][seat] |= np.uint8(1) << np.uint8(led)
    if number > best if suit == winning else suit == table["trump"]:
        winning, best = suit, number
        table["winner"] = seat
    table["winning"], table["best"] = winning, best
    placed += 1
    if placed < frame.players:
        table["placed"] = placed
        table["turn"] = seat + 1 if seat + 1 < frame.players else 0
        return
    winner = np.int64(table["winner"])
    table["won"][winner] += 1
    table["done"] += 1
    table["placed"] = 0
    table["leader"] = winner
    table["turn"] = winner if table["done"] < frame.tricks else -1


@uncounted
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
        table["legal"] = NONE
    else:
        _say_what_is_legal(frame, table)


@uncounted
def _policy_card(frame: Frame, how: int, aim: int, table: Table) -> np.uint64:
    """The card that a policy plays for the seat on turn; it draws the table's random words."""
    seat, cards = np.int64(table["turn"]), table["legal"] & _CARDS
    if how < DUCK:
        card, place = choose(how, table["key"], table["place"], _NO_CHOICES, 0, 0, cards)
        table["place"] = place
        return card
    leads = table["placed"] == 0
    best = NONE if leads else ONE << np.uint64(table["best"])
    able = winners(cards, best, _suit(table["winning"]), _suit(table["trump"]))
    last = table["placed"] == frame.players - 1
    return by_plan(how, table["won"][seat] < aim, cards, able, leads, last)


@uncounted
def _let_policies_act(
    frame: Frame, ranks: Numbers, policies: Numbers, aims: Numbers, table: Table
) -> None:
    """Do what policies do for the seats that are not learners, until a learner is on turn."""
    while table["turn"] >= 0 and policies[table["turn"]] >= 0:
        seat = np.int64(table["turn"])
        if frame.declares and table["trump"] < 0:
            key, place = table["key"], table["place"]
            first, second = table["hands"][seat], table["both_held"][seat]
            turn = table["deals"] % ranks.shape[0]
            suit, place = declared(ranks, frame.declaring, key, place, turn, first, second)
            table["place"] = place
            action = _FIRST_DECLARATION + suit
        else:
            card = _policy_card(frame, policies[seat], aims[seat], table)
            action = int(count(card - ONE))
        _act(frame, ranks, table, action)


@compiled
def begin(house: House, tables: Tables, rows: Numbers) -> None:
    """Deal anew at these tables, and play until a learner is on turn (A3, A4)."""
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
            table["hands"][seat], table["both_held"][seat] = hands[seat, 0], hands[seat, 1]
            table["played"][seat], table["both_played"][seat] = NONE, NONE
            table["won"][seat] = 0
            table["voids"][seat] = 0
            table["sides"][seat] = -1
            table["accused"][seat] = -1
        table["partners"] = NONE
        table["placed"] = 0
        table["done"] = 0
        table["trump"] = -1
        table["leader"] = (dealer + frame.first_leader) % players
        table["turn"] = dealer if frame.declares else table["leader"]
        _say_what_is_legal(frame, table)
        _let_policies_act(frame, ranks, policies, aims, table)


@uncounted
def set_keys(tables: Tables, key: np.uint64) -> None:
    """Give each table random words of its own, by the seed's key and the table's number."""
    for row in range(tables.shape[0]):
        tables[row]["key"] = word(key, np.uint64(row))


@uncounted
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


@uncounted
def first_illegal(legal: Words, actions: Numbers) -> int:
    """The first table at which an action is not legal; -1 if all are."""
    for at in range(actions.shape[0]):
        action = actions[at]
        if action < 0 or action >= MOST_ACTIONS:
            return at
        if (legal[at] >> np.uint64(action)) & ONE == NONE:
            return at
    return -1


@uncounted
def act(
    house: House, layout: Layout, tables: Tables, sheets: Sheets, rows: Numbers, actions: Numbers
) -> int:
    """Do a legal action at each of these tables, and play until a learner is on turn.

    What that may do and sees is written at once, unless the deal is over.

    Returns:
        at how many of them the deal is over.
    """
    frame, ranks = house.frame, house.plan.partner_ranks
    policies, aims, pairs, shares = house.policies, house.aims, house.pairs, house.shares
    over = 0
    for at in range(rows.shape[0]):
        row = rows[at]
        table = tables[row]
        _act(frame, ranks, table, actions[at])
        _let_policies_act(frame, ranks, policies, aims, table)
        if table["turn"] < 0:
            over += 1
        else:
            show(frame, layout, pairs, shares, table, sheets, np.uint64(row))
    return over
