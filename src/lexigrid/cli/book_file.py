"""Books to make, and the TOML files that describe books with chapters.

The options of a chapter override those of the book, and those of the command line override both.
"""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .._util import schema
from .._util.io import decode_utf8, read_bytes
from .._util.kinds import Flag, Kind, Whole, Words
from .._util.limits import MAX_DOCUMENT, MAX_PUZZLES
from .._util.options import Options, option, options_of
from .._util.plain_text import count_noun
from .._util.rng import derived_seed, fresh_seed
from .._util.validation import check_choice
from ..errors import InputError, LexigridError, PuzzleError
from ..puzzle import Puzzle
from ..puzzle.generate.book import BookPlan, plan_book
from ..puzzle.generate.options import PuzzleOptions, unsuited_options
from ..render.print.options import PageOptions
from ..render.puzzle_file import list_formats
from .puzzle_inputs import WordSource, files_beside
from .puzzle_output import BOOK_FORMATS

if TYPE_CHECKING:
    from ..render.print.book import Book

_MAX_CHAPTERS = 1_000
_DEFAULT_WORDS = 20
_PAD_ALONE = "pad allows fillers after a message; give a message too, or leave it out"
#: Page options that all chapters share.
_WHOLE_BOOK = {"bleed", "gutter", "solutions", "answer_slips", "with_key", "key_only", "fonts"}
#: Page options that place answers.
_PLACES = ("solutions", "answer_slips", "mini_key")


@dataclass(frozen=True, slots=True)
class BookOptions(Options):
    """What a book has besides puzzles and pages."""

    title: str = option(Kind(), "The title of the book.", default="")
    subtitle: str = option(Kind(), "A line below the title.", default="")
    author: str = option(Kind(), "The author of the book.", default="")
    copyright: str = option(Kind(), "The text of the page after the title page.", default="")
    how_to: bool = option(Flag(), "A page that says how to solve the puzzles.", default=False)
    title_page: bool = option(Flag(), "A title page.", default=True)
    openers: bool = option(Flag(), "A page with its title before each chapter.", default=False)
    seed: int | None = option(
        options_of(PuzzleOptions)["seed"].kind, "The same seed makes the same book."
    )


@dataclass(frozen=True, slots=True)
class ChapterOptions(Options):
    """What a chapter has besides words, puzzles and pages."""

    title: str | None = option(Kind(), "The title of the chapter.", surfaces=("toml",))
    titles: tuple[str, ...] = option(
        Words(), "Titles of the first puzzles.", default=(), surfaces=("toml",)
    )
    count: int | None = option(
        Whole(1, MAX_PUZZLES), "The number of puzzles; with FILE, of each chapter."
    )
    spread: bool = option(
        Flag(), "Deal the words so that neighbouring puzzles share the fewest.", default=False
    )


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
        cls, options: PuzzleOptions, *, count: int, spread: bool = False, **others: Any
    ) -> ChapterPlan:
        """Plan `count` puzzles, with `pool` words each (20, or all if fewer)."""
        words = options.pool or min(_DEFAULT_WORDS, len(options.words))
        return cls(plan_book(options, count=count, words=words, spread=spread), **others)

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
    options: BookOptions
    seed: int
    """The given seed, or the one that was drawn."""

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
        own = {name: getattr(self.options, name) for name in options_of(BookOptions)}
        own.pop("seed")
        return Book(chapters, **own)


@dataclass(frozen=True, slots=True)
class Given:
    """The options of the command line, which override those of the file."""

    book: dict[str, Any]
    chapters: dict[str, Any]
    puzzles: dict[str, Any]
    pages: dict[str, Any]
    language: str | None = None
    """The language of the environment, for a book that names none."""


def read_book_file(path: str, given: Given) -> tuple[BookPlans, PageOptions]:
    """Read the book that a file describes, and its page options.

    Raises:
        InputError: the file cannot be read or has an unusable option, which the message names.
    """
    data = read_bytes(path, MAX_DOCUMENT)
    try:
        table = _read_toml(data, path)
        _check_keys(table, "the book", BookOptions, PuzzleOptions, others=("page", "chapters"))
        chapters = schema.read(_CHAPTERS, table, "the book", InputError)["chapters"]
        _check_kinds(table, chapters, given)
        pads = (each.get("message") for each in (table, *chapters) if isinstance(each, dict))
        if table.get("pad") and not any(pads):
            raise InputError(_PAD_ALONE)
        own = {name: table[name] for name in options_of(BookOptions) if name in table} | given.book
        options = BookOptions(**own)
        seed = fresh_seed() if options.seed is None else options.seed
        plans = (
            _plan_chapter(number, each, table, given, derived_seed(seed, number), Path(path).parent)
            for number, each in enumerate(chapters, 1)
        )
        book = BookPlans(tuple(plans), options, seed)
        return book, PageOptions.of(**_page_options(table, given.pages, "page"))
    except LexigridError as error:
        raise type(error)(f"{path!r}: {error}", **error.facts) from error


_CHAPTERS = schema.record(
    {"chapters": schema.list_of(schema.anything, least=1, most=_MAX_CHAPTERS)}
)


def _read_toml(data: bytes, path: str) -> dict[str, Any]:
    is_toml = path.lower().endswith(".toml")
    hint = "FILE describes a book in TOML; words are given by --words FILE"
    text = decode_utf8(data, "", InputError, "save the file as UTF-8" if is_toml else hint)
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # a number of 4,301 digits
        raise InputError(f"not TOML: {error}{'' if is_toml else f'; {hint}'}") from error


def _check_keys(table: Any, name: str, *classes: type, others: Sequence[str]) -> None:
    """Check that a value is a table whose keys are options of these classes, or others."""
    if not isinstance(table, dict):
        raise InputError(f"{name} is {schema.shorten(table)}, expected a table")
    known = [key for each in classes for key in options_of(each, "toml")]
    for key in table:
        check_choice(key, f"{name}: a key", (*known, *others))


def _check_kinds(book: Mapping[str, Any], chapters: Sequence[Any], given: Given) -> None:
    """Refuse an option of the book that suits the puzzles of no chapter."""
    usual = given.puzzles.get("kind", book.get("kind", "lines"))
    tables = [each for each in chapters if isinstance(each, dict)]
    kinds = [given.puzzles.get("kind", each.get("kind", usual)) for each in tables]
    unsuited = [{*unsuited_options(kind)} for kind in kinds]
    for name in (*_read(PuzzleOptions, book), *given.puzzles):
        if all(name in each for each in unsuited) and kinds:
            raise InputError(f"{name} is not for puzzles of kind {kinds[0]!r}; leave it out")


def _read(options: type, table: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options of a class that a table has."""
    known = options_of(options, "toml")
    return {name: table[name] for name in known if name in table}


def _page_options(table: Mapping[str, Any], given: dict[str, Any], name: str) -> dict[str, Any]:
    values = table.get("page", {})
    if not isinstance(values, dict):
        raise InputError(f"{name} is {schema.shorten(values)}, expected a table")
    for key, own in options_of(PageOptions).items():
        if key in values and {*own.used_by}.isdisjoint(BOOK_FORMATS):
            users = list_formats(own.used_by, "and")
            raise InputError(
                f"{name} has {key!r}, which is for {users}, not for a book; leave it out"
            )
    return _override(values, given)


def _override(values: dict[str, Any], given: dict[str, Any]) -> dict[str, Any]:
    """Replace page options of the file by those given; without answers, none are placed."""
    if given.get("with_key") is False:
        values = {key: value for key, value in values.items() if key not in _PLACES}
    return {**values, **given}


def _plan_chapter(
    number: int, table: Any, book: Mapping[str, Any], given: Given, seed: int, folder: Path
) -> ChapterPlan:
    name = f"chapter {number}"
    _check_keys(table, name, ChapterOptions, WordSource, PuzzleOptions, others=("page",))
    try:
        values: dict[str, Any] = {"language": given.language}
        own_values = _read(PuzzleOptions, table)
        shared = (_read(PuzzleOptions, book), given.puzzles)
        kind = next((each["kind"] for each in (shared[1], table, book) if "kind" in each), "lines")
        unsuited = {*unsuited_options(kind)} - own_values.keys()  # they are for other chapters
        usual, over = ({k: v for k, v in s.items() if k not in unsuited} for s in shared)
        for layer in (usual, own_values, over):
            for one, other in (("level", "directions"), ("directions", "level")):
                if one in layer:  # it replaces the other of the book
                    values.pop(other, None)
            values |= layer
        if table.get("pad") and not values.get("message"):
            raise InputError(_PAD_ALONE)
        own = ChapterOptions(**_read(ChapterOptions, table) | given.chapters)
        count = own.count or 1
        if len(own.titles) > count:
            raise InputError(
                f"there are {len(own.titles)} titles for {count_noun(count, 'puzzle')}; give a "
                "larger count, or leave out titles"
            )
        source = WordSource(**_read(WordSource, table))
        source = replace(source, file=tuple(str(folder / file) for file in source.file))
        found = source.gather(seed, values["language"])
        if not found["words"]:
            raise InputError("there are no words; give words, file, theme or random")
        title = source.title(values["language"]) if own.title is None else own.title
        if "images" in values:
            values["images"] = files_beside(str(folder / "book"), values["images"])
        options = PuzzleOptions(**{**found, **values}, seed=seed)
        pages = _chapter_pages(table, book, given.pages)
        return ChapterPlan.of(
            options,
            count=count,
            spread=own.spread,
            title=title,
            titles=own.titles,
            pages=pages,
            name=name,
        )
    except LexigridError as error:
        raise type(error)(f"{name}: {error}", **error.facts) from error


def _chapter_pages(
    table: Mapping[str, Any], book: Mapping[str, Any], given: dict[str, Any]
) -> PageOptions | None:
    """Return the page options of a chapter that has some of its own; None if it has none."""
    if "page" not in table:
        return None
    named = _page_options(table, {}, "page")
    if whole := sorted(_WHOLE_BOOK & named.keys()):
        raise InputError(f"page has {whole[0]!r}, which belongs in the [page] of the book")
    return PageOptions.of(**_override({**_page_options(book, {}, "page"), **named}, given))
