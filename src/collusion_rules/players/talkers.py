"""Players that talk at the table of Parlett's game, and mean it or not (B9)."""

from collections.abc import Sequence
from typing import Final, final

import attrs

from collusion_rules.cards import Seat
from collusion_rules.moves import (
    Agree,
    Aim,
    AskAim,
    AskMore,
    AskWhatNotToLead,
    AskWhatToLead,
    Move,
    NoMore,
    Offer,
    Retract,
    Statement,
)
from collusion_rules.players.declaring import strongest_suit
from collusion_rules.players.fields import a_kind_of, share, whole
from collusion_rules.players.planning import Ally, best
from collusion_rules.players.protocol import Thought
from collusion_rules.players.searching import HEARD, try_out, usual
from collusion_rules.players.talking import (
    Heard,
    allied_seats,
    answer_on_lead,
    has_spoken,
    have_spoken,
    is_possible,
    last_aim,
    likely_number,
    may_talk,
    other_of,
    own_pacts,
    seat_of,
    seats_offered,
    unanswered,
)
from collusion_rules.players.trials import Effort
from collusion_rules.policies import Plays, Policy
from collusion_rules.shuffling import Seed
from collusion_rules.state import Phase, View
from collusion_rules.values import Value

_MOST_OFFERS: Final = 4
"""How many offers a talker makes in a deal."""
_FAR: Final = 3.5
"""How far a number offered may be from what an honest player expects to take."""
_EXPECTING: Final = 8
"""In how many worlds a talker looks ahead before it speaks."""


@final
@attrs.frozen
class Manners(Value):
    """How somebody talks, and how far they mean it.

    Attributes:
        talks: whether they offer, answer and tell their aims; else they say nothing.
        loyalty: how much an ally's points count beside one's own: 1 as much, 0 not at all.
        tie: what it counts to take as many tricks as the ally, beyond the points.
        keeps_for: for how many tricks of a deal they keep a pact.
        agrees_to_all: whether they agree to every offer, whatever they have agreed on before.
        listens: whether they suppose that others play for the numbers that they tell.
    """

    talks: bool = attrs.field(default=True, validator=a_kind_of(bool))
    loyalty: float = attrs.field(default=1.0, validator=share)
    tie: float = attrs.field(default=5.0, validator=share)
    keeps_for: int = attrs.field(default=13, validator=whole(0, 52))
    agrees_to_all: bool = attrs.field(default=False, validator=a_kind_of(bool))
    listens: bool = attrs.field(default=False, validator=a_kind_of(bool))


SILENT: Final = Manners(talks=False, loyalty=0.0, tie=0.0)
"""Says nothing, and believes nobody."""
LISTENING: Final = attrs.evolve(SILENT, listens=True)
"""Says nothing, and believes what others say of their aims."""
HONEST: Final = Manners()
"""Offers pacts and keeps them."""
WILY: Final = Manners(loyalty=0.0, tie=0.0, agrees_to_all=True)
"""Offers pacts, agrees to any, and plays for itself."""
LATE_TRAITOR: Final = Manners(keeps_for=9)
"""Keeps pacts for nine tricks, and plays for itself from then on."""


@final
@attrs.frozen
class Talker(Value):
    """A player that tries moves out and, where there is table talk, talks.

    Attributes:
        effort: how hard it tries.
        manners: how it talks.
    """

    effort: Effort = attrs.field(default=Effort(), validator=a_kind_of(Effort))
    manners: Manners = attrs.field(default=HONEST, validator=a_kind_of(Manners))

    def choose(self, view: View, seed: Seed) -> Move:
        """The move that is worth most."""
        return self.think(view, seed).move

    def think(self, view: View, seed: Seed) -> Thought:
        """The move that `choose` makes, with the reason."""
        if view.phase is Phase.DECLARING:
            return strongest_suit(view)
        tried = try_out(view, seed, self.effort, self._policy(view))
        return best(view, tried, self._ally(view))

    def speak(self, view: View, seed: Seed) -> Statement | None:
        """An answer if something is unanswered; else an offer or an aim, once before each trick."""
        if not self.manners.talks or not may_talk(view):
            return None
        heard = unanswered(view)
        if heard is not None:
            return self._answer(view, seed, heard)
        left = view.rules.tricks - sum(view.tricks_won)
        if view.trick or left < 2 or has_spoken(view):
            return None
        return self._initiative(view, seed)

    def _policy(self, view: View) -> Policy:
        """How everybody is supposed to go on."""
        policy, players = usual(view.rules), view.rules.players
        if not self.manners.listens or not may_talk(view):
            return policy
        told = [
            -1 if seat == view.viewer else last_aim(view, Seat(seat)) for seat in range(players)
        ]
        plays = policy.plays_of_seats(players)
        whims = policy.whims_of_seats(players)
        return attrs.evolve(
            policy,
            plays=tuple(
                Plays.AIM if aim >= 0 else how for how, aim in zip(plays, told, strict=True)
            ),
            whims=tuple(HEARD if aim >= 0 else many for many, aim in zip(whims, told, strict=True)),
            aims=tuple(max(aim, 0) for aim in told),
        )

    def _ally(self, view: View) -> Ally | None:
        """Whose points count beside one's own, if anybody's."""
        manners = self.manners
        if not manners.loyalty or not may_talk(view) or sum(view.tricks_won) >= manners.keeps_for:
            return None
        for pact in own_pacts(view):
            return Ally(other_of(pact, seat_of(view)), manners.loyalty, manners.tie)
        return None

    def _expected(self, view: View, seed: Seed) -> Sequence[float]:
        """How many tricks each seat is likely to take."""
        own = seat_of(view)
        expecting = attrs.evolve(
            self.effort, worlds=min(_EXPECTING, self.effort.worlds), rollouts=1
        )
        tried = try_out(view, seed, expecting, self._policy(view))
        likely = max(range(len(tried.moves)), key=lambda at: tried.points[at][own])
        return tried.tricks[likely]

    def _answer(self, view: View, seed: Seed, heard: Heard) -> Statement:
        """What is said to a question or an offer: `Agree`, or what one is going for."""
        own, expected = seat_of(view), self._expected(view, seed)
        likely = max(round(expected[own]), view.tricks_won[own])
        match heard.statement:
            case Offer(_, tricks):
                if self._agrees(view, heard.speaker, tricks, expected):
                    return Agree(heard.speaker, tricks)
            case AskAim(tricks) if self.manners.agrees_to_all or abs(tricks - expected[own]) < 1.5:
                return Aim(max(tricks, view.tricks_won[own]))
            case AskWhatToLead() | AskWhatNotToLead():
                wanted = isinstance(heard.statement, AskWhatToLead)
                return answer_on_lead(view, wanted=wanted)
            case AskMore() if likely == view.tricks_won[own]:
                return NoMore()
            case _:
                pass
        return Aim(likely)

    def _agrees(self, view: View, other: Seat, tricks: int, expected: Sequence[float]) -> bool:
        own = seat_of(view)
        if not is_possible(view, own, other, tricks):
            return False
        if self.manners.agrees_to_all:
            return True
        return own not in allied_seats(view) and abs(tricks - expected[own]) <= _FAR

    def _initiative(self, view: View, seed: Seed) -> Statement | None:
        """What one says of one's own accord before a trick."""
        own = seat_of(view)
        for pact in own_pacts(view):
            possible = is_possible(view, own, other_of(pact, own), pact.tricks)
            return None if possible else Retract()
        expected = self._expected(view, seed)
        taken = allied_seats(view)
        others = [Seat(seat) for seat in range(view.rules.players) if seat not in {own, *taken}]
        if others and len(seats_offered(view)) < _MOST_OFFERS:
            spoken, offered = have_spoken(view), seats_offered(view)
            other = min(
                others,
                key=lambda seat: (
                    seat not in spoken,
                    offered.count(seat),
                    abs(expected[seat] - expected[own]),
                ),
            )
            number = likely_number(view, expected, other)
            if is_possible(view, own, other, number):
                return Offer(other, number)
        aim = max(round(expected[own]), view.tricks_won[own])
        return None if aim == last_aim(view, own) else Aim(aim)
