"""A deal of Parlett's game that the pages tell trick by trick: what is played, and what is said."""

from functools import cache
from typing import Final

import collusion_rules as cr

ANNA, BEN, CARLA, DAN = (cr.Seat(seat) for seat in range(4))

NAMES: Final = {
    "en": ("Anna", "Ben", "Carla", "Dan"),
    "ja": ("アンナ", "ベン", "カーラ", "ダン"),
}

_TRICKS: Final = (
    "AS 5S 2S JS",
    "KH 2H AH JH",
    "AD KD 6D 5D",
    "KS 8S 3S 7S",
    "KC 5C 8C AC",
    "JC QC 3C TC",
    "3H 8H 4H 9H",
    "TD 8D 4D JD",
    "QS 5H TS 6S",
    "QD 7D 3D 2D",
    "7H 6H QH TH",
    "4C 2C 9S 6C",
    "9C 7C 4S 9D",
)
"""The cards in the order of play."""

_SAID: Final = {
    1: (cr.Talk(DAN, cr.Aim(0)),),
    4: (cr.Talk(ANNA, cr.Offer(BEN, 4)), cr.Talk(BEN, cr.Agree(ANNA, 4))),
    6: (cr.Talk(CARLA, cr.NoMore()),),
    10: (cr.Talk(CARLA, cr.Offer(ANNA, 4)), cr.Talk(BEN, cr.AskLead(cr.Suit.HEARTS))),
}
"""What is said after a trick."""


@cache
def whole_deal() -> cr.Game:
    """The game after the deal."""
    game = cr.deal(cr.new_game(cr.PARLETT, dealer=DAN), seed="first deal 17")
    for number, trick in enumerate(_TRICKS, start=1):
        for text in trick.split():
            if game.to_act is None:
                raise RuntimeError("the deal is over")
            game = cr.play(game, cr.Play(game.to_act, cr.Card.parse(text)))
        for talk in _SAID.get(number, ()):
            game = cr.play(game, talk)
    return game


def before(trick: int, seat: cr.Seat) -> cr.View:
    """What a seat sees on its turn in a trick, numbered from 1."""
    game = whole_deal()
    plays = 0
    for version, event in enumerate(game.log):
        if isinstance(event, cr.Play):
            if plays // 4 == trick - 1 and event.seat == seat:
                return cr.view(cr.rewind(game, version), seat)
            plays += 1
    raise ValueError(trick)


def told(trick: int, language: str) -> list[str]:
    """A trick in one line, and then what is said after it, a line each."""
    game, names, spoken = whole_deal(), NAMES[language], cr.languages()[language]
    cards: list[str] = []
    said: list[str] = []
    won = 0
    for event in game.log:
        match event:
            case cr.Play(seat, card) if won == trick - 1:
                rank = "10" if card.rank is cr.Rank.TEN else card.rank.letter
                shown = spoken.say("parts", "card", rank=rank, pip=card.suit.symbol)
                cards.append(f"{names[seat]} {shown}")
            case cr.TrickWon():
                won += 1
                if won == trick:
                    cards.append(cr.describe(event, names, language))
            case cr.Talk() if won == trick:
                said.append(cr.describe(event, names, language))
            case _:
                pass
    return [" · ".join(cards), *said]
