"""What several commands share: the options that they take."""

import os
import re
import secrets
from collections.abc import Callable, Sequence
from importlib import import_module
from inspect import cleandoc
from pathlib import Path
from typing import Final, TypeVar

import click

from collusion_rules.cards import Seat
from collusion_rules.describing import MOST_NAME, names_of
from collusion_rules.errors import BadDealError
from collusion_rules.extras import needed
from collusion_rules.players import PLAYERS, Player
from collusion_rules.records import Schemes
from collusion_rules.rulesets import RULESETS
from collusion_rules.scoring import Scoring
from collusion_rules.shuffling import Seed, commitment
from collusion_rules.texts import is_one_line, quotable
from collusion_rules.wording import language_of, languages

_Command = TypeVar("_Command", bound=Callable[..., None])


def parsed_seed(text: str) -> int | str:
    """Read a seed: the int that a whole number names, so that `--seed 7` is `seed=7`; or a text."""
    return int(text) if re.fullmatch(r"-?[0-9]{1,100}", text) else text


RULESET: Final = click.Choice(tuple(RULESETS))
"""The name of one of the six games."""

_DEFAULT, *_OTHERS = RULESETS


def ruleset_argument(command: _Command) -> _Command:
    """The argument RULESET: the name of one of the six games, which the help lists."""
    *others, last = _OTHERS
    names = f"RULESET is {_DEFAULT}, unless you name another: {', '.join(others)} or {last}."
    command.__doc__ = f"{cleandoc(command.__doc__ or '')}\n\n{names}"
    of_the_command = click.argument("ruleset", type=RULESET, default=_DEFAULT, metavar="[RULESET]")
    return of_the_command(command)


SEED = click.option(
    "--seed",
    type=parsed_seed,
    metavar="SEED",
    help="Get the same cards again: a number, or a text.",
)


_DRAWN: Final = 10**6
"""How many seeds there are to draw from, where one is to be typed again."""


def seed_or_drawn(seed: int | str | None, language: str, *, tell: bool) -> int | str:
    """A seed that can be one, or one that is drawn.

    Args:
        seed: what the option says; `None` if it says nothing.
        language: in which a seed that is drawn is told.
        tell: whether it is told on standard error, because nothing else will tell it.

    Raises:
        BadParameter: it can't be a seed.
    """
    check_seed(seed)
    if seed is not None:
        return seed
    drawn = secrets.randbelow(_DRAWN)
    if tell:
        click.echo(language_of(language).say("terminal", "drawn", seed=drawn), err=True)
    return drawn


def check_seed(seed: Seed | None) -> None:
    """See to it that this can be a seed.

    Raises:
        BadParameter: it can't.
    """
    try:
        commitment(0 if seed is None else seed)
    except BadDealError as error:
        raise click.BadParameter(str(error), param_hint="--seed") from error


def players_option(default: str, order: str) -> Callable[[_Command], _Command]:
    """The option --players: who else plays.

    Args:
        default: who plays if nothing is said.
        order: in which order the seats are, if there is one name for each.
    """
    return click.option(
        "--players",
        callback=_known_players,
        default=default,
        show_default=True,
        metavar="PLAYERS",
        help=f"One for all; or one each, with commas, {order}: easy, medium or strong, then "
        "-silent, -honest or -wily; or random, duck, take, middle.",
    )


def _known_players(_: object, __: object, text: str) -> str:
    """The names that the option has."""
    names = tuple(name.strip() for name in text.split(","))
    for name in names:
        if name not in PLAYERS:
            raise click.BadParameter(f"{name!r} is not one of {', '.join(PLAYERS)}")
    return ",".join(names)


def seated_players(players: str, seats: Sequence[Seat]) -> dict[Seat, Player]:
    """The computer players that the option names, at these seats.

    Raises:
        BadParameter: they are not as many.
    """
    names = _known_players(None, None, players).split(",")
    each = names * len(seats) if len(names) == 1 else names
    if len(each) != len(seats):
        raise click.BadParameter(
            f"name one player for all, or {len(seats)}, not {len(each)}", param_hint="--players"
        )
    return {seat: PLAYERS[name] for seat, name in zip(seats, each, strict=True)}


LANGUAGE = click.option(
    "--language",
    type=click.Choice(tuple(languages())),
    default="en",
    show_default=True,
    help="The language in which events, scores and refusals are told.",
)

NAMES = click.option(
    "--names", metavar="NAMES", help="What to call the seats, with commas between the names."
)


def numbered_seats(players: int, language: str, own: Seat | None = None) -> tuple[str, ...]:
    """What to call the seats by their numbers, the person's own as such."""
    called = names_of(None, players, language_of(language), own)
    return tuple(name[0].upper() + name[1:] for name in called)


def seat_names(names: str | None, players: int, language: str) -> tuple[str, ...]:
    """What to call the seats: as the option says, or by their numbers."""
    if names is None:
        return numbered_seats(players, language)
    called = tuple(name.strip() for name in names.split(","))
    for name in called:
        if not is_one_line(name, MOST_NAME):
            raise click.BadParameter(
                f"a name has 1 to {MOST_NAME} characters in one line, none of them hidden",
                param_hint="--names",
            )
    if len(called) != players:
        raise click.BadParameter(
            f"{players} names are needed, not {len(called)}", param_hint="--names"
        )
    return tuple(map(quotable, called))


def _loaded_schemes(_: object, __: object, given: tuple[str, ...]) -> Schemes:
    """The classes that the option names."""
    found: dict[str, type[Scoring]] = {}
    for text in given:
        name, equals, place = text.partition("=")
        module, colon, kind = place.partition(":")
        if not (name and equals and module and colon and kind):
            raise click.BadParameter(f"write NAME=MODULE:CLASS, not {text}")
        try:
            found[name] = getattr(import_module(module), kind)
        except (ImportError, AttributeError, TypeError, ValueError) as error:
            raise click.BadParameter(f"{place} is not there: {error}") from None
    return found


_PICTURES: Final = (".eps", ".jpeg", ".jpg", ".pdf", ".png", ".ps", ".svg", ".tif", ".webp")


def _drawable(_: object, __: object, text: str | None) -> str | None:
    """A file that can be drawn; looked at before the work, not after it."""
    if text is None:
        return None
    file = Path(text)
    if file.suffix.lower() not in _PICTURES:
        raise click.BadParameter(f"the name must end in one of {', '.join(_PICTURES)}")
    if not os.access(file if file.exists() else file.parent, os.W_OK):
        raise click.BadParameter(f"{text} can't be written")
    needed("matplotlib", "plot")
    return text


PICTURE = click.option(
    "--plot",
    "picture",
    type=click.Path(dir_okay=False),
    callback=_drawable,
    metavar="FILE",
    help="Draw it, with English words.",
)

SCHEMES = click.option(
    "--scheme",
    "schemes",
    multiple=True,
    callback=_loaded_schemes,
    metavar="NAME=MODULE:CLASS",
    help="The class of a scoring scheme that the record has under this name. Its code is run.",
)
