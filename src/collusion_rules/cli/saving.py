"""A game kept in a file: whole or not at all, and never in place of something else."""

import errno
import os
import shutil
import signal
from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import mkstemp
from typing import Final, final

_ENDING: Final = tuple(
    signal.Signals[name] for name in ("SIGTERM", "SIGHUP") if name in signal.Signals.__members__
)
"""What ends a program from outside; Windows has but the first."""

FILE: Final = Path("collusion-rules-game.json")
"""Where a game is kept if nobody says where."""


@final
class Keeper:
    """Where a game is kept.

    Attributes:
        file: the file; a free name beside it once the game is kept, if something else was there.
        holds: what the file holds as far as is known, if that is this game.
    """

    def __init__(self, file: Path, *, holds: bytes | None = None) -> None:
        self.file: Path = file
        self.holds: bytes | None = holds

    def keep(self, text: str) -> None:
        """Write the text of the game beside the file, onto the disk, and put it in its place.

        If somebody else has written there, as another program with the same game, the file is left
        to them: the game takes a free name beside it, or has nothing to add.

        Raises:
            OSError: it can't be written, or the name can't be one; the file is as it was.
        """
        try:
            if self.holds != (now := text.encode()) or self._has(now):
                self._replace(now)
        except ValueError as error:  # such as a null byte in the name
            raise OSError(str(error)) from error
        except OSError as error:
            if error.filename is None:
                raise
            # a person knows the file, not what is written beside it
            raise OSError(error.errno, error.strerror, str(self.file)) from error

    def _replace(self, text: bytes) -> None:
        parent = (self.file if self.holds is None else self.file.resolve()).parent
        handle, written = mkstemp(prefix=".collusion-rules-", dir=parent)
        try:
            with open(handle, "wb") as stream:
                stream.write(text)
                stream.flush()
                os.fsync(stream.fileno())
            self._claim()
            shutil.copymode(self.file, written)
            os.replace(written, self.file.resolve())
            self.holds = text
        except BaseException:
            with suppress(FileNotFoundError):
                os.unlink(written)
            raise

    def _has(self, text: bytes) -> bool:
        """Whether the file has what was read or written here last; or there is nothing."""
        if not self.file.is_file():
            return True
        with self.file.open("rb") as stream:
            return stream.read(len(text) + 1) in (b"", text)

    def _claim(self) -> None:
        """See to it that the file is there, and this game's."""
        if self.holds is not None:
            self.file.open("ab").close()  # so that what is read-only is refused
            if self._has(self.holds):
                return
            self.file, self.holds = self.file.resolve(), None
        if self.file.is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(self.file))
        wanted, number = self.file, 1
        while self.holds is None:
            try:
                self.file.open("xb").close()
                self.holds = b""
            except FileExistsError:
                number += 1
                self.file = wanted.with_stem(f"{wanted.stem}-{number}")


def keeper_at(place: str) -> Keeper:
    """A keeper of a game that is not there yet; `~` stands for the home of a person.

    Raises:
        OSError: nobody's home is known by that name.
    """
    try:
        return Keeper(Path(place).expanduser())
    except RuntimeError as error:
        raise OSError(str(error)) from error


@contextmanager
def ended_by_signals() -> Generator[None, None, None]:
    """Let SIGTERM and SIGHUP end what is done here by `SystemExit`, with the exit code of a shell.

    Where they are ignored, as under `nohup`, they stay so.
    """
    heard = [number for number in _ENDING if signal.getsignal(number) == signal.SIG_DFL]

    def end(number: int, _: object) -> None:
        for each in heard:
            signal.signal(each, signal.SIG_IGN)  # the end is not to be stopped in the middle
        raise SystemExit(128 + number)

    for number in heard:
        signal.signal(number, end)
    try:
        yield
    finally:
        for number in heard:
            signal.signal(number, signal.SIG_DFL)
