"""Why a player moved as it did, as values: a sentence for a person who watches, asks or learns."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import final

import attrs

from collusion_rules.enums import Message
from collusion_rules.errors import spell
from collusion_rules.plurals import filled
from collusion_rules.values import Value


class Motive(Message):
    """What moves a player; the fields of the template are the parameters of a `Why`."""

    ONLY_CARD = "only-card", "A5", "{card} is the only card that may be played"
    ANY_CARD = "any-card", "", "{card} is drawn at random"
    ANY_SUIT = "any-suit", "", "{suit} is drawn at random"
    LEAD_LOW = "lead-low", "", "{card} is a low lead: let others take the trick"
    LEAD_HIGH = "lead-high", "", "{card} is a high lead: it may take the trick"
    STAY_UNDER = "stay-under", "", "{card} is the highest card that does not take the trick"
    THROW_HIGH = "throw-high", "", "{card} does not take this trick, and might take a later one"
    THROW_LOW = "throw-low", "", "nothing takes the trick, so {card} costs least"
    TAKE_CHEAPLY = "take-cheaply", "", "{card} is the cheapest card that takes the trick"
    GO_OVER = "go-over", "", "{card} is high: it may hold the trick against those who follow"
    TAKEN_ANYWAY = (
        "taken-anyway",
        "",
        "every card takes the trick, so {card} gets rid of a high one",
    )
    AS_LOW_AS_CAN_BE = (
        "as-low-as-can-be",
        "",
        "every card takes the trick so far: {card} is the easiest to beat",
    )
    MIDDLE_CARD = "middle-card", "", "{card} stands in the middle of what may be played"
    TRIED_OUT = (
        "tried-out",
        "",
        "tried in {worlds} deals that could be, {card} brings {points} points on average, "
        "{other} {fewer}",
    )
    TRIED_OUT_TOGETHER = (
        "tried-out-together",
        "",
        "tried in {worlds} deals that could be, {card} brings seat {seat} and me {points} points "
        "on average",
    )
    ALL_THE_SAME = "all-the-same", "", "the cards that may be played come to the same"
    HOLDS_PARTNER_CARD = (
        "holds-partner-card",
        "C2",
        "with {cards} and {count} cards in {suit}, I choose my side and have trumps",
    )
    LONG_SUIT = "long-suit", "C1", "{suit} is my strongest suit, with {count} cards"
    LIKELY_PARTNERS = (
        "likely-partners",
        "C10",
        "seats {seats} are the partners in {percent} of 100 deals that could be",
    )


@final
@attrs.frozen
class Why(Value):
    """Why a player made a move, as far as it can tell from its own view.

    Attributes:
        motive: what moved it.
        items: what the sentence is about, by name; `describe` puts it into words.
    """

    motive: Motive
    items: tuple[tuple[str, object], ...] = ()

    @property
    def parameters(self) -> Mapping[str, object]:
        """What the sentence is about, by name: cards, seats, points."""
        return MappingProxyType(dict(self.items))

    def __str__(self) -> str:
        return filled(self.motive.template, {name: spell(value) for name, value in self.items})


def why(motive: Motive, **parameters: object) -> Why:
    """Say why."""
    return Why(motive, tuple(parameters.items()))
