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
    OfferLead,
    Retract,
    Statement,
)
from collusion_rules.players.accusing import accusation
from collusion_rules.players.declaring import strongest_suit
from collusion_rules.players.fields import a_kind_of, share, whole
from collusion_rules.players.planning import Ally, best
from collusion_rules.players.positions import only_play
from collusion_rules.players.protocol import Thought, seat_of_viewer, seat_on_turn
from collusion_rules.players.remembering import faith
from collusion_rules.players.searching import HEARD, try_out, usual
from collusion_rules.players.talking import (
    Heard,
    allied_seats,
    answer_on_lead,
    can_agree,
    has_spoken,
    have_spoken,
    is_possible,
    last_aim,
    likely_number,
    may_talk,
    other_of,
    own_offers,
    own_pacts,
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
_LEAST_TRUST: Final = 0.4
"""How likely somebody must be to keep a pact, for an honest player who remembers to make one."""
_REMEMBERING: Final = Effort(40, 1)
_REMEMBERING_FAST: Final = Effort(200, 1, batches=True)
"""How hard a talker tries what others might have played in the deals before: chance hides much in
few worlds."""


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
        remembers: whether they trust each of the others as far as these kept their pacts in the
            deals before, by what they played.
    """

    talks: bool = attrs.field(default=True, validator=a_kind_of(bool))
    loyalty: float = attrs.field(default=1.0, validator=share)
    tie: float = attrs.field(default=5.0, validator=share)
    keeps_for: int = attrs.field(default=13, validator=whole(0, 52))
    agrees_to_all: bool = attrs.field(default=False, validator=a_kind_of(bool))
    listens: bool = attrs.field(default=False, validator=a_kind_of(bool))
    remembers: bool = attrs.field(default=False, validator=a_kind_of(bool))


SILENT: Final = Manners(talks=False, loyalty=0.0, tie=0.0)
"""Says nothing, and believes nobody."""
LISTENING: Final = attrs.evolve(SILENT, listens=True)
"""Says nothing, and believes what others say of their aims."""
HONEST: Final = Manners()
"""Offers pacts and keeps them."""
REMEMBERING: Final = attrs.evolve(HONEST, remembers=True)
"""Honest, and makes no pact with those who did not keep theirs."""
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
        """The move that is worth most.

        Raises:
            BadArgumentError: `view` is not a `View`, or it is not the viewer's turn.
        """
        seat_on_turn(view)
        return only_play(view) or self.think(view, seed).move

    def think(self, view: View, seed: Seed) -> Thought:
        """The move that `choose` makes, with the reason.

        Raises:
            BadArgumentError: `view` is not a `View`, or it is not the viewer's turn.
        """
        seat_on_turn(view)
        if view.phase is Phase.DECLARING:
            return strongest_suit(view)
        accused = accusation(view, seed)
        if accused is not None:
            return accused
        tried = try_out(view, seed, self.effort, self._policy(view))
        return best(view, tried, self._ally(view))

    def speak(self, view: View, seed: Seed) -> Statement | None:
        """An answer if something is unanswered; else an offer or an aim, once before each trick.

        Raises:
            BadArgumentError: `view` is not a `View`, or that of a spectator.
        """
        seat_of_viewer(view)
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
            ally = other_of(pact, seat_of_viewer(view))
            trust = self._trust(view, ally)
            if trust < _LEAST_TRUST:
                return None
            return Ally(ally, manners.loyalty * trust, manners.tie * trust)
        return None

    def _trust(self, view: View, seat: Seat) -> float:
        """How far somebody is trusted, from 0 to 1."""
        if not self.manners.remembers:
            return 1.0
        effort = _REMEMBERING_FAST if self.effort.batches else _REMEMBERING
        return faith(view, seat, effort)

    def _expected(self, view: View, seed: Seed) -> Sequence[float]:
        """How many tricks each seat is likely to take."""
        own = seat_of_viewer(view)
        expecting = attrs.evolve(
            self.effort, worlds=min(_EXPECTING, self.effort.worlds), rollouts=1
        )
        tried = try_out(view, seed, expecting, self._policy(view))
        likely = max(range(len(tried.moves)), key=lambda at: tried.points[at][own])
        return tried.tricks[likely]

    def _answer(self, view: View, seed: Seed, heard: Heard) -> Statement:
        """What is said to a question or an offer: `Agree`, or what one is going for."""
        own, expected = seat_of_viewer(view), self._expected(view, seed)
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
            case AskMore() | OfferLead() if likely == view.tricks_won[own]:
                return NoMore()
            case _:
                pass
        return Aim(likely)

    def _agrees(self, view: View, other: Seat, tricks: int, expected: Sequence[float]) -> bool:
        own = seat_of_viewer(view)
        if not is_possible(view, own, other, tricks):
            return False
        if self.manners.agrees_to_all:
            return True
        if own in allied_seats(view) or abs(tricks - expected[own]) > _FAR:
            return False
        return self._trust(view, other) >= _LEAST_TRUST

    def _initiative(self, view: View, seed: Seed) -> Statement | None:
        """What one says of one's own accord before a trick."""
        own = seat_of_viewer(view)
        for pact in own_pacts(view):
            ally = other_of(pact, own)
            renewable = can_agree(view, own, ally) and not is_possible(view, own, ally, pact.tricks)
            return Retract() if renewable else None
        expected = self._expected(view, seed)
        if len(seats_offered(view)) < _MOST_OFFERS:
            standing = own_offers(view)
            for other in self._by_promise(view, expected):
                offer = Offer(other, likely_number(view, expected, other))
                if offer not in standing and is_possible(view, own, other, offer.tricks):
                    return offer
        aim = max(round(expected[own]), view.tricks_won[own])
        return None if aim == last_aim(view, own) else Aim(aim)

    def _by_promise(self, view: View, expected: Sequence[float]) -> list[Seat]:
        """Who may be made an offer, the likeliest ally first."""
        own, spoken, offered = seat_of_viewer(view), have_spoken(view), seats_offered(view)
        return sorted(
            self._free(view),
            key=lambda seat: (
                seat not in spoken,
                offered.count(seat),
                -round(self._trust(view, seat), 1),
                abs(expected[seat] - expected[own]),
            ),
        )

    def _free(self, view: View) -> list[Seat]:
        """Who is in no pact and may be trusted."""
        taken = allied_seats(view)
        free = [Seat(seat) for seat in range(view.rules.players) if seat not in taken]
        return [
            seat for seat in free if seat != view.viewer and self._trust(view, seat) >= _LEAST_TRUST
        ]
