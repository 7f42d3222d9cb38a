"""Table talk in Parlett's game (B9): pacts offered and kept, aims told, questions answered.

What pays in a pact is not the number but the ally: two who count each other's points as their own
take more than two who don't. A player that people meet should keep its word too, so a tie with the
ally counts something besides.
"""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from collusion_rules.cards import Seat, Suit
from collusion_rules.events import Dealt, TrickWon
from collusion_rules.knowledge import Pact, pacts
from collusion_rules.moves import (
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
    Statement,
    Talk,
)
from collusion_rules.players.positions import own_hand
from collusion_rules.players.protocol import seat_of_viewer
from collusion_rules.rulesets import TableTalk
from collusion_rules.state import Phase, View

_RECENT: Final = 120
"""How many events before this deal are looked at for who speaks at all."""


def may_talk(view: View) -> bool:
    """Whether the viewer may say something that could be of use."""
    return (
        view.viewer is not None
        and view.rules.talk is not TableTalk.NONE
        and view.rules.partnership is None
        and view.phase is Phase.PLAYING
    )


class Heard(NamedTuple):
    """What was said to a seat and not answered yet.

    Attributes:
        speaker: who said it.
        statement: what.
    """

    speaker: Seat
    statement: Statement


def unanswered(view: View) -> Heard | None:
    """What has waited longest for the viewer's answer in this deal: a question or an offer.

    Whatever the viewer says answers one. Who offers something else, or takes it back, no longer
    waits for an answer to their last offer.
    """
    waiting: list[Heard] = []
    for event in view.deal_log:
        match event:
            case Talk(seat, _) if seat == view.viewer:
                del waiting[:1]
            case Talk(seat, Retract()):
                waiting = [heard for heard in waiting if not _offers(heard, seat)]
            case Talk(seat, statement) if _is_to(statement, view.viewer):
                if isinstance(statement, Offer):
                    waiting = [heard for heard in waiting if not _offers(heard, seat)]
                waiting.append(Heard(seat, statement))
            case _:
                pass
    return waiting[0] if waiting else None


def _offers(heard: Heard, seat: Seat) -> bool:
    """Whether it was an offer of this seat."""
    return heard.speaker == seat and isinstance(heard.statement, Offer)


def _is_to(statement: Statement, seat: Seat | None) -> bool:
    match statement:
        case AskMore(to) | AskWhatToLead(to) | AskWhatNotToLead(to):
            return to == seat
        case Offer(to, _) | OfferLead(to):
            return to == seat
        case AskAim(_):
            return True
        case _:
            return False


def has_spoken(view: View) -> bool:
    """Whether the viewer has said anything since the last trick was taken, but to take it back."""
    for event in reversed(view.deal_log):
        match event:
            case TrickWon() | Dealt():
                return False
            case Talk(seat, statement) if seat == view.viewer:
                return not isinstance(statement, Retract)
            case _:
                pass
    return False


def last_aim(view: View, seat: Seat) -> int:
    """The number of tricks that a seat last said it plays for in this deal; -1 if it did not.

    Who has as many, or says they will take no more, aims at what they have.
    """
    won = view.tricks_won[seat]
    for event in reversed(view.deal_log):
        match event:
            case Talk(speaker, Aim(tricks)) if speaker == seat:
                return max(tricks, won)
            case Talk(speaker, NoMore()) if speaker == seat:
                return won
            case _:
                pass
    return -1


def pacts_of(view: View, seat: Seat) -> Iterator[Pact]:
    """The pacts that a seat is in, the newest first."""
    return (
        pact
        for pact in reversed(pacts(view))
        if pact.agreed and seat in (pact.offered_by, pact.offered_to)
    )


def own_pacts(view: View) -> Iterator[Pact]:
    """The pacts that the viewer is in, the newest first."""
    return pacts_of(view, seat_of_viewer(view))


def own_offers(view: View) -> frozenset[Offer]:
    """What the viewer has offered in this deal, and neither was agreed on nor taken back."""
    own = seat_of_viewer(view)
    standing = (pact for pact in pacts(view) if pact.offered_by == own and not pact.agreed)
    return frozenset(Offer(pact.offered_to, pact.tricks) for pact in standing)


def other_of(pact: Pact, seat: Seat) -> Seat:
    """The other seat of a pact."""
    return pact.offered_to if pact.offered_by == seat else pact.offered_by


def is_possible(view: View, own: Seat, other: Seat, tricks: int) -> bool:
    """Whether two seats can both still take this many tricks."""
    left = view.rules.tricks - sum(view.tricks_won)
    needed = [tricks - view.tricks_won[seat] for seat in (own, other)]
    return min(needed) >= 0 and sum(needed) <= left


def can_agree(view: View, own: Seat, other: Seat) -> bool:
    """Whether there is a number of tricks that two seats can both still take."""
    return any(is_possible(view, own, other, number) for number in range(view.rules.tricks + 1))


def likely_number(view: View, expected: Sequence[float], other: Seat) -> int:
    """The number of tricks that the viewer and another seat are most likely to take both.

    Args:
        view: what the viewer sees.
        expected: how many tricks each seat is likely to take, one entry a seat.
        other: the other seat.
    """
    own = seat_of_viewer(view)
    won = view.tricks_won
    left = view.rules.tricks - sum(won)
    least = max(won[own], won[other])
    most = max(least, (won[own] + won[other] + left) // 2)
    return max(least, min(most, round((expected[own] + expected[other]) / 2)))


def seats_offered(view: View) -> list[Seat]:
    """To whom the viewer has made offers in this deal, each time."""
    return [
        event.statement.seat
        for event in view.deal_log
        if isinstance(event, Talk)
        and event.seat == view.viewer
        and isinstance(event.statement, Offer)
    ]


def have_spoken(view: View) -> frozenset[Seat]:
    """Who has said anything in this deal or the one before."""
    recent = (*view.scene.past[-_RECENT:], *view.deal_log)
    return frozenset(event.seat for event in recent if isinstance(event, Talk))


def allied_seats(view: View) -> frozenset[Seat]:
    """The seats that are in a pact."""
    made = [pact for pact in pacts(view) if pact.agreed]
    return frozenset(seat for pact in made for seat in (pact.offered_by, pact.offered_to))


def answer_on_lead(view: View, *, wanted: bool) -> Statement:
    """Which suit the viewer would like to be led, or not to be led, by what they hold.

    A suit is wanted in which the highest card is hard to beat, and not wanted if even the lowest
    may take the trick.
    """
    hand = own_hand(view)
    suits = [suit for suit in reversed(Suit) if hand.of_suit(suit)]
    highest = max(suits, key=lambda suit: max(card.rank for card in hand.of_suit(suit)))
    riskiest = max(suits, key=lambda suit: min(card.rank for card in hand.of_suit(suit)))
    return AskLead(highest) if wanted else AskNotLead(riskiest)
