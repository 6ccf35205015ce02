"""`lexigrid make --count N` and `--book FILE`: books that can be continued after an interruption.

Each finished puzzle is written to the journal at once; a continued run gives the same bytes.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO, cast

from .._util.io import cannot_read
from .._util.lock import NO_FOLLOW
from .._util.plain_text import count_noun
from ..errors import InputError, PuzzleError
from ..puzzle import Puzzle
from .make_output import FileOptions, choose_format, send_bytes, warn_of_tiny_letters
from .messages import Progress
from .output import Output
from .status import FOUND

if TYPE_CHECKING:
    from ..puzzle.generate import PuzzleOptions
    from ..puzzle.generate.book import BookPlan
    from ..render.print.book import Book
    from ..render.print.options import PageOptions

DEFAULT_WORDS = 20
_JOURNAL_SUFFIX = ".making"


@dataclass(frozen=True, slots=True)
class ChapterPlan:
    """The puzzles to make for a chapter, with their titles and page options."""

    plan: BookPlan
    title: str = ""
    titles: tuple[str, ...] = ()
    """Titles of the first puzzles."""
    pages: PageOptions | None = None
    name: str = ""
    """What messages call the chapter; "" in a book that has only one."""

    @classmethod
    def of(
        cls, options: PuzzleOptions, *, count: int, words: int | None, **others: Any
    ) -> ChapterPlan:
        """Plan `count` puzzles with `words` words each (None: 20, or all if fewer)."""
        from ..puzzle.generate.book import plan_book

        words = words or min(DEFAULT_WORDS, len(options.words))
        return cls(plan_book(options, count=count, words=words), **others)

    def make(self, number: int) -> Puzzle:
        """Make one puzzle of the chapter, by its number from 0."""
        try:
            puzzle = self.plan.make(number)
        except PuzzleError as error:
            if not self.name:
                raise
            raise PuzzleError(f"{self.name}: {error}", **error.facts, chapter=self.name) from error
        return replace(puzzle, title=self.titles[number]) if number < len(self.titles) else puzzle


@dataclass(frozen=True, slots=True)
class BookPlans:
    """A book to make."""

    chapters: tuple[ChapterPlan, ...]
    seed: int
    title: str = ""
    subtitle: str = ""
    author: str = ""

    @property
    def numbers(self) -> list[tuple[ChapterPlan, int]]:
        """The chapter of each puzzle, and its number in the chapter."""
        return [(each, n) for each in self.chapters for n in range(len(each.plan.word_lists))]

    @property
    def fingerprint(self) -> str:
        """A text that differs for books with different puzzles."""
        if len(self.chapters) == 1 and not self.chapters[0].titles:
            return self.chapters[0].plan.fingerprint
        parts = [(each.plan.fingerprint, each.titles) for each in self.chapters]
        return hashlib.sha256(repr(parts).encode()).hexdigest()[:32]

    def bind(self, puzzles: Sequence[Puzzle]) -> Book:
        """Return the book of the finished puzzles."""
        from ..render.print.book import Book, Chapter

        rest = iter(puzzles)
        chapters = tuple(
            Chapter(tuple(islice(rest, len(each.plan.word_lists))), each.title, each.pages)
            for each in self.chapters
        )
        return Book(chapters, self.title, self.subtitle, self.author)


def make_book(plan: BookPlans, *, answer: Output, page: FileOptions, is_seed_given: bool) -> int:
    """Make the puzzles of a book, and write it."""
    # Without a given seed, every run makes a different book and cannot continue another.
    path = answer.output if is_seed_given else None
    journal = _Journal.open(path, plan.fingerprint, answer)
    puzzles = list(journal.finished)
    numbers = plan.numbers
    count = len(numbers)
    if puzzles:
        answer.say(f"continuing after puzzle {len(puzzles)} of {count}")
    with journal, Progress(quiet=answer.quiet) as progress:
        left = numbers[len(puzzles) :]
        for done, (chapter, number) in enumerate(left, 1):
            puzzle = chapter.make(number)
            journal.add(puzzle)
            puzzles.append(puzzle)
            progress(done / len(left))
        if len({puzzle.grid.format(one_line=True) for puzzle in puzzles}) < count:
            raise PuzzleError(
                "two puzzles of the book are identical; give more words or another --seed"
            )
        pages = send_book(plan.bind(puzzles), answer, page)
    journal.remove()
    difficulty = sum(puzzle.difficulty.score for puzzle in puzzles) / count
    facts = [count_noun(count, "puzzle"), *([pages] if pages else []), f"seed {plan.seed}"]
    name = f"{answer.output}: " if answer.output else ""
    answer.say(f"{name}{', '.join(facts)}, difficulty {difficulty:.0f} of 100 on average")
    return FOUND


def send_book(book: Book, answer: Output, page: FileOptions) -> str:
    """Write a book; return its number of pages, or ""."""
    form = choose_format(answer)
    answer = replace(answer, confirms=False)
    if form == "json":
        from .._util.documents import render_document
        from ..puzzle.io import BOOK_FORMAT

        head: dict[str, Any] = {"format": BOOK_FORMAT, "version": 1, "title": book.title}
        if any(chapter.title for chapter in book.chapters):
            head["chapters"] = [
                {"title": chapter.title, "puzzles": len(chapter.puzzles)}
                for chapter in book.chapters
            ]
        members = (puzzle.to_dict() for puzzle in book.puzzles)
        answer.send_document(render_document(head, "puzzles", members, {}))
    elif form == "text":
        from ..render.terminal.puzzle_text import render_puzzle

        text_page, with_key = answer.page(), bool(page.pages.with_key)
        answer.send_page(
            line
            for number, puzzle in enumerate(book.puzzles, 1)
            for line in (
                f"PUZZLE {number}",
                "",
                *render_puzzle(puzzle, text_page, with_key=with_key),
                "",
            )
        )
    else:
        from ..render.print.book import book_to_pdf

        data, count = book_to_pdf(book, page.pages)
        pairs = [
            (each, part.options or page.pages) for part in book.chapters for each in part.puzzles
        ]
        warn_of_tiny_letters(pairs, answer)
        send_bytes(data, answer)
        return count_noun(count, "page")
    return ""


@dataclass
class _Journal:
    """The finished puzzles, as JSON lines in a file next to the book (None: no file)."""

    path: Path | None
    fingerprint: str
    finished: tuple[Puzzle, ...] = ()
    _file: TextIO | None = None

    @classmethod
    def open(cls, output: str | None, fingerprint: str, answer: Output) -> _Journal:
        """Read the journal of an interrupted run of the same book, if there is one."""
        if output is None:
            return cls(None, fingerprint)
        path = Path(f"{output}{_JOURNAL_SUFFIX}")
        lines: list[str] = []
        try:
            with suppress(FileNotFoundError), _open_journal(path, "r") as file:
                lines = file.readlines()
        except (OSError, UnicodeDecodeError) as error:
            raise InputError(f"{cannot_read(path, error)}; remove it") from error
        if lines and lines[0].strip() != fingerprint:
            answer.say(f"{path.name} belongs to another book and is replaced")
            lines = []
        return cls(path, fingerprint, tuple(_read_complete(lines[1:])))

    def __enter__(self) -> None:
        if self.path is None:
            return
        try:
            self._file = _open_journal(self.path, "w")
        except OSError as error:
            raise self._cannot_write(error) from error
        self._write(self.fingerprint)
        for puzzle in self.finished:
            self.add(puzzle)

    def __exit__(self, *_: object) -> None:
        if self._file is not None:
            # Closing repeats a failed write, whose error was already raised.
            with suppress(OSError):
                self._file.close()

    def add(self, puzzle: Puzzle) -> None:
        """Write one finished puzzle."""
        if self._file is not None:
            self._write(puzzle.to_json())

    def remove(self) -> None:
        """Delete the journal of a finished book."""
        if self.path is not None:
            self.path.unlink(missing_ok=True)

    def _write(self, line: str) -> None:
        assert self._file is not None
        try:
            self._file.write(f"{line}\n")
            self._file.flush()
        except OSError as error:
            raise self._cannot_write(error) from error

    def _cannot_write(self, error: OSError) -> InputError:
        return InputError(
            f"cannot write {str(self.path)!r}: {error.strerror}; run the same command again to "
            "continue"
        )


def _open_journal(path: Path, mode: str) -> TextIO:
    """Open a journal, but refuse a symbolic link, which somebody may have planted."""

    def open_file(name: str, flags: int) -> int:
        return os.open(name, flags | NO_FOLLOW, 0o666)

    return cast("TextIO", open(path, mode, encoding="utf-8", newline="\n", opener=open_file))


def _read_complete(lines: Sequence[str]) -> Iterator[Puzzle]:
    """Read the puzzles of a journal up to the first incomplete line."""
    for line in lines:
        try:
            if not line.endswith("\n"):
                return
            yield Puzzle.from_json(line)
        except PuzzleError:
            return
