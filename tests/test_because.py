"""Reasons in the words of a scheme of one's own: told, translated, and counted in batches."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import attrs
import numpy as np
import pytest
from tables import NoScoring

import collusion_rules as cr
from collusion_rules.batch import play_deals, play_games
from collusion_rules.simulation import figures, simulate, to_json

NAMES: Final = ("Ann", "Bob", "Cy", "Di", "Ed")
ANN, BOB, CY, DI = map(cr.Seat, range(4))
ODD: Final = cr.Because("{tricks} tricks, an odd number", "H1", {"ja": "{tricks}トリックは奇数"})
EVEN: Final = cr.Because("even, as {others}")


@attrs.frozen
class OddTricks(NoScoring):
    """A point for each trick of a seat with an odd number; two deals."""

    many: bool = False

    def lines(self, outcome: cr.Outcome, totals: Sequence[int]) -> Iterator[cr.ScoreLine]:
        for seat, tricks in enumerate(outcome.tricks):
            if tricks % 2:
                why = cr.Because(f"{tricks}, no more") if self.many else ODD
                yield cr.ScoreLine(cr.Seat(seat), tricks, why, tricks)
            else:
                yield cr.ScoreLine(cr.Seat(seat), 0, EVEN, tricks, (cr.Seat(0),))

    def ends(self, totals: Sequence[int], deals_played: int) -> bool:
        return deals_played >= 2


RULES: Final = cr.Ruleset(name="odd", scoring=OddTricks())
FIVE: Final = attrs.evolve(RULES, players=5, deck=cr.Deck(packs=1, lowest=cr.Rank.FIVE))


@pytest.mark.parametrize(
    ("tricks", "others", "reason", "english", "japanese"),
    [
        (5, (), ODD, "Ann: 5 tricks, an odd number: +5 (H1)", "Ann：5トリックは奇数：+5点（H1）"),
        (1, (), ODD, "Ann: 1 trick, an odd number: +5 (H1)", "Ann：1トリックは奇数：+5点（H1）"),
        (2, (BOB, CY), EVEN, "Ann: even, as Bob and Cy: +5", "Ann：even, as Bob and Cy：+5点"),
        (2, (), EVEN, "Ann: even, as nobody: +5", "Ann：even, as nobody：+5点"),
    ],
)
def test_a_reason_is_told_in_its_words(
    tricks: int, others: tuple[cr.Seat, ...], reason: cr.Because, english: str, japanese: str
) -> None:
    line = cr.ScoreLine(ANN, 5, reason, tricks, others)
    assert cr.describe(line, NAMES) == english
    assert cr.describe(line, NAMES, "ja") == japanese


def test_a_line_is_told_without_names() -> None:
    assert str(cr.ScoreLine(ANN, 1, ODD, 1)) == "seat 0: 1 trick, an odd number: +1 (H1)"
    assert str(cr.ScoreLine(ANN, 0, EVEN, 2, (BOB, CY))) == "seat 0: even, as seat 1, seat 2: +0"


def test_equal_reasons_have_equal_hashes() -> None:
    told = {"ja": "偶数", "de": "gerade"}
    again = {"de": "gerade", "ja": "偶数"}
    one, other = cr.Because("even", "", told), cr.Because("even", "", again)
    assert (one, hash(one)) == (other, hash(other))
    assert one.translations == (("de", "gerade"), ("ja", "偶数"))
    assert cr.Because("even", "", one.translations) == one
    assert str(ODD) == "{tricks} tricks, an odd number (H1)"
    assert str(EVEN) == "even, as {others}"


WRONG: Final[list[tuple[Any, Any, Any, str]]] = [
    ("", "", {}, "template"),
    (None, "", {}, "template"),
    ("x" * 201, "", {}, "template"),
    ("two\nlines", "", {}, "template"),
    ("{seat} is odd", "", {}, "template"),
    ("{tricks.real}", "", {}, "template"),
    ("{tricks!r}", "", {}, "template"),
    ("{tricks:>999999999}", "", {}, "template"),
    ("{{tricks}}", "", {}, "template"),
    ("odd {", "", {}, "template"),
    ("odd", None, {}, "rule"),
    ("odd", "H" * 21, {}, "rule"),
    ("odd", (), {}, "rule"),
    ("odd", b"", {}, "rule"),
    ("odd", np.array(["", "H1"]), {}, "rule"),
    ("odd", "two\nlines", {}, "rule"),
    ("odd", "H1", None, "translations"),
    ("odd", "H1", 7, "translations"),
    ("odd", "H1", ["jap"], "translations"),
    ("odd", "H1", {"ja": "x", 1: "x"}, "translations"),
    ("odd", "H1", {1: "x"}, "translations into 1"),
    ("odd", "H1", {"ja": ""}, "translations into 'ja'"),
    ("odd", "H1", {"ja": "{card}"}, "translations into 'ja'"),
]


@pytest.mark.parametrize(("template", "rule", "translations", "part"), WRONG)
def test_what_is_no_reason(template: Any, rule: Any, translations: Any, part: str) -> None:
    with pytest.raises(cr.BadRulesetError) as caught:
        cr.Because(template, rule, translations)
    assert [fault.parameters["part"] for fault in caught.value.faults] == [part]


# Played, seen and counted


def played(rules: cr.Ruleset) -> cr.Game:
    game = cr.new_game(rules, ANN)
    while game.phase is not cr.Phase.OVER:
        waiting = game.phase is cr.Phase.AWAITING_DEAL
        game = cr.deal(game, seed=7) if waiting else cr.play(game, cr.legal_moves(game)[0])
    return game


@pytest.mark.parametrize("rules", [RULES, FIVE], ids=["four", "five"])
def test_a_game_with_such_reasons_is_replayed_and_seen(rules: cr.Ruleset) -> None:
    game = played(rules)
    assert cr.replay(game.log) == game
    for seat in (None, ANN, DI):
        view = cr.view(game, seat)
        assert cr.observe([cr.redact(event, seat) for event in game.log], seat) == view
        assert view.last_score == game.last_score
    assert game.last_score is not None
    told = [cr.describe(line, NAMES[: rules.players]) for line in game.last_score.lines]
    assert told
    assert all("odd number" in line or "even, as Ann" in line for line in told)


@pytest.mark.parametrize("rules", [RULES, FIVE], ids=["four", "five"])
def test_batches_have_a_bit_for_each(rules: cr.Ruleset) -> None:
    batch = play_deals(rules, 200, seed=7)
    assert batch.own_reasons == (EVEN, ODD) == tuple(sorted([ODD, EVEN]))
    bits: Mapping[cr.Reason | cr.Because, int] = batch.reason_bits
    assert len({*bits.values()}) == len(bits) == len(cr.Reason) + 2
    for row in range(200):
        for line in cr.score_deal(rules, batch.outcome(row)).lines:
            assert batch.reasons[row, line.seat] == bits[line.reason]
            assert batch.points[row, line.seat] == line.points
    assert (play_games(rules, 20, seed=7).lengths == 2).all()


def test_simulations_count_them_in_any_number_of_parts() -> None:
    found = simulate(RULES, 300, seed=7, games=10)
    assert list(found.deals.paid) == sorted([ODD, EVEN])
    both = found.deals + found.deals
    assert both.paid[ODD].lines == 2 * found.deals.paid[ODD].lines > 0
    assert found.games is not None
    assert (found.games + found.games).paid[EVEN].deals == 2 * found.games.paid[EVEN].deals
    shares = {(figure.group, figure.name) for figure in figures(found)}
    assert ("share of deals", str(ODD)) in shares
    assert ("share of deals of whole games", str(EVEN)) in shares
    assert '"{tricks} tricks, an odd number (H1)": {' in to_json(found)
    assert found.deals.share_paid(ODD).value > 0.9


def test_a_batch_has_no_bits_for_more() -> None:
    rules = attrs.evolve(RULES, scoring=OddTricks(many=True), players=2, deck=cr.Deck(packs=2))
    with pytest.raises(cr.BadScoringError) as caught:
        play_deals(rules, 20_000, seed=7)
    assert str(caught.value).startswith(
        "the scoring OddTricks is wrong: its reasons must be at most 14 different ones in a batch"
    )
