"""A table as one viewer sees it, drawn in text: seats round the table, the trick, the own hand.

`pictures` draws the same as SVG. Both take a `View` and nothing else, so they can't tell more than
its viewer has been told.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import Final, Self

import attrs

from collusion_rules.cards import Card, Cards, Seat, Suit
from collusion_rules.describing import Describable, describe, game_of, names_of
from collusion_rules.engine import playable
from collusion_rules.errors import check, check_whole
from collusion_rules.events import GameWon, PartnersRevealed, TrickWon
from collusion_rules.moves import Play
from collusion_rules.rulesets import Ruleset
from collusion_rules.state import Phase, View
from collusion_rules.texts import columns, folded, shortened
from collusion_rules.values import Value
from collusion_rules.wording import Language, language_of

_RING_FROM: Final = 60
"""The width in columns from which the seats stand round the table, not one below the other."""

_INDENT: Final = "      "


def draw_text(
    view: View,
    names: Sequence[str] | None = None,
    language: str | Language = "en",
    *,
    width: int = 80,
) -> str:
    """Draw a table as its viewer sees it, in lines of text.

    The viewer sits at the bottom, or seat 0 for a spectator; the others follow clockwise. `>` is
    before the card that was led, `*` after the one that took the trick; a rank in brackets may be
    played now.

    Args:
        view: whose table.
        names: what each seat is called, one entry a seat; by their numbers if left out.
        language: the code of one of `languages()`, or one of your own.
        width: how many columns a line may have, at least 32. Lines are folded, and long names cut
            with a mark; every card is there at any width.

    Raises:
        BadArgumentError: `view` is not a `View`, the names are not one a seat, the language is
            unknown, or the width is out of range.
    """
    check_whole("width", width, 32, 1_000)
    seen = Seen.of(view, names, language)
    lines = [line for facts in seen.heads() for line in joined(facts, seen.comma, width)]
    around = _ring(seen, width) or _rows(seen, width)
    return "\n".join(
        line.rstrip() for line in (*lines, "", *around, *_hand(seen, width), *_legend(seen, width))
    )


@attrs.frozen(eq=False)
class Seen(Value):
    """What there is to draw of a view, in words.

    Attributes:
        view: whose table.
        given: the names as they were given, if they were.
        names: what each seat is called.
        language: in which all is said.
    """

    view: View
    given: Sequence[str] | None
    names: tuple[str, ...]
    language: Language

    @classmethod
    def of(cls, view: View, names: Sequence[str] | None, language: str | Language) -> Self:
        """Look at a view.

        Raises:
            BadArgumentError: it is not one, or there are other names or languages than these.
        """
        check("view", View, view)
        spoken = language_of(language)
        called = names_of(names, view.rules.players, spoken, view.viewer)
        return cls(view, names, called, spoken)

    @property
    def rules(self) -> Ruleset:
        """What is played."""
        return self.view.rules

    @property
    def near(self) -> Seat:
        """Who sits at the bottom: the viewer, or seat 0 for a spectator."""
        return Seat(0) if self.view.viewer is None else self.view.viewer

    @property
    def hand(self) -> Cards:
        """The viewer's cards; none for a spectator."""
        return self.view.hand or Cards()

    @property
    def playable(self) -> Cards:
        """The cards that the viewer may play now."""
        return playable(self.view)

    @property
    def trick(self) -> tuple[Play, ...]:
        """The trick on the table; between tricks the last one."""
        view = self.view
        return view.trick or (view.tricks[-1] if view.tricks else ())

    @property
    def taker(self) -> Seat | None:
        """Who took that trick, if it is over."""
        takers = self.view.trick_winners
        return takers[-1] if takers and not self.view.trick else None

    def say(self, key: str, **values: object) -> str:
        """A line of the language."""
        return self.language.say("drawing", key, **values)

    def told(self, value: Describable) -> str:
        """What `describe` says of something."""
        return describe(value, self.given, self.language)

    def cards_of(self, suit: Suit) -> list[Card]:
        """The viewer's cards of a suit, each as often as they have it."""
        return [card for card in self.hand if card.suit is suit]

    @property
    def comma(self) -> str:
        """What stands between two facts in a line."""
        return self.language.tables["joints"]["comma"]

    def heads(self) -> Iterator[Sequence[str]]:
        """What stands above the table: the facts of each line."""
        view = self.view
        between = view.phase in (Phase.AWAITING_DEAL, Phase.OVER)
        deal = max(1, view.deals_played + (not between))
        yield game_of(view.rules.name, self.language), self.say("deal", deal=deal)
        facts: list[str] = []
        if not between:
            facts.append(self.say("dealt", seat=self.names[view.dealer]))
        if view.trump is not None:
            facts.append(self.say("trumps", suit=self.suit(view.trump)))
        if view.phase is Phase.PLAYING and (number := sum(view.tricks_won)) < view.rules.tricks:
            facts.append(self.say("trick", number=number + 1, tricks=view.rules.tricks))
        if facts:
            yield facts
        yield (self.now(),)
        if view.teams:
            yield (self.told(PartnersRevealed(view.teams)),)

    def suit(self, suit: Suit) -> str:
        """A suit with its pip."""
        return f"{suit.symbol} {self.language.tables['suits'][suit.name.lower()]}"

    def now(self) -> str:
        """What the table waits for."""
        view = self.view
        last, turn = view.deal_log[-1], view.to_act
        if isinstance(last, GameWon):
            return self.told(last)
        if view.phase is Phase.AWAITING_DEAL:
            return self.say("to-deal", seat=self.names[view.dealer])
        if turn is None:
            return self.say("full")
        key = "to-declare" if view.phase is Phase.DECLARING else "to-play"
        return self.say(key, seat=self.names[turn])

    def in_words(self) -> Iterator[str]:
        """All that a picture shows, for people who can't see it."""
        for seat in around(self.near, self.rules.players):
            yield self.comma.join((self.names[seat], *self.facts(seat)))
        for play in self.trick:
            yield self.told(play)
        if self.taker is not None:
            yield self.told(TrickWon(self.taker))
        if self.hand:
            yield f"{self.say('hand')} {self.told(self.hand)}"

    def marked(self) -> Mapping[Seat, str]:
        """The card of each seat in the trick, marked if it was led or took the trick."""
        return {
            play.seat: (
                f"{'>' if play is self.trick[0] else ' '} {self.told(play.card)}"
                f"{' *' if play.seat == self.taker else ''}"
            )
            for play in self.trick
        }

    def marks(self) -> Iterator[str]:
        """The marks of the trick that are there."""
        if self.trick:
            yield "led"
        if self.taker is not None:
            yield "took"

    def facts(self, seat: Seat) -> tuple[str, str]:
        """A seat's tricks and points."""
        view = self.view
        return (
            self.say("tricks", tricks=view.tricks_won[seat]),
            self.say("points", total=view.totals[seat]),
        )


def sides(players: int) -> tuple[int, int]:
    """How many seats there are to the left of the one at the bottom, and how many on top.

    As many sit to the right as to the left.
    """
    others = players - 1
    left = 0 if others == 1 else 2 if others == 7 else 1
    return left, others - 2 * left


def around(near: Seat, players: int) -> tuple[Seat, ...]:
    """The seats clockwise, from the one at the bottom."""
    return tuple(Seat((near + step) % players) for step in range(players))


def _ring(seen: Seen, width: int) -> list[str] | None:
    """The seats round the table; `None` if there is no room for that."""
    players = seen.rules.players
    left, top = sides(players)
    cell = width // max(top, 3)
    own, *others = (_cell(seen, seat) for seat in around(seen.near, players))
    if width < _RING_FROM or any(columns(line) > cell - 2 for _, *rest in others for line in rest):
        return None
    lines: list[str] = []
    for line in zip(*others[left : left + top], strict=True):
        lines.append("".join(_centred(text, width // top) for text in line))
    rights = others[left + top :]
    for one, other in zip_longest(reversed(others[:left]), rights, fillvalue=("",) * 4):
        lines.append("")
        for text, opposite in zip(one, other, strict=True):
            gap = " " * (width - 2 * cell)
            lines.append(f"{_left(text, cell)}{gap}{_right(opposite, cell)}")
    lines.append("")
    lines += [_centred(text, width) for text in own]
    return lines


def _cell(seen: Seen, seat: Seat) -> tuple[str, ...]:
    """What stands at a seat: the name, tricks and points, and the card of the trick."""
    return (seen.names[seat], *seen.facts(seat), seen.marked().get(seat, ""))


def _rows(seen: Seen, width: int) -> list[str]:
    """The seats one below the other, from the viewer's left to the viewer."""
    own, *others = around(seen.near, seen.rules.players)
    lines: list[str] = []
    for seat in (*others, own):
        card = seen.marked().get(seat, "")
        room = width - columns(_INDENT) - 2
        card += " " * max(0, len(_INDENT) + 2 - columns(card))
        lines.append(card + shortened(seen.names[seat], room))
        lines += (f"{_INDENT}  {line}" for line in joined(seen.facts(seat), seen.comma, room))
    return lines


def _hand(seen: Seen, width: int) -> Iterator[str]:
    """The viewer's cards, suit by suit; nothing for a spectator."""
    if seen.view.viewer is None or not seen.hand:
        return
    yield ""
    yield seen.say("hand")
    playable = seen.playable
    for suit in reversed(Suit):
        ranks = (
            f"[{_rank(card)}]" if card in playable else _rank(card) for card in seen.cards_of(suit)
        )
        yield from folded(f"{suit.symbol} {' '.join(ranks) or '-'}", width, indent="  ")


def _rank(card: Card) -> str:
    return "10" if card.rank.letter == "T" else card.rank.letter


def _legend(seen: Seen, width: int) -> Iterator[str]:
    """What the marks mean, of those that are there."""
    marks = [*seen.marks(), *(["playable"] if seen.playable else [])]
    if marks:
        yield ""
        yield from joined([seen.say(mark) for mark in marks], "   ", width)


def joined(facts: Sequence[str], joint: str, width: int) -> Iterator[str]:
    """Facts in as few lines as they take; a line ends after a fact if it can."""
    *others, last = facts
    line = ""
    for fact in (*(f"{fact}{joint}" for fact in others), last):
        if line and columns(f"{line}{fact}".rstrip()) > width:
            yield from folded(line.rstrip(), width)
            line = ""
        line += fact
    yield from folded(line, width)


def _left(text: str, width: int) -> str:
    cut = shortened(text, width - 2)
    return cut + " " * (width - columns(cut))


def _right(text: str, width: int) -> str:
    cut = shortened(text, width - 2)
    return " " * (width - columns(cut)) + cut


def _centred(text: str, width: int) -> str:
    cut = shortened(text, width - 2)
    before = (width - columns(cut)) // 2
    return " " * before + cut + " " * (width - before - columns(cut))


type.__setattr__(View, "__str__", draw_text)  # `state` is some floors below, and can't ask for it
