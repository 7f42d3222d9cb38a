"""Deals that are arranged beforehand, so that a test can say who takes each trick."""

from collections.abc import Callable, Iterator, Sequence

import attrs

import collusion_rules as cr

ROWS = ("AJ85", "KT74", "Q963")
"""The ranks of the three tricks in which a suit is led; the twos are left for the last trick."""


def cards(*texts: str) -> list[cr.Cards]:
    """Hands from text, one a seat."""
    return [cr.Cards.parse(text) for text in texts]


def dealt(rules: cr.Ruleset, *texts: str, dealer: int = 3) -> cr.Game:
    """A fresh game with these hands; seat 0 leads, if nothing else is said."""
    return cr.deal(cr.new_game(rules, cr.Seat(dealer)), hands=cards(*texts))


def play(game: cr.Game, *texts: str) -> cr.Game:
    """Play cards, each by the seat on turn."""
    for text in texts:
        assert game.to_act is not None
        game = cr.play(game, cr.Play(game.to_act, cr.Card.parse(text)))
    return game


def a_play(seat: int, text: str) -> cr.Play:
    """A card played by a seat."""
    return cr.Play(cr.Seat(seat), cr.Card.parse(text))


def plays(seats: Sequence[int], *texts: str) -> list[cr.Play]:
    """Cards played by these seats in turn."""
    return [a_play(seat, text) for seat, text in zip(seats, texts, strict=True)]


def refused(game: cr.Game, move: cr.Move) -> cr.ErrorCode | None:
    """The code with which a move is refused; `None` if it is legal."""
    try:
        cr.play(game, move)
    except cr.IllegalMoveError as error:
        return error.code
    return None


@attrs.frozen
class NoScoring:
    """A scheme of one's own, of which the library knows nothing."""

    def ruleset_faults(self, players: int, tricks: int, partnership: object) -> Iterator[cr.Fault]:
        return iter(())

    def outcome_faults(self, outcome: cr.Outcome) -> Iterator[cr.Fault]:
        return iter(())

    def lines(self, outcome: cr.Outcome, totals: Sequence[int]) -> Iterator[cr.ScoreLine]:
        return iter(())

    def ends(self, totals: Sequence[int], deals_played: int) -> bool:
        return False


@attrs.frozen
class ToldScoring(NoScoring):
    """One that can say what its rules are."""

    def rules(self) -> Iterator[cr.Because]:
        yield cr.Because("Nobody gets anything.", "H1")


@attrs.frozen
class ArrangedDeal:
    """A deal of 52 cards to four seats in which `winners` take the thirteen tricks in turn.

    Three tricks each of spades, hearts, diamonds and clubs, led and followed: the first with
    A J 8 5, then K T 7 4 and Q 9 6 3. In each the winner has the highest card, and the seats to
    the left the next ones. The last trick has the four twos: the two of trumps wins it, or else
    the lead.
    """

    winners: Sequence[int]
    trump: str | None = None

    def tricks(self, leader: int) -> list[list[tuple[int, str]]]:
        """Who plays what in each trick, the leader first."""
        tricks: list[list[tuple[int, str]]] = []
        for number, winner in enumerate(self.winners):
            if number < 12:
                suit = "SHDC"[number // 3]
                texts = [rank + suit for rank in ROWS[number % 3]]
            else:
                others = [suit for suit in "SHDC" if suit != self.trump]
                texts = ["2" + suit for suit in (self.trump or others.pop(0), *others)]
            held = {(winner + place) % 4: text for place, text in enumerate(texts)}
            tricks.append(
                [((leader + place) % 4, held[(leader + place) % 4]) for place in range(4)]
            )
            leader = winner
        return tricks

    def texts(self, leader: int) -> list[str]:
        """The cards in the order in which they are played."""
        return [text for trick in self.tricks(leader) for _, text in trick]

    def dealt(self, game: cr.Game) -> cr.Game:
        """The game after this deal is dealt, and declared if there are trumps."""
        tricks = self.tricks((game.dealer + 1) % 4)
        hands = [
            [text for trick in tricks for at, text in trick if at == seat] for seat in range(4)
        ]
        game = cr.deal(game, hands=cards(*map(" ".join, hands)))
        if self.trump is not None:
            game = cr.play(game, cr.Declaration(game.dealer, cr.Suit(self.trump)))
        return game

    def played(self, game: cr.Game) -> cr.Game:
        """The game after this deal is dealt, declared and played to its end."""
        return play(self.dealt(game), *self.texts((game.dealer + 1) % 4))


def taking(*tricks: int, last: int | None = None) -> list[int]:
    """Winners of thirteen tricks, so many a seat; `last` takes the last two."""
    winners = [seat for seat, count in enumerate(tricks) for _ in range(count)]
    if last is not None:
        for _ in range(2):
            winners.remove(last)
        winners += [last, last]
    return winners


def always(answer: object) -> Callable[..., object]:
    """A function that answers always the same, in place of one of the library's."""

    def same(*_: object) -> object:
        return answer

    return same


@attrs.frozen
class TricksCount(NoScoring):
    """A point a trick, for any number of players; one deal."""

    def lines(self, outcome: cr.Outcome, totals: Sequence[int]) -> Iterator[cr.ScoreLine]:
        for seat, tricks in enumerate(outcome.tricks):
            yield cr.ScoreLine(cr.Seat(seat), tricks, cr.Reason.TRICKS, tricks)

    def ends(self, totals: Sequence[int], deals_played: int) -> bool:
        return deals_played > 0
