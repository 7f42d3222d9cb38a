"""What can go wrong: one hierarchy of errors, each with a stable code and parameters.

A front end shows `str(error)` as it is, or translates `error.code` and `error.parameters`.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from enum import Enum
from typing import Final, TypeVar

import attrs

from collusion_rules.enums import Message
from collusion_rules.plurals import filled
from collusion_rules.values import ReadOnly, Value

_Entry = TypeVar("_Entry")


class ErrorCode(Message):
    """Every reason for a refusal; the fields of the template are the error's parameters."""

    # Calls
    BAD_ARGUMENT = "bad-argument", "", "{argument} must be {expected}, not {got}"

    # Moves
    NOT_A_MOVE = "not-a-move", "", "{field} of {kind} must be {expected}, not {got}"
    NO_SUCH_SEAT = "no-such-seat", "", "there is no seat {seat}: seats are 0 to {last}"
    STALE_VERSION = (
        "stale-version",
        "",
        "the move was made for version {expected}, but the game is at version {version}",
    )
    AWAITING_DEAL = "awaiting-deal", "A3", "no cards are dealt: seat {dealer} must deal first"
    AWAITING_DECLARATION = (
        "awaiting-declaration",
        "C1",
        "no trumps yet: seat {dealer} must declare a suit first",
    )
    GAME_OVER = "game-over", "", "the game is over: start a new one"
    NOT_YOUR_TURN = "not-your-turn", "A5", "it is not seat {seat}'s turn: wait for seat {turn}"
    NOT_YOUR_SEAT = "not-your-seat", "", "that move is another seat's: move for your own seat alone"
    TRICK_COMPLETE = "trick-complete", "A7", "the trick is complete: wait until it is taken"
    CARD_NOT_HELD = "card-not-held", "A5", "seat {seat} does not hold {card}: play one of {cards}"
    MUST_FOLLOW_SUIT = (
        "must-follow-suit",
        "A5",
        "seat {seat} must follow {suit}: play one of {cards}",
    )
    NO_DECLARATION = "no-declaration", "", "nobody declares trumps in {ruleset}"
    ALREADY_DECLARED = "already-declared", "C1", "trumps are declared already: {suit}"
    NOT_THE_DEALER = "not-the-dealer", "C1", "only the dealer, seat {dealer}, declares trumps"
    NO_TALK = "no-talk", "C3", "there is no table talk in {ruleset}"
    NO_WORDS = "no-words", "B9", "free text is switched off in {ruleset}: use another statement"
    TOO_MUCH_TALK = "too-much-talk", "B9", "this deal has {most} events already: play on in silence"
    BAD_WORDS = (
        "bad-words",
        "B9",
        "say 1 to {most} characters in one line, none of them hidden, and few accents on a letter",
    )
    IMPOSSIBLE_TRICKS = (
        "impossible-tricks",
        "B9",
        "nobody can take {tricks} tricks: name a number from 0 to {most}",
    )
    SPEAKING_TO_ONESELF = "speaking-to-oneself", "B9", "seat {seat} must speak to another seat"
    NO_ACCUSATIONS = "no-accusations", "C10", "there are no accusations in {ruleset}"
    TWO_SUSPECTS = "two-suspects", "C11", "accuse exactly two seats, and not the same one twice"
    ACCUSED_ONESELF = "accused-oneself", "C11", "seat {seat} must accuse two other seats"
    ALREADY_ACCUSED = "already-accused", "C11", "seat {seat} has made its accusation in this deal"
    PARTNERS_PUBLIC = "partners-public", "C12", "the partners are public: too late to accuse"

    NOT_UNDERSTOOD = (
        "not-understood",
        "",
        "“{text}” is not understood: say, for example, {examples}",
    )

    # Deals
    BAD_DEAL = "bad-deal", "A3", "this deal is refused: {faults}"
    DEAL_IN_PROGRESS = "deal-in-progress", "A7", "play the deal on the table to its end first"
    SEED_AND_HANDS = "seed-and-hands", "", "give a seed or hands, not both"
    BAD_SEED = "bad-seed", "", "a seed must be an int, bytes or well-formed text, not {got}"
    NOT_A_HAND = "not-a-hand", "A3", "the hand of seat {seat} must be Cards, not {got}"
    WRONG_NUMBER_OF_HANDS = "wrong-number-of-hands", "A3", "{players} hands are needed, not {got}"
    WRONG_HAND_SIZE = "wrong-hand-size", "A3", "seat {seat} needs {size} cards, not {got}"
    MISSING_CARDS = "missing-cards", "A3", "nobody holds {cards}"
    DOUBLED_CARDS = "doubled-cards", "A3", "there are too many of {cards}"
    FOREIGN_CARDS = "foreign-cards", "A3", "the deck has no {cards}"
    WRONG_HONOURS = (
        "wrong-honours",
        "D6",
        "seat {seat} needs exactly one honour of {suit}, not {got}",
    )
    NOT_PBN = (
        "not-pbn",
        "",
        'not a Deal tag of PBN: write four hands as in [Deal "N:- - - -"], not {got}',
    )
    NOT_A_PBN_HAND = (
        "not-a-pbn-hand",
        "",
        "the hand of seat {seat} must be - or its suits, as in AKQ.JT9..8765432, not {got}",
    )
    BAD_PBN_DEAL = "bad-pbn-deal", "A3", "line {line}: {faults}"
    UNCLOSED_COMMENT = (
        "unclosed-comment",
        "",
        "line {line}: the comment that begins here never ends",
    )

    # Scores
    NOT_AN_OUTCOME = "not-an-outcome", "A9", "{field} of an outcome must be {expected}, not {got}"
    WRONG_TRICKS_TOTAL = "wrong-tricks-total", "A7", "the tricks must add up to {tricks}, not {got}"
    AFTER_THE_END = "after-the-end", "A10", "the game was over before deal {index}"
    TWO_PAIRS = "two-pairs", "B6", "{tricks} has no single tie: that can't happen"
    NO_TEAMS = "no-teams", "", "there are no teams in this game"
    BAD_TEAMS = "bad-teams", "C2", "the teams must be {expected}, and each seat in one of them"
    NOT_ACCUSABLE = "not-accusable", "C11", "nobody can have accused so in this deal"
    BAD_TOTALS = "bad-totals", "", "the totals must be {players} whole numbers, not {got}"
    BAD_SCORING = (
        "bad-scoring",
        "",
        "the scoring {scheme} is wrong: its {part} must be {expected}, not {got}",
    )

    # Rulesets
    BAD_RULESET = "bad-ruleset", "", "this ruleset makes no sense: {faults}"
    WRONG_PART = "wrong-part", "", "{part} must be {expected}, not {got}"
    DECK_DOES_NOT_DIVIDE = (
        "deck-does-not-divide",
        "A3",
        "{cards} cards can't be dealt evenly to {players} players",
    )
    WRONG_PLAYERS = "wrong-players", "", "{part} is for {expected} players, not {players}"
    PARLETT_PLAYERS = (
        "parlett-players",
        "B6",
        "Parlett's scoring is for 4 players, not {players}: its bonuses say what two, three or no "
        "equal numbers of tricks are worth among four",
    )
    PARTNERS_PLAYERS = (
        "partners-players",
        "C2",
        "secret partners need 3 players or more, not {players}: nobody might be against them",
    )
    THREE_TEAMS_PLAYERS = (
        "three-teams-players",
        "D4",
        "three teams of two are 6 players, not {players}",
    )
    UNSCORABLE_TIE = "unscorable-tie", "B6", "{tricks} tricks could end in {tie}"
    TOO_MANY_TRICKS = "too-many-tricks", "C5", "{part} is {got}, but a deal has {tricks} tricks"
    PARTS_DISAGREE = "parts-disagree", "", "{part} needs {needs}"

    # Cards
    NOT_A_CARD = "not-a-card", "A1", "not a card: {text}: write rank and suit, such as AS, TH or 2C"

    # Records
    NOT_A_RECORD = "not-a-record", "", "{path}: expected {expected}, not {got}"
    NOT_JSON = "not-json", "", "not JSON: {problem}"
    TOO_LARGE = "too-large", "", "{path}: at most {most} {unit} are read"
    UNKNOWN_VERSION = "unknown-version", "", "{path}: this library reads version {known}, not {got}"
    UNKNOWN_FIELD = "unknown-field", "", "{path}: unknown field {field}"
    MISSING_FIELD = "missing-field", "", "{path}: the field {field} is missing"
    NOT_STORABLE = "not-storable", "", "{part} is not one of the library's own: it has no record"
    UNKNOWN_SCHEME = (
        "unknown-scheme",
        "",
        "{path}: the scoring {scheme} is not one of the library's own: give its class in schemes",
    )
    UNSTORABLE_FIELD = (
        "unstorable-field",
        "",
        "the field {field} of the scoring {scheme} has no record: it must be a whole number, text, "
        "True or False, an enumeration of the library or a tuple of these, not {got}",
    )
    UNKNOWN_REVISION = (
        "unknown-revision",
        "",
        "this library knows the rulings up to revision {known}, not {got}: update it",
    )
    NO_SUCH_VERSION = (
        "no-such-version",
        "",
        "the game never stood at version {version}: choose one from 1 to {most} after a whole move",
    )
    WRONG_VALUE = "wrong-value", "", "{path}: {reason}"
    BROKEN_LOG = "broken-log", "", "{path}: event {index} breaks the rules: {reason}"

    # Batches and simulations
    MISSING_EXTRA = (
        "missing-extra",
        "",
        'the package {package} is missing: pip install "collusion-rules[{extra}]"',
    )
    PLAYER_RAISED = "player-raised", "", "the player at seat {seat} failed: {problem}"
    PLAYER_REFUSED = (
        "player-refused",
        "",
        "the player at seat {seat} made a move that is refused: {faults}",
    )
    PLAYER_ASTRAY = (
        "player-astray",
        "",
        "the player at seat {seat} must play, declare or accuse for that seat, not give {got}",
    )
    WORKERS_LOST = (
        "workers-lost",
        "",
        'the workers broke down: put what a script does under `if __name__ == "__main__":`; '
        "the error has what is done",
    )
    FACE_DOWN = "face-down", "", "the hands of seats {seats} are face down: give the cards of all"


def spell(value: object) -> str:
    """Write a parameter as a person reads it: `Suit.HEARTS` as hearts, a tuple as a list."""
    match value:
        case Fault():
            return str(value)
        case Enum():
            return value.name.lower().replace("_", " ")
        case int():
            return excerpt(value)
        case tuple():
            return ", ".join(spell(entry) for entry in value)  # pyright: ignore[reportUnknownVariableType,reportUnknownArgumentType] -- a tuple of anything
        case _:
            return str(value)


_MOST_KIND: Final = 60


def excerpt(value: object) -> str:
    """Show something that was given and should not have been, whatever it is, in a few words."""
    if value is None or type(value) in (bool, float):
        return str(value)
    if type(value) is int:
        return str(value) if abs(value) < 10**9 else "a huge int"
    if isinstance(value, str):
        value = str.__str__(value)
        return ascii(value[:40]) + ("..." if len(value) > 40 else "")
    name = type(value).__name__
    return f"something of type {ascii(name[:_MOST_KIND])[1:-1] + '...' * (len(name) > _MOST_KIND)}"


@attrs.frozen
class Fault(Value):
    """One thing that is wrong.

    Attributes:
        code: what kind of thing.
        details: what it is about, as pairs of a name and a value; `parameters` has them by name.
    """

    code: ErrorCode
    details: tuple[tuple[str, object], ...] = ()

    @property
    def parameters(self) -> Mapping[str, object]:
        """What the message is about, by name: seats, cards, numbers."""
        return ReadOnly(dict(self.details))

    def __str__(self) -> str:
        return filled(self.code.template, {name: spell(value) for name, value in self.details})


def fault(code: ErrorCode, /, **parameters: object) -> Fault:
    """Name one thing that is wrong."""
    return Fault(code, tuple(parameters.items()))


class CollusionError(Exception):
    """The root of every error of this library."""

    def __init__(self, code: ErrorCode, /, **parameters: object) -> None:
        self.fault: Fault = fault(code, **parameters)
        super().__init__(str(self.fault))

    @property
    def code(self) -> ErrorCode:
        """The stable code, for a front end that translates."""
        return self.fault.code

    @property
    def parameters(self) -> Mapping[str, object]:
        """What the message is about, by name: seats, cards, numbers."""
        return self.fault.parameters

    def __reduce__(self) -> tuple[Callable[..., "CollusionError"], tuple[object, ...]]:
        return _rebuilt, (type(self), dict(self.parameters), self.code)


def _rebuilt(
    kind: Callable[..., CollusionError], parameters: Mapping[str, object], *rest: object
) -> CollusionError:
    return kind(*rest, **parameters)


class BadArgumentError(CollusionError, ValueError):
    """A function was called with something that it can't take: of a wrong type, or out of range."""


class MissingExtraError(CollusionError, ImportError):
    """Something was used that needs a package which is not installed; the message says which."""


class IllegalMoveError(CollusionError, ValueError):
    """A move that the rules refuse. The game is as it was; `move` is what was tried."""

    def __init__(self, code: ErrorCode, move: object, **parameters: object) -> None:
        super().__init__(code, **parameters)
        self.move = move

    def __reduce__(self) -> tuple[Callable[..., CollusionError], tuple[object, ...]]:
        return _rebuilt, (type(self), dict(self.parameters), self.code, self.move)


class PlayerError(CollusionError, ValueError):
    """A player that failed, or moved as the rules refuse.

    Attributes:
        seat: where it sits.
        player: the player.
        move: what it tried; `None` if it raised something instead.
        name: what it is called in a match; `None` elsewhere.
    """

    def __init__(
        self,
        code: ErrorCode,
        seat: int,
        player: object,
        move: object = None,
        *,
        name: str | None = None,
        **parameters: object,
    ) -> None:
        super().__init__(code, seat=seat, **parameters)
        self.seat = seat
        self.player = player
        self.move = move
        self.name = name

    def __reduce__(self) -> tuple[Callable[..., CollusionError], tuple[object, ...]]:
        parameters = {**self.parameters, "name": self.name}
        del parameters["seat"]
        return _rebuilt, (type(self), parameters, self.code, self.seat, self.player, self.move)


class NotUnderstoodError(CollusionError, ValueError):
    """A text that is not a move; `parameters["examples"]` shows what could be said now."""


class FaultsError(CollusionError, ValueError):
    """Something with one or more faults, all of them named at once in `faults`."""

    _general: ErrorCode

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults: tuple[Fault, ...] = tuple(faults)
        super().__init__(self._general, faults=self.faults)

    def __reduce__(self) -> tuple[Callable[..., CollusionError], tuple[object, ...]]:
        return type(self), (self.faults,)


class BadDealError(FaultsError):
    """A deal that the rules refuse; `faults` has all that is wrong with it."""

    _general = ErrorCode.BAD_DEAL


class BadRulesetError(FaultsError):
    """A ruleset that makes no sense; `faults` has all that is wrong with it."""

    _general = ErrorCode.BAD_RULESET


class BadOutcomeError(CollusionError, ValueError):
    """An outcome that no deal can have, or totals that no game can have."""


class BadScoringError(CollusionError, ValueError):
    """A scoring scheme of one's own that returns something else than `Scoring` asks for."""


class BadRecordError(CollusionError, ValueError):
    """A record that can't be read: not of the format, or a log that breaks the rules."""


class CardTextError(CollusionError, ValueError):
    """A text that is not a card."""


def bad_argument(argument: str, expected: str, got: object) -> BadArgumentError:
    """The error of a call with something that the verb can't take."""
    wrong = ErrorCode.BAD_ARGUMENT
    return BadArgumentError(wrong, argument=argument, expected=expected, got=excerpt(got))


def check(argument: str, kind: type, value: object) -> None:
    """Refuse an argument of another type; a subclass is another type.

    Raises:
        BadArgumentError: `value` is not a `kind`.
    """
    if type(value) is not kind:
        article = "an" if kind.__name__[0] in "AEIOUaeiou" else "a"
        raise bad_argument(argument, f"{article} {kind.__name__}", value)


def each_of(argument: str, entries: Iterable[_Entry]) -> Iterator[_Entry]:
    """The entries of what was given to be iterated over.

    Raises:
        BadArgumentError: it can't be.
    """
    try:
        return iter(entries)
    except TypeError:
        raise bad_argument(argument, "an Iterable", entries) from None


MOST_NUMBER: Final = 2**53 - 1
"""How far from 0 a whole number may be: so far every language that reads JSON has it exactly."""


def check_whole(argument: str, number: int, least: int, most: int) -> None:
    """Refuse what is not a whole number from `least` to `most`.

    Raises:
        BadArgumentError: it is not one.
    """
    if type(number) is not int or not least <= number <= most:
        raise bad_argument(argument, f"a whole number from {least} to {most}", number)
