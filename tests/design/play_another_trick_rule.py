"""Games under another trick rule, in a copy of the package that has it: the laws follow."""

import random
from typing import Any

import attrs

import collusion_rules as cr
from collusion_rules import worlds

Changed = tuple[cr.Ruleset, bool, bool]
"""A ruleset; whether one must follow suit; whether a card of the rank led wins the trick."""


def changed(rules: cr.Ruleset, follows: bool, rank_led_wins: bool) -> Changed:
    """A ruleset with the fields that the library itself doesn't have."""
    fields: dict[str, Any] = {"follows": follows, "rank_led_wins": rank_led_wins}
    return attrs.evolve(rules, **fields), follows, rank_led_wins


RULESETS = [
    changed(cr.PARLETT, follows=False, rank_led_wins=False),
    changed(cr.OPEN_COLLUSION, follows=True, rank_led_wins=True),
    changed(cr.TRIPLE_COLLUSION, follows=False, rank_led_wins=True),
]


def check(game: cr.Game, follows: bool) -> None:
    """Replay, records, views, worlds and knowledge agree with the game."""
    assert cr.replay(game.log) == game
    assert cr.loads(cr.dumps(game)) == game
    for seat in (None, *map(cr.Seat, range(game.rules.players))):
        view = cr.view(game, seat)
        assert cr.observe([cr.redact(event, seat) for event in game.log], seat) == view
        assert cr.loads(cr.dumps(view), "view") == view
        if game.phase is cr.Phase.PLAYING:
            world = worlds.sample_world(view, 1)
            assert list(map(len, world)) == list(map(len, game.hands))
        if not follows:
            assert not any(cr.voids(view))


def main() -> None:
    """Play some games, and count what only these rules bring about."""
    seen = {"revokes": 0, "ranks": 0}
    for rules, follows, rank_led_wins in RULESETS:
        chance = random.Random(rules.name)  # noqa: S311 -- no secret
        game = cr.deal(cr.new_game(rules, cr.Seat(0)), seed=1)
        for number in range(150):
            if game.phase is cr.Phase.AWAITING_DEAL:
                game = cr.deal(game, seed=number)
            before, move = game, chance.choice(cr.legal_moves(game))
            game, trick = cr.play(before, move), before.trick
            if isinstance(move, cr.Play) and trick:
                led, hand = trick[0].card, before.hands[move.seat]
                same = hand.of_suit(led.suit)
                assert cr.playable(before) == (same if same and follows else hand)
                seen["revokes"] += bool(same) and move.card.suit is not led.suit
                alike = [play.seat for play in (*trick[1:], move) if play.card.rank is led.rank]
                if alike and len(trick) == rules.players - 1 and rank_led_wins:
                    assert cr.TrickWon(alike[0]) in game.log[before.version :]
                    seen["ranks"] += 1
            if number % 37 == 0:
                check(game, follows)
    assert min(seen.values()) > 5, seen
    print("the laws hold")


if __name__ == "__main__":
    main()
