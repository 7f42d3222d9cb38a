"""Why a room refuses a message: codes that stay, and a line in the language of its sender."""

from typing import Final

from collusion_rules.describing import describe
from collusion_rules.enums import Choice
from collusion_rules.errors import IllegalMoveError
from collusion_rules.wording import languages


class Refusal(Choice):
    """Why a message was refused; the texts are in `languages/`, in the table `[refusals]`.

    A move that the rules refuse has the `ErrorCode` of the rules instead.
    """

    TOO_LONG = "too-long"
    """The message is longer than 4,000 bytes."""
    NOT_A_MESSAGE = "not-a-message"
    """It is not JSON, or not one of the messages that a room reads."""
    UNKNOWN_VERSION = "unknown-version"
    """It was written for another version of the protocol."""
    TOO_FAST = "too-fast"
    """Its sender has used up their allowance; it may be sent again."""
    AHEAD = "ahead"
    """Its sender has seen rows that the room has not; it may be sent again."""
    NOT_STORED = "not-stored"
    """The store has failed, and nothing was done; it may be sent again."""
    TOO_EARLY = "too-early"
    """It needs something that has not happened yet; it may be sent again."""
    NEWER_VERSION = "newer-version"
    """The room was written by a newer version of the library: it can be read no further."""
    STALE = "stale"
    """The table has moved on since the row that the sender had seen."""
    CLOSED = "closed"
    """The room is closed."""
    FULL = "full"
    """The room has as many rows as a room may have."""
    NOT_SEATED = "not-seated"
    """The sender has no seat at the table, or another one than the message says."""
    NOT_THE_HOST = "not-the-host"
    """Only the host may do it."""
    NO_SUCH_CHAIR = "no-such-chair"
    """There is no such chair, or nobody in it whom it could be about."""
    TAKEN = "taken"
    """Somebody sits there."""
    SEATED_ALREADY = "seated-already"
    """The sender sits elsewhere."""
    SAW_A_HAND = "saw-a-hand"
    """The sender has seen another hand of this deal."""
    KICKED = "kicked"
    """The host has asked the sender to leave."""
    OLD_INVITATION = "old-invitation"
    """The host has renewed the invitation, and the sender has not the new one."""
    BAD_NAME = "bad-name"
    """The name is empty, too long, or made to deceive the eye."""
    NAME_TAKEN = "name-taken"
    """Somebody at the table has a name that looks the same."""
    NO_SUCH_COMPUTER = "no-such-computer"
    """The room has no computer player of that kind."""
    NO_GAME = "no-game"
    """No game is being played."""
    ANSWER_FIRST = "answer-first"
    """Somebody has asked to take a card back: that must be answered first."""
    NO_TAKE_BACKS = "no-take-backs"
    """Nothing is taken back at this table."""
    NOTHING_TO_TAKE_BACK = "nothing-to-take-back"
    """There is no card or declaration of the sender's there, in this deal."""
    ASKED_ENOUGH = "asked-enough"
    """The sender has asked three times in this deal."""
    NO_SUCH_ASK = "no-such-ask"
    """That question is closed."""
    GAME_GOES_ON = "game-goes-on"
    """The game is not over."""
    CHAIRS_EMPTY = "chairs-empty"
    """Some chairs are empty."""
    NO_DRAW = "no-draw"
    """No share is wanted from the sender for that game."""
    BAD_SHARE = "bad-share"
    """The share is not the one that the sender has committed to."""


AGAIN: Final = frozenset(
    {
        Refusal.TOO_FAST,
        Refusal.AHEAD,
        Refusal.NOT_STORED,
        Refusal.TOO_EARLY,
        Refusal.NEWER_VERSION,
    }
)
"""What may be sent again, as it is: everything else that is refused stays refused."""


def text_of(code: Refusal, language: str) -> str:
    """What a refusal says to a person."""
    known = languages()
    return known.get(language, known["en"]).tables["refusals"][code.value]


def text_of_move(error: IllegalMoveError, names: tuple[str, ...], language: str) -> str:
    """What a refusal of the rules says to a person."""
    return describe(error, names, language if language in languages() else "en")
