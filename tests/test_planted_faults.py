"""The laws of `laws.py` must fail when the engine is wrong: each fault here is planted in it."""

from collections.abc import Callable, Iterator, Sequence
from types import ModuleType
from typing import Any

import attrs
import laws
import pytest

import collusion_rules as cr
from collusion_rules import engine, folding, rulesets
from collusion_rules.shuffling import Chance

pytestmark = [pytest.mark.once, pytest.mark.no_cover]

HOUSE_RULES = (
    cr.Ruleset(
        name="three tricks",
        deck=cr.Deck(lowest=cr.Rank.QUEEN),
        scoring=cr.ParlettScoring(target=12),
    ),
    cr.Ruleset(
        name="many joint winners",
        deck=cr.Deck(lowest=cr.Rank.QUEEN),
        scoring=cr.ParlettScoring(target=1),
    ),
    cr.secret_partners(name="accusations", accusations=True),
)

Plant = Callable[[pytest.MonkeyPatch], None]


def games() -> Iterator[cr.Game]:
    """Games of every ruleset: in the first deal, deals later, and over."""
    for rules in (*cr.RULESETS.values(), *HOUSE_RULES):
        for seed, moves in ((1, 30), (2, 119), (3, 10_000), (4, 10_000)):
            yield laws.random_game(rules, seed, moves)


def is_broken(law: laws.Law) -> bool:
    try:
        for game in games():
            law(game)
    except (AssertionError, cr.CollusionError):
        return True
    return False


def replaced(place: ModuleType, name: str, make: Callable[[Any], object]) -> Plant:
    """Plant what `make` makes of the right thing."""
    return lambda monkeypatch: monkeypatch.setattr(place, name, make(getattr(place, name)))


LegalMoves = Callable[[cr.Game, cr.Seat | None], tuple[cr.Move, ...]]
IsLegal = Callable[[cr.Game, cr.Move], bool]
Allowed = Callable[[int, Sequence[cr.Play]], int]
Taker = Callable[[Sequence[cr.Play], cr.Suit | None], cr.Seat]
ScoreDeal = Callable[[cr.Ruleset, cr.Outcome, Sequence[int]], cr.DealScore]
Consequence = Callable[[cr.Game], cr.Event | None]
Rewind = Callable[[cr.Game, int], cr.Game]
Deal = Callable[[cr.Game, cr.Seed | None, Sequence[cr.Cards] | None], cr.Game]


def a_card_is_left_out(right: LegalMoves) -> LegalMoves:
    def legal_moves(table: cr.Game, seat: cr.Seat | None = None) -> tuple[cr.Move, ...]:
        moves = right(table, seat)
        return moves[:-1] if len(moves) == 4 else moves

    return legal_moves


def a_card_too_many(right: IsLegal) -> IsLegal:
    def is_legal(table: cr.Game, move: cr.Move) -> bool:
        if isinstance(move, cr.Play) and move.seat == table.to_act:
            return move.card in table.hands[move.seat]
        return right(table, move)

    return is_legal


def the_next_seat_wins(right: Taker) -> Taker:
    return lambda trick, trump: cr.Seat((right(trick, trump) + 1) % len(trick))


def trumps_do_not_count(right: Taker) -> Taker:
    return lambda trick, _: right(trick, None)


def the_highest_card_of_any_suit_wins(_: Taker) -> Taker:
    return lambda trick, _: max(trick, key=lambda play: play.card.rank).seat


def the_second_of_two_identical_cards_wins(right: Taker) -> Taker:
    def taker(trick: Sequence[cr.Play], trump: cr.Suit | None) -> cr.Seat:
        winner = right(trick, trump)
        best = next(play.card for play in trick if play.seat == winner)
        return [play.seat for play in trick if play.card == best][-1]

    return taker


def a_total_is_off_by_one(right: ScoreDeal) -> ScoreDeal:
    def score_deal(rules: cr.Ruleset, outcome: cr.Outcome, totals: Sequence[int]) -> cr.DealScore:
        score = right(rules, outcome, totals)
        first, *others = score.totals
        return attrs.evolve(score, totals=(first + 1, *others))

    return score_deal


def a_line_is_off_by_one(right: ScoreDeal) -> ScoreDeal:
    def score_deal(rules: cr.Ruleset, outcome: cr.Outcome, totals: Sequence[int]) -> cr.DealScore:
        score = right(rules, outcome, totals)
        first, *others = score.lines
        return attrs.evolve(score, lines=(attrs.evolve(first, points=first.points + 1), *others))

    return score_deal


def never(event: type[cr.Event]) -> Callable[[Consequence], Consequence]:
    def make(right: Consequence) -> Consequence:
        def consequence(table: cr.Game) -> cr.Event | None:
            due = right(table)
            return None if isinstance(due, event) else due

        return consequence

    return make


def anticlockwise(right: Sequence[Sequence[cr.Seat]]) -> Sequence[Sequence[cr.Seat]]:
    return [[cr.Seat((seat - 1) % len(row)) for seat in range(len(row))] for row in right]


def every_card_follows(_: Allowed) -> Allowed:
    return lambda hand, _: hand


def only_the_first_wins(
    right: Callable[[Sequence[int]], tuple[cr.Seat, ...]],
) -> Callable[[Sequence[int]], tuple[cr.Seat, ...]]:
    return lambda totals: right(totals)[:1]


def a_play_too_far_back(right: Rewind) -> Rewind:
    def rewind(game: cr.Game, version: int) -> cr.Game:
        then = right(game, version)
        return right(then, then.version - 1) if len(then.trick) > 1 else then

    return rewind


def accusations_are_forgotten(
    right: Callable[[cr.Game], cr.Outcome],
) -> Callable[[cr.Game], cr.Outcome]:
    return lambda table: attrs.evolve(right(table), rightly_accused=False)


FAULTS: dict[str, tuple[Plant, laws.Law]] = {
    "a legal card is left out": (
        replaced(cr, "legal_moves", a_card_is_left_out),
        laws.legal_moves_are_exact,
    ),
    "a revoke is called legal": (
        replaced(cr, "is_legal", a_card_too_many),
        laws.legal_moves_are_exact,
    ),
    "a revoke is accepted (A5)": (
        replaced(folding, "allowed", every_card_follows),
        laws.the_naive_game_agrees,
    ),
    "the wrong seat wins the trick (A6)": (
        replaced(engine, "taker", the_next_seat_wins),
        laws.the_naive_game_agrees,
    ),
    "trumps are ignored (A6)": (
        replaced(engine, "taker", trumps_do_not_count),
        laws.the_naive_game_agrees,
    ),
    "an off-suit card wins (A6)": (
        replaced(engine, "taker", the_highest_card_of_any_suit_wins),
        laws.the_naive_game_agrees,
    ),
    "the second of two identical cards wins (A8)": (
        replaced(engine, "taker", the_second_of_two_identical_cards_wins),
        laws.the_naive_game_agrees,
    ),
    "the turn passes anticlockwise (A5)": (
        replaced(folding, "CLOCKWISE", anticlockwise),
        laws.each_trick_has_one_card_a_seat,
    ),
    "a total is off by one": (
        replaced(engine, "_score", a_total_is_off_by_one),
        laws.scores_add_up,
    ),
    "a total is not that of the naive game": (
        replaced(engine, "_score", a_total_is_off_by_one),
        laws.the_naive_game_agrees,
    ),
    "a line is off by one": (
        replaced(engine, "_score", a_line_is_off_by_one),
        laws.scores_add_up,
    ),
    "the partners are not revealed (C4)": (
        replaced(engine, "consequence", never(cr.PartnersRevealed)),
        laws.the_naive_game_agrees,
    ),
    "the deal is not scored (A9)": (
        replaced(engine, "consequence", never(cr.DealScored)),
        laws.the_naive_game_agrees,
    ),
    "the game is not won (B8, C9)": (
        replaced(engine, "consequence", never(cr.GameWon)),
        laws.the_naive_game_agrees,
    ),
    "a consequence is missing, says the log": (
        replaced(engine, "consequence", never(cr.GameWon)),
        laws.the_log_is_the_game,
    ),
    "a tie for the win goes to the lowest seat (A10)": (
        replaced(rulesets, "_leaders", only_the_first_wins),
        laws.the_naive_game_agrees,
    ),
    "a right accusation is not paid (C10)": (
        replaced(engine, "_outcome", accusations_are_forgotten),
        laws.the_naive_game_agrees,
    ),
    "a take-back goes too far": (
        replaced(cr, "rewind", a_play_too_far_back),
        laws.rewinds_to_what_was,
    ),
}


@pytest.mark.parametrize(("plant", "law"), FAULTS.values(), ids=FAULTS)
def test_a_fault_breaks_a_law(plant: Plant, law: laws.Law, monkeypatch: pytest.MonkeyPatch) -> None:
    plant(monkeypatch)
    assert is_broken(law)


@pytest.mark.parametrize("law", laws.LAWS, ids=lambda law: law.__name__)
def test_no_law_is_broken_without_a_fault(law: laws.Law) -> None:
    assert not is_broken(law)


def the_seed_is_ignored(right: Deal) -> Deal:
    def deal(
        game: cr.Game, seed: cr.Seed | None = None, hands: Sequence[cr.Cards] | None = None
    ) -> cr.Game:
        return right(game, None if seed is None else 0, hands)

    return deal


def the_seed_is_not_enough(right: Deal) -> Deal:
    def deal(
        game: cr.Game, seed: cr.Seed | None = None, hands: Sequence[cr.Cards] | None = None
    ) -> cr.Game:
        return right(game, None, hands if seed is None else None)

    return deal


def each_deal_is_the_first(
    right: Callable[[cr.Seed, int], Chance],
) -> Callable[[cr.Seed, int], Chance]:
    return lambda seed, _: right(seed, 1)


@pytest.mark.parametrize(
    "plant",
    [
        replaced(cr, "deal", the_seed_is_ignored),
        replaced(cr, "deal", the_seed_is_not_enough),
        replaced(engine, "Chance", each_deal_is_the_first),
    ],
    ids=["always the same deal", "always another deal", "the same deal twice running"],
)
def test_an_ignored_seed_breaks_the_law_of_seeds(
    plant: Plant, monkeypatch: pytest.MonkeyPatch
) -> None:
    plant(monkeypatch)
    with pytest.raises(AssertionError):
        laws.a_seed_decides_each_deal(cr.PARLETT)
