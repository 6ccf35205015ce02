"""`lexigrid book`: books of puzzles, which can be continued after an interruption."""

from __future__ import annotations

import gc
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from .._util.options import options_of
from .._util.plain_text import count_noun
from ..errors import InputError, PuzzleError
from ..render.print.options import PageOptions
from .book_file import BookOptions, BookPlans, ChapterOptions, ChapterPlan, Given, read_book_file
from .complete import completer
from .help import Command
from .inputs import LETTERS
from .journal import Journal
from .messages import Progress
from .options import add_options, derive_options, given_options, read_options, refuse_options
from .output import Output, find_output
from .puzzle_inputs import (
    WordSource,
    named_source,
    puzzle_options,
    read_given_options,
    read_puzzle_options,
)
from .puzzle_output import (
    FileOptions,
    check_destinations,
    choose_format,
    page_options,
    report_unplaced,
    say_words_without,
    send_bytes,
    warn_of_tiny_letters,
)
from .status import FOUND, MISSING

if TYPE_CHECKING:
    from ..puzzle import Puzzle
    from ..render.print.book import Book

_book_options: Callable[[Callable[..., Any]], Callable[..., Any]] = add_options(
    [*derive_options(BookOptions), *derive_options(ChapterOptions)], "Book"
)


@click.command("book", cls=Command)
@click.argument("path", metavar="[FILE]", required=False, shell_complete=completer("file"))
@named_source
@_book_options
@puzzle_options(but=("seed", "title"))
@page_options
def command(
    path: str | None,
    source: WordSource,
    answers: tuple[Output, ...],
    page: FileOptions,
    **choices: Any,
) -> int:
    """Make a book of puzzles, with a title page, contents and all answers.

    Its words come from the options, or from FILE, a TOML file that describes chapters; options
    override those of the file. With a seed, the same command continues an interrupted run.

    \b
      lexigrid book --theme ocean --pool 15 --count 300 --output book.pdf
      lexigrid book chapters.toml --output book.pdf
    """
    check_destinations(answers, page, is_book=True)
    try:
        if path is None:
            book = _plan_series(source, choices)
        else:
            refuse_options(
                [own.flags for own in options_of(WordSource).values()], "FILE has the words"
            )
            _check_file(path, choices["language"])
            book, pages = read_book_file(path, _find_given(choices, page.pages))
            page = replace(page, pages=pages)
        return _make_book(book, answers[0], page)
    except PuzzleError as error:
        report_unplaced(error)
        return MISSING


def _check_file(path: str, language: str | None) -> None:
    """Refuse the name of a theme."""
    from ..puzzle.generate.words import themes

    if not os.path.exists(path) and path in themes(language):
        raise InputError(f"{path!r} is no file but a theme; did you mean --theme {path}?")


def _plan_series(source: WordSource, choices: dict[str, Any]) -> BookPlans:
    """Plan a book of one chapter, whose words come from options."""
    if choices["count"] is None:
        raise InputError(
            "a book needs --count N, the number of puzzles, or a file that describes its chapters"
        )
    options = read_puzzle_options(source, choices)
    own = BookOptions(**read_options(BookOptions, choices) | {"title": options.title})
    chapter = ChapterPlan.of(options, count=choices["count"], spread=choices["spread"])
    return BookPlans((chapter,), own, options.seed)


def _find_given(choices: dict[str, Any], pages: PageOptions) -> Given:
    """Return the options of the command line, which override those of a file."""
    names = {*given_options().values()}
    puzzle = read_given_options(choices)
    given = {name: value for name, value in puzzle.items() if name in names}
    if names & {*LETTERS} - {"language"}:
        given["alphabet"] = puzzle["alphabet"]
    return Given(
        book={name: choices[name] for name in options_of(BookOptions) if name in names},
        chapters={name: choices[name] for name in ("count", "spread") if name in names},
        puzzles={name: value for name, value in given.items() if name != "seed"},
        pages={name: getattr(pages, name) for name in options_of(PageOptions) if name in names},
        language=choices["language"],
    )


def _make_book(plan: BookPlans, answer: Output, page: FileOptions) -> int:
    """Make the puzzles of a book, and write it."""
    gc.set_threshold(50_000)  # shapes have no cycles, and searching them takes 15 % of the time
    # Without a given seed, every run makes a different book and cannot continue another.
    continues = plan.options.seed is not None and answer.output and find_output(answer.output)
    journal = Journal.open(answer.output if continues else None, plan.fingerprint, answer)
    puzzles = list(journal.finished)
    for chapter in plan.chapters:
        if note := chapter.plan.repeats:
            answer.say(f"note: {f'{chapter.name}: ' if chapter.name else ''}{note}")
    numbers = plan.numbers
    count = len(numbers)
    if puzzles:
        answer.say(f"continuing after puzzle {len(puzzles)} of {count}")
    with _saying_what_is_kept(journal, puzzles, answer), Progress(quiet=answer.quiet) as progress:
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
        pages = _send_book(plan.bind(puzzles), answer, page)
    journal.remove()
    facts = [count_noun(count, "puzzle"), *([pages] if pages else []), f"seed {plan.seed}"]
    scores = [puzzle.difficulty.score for puzzle in puzzles if puzzle.kind == "lines"]
    if scores:
        facts.append(f"difficulty {sum(scores) / len(scores):.0f} of 100 on average")
    name = f"{answer.output}: " if answer.output else ""
    answer.say(f"{name}{', '.join(facts)}")
    return FOUND


@contextmanager
def _saying_what_is_kept(
    journal: Journal, puzzles: Sequence[Puzzle], answer: Output
) -> Iterator[None]:
    """Keep a journal, and say after Ctrl-C how to continue."""
    try:
        with journal:
            yield
    except KeyboardInterrupt:
        if journal.path is not None:
            kept = count_noun(len(puzzles), "finished puzzle")
            answer.say(f"{kept} in {journal.path.name}; the same command continues")
        raise


def _send_book(book: Book, answer: Output, page: FileOptions) -> str:
    """Write a book; return its number of pages, or ""."""
    form = choose_format(answer)
    answer = answer._replace(confirms=False)
    pairs = [(each, part.options or page.pages) for part in book.chapters for each in part.puzzles]
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
            for number, (puzzle, own) in enumerate(pairs, 1)
            for line in (
                f"PUZZLE {number}",
                "",
                *render_puzzle(puzzle, text_page, with_key=with_key, list_as=own.list_as),
                "",
            )
        )
    else:
        from ..render.print.book import book_to_pdf

        data, count = book_to_pdf(book, page.pages)
        warn_of_tiny_letters(pairs, answer)
        say_words_without(pairs, answer)
        send_bytes(data, answer)
        return count_noun(count, "page")
    return ""
