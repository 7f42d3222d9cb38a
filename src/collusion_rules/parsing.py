"""What a person types or says at the table, as a move: cards, trumps, statements, accusations."""

import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import Final, cast

import attrs

from collusion_rules.cards import Card, Rank, Seat, Suit
from collusion_rules.describing import describe, names_of
from collusion_rules.engine import is_legal, legal_moves
from collusion_rules.errors import (
    ErrorCode,
    Fault,
    IllegalMoveError,
    NotUnderstoodError,
    bad_argument,
    check,
    excerpt,
)
from collusion_rules.judging import refusal
from collusion_rules.moves import (
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
from collusion_rules.state import Phase, View
from collusion_rules.texts import is_one_line, plain, quotable, shortened
from collusion_rules.values import Value
from collusion_rules.wording import Language, language_of

Parts = Mapping[str, str]
"""What stood for the words in braces of a pattern, as it was said."""

_COMMANDS: Final[Mapping[str, str]] = {
    "aim": "aim {tricks}",
    "no-more": "no-more",
    "ask-aim": "ask-aim {tricks}",
    "ask-more": "ask-more {seat}",
    "ask-lead": "ask-lead",
    "ask-lead-suit": "ask-lead {suit}",
    "ask-lead-height": "ask-lead {height}",
    "ask-lead-suit-height": "ask-lead {suit} {height}",
    "ask-not-lead": "ask-not-lead {suit}",
    "ask-what-to-lead": "ask-what-to-lead {seat}",
    "ask-what-not-to-lead": "ask-what-not-to-lead {seat}",
    "offer-lead": "offer-lead {seat}",
    "offer": "offer {seat} {tricks}",
    "agree": "agree {seat} {tricks}",
    "retract": "retract",
}
"""A short way to say each statement, the same in every language."""

_ACCUSE: Final = "accuse {suspect} {other}"
_CARDS: Final = ("{rank}{suit}", "{suit}{rank}", "{rank} {suit}", "{suit} {rank}")
"""The ways to say a card in every language."""

_RANKS: Final = {rank.name.lower(): rank for rank in Rank}
_QUOTES: Final = ("“”", "「」", "『』", '""', "''", "‘’", "«»")
_LONGEST: Final = 2 * MOST_WORDS
"""How many characters are looked at: free text, and what is around it."""


def parse_move(
    text: str,
    view: View,
    language: str | Language = "en",
    names: Sequence[str] | None = None,
) -> Move:
    """Read what the viewer of a table types or says. Whether the rules allow it is not asked.

    It may be a card (`AS`, `10 of hearts`, ハートの10), a trump suit, an accusation, or any typed
    statement: as people say it, exactly as `describe` says it, or as a short command. Free text
    must begin with `say` or stand in quotation marks; a card by itself is never taken for talk.

    Args:
        text: what was typed; the form of its characters and punctuation make no difference.
        view: the table as the person who typed it sees it.
        language: the code of one of `languages()`, or one of your own.
        names: what each seat is called, one entry a seat; by their numbers if left out.

    Raises:
        NotUnderstoodError: it is none of these; the error shows up to three things that could be
            said now.
        IllegalMoveError: it is none of these, and nothing could be said now.
        BadArgumentError: `text` is not text, `view` is not the view of a seat, the names are not
            one a seat, or the language is unknown.
    """
    check("view", View, view)
    if view.viewer is None:
        raise bad_argument("view", "a View of a seat", view)
    if not isinstance(text, str):
        raise bad_argument("text", "text", text)
    text = plain(text)
    listener = _Listener.of(view, view.viewer, language_of(language), names)
    move = listener.move(text) if len(text) <= _LONGEST else None
    if move is None:
        raise listener.not_understood(text)
    return move


@attrs.frozen(eq=False)
class _Listener(Value):
    """Somebody who knows a language, and who is who at a table.

    Attributes:
        view: the table.
        speaker: who speaks.
        language: in which.
        given: the names as they were given, if they were.
        seats: each seat by what it may be called.
    """

    view: View
    speaker: Seat
    language: Language
    given: Sequence[str] | None
    seats: Mapping[str, Seat]

    @classmethod
    def of(
        cls, view: View, speaker: Seat, language: Language, names: Sequence[str] | None
    ) -> "_Listener":
        """Somebody who listens at a table."""
        players = view.rules.players
        called = names_of(names, players, language)
        seats: dict[str, Seat] = {}
        for seat in range(players):
            for name in (str(seat), language.say("parts", "seat", number=seat)):
                seats[_heard(name)] = Seat(seat)
        heard = tuple(map(_heard, called))
        for seat, (name, own) in enumerate(zip(called, heard, strict=True)):
            if own and heard.count(own) == 1:
                honoured = _heard(language.say("parts", "honoured", name=name))
                seats[own] = seats[honoured] = Seat(seat)
        return cls(view, speaker, language, names, seats)

    def move(self, text: str) -> Move | None:
        """The move that a text means; `None` if it is not understood."""
        if (said := self._quoted(text.strip())) is not None:
            statement = self._said(said)
            return statement and Talk(self.speaker, statement)
        heard = _heard(text)
        if card := self._card(heard):
            return Play(self.speaker, card)
        if suit := self._trump(heard):
            return Declaration(self.speaker, suit)
        if suspects := self._suspects(heard):
            return Accusation(self.speaker, suspects)
        statement = self._statement(heard)
        return statement and Talk(self.speaker, statement)

    def _card(self, heard: str) -> Card | None:
        for pattern in (*self._patterns("heard", "play"), *self._patterns("events", "play")):
            parts = self._matched(pattern, heard)
            if parts is not None and (card := self._as_card(parts["card"])):
                return card
        return self._as_card(heard)

    def _as_card(self, heard: str) -> Card | None:
        for pattern in (*_CARDS, *self._patterns("heard", "card")):
            parts = self._matched(pattern, heard)
            if parts is not None:
                return Card(_RANKS[self._key("ranks", parts["rank"])], self._suit(parts["suit"]))
        return None

    def _trump(self, heard: str) -> Suit | None:
        patterns = [
            *self._patterns("heard", "declaration"),
            *self._patterns("events", "declaration"),
        ]
        if self.view.phase is Phase.DECLARING:
            patterns.append("{suit}")
        for pattern in patterns:
            parts = self._matched(pattern, heard)
            if parts is not None:
                return self._suit(parts["suit"])
        return None

    def _suspects(self, heard: str) -> tuple[Seat, ...] | None:
        for pattern in (
            _ACCUSE,
            *self._patterns("heard", "accusation"),
            *self._patterns("events", "accusation"),
        ):
            parts = self._matched(pattern, heard)
            if parts is not None:
                return self.seats[parts["suspect"]], self.seats[parts["other"]]
        return None

    def _statement(self, heard: str) -> Statement | None:
        for key, made in _MADE.items():
            patterns = (
                _COMMANDS[key],
                *self._patterns("statements", key),
                *self._patterns("heard", key),
            )
            for pattern in patterns:
                parts = self._matched(pattern, heard)
                if parts is not None:
                    return made(self, parts)
        return None

    def _said(self, said: str) -> Statement | None:
        """What is said aloud: a typed statement, or free text that is not a card by itself."""
        heard = _heard(said)
        if self._card(heard):
            return None
        return self._statement(heard) or (Words(said) if said else None)

    def _quoted(self, text: str) -> str | None:
        """What stands in quotation marks, or after a word for saying; `None` without them."""
        name = names_of(self.given, self.view.rules.players, self.language)[self.speaker]
        talk = self.language.say("events", "talk", seat=name, statement="\0").split("\0")
        for before, after in (talk, *_QUOTES):
            if len(text) > len(before + after) and text.startswith(before) and text.endswith(after):
                return text[len(before) : len(text) - len(after)].strip()
        for word in self._patterns("heard", "say"):
            said = text[len(word) :]
            if text[: len(word)].casefold() == word and not said[:1].isalnum():
                return said.lstrip(" :：\u3000")
        return None

    def _patterns(self, table: str, key: str) -> Iterator[str]:
        """The ways of saying something, as the language has them."""
        if table == "events" and key == "accusation":
            yield self._accused()
            return
        for line in self.language.tables.get(table, {}).get(key, "").split(" | "):
            if line:
                yield line
                if (singular := self.language.counted(line, {"tricks": 1})) != line:
                    yield singular

    def _accused(self) -> str:
        """An accusation as `describe` has it, of two."""
        pair = self.language.tables["joints"]["pair"].join(("{suspect}", "{other}"))
        return self.language.tables["events"]["accusation"].replace("{suspects}", pair)

    def _matched(self, pattern: str, heard: str) -> Parts | None:
        """What stands for the words in braces of a pattern, if this is what was said."""
        everybody = tuple(self.seats)
        events = self.language.tables["events"]
        tells_of_speaker = pattern in (events["play"], events["declaration"], self._accused())
        own = (name for name in everybody if self.seats[name] == self.speaker)
        whose = tuple(own) if tells_of_speaker else everybody
        match = _pattern(self.language, pattern, whose, everybody).fullmatch(heard)
        return None if match is None else match.groupdict()

    def _key(self, kind: str, heard: str) -> str:
        return _words(self.language, kind)[heard]

    def _suit(self, heard: str) -> Suit:
        return Suit[self._key("suits", heard).upper()]

    def height(self, parts: Parts) -> Height:
        """The height that was said."""
        return Height(self._key("heights", parts["height"]))

    def suit(self, parts: Parts) -> Suit:
        """The suit that was said."""
        return self._suit(parts["suit"])

    def seat(self, parts: Parts) -> Seat:
        """The seat that was said."""
        return self.seats[parts["seat"]]

    def tricks(self, parts: Parts) -> int:
        """The number of tricks that was said."""
        said = parts["tricks"]
        return int(said) if said.isdecimal() else int(self._key("numbers", said))

    def not_understood(self, text: str) -> NotUnderstoodError | IllegalMoveError:
        """The error of a text that is not understood."""
        examples = tuple(self._examples())[:3]
        if not examples:  # then it is not the time to play either
            held = Play(self.speaker, Card(Rank.ACE, Suit.SPADES))
            wrong = cast("Fault", refusal(self.view, held))
            return IllegalMoveError(wrong.code, text, **wrong.parameters)
        shown = quotable(shortened(text, 60)) if is_one_line(text, _LONGEST) else excerpt(text)
        said = self.language.tables["joints"]
        quoted = (self.language.say("joints", "said", text=example) for example in examples)
        wanted = ErrorCode.NOT_UNDERSTOOD
        return NotUnderstoodError(wanted, text=shown, examples=said["comma"].join(quoted))

    def _examples(self) -> Iterator[str]:
        """Things that could be said now, most useful first."""
        moves = legal_moves(self.view, self.speaker)
        talk: list[Statement] = [
            Aim(-(-self.view.rules.tricks // self.view.rules.players)),
            NoMore(),
        ]
        allowed = [made for made in talk if is_legal(self.view, Talk(self.speaker, made))]
        chosen = moves[:1] if allowed else moves[:3]
        for move in chosen:
            match move:
                case Play(_, card):
                    yield self._told(card)
                case Declaration(_, suit):
                    yield self.language.tables["suits"][suit.name.lower()]
                case _:
                    yield describe(move, self.given, self.language)
        for statement in allowed:
            yield self._told(statement)
        if not chosen and allowed:
            yield self._told(AskLead())

    def _told(self, value: Card | Statement) -> str:
        return describe(value, self.given, self.language)


_MADE: Final[Mapping[str, Callable[[_Listener, Parts], Statement]]] = {
    "aim": lambda heard, parts: Aim(heard.tricks(parts)),
    "no-more": lambda _heard, _parts: NoMore(),
    "ask-aim": lambda heard, parts: AskAim(heard.tricks(parts)),
    "ask-more": lambda heard, parts: AskMore(heard.seat(parts)),
    "ask-lead": lambda _heard, _parts: AskLead(),
    "ask-lead-height": lambda heard, parts: AskLead(None, heard.height(parts)),
    "ask-lead-suit": lambda heard, parts: AskLead(heard.suit(parts)),
    "ask-lead-suit-height": lambda heard, parts: AskLead(heard.suit(parts), heard.height(parts)),
    "ask-not-lead": lambda heard, parts: AskNotLead(heard.suit(parts)),
    "ask-what-to-lead": lambda heard, parts: AskWhatToLead(heard.seat(parts)),
    "ask-what-not-to-lead": lambda heard, parts: AskWhatNotToLead(heard.seat(parts)),
    "offer-lead": lambda heard, parts: OfferLead(heard.seat(parts)),
    "offer": lambda heard, parts: Offer(heard.seat(parts), heard.tricks(parts)),
    "agree": lambda heard, parts: Agree(heard.seat(parts), heard.tricks(parts)),
    "retract": lambda _heard, _parts: Retract(),
}
"""By the key of its line in a language: how a statement is made of what was said."""

_SILENT: Final = str.maketrans(
    dict.fromkeys("'’‘`\ufe0e\ufe0f\u2068\u2069", "")
    | dict.fromkeys('.,!?;:"“”«»()。、・「」『』|', " ")
)
"""What makes no difference: signs that are left out, and signs that are blanks."""


def _heard(text: str) -> str:
    """A text without what is not heard: case, width, punctuation, blanks beside wide letters."""
    folded = unicodedata.normalize("NFKC", text.translate(_SILENT)).casefold().translate(_SILENT)
    words = " ".join(folded.split())
    return re.sub(r"(?<=[^\x00-\x7f]) | (?=[^\x00-\x7f])", "", words)


@cache
def _words(language: Language, kind: str) -> Mapping[str, str]:
    """The words of a kind, each with the key that it stands for."""
    found: dict[str, str] = {}
    if kind == "suits":
        for suit, open_pip in zip(Suit, "♧♢♡♤", strict=True):
            ways = (suit.value.lower(), suit.symbol, open_pip, suit.name.lower())
            found |= dict.fromkeys(ways, suit.name.lower())
    if kind == "ranks":
        for rank in Rank:
            letters = (rank.letter.lower(), *(("10",) if rank is Rank.TEN else ()))
            found |= dict.fromkeys(letters, rank.name.lower())
    if kind == "heights":
        found |= {height.value: height.value for height in Height}
    own = language.tables.get(kind, {})
    for table in (own, language.tables.get(f"heard-{kind}", {})):
        for key, texts in table.items():
            found |= dict.fromkeys(map(_heard, texts.split(" | ")), key)
    return found


@cache
def _pattern(
    language: Language, pattern: str, seats: tuple[str, ...], names: tuple[str, ...]
) -> re.Pattern[str]:
    """A way of saying something, as a pattern of what is heard."""
    words: dict[str, Sequence[str]] = {
        "suit": tuple(_words(language, "suits")),
        "rank": tuple(_words(language, "ranks")),
        "height": tuple(_words(language, "heights")),
        "tricks": tuple(_words(language, "numbers")),
        "seat": seats,
        "suspect": names,
        "other": names,
    }
    heard = re.split("\x01(\\w+)\x02", _heard(re.sub(r"\{(\w+)\}", "\x01\\1\x02", pattern)))
    made = ""
    for literal, part in zip(heard[::2], (*heard[1::2], ""), strict=True):
        before = _GAP if literal.startswith(" ") else ""
        after = _GAP if literal.endswith(" ") and literal.strip() else ""
        made += before + re.escape(literal.strip()) + after
        if part:
            ways = sorted(words.get(part, ()), key=len, reverse=True)
            others = {"card": [".+"], "tricks": ["[0-9]{1,3}"]}.get(part, [])
            made += f"(?P<{part}>{'|'.join((*others, *map(re.escape, ways)))})"
    return re.compile(made)


_GAP: Final = r"(?: |(?<=[^\x00-\x7f])|(?=[^\x00-\x7f]))"
"""A blank, which is not heard beside a wide letter."""
