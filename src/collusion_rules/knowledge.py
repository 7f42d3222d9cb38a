"""What all at the table can know: who is out of a suit, who has agreed on what, who leads."""

from typing import assert_never, final

import attrs

from collusion_rules.cards import Seat, Suit
from collusion_rules.moves import (
    Agree,
    Aim,
    AskAim,
    AskLead,
    AskMore,
    AskNotLead,
    AskWhatNotToLead,
    AskWhatToLead,
    NoMore,
    Offer,
    OfferLead,
    Retract,
    Talk,
    Words,
)
from collusion_rules.state import Table, check_table
from collusion_rules.tricks import shown_void
from collusion_rules.values import Value


def voids(table: Table) -> tuple[tuple[Suit, ...], ...]:
    """The suits that each seat has shown to be out of in this deal, by not following (A5).

    One entry a seat, its suits in order. A discard on a lead shows nothing about the suit of the
    discard: on a trump lead, only that the seat has no trumps.

    Raises:
        BadArgumentError: `table` is neither a game nor a view.
    """
    check_table(table)
    plays, players = table.plays, table.rules.players
    shown: list[set[Suit]] = [set() for _ in range(players)]
    for place, play in enumerate(plays):
        suit = shown_void(play, plays[place - place % players])
        if suit is not None:
            shown[play.seat].add(suit)
    return tuple(tuple(sorted(suits)) for suits in shown)


@final
@attrs.frozen
class Pact(Value):
    """Two seats mean to take the same number of tricks. Nobody is bound by it (B9).

    Attributes:
        offered_by: who offered it.
        offered_to: to whom.
        tricks: how many tricks each of the two is to take.
        agreed: whether it was accepted.
    """

    offered_by: Seat
    offered_to: Seat
    tricks: int
    agreed: bool = False


def pacts(table: Table) -> tuple[Pact, ...]:
    """What seats have agreed on in this deal, then what is offered and not agreed on (B9).

    Each oldest first, and not what was taken back. A new offer replaces the last one to the same
    seat; a new pact replaces the last one of the same two. Agreeing to what is not offered makes
    no pact. Taking back undoes a seat's pacts, and the offers that it made.

    Raises:
        BadArgumentError: `table` is neither a game nor a view.
    """
    check_table(table)
    offers: dict[tuple[Seat, Seat], Pact] = {}
    agreed: dict[frozenset[Seat], Pact] = {}
    for talk in table.deal_log:
        if not isinstance(talk, Talk):
            continue
        speaker = talk.seat
        match talk.statement:
            case Offer(seat, tricks):
                offers.pop((speaker, seat), None)
                offers[speaker, seat] = Pact(speaker, seat, tricks)
            case Agree(seat, tricks):
                if offers.get((seat, speaker)) == Pact(seat, speaker, tricks):
                    both = frozenset((seat, speaker))
                    agreed.pop(both, None)
                    agreed[both] = attrs.evolve(offers.pop((seat, speaker)), agreed=True)
            case Retract():
                offers = {seats: offer for seats, offer in offers.items() if seats[0] != speaker}
                agreed = {seats: pact for seats, pact in agreed.items() if speaker not in seats}
            case Aim() | NoMore() | AskAim() | AskMore() | OfferLead() | Words():
                pass
            case AskLead() | AskNotLead() | AskWhatToLead() | AskWhatNotToLead():
                pass
            case _:
                assert_never(talk.statement)
    return (*agreed.values(), *offers.values())


@final
@attrs.frozen
class Standing(Value):
    """A seat's place in the game.

    Attributes:
        place: 1 for the highest total; seats with equal totals share a place.
        seat: whose it is.
        total: points so far.
    """

    place: int
    seat: Seat
    total: int


def standings(table: Table) -> tuple[Standing, ...]:
    """The seats by their totals, highest first; equal ones in the order of the seats (A10).

    Raises:
        BadArgumentError: `table` is neither a game nor a view.
    """
    check_table(table)
    totals = table.totals
    entries = (
        Standing(1 + sum(other > total for other in totals), Seat(seat), total)
        for seat, total in enumerate(totals)
    )
    return tuple(sorted(entries, key=lambda standing: (standing.place, standing.seat)))
