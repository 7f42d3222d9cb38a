"""The state of a table, as the game has it and as one seat sees it.

`Game` and `View` have the same parts and are folded by the same function (see `folding`). They
differ in what their log tells them: in a view's log the hands of others are face down.
"""

from collections.abc import Sequence
from typing import Self, TypeVar, final

import attrs

from collusion_rules.cards import (
    BITS,
    CARD_OF,
    Card,
    Cards,
    Hand,
    Rank,
    Seat,
    Suit,
    cards_at_table,
    face_down,
)
from collusion_rules.enums import Choice
from collusion_rules.errors import BadArgumentError, ErrorCode, bad_argument
from collusion_rules.events import DealScored, Event, TrickWon
from collusion_rules.moves import Accusation, Play
from collusion_rules.partnerships import Teams
from collusion_rules.rulesets import Ruleset
from collusion_rules.scoring import DealScore
from collusion_rules.values import Value


class Phase(Choice):
    """What the table is waiting for."""

    AWAITING_DEAL = "awaiting-deal"
    """Between deals, and before the first: `deal` comes next (A3)."""
    DECLARING = "declaring"
    """The dealer must declare trumps (C1)."""
    PLAYING = "playing"
    """Cards are played (A5)."""
    OVER = "over"
    """Somebody has won (A10)."""


Told = tuple[tuple[int, tuple[Event, ...]], ...]
"""Events that are not told alike to all: where each is in the log, and as each viewer is told."""


@attrs.frozen
class Scene(Value):
    """What stays as it is while cards are played.

    Attributes:
        rules: what is played.
        viewer: whose eyes it is seen through; `None` for a spectator, and in a game.
        dealer: who deals, or will deal next.
        phase: what the table is waiting for.
        totals: points, one entry a seat.
        deals_played: how many deals are scored.
        last_score: the score of the last of them.
        trump: the trump suit, if there is one yet.
        hands: the hands as they were dealt, as bits, one entry a seat; 0 for one face down.
        revealed: the teams, once all know them; else `()`.
        watched: the cards that reveal the partners when they are played, as bits (D1).
        past: the log up to this deal.
        dealt: where in the log each deal begins, this one too.
        told: in a game, what in the past is not told alike to all: where in the log it is, and
            what each seat is told, and last a spectator. `None` in a view.
    """

    rules: Ruleset
    viewer: Seat | None
    dealer: Seat
    phase: Phase
    totals: tuple[int, ...]
    hands: tuple[int, ...]
    deals_played: int = 0
    last_score: DealScore | None = None
    trump: Suit | None = None
    revealed: Teams = ()
    watched: int = 0
    past: tuple[Event, ...] = ()
    dealt: tuple[int, ...] = ()
    told: Told | None = None

    @property
    def partner_ranks(self) -> tuple[Rank, ...]:
        """The ranks of the cards that decide the teams of this deal (C2, D2, D4), if any."""
        partnership = self.rules.partnership
        return () if partnership is None else partnership.ranks(self.deals_played)

    @property
    def partner_cards(self) -> tuple[Card, ...]:
        """The cards that decide the teams of the deal in play (C2, D2, D4), if any."""
        trump = self.trump
        if trump is None or self.phase is not Phase.PLAYING:
            return ()
        return tuple(CARD_OF[rank, trump] for rank in self.partner_ranks)

    @property
    def own_partner_cards(self) -> tuple[Card, ...]:
        """Those of them that the viewer was dealt, played or not; none for a spectator."""
        dealt = 0 if self.viewer is None else self.hands[self.viewer]
        return tuple(card for card in self.partner_cards if dealt & BITS[card.number])


class Draft:
    """A table that a verb is at work on: the one thing here that changes, and nobody else has it.

    When the verb is done, the draft becomes a `Game` or a `View`, and never changes again.

    Attributes:
        scene: what stays as it is while cards are played.
        unplayed: the cards not played yet, as bits; each copy of a card has its own.
        trick: the plays of the trick on the table, the lead first; `()` between tricks.
        tricks_won: tricks taken in this deal, or in the last until the next; one entry a seat.
        to_act: whose turn it is to play or declare; `None` if it is nobody's.
        choices: the cards that may be played now, as bits; 0 if none, or from a hand face down.
        deal_log: what happened in this deal, or in the last until the next, oldest first.
    """

    __slots__ = (
        "__weakref__",
        "choices",
        "deal_log",
        "scene",
        "to_act",
        "trick",
        "tricks_won",
        "unplayed",
    )

    scene: Scene
    unplayed: int
    trick: tuple[Play, ...]
    tricks_won: tuple[int, ...]
    to_act: Seat | None
    choices: int
    deal_log: tuple[Event, ...]

    @property
    def rules(self) -> Ruleset:
        """What is played."""
        return self.scene.rules

    @property
    def phase(self) -> Phase:
        """What the table is waiting for."""
        return self.scene.phase

    @property
    def dealer(self) -> Seat:
        """Who dealt this deal; between deals, who deals the next (A2)."""
        return self.scene.dealer

    @property
    def trump(self) -> Suit | None:
        """The trump suit of this deal, or of the last until the next; `None` if there is none."""
        return self.scene.trump

    @property
    def totals(self) -> tuple[int, ...]:
        """Points of the game so far, one entry a seat."""
        return self.scene.totals

    @property
    def deals_played(self) -> int:
        """How many deals are scored."""
        return self.scene.deals_played

    @property
    def last_score(self) -> DealScore | None:
        """The score of the last deal; `None` before there is one."""
        return self.scene.last_score

    @property
    def tricks(self) -> tuple[tuple[Play, ...], ...]:
        """The finished tricks of this deal, or of the last until the next; the lead comes first."""
        plays, size = self.plays, self.rules.players
        return tuple(plays[at : at + size] for at in range(0, sum(self.tricks_won) * size, size))

    @property
    def plays(self) -> tuple[Play, ...]:
        """The plays of this deal, or of the last until the next, in their order."""
        return tuple(event for event in self.deal_log if isinstance(event, Play))

    @property
    def trick_winners(self) -> tuple[Seat, ...]:
        """Who took each finished trick of this deal, or of the last until the next."""
        return tuple(event.seat for event in self.deal_log if isinstance(event, TrickWon))

    @property
    def accusations(self) -> tuple[Accusation, ...]:
        """The accusations of this deal, or of the last until the next, in their order (C11)."""
        return tuple(event for event in self.deal_log if isinstance(event, Accusation))

    @property
    def partner_cards(self) -> tuple[Card, ...]:
        """The cards that decide the teams of the deal in play (C2, D2, D4), if any."""
        return self.scene.partner_cards

    @property
    def partners_revealed(self) -> bool:
        """Whether the partners are revealed (C4, D1): so they stay until the next deal."""
        return bool(self.scene.revealed)

    @property
    def teams_played(self) -> Teams | None:
        """The teams that the partner cards played so far show to all; `None` until they do."""
        return self._teams_of((0,) * self.rules.players)

    @property
    def teams_known(self) -> Teams | None:
        """The teams, if they follow from the hands that can be seen and from the plays."""
        return self.scene.revealed or self._teams_of(self.scene.hands)

    def _teams_of(self, hands: Sequence[int]) -> Teams | None:
        """The teams, if they follow from these hands as dealt, 0 if face down, and the plays."""
        rules = self.rules
        if rules.partnership is None or not (holders := holders_of(self, hands)):
            return None
        if any(len(seats) < rules.deck.packs for seats in holders):
            return None
        return rules.partnership.teams(holders, rules.players)


@attrs.frozen(init=False, repr=False)
class Table(Value, Draft):
    """What a `Game` and a `View` have in common.

    The verbs make new ones out of old ones; there is no other way to make one.

    Attributes:
        scene: what stays as it is while cards are played.
        unplayed: the cards not played yet, as bits; each copy of a card has its own.
        trick: the plays of the trick on the table, the lead first; `()` between tricks.
        tricks_won: tricks taken in this deal, or in the last until the next; one entry a seat.
        to_act: whose turn it is to play or declare; `None` if it is nobody's.
        choices: the cards that may be played now, as bits; 0 if none, or from a hand face down.
        deal_log: what happened in this deal, or in the last until the next, oldest first.
    """

    scene: Scene
    unplayed: int
    trick: tuple[Play, ...]
    tricks_won: tuple[int, ...]
    to_act: Seat | None
    choices: int
    deal_log: tuple[Event, ...]

    def __new__(cls, *_: object, **__: object) -> Self:
        """Refuse to make one."""
        raise BadArgumentError(
            ErrorCode.BAD_ARGUMENT,
            argument=f"a {cls.__name__}",
            expected="made by a verb, such as new_game or view",
            got="put together by hand",
        )

    @property
    def log(self) -> tuple[Event, ...]:
        """Everything that happened, oldest first."""
        return self.scene.past + self.deal_log

    @property
    def version(self) -> int:
        """How many events there are in the log."""
        return len(self.scene.past) + len(self.deal_log)

    @property
    def deal_number(self) -> int:
        """The number of this deal, or of the last until the next: from 1; 0 before the first."""
        return len(self.scene.dealt)

    @property
    def scores(self) -> tuple[DealScore, ...]:
        """The score of each deal so far, the first one first."""
        past, last = self.scene.past, self.last_score
        before = [past[place - 1] for place in self.scene.dealt[1:]]
        scores = [event.score for event in before if isinstance(event, DealScored)]
        if last is not None and len(scores) < self.deals_played:
            scores.append(last)
        return tuple(scores)

    def _whose(self) -> str:
        """Whose view it is, for `repr`; nothing in a game."""
        return ""

    def __repr__(self) -> str:
        totals = " ".join(map(str, self.totals))
        return (
            f"<{type(self).__name__} of {self.rules.name}{self._whose()}: {self.phase}, "
            f"deal {self.deal_number}, trick {len(self.tricks) + bool(self.trick)}, "
            f"totals {totals}, version {self.version}>"
        )


@final
@attrs.frozen(init=False, repr=False)
class Game(Table):
    """A game with all that is in it. Made by `new_game`, and from a log by `replay`."""

    @property
    def hands(self) -> tuple[Cards, ...]:
        """The cards still held, one entry a seat."""
        unplayed = self.unplayed
        return tuple(cards_at_table(unplayed & dealt) for dealt in self.scene.hands)

    @property
    def teams(self) -> Teams:
        """The teams of this deal, or of the last until the next (C2, D4).

        The partners or the soloist come first, then their opponents; in Triple the holders of the
        A, of the K, of the Q. `()` before trumps are declared, and where there are no teams.
        """
        return self.teams_known or ()


@final
@attrs.frozen(init=False, repr=False)
class View(Table):
    """A game as one seat or a spectator sees it. Made by `view`, and from a log by `observe`."""

    @property
    def viewer(self) -> Seat | None:
        """Whose view it is; `None` for a spectator, who sees no hand."""
        return self.scene.viewer

    @property
    def hands(self) -> tuple[Hand, ...]:
        """The cards still held, one entry a seat; all but the viewer's are face down."""
        unplayed, viewer = self.unplayed, self.viewer
        return tuple(
            cards_at_table(unplayed & dealt)
            if seat == viewer
            else face_down(self._count(Seat(seat)))
            for seat, dealt in enumerate(self.scene.hands)
        )

    @property
    def teams(self) -> Teams | None:
        """The teams, as `Game.teams` has them, once the viewer can know them; else `None`.

        The viewer knows where a partner card is if they were dealt it, if it was played, or if
        the partners are revealed (C3, C4, D1). `()` where there are no teams.
        """
        if self.rules.partnership is None:
            return ()
        return self.teams_known

    @property
    def hand(self) -> Cards | None:
        """The cards that the viewer still holds; `None` for a spectator."""
        if self.viewer is None:
            return None
        return cards_at_table(self.unplayed & self.scene.hands[self.viewer])

    def _whose(self) -> str:
        return " for a spectator" if self.viewer is None else f" for seat {self.viewer}"

    def _count(self, seat: Seat) -> int:
        if self.phase not in (Phase.DECLARING, Phase.PLAYING):
            return 0
        in_trick = any(play.seat == seat for play in self.trick)
        return self.rules.tricks - sum(self.tricks_won) - in_trick


AnyTable = TypeVar("AnyTable", Game, View)


def opened(table: Table) -> Draft:
    """A draft that is as a table is."""
    draft = Draft()
    draft.scene = table.scene
    draft.unplayed = table.unplayed
    draft.trick = table.trick
    draft.tricks_won = table.tricks_won
    draft.to_act = table.to_act
    draft.choices = table.choices
    draft.deal_log = table.deal_log
    return draft


def closed(draft: Draft, kind: type[AnyTable]) -> AnyTable:
    """The table that a draft has come to be: the draft itself, which can't be changed any more."""
    draft.__class__ = kind
    return draft  # type: ignore[return-value]  # it is one now, and `cast` would be a call


def check_table(table: Table) -> None:
    """Refuse what is neither a game nor a view.

    Raises:
        BadArgumentError: it is neither.
    """
    if type(table) is not Game and type(table) is not View:
        raise bad_argument("table", "a Game or a View", table)


def holders_of(table: Draft, hands: Sequence[int]) -> tuple[tuple[Seat, ...], ...]:
    """For each partner card, who holds or held it as far as these hands and the plays show.

    Args:
        table: a deal.
        hands: hands as they were dealt, as bits, one entry a seat; 0 if face down.
    """
    plays = [play for play in table.plays if not hands[play.seat]]
    return tuple(
        (
            *[play.seat for play in plays if play.card.number == card.number],
            *(
                Seat(seat)
                for seat, hand in enumerate(hands)
                for _ in range((hand & BITS[card.number]).bit_count())
            ),
        )
        for card in table.partner_cards
    )
