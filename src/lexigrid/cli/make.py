"""`lexigrid make`: word-search puzzles and books of them, and checks of puzzle files."""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from .._util.limits import MAX_DECOYS, MAX_PUZZLE_WORDS
from .._util.plain_text import count_noun
from .._util.rng import fresh_seed, seed_number
from ..errors import InputError, PuzzleError
from ..puzzle.generate.options import CASES, OVERLAPS
from ..render.puzzle_file import PAGE_OPTION_FORMATS
from .complete import complete_file, complete_mask, complete_theme
from .help import Command
from .make_inputs import (
    LETTERS,
    WordSource,
    parse_difficulty,
    parse_lengths,
    parse_word_directions,
    read_alphabet,
    read_mask,
    reading_options,
    refuse_options,
    refuse_without_effect,
)
from .make_output import FileOptions, check_destinations, page_options, send_puzzle
from .make_unplaced import report_unplaced
from .options import (
    Decorator,
    add_options,
    gather_options,
    letter_options,
    number_option,
    size_option,
    value_parser,
)
from .output import Output, check_overwrite
from .status import FOUND, MISSING
from .word_files import avoid_options, read_word_lists

if TYPE_CHECKING:
    from ..puzzle import Puzzle
    from ..puzzle.generate import PuzzleOptions

MAX_PUZZLES = 10_000


def _word_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the sources of words, which the command receives as `source`."""
    return gather_options(
        "source",
        WordSource,
        [
            click.argument("words", metavar="[WORD...]", nargs=-1),
            click.option(
                "--words",
                "files",
                metavar="FILE",
                multiple=True,
                shell_complete=complete_file,
                help="Words of a file; repeatable.",
            ),
            click.option(
                "--theme",
                "themes",
                metavar="NAME",
                multiple=True,
                shell_complete=complete_theme,
                help="Words of a theme ('list' shows the names).",
            ),
            number_option("--random", "Draw N words of the language.", MAX_PUZZLE_WORDS),
            number_option(
                "--commonness",
                "Draw words of this band or a more common one: 10 to 80 (35).",
                255,
                least=0,
                metavar="BAND",
            ),
            click.option(
                "--length",
                metavar="A-B",
                callback=value_parser(parse_lengths),
                help="Draw words with A to B letters (4-10).",
            ),
        ],
    )(command)


def _puzzle_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options of a puzzle; most are named like an argument of `make_puzzle`."""
    options: list[Decorator] = [
        number_option("--pool", "Choose N of the words for each puzzle.", MAX_PUZZLE_WORDS),
        click.option(
            "--secret",
            metavar="WORD",
            multiple=True,
            help="Hide this word too, but do not list it.",
        ),
        size_option("15x15, or 15; default: chosen to suit the words."),
        click.option("--grow", is_flag=True, help="Enlarge the grid until all words fit."),
        click.option("--allow-missing", is_flag=True, help="Leave out words that do not fit."),
        click.option("--allow-subwords", is_flag=True, help="Accept words inside other words."),
        click.option(
            "--level",
            metavar="N",
            help="1 easy, 2 medium, 3 hard (all directions; the default), 4 expert.",
        ),
        click.option(
            "--directions", metavar="N,E,...", help="Use only these of N NE E SE S SW W NW."
        ),
        click.option(
            "--direction-of",
            "word_directions",
            metavar="WORD=N,E",
            multiple=True,
            help="Directions of one word; repeatable.",
        ),
        click.option(
            "--difficulty",
            metavar="0-100",
            callback=value_parser(parse_difficulty),
            help="Aim at this measured difficulty.",
        ),
        click.option(
            "--overlap",
            type=click.Choice(OVERLAPS),
            default="some",
            show_default=True,
            help="How much words overlap.",
        ),
        click.option(
            "--mask",
            "masks",
            metavar="NAME|FILE",
            multiple=True,
            shell_complete=complete_mask,
            help="heart, ~circle, star+ring, or a text or PNG file ('list' draws all); repeatable.",
        ),
        click.option("--invert-mask", is_flag=True, help="Use the cells outside the mask."),
        click.option(
            "--case",
            type=click.Choice(CASES),
            default="upper",
            show_default=True,
            help="How letters are written.",
        ),
        click.option(
            "--filler",
            metavar="HOW",
            default="language",
            show_default=True,
            help="language, uniform, words, or the letters to fill with.",
        ),
        number_option(
            "--decoys", "Near misses among the fillers.", MAX_DECOYS, least=0, default="0"
        ),
        click.option(
            "--message", metavar="TEXT", default="", help="A text in the cells left over."
        ),
        click.option("--pad", is_flag=True, help="Allow fillers after the message."),
        avoid_options("Words that must not appear, besides rude words."),
        functools.partial(letter_options, on_paper=True),
        click.option(
            "--seed",
            metavar="S",
            callback=value_parser(seed_number),
            help="The same seed makes the same puzzle.",
        ),
        click.option(
            "--title", metavar="TEXT", default="", help="The title of the puzzle or the book."
        ),
    ]
    return add_options(options)(command)


@click.command("make", cls=Command)
@_word_options
@_puzzle_options
@click.option("--code", metavar="CODE", help="Make the puzzle of a share code.")
@number_option("--count", "Make a book of N puzzles.", MAX_PUZZLES)
@click.option(
    "--book",
    "book_file",
    metavar="FILE",
    shell_complete=complete_file,
    help="Make the book with chapters that a TOML file describes.",
)
@click.option(
    "--from",
    "puzzle_file",
    metavar="FILE",
    shell_complete=complete_file,
    help="Write the puzzle in a file again, in another format.",
)
@click.option(
    "--check",
    "checked_file",
    metavar="FILE",
    shell_complete=complete_file,
    help="Check a puzzle file from any program; if it is not valid, say why.",
)
@page_options
def command(
    source: WordSource,
    code: str | None,
    count: int | None,
    book_file: str | None,
    puzzle_file: str | None,
    checked_file: str | None,
    answers: tuple[Output, ...],
    page: FileOptions,
    **choices: Any,
) -> int:
    """Make a word-search puzzle of the WORDs: each occurs in the grid exactly once.

    Each puzzle is checked by searching every direction for every word. A word that does not fit is
    reported with the reason, and the exit status is 1.

    \b
      lexigrid make oat rye barley wheat --size 8x8 --seed 1
      lexigrid make --theme birds --pool 20 --mask heart --format pdf --output birds.pdf
      lexigrid make --theme ocean --pool 15 --count 300 --output book.pdf
      lexigrid make --book chapters.toml --output book.pdf
      lexigrid make --from puzzle.json --output puzzle.pdf --output puzzle.html
      lexigrid make --check puzzle.json
    """
    answer = answers[0]
    is_list = "list" in choices["masks"] or "list" in source.themes
    if len(answers) > 1 and (is_list or checked_file is not None):
        raise InputError("--output is given several times, which only puzzles allow; give it once")
    check_overwrite([each.output for each in answers], overwrite=page.overwrite)
    if checked_file is not None:
        from .make_check import check_file

        refuse_options(
            {*choices, *PAGE_OPTION_FORMATS}, "--check", {*LETTERS, "avoid", "allow_subwords"}
        )
        return check_file(checked_file, source, choices, answer)
    if "list" in choices["masks"]:
        return _list_masks(answer)
    if "list" in source.themes:
        return _list_themes(answer, choices["language"])
    check_destinations(answers, page, is_book=count is not None or book_file is not None)
    if code is not None and count is not None:
        raise InputError("--code makes one puzzle, --count a book; give one of them")
    if code is not None and source.is_given:
        raise InputError("--code already holds the words; give words or --code, not both")
    if code is not None:
        refuse_options({*choices}, "--code", set())
    if puzzle_file is not None:
        if code is not None or count is not None or source.is_given:
            raise InputError("--from already holds a puzzle; leave words, --code and --count out")
        refuse_options({*choices}, "--from", {*LETTERS, "title"})
        return _convert(puzzle_file, answers, page, choices)
    try:
        if book_file is not None:
            from .make_chapters import make_chapters

            return make_chapters(book_file, answer, page, click.get_current_context())
        if count is not None:
            from .make_book import BookPlans, ChapterPlan, make_book

            words, is_seed_given = choices.pop("pool"), choices["seed"] is not None
            options = _read_options(source, choices)
            chapter = ChapterPlan.of(options, count=count, words=words)
            plan = BookPlans((chapter,), options.seed, title=options.title)
            return make_book(plan, answer=answer, page=page, is_seed_given=is_seed_given)
        return _make_puzzle(source, code, choices, answers, page)
    except PuzzleError as error:
        if not error.facts.get("unplaced") and "nearest" not in error.facts:
            raise
        report_unplaced(error)
        return MISSING


def _read_options(source: WordSource, choices: dict[str, Any]) -> PuzzleOptions:
    """Convert command-line options to puzzle options."""
    from ..puzzle.generate import PuzzleOptions

    refuse_without_effect(choices)
    given = dict(choices)
    seed, language = given.pop("seed"), given.pop("language")
    seed = fresh_seed() if seed is None else seed
    given["title"] = given["title"] or source.title(language)
    alphabet = read_alphabet(choices)
    for name in ("alphabet", "case_sensitive", "fold_accents"):
        del given[name]
    return PuzzleOptions.of(
        source.gather(seed, language),
        seed=seed,
        alphabet=alphabet,
        language=language,
        mask=read_mask(given.pop("masks"), given.pop("invert_mask")),
        avoid=read_word_lists(given.pop("avoid")),
        allow=read_word_lists(given.pop("allow")),
        word_directions=parse_word_directions(given.pop("word_directions")),
        **given,
    )


def _make_puzzle(
    source: WordSource,
    code: str | None,
    choices: dict[str, Any],
    answers: Sequence[Output],
    page: FileOptions,
) -> int:
    from ..puzzle.generate import make_from_options, parse_code

    options = _read_options(source, choices) if code is None else parse_code(code)
    puzzle = make_from_options(options)
    for note in puzzle.notes:
        answers[0].say(f"note: {note}")
    for word, reason in puzzle.missing:
        answers[0].say(f"left out: {word}: {reason}")
    is_terminal = sys.stderr is not None and sys.stderr.isatty()
    for answer, pages in zip(answers, send_puzzle(puzzle, answers, page), strict=True):
        # Without its random seed, the puzzle could not be made again.
        if answer.output or choices["seed"] is None or is_terminal:
            _confirm(puzzle, answer, pages, options.seed)
    return FOUND


def _convert(
    path: str, answers: Sequence[Output], page: FileOptions, choices: dict[str, Any]
) -> int:
    """Write the puzzle in a file again."""
    from ..puzzle.io import read_puzzle, with_places

    puzzle = with_places(read_puzzle(path, **reading_options(choices)))
    puzzle = replace(puzzle, title=choices["title"]) if choices["title"] else puzzle
    for answer, pages in zip(answers, send_puzzle(puzzle, answers, page), strict=True):
        if answer.output:
            _confirm(puzzle, answer, pages, puzzle.seed)
    return FOUND


def _confirm(puzzle: Puzzle, answer: Output, pages: str, seed: int | None) -> None:
    facts = [f"{count_noun(len(puzzle.words), 'word')} on {puzzle.grid.rows}x{puzzle.grid.columns}"]
    facts += [pages] if pages else []
    facts += [] if seed is None else [f"seed {seed}"]
    name = f"{answer.output}: " if answer.output else ""
    answer.say(f"{name}{', '.join(facts)}, difficulty {puzzle.difficulty.score:.0f} of 100")


def _list_masks(answer: Output) -> int:
    from ..puzzle.generate import Mask
    from ..puzzle.generate.shapes import SHAPES

    answer.send_page(f"{name}\n{Mask(name).draw(15, 15)}\n" for name in SHAPES)
    return FOUND


def _list_themes(answer: Output, language: str | None) -> int:
    from ..puzzle.generate.words import theme_title, theme_words, themes

    names = themes(language)

    def describe(name: str) -> str:
        title, count = theme_title(name, language), len(theme_words(name, language=language))
        return f"{name} ({'' if title.lower() == name else f'{title}, '}{count} words)"

    answer.send_page(map(describe, names))
    return FOUND if names else MISSING
