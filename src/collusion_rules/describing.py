"""Saying what there is to say in a person's language: what happens, what is held, what is wrong."""

from collections.abc import Hashable, Iterable, Sequence
from functools import cache, lru_cache
from types import UnionType
from typing import Final, TypeAlias, TypeVar, assert_never, cast, get_args

import attrs

from collusion_rules.because import Because
from collusion_rules.cards import CARDS, Card, Cards, FaceDown, Hand, Rank, Seat, Suit
from collusion_rules.errors import (
    CollusionError,
    ErrorCode,
    Fault,
    bad_argument,
    check,
    excerpt,
    spell,
)
from collusion_rules.events import (
    DealScored,
    Dealt,
    Event,
    GameStarted,
    GameWon,
    PartnersRevealed,
    TrickWon,
)
from collusion_rules.knowledge import Pact, Standing
from collusion_rules.motives import Motive, Why
from collusion_rules.moves import (
    MOST_PLAYERS,
    MOST_WORDS,
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
from collusion_rules.partnerships import Teams
from collusion_rules.plurals import counted
from collusion_rules.rulesets import Ruleset
from collusion_rules.scoring import DealScore, Reason, ScoreLine
from collusion_rules.texts import is_one_line, plain, quotable
from collusion_rules.values import Value
from collusion_rules.wording import SEATS, Language, having, language_of

Describable: TypeAlias = (
    Event
    | Statement
    | ScoreLine
    | Fault
    | CollusionError
    | Why
    | Card
    | Hand
    | Standing
    | Pact
    | Ruleset
)
"""What `describe` has words for; a `Move` is an event too, and `Cards` are a hand."""

MOST_NAME: Final = 100


def describe(
    event: Describable,
    names: Sequence[str] | None = None,
    language: str | Language = "en",
    *,
    honorific: bool = False,
) -> str:
    """Say in one line, for a person, what happened, was said, was scored or went wrong.

    Args:
        event: an event or a move, as the log of a game or of a view has it; a statement; a score
            line; an error, or one of its faults; a card, a hand, a standing, a pact, a ruleset.
        names: what the line calls each seat, one entry a seat, of 1 to 100 characters in one line;
            left out, seats are called by their numbers.
        language: the code of one of `languages()`, or one of your own.
        honorific: whether the names are called as the language is polite to people: in Japanese,
            さん follows each. English has nothing of the kind.

    Raises:
        BadArgumentError: `event` is nothing of that kind or holds something of a wrong type, it
            needs more or fewer names, one of them is not a name, or the language is unknown.
    """
    spoken = language_of(language)
    check("honorific", bool, honorific)
    shown = None if names is None else _shown(names)
    if honorific and shown is not None:
        shown = tuple(spoken.say("parts", "honoured", name=name) for name in shown)
    known = event if isinstance(event, CollusionError) else _is_a(Describable, event)
    return _Speaker(spoken, shown).line(known)


def game_of(name: str, language: Language) -> str:
    """What a game is called: ours have names for people, others are called as they are."""
    ours = language.tables["rulesets"]
    return ours[name] if name in ours else quotable(name)


def names_of(
    names: Sequence[str] | None, players: int, language: Language, viewer: Seat | None = None
) -> tuple[str, ...]:
    """What each seat is called; without names by its number, the viewer's own as such.

    Raises:
        BadArgumentError: there are more or fewer names, or one of them is not a name.
    """
    if names is None:
        return tuple(
            language.say("parts", "seat-you" if seat == viewer else "seat", number=seat)
            for seat in range(players)
        )
    shown = _shown(names)
    if len(shown) != players:
        raise bad_argument("names", f"{counted(players, 'names')}, one a seat", len(shown))
    return shown


def _shown(names: Sequence[str]) -> tuple[str, ...]:
    """Names as they can stand in a line."""
    if isinstance(names, str) or not isinstance(names, Sequence):
        raise bad_argument("names", "one name a seat", names)
    called = tuple(map(plain, names))  # looked at once
    for name in called:
        if not is_one_line(name, MOST_NAME):
            expected = f"names of 1 to {MOST_NAME} characters in one line, none of them hidden"
            raise bad_argument("names", expected, name)
    return tuple(map(quotable, called))


_T = TypeVar("_T")


def _is_a(kind: type[_T] | UnionType, value: _T) -> _T:
    """The value, if it is what its annotation says: events are plain values, made by anybody."""
    if type(value) is kind or type(value) in _types(cast("Hashable", kind)):
        return value
    raise bad_argument("event", "something that can be described", value)


@cache
def _types(kind: object) -> frozenset[object]:
    """The classes of an annotation; what is of a subclass may be anything."""
    return frozenset(get_args(kind) or (kind,))


def _entries(value: object) -> tuple[object, ...]:
    """The entries of a tuple; anything else is the only entry."""
    return value if isinstance(value, tuple) else (value,)  # pyright: ignore[reportUnknownVariableType] -- a tuple of anything


def _signed(points: int) -> str:
    sign = "+" if _is_a(int, points) >= 0 else ""
    return sign + excerpt(points)


@attrs.frozen
class _Speaker(Value):
    """Somebody who speaks a language and knows everybody's name, or calls seats by numbers."""

    language: Language
    names: tuple[str, ...] | None

    def line(self, event: Describable) -> str:
        """Say one thing."""
        match event:
            case CollusionError():
                return self._fault(event.fault)
            case Fault():
                return self._fault(event)
            case Why():
                return self._motive(event)
            case ScoreLine():
                return self._score_line(event)
            case Play() | Declaration() | Talk() | Accusation():
                return self._move(event)
            case GameStarted() | Dealt() | DealScored() | GameWon():
                return self._deal_or_game(event)
            case TrickWon(seat):
                return self._say("events", "trick-won", seat=self._name(seat))
            case PartnersRevealed(teams):
                return self._revealed(teams)
            case Card() | Cards() | FaceDown() | Standing() | Pact() | Ruleset():
                return self._thing(event)
            case _:
                return self._statement(event)

    def _thing(self, thing: Card | Hand | Standing | Pact | Ruleset) -> str:
        """Say what something is that does not happen."""
        match thing:
            case Card() | Cards():
                return self._text(thing)
            case FaceDown(count):
                return self._say("parts", "face-down", count=_is_a(int, count))
            case Standing(place, seat, total):
                return self._say(
                    "parts",
                    "standing",
                    place=_is_a(int, place),
                    seat=self._name(seat),
                    total=_is_a(int, total),
                )
            case Pact(by, to, tricks, agreed):
                key = "pact-agreed" if _is_a(bool, agreed) else "pact-offered"
                by_name, to_name = self._name(by), self._name(to)
                return self._say(
                    "parts", key, seat=by_name, other=to_name, tricks=_is_a(int, tricks)
                )
            case Ruleset():
                return self._say(
                    "parts",
                    "ruleset",
                    ruleset=self._ruleset(thing.name),
                    players=thing.players,
                    tricks=thing.tricks,
                )
            case _:
                assert_never(thing)

    def _move(self, move: Move) -> str:
        name = self._name(move.seat)
        match move:
            case Play(_, card):
                return self._say("events", "play", seat=name, card=_is_a(Card, card))
            case Declaration(_, suit):
                return self._say("events", "declaration", seat=name, suit=_is_a(Suit, suit))
            case Talk(_, statement):
                said = quotable(self._statement(_is_a(Statement, statement)))
                return self._say("events", "talk", seat=name, statement=said)
            case Accusation(_, suspects):
                return self._say("events", "accusation", seat=name, suspects=self._named(suspects))
            case _:
                assert_never(move)

    def _statement(self, statement: Statement) -> str:
        match statement:
            case Aim(tricks):
                return self._say("statements", "aim", tricks=_is_a(int, tricks))
            case NoMore():
                return self._say("statements", "no-more")
            case AskAim(tricks):
                return self._say("statements", "ask-aim", tricks=_is_a(int, tricks))
            case AskMore(seat):
                return self._say("statements", "ask-more", seat=self._name(seat))
            case AskLead(suit, height):
                return self._asked_lead(suit, height)
            case AskNotLead(suit):
                return self._say("statements", "ask-not-lead", suit=_is_a(Suit, suit))
            case AskWhatToLead(seat):
                return self._say("statements", "ask-what-to-lead", seat=self._name(seat))
            case AskWhatNotToLead(seat):
                return self._say("statements", "ask-what-not-to-lead", seat=self._name(seat))
            case OfferLead(seat):
                return self._say("statements", "offer-lead", seat=self._name(seat))
            case Offer(seat, tricks):
                return self._say(
                    "statements", "offer", seat=self._name(seat), tricks=_is_a(int, tricks)
                )
            case Agree(seat, tricks):
                return self._say(
                    "statements", "agree", seat=self._name(seat), tricks=_is_a(int, tricks)
                )
            case Retract():
                return self._say("statements", "retract")
            case Words(text):
                if is_one_line(text, MOST_WORDS):
                    return text
                expected = f"words of 1 to {MOST_WORDS} characters in one line, none of them hidden"
                raise bad_argument("event", expected, text)
            case _:
                assert_never(statement)

    def _asked_lead(self, suit: Suit | None, height: Height | None) -> str:
        asked: dict[str, object] = {}
        if suit is not None:
            asked["suit"] = _is_a(Suit, suit)
        if height is not None:
            asked["height"] = _is_a(Height, height)
        return self._say("statements", "-".join(("ask-lead", *asked)), **asked)

    def _deal_or_game(self, event: GameStarted | Dealt | DealScored | GameWon) -> str:
        match event:
            case GameStarted(rules, dealer):
                self._check_seats(_is_a(Ruleset, rules).players)
                return self._say(
                    "events",
                    "game-started",
                    ruleset=self._ruleset(rules.name),
                    dealer=self._name(dealer),
                )
            case Dealt(dealer, hands):
                self._check_seats(len(_is_a(tuple, hands)))
                shown = self._listed(map(self._hand, *self._each(hands)))
                return self._say("events", "dealt", dealer=self._name(dealer), hands=shown)
            case DealScored(score):
                return self._scored(_is_a(DealScore, score))
            case GameWon(winners):
                return self._say("events", "game-won", winners=self._named(winners))
            case _:
                assert_never(event)

    def _hand(self, name: str, hand: Hand) -> str:
        if isinstance(_is_a(Hand, hand), Cards):
            return self._say("parts", "hand", seat=name, cards=hand)
        return self._say("parts", "hand-face-down", seat=name, count=_is_a(int, hand.count))

    def _revealed(self, teams: Teams) -> str:
        sides = [self._named(team) for team in _is_a(tuple, teams)]
        self._check_seats(sum(map(len, teams)))
        if len(sides) != 2:
            return self._say("events", "teams-revealed", teams=self._listed(sides))
        key = "soloist-revealed" if len(teams[0]) == 1 else "partners-revealed"
        return self._say("events", key, partners=sides[0], opponents=sides[1])

    def _scored(self, score: DealScore) -> str:
        for numbers in (score.points, score.totals):
            self._check_seats(len(_is_a(tuple, numbers)))
        seats, points = self._each(score.points)
        scores = map(self._score, seats, points, score.totals)
        return self._say("events", "deal-scored", scores=self._listed(scores))

    def _score(self, name: str, points: int, total: int) -> str:
        return self._say(
            "parts", "score", seat=name, points=_signed(points), total=_is_a(int, total)
        )

    def _score_line(self, line: ScoreLine) -> str:
        reason = _is_a(Reason | Because, line.reason)
        return self._say(
            "parts",
            "score-line" if reason.rule else "score-line-without-rule",
            seat=self._name(line.seat),
            reason=self._why(reason, _is_a(int, line.tricks), line.others),
            points=_signed(line.points),
            rule=reason.rule,
        )

    def _why(self, reason: Reason | Because, tricks: int, others: Sequence[Seat]) -> str:
        """Why a seat gets points; a reason of one's own in English, if it isn't translated."""
        if isinstance(reason, Reason):
            return self._say("reasons", reason, tricks=tricks, others=self._named(others))
        own = dict(reason.translations).get(self.language.code)
        speaker = self if own is not None else _Speaker(language_of("en"), self.names)
        template = reason.template if own is None else own
        return speaker._filled(template, tricks=tricks, others=speaker._named(others))

    def _fault(self, wrong: Fault) -> str:
        expected = "a fault of a known code with all its parameters"
        return self._filled_in("errors", _is_a(ErrorCode, wrong.code), wrong, expected)

    def _motive(self, told: Why) -> str:
        """Why somebody moved; in English, if the language has no words for it."""
        expected = "a reason of a known motive with all its parameters"
        motive = _is_a(Motive, told.motive)
        speaker = _Speaker(having(self.language, "motives"), self.names)
        return speaker._filled_in("motives", motive, told, expected)

    def _filled_in(self, group: str, code: str, told: Fault | Why, expected: str) -> str:
        """A code in words, with its parameters."""
        try:
            parameters = {
                name: self._parameter(name, value) for name, value in told.parameters.items()
            }
            return self._say(group, code, **parameters)
        except (
            KeyError,
            RecursionError,
            TypeError,
            ValueError,
        ) as error:  # put together by hand, and wrongly
            raise bad_argument("event", expected, told) from error

    def _parameter(self, name: str, value: object) -> object:
        """A parameter of an error; seats by their names, as far as there are such seats."""
        if name in SEATS:
            return self._joined([self._called(seat) for seat in _entries(value)])
        if name == "faults":
            return self.language.tables["joints"]["faults"].join(map(self._text, _entries(value)))
        if name == "ruleset":
            return self._ruleset(value)
        return self.language.phrase(value) if type(value) is str else value

    def _ruleset(self, name: object) -> object:
        """What a game is called."""
        return game_of(name, self.language) if type(name) is str else name

    def _called(self, seat: object) -> str:
        """A seat that a refused move or deal may have made up: by its number if it has no name."""
        if self.names is not None and type(seat) is int and 0 <= seat < len(self.names):
            return self.names[seat]
        return self._say("parts", "seat", number=seat)

    def _name(self, seat: Seat) -> str:
        names = _numbers(self.language) if self.names is None else self.names
        if 0 <= _is_a(int, seat) < len(names):
            return names[seat]
        expected = f"one name a seat, also for seat {excerpt(seat)}"
        raise bad_argument("names", expected, self.names if self.names is None else len(names))

    def _each(self, entries: Sequence[_T]) -> tuple[list[str], Sequence[_T]]:
        """What there is one entry a seat of, after the names of the seats."""
        return [self._name(Seat(seat)) for seat in range(len(entries))], entries

    def _named(self, seats: Sequence[Seat]) -> str:
        return self._joined([self._name(seat) for seat in _is_a(tuple, seats)])

    def _joined(self, entries: Sequence[str]) -> str:
        """The entries as a list with `and` before the last of them."""
        if not entries:
            return self.language.tables["parts"]["nobody"]
        joints = self.language.tables["joints"]
        *others, last = entries
        joint = joints["pair"] if len(others) == 1 else joints["last"]
        return joint.join((joints["comma"].join(others), last)) if others else last

    def _listed(self, entries: Iterable[str]) -> str:
        return self.language.tables["joints"]["comma"].join(entries)

    def _check_seats(self, count: int) -> None:
        if self.names is not None and len(self.names) != count:
            raise bad_argument("names", f"{counted(count, 'names')}, one a seat", len(self.names))

    def _say(self, group: str, key: str, /, **values: object) -> str:
        """Fill in a template of the language."""
        return self._filled(self.language.tables[group][key], **values)

    def _filled(self, template: str, /, **values: object) -> str:
        """Fill in a template, in the singular where a number is 1."""
        template = self.language.counted(template, values)
        return template.format(**{name: self._text(value) for name, value in values.items()})

    @property
    def _cards(self) -> tuple[str, ...]:
        """Each card of a pack in the language, by its number."""
        return _card_texts(self.language.tables["parts"]["card"])

    def _text(self, value: object) -> str:
        """A value as people read it."""
        if type(value) is str:
            return value
        match value:
            case Suit():
                return self.language.tables["suits"][value.name.lower()]
            case Rank():
                return having(self.language, "ranks").tables["ranks"][value.name.lower()]
            case Height():
                return self.language.tables["heights"][value.value]
            case Card():
                return self._cards[value.number]
            case Cards():
                texts = self._cards
                cards = " ".join([texts[card.number] for card in value])
                return cards or self.language.tables["parts"]["no-cards"]
            case Fault():
                return self._fault(value)
            case int():
                return self.language.phrase(excerpt(value))
            case tuple():
                return self._listed(map(self._text, _entries(value)))  # pyright: ignore[reportUnknownArgumentType] -- a tuple of anything
            case _:
                return spell(value)


@lru_cache(maxsize=16)
def _numbers(language: Language) -> tuple[str, ...]:
    """What each seat is called that has no name."""
    return names_of(None, MOST_PLAYERS, language)


@lru_cache(maxsize=16)
def _card_texts(template: str) -> tuple[str, ...]:
    """Each card of a pack, by its number, as a template writes it."""
    return tuple(
        template.format(
            rank="10" if card.rank is Rank.TEN else card.rank.letter, pip=card.suit.symbol
        )
        for card in CARDS
    )
