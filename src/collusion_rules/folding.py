"""How each event changes a table: a table is the fold of its log.

What the rules say to an event is not asked here; that is for those who make events, or read them.
"""

from collections.abc import Sequence
from typing import cast

import attrs

from collusion_rules.cards import BITS, Seat, Suit, told_apart
from collusion_rules.events import (
    DealScored,
    Dealt,
    Event,
    GameStarted,
    GameWon,
    PartnersRevealed,
    TrickWon,
    as_told,
    unknown_event,
)
from collusion_rules.moves import Accusation, Declaration, Play, Talk
from collusion_rules.rulesets import Reveal
from collusion_rules.scoring import DealScore
from collusion_rules.state import AnyTable, Draft, Game, Phase, Scene, Table, Told, closed, opened
from collusion_rules.tricks import CLOCKWISE, allowed, next_leader


def begin(kind: type[AnyTable], started: GameStarted, viewer: Seat | None = None) -> AnyTable:
    """The table at the start of a game."""
    return closed(_started(kind, started, viewer), kind)


def fold(table: AnyTable, event: Event) -> AnyTable:
    """The table after one more event."""
    return closed(after(table, event), type(table))


def resume(
    kind: type[AnyTable],
    log: Sequence[Event],
    dealt: Sequence[int],
    viewer: Seat | None = None,
    told: Told | None = None,
) -> AnyTable:
    """The table of a log that the rules allow: of its deals only the last is folded.

    What that finds of the deals before is how the last of them was scored.

    Args:
        kind: what to make.
        log: all that happened, as far as the table's viewer was told.
        dealt: where in the log each deal begins.
        viewer: whose eyes it is seen through; `None` for a spectator, and in a game.
        told: in a game, what is not told alike to all, as `Scene` has it; `None` in a view.
    """
    draft = _started(kind, cast("GameStarted", log[0]), viewer)  # as every log begins
    folded = 1
    if len(dealt) > 1:
        *before, last, now = dealt
        folded = now - 1
        draft.scene = attrs.evolve(
            draft.scene,
            deals_played=len(before),
            past=tuple(log[:last]),
            dealt=tuple(dealt[:-1]),
            told=None if told is None else tuple([entry for entry in told if entry[0] < last]),
        )
        draft.deal_log = tuple(log[last:folded])
    for event in log[folded:]:
        happen(draft, event)
    return closed(draft, kind)


def after(table: Table, event: Event) -> Draft:
    """A draft of the table after one more event."""
    if type(event) is Play:
        return _play(table, event, Draft())
    draft = opened(table)
    happen(draft, event)
    return draft


def happen(draft: Draft, event: Event) -> None:
    """Change a draft by one more event."""
    match event:
        case TrickWon():
            _take_trick(draft, event.seat)
        case Play():
            _play(draft, event, draft)
            return
        case Talk() | Accusation() | GameStarted():
            pass
        case Declaration(_, suit):
            draft.scene = _declared(draft.scene, suit)
            _give_first_lead(draft)
        case PartnersRevealed(teams):
            draft.scene = attrs.evolve(draft.scene, revealed=teams, watched=0)
            _go_on(draft)
        case DealScored(score):
            draft.scene = _scored(draft.scene, score)
        case GameWon():
            draft.scene = attrs.evolve(draft.scene, phase=Phase.OVER)
        case Dealt():
            _deal(draft, event)
        case _:
            raise unknown_event(event)
    draft.deal_log += (event,)


def _started(kind: type[AnyTable], started: GameStarted, viewer: Seat | None) -> Draft:
    """A table at the start of a game (A2)."""
    nothing = (0,) * started.rules.players
    draft = Draft()
    draft.scene = Scene(
        rules=started.rules,
        viewer=viewer,
        dealer=started.dealer,
        phase=Phase.AWAITING_DEAL,
        totals=nothing,
        hands=nothing,
        told=() if kind is Game else None,
    )
    draft.unplayed, draft.trick, draft.tricks_won = 0, (), nothing
    draft.to_act, draft.choices, draft.deal_log = None, 0, (started,)
    return draft


def _deal(draft: Draft, dealt: Dealt) -> None:
    """All cards are dealt (A3): the dealer declares (C1), or the first trick begins (A4)."""
    before, hands = draft.scene, told_apart(dealt.hands)
    declares, players = before.rules.declares, before.rules.players
    past = before.past + draft.deal_log
    draft.scene = attrs.evolve(
        before,
        phase=Phase.DECLARING if declares else Phase.PLAYING,
        dealer=dealt.dealer,
        hands=hands,
        trump=None,
        revealed=(),
        past=past,
        dealt=(*before.dealt, len(past)),
        told=None if before.told is None else before.told + _told(draft),
    )
    draft.unplayed, draft.trick, draft.tricks_won = sum(hands), (), (0,) * players
    draft.to_act, draft.choices, draft.deal_log = dealt.dealer, 0, ()
    if not declares:
        _give_first_lead(draft)


def _told(draft: Draft) -> Told:
    """What is not told alike to all of the deal that is in the log so far."""
    begin, seats = len(draft.scene.past), range(draft.scene.rules.players)
    return tuple(
        (begin + place, (*(as_told(event, Seat(seat)) for seat in seats), for_all))
        for place, event in enumerate(draft.deal_log)
        if (for_all := as_told(event, None)) is not event
    )


def _declared(scene: Scene, trump: Suit) -> Scene:
    """The scene once trumps are declared (C1)."""
    scene = attrs.evolve(scene, phase=Phase.PLAYING, trump=trump)
    if scene.rules.reveal is Reveal.AFTER_LAST_TRICK:
        return scene
    return attrs.evolve(scene, watched=sum(BITS[card.number] for card in scene.partner_cards))


def _scored(scene: Scene, score: DealScore) -> Scene:
    """The scene once a deal is scored: the next dealer is to the left (A2)."""
    return attrs.evolve(
        scene,
        phase=Phase.AWAITING_DEAL,
        dealer=CLOCKWISE[scene.rules.players][scene.dealer],
        totals=score.totals,
        deals_played=scene.deals_played + 1,
        last_score=score,
    )


def _give_first_lead(draft: Draft) -> None:
    """Somebody may lead to the first trick of a deal (A4)."""
    scene = draft.scene
    leader = scene.rules.leads_first(scene.dealer)
    draft.to_act, draft.choices = leader, scene.hands[leader]


def _play(table: Draft, play: Play, draft: Draft) -> Draft:
    """Make a draft the table after one more card (A5); it may be the same."""
    scene, unplayed, one = table.scene, table.unplayed, (play,)
    hands, seat, bits = scene.hands, play.seat, play.bits
    copies, players, trick = unplayed & hands[seat] & bits, len(hands), table.trick + one
    unplayed ^= copies & -copies
    draft.scene, draft.unplayed, draft.trick = scene, unplayed, trick
    draft.tricks_won, draft.deal_log = table.tricks_won, table.deal_log + one
    if len(trick) == players or bits & scene.watched:
        draft.to_act, draft.choices = None, 0
    else:
        turn = draft.to_act = CLOCKWISE[players][seat]
        draft.choices = allowed(unplayed & hands[turn], trick)
    return draft


def _go_on(draft: Draft) -> None:
    """After a reveal within a trick the next seat may play to it (A5, D1)."""
    hands, trick = draft.scene.hands, draft.trick
    if 0 < len(trick) < len(hands):
        turn = draft.to_act = CLOCKWISE[len(hands)][trick[-1].seat]
        draft.choices = allowed(draft.unplayed & hands[turn], trick)


def _take_trick(draft: Draft, seat: Seat) -> None:
    """A trick is taken (A6), and another may begin (A7)."""
    scene, won = draft.scene, list(draft.tricks_won)
    won[seat] += 1
    draft.trick, draft.tricks_won = (), tuple(won)
    leader = next_leader(seat)
    draft.to_act = leader if sum(won) < scene.rules.tricks else None
    draft.choices = draft.unplayed & scene.hands[leader]
