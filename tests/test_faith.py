"""What players make of the past: who kept a pact, judged by the plays; who the partners may be."""

import itertools
import math
from collections.abc import Mapping

import attrs
import pytest
from laws import play_any
from test_worlds import game_of

import collusion_rules as cr
from collusion_rules import players as pl
from collusion_rules.players import planning, remembering, searching, talkers
from collusion_rules.players.accusing import accusation, likely_partners
from collusion_rules.players.remembering import faith
from collusion_rules.shuffling import Chance
from collusion_rules.worlds import count_worlds

N, E, S, W = map(cr.Seat, range(4))
LITTLE = pl.Effort(20, 1)
ACCUSING = cr.secret_partners(accusations=True)


def talk(game: cr.Game, seat: cr.Seat, statement: cr.Statement) -> cr.Game:
    return cr.play(game, cr.Talk(seat, statement))


def with_pact(game: cr.Game) -> cr.Game:
    return talk(talk(game, E, cr.Offer(N, 3)), N, cr.Agree(E, 3))


def two_deals(seed: int, pact: bool) -> list[cr.Game]:
    """Every position of two deals that are played at random, and of a third that begins."""
    chance, found = Chance(seed, 0), list[cr.Game]()
    game = cr.new_game(cr.PARLETT, N)
    for number in range(3):
        game = cr.deal(game, seed=f"{seed} {number}")
        game = with_pact(game) if pact else game
        found.append(game)
        while number < 2 and game.to_act is not None:
            game = play_any(game, chance)
            found.append(game)
    return found


def test_what_a_seat_saw_is_known_once_the_deal_is_over() -> None:
    positions = two_deals(1, pact=True)
    for seat in map(cr.Seat, range(4)):
        deals = [*remembering.deals_over(cr.view(positions[-1], W))]
        seen = [each for deal in deals for each in remembering.seen_by(deal, seat)]
        turns = [game for game in positions[:-1] if game.to_act == seat]
        assert len(seen) == len(turns) == 26
        for (view, play), game in zip(seen, turns, strict=True):
            real = cr.view(game, seat)
            assert view.hand == real.hand
            assert view.totals == real.totals
            assert view.plays == real.plays
            assert cr.pacts(view) == cr.pacts(real)
            assert cr.is_legal(game, play)
            assert game.deal_number == 2 or view == real


def test_who_made_no_pact_is_trusted_as_a_stranger_is() -> None:
    stranger = 1 / (1 + math.exp(-2))
    assert faith(cr.view(two_deals(1, pact=True)[0], N), E, LITTLE) == pytest.approx(stranger)
    later = two_deals(1, pact=False)[-1]
    assert faith(cr.view(later, N), E, LITTLE) == pytest.approx(stranger)
    after = cr.view(two_deals(1, pact=True)[-1], N)
    assert faith(after, S, LITTLE) == pytest.approx(stranger)
    assert 0 < faith(after, E, LITTLE) != pytest.approx(stranger)
    assert faith(after, E, LITTLE) == faith(cr.view(two_deals(1, pact=True)[-1], W), E, LITTLE)


@attrs.frozen
class Ally:
    """A player that plays what is best for it and E, or for itself alone."""

    loyal: bool

    def choose(self, view: cr.View, seed: cr.Seed) -> cr.Move:
        """What is best, as far as the judge can tell."""
        policy = searching.usual(view.rules)
        tried = searching.try_out(view, "faith", LITTLE, policy)
        return planning.best(view, tried, planning.Ally(E) if self.loyal else None).move

    def speak(self, view: cr.View, seed: cr.Seed) -> cr.Statement | None:
        """Nothing."""
        return None


def evidence(player: pl.Player) -> float:
    """What a player's plays say about its faith, over some deals in which it has a pact."""
    take, found = pl.PLAYERS["take"], 0.0
    for number in range(2):
        game = with_pact(cr.deal(cr.new_game(cr.PARLETT, W), seed=f"faith {number}"))
        seated: Mapping[cr.Seat, pl.Player] = {N: player, E: take, S: take, W: take}
        while (seat := game.to_act) is not None:
            game = cr.play(game, pl.ask(seated[seat], cr.view(game, seat), number))
        view = cr.view(cr.deal(game, seed=0), W)
        found += math.log(1 / (1 / faith(view, N, LITTLE) - 1)) - 2
    return found


def test_the_plays_tell_who_keeps_faith() -> None:
    assert evidence(Ally(loyal=True)) > 1
    assert evidence(Ally(loyal=False)) < -1


def test_a_player_who_remembers_makes_no_pact_with_a_traitor(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    trust = {E: 0.1, S: 0.9, W: 0.7}

    def known(_view: cr.View, seat: cr.Seat, _effort: pl.Effort) -> float:
        return trust[seat]

    monkeypatch.setattr(talkers, "faith", known)
    player = pl.Talker(pl.Effort(3, 1), talkers.REMEMBERING)
    forgets = pl.Talker(pl.Effort(3, 1))
    game = cr.deal(cr.new_game(cr.PARLETT, W), seed=3)
    offered = talk(game, E, cr.Offer(N, 3))
    assert forgets.speak(cr.view(offered, N), 0) == cr.Agree(E, 3)
    assert isinstance(player.speak(cr.view(offered, N), 0), cr.Aim)
    trust[E] = 0.5
    assert player.speak(cr.view(offered, N), 0) == cr.Agree(E, 3)
    view = cr.view(with_pact(game), N)
    half, whole = (each.think(view, 0) for each in (player, forgets))
    assert half.why.motive is whole.why.motive is pl.Motive.TRIED_OUT_TOGETHER
    assert half.values != whole.values
    trust[E] = 0.1
    assert player.think(view, 0).why.motive is pl.Motive.TRIED_OUT
    trust[S] = trust[W] = 0.1
    assert isinstance(player.speak(cr.view(game, N), 0), cr.Aim)  # nobody to offer anything
    trust[W] = 0.7
    offer = player.speak(cr.view(game, N), 0)
    assert isinstance(offer, cr.Offer)
    assert offer.seat == W


@pytest.mark.parametrize("batches", [False, True])
def test_who_remembers_judges_with_the_effort_it_has(batches: bool) -> None:
    game = talk(two_deals(2, pact=True)[-1], N, cr.Retract())
    game = talk(game, E, cr.Offer(N, 3))
    talker = pl.Talker(pl.Effort(2, 1, batches=batches), talkers.REMEMBERING)
    said = talker.speak(cr.view(game, N), 0)
    assert said == talker.speak(cr.view(game, N), 0)
    assert isinstance(said, cr.Agree | cr.Aim)


def test_a_pact_that_can_t_be_renewed_stays() -> None:
    """What is left of it is the ally."""
    game, chance = with_pact(cr.deal(cr.new_game(cr.PARLETT, W), seed=7)), Chance(5, 0)
    player = pl.Talker(pl.Effort(2, 1))
    while game.deals_played == 0:
        game = play_any(game, chance)
        won, left = game.tricks_won, 13 - sum(game.tricks_won)
        if not game.trick and left >= 2 and game.deals_played == 0:
            said = player.speak(cr.view(game, N), 0)
            hopeless = abs(won[0] - won[1]) > left
            possible = max(won[:2]) <= 3 and 6 - won[0] - won[1] <= left
            assert (said == cr.Retract()) == (not hopeless and not possible)


# Accusations


def positions(rules: cr.Ruleset, seeds: int) -> list[tuple[cr.Game, cr.View]]:
    found: list[tuple[cr.Game, cr.View]] = []
    for seed, cards in itertools.product(range(seeds), range(0, 48, 3)):
        game = game_of(rules, seed, cards)
        found.append((game, cr.view(game, game.to_act)))
    return found


def test_an_opponent_accuses_when_it_pays() -> None:
    made = right = 0
    for game, view in positions(ACCUSING, 12):
        thought = accusation(view, 1)
        seat = view.viewer
        assert seat is not None
        if seat in game.teams[0]:
            assert thought is None
        if thought is not None:
            assert cr.is_legal(view, thought.move)
            assert isinstance(thought.move, cr.Accusation)
            made += 1
            right += thought.move.suspects == game.teams[0]
            after = cr.view(cr.play(game, thought.move), seat)
            assert accusation(after, 1) is None
            assert pl.MonteCarlo(pl.Effort(1, 1)).choose(view, 1) == thought.move
            assert pl.Talker(pl.Effort(1, 1)).think(view, 1) == thought
            assert cr.describe(thought.why, ["Ann", "Bo", "Cy", "Di"]).isprintable()
    assert made > 8
    assert right / made > 0.25  # 0.228 by a blind guess


def test_nobody_accuses_where_it_costs_more_than_it_brings() -> None:
    dear = cr.secret_partners(accusations=True, wrong_accusation=-50)
    for game, view in positions(dear, 6):
        thought = accusation(view, 1)
        if thought is not None:
            assert isinstance(thought.move, cr.Accusation)
            assert thought.move.suspects == game.teams[0]
    assert all(accusation(view, 1) is None for _, view in positions(cr.SECRET_PARTNERS, 1))


def test_a_pair_is_accused_once() -> None:
    for game, view in positions(ACCUSING, 12):
        thought = accusation(view, 1)
        if thought is not None and isinstance(thought.move, cr.Accusation):
            suspects = thought.move.suspects
            (other,) = {N, E, S, W} - {view.viewer, *suspects}
            assert other is not None
            known = cr.play(game, cr.Accusation(other, suspects[::-1]))
            assert accusation(cr.view(known, view.viewer), 1) is None
            return
    raise AssertionError("nobody accused anybody")


def test_who_the_partners_may_be() -> None:
    """Late in a deal all worlds are looked at; whoever dealt has declared what suits them."""
    for game, view in positions(ACCUSING, 8):
        if count_worlds(view) > 60:
            continue
        pair, likely = likely_partners(view, 0)
        assert 0 <= likely <= 1 + 1e-9
        if likely > 1 - 1e-9:
            assert pair == game.teams[0]


def test_a_player_who_may_accuse_is_asked_again() -> None:
    player = pl.MonteCarlo(pl.Effort(1, 1))
    found = pl.match(ACCUSING, [player, *[pl.PLAYERS["take"]] * 3], 2, 1, rotations=True)
    assert found.count == 2
    assert attrs.evolve(ACCUSING) == ACCUSING
