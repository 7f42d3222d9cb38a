"""Messages from people to a room: read strictly, or refused with a code."""

import json
from typing import Final, cast

import attrs

from collusion_rules.errors import MOST_NUMBER
from collusion_rules.hosting.refusals import AGAIN, Refusal, text_of
from collusion_rules.hosting.rows import VERSION, dumped
from collusion_rules.values import Value

MOST_BYTES: Final = 4_000
"""How long a message may be, in UTF-8."""

MOST_ID: Final = 32
"""How many characters the id of a message may have."""

_COMMON: Final = frozenset({"type", "id", "seen", "lang", "v"})

FIELDS: Final[dict[str, dict[str, type]]] = {
    "move": {"move": dict},
    "sit": {"seat": int, "name": str, "invitation": str},
    "leave": {},
    "kick": {"seat": int},
    "computer": {"seat": int, "kind": str},
    "renew": {"invitation": str},
    "take-back": {"to": int},
    "agree": {"ask": int},
    "object": {"ask": int},
    "again": {},
    "commit": {"game": int, "commitment": str},
    "share": {"game": int, "share": str},
    "close": {},
}
"""Each kind of message with the fields of its own."""

_OPTIONAL: Final = frozenset({"kind", "invitation"})
"""The fields that may be left out."""


@attrs.frozen
class Message(Value):
    """A message of a person's, well-formed; what it asks for is judged by the room.

    Attributes:
        type: what it asks for.
        id: its sender's own name for it.
        seen: the last row that the sender had.
        language: the language in which the sender wants to be answered, or `""`.
        fields: the fields of its kind.
    """

    type: str
    id: str
    seen: int
    language: str
    fields: dict[str, object]

    def number(self, name: str) -> int:
        """A field that is a whole number."""
        return cast("int", self.fields[name])

    def text(self, name: str) -> str:
        """A field that is a text; `""` if it was left out."""
        return cast("str", self.fields.get(name, ""))


@attrs.frozen
class NotAMessage(Value):
    """Something else that was sent: why it is refused, and its id as far as it had one."""

    code: Refusal
    id: str | None
    language: str


def read_message(text: str | bytes) -> Message | NotAMessage:
    """Read what somebody has sent, whatever it is."""
    if too_long(text):
        return NotAMessage(Refusal.TOO_LONG, None, "")
    try:
        data: object = json.loads(text)
    except (ValueError, RecursionError):
        data = None
    given = cast("dict[str, object]", data) if isinstance(data, dict) else {}
    id_ = given.get("id")
    named = id_ if isinstance(id_, str) and _is_id(id_) else None
    language = given.get("lang", "")
    spoken = language if isinstance(language, str) and len(language) <= 16 else ""
    if given.get("v", VERSION) != VERSION:
        return NotAMessage(Refusal.UNKNOWN_VERSION, named, spoken)
    kind, seen = given.get("type"), given.get("seen")
    wanted = FIELDS.get(kind) if isinstance(kind, str) else None
    if wanted is None or named is None or not _is_number(seen) or language != spoken:
        return NotAMessage(Refusal.NOT_A_MESSAGE, named, spoken)
    fields = {name: value for name, value in given.items() if name not in _COMMON}
    if not _fit(fields, wanted):
        return NotAMessage(Refusal.NOT_A_MESSAGE, named, spoken)
    return Message(cast("str", kind), named, cast("int", seen), spoken, fields)


def too_long(text: str | bytes) -> bool:
    """Whether a message is longer than 4,000 bytes."""
    if len(text) > MOST_BYTES:
        return True
    if isinstance(text, bytes) or text.isascii():
        return False
    return len(text.encode(errors="surrogatepass")) > MOST_BYTES


def _is_id(text: str) -> bool:
    return 0 < len(text) <= MOST_ID and text.isascii() and text.isprintable()


def _is_number(value: object) -> bool:
    return type(value) is int and 0 <= value <= MOST_NUMBER


def _fit(fields: dict[str, object], wanted: dict[str, type]) -> bool:
    """Whether there are just the fields that are wanted, each of its type."""
    if wanted.keys() - fields.keys() - _OPTIONAL:
        return False
    for name, value in fields.items():
        kind = wanted.get(name)
        if type(value) is not kind or (kind is int and not _is_number(value)):
            return False
    return True


def done(id: str, at: int) -> str:  # noqa: A002 -- the field's name
    """The answer that a message has become a row."""
    return f'{{"type":"done","id":{json.dumps(id)},"at":{at}}}'


def refused(id: str | None, code: str, text: str, at: int) -> str:  # noqa: A002 -- the field's name
    """The answer that a message is refused; with `again` if it may be sent again as it is."""
    answer: dict[str, object] = {"type": "refused", "id": id, "code": code, "text": text, "at": at}
    if code in AGAIN:
        answer["again"] = True
    return dumped(answer)


def refusal_of(text: str | bytes, code: Refusal, at: int = 0) -> str:
    """Refuse a message that no room has seen: it came too fast, or could not be stored."""
    message = read_message(text)
    return refused(message.id, code, text_of(code, message.language), at)


@attrs.frozen
class Hello(Value):
    """What a connection begins with.

    Attributes:
        token: the secret of its person; `""` for a spectator.
        seen: the last row that the client has; 0 if none, or if its rows are of another life.
        language: the language that it wants.
        snapshots: whether it wants snapshots instead of views.
    """

    token: str = attrs.field(repr=False)
    seen: int
    language: str
    snapshots: bool


def read_hello(text: str | bytes, life: str) -> Hello | None:
    """Read the first message of a connection; `None` if it is something else.

    It is `{"type": "hello", "v": 1}` with `token`, `seen`, `life`, `lang` and `snapshots`, all of
    which may be left out.

    Args:
        text: what was sent.
        life: the life of the store: rows of another one are not these rows.
    """
    if too_long(text):
        return None
    try:
        data: object = json.loads(text)
    except (ValueError, RecursionError):
        return None
    given = cast("dict[str, object]", data) if isinstance(data, dict) else {}
    token, seen = given.get("token", ""), given.get("seen", 0)
    language, snapshots = given.get("lang", ""), given.get("snapshots", False)
    if given.get("type") != "hello" or given.get("v", VERSION) != VERSION or not _is_number(seen):
        return None
    if not isinstance(token, str) or not isinstance(language, str) or len(language) > 16:
        return None
    same_life = given.get("life", life) == life
    return Hello(token, cast("int", seen) if same_life else 0, language, snapshots is True)
