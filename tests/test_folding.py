"""What a table is made of after each event, and that a log which is resumed comes to the same."""

from collections.abc import Iterator
from typing import cast

import laws
import pytest

import collusion_rules as cr
from collusion_rules import folding
from collusion_rules.state import AnyTable, Game, Table, View

GAMES = {name: laws.random_game(rules, 3, 130) for name, rules in cr.RULESETS.items()}
"""Of two or three deals each."""

pytestmark = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)


def folds(game: cr.Game) -> Iterator[tuple[Table, cr.Event, Table]]:
    """Each event of a game and of all its views, with the table before and after it."""
    for seat in (None, *map(cr.Seat, range(game.rules.players))):
        yield from _folded(View, cr.view(game, seat).log, seat)
    yield from _folded(Game, game.log, None)


def _folded(
    kind: type[AnyTable], log: tuple[cr.Event, ...], viewer: cr.Seat | None
) -> Iterator[tuple[AnyTable, cr.Event, AnyTable]]:
    started, *events = log
    assert isinstance(started, cr.GameStarted)
    table = folding.begin(kind, started, viewer)
    for event in events:
        before, table = table, folding.fold(table, event)
        yield before, event, table


def test_a_game_starts_with_nothing(game: cr.Game) -> None:
    table, _, _ = next(folds(game))
    nothing = (0,) * game.rules.players
    assert (table.to_act, table.trick, table.unplayed, table.choices) == (None, (), 0, 0)
    assert table.scene.hands == table.tricks_won == table.totals == nothing
    assert table.log == game.log[:1]


def test_who_is_to_act_may_play_some_of_their_cards_and_nobody_else_may(game: cr.Game) -> None:
    for _, _, table in folds(game):
        assert table.to_act is None or table.phase in {cr.Phase.DECLARING, cr.Phase.PLAYING}
        if table.to_act is None or table.phase is cr.Phase.DECLARING:
            assert table.choices == 0
        else:
            held = table.unplayed & table.scene.hands[table.to_act]
            assert table.choices & ~held == 0
            assert (table.choices == 0) == (held == 0)


def test_what_is_played_is_not_held_any_more(game: cr.Game) -> None:
    for _, _, table in folds(game):
        hands = table.scene.hands
        seen = [play for play in table.plays if hands[play.seat]]
        assert table.unplayed.bit_count() == sum(hands).bit_count() - len(seen)


def test_a_deal_begins_anew(game: cr.Game) -> None:
    for before, event, table in folds(game):
        if isinstance(event, cr.Dealt):
            scene = table.scene
            assert (scene.trump, scene.revealed, scene.watched) == (None, (), 0)
            assert scene.past == before.log
            assert scene.dealt == (*before.scene.dealt, before.version)
            assert scene.dealer == event.dealer
            assert (table.trick, sum(table.tricks_won)) == ((), 0)


def test_of_the_deals_before_a_game_keeps_what_each_seat_was_told(game: cr.Game) -> None:
    for _, _, table in folds(game):
        if isinstance(table, View):
            assert table.scene.told is None
            continue
        for place, events in table.scene.told or ():
            event = table.log[place]
            viewers = (*map(cr.Seat, range(game.rules.players)), None)
            assert events == tuple(cr.redact(event, viewer) for viewer in viewers)
        known = tuple(place for place, _ in table.scene.told or ())
        assert known == table.scene.dealt[:-1]


def test_a_log_is_resumed_as_it_was_folded(game: cr.Game) -> None:
    for _, _, table in folds(game):
        log, scene = table.log, table.scene
        if isinstance(table, Game):
            assert folding.resume(Game, log, scene.dealt, told=scene.told) == table
        else:
            assert folding.resume(View, log, scene.dealt, scene.viewer) == table


def test_what_is_no_event_does_not_happen(game: cr.Game) -> None:
    whisper = cast("cr.Event", "a whisper")
    known = r"^event must be of a kind that is known here, not 'a whisper'$"
    with pytest.raises(cr.BadArgumentError, match=known):
        folding.fold(game, whisper)
