"""A person's seat at a table of random players, for the playground of the docs.

The page asks with texts and numbers, and is answered in JSON. All that it learns of the game comes
out of the view of the person's seat.
"""

import json
import re
from typing import Self, TypedDict, final

import attrs

import collusion_rules as cr

Texts = dict[str, str]
"""One text in each language, by the language's code."""


class Player(TypedDict):
    """What the page shows of a seat."""

    names: Texts
    cards: int
    tricks: int
    total: int
    place: int


class Card(TypedDict):
    """A card on the table, and who played it."""

    seat: int
    card: str


class Shown(TypedDict):
    """What the page shows.

    Attributes:
        seat: the person's seat.
        version: how many events there are in the log.
        phase: what the table waits for.
        to_act: whose turn it is, if it is anybody's.
        dealer: who dealt, or deals next.
        trump: the letter of the trump suit, if there is one.
        deals_played: how many deals are scored.
        players: one entry a seat.
        hand: the person's cards.
        legal: the person's legal moves, as events in records.
        trick: the trick on the table, or the last of the deal if there is none; the lead first.
        taken_by: who took that trick, if it is over.
        teams: the teams as far as the person can know them; seats.
        talk: whether anything may be said now, by typed statements.
        words: whether anything else may be said.
        take_back: whether there is a move that the person can take back.
        lines: what happened, a line an event, after the events that the page knows.
        score: where the points of the last deal come from; between deals, else empty.
        winners: who has won, seats; empty while the game goes on.
        refusal: why the last request was refused, if it was.
    """

    seat: int
    version: int
    phase: str
    to_act: int | None
    dealer: int
    trump: str | None
    deals_played: int
    players: list[Player]
    hand: list[str]
    legal: list[object]
    trick: list[Card]
    taken_by: int | None
    teams: list[list[int]] | None
    talk: bool
    words: bool
    take_back: bool
    lines: list[Texts]
    score: list[Texts]
    winners: list[int]
    refusal: Texts | None


@final
@attrs.frozen
class Sitting:
    """A person at a table. Each request makes a new one.

    Attributes:
        game: the game, with all that is in it.
        seat: where the person sits.
        seed: what the deals and the other players depend on.
        refusal: why the last request was refused, if it was.
    """

    game: cr.Game
    seat: cr.Seat
    seed: int | str
    refusal: cr.CollusionError | None = None

    def move(self, record: str, version: int | None = None) -> Self:
        """Make the person's move.

        Args:
            record: the move, as JSON.
            version: the version of the game that it was meant for, if it matters.
        """
        try:
            game = cr.play(self.game, cr.loads(record, "move"), version, sender=self.seat)
        except cr.CollusionError as refusal:
            return attrs.evolve(self, refusal=refusal)
        return self._at(game)

    def others(self) -> Self:
        """Let the seat on turn make a random move, unless it is nobody's turn or the person's."""
        waiting = self.game.to_act in (None, self.seat)
        return self if waiting else self._at(self._random(self.game))

    def rest(self) -> Self:
        """Play the deal to its end, the person's moves at random too."""
        game = self.game
        while game.to_act is not None:
            game = self._random(game)
        return self._at(game)

    def deal(self) -> Self:
        """Deal the next deal."""
        try:
            return self._at(cr.deal(self.game, self.seed))
        except cr.BadDealError as refusal:
            return attrs.evolve(self, refusal=refusal)

    def take_back(self) -> Self:
        """Take back the person's last move, and all that came after it, if there is one."""
        version = self._before_last_move()
        return self if version is None else self._at(cr.rewind(self.game, version))

    def record(self) -> str:
        """The record of the person's view, as JSON."""
        return cr.dumps(self._view())

    def session(self) -> str:
        """What the library says of the person's view, as a session of Python."""
        view = self._view()
        asked = {
            "view": view,
            "view.to_act": view.to_act,
            "cr.legal_moves(view)": cr.legal_moves(view),
            "view.teams": view.teams,
            "cr.voids(view)": cr.voids(view),
            "cr.pacts(view)": cr.pacts(view),
            "cr.standings(view)": cr.standings(view),
        }
        first = f">>> view = cr.view(game, cr.Seat({self.seat}))"
        return "\n".join((first, *(f">>> {what}\n{told!r}" for what, told in asked.items())))

    def shown(self, known: int) -> str:
        """What the page shows, as the JSON of `Shown`.

        Args:
            known: how many events the page knows already.
        """
        view = self._view()
        over = view.phase in (cr.Phase.AWAITING_DEAL, cr.Phase.OVER)
        trick = view.trick or (view.tricks[-1] if view.tricks else ())
        shown: Shown = {
            "seat": self.seat,
            "version": view.version,
            "phase": view.phase,
            "to_act": view.to_act,
            "dealer": view.dealer,
            "trump": view.trump and view.trump.value,
            "deals_played": view.deals_played,
            "players": self._players(view),
            "hand": [str(card) for card in view.hand or ()],
            "legal": [cr.to_data(move)["event"] for move in cr.legal_moves(view)],
            "trick": [{"seat": play.seat, "card": str(play.card)} for play in trick],
            "taken_by": None if view.trick else next(reversed(view.trick_winners), None),
            "teams": None if view.teams is None else [list(team) for team in view.teams],
            "talk": cr.is_legal(view, cr.Talk(self.seat, cr.NoMore())),
            "words": cr.is_legal(view, cr.Talk(self.seat, cr.Words("-"))),
            "take_back": self._before_last_move() is not None,
            "lines": [self._said(event) for event in view.log[known:]],
            "score": self._score(view) if over else [],
            "winners": list(cr.game_winner(view)),
            "refusal": None if self.refusal is None else self._said(self.refusal),
        }
        return json.dumps(shown, ensure_ascii=False)

    def _at(self, game: cr.Game) -> Self:
        return attrs.evolve(self, game=game, refusal=None)

    def _random(self, game: cr.Game) -> cr.Game:
        """The game after a random move; the same one whenever it goes on from there."""
        moves = cr.legal_moves(game)
        return cr.play(game, moves[drawn(self.seed, f"after event {game.version}", len(moves))])

    def _before_last_move(self) -> int | None:
        """The version before the person last played or declared."""
        moves = (
            version
            for version, event in enumerate(self.game.log)
            if isinstance(event, cr.Play | cr.Declaration) and event.seat == self.seat
        )
        return max(moves, default=None)

    def _view(self) -> cr.View:
        return cr.view(self.game, self.seat)

    def _players(self, view: cr.View) -> list[Player]:
        standings = sorted(cr.standings(view), key=lambda standing: standing.seat)
        names = {language: self._names(language) for language in cr.languages()}
        return [
            {
                "names": {language: names[language][standing.seat] for language in names},
                "cards": len(view.hands[standing.seat]),
                "tricks": view.tricks_won[standing.seat],
                "total": standing.total,
                "place": standing.place,
            }
            for standing in standings
        ]

    def _score(self, view: cr.View) -> list[Texts]:
        score = view.last_score
        return [self._said(line) for line in score.lines] if score else []

    def _said(self, what: cr.Describable) -> Texts:
        return {
            language: cr.describe(what, self._names(language), language)
            for language in cr.languages()
        }

    def _names(self, language: str) -> list[str]:
        """What each seat is called, one entry a seat."""
        say = cr.languages()[language].say
        return [
            say("parts", "seat-you" if number == self.seat else "seat", number=number)
            for number in range(self.game.rules.players)
        ]


def drawn(seed: int | str, purpose: str, limit: int) -> int:
    """A number from 0 to limit-1, the same for the same seed and purpose on every machine."""
    return int.from_bytes(cr.combined_seed(seed, purpose)) % limit


def sit(ruleset: str, seed: str, seat: int) -> Sitting:
    """Begin a game, with its first deal.

    Args:
        ruleset: the name of the game.
        seed: what everything depends on; a whole number if it looks like one.
        seat: where the person sits.
    """
    chosen = int(seed) if re.fullmatch(r"-?[0-9]{1,100}", seed) else seed
    rules = cr.RULESETS[ruleset]
    dealer = cr.Seat(drawn(chosen, "the first dealer", rules.players))
    game = cr.deal(cr.new_game(rules, dealer), chosen)
    return Sitting(game, cr.Seat(seat), chosen)
