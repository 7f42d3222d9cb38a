"""Numbers for moves and arrays for views, both ways and for every ruleset."""

import pytest

pytest.importorskip("numba", reason="the extra `rl` is not installed")

import attrs
import numpy as np
from hypothesis import given
from hypothesis import strategies as st

import collusion_rules as cr
from collusion_rules import testing
from collusion_rules.rl import Coding, encode, features
from collusion_rules.rl.features import Observation

SIZES = {
    "parlett": (52, 197),
    "parlett-50": (52, 197),
    "secret-partners": (56, 201),
    "open-collusion": (56, 201),
    "rotation-collusion": (56, 201),
    "triple-collusion": (56, 301),
}
ACCUSING = cr.secret_partners(accusations=True, talk=cr.TableTalk.STATEMENTS)


def codings() -> st.SearchStrategy[Coding]:
    return testing.rulesets().flatmap(
        lambda rules: st.builds(
            Coding, st.just(rules), st.booleans() if rules.talk != "none" else st.just(False)
        )
    )


@pytest.mark.parametrize("rules", cr.RULESETS.values(), ids=lambda rules: rules.name)
def test_how_many_actions_there_are(rules: cr.Ruleset) -> None:
    talking = attrs.evolve(rules, talk=cr.TableTalk.STATEMENTS)
    assert (len(Coding(rules)), len(Coding(talking, talk=True))) == SIZES[rules.name]


def test_accusations_come_after_declarations() -> None:
    coding = Coding(ACCUSING)
    assert len(coding) == 59
    assert coding.names[50:] == (
        "play KS", "play AS", "declare C", "declare D", "declare H", "declare S",
        "accuse +1 +2", "accuse +1 +3", "accuse +2 +3",
    )  # fmt: skip
    left = cr.Accusation(cr.Seat(3), (cr.Seat(0), cr.Seat(2)))
    assert coding.action(left) == 57
    assert coding.move(57, cr.Seat(3)) == left


def test_a_seat_counts_the_others_from_itself() -> None:
    coding = Coding(cr.PARLETT, talk=True)
    to_the_left = {
        coding.action(cr.Talk(cr.Seat(seat), cr.Offer(cr.Seat((seat + 1) % 4), 4)))
        for seat in range(4)
    }
    assert {coding.name(action) for action in to_the_left} == {"say offer +1 4"}


@pytest.mark.measured
@given(codings(), st.data())
def test_every_action_is_a_move_and_back(coding: Coding, data: st.DataObject) -> None:
    seat = cr.Seat(data.draw(st.integers(0, coding.rules.players - 1)))
    moves = [coding.move(action, seat) for action in range(len(coding))]
    assert [coding.action(move) for move in moves] == list(range(len(coding)))
    assert len(set(moves)) == len(set(coding.names)) == len(coding)
    assert {move.seat for move in moves} == {seat}


@given(testing.views(), st.data())
def test_a_mask_has_just_what_is_legal(view: cr.View, data: st.DataObject) -> None:
    if view.viewer is None:
        with pytest.raises(cr.BadArgumentError, match="spectator"):
            Coding(view.rules).mask(view)
        return
    talk = view.rules.talk is not cr.TableTalk.NONE and data.draw(st.booleans())
    coding = Coding(view.rules, talk)
    legal = [cr.is_legal(view, coding.move(each, view.viewer)) for each in range(len(coding))]
    assert coding.mask(view).tolist() == legal


@pytest.mark.parametrize(
    "move",
    [
        cr.Talk(cr.Seat(0), cr.Words("hello")),
        cr.Talk(cr.Seat(0), cr.Aim(14)),
        cr.Talk(cr.Seat(0), cr.Offer(cr.Seat(4), 3)),
        cr.Talk(cr.Seat(0), cr.Offer(cr.Seat(0), 3)),
        cr.Declaration(cr.Seat(0), cr.Suit.HEARTS),
        cr.Accusation(cr.Seat(0), (cr.Seat(1), cr.Seat(2))),
        cr.Play(cr.Seat(4), cr.Card.parse("AS")),
        cr.Play(cr.Seat(0), "AS"),  # type: ignore[arg-type]  # as untyped code might
        cr.Accusation(cr.Seat(0), [1, 2]),  # type: ignore[arg-type]
        cr.Play(True, cr.Card.parse("AS")),  # type: ignore[arg-type]
        "AS",
        None,
    ],
)
def test_what_has_no_number_is_refused(move: cr.Move) -> None:
    with pytest.raises(cr.BadArgumentError):
        Coding(cr.PARLETT, talk=True).action(move)


@pytest.mark.parametrize("action", [-1, 52, True, "0", None, np.int64(3)])
def test_what_is_no_action_is_refused(action: int) -> None:
    with pytest.raises(cr.BadArgumentError, match="action"):
        Coding(cr.PARLETT).move(action, cr.Seat(0))
    with pytest.raises(cr.BadArgumentError, match="action"):
        Coding(cr.PARLETT).name(action)


def test_no_talk_where_the_rules_have_none() -> None:
    with pytest.raises(cr.BadArgumentError, match="talk"):
        Coding(cr.SECRET_PARTNERS, talk=True)
    with pytest.raises(cr.BadArgumentError, match="talk"):
        features(cr.SECRET_PARTNERS, talk=True)
    with pytest.raises(cr.BadArgumentError, match="rules"):
        Coding("parlett")  # type: ignore[arg-type]  # as untyped code might
    with pytest.raises(cr.BadArgumentError, match="talk"):
        Coding(cr.PARLETT, 1)  # type: ignore[arg-type]


# Observations


def part(view: cr.View, observation: Observation, name: str, talk: bool = False) -> Observation:
    layout = features(view.rules, talk)
    return observation[layout.slices[name]].reshape(layout.shapes[name])


@given(testing.views(), st.booleans())
def test_an_observation_says_what_the_view_says(view: cr.View, talk: bool) -> None:
    if view.viewer is None:
        return
    rules, viewer = view.rules, view.viewer
    talk = talk and rules.talk is not cr.TableTalk.NONE
    array = encode(view, talk)
    assert array.shape == (len(features(rules, talk)),)
    assert array.dtype == np.float32
    hand = view.hands[viewer]
    assert part(view, array, "hand", talk).sum() == len(hand)
    assert part(view, array, "played", talk).sum() == len(view.plays)
    assert part(view, array, "trick", talk).sum() == len(view.trick)
    turns = part(view, array, "turn", talk)
    assert turns.sum() == (view.to_act is not None)
    if view.to_act is not None:
        assert turns[(view.to_act - viewer) % rules.players] == 1
    assert part(view, array, "tricks_won", talk)[0] == np.float32(
        view.tricks_won[viewer] / rules.tricks
    )
    if rules.partnership is not None:
        known = part(view, array, "teams", talk)
        assert known.sum() == (rules.players if view.teams else 0)
        for seat in range(rules.players):
            teams = [team for team, seats in enumerate(view.teams or ()) if seat in seats]
            assert np.flatnonzero(known[(seat - viewer) % rules.players]).tolist() == teams


def test_what_was_said_is_seen() -> None:
    game = cr.deal(cr.new_game(cr.PARLETT, cr.Seat(0)), seed=3)
    said = (
        (0, cr.Aim(2)), (0, cr.Aim(4)), (1, cr.NoMore()), (2, cr.AskLead(None, cr.Height.LOW)),
        (2, cr.AskNotLead(cr.Suit.SPADES)), (3, cr.AskLead(cr.Suit.DIAMONDS, None)),
        (0, cr.Offer(cr.Seat(1), 3)), (2, cr.Offer(cr.Seat(3), 0)), (3, cr.Agree(cr.Seat(2), 0)),
        (3, cr.AskAim(2)),
    )  # fmt: skip
    for seat, statement in said:
        game = cr.play(game, cr.Talk(cr.Seat(seat), statement))
    view = cr.view(game, cr.Seat(1))
    array = encode(view, talk=True)
    aims = part(view, array, "aims", talk=True)
    assert np.argwhere(aims).tolist() == [[0, 14], [3, 4]]
    asked = part(view, array, "asked", talk=True)
    assert np.argwhere(asked).tolist() == [[1, 4], [1, 6], [1, 10], [2, 1]]
    offers, pacts = (part(view, array, name, talk=True) for name in ("offers", "pacts"))
    assert np.argwhere(offers).tolist() == [[3, 0]]
    assert offers[3, 0] == np.float32(4 / 14)
    assert np.argwhere(pacts).tolist() == [[1, 2], [2, 1]]
    assert pacts[1, 2] == pacts[2, 1] == np.float32(1 / 14)


def test_only_a_view_is_encoded() -> None:
    game = cr.deal(cr.new_game(cr.PARLETT), seed=1)
    with pytest.raises(cr.BadArgumentError, match="view"):
        encode(game)  # type: ignore[arg-type]  # a game has every hand
    with pytest.raises(cr.BadArgumentError, match="spectator"):
        encode(cr.view(game, None))


def test_a_mask_is_of_the_same_rules() -> None:
    game = cr.deal(cr.new_game(cr.PARLETT_50), seed=1)
    with pytest.raises(cr.BadArgumentError, match="parlett"):
        Coding(cr.PARLETT).mask(cr.view(game, cr.Seat(0)))


def test_the_layout_is_named_and_versioned() -> None:
    layout = features(cr.TRIPLE_COLLUSION)
    assert layout.version == "v0"
    assert len(layout) == 800
    ends = [part.stop for part in layout.slices.values()]
    assert [0, *ends[:-1]] == [part.start for part in layout.slices.values()]
    with pytest.raises(TypeError):
        layout.slices["hand"] = slice(0, 1)  # type: ignore[index]  # it is read-only
