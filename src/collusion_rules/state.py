"""The state of a table, as the game has it and as one seat sees it, and the fold of events.

`Game` and `View` have the same parts and are folded by the same function, `fold`. They differ in
what their log tells them: in a view's log the hands of others are face down.
"""

from collections.abc import Callable, Sequence
from typing import Final, Self, TypeVar, assert_never, final

import attrs

from collusion_rules.cards import (
    BITS,
    FOLLOWING,
    Card,
    Cards,
    FaceDown,
    Hand,
    Seat,
    Suit,
    cards_at_table,
    told_apart,
)
from collusion_rules.enums import Choice
from collusion_rules.errors import BadArgumentError, ErrorCode, bad_argument
from collusion_rules.events import (
    DealScored,
    Dealt,
    Event,
    GameStarted,
    GameWon,
    PartnersRevealed,
    TrickWon,
)
from collusion_rules.moves import MOST_PLAYERS, Accusation, Declaration, Play, Talk
from collusion_rules.partnerships import Teams
from collusion_rules.rulesets import Reveal, Ruleset
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

    @property
    def partner_cards(self) -> tuple[Card, ...]:
        """The cards that decide the teams of the deal in play (C2, D2, D4), if any."""
        partnership, trump = self.rules.partnership, self.trump
        if partnership is None or trump is None or self.phase is not Phase.PLAYING:
            return ()
        return tuple(Card(rank, trump) for rank in partnership.ranks(self.deals_played))


Position = tuple[int, tuple[Play, ...], tuple[int, ...], Seat | None, int, tuple[Event, ...]]
"""What changes with each card. One is made at every play, hence a plain tuple:

- unplayed: the cards not played yet, as bits; each copy of a card has its own.
- trick: the plays of the trick on the table.
- won: tricks taken, one entry a seat.
- turn: whose turn it is; `None` between deals, and while something must follow by itself.
- playable: what may be played now, as bits; 0 if nothing, or from a hand that is face down.
- log: the log of this deal.
"""


@attrs.frozen(init=False, repr=False)
class Table(Value):
    """What a `Game` and a `View` have in common.

    The verbs make new ones out of old ones; there is no other way to make one.

    Attributes:
        scene: what stays as it is while cards are played.
        position: what changes with each card.
    """

    scene: Scene
    position: Position

    def __new__(cls, *_: object, **__: object) -> Self:
        """Refuse to make one."""
        raise BadArgumentError(
            ErrorCode.BAD_ARGUMENT,
            argument=f"a {cls.__name__}",
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
        return self.position[1]

    @property
    def tricks_won(self) -> tuple[int, ...]:
        """Tricks taken in this deal, or in the last until the next; one entry a seat."""
        return self.position[2]

    @property
    def to_act(self) -> Seat | None:
        """Whose turn it is to play or declare; `None` if it is nobody's."""
        return self.position[3]

    @property
    def log(self) -> tuple[Event, ...]:
        """Everything that happened, oldest first."""
        return self.scene.past + self.position[5]

    @property
    def version(self) -> int:
        """How many events there are in the log."""
        return len(self.scene.past) + len(self.position[5])

    @property
    def tricks(self) -> tuple[tuple[Play, ...], ...]:
        """The finished tricks of this deal, or of the last until the next; the lead comes first."""
        plays, size = self.plays, self.rules.players
        return tuple(plays[at : at + size] for at in range(0, sum(self.tricks_won) * size, size))

    @property
    def plays(self) -> tuple[Play, ...]:
        """The plays of this deal, or of the last until the next, in their order."""
        return tuple(event for event in self.position[5] if isinstance(event, Play))

    @property
    def accusations(self) -> tuple[Accusation, ...]:
        """The accusations of this deal, or of the last until the next, in their order (C11)."""
        return tuple(event for event in self.position[5] if isinstance(event, Accusation))

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

    def _teams_of(self, hands: Sequence[int]) -> Teams | None:
        """The teams, if they follow from these hands as dealt, 0 if face down, and the plays."""
        rules, holders = self.rules, holders_of(self, hands)
        if rules.partnership is None or not holders:
            return None
        if any(len(seats) < rules.deck.packs for seats in holders):
            return None
        return rules.partnership.teams(holders, rules.players)

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
        unplayed = self.position[0]
        return tuple(cards_at_table(unplayed & dealt) for dealt in self.scene.hands)

    @property
    def teams(self) -> Teams:
        """The teams of this deal, or of the last until the next (C2, D4).

        The partners or the soloist come first, then their opponents; in Triple the holders of the
        A, of the K, of the Q. `()` before trumps are declared, and where there are no teams.
        """
        return self.scene.revealed or self._teams_of(self.scene.hands) or ()


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
        unplayed, viewer = self.position[0], self.viewer
        return tuple(
            cards_at_table(unplayed & dealt)
            if seat == viewer
            else FaceDown(self._count(Seat(seat)))
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
        return self.scene.revealed or self._teams_of(self.scene.hands)

    def _count(self, seat: Seat) -> int:
        if self.phase not in (Phase.DECLARING, Phase.PLAYING):
            return 0
        in_trick = any(play.seat == seat for play in self.trick)
        return self.rules.tricks - sum(self.tricks_won) - in_trick


AnyTable = TypeVar("AnyTable", Game, View)


def check_table(table: Table) -> None:
    """Refuse what is neither a game nor a view.

    Raises:
        BadArgumentError: it is neither.
    """
    if type(table) is not Game and type(table) is not View:
        raise bad_argument("table", "a Game or a View", table)


def holders_of(table: Table, hands: Sequence[int]) -> tuple[tuple[Seat, ...], ...]:
    """For each partner card, who holds or held it as far as these hands and the plays show.

    Args:
        table: a deal.
        hands: hands as they were dealt, as bits, one entry a seat; 0 if face down.
    """
    plays = [play for play in table.plays if not hands[play.seat]]
    return tuple(
        (
            *(play.seat for play in plays if play.card == card),
            *(
                Seat(seat)
                for seat, hand in enumerate(hands)
                for _ in range((hand & BITS[card.number]).bit_count())
            ),
        )
        for card in table.partner_cards
    )


_LEFT_OF: Final = tuple(
    tuple(Seat((seat + 1) % players) for seat in range(players))
    for players in range(MOST_PLAYERS + 1)
)
"""By the number of players and a seat: the next seat clockwise."""

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
        hands=nothing,
    )
    return _laid(kind, scene, (0, (), nothing, None, 0, (started,)))


def fold(table: AnyTable, event: Event) -> AnyTable:
    """The table after one more event. What the rules say to the event is not asked here."""
    if isinstance(event, Play):
        return _after_play(table, event)
    if isinstance(event, TrickWon):
        return _after_trick(table, event)
    scene = table.scene
    unplayed, trick, won, turn, playable, log = table.position
    log += (event,)
    match event:
        case Talk() | Accusation():
            pass
        case Declaration(_, suit):
            scene = _declared(scene, suit)
            turn = scene.rules.leads_first(scene.dealer)
            playable = scene.hands[turn]
        case PartnersRevealed(teams):
            scene = attrs.evolve(scene, revealed=teams, watched=0)
            if 0 < len(trick) < scene.rules.players:
                turn = left_of(trick[-1].seat, scene.rules)
                hand = unplayed & scene.hands[turn]
                playable = hand & FOLLOWING[trick[0].card.number] or hand
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
    return _laid(type(table), scene, (unplayed, trick, won, turn, playable, log))


def _after_play(table: AnyTable, play: Play) -> AnyTable:
    """The table after one more card (A5)."""
    scene = table.scene
    hands = scene.hands
    unplayed, trick, won, _, _, log = table.position
    seat = play.seat
    copies = unplayed & hands[seat] & play.bits
    unplayed ^= copies & -copies
    trick += (play,)
    if len(trick) == len(hands) or play.bits & scene.watched:
        position: Position = (unplayed, trick, won, None, 0, log + (play,))
    else:
        turn = _LEFT_OF[len(hands)][seat]
        hand = unplayed & hands[turn]
        playable = hand & FOLLOWING[trick[0].card.number] or hand
        position = (unplayed, trick, won, turn, playable, log + (play,))
    return _laid(type(table), scene, position)


def _after_trick(table: AnyTable, trick_won: TrickWon) -> AnyTable:
    """The table after a trick is taken (A7)."""
    scene, seat = table.scene, trick_won.seat
    unplayed, _, before, _, _, log = table.position
    won = list(before)
    won[seat] += 1
    turn = seat if sum(won) < scene.rules.tricks else None
    playable = unplayed & scene.hands[seat]
    position: Position = (unplayed, (), tuple(won), turn, playable, log + (trick_won,))
    return _laid(type(table), scene, position)


def _after_deal(table: AnyTable, dealt: Dealt) -> AnyTable:
    """The table after a deal (A3, A4, C1)."""
    hands = told_apart(dealt.hands)
    scene = table.scene
    scene = attrs.evolve(
        scene,
        phase=Phase.DECLARING if scene.rules.declares else Phase.PLAYING,
        dealer=dealt.dealer,
        hands=hands,
        trump=None,
        revealed=(),
        watched=0,
        past=scene.past + table.position[5],
    )
    leader = scene.rules.leads_first(dealt.dealer)
    turn, playable = (dealt.dealer, 0) if scene.rules.declares else (leader, hands[leader])
    return _laid(type(table), scene, (sum(hands), (), (0,) * len(hands), turn, playable, (dealt,)))


def _declared(scene: Scene, trump: Suit) -> Scene:
    """The scene once trumps are declared (C1)."""
    scene = attrs.evolve(scene, phase=Phase.PLAYING, trump=trump)
    if scene.rules.reveal is Reveal.AFTER_LAST_TRICK:
        return scene
    return attrs.evolve(scene, watched=sum(BITS[card.number] for card in scene.partner_cards))


def left_of(seat: Seat, rules: Ruleset) -> Seat:
    """The next seat clockwise (A2, A5)."""
    return _LEFT_OF[rules.players][seat]
