"""What a person types at the table: cards, suits, statements and accusations, as moves."""

from collections.abc import Sequence

from collusion_rules.cards import Card, Seat, Suit
from collusion_rules.errors import CardTextError, bad_argument
from collusion_rules.moves import (
    Accusation,
    Agree,
    Aim,
    AskAim,
    AskLead,
    AskMore,
    AskNotLead,
    AskWhatNotToLead,
    AskWhatToLead,
    Declaration,
    Height,
    Move,
    NoMore,
    Offer,
    OfferLead,
    Play,
    Retract,
    Statement,
    Talk,
    Words,
)
from collusion_rules.wording import Language


def help_lines(language: Language) -> str:
    """Everything that can be typed, for a person."""
    return "\n".join(f"{typed:28}{means}" for typed, means in language.tables["help"].items())


def parsed_move(text: str, seat: Seat, *, declaring: bool) -> Move:
    """Read a move of a seat. Whether the rules allow it is not asked.

    Raises:
        BadArgumentError: it is no move.
    """
    match text.split():
        case ["say", *words]:
            return Talk(seat, _statement(words))
        case ["accuse", *suspects]:
            return Accusation(seat, tuple(Seat(_number(suspect)) for suspect in suspects))
        case [suit] if declaring:
            return Declaration(seat, _suit(suit))
        case _:
            try:
                return Play(seat, Card.parse(text.strip()))
            except CardTextError:
                raise bad_argument("a move", "a card such as AS; or type help", text) from None


def _statement(words: Sequence[str]) -> Statement:
    match words:
        case ["aim", tricks]:
            return Aim(_number(tricks))
        case ["no-more"]:
            return NoMore()
        case ["ask-aim", tricks]:
            return AskAim(_number(tricks))
        case ["ask-more", seat]:
            return AskMore(Seat(_number(seat)))
        case ["ask-lead", ("high" | "low") as height]:
            return AskLead(None, Height(height))
        case ["ask-lead", suit, ("high" | "low") as height]:
            return AskLead(_suit(suit), Height(height))
        case ["ask-lead", suit]:
            return AskLead(_suit(suit))
        case ["ask-lead"]:
            return AskLead()
        case ["ask-not-lead", suit]:
            return AskNotLead(_suit(suit))
        case ["ask-what-to-lead", seat]:
            return AskWhatToLead(Seat(_number(seat)))
        case ["ask-what-not-to-lead", seat]:
            return AskWhatNotToLead(Seat(_number(seat)))
        case ["offer-lead", seat]:
            return OfferLead(Seat(_number(seat)))
        case ["offer", seat, tricks]:
            return Offer(Seat(_number(seat)), _number(tricks))
        case ["agree", seat, tricks]:
            return Agree(Seat(_number(seat)), _number(tricks))
        case ["retract"]:
            return Retract()
        case ["words", *free]:
            return Words(" ".join(free))
        case _:
            raise bad_argument("a statement", "one that help lists", " ".join(words))


def _number(word: str) -> int:
    if not (word.isascii() and word.isdecimal() and len(word) < 4):
        raise bad_argument("a number", "a seat or a number of tricks", word)
    return int(word)


def _suit(word: str) -> Suit:
    for suit in Suit:
        if word.lower() in (suit.value.lower(), suit.name.lower(), suit.symbol):
            return suit
    raise bad_argument("a suit", "clubs, diamonds, hearts or spades", word)
