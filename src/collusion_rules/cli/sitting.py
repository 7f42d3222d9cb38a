"""A person at the terminal plays a game against computer players."""

import tempfile
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import assert_never, final

import click
from rich.text import Text

from collusion_rules.cards import Seat
from collusion_rules.cli import showing
from collusion_rules.cli.boards import board
from collusion_rules.cli.chosen import Chosen, written
from collusion_rules.cli.fronts import Front, typed
from collusion_rules.cli.phrases import help_lines
from collusion_rules.cli.saving import FILE, Keeper, keeper_at
from collusion_rules.describing import describe
from collusion_rules.drawing import Seen
from collusion_rules.engine import deal, playable
from collusion_rules.engine import play as played
from collusion_rules.errors import CollusionError
from collusion_rules.events import (
    DealScored,
    Dealt,
    Event,
    GameStarted,
    GameWon,
    PartnersRevealed,
    TrickWon,
)
from collusion_rules.knowledge import standings
from collusion_rules.moves import Accusation, Declaration, Move, Play, Talk
from collusion_rules.parsing import parse_move
from collusion_rules.players import Player, ask, hint, talked
from collusion_rules.replaying import rewind
from collusion_rules.shuffling import Seed, combined_seed
from collusion_rules.state import Game, Phase, View
from collusion_rules.views import redact, view
from collusion_rules.wording import Language, language_of


@final
class Sitting:
    """A game that goes on, and all that has to do with it.

    Attributes:
        game: the game as it is now.
        chosen: who plays, and what it depends on.
        names: what each seat is called, one entry a seat.
        keeper: where it is kept.
        front: where the person sees it.
    """

    def __init__(
        self,
        game: Game,
        chosen: Chosen,
        names: tuple[str, ...],
        others: Mapping[Seat, Player],
        keeper: Keeper,
        front: Front,
    ) -> None:
        self.game: Game = game
        self.chosen: Chosen = chosen
        self.names: tuple[str, ...] = names
        self.keeper: Keeper = keeper
        self.front: Front = front
        self._others: Mapping[Seat, Player] = others
        self._own_seed: Seed = answers_of(chosen.seed)
        self._language: Language = language_of(chosen.language)
        self._commands: Mapping[str, Callable[[str], None]] = {
            "help": self._help,
            "?": self._help,
            "hint": self._hint,
            "status": self._status,
            "undo": self._undo,
            "save": self._save,
            "quit": self._quit,
        }

    def go_on(self) -> None:
        """Play until the game is over, and keep it.

        Raises:
            EOFError: the person wants to stop, or nothing can be read any more.
        """
        self._say("type")
        while self.game.phase is not Phase.OVER:
            before = self.game
            self._step()
            for event in self.game.log[before.version :]:
                self._hear(redact(event, self.chosen.seat))
        self.keep()

    def _step(self) -> None:
        """Let the next thing happen: a deal, talk, or somebody's move."""
        game = self.game
        if game.phase is Phase.AWAITING_DEAL:
            self.game = deal(game, self.chosen.seed)
            self.keep()
        elif self._may_speak() and (said := talked(game, self._others, self._own_seed)) is not game:
            self.game = said
        elif (turn := game.to_act) is not None and turn in self._others:
            self.game = played(game, ask(self._others[turn], view(game, turn), self._own_seed))
        else:
            self._move()

    def _may_speak(self) -> bool:
        """Whether the computer players are heard: before a trick, and once a person has spoken."""
        last = self.game.log[-1]
        if isinstance(last, Talk):
            return last.seat not in self._others
        return not self.game.trick

    def _move(self) -> None:
        """Let the person type something, until the game has changed."""
        before = self.game
        while self.game is before:
            self._do(self.front.read(self._board(), self._prompt()))

    def _do(self, text: str) -> None:
        """Do what the person typed; what is refused is told."""
        if not text and len(playable(self._view())) != 1:
            self._say("type")
            return
        word, _, rest = text.partition(" ")
        if (command := self._commands.get(word.lower())) and (not rest or word.lower() == "save"):
            command(rest.strip())
            return
        try:
            self.game = played(self.game, self._meant(text), sender=self.chosen.seat)
        except CollusionError as error:
            self.front.tell(describe(error, self.names, self._language))
        else:
            self.keep()

    def _meant(self, text: str) -> Move:
        """The move that was typed; Enter alone is the only card that there is."""
        seen = self._view()
        choices = tuple(playable(seen))
        if not text and len(choices) == 1:
            return Play(self.chosen.seat, choices[0])
        return parse_move(text, seen, self._language, self.names)

    # What the person sees

    def _view(self) -> View:
        return view(self.game, self.chosen.seat)

    def _board(self) -> list[Text]:
        seen = Seen.of(self._view(), self.names, self._language)
        return board(seen, self.front.width)

    def _prompt(self) -> str:
        if self.game.phase is Phase.DECLARING:
            return f"{self._language.say('table', 'declare-head')} > "
        if len(playable(self._view())) == 1:
            return f"{self._language.say('terminal', 'enter-plays')} > "
        return "> "

    def _say(self, key: str, **values: object) -> None:
        self.front.tell(self._language.say("terminal", key, **values))

    def _tell(self, event: Event) -> None:
        self.front.tell(describe(event, self.names, self._language))

    def _hear(self, event: Event) -> None:
        """Tell what has happened."""
        match event:
            case Dealt(dealer, _):
                said = self._language.say
                facts = (
                    said("terminal", "deal", number=self.game.deals_played + 1),
                    said("drawing", "dealt", seat=self.names[dealer]),
                )
                self.front.tell(self._language.tables["joints"]["comma"].join(facts))
            case DealScored(score):
                for line in sorted(score.lines, key=lambda line: line.seat):
                    self.front.tell(describe(line, self.names, self._language))
                self.front.tell(showing.scores(score, self.names, self._language))
                if self.game.phase is not Phase.OVER:
                    self._look()
            case GameWon():
                self._standings()
                self._tell(event)
            case (
                Play()
                | Declaration()
                | Talk()
                | Accusation()
                | TrickWon()
                | PartnersRevealed()
                | GameStarted()
            ):
                self._tell(event)
            case _:
                assert_never(event)

    def _look(self) -> None:
        """Give the person time to look."""
        if self.front.wait().lower() == "quit":
            raise EOFError

    def _standings(self) -> None:
        for standing in standings(self.game):
            self.front.tell(describe(standing, self.names, self._language))

    # What the person can do besides moves

    def _help(self, _: str) -> None:
        self.front.tell(help_lines(self._language, self.front.width))

    def _hint(self, _: str) -> None:
        """Tell what a strong player would do, and why."""
        thought = hint(self._view())
        move = thought.move.card if isinstance(thought.move, Play) else thought.move
        advice, reason = (
            describe(part, self.names, self._language) for part in (move, thought.why)
        )
        self._say("hint", move=advice, reason=reason)

    def _status(self, _: str) -> None:
        """Tell all that there is to see, and who is ahead."""
        self.front.remind(self._board())
        self._standings()

    def _undo(self, _: str) -> None:
        """Take back what the person did last, and all that came of it."""
        seat = self.chosen.seat
        own = [at for at, event in enumerate(self.game.log) if _is_by(event, seat)]
        if not own:
            self._say("no-undo")
            return
        move = self.game.log[own[-1]]
        self.game = rewind(self.game, own[-1])
        self._say("undone", move=describe(move, self.names, self._language))
        self.keep()

    def _quit(self, _: str) -> None:
        raise EOFError

    # Where the game is kept

    def _save(self, text: str) -> None:
        """Keep the game in another file from now on; where it was, if that can't be done."""
        if not text:
            self._say("save-where")
            return
        try:
            other = keeper_at(text)
            other.keep(written(self.game, self.chosen))
        except OSError as error:
            if self.keep():
                self._say("still-saved-in", problem=error, file=self.keeper.file)
        else:
            self.keeper = other
            self._say("saved-in", file=self.keeper.file)

    def keep(self) -> bool:
        """Save the game; say so if that can't be done."""
        try:
            self.keeper.keep(written(self.game, self.chosen))
        except OSError as error:
            self._say("not-saved", problem=error)
            return False
        return True

    def leave(self, *, can_answer: bool) -> None:
        """Save the game before the program ends, here or elsewhere.

        Args:
            can_answer: whether there is somebody who can name another place.

        Raises:
            ClickException: it can't be saved anywhere; its record is printed.
        """
        text, other = written(self.game, self.chosen), ""
        while True:
            try:
                if other:
                    self.keeper = keeper_at(other)
                self.keeper.keep(text)
                return
            except OSError as error:
                problem = error
                if not can_answer or not (other := self._elsewhere(error)):
                    break
        self.keeper = Keeper(Path(tempfile.gettempdir()) / FILE)
        try:
            self.keeper.keep(text)
        except OSError:
            with suppress(OSError):
                click.echo(f"\n{text}", nl=False)
            told = self._language.say("terminal", "not-kept", problem=problem)
            raise click.ClickException(told) from problem

    def _elsewhere(self, problem: OSError) -> str:
        """Another place for the game; empty if the person knows none."""
        said = self._language.say
        try:
            click.echo(said("terminal", "not-saved-here", problem=problem))
            return typed(said("terminal", "save-elsewhere"))
        except (OSError, EOFError):
            return ""


def _is_by(event: Event, seat: Seat) -> bool:
    return isinstance(event, Move) and event.seat == seat


def answers_of(seed: Seed) -> Seed:
    """What the answers of the computer players depend on, and who deals first."""
    return combined_seed(seed, "players")
