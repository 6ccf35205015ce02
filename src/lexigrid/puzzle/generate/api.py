"""`make_puzzle`, the public function for making word-search puzzles."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ..._util.options import describe_options
from ..._util.rng import Seed
from ..._util.time_limit import time_limit
from ..._util.validation import check_words
from ...alphabet import Alphabet
from ...errors import InputError, PuzzleError
from .. import Puzzle
from .difficulty_target import generate_for_difficulty
from .generator import generate
from .masks import Mask
from .options import Case, Directions, LevelName, Overlap, PuzzleOptions
from .share_code import parse_code
from .words import theme_title, theme_words

#: Arguments of `make_puzzle` that are not options of the puzzle.
_NO_OPTIONS = ("words", "code", "theme", "deadline")


@describe_options(PuzzleOptions)
def make_puzzle(
    words: Iterable[str] | None = None,
    *,
    size: int | tuple[int, int] | None = None,
    seed: Seed | None = None,
    theme: str | None = None,
    level: int | LevelName | None = None,
    directions: Directions | None = None,
    word_directions: Mapping[str, Directions] | None = None,
    overlap: Overlap = "some",
    mask: Mask | str | None = None,
    case: Case = "upper",
    secret: Iterable[str] = (),
    filler: str = "language",
    decoys: int = 0,
    message: str = "",
    pad: bool = False,
    avoid: Iterable[str] = (),
    allow: Iterable[str] = (),
    allow_rude: bool = False,
    pool: int | None = None,
    grow: bool = False,
    allow_missing: bool = False,
    allow_subwords: bool = False,
    difficulty: float | None = None,
    alphabet: Alphabet | str | None = None,
    language: str | None = None,
    title: str = "",
    code: str | None = None,
    deadline: float | None = None,
) -> Puzzle:
    """Make a word-search puzzle in which every listed word occurs exactly once.

    `check_puzzle` proves each puzzle before it is returned. The same seed and options give the
    same puzzle in every process, on every Python version and machine; `code=` remakes the puzzle
    of a share code (`Puzzle.code`).

    >>> puzzle = make_puzzle(["oat", "rye", "barley"], size=(6, 7), seed=1, level="easy")
    >>> puzzle.words, puzzle.grid.rows, puzzle.grid.columns
    (('oat', 'rye', 'barley'), 6, 7)
    >>> make_puzzle(code=puzzle.code) == puzzle
    True

    Args:
        words: the words or phrases to list, in order.
        theme: the name of a theme (`themes`), whose words are added to the list.
        code: a share code instead of words and options.
        deadline: seconds until making fails with a PuzzleError; it never changes the puzzle.

    Raises:
        PuzzleError: words that do not fit (the fact `unplaced` has pairs of word and reason), a
            message that does not fit, a grid that cannot be filled, an invalid code, no time left
            (the fact `deadline`).
        InputError: an option value that cannot be used.
        AlphabetError: no alphabet has that name.
    """
    arguments = {name: value for name, value in locals().items() if name not in _NO_OPTIONS}
    if theme is not None:
        if words is None:
            arguments["title"] = title or theme_title(theme, language)
        words = (*check_words(words or (), "words"), *theme_words(theme, language=language))
    if code is None:
        return make_from_options(PuzzleOptions.of(words=words, **arguments), deadline=deadline)
    if words is not None:
        raise InputError("code already holds the words; give words or code, not both")
    for name, default in (make_puzzle.__kwdefaults__ or {}).items():
        value = arguments.get(name, default)
        if repr(value) != repr(default) and (default != () or [*value]):
            raise InputError(f"code already holds every option; leave out {name}")
    return make_from_options(parse_code(code), deadline=deadline)


def make_from_options(options: PuzzleOptions, *, deadline: float | None = None) -> Puzzle:
    """Make the puzzle that validated options describe.

    Raises:
        PuzzleError: as `make_puzzle`.
        InputError: options that contradict each other.
    """
    options = options.with_level_resolved()
    try:
        with time_limit(deadline):
            if options.difficulty is not None:
                return generate_for_difficulty(options, options.difficulty)
            return generate(options)
    except TimeoutError:
        raise PuzzleError(
            f"no puzzle was made within {deadline:g} s; give more time or fewer words, or leave "
            "the size open",
            deadline=deadline,
        ) from None
