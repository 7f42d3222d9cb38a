"""What was chosen for a game at the terminal; it is kept with the game, so that both go on."""

import json
from typing import Final

import attrs

from collusion_rules.cards import Seat
from collusion_rules.errors import BadDealError, BadRecordError, ErrorCode
from collusion_rules.records import MOST_BYTES, NO_SCHEMES, Schemes, dumps, loads
from collusion_rules.shuffling import Seed, commitment
from collusion_rules.state import Game, Phase, View
from collusion_rules.values import Value

_FORMAT: Final = "collusion-rules-play"
_VERSION: Final = 1
_START: Final = f'{{"format": "{_FORMAT}"'.encode()
_MOST_HEAD: Final = 1_000_000
"""How long the line with the choices may be, in bytes."""

MOST_FILE: Final = MOST_BYTES + _MOST_HEAD
"""How long a file may be that is read, in bytes."""


@attrs.frozen
class Chosen(Value):
    """Who plays, and what deals and answers depend on.

    Attributes:
        seat: where the person sits.
        seed: what deals, and the answers of the computer players, depend on.
        players: the names of the computer players, as `--players` takes them.
        language: what the person reads.
        names: what the seats are called, as `--names` takes them; `None` for their numbers.
    """

    seat: Seat
    seed: Seed
    players: str
    language: str
    names: str | None


def written(game: Game, chosen: Chosen) -> str:
    """The choices in a line, and the record of the game in another; of a game that is over alone.

    Whoever knows the seed knows the deals to come, and when there are none it is of no more use.
    """
    if game.phase is Phase.OVER:
        return dumps(game) + "\n"
    seed = {"bytes": chosen.seed.hex()} if isinstance(chosen.seed, bytes) else chosen.seed
    head = {
        "format": _FORMAT,
        "version": _VERSION,
        "seat": chosen.seat,
        "seed": seed,
        "players": chosen.players,
        "language": chosen.language,
        "names": chosen.names,
    }
    return f"{json.dumps(head)}\n{dumps(game)}\n"


def read(text: bytes) -> tuple[Game, Chosen | None]:
    """A game, and what was chosen for it, if that was kept with it.

    Raises:
        BadRecordError: the text is neither such choices with a record, nor a record alone.
    """
    head, record = _parted(text)
    return loads(record), None if head is None else _chosen(head)


def read_table(text: bytes, schemes: Schemes = NO_SCHEMES) -> Game | View:
    """The game or the view of a file, whatever else is kept with it.

    Raises:
        BadRecordError: it has neither.
    """
    _, record = _parted(text)
    try:
        return loads(record, schemes=schemes)
    except BadRecordError as error:
        if error.code is ErrorCode.NOT_A_RECORD and error.parameters["path"] == "kind":
            return loads(record, "view", schemes=schemes)
        raise


def _parted(text: bytes) -> tuple[bytes | None, bytes]:
    """The line with the choices, if there is one, and the record."""
    if not text.startswith(_START):
        return None, text
    head, _, record = text.partition(b"\n")
    return head, record


def _chosen(head: bytes) -> Chosen:
    try:
        fields = json.loads(head) if len(head) <= _MOST_HEAD else None
    except (ValueError, RecursionError):
        fields = None
    match fields:
        case {
            "version": int(version),
            "seat": int(seat),
            "seed": seed,
            "players": str(players),
            "language": str(language),
            "names": None | str() as names,
        } if (type(version), type(seat), version) == (int, int, 1) and (
            read_seed := _seed(seed)
        ) is not None:
            return Chosen(Seat(seat), read_seed, players, language, names)
        case _:
            problem = "the first line does not say how the game is played"
            raise BadRecordError(ErrorCode.NOT_JSON, problem=problem)


def _seed(written: object) -> Seed | None:
    match written:
        case {"bytes": str(digits)}:
            try:
                return bytes.fromhex(digits)
            except ValueError:
                return None
        case int() | str():
            try:
                commitment(written)
            except BadDealError:
                return None
            return written
        case _:
            return None
