"""Whether to accuse two seats of being the partners, and when (C10, C11).

Only an opponent gains by it. What the dealer declared counts: in worlds where they would rather
have declared another suit, it is less likely that they declared this one.
"""

from typing import Final

from collusion_rules.cards import Seat, Suit, cards_at_table
from collusion_rules.hidden import hidden
from collusion_rules.judging import refusal
from collusion_rules.motives import Motive, why
from collusion_rules.moves import Accusation
from collusion_rules.players.declaring import strength
from collusion_rules.players.protocol import Thought
from collusion_rules.scoring import PartnersScoring
from collusion_rules.shuffling import Chance, Seed, combined_seed
from collusion_rules.state import View
from collusion_rules.worlds import some_numbers, worlds_of

_WORLDS: Final = 60
"""In how many worlds at the most it is looked who the partners are."""
_EARLY: Final = 0.3
"""How likely a pair must be to be accused before one of the two partner cards is out.

Once one is out, the other may end all accusations. Measured with players who take what they can and
wrong accusations free: who waited for 0.8 made 0.2 points a deal less.
"""
_UNLIKELY: Final = 0.2
"""How likely a dealer is to declare a suit that looks worse than another, beside the best one."""

Pair = tuple[Seat, Seat]


def accusation(view: View, seed: Seed) -> Thought | None:
    """The accusation that pays now, for the seat on turn; `None` if it is better to wait, or never.

    Args:
        view: what the seat sees.
        seed: what everything random depends on.
    """
    scoring, seat = view.rules.scoring, view.viewer
    if not view.rules.accusations or not isinstance(scoring, PartnersScoring) or seat is None:
        return None
    if not _may_gain(view, seat):
        return None
    pair, likely = likely_partners(view, seed)
    out = any(play.card in view.partner_cards for play in view.plays)
    pays = likely * scoring.accusation + (1 - likely) * scoring.wrong_accusation
    if pays <= 0 or (likely < _EARLY and not out):
        return None
    if any(set(made.suspects) == set(pair) for made in view.accusations):
        return None
    percent = round(100 * likely)
    reason = why(Motive.LIKELY_PARTNERS, seats=pair, percent=percent)
    return Thought(Accusation(seat, pair), reason)


def likely_partners(view: View, seed: Seed) -> tuple[Pair, float]:
    """Which two seats are most likely to be the partners, and how likely.

    Args:
        view: what a seat sees, during a deal with a declared trump suit and a pair of partners.
        seed: what everything random depends on.
    """
    known, chance = worlds_of(hidden(view)), Chance(combined_seed(seed, "accuse"), view.version)
    dealt = [0] * view.rules.players
    for play in view.plays:
        dealt[play.seat] |= 1 << play.card.number
    weights, whole = dict[Pair, float](), 0.0
    for number in some_numbers(known.count, _WORLDS, chance):
        hands = [now | before for now, before in zip(known.nth(number), dealt, strict=True)]
        weight = _declares(view, hands[view.dealer])
        whole += weight
        holders = [
            Seat(seat)
            for seat, hand in enumerate(hands)
            if any(hand >> card.number & 1 for card in view.partner_cards)
        ]
        if len(holders) == 2:
            pair = holders[0], holders[1]
            weights[pair] = weights.get(pair, 0.0) + weight
    likeliest = max(weights, key=lambda pair: weights[pair], default=(Seat(0), Seat(1)))
    return likeliest, weights.get(likeliest, 0.0) / whole


def _declares(view: View, hand: int) -> float:
    """How likely a dealer is to declare what was declared, with the hand that they were dealt."""
    if view.dealer == view.viewer:
        return 1.0
    best = max(strength(cards_at_table(hand), suit) for suit in Suit)
    trump = view.trump
    is_best = trump is not None and strength(cards_at_table(hand), trump) == best
    return 1.0 if is_best else _UNLIKELY


def _may_gain(view: View, seat: Seat) -> bool:
    """Whether the seat is an opponent who may still accuse."""
    first, second, *_ = (Seat(other) for other in range(view.rules.players) if other != seat)
    dealt = view.scene.hands[seat]
    if any(dealt >> card.number & 1 for card in view.partner_cards):
        return False
    return refusal(view, Accusation(seat, (first, second))) is None
