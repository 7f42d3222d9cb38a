"""The state of a table, as the game has it and as one seat sees it, and the fold of events.

`Game` and `View` have the same parts and are folded by the same function, `fold`. They differ in
what their log tells them: in a view's log the hands of others are face down.
"""

from collections.abc import Callable, Sequence
from enum import StrEnum
from typing import Final, NamedTuple, TypeVar, assert_never, final

import attrs

from collusion_rules.cards import (
    CARDS,
    ONE_PACK,
    SUIT_BITS,
    Card,
    Cards,
    FaceDown,
    Hand,
    Seat,
    Suit,
    cards_from_bits,
    without,
)
from collusion_rules.errors import BadArgumentError, ErrorCode
from collusion_rules.events import (
    DealScored,
    Dealt,
    Event,
    GameStarted,
    GameWon,
    PartnersRevealed,
    TrickWon,
)
from collusion_rules.moves import Accusation, Declaration, Play, Talk
from collusion_rules.partnerships import Teams
from collusion_rules.rulesets import Ruleset
from collusion_rules.scoring import DealScore


class Phase(StrEnum):
    """What the table is waiting for."""

    AWAITING_DEAL = "awaiting-deal"
    DECLARING = "declaring"
    PLAYING = "playing"
    OVER = "over"


@attrs.frozen
class Scene:
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
        revealed: the teams, once all know them; else `()`.
        past: the log up to this deal.
    """

    rules: Ruleset
    viewer: Seat | None
    dealer: Seat
    phase: Phase
    totals: tuple[int, ...]
    deals_played: int = 0
    last_score: DealScore | None = None
    trump: Suit | None = None
    revealed: Teams = ()
    past: tuple[Event, ...] = ()


class Position(NamedTuple):
    """What changes with each card: a plain tuple, for one is made at every play.

    Attributes:
        held: the cards still held, as bits, one entry a seat; 0 for a hand that is face down.
        trick: the plays of the trick on the table, the lead first; `()` between tricks.
        tricks_won: tricks taken in this deal, or in the last until the next; one entry a seat.
        to_act: whose turn it is to play or declare; `None` if it is nobody's.
        playable: the different cards that may be played now (A5), as bits; 0 if it is nobody's
            turn to play, or that of somebody whose hand is face down.
        log: the log of this deal, or of the last until the next.
    """

    held: tuple[int, ...]
    trick: tuple[Play, ...]
    tricks_won: tuple[int, ...]
    to_act: Seat | None
    playable: int
    log: tuple[Event, ...]


@attrs.frozen(init=False, repr=False)
class Table:
    """What a `Game` and a `View` have in common.

    The verbs make new ones out of old ones; there is no other way to make one.

    Attributes:
        scene: what stays as it is while cards are played.
        position: what changes with each card.
    """

    scene: Scene
    position: Position

    def __init__(self, *_: object, **__: object) -> None:
        raise BadArgumentError(
            ErrorCode.BAD_ARGUMENT,
            argument=f"a {type(self).__name__}",
            expected="made by a verb, such as new_game or view",
            got="put together by hand",
        )

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
    def trick(self) -> tuple[Play, ...]:
        """The plays of the trick on the table, the lead first; `()` between tricks."""
        return self.position.trick

    @property
    def tricks_won(self) -> tuple[int, ...]:
        """Tricks taken in this deal, or in the last until the next; one entry a seat."""
        return self.position.tricks_won

    @property
    def to_act(self) -> Seat | None:
        """Whose turn it is to play or declare; `None` if it is nobody's."""
        return self.position.to_act

    @property
    def log(self) -> tuple[Event, ...]:
        """Everything that happened, oldest first."""
        return self.scene.past + self.position.log

    @property
    def version(self) -> int:
        """How many events there are in the log."""
        return len(self.scene.past) + len(self.position.log)

    @property
    def tricks(self) -> tuple[tuple[Play, ...], ...]:
        """The finished tricks of this deal, or of the last until the next; the lead comes first."""
        plays, size = self.plays, self.rules.players
        return tuple(plays[at : at + size] for at in range(0, sum(self.tricks_won) * size, size))

    @property
    def plays(self) -> tuple[Play, ...]:
        """The plays of this deal, or of the last until the next, in their order."""
        return tuple(event for event in self.position.log if isinstance(event, Play))

    @property
    def accusations(self) -> tuple[Accusation, ...]:
        """The accusations of this deal, or of the last until the next, in their order (C11)."""
        return tuple(event for event in self.position.log if isinstance(event, Accusation))

    @property
    def partner_cards(self) -> tuple[Card, ...]:
        """The cards that decide the teams of the deal in play (C2, D2, D4), if any."""
        scene = self.scene
        if scene.rules.partnership is None or scene.trump is None or scene.phase != Phase.PLAYING:
            return ()
        ranks = scene.rules.partnership.ranks(scene.deals_played)
        return tuple(Card(rank, scene.trump) for rank in ranks)

    @property
    def partners_revealed(self) -> bool:
        """Whether the partners are revealed (C4, D1): so they stay until the next deal."""
        return bool(self.scene.revealed)

    @property
    def partners_public(self) -> bool:
        """Whether all can know who the partners are: revealed, or all their cards played (C12)."""
        return self.partners_revealed or self._teams_by(()) is not None

    def _teams_by(self, hands: Sequence[Hand]) -> Teams | None:
        """The teams as far as they follow from the plays and from `hands`, as they were dealt."""
        rules = self.rules
        if self.scene.revealed or rules.partnership is None:
            return self.scene.revealed
        holders: list[list[Seat]] = []
        for card in self.partner_cards:
            at = [play.seat for play in self.plays if play.card == card]
            for seat, hand in enumerate(hands):
                if isinstance(hand, Cards):
                    at = [other for other in at if other != seat]
                    at += [Seat(seat)] * hand.count(card)
            holders.append(at)
        if not holders or any(len(at) < rules.deck.packs for at in holders):
            return None
        return rules.partnership.teams(holders, rules.players)

    @property
    def _dealt(self) -> tuple[Hand, ...]:
        """The hands of this deal as they were dealt."""
        return next((event.hands for event in self.position.log if isinstance(event, Dealt)), ())

    def __repr__(self) -> str:
        scene = self.scene
        return (
            f"<{type(self).__name__} of {scene.rules.name}: {scene.phase}, "
            f"{scene.deals_played} deals played, version {self.version}>"
        )


@final
@attrs.frozen(init=False, repr=False)
class Game(Table):
    """A game with all that is in it. Made by `new_game`, and from a log by `replay`."""

    @property
    def hands(self) -> tuple[Cards, ...]:
        """The cards still held, one entry a seat."""
        return tuple(cards_from_bits(bits) for bits in self.position.held)

    @property
    def teams(self) -> Teams:
        """The teams of this deal, or of the last until the next (C2, D4).

        The partners or the soloist come first, then their opponents; in Triple the holders of the
        A, of the K, of the Q. `()` before trumps are declared, and where there are no teams.
        """
        return self._teams_by(self._dealt) or ()


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
        viewer = self.viewer
        return tuple(
            cards_from_bits(bits) if seat == viewer else FaceDown(self._count(Seat(seat)))
            for seat, bits in enumerate(self.position.held)
        )

    @property
    def teams(self) -> Teams | None:
        """The teams, as `Game.teams` has them, once the viewer can know them; else `None`.

        The viewer knows where a partner card is if they were dealt it, if it was played, or if
        the partners are revealed (C3, C4, D1). `()` where there are no teams.
        """
        return self._teams_by(self._dealt)

    def _count(self, seat: Seat) -> int:
        if self.phase not in (Phase.DECLARING, Phase.PLAYING):
            return 0
        in_trick = any(play.seat == seat for play in self.trick)
        return self.rules.tricks - sum(self.tricks_won) - in_trick


AnyTable = TypeVar("AnyTable", bound=Table)

_FOLLOWING: Final = tuple(SUIT_BITS[card.suit] for card in CARDS)
"""By the number of the card led: the cards that follow suit."""

_new: Final = object.__new__
_lay_scene: Final[Callable[[Table, Scene], None]] = Table.__dict__["scene"].__set__
_lay_position: Final[Callable[[Table, Position], None]] = Table.__dict__["position"].__set__


def _laid(kind: type[AnyTable], scene: Scene, position: Position) -> AnyTable:
    """A new table: the one place that gets past its frozen `__setattr__`."""
    table = _new(kind)
    _lay_scene(table, scene)
    _lay_position(table, position)
    return table


def begin(kind: type[AnyTable], started: GameStarted, viewer: Seat | None = None) -> AnyTable:
    """The table at the start of a game."""
    nothing = (0,) * started.rules.players
    scene = Scene(
        rules=started.rules,
        viewer=viewer,
        dealer=started.dealer,
        phase=Phase.AWAITING_DEAL,
        totals=nothing,
    )
    return _laid(kind, scene, Position(nothing, (), nothing, None, 0, (started,)))


def fold(table: AnyTable, event: Event) -> AnyTable:
    """The table after one more event. What the rules say to the event is not asked here."""
    scene, position = table.scene, table.position
    match event:
        case Play():
            return after_play(table, event)
        case TrickWon(seat):
            held, _, won, _, _, log = position
            won = (*won[:seat], won[seat] + 1, *won[seat + 1 :])
            turn = seat if sum(won) < scene.rules.tricks else None
            position = Position(held, (), won, turn, held[seat] & ONE_PACK, (*log, event))
            return _laid(type(table), scene, position)
        case Talk() | Accusation():
            pass
        case Declaration():
            scene = attrs.evolve(scene, phase=Phase.PLAYING, trump=event.suit)
            leader = left_of(scene.dealer, scene.rules)
            playable = position.held[leader] & ONE_PACK
            position = position._replace(to_act=leader, playable=playable)
        case PartnersRevealed():
            scene = attrs.evolve(scene, revealed=event.teams)
        case DealScored(score):
            scene = attrs.evolve(
                scene,
                phase=Phase.AWAITING_DEAL,
                dealer=left_of(scene.dealer, scene.rules),
                totals=score.totals,
                deals_played=scene.deals_played + 1,
                last_score=score,
            )
        case GameWon():
            scene = attrs.evolve(scene, phase=Phase.OVER)
        case Dealt():
            return _after_deal(table, event)
        case GameStarted():
            return begin(type(table), event, scene.viewer)
        case _:
            assert_never(event)
    return _laid(type(table), scene, position._replace(log=(*position.log, event)))


def after_play(table: AnyTable, play: Play) -> AnyTable:
    """The table after one more card (A5)."""
    held, trick, won, _, _, log = table.position
    seat = play.seat
    hands = list(held)
    hands[seat] = without(hands[seat], play.card.number)
    trick = (*trick, play)
    if len(trick) == len(hands):
        position = Position(tuple(hands), trick, won, None, 0, (*log, play))
    else:
        turn = Seat(seat + 1 if seat + 1 < len(hands) else 0)
        hand = hands[turn]
        playable = hand & _FOLLOWING[trick[0].card.number] or hand & ONE_PACK
        position = Position(tuple(hands), trick, won, turn, playable, (*log, play))
    return _laid(type(table), table.scene, position)


def _after_deal(table: AnyTable, dealt: Dealt) -> AnyTable:
    """The table after a deal (A3, A4, C1)."""
    scene = table.scene
    declares, leader = scene.rules.declares, left_of(dealt.dealer, scene.rules)
    scene = attrs.evolve(
        scene,
        phase=Phase.DECLARING if declares else Phase.PLAYING,
        dealer=dealt.dealer,
        trump=None,
        revealed=(),
        past=scene.past + table.position.log,
    )
    held = tuple(hand.bits if isinstance(hand, Cards) else 0 for hand in dealt.hands)
    turn, playable = (dealt.dealer, 0) if declares else (leader, held[leader] & ONE_PACK)
    position = Position(held, (), (0,) * len(held), turn, playable, (dealt,))
    return _laid(type(table), scene, position)


def left_of(seat: Seat, rules: Ruleset) -> Seat:
    """The next seat clockwise (A2, A4, A5)."""
    return Seat((seat + 1) % rules.players)
