"""What a room is opened with."""

import secrets
from collections.abc import Mapping
from typing import Final, Literal, cast, get_args

import attrs

from collusion_rules.cards import Seat
from collusion_rules.events import GameStarted
from collusion_rules.records import NO_SCHEMES, Schemes, to_data
from collusion_rules.rulesets import Ruleset
from collusion_rules.shuffling import fresh_seed
from collusion_rules.texts import plain
from collusion_rules.validators import a_kind_of, one_line, whole, wrong_part
from collusion_rules.values import ReadOnly, Value

TakeBacks = Literal["never", "none", "majority", "all"]
"""Who must agree before a card is taken back that nothing but talk has followed.

`"never"`: nothing is taken back at this table. `"none"`: nobody is asked. `"majority"`: more than
half of the people at the table, the asker counted. `"all"`: all of them.
"""

_DAY: Final = 86_400_000
_MOST_KINDS: Final = 20


def _fresh_id() -> str:
    return secrets.token_urlsafe(12)


def _check_take_backs(_: object, __: object, value: object) -> None:
    if value not in get_args(TakeBacks):
        raise wrong_part("take_backs", ", ".join(get_args(TakeBacks)), value)


def _check_computers(_: object, __: object, value: object) -> None:
    kinds = cast("tuple[object, ...] | None", value if isinstance(value, tuple) else None)
    if kinds is None or len(kinds) > _MOST_KINDS or not all(map(_is_kind, kinds)):
        raise wrong_part("computers", f"a tuple of at most {_MOST_KINDS} short names", kinds)


def _is_kind(kind: object) -> bool:
    return isinstance(kind, str) and kind.isascii() and 0 < len(kind) <= 30 and kind.isprintable()


def _check_secret(_: object, __: object, value: object) -> None:
    if type(value) is not bytes or len(value) != 32:
        raise wrong_part("secret", "32 bytes", value)


def _kept(schemes: Schemes) -> Schemes:
    """A mapping that nobody changes afterwards; what is none is refused later."""
    return ReadOnly(schemes) if isinstance(schemes, Mapping) else schemes


def _check_schemes(settings: "Settings", _: object, schemes: Schemes) -> None:
    """Refuse schemes with which the rules have no record."""
    to_data(GameStarted(settings.rules, Seat(0)), schemes=schemes)


@attrs.frozen(kw_only=True)
class Settings(Value):
    """What a room is opened with; its first row keeps it.

    Attributes:
        rules: what is played.
        room: the room's id, of 1 to 64 characters; drawn at random if left out.
        turn_ms: how long a turn may take, in milliseconds.
        grace_ms: how much longer if the server itself was late.
        deal_ms: how long a scored deal lies on the table before the next is dealt.
        answer_ms: how long people may take to answer a request to take back, or to send a share.
        take_backs: who must agree before something is taken back.
        shares: whether people add shares of their own to the shuffle.
        language: the language of refusals whose sender names none, and of computers' names.
        computers: the kinds of computer players that the server has, the usual one first.
        secret: 32 bytes that the room's part of the shuffles follows from; drawn at random if
            left out. Whoever knows them knows all deals.
        schemes: the classes of scoring schemes of your own, as `dumps` takes them, if the rules
            have one. They are not kept: whoever reads the room gives them again.

    Raises:
        BadRulesetError: one of them is of a wrong type or out of range; `faults` says which.
        BadRecordError: the rules' scoring is of a class that is not in `schemes`, or has a field
            that has no record.
        BadArgumentError: `schemes` are not schemes.
    """

    rules: Ruleset = attrs.field(validator=a_kind_of(Ruleset))
    room: str = attrs.field(factory=_fresh_id, converter=plain, validator=one_line(64))
    turn_ms: int = attrs.field(default=60_000, validator=whole(100, 30 * _DAY))
    grace_ms: int = attrs.field(default=15_000, validator=whole(0, _DAY))
    deal_ms: int = attrs.field(default=0, validator=whole(0, _DAY))
    answer_ms: int = attrs.field(default=30_000, validator=whole(100, _DAY))
    take_backs: TakeBacks = attrs.field(default="majority", validator=_check_take_backs)
    shares: bool = attrs.field(default=False, validator=a_kind_of(bool))
    language: str = attrs.field(default="en", converter=plain, validator=one_line(16))
    computers: tuple[str, ...] = attrs.field(default=("computer",), validator=_check_computers)
    secret: bytes = attrs.field(factory=fresh_seed, validator=_check_secret, repr=False)
    schemes: Schemes = attrs.field(
        default=NO_SCHEMES, converter=_kept, validator=_check_schemes, eq=False, repr=False
    )
