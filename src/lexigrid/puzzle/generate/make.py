"""`make_puzzle`: plans are tried in order; a puzzle is completed, a failure explained."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal

from ..._util.options import describe_options
from ..._util.plain_text import count_noun
from ..._util.rng import Seed
from ..._util.time_limit import check_time, time_limit
from ..._util.validation import check_words
from ...alphabet import Alphabet
from ...errors import InputError, PuzzleError
from .. import Puzzle
from ..facts import FACTS, NO_FACTS, facts_by_word
from ..placement import Angles, PuzzleKind
from .difficulty_target import approach_difficulty, describe_aim
from .job import BLANK, Job, prepare
from .lines import EffortBudget, carry_out
from .masks import Mask
from .option_kinds import LevelName
from .options import Case, Directions, Overlap, PuzzleOptions, Unique
from .plans import (
    Failure,
    Misfit,
    NoCover,
    OutOfEffort,
    Plan,
    Trial,
    Unfillable,
    Unplaced,
    conclude,
    plan_puzzle,
)
from .regions import describe_regions
from .rude import describe_chosen
from .share_code import format_code, parse_code
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
    backward: float | str | None = None,
    diagonal: float | str | None = None,
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
    clues: Mapping[str, str] | Literal["definitions"] | None = None,
    translations: Mapping[str, str] | None = None,
    groups: Mapping[str, str] | None = None,
    images: Mapping[str, Path | str] | None = None,
    kind: PuzzleKind = "lines",
    spanning: str = "",
    unique: Unique = "proved",
    topology: Literal["king", "rook", "hex"] = "king",
    turns: int = 1,
    angles: Angles = "right",
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
    for name, default in _DEFAULTS.items():
        value = arguments.get(name, default)
        if repr(value) != repr(default) and (default != () or [*value]):
            raise InputError(f"code already holds every option; leave out {name}")
    return make_from_options(parse_code(code), deadline=deadline)


_DEFAULTS: dict[str, Any] = make_puzzle.__kwdefaults__ or {}


def make_from_options(options: PuzzleOptions, *, deadline: float | None = None) -> Puzzle:
    """Make the puzzle that validated options describe.

    Raises:
        PuzzleError: as `make_puzzle`.
        InputError: options that contradict each other.
    """
    try:
        with time_limit(deadline):
            made = try_options(options)
    except TimeoutError:
        raise PuzzleError(
            f"no puzzle was made within {deadline:g} s; give more time or fewer words, or leave "
            "the size open",
            deadline=deadline,
        ) from None
    if isinstance(made, Puzzle):
        return made
    raise explain(made, options)


def try_options(options: PuzzleOptions) -> Puzzle | Failure:
    """Make the puzzle that validated options describe, or return why there is none.

    Raises:
        PuzzleError: words that no puzzle can have.
        InputError: options that contradict each other.
    """
    options.check_kind()
    options = options.with_level_resolved()
    if options.difficulty is None:
        return _generate(options)
    return approach_difficulty(options, options.difficulty, _generate)


def _generate(options: PuzzleOptions, budget: EffortBudget | None = None) -> Puzzle | Failure:
    """Try plans until there is a puzzle; the options have neither a level nor a difficulty."""
    job = prepare(options)
    if options.kind == "bent":
        from .bent import make_bent

        return _complete(job, make_bent(job))
    if options.kind != "lines":
        from .covers import make_on_paths

        return _complete(job, make_on_paths(job))
    if job.refused and not options.pool and not options.allow_missing:
        # Words inside others are placed too, and a note says where else they are.
        job = prepare(replace(options, allow_subwords=True))
    trials: list[Trial] = []
    for plan in plan_puzzle(job, trials):
        check_time()
        trials.append(Trial(plan, carry_out(job, plan, budget)))
    if not trials:  # no word of the pool fits on the grid
        return Unplaced(job.refused)
    return _accept(job, trials[-1].plan, conclude(trials))


def _accept(job: Job, plan: Plan, outcome: Puzzle | Failure) -> Puzzle | Failure:
    """Complete the puzzle, unless too many words are missing."""
    options = job.options
    if not isinstance(outcome, Puzzle | Unplaced):
        return outcome
    lost = outcome.missing if isinstance(outcome, Puzzle) else outcome.words
    is_enough = isinstance(outcome, Puzzle) and 0 < (options.pool or 0) <= len(outcome.words)
    missing = lost if is_enough else (*plan.dropped, *lost)
    if not isinstance(outcome, Puzzle) or (missing and not options.allow_missing):
        names = {word for word, _ in lost}
        placed = [entry for entry in plan.entries if not entry.secret and entry.word not in names]
        return Unplaced(missing, len(placed))
    return _complete(job, replace(outcome, missing=missing))


def _complete(job: Job, outcome: Puzzle | Failure) -> Puzzle | Failure:
    """Add to a puzzle what it was made from, and what its maker should know."""
    if not isinstance(outcome, Puzzle):
        return outcome
    options = job.options
    letters = {entry.word: entry.letters for entry in job.entries}
    words = {placed.word: letters[placed.word] for placed in outcome.key}
    facts = facts_by_word({name: getattr(options, name) for name in FACTS})
    key = outcome.key
    if facts:
        key = tuple(replace(each, facts=facts.get(each.word, NO_FACTS)) for each in key)
        groups = [*dict.fromkeys(each.facts.group for each in key)]
        key = tuple(sorted(key, key=lambda each: groups.index(each.facts.group)))
    shape: list[str] = []
    if "#" in options.mask and options.filler != BLANK:  # the shape of a picture
        grid = outcome.grid
        shape = describe_regions(
            [grid.tile_table[code] is not None for code in grid.codes], grid.columns
        )
    return replace(
        outcome,
        key=key,
        title=options.title,
        seed=options.seed,
        code=format_code(options),
        notes=(
            *describe_aim(options.aim, outcome),
            *job.notes,
            *shape,
            *outcome.notes,
            *describe_chosen(job, words),
        ),
        right_to_left=job.right_to_left,
    )


def explain(failure: Failure, options: PuzzleOptions) -> PuzzleError:
    """Return the error that says why there is no puzzle, and what helps."""
    match failure:
        case Unplaced(words) if options.allow_missing:
            return PuzzleError("no word could be placed", unplaced=words)
        case Unplaced(words, placed):
            text = "not placed: " + "; ".join(f"{word}: {reason}" for word, reason in words)
            if not options.pool:
                return PuzzleError(text, unplaced=words)
            text += f" ({placed} of the {options.pool} wanted words fit)"
            return PuzzleError(text, unplaced=words, placed=placed, wanted=options.pool)
        case Misfit(cells, letters):
            return PuzzleError(
                f"the message has {count_noun(letters, 'letter')}, the nearest layout leaves "
                f"{count_noun(cells, 'cell')}; "
                f"{_message_remedy(cells, letters, options)}",
                letters=letters,
                nearest=cells,
            )
        case NoCover(reason):
            return PuzzleError(reason)
        case OutOfEffort(effort):
            text = "no layout was found with the effort that is left"
            return PuzzleError(text, effort=effort)
        case Unfillable() if options.message:
            return PuzzleError(
                f"the message {options.message!r} repeats a word in every layout; change it, or "
                "the words"
            )
        case Unfillable(letters):
            return PuzzleError(
                f"the cells between the words cannot be filled with {letters} letters without "
                "repeating a word; give more letters as filler, or a larger grid"
            )


def _message_remedy(leftover: int, letters: int, options: PuzzleOptions) -> str:
    too_many = leftover > letters
    number = abs(leftover - letters)
    change = f"{'add' if too_many else 'remove'} {number} letter{'' if number == 1 else 's'}"
    if not options.rows:
        return f"{change}, or give other words, another seed or a size"
    size = f"make the grid {'smaller' if too_many else 'larger'} or leave its size open"
    pad = ", or accept fillers after the message (--pad or pad=True)" if too_many else ""
    return f"{change}, {size}{pad}" if too_many else f"{change}, or {size}"
