"""`lexigrid make`: word-search puzzles that keep their promise.

Knows the makers, the pages and the manners of the output; imported when it is called.
Rule: a word without a place is status 1 and named with its reason; nothing is half written.
"""

from __future__ import annotations

import sys
from typing import Any

import click

from ..errors import InputError, PuzzleError
from .make_inputs import SourceOptions, gather_words, plan_options, read_lines
from .make_output import Sheet, check_destination, send_puzzle
from .messages import print_error
from .options import number_option
from .output import Output
from .status import FOUND, MISSING

#: A measured difficulty that is farther from the wanted one is told.
NEAR_DIFFICULTY = 3.0


@click.command("make", short_help="Make word-search puzzles, books of them, and check them.")
@click.argument("words", metavar="[WORD...]", nargs=-1)
@click.option(
    "--words", "files", metavar="FILE", multiple=True, help="Words of a file; again for more."
)
@click.option(
    "--theme",
    "theme_names",
    metavar="NAME",
    multiple=True,
    help="Words of a theme ('list' names them).",
)
@number_option("--random", "Draw so many words from the built-in lexicon.", 2000)
@click.option(
    "--commonness",
    metavar="BAND",
    type=click.IntRange(0, 255),
    help="Draw words of this band or commoner: 10 to 80 (35).",
)
@click.option("--length", metavar="A-B", help="Draw words of so many letters (4-10).")
@number_option("--pool", "Choose so many of the words, a puzzle.", 2000)
@click.option(
    "--secret", metavar="WORD", multiple=True, help="Hide this word too, but do not list it."
)
@click.option("--size", metavar="RxC", help="15x15, or 15; chosen to suit the words if not given.")
@click.option("--grow", is_flag=True, help="Enlarge the grid until all words fit.")
@click.option("--allow-missing", is_flag=True, help="Leave out words that find no place.")
@click.option("--allow-subwords", is_flag=True, help="Accept words that stand inside others.")
@click.option(
    "--level", metavar="N", help="1 easy, 2 medium, 3 hard (all directions; the default), 4 expert."
)
@click.option("--directions", metavar="N,E,...", help="Only these of N NE E SE S SW W NW.")
@click.option("--direction-of", metavar="WORD=N,E", multiple=True, help="Directions of one word.")
@click.option(
    "--difficulty",
    metavar="0-100",
    type=click.FloatRange(0, 100),
    help="Aim at this measured difficulty.",
)
@click.option(
    "--overlap",
    type=click.Choice(("few", "some", "many")),
    default="some",
    show_default=True,
    help="Cells that words share.",
)
@click.option(
    "--mask",
    "masks",
    metavar="NAME|FILE",
    multiple=True,
    help="heart, ~circle, star+ring, a text or PNG picture ('list' draws all); again to join.",
)
@click.option("--invert-mask", is_flag=True, help="Turn the mask inside out.")
@click.option(
    "--case",
    type=click.Choice(("upper", "lower", "keep")),
    default="upper",
    show_default=True,
    help="How letters are written.",
)
@click.option(
    "--filler",
    metavar="HOW",
    default="language",
    show_default=True,
    help="language, uniform, words, or the letters to fill with.",
)
@click.option(
    "--decoys",
    metavar="N",
    type=click.IntRange(0, 10_000),
    default=0,
    help="Near misses among the fillers.",
)
@click.option("--message", metavar="TEXT", default="", help="What the leftover cells spell.")
@click.option("--pad", is_flag=True, help="Fillers may follow the message.")
@click.option(
    "--avoid",
    metavar="FILE",
    multiple=True,
    help="Words that must not come about, in any direction.",
)
@click.option("--avoid-rude", is_flag=True, help="Avoid the words of a small built-in list too.")
@click.option("--alphabet", metavar="NAME", help="A language's letters: en, de, es ...")
@click.option("--case-sensitive", is_flag=True, help="Tell a from A.")
@click.option("--fold-accents", is_flag=True, help="Read é as e.")
@click.option(
    "--seed",
    metavar="N",
    type=click.IntRange(0, 2**64 - 1),
    help="The same seed makes the same puzzle.",
)
@click.option("--code", metavar="CODE", help="Make the puzzle of a share code again.")
@number_option("--count", "Make a book of so many puzzles.", 10_000)
@click.option(
    "--title", metavar="TEXT", default="", help="The title of the puzzle, or of the book."
)
@click.option(
    "--check",
    "check_file",
    metavar="FILE",
    help="Say whether a puzzle, ours or foreign, is valid, and why not.",
)
@plan_options
def command(
    words: tuple[str, ...],
    files: tuple[str, ...],
    answer: Output,
    sheet: Sheet,
    **choices: Any,
) -> int:
    """Make a word-search puzzle of the WORDs: each stands in the grid exactly once.

    The puzzle is proved before it is given: every direction is searched for every word. A word
    that finds no place is named with the reason, and the status is 1.

    \b
      lexigrid make oat rye barley wheat --size 8x8 --seed 1
      lexigrid make --theme birds --pool 20 --mask heart --format pdf --output birds.pdf
      lexigrid make --theme ocean --pool 15 --count 300 --output book.pdf
      lexigrid make --check puzzle.json
    """
    if choices["check_file"] is not None:
        from .make_check import check_file

        return check_file(choices, words, files, answer)
    if "list" in choices["masks"]:
        return _send_masks(answer)
    if "list" in choices["theme_names"]:
        return _send_themes(answer)
    check_destination(answer, sheet, is_book=choices["count"] is not None)
    try:
        if choices["count"] is not None:
            from .make_book import make_book

            status: int = make_book(words, files, answer, sheet, choices)
            return status
        puzzle, seed = _make(words, files, choices)
    except PuzzleError as error:
        unplaced = error.facts.get("unplaced")
        if not unplaced and "nearest" not in error.facts:
            raise
        _tell_unplaced(error)
        return MISSING
    for note in puzzle.notes:
        answer.say(f"note: {note}")
    for word, reason in puzzle.missing:
        answer.say(f"left out: {word}: {reason}")
    send_puzzle(puzzle, answer, sheet)
    wanted = choices["difficulty"]
    if wanted is not None and abs(puzzle.difficulty.score - wanted) > NEAR_DIFFICULTY:
        answer.say(
            f"note: difficulty {wanted:g} is not reached, {puzzle.difficulty.score:.0f} is the "
            "nearest; another --size or other words give others"
        )
    # A seed of chance has to be told, or the puzzle cannot be made again.
    if choices["seed"] is None or (sys.stderr is not None and sys.stderr.isatty()):
        from ..render.terminal.text import count_noun

        words_told = count_noun(len(puzzle.words), "word")
        answer.say(
            f"{words_told} on {puzzle.grid.rows}x{puzzle.grid.columns}, seed {seed}, "
            f"difficulty {puzzle.difficulty.score:.0f} of 100"
        )
    return FOUND


def _tell_unplaced(error: PuzzleError) -> None:
    """Name each word without a place, and say what helps; or that a message does not fit."""
    from ..render.terminal.text import count_noun

    unplaced = error.facts.get("unplaced")
    if not unplaced:
        print_error(str(error))
        return
    for word, reason in unplaced:
        print_error(f"not placed: {word}: {reason}")
    if "wanted" in error.facts:
        print_error(
            f"{count_noun(error.placed, 'word')} of the {error.wanted} that are wanted found room"
        )
    is_inside = [" inside " in reason or " backwards" in reason for _, reason in unplaced]
    remedies = [] if all(is_inside) else ["--grow", "a larger --size"]
    remedies += ["--allow-subwords"] if any(is_inside) else []
    remedies += ["a smaller --pool" if "wanted" in error.facts else "--pool N"]
    print_error(f"no puzzle is made; give {', '.join(remedies)} or --allow-missing")


def _make(words: tuple[str, ...], files: tuple[str, ...], choices: dict[str, Any]) -> Any:
    """Make the puzzle, and tell the seed that makes it again."""
    from ..puzzle.generate import make_puzzle

    if choices["code"] is not None:
        if words or files or choices["theme_names"] or choices["random"]:
            raise InputError("--code already holds the words; give words or --code, not both")
        made = make_puzzle(code=choices["code"])
        return made, made.seed
    source = SourceOptions.of(words, files, choices)
    return make_puzzle(gather_words(source), **plan(choices, source.seed)), source.seed


def plan(choices: dict[str, Any], seed: int) -> dict[str, Any]:
    """Turn the options of the command line into those of `make_puzzle`."""
    from ..puzzle.generate.words import avoid_words
    from .inputs import choose_alphabet
    from .make_inputs import read_mask, read_size, word_directions

    avoid = [word for path in choices["avoid"] for word in read_lines(path)]
    listed = avoid + (list(avoid_words()) if choices["avoid_rude"] else [])
    return {
        "size": read_size(choices["size"]),
        "seed": seed,
        "level": choices["level"],
        "directions": choices["directions"],
        "word_directions": word_directions(choices["direction_of"]),
        "overlap": choices["overlap"],
        "mask": read_mask(choices["masks"], choices["invert_mask"]),
        "case": choices["case"],
        "secret": choices["secret"],
        "filler": choices["filler"],
        "decoys": choices["decoys"],
        "message": choices["message"],
        "pad": choices["pad"],
        "avoid": listed,
        "pool": choices["pool"],
        "grow": choices["grow"],
        "allow_missing": choices["allow_missing"],
        "allow_subwords": choices["allow_subwords"],
        "difficulty": choices["difficulty"],
        "alphabet": choose_alphabet(
            choices["alphabet"], choices["case_sensitive"], choices["fold_accents"]
        ),
        "title": choices["title"],
    }


def _send_masks(answer: Output) -> int:
    from ..puzzle.generate import Mask
    from ..puzzle.generate.shapes import SHAPES

    pages = (f"{name}\n{Mask(name).draw(15, 15)}\n" for name in SHAPES)
    answer.send_page(pages)
    return FOUND


def _send_themes(answer: Output) -> int:
    from ..puzzle.generate.words import theme_words, themes

    answer.send_page(f"{name} ({len(theme_words(name))} words)" for name in themes())
    return FOUND
