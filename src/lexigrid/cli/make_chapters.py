"""`lexigrid make --book FILE`: a book with chapters, described in TOML.

Chapter options override those of the book, and command-line options override both.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

from .._util import schema
from .._util.io import decode_utf8, read_bytes
from .._util.limits import MAX_DOCUMENT
from .._util.plain_text import count_noun
from .._util.rng import derived_seed, fresh_seed, seed_number
from .._util.validation import check_choice
from ..errors import InputError, LexigridError
from ..puzzle.generate import PuzzleOptions
from ..puzzle.generate.words import theme_title, theme_words
from ..render.print.options import PageOptions
from ..render.puzzle_file import PAGE_OPTION_FORMATS
from .make_book import BookPlans, ChapterPlan, make_book
from .make_output import BOOK_FORMATS, FileOptions, list_formats
from .options import parse_size
from .output import Output
from .word_files import read_lines

_MAX_CHAPTERS = 1_000
_MAX_COUNT = 10_000

_TEXTS = schema.list_of(schema.text)


def _expect(expected: str, *schemas: schema.Schema[Any]) -> schema.Schema[Any]:
    """Expect what any of the schemas expects; a message says `expected`."""

    def check(value: Any) -> Any:
        try:
            return schema.either(*schemas)(value)
        except schema.Mismatch:
            raise schema.Mismatch(value, expected) from None

    return check


_SIZE = _expect(
    "1 to 200, or rows and columns such as [12, 15]",
    schema.sequence(schema.integer(), schema.integer()),
    schema.text,
    schema.integer(),
)
#: The puzzle options of a book: arguments of `make_puzzle`.
_PUZZLE = {
    "size": _SIZE,
    "level": _expect("1 to 4, or a name such as 'easy'", schema.text, schema.integer()),
    "directions": schema.either(_TEXTS, schema.text),
    "word_directions": schema.mapping(schema.text, schema.text),
    "overlap": schema.text,
    "mask": schema.text,
    "case": schema.text,
    "secret": _TEXTS,
    "filler": schema.text,
    "decoys": schema.integer(),
    "message": schema.text,
    "pad": schema.flag,
    "avoid": _TEXTS,
    "allow": _TEXTS,
    "allow_rude": schema.flag,
    "grow": schema.flag,
    "allow_missing": schema.flag,
    "allow_subwords": schema.flag,
    "difficulty": schema.number(0, 100),
    "alphabet": schema.text,
    "language": schema.text,
}
_CHAPTER = {
    "title": schema.text,
    "titles": _TEXTS,
    "words": _TEXTS,
    "file": schema.text,
    "theme": schema.either(_TEXTS, schema.text),
    "count": schema.integer(1, _MAX_COUNT),
    "pool": schema.integer(1),
    "page": schema.anything,
    **_PUZZLE,
}
_BOOK = {
    "title": schema.text,
    "subtitle": schema.text,
    "author": schema.text,
    "seed": _expect("a whole number or text", schema.integer(), schema.text),
    "page": schema.anything,
    "chapters": schema.list_of(schema.anything, least=1, most=_MAX_CHAPTERS),
    **_PUZZLE,
}

_PAD_ALONE = "pad allows fillers after a message; give a message too, or leave it out"
#: Page options that all chapters share.
_WHOLE_BOOK = {"bleed", "gutter", "solutions", "with_key", "fonts"}
#: Page options that place answers.
_PLACES = ("solutions", "mini_key")
#: Page options that no format of a book uses.
_USELESS = {key for key, users in PAGE_OPTION_FORMATS.items() if not {*users} & {*BOOK_FORMATS}}
#: The keys of a chapter whose command-line options are named otherwise in the program.
_KEYS = {"files": "file", "themes": "theme", "masks": "mask"}
#: Command-line options that a book accepts, besides page options.
_OWN = {
    *("book_file", "title", "seed", "language"),
    *("format", "outputs", "overwrite", "quiet", "csv_raw"),
}


def make_chapters(path: str, answer: Output, page: FileOptions, context: click.Context) -> int:
    """Make the book that a file describes.

    Raises:
        InputError: the file cannot be read or has an unusable option, which the message names.
    """
    given = _given_options(context, page.pages)
    data = read_bytes(path, MAX_DOCUMENT)
    try:
        book = _read_toml(data)
        language = context.params["language"]
        is_given = context.get_parameter_source("language") is ParameterSource.COMMANDLINE
        if language is not None and (is_given or "language" not in book):
            book["language"] = language
        forced = {"language": language} if is_given else {}
        tables = [book, *(each for each in book["chapters"] if isinstance(each, dict))]
        if book.get("pad") and not any(table.get("message") for table in tables):
            raise InputError(_PAD_ALONE)
        options = PageOptions.of(**_page_options(book, given, "page"))
        seed, is_seed_given = _seed(context.params["seed"], book.get("seed"))
        chapters = tuple(
            _plan_chapter(number, chapter, book, given, forced, seed, Path(path).parent)
            for number, chapter in enumerate(book["chapters"], 1)
        )
    except LexigridError as error:
        raise type(error)(f"{path!r}: {error}", **error.facts) from error
    plan = BookPlans(
        chapters,
        seed,
        context.params["title"] or book.get("title", ""),
        book.get("subtitle", ""),
        book.get("author", ""),
    )
    page = replace(page, pages=options)
    return make_book(plan, answer=answer, page=page, is_seed_given=is_seed_given)


def _given_options(context: click.Context, pages: PageOptions) -> dict[str, Any]:
    """Return the page options given on the command line; refuse options of words and puzzles."""
    named = {
        name
        for name in context.params
        if context.get_parameter_source(name) is ParameterSource.COMMANDLINE
    }
    page_names = {each.name for each in fields(PageOptions)}
    options = {option.name: option.opts[0] for option in context.command.params}
    for name in sorted(named - page_names - _OWN):
        key = _KEYS.get(name, name)
        remedy = f"write {key!r} there" if key in _CHAPTER else f"leave out {options[name]}"
        raise InputError(f"--book takes words and options from the file; {remedy}")
    return {name: getattr(pages, name) for name in named & page_names}


def _seed(given: int | None, written: int | str | None) -> tuple[int, bool]:
    if given is not None:
        return given, True
    return (fresh_seed(), False) if written is None else (seed_number(written), True)


def _read_toml(data: bytes) -> dict[str, Any]:
    text = decode_utf8(data, "", InputError, "save the file as UTF-8")
    try:
        found = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise InputError(f"not TOML: {error}") from error
    return _read_table(_BOOK, found, "the book", ("chapters",))


def _read_table(
    known: Mapping[str, schema.Schema[Any]], data: Any, name: str, required: tuple[str, ...] = ()
) -> dict[str, Any]:
    """Check a table of the file: its keys, and the type of each value."""
    if isinstance(data, dict):
        for key in data:
            check_choice(key, f"{name}: a key", known)
    needed = {key: known[key] for key in required}
    return schema.read(schema.record(needed, known), data, name, InputError)


def _page_options(table: Mapping[str, Any], given: dict[str, Any], name: str) -> dict[str, Any]:
    values = table.get("page", {})
    if not isinstance(values, dict):
        raise InputError(f"{name} is {schema.shorten(values)}, expected a table")
    for key in sorted(_USELESS & values.keys()):
        users = list_formats(PAGE_OPTION_FORMATS[key], "and")
        raise InputError(f"{name} has {key!r}, which is for {users}, not for a book; leave it out")
    return _override(values, given)


def _override(values: dict[str, Any], given: dict[str, Any]) -> dict[str, Any]:
    """Replace page options of the file by those given; without answers, none are placed."""
    if given.get("with_key") is False:
        values = {key: value for key, value in values.items() if key not in _PLACES}
    return {**values, **given}


def _plan_chapter(
    number: int,
    data: Any,
    book: Mapping[str, Any],
    given: dict[str, Any],
    forced: dict[str, Any],
    seed: int,
    folder: Path,
) -> ChapterPlan:
    name = f"chapter {number}"
    chapter = _read_table(_CHAPTER, data, name)
    values = {key: book[key] for key in _PUZZLE if key in book}
    values |= {key: chapter[key] for key in _PUZZLE if key in chapter} | forced
    if "directions" in chapter:  # it replaces the level of the book, and vice versa
        values.pop("level", None)
    elif "level" in chapter:
        values.pop("directions", None)
    if chapter.get("pad") and not values.get("message"):
        raise InputError(f"{name}: {_PAD_ALONE}")
    pages = None
    if "page" in chapter:
        named = _page_options(chapter, {}, f"{name}: page")
        if whole := sorted(_WHOLE_BOOK & named.keys()):
            key = whole[0]
            raise InputError(f"{name}: page has {key!r}, which belongs in the [page] of the book")
        own = _override({**_page_options(book, {}, "page"), **named}, given)
        pages = PageOptions.of(**own)
    try:
        if isinstance(values.get("size"), str):
            values["size"] = parse_size(values["size"])
        words, title = _words(chapter, values.get("language"), folder)
        count, titles = chapter.get("count", 1), chapter.get("titles", ())
        if len(titles) > count:
            raise InputError(
                f"there are {len(titles)} titles for {count_noun(count, 'puzzle')}; give a larger "
                "count, or leave out titles"
            )
        options = PuzzleOptions.of(words, seed=derived_seed(seed, number), **values)
        return ChapterPlan.of(
            options,
            count=count,
            words=chapter.get("pool"),
            title=chapter.get("title", title),
            titles=tuple(titles),
            pages=pages,
            name=name,
        )
    except LexigridError as error:
        raise type(error)(f"{name}: {error}", **error.facts) from error


def _words(chapter: Mapping[str, Any], language: str | None, folder: Path) -> tuple[list[str], str]:
    """Return the words of a chapter and the titles of its themes."""
    words = list(chapter.get("words", ()))
    if "file" in chapter:
        words += read_lines(str(folder / chapter["file"]))
    named = chapter.get("theme", ())
    names = [named] if isinstance(named, str) else named
    for name in names:
        words += theme_words(name, language=language)
    if not words:
        raise InputError("there are no words; give words, file or theme")
    return words, ", ".join(theme_title(name, language) for name in names)
