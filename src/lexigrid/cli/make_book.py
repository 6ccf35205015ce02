"""`lexigrid make --count N`: a book of puzzles, resumable.

Knows the makers and the output; imported when it is called.
Rule: each finished puzzle is in the journal at once; a killed run goes on from there and ends with
the same bytes.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TextIO

from ..errors import InputError, PuzzleError
from ..puzzle import Puzzle
from .make_inputs import SourceOptions, gather_words
from .make_output import Sheet, send_book
from .output import Output
from .status import FOUND

DEFAULT_WORDS = 20
_JOURNAL = ".making"
_BAR = 30


def make_book(
    words: tuple[str, ...],
    files: tuple[str, ...],
    answer: Output,
    sheet: Sheet,
    choices: dict[str, Any],
) -> int:
    """Make the puzzles of a book, then the book."""
    from ..puzzle.generate.book import plan_book
    from ..render.print.book import counted
    from .make import plan

    if choices["code"] is not None:
        raise InputError("--code makes one puzzle, --count a book; give one of them")
    source = SourceOptions.of(words, files, choices)
    recipe_options = plan(choices, source.seed)
    recipe_options.pop("pool")
    recipe_options["title"] = ""  # it is the book that has the title
    pool = gather_words(source)
    book = plan_book(
        pool,
        count=choices["count"],
        words=choices["pool"] or min(DEFAULT_WORDS, len(pool)),
        **recipe_options,
    )
    journal = _Journal.at(answer.output, book.fingerprint, answer, seed_given=choices["seed"])
    puzzles = list(journal.known)
    if puzzles:
        answer.say(f"going on after puzzle {len(puzzles)} of {book.count}")
    with journal as record:
        for number in range(len(puzzles), book.count):
            puzzle = book.make(number)
            record(puzzle)
            puzzles.append(puzzle)
            _show_progress(number + 1, book.count, answer)
        _check_distinct(puzzles)
        send_book(puzzles, answer, sheet, choices["title"])
    journal.remove()
    answer.say(
        f"{counted(len(puzzles))}, seed {source.seed}, difficulty "
        f"{sum(p.difficulty.score for p in puzzles) / len(puzzles):.0f} of 100 on average"
    )
    return FOUND


def _check_distinct(puzzles: Sequence[Puzzle]) -> None:
    if len({puzzle.grid.format(one_line=True) for puzzle in puzzles}) < len(puzzles):
        raise PuzzleError("two puzzles of the book are equal; give more words or another --seed")


def _show_progress(done: int, count: int, answer: Output) -> None:
    if answer.quiet or sys.stderr is None or not sys.stderr.isatty():
        return
    filled = _BAR * done // count
    end = "\n" if done == count else ""
    bar = "#" * filled + "." * (_BAR - filled)
    print(f"\r[{bar}] {done} of {count}", end=end, file=sys.stderr, flush=True)


@dataclass
class _Journal:
    """The puzzles made so far, a JSON line each, beside the book that they are for."""

    path: Path | None
    fingerprint: str
    known: tuple[Puzzle, ...] = ()
    _file: TextIO | None = None

    @classmethod
    def at(
        cls, output: str | None, fingerprint: str, answer: Output, *, seed_given: int | None
    ) -> _Journal:
        # Without a seed each run is another book, and what another began is of no use.
        if output is None or seed_given is None:
            return cls(None, fingerprint)
        path = Path(f"{output}{_JOURNAL}")
        try:
            lines = path.read_text("utf-8").splitlines(keepends=True) if path.exists() else []
        except (OSError, UnicodeDecodeError) as error:
            raise InputError(f"cannot read {str(path)!r}: {error}; remove it") from error
        if lines and lines[0].strip() != fingerprint:
            answer.say(f"{path.name} is of another book and is begun anew")
            lines = []
        return cls(path, fingerprint, tuple(_whole(lines[1:])))

    def __enter__(self) -> Any:
        if self.path is None:
            return lambda puzzle: None
        try:
            self._file = self.path.open("w", encoding="utf-8")
            self._file.write(f"{self.fingerprint}\n")
            for puzzle in self.known:
                self._write(puzzle)
            self._file.flush()
        except OSError as error:
            raise self._failed(error) from error
        return self._record

    def _record(self, puzzle: Puzzle) -> None:
        try:
            self._write(puzzle)
            if self._file is not None:
                self._file.flush()
        except OSError as error:
            raise self._failed(error) from error

    def _failed(self, error: OSError) -> InputError:
        return InputError(
            f"cannot write {str(self.path)!r}: {error.strerror}; the same command goes on from "
            "what is written"
        )

    def _write(self, puzzle: Puzzle) -> None:
        if self._file is not None:
            self._file.write(json.dumps(puzzle.to_json(), ensure_ascii=False) + "\n")

    def __exit__(self, *_: object) -> None:
        if self._file is not None:
            # What could not be written was told when it failed; closing tries it once more.
            with suppress(OSError):
                self._file.close()

    def remove(self) -> None:
        """Take the journal away: the book is written."""
        if self.path is not None:
            self.path.unlink(missing_ok=True)


def _whole(lines: Sequence[str]) -> Iterator[Puzzle]:
    """Read the puzzles of a journal; a last line that was cut short is left out."""
    for line in lines:
        try:
            if not line.endswith("\n"):
                return
            yield Puzzle.from_json(json.loads(line))
        except (ValueError, PuzzleError):
            return
