"""Puzzles on paths: words chosen to fill the board, laid out by the core, and proved.

A board is proved if no other words of the language's common ones, as many or fewer, cover it.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product
from typing import NamedTuple

from ... import _core
from ..._util.plain_text import count_noun, shorten
from ..._util.rng import SplitMix64, derived_seed
from ..._util.time_limit import check_time, seconds_left
from ...alphabet import Alphabet
from ...errors import InputError, LexiconError
from ...geometry import Cell, Topology
from ...grid import Grid
from ...lexicon import Lexicon, per_lexicon
from ...search.cover_paths import MIN_LETTERS
from ...search.covers import COMMON_BAND, MAX_CELLS, search_covers
from ...search.encode import native_topology
from .. import Placement, Puzzle
from ..placement import Letters, letters_of
from ..verify_paths import check_paths
from .job import Entry, Job
from .lines import create_grid, encode, write_letters
from .masks import Mask
from .options import PuzzleOptions
from .plans import Failure, NoCover, create_size
from .rude import avoided_words

#: Steps of paths before a list of words is given up, if other words can be chosen instead, and if
#: not: a tenth of a second, and four seconds.
_EFFORT, _WHOLE_EFFORT = 3_000_000, 100_000_000
#: Choices of words, and boards to prove, before the search ends.
_CHOICES, _PROOFS = 60, 12
#: Choices of words without a proved board before one of their boards has to do.
_UNPROVED = 4
#: Options that a proof may look at.
_PROOF_EFFORT = 30_000_000
#: The size for words that have too many letters for a board of their own.
_USUAL_SIZE = (8, 6)
_SIDES = range(4, 13)
#: Letters that a spanning word has at least, if there are such words.
_SPANNING_LETTERS = 7


class Board(NamedTuple):
    """A size and its open cells, one byte each."""

    rows: int
    columns: int
    is_open: bytes

    @property
    def cells(self) -> int:
        return sum(self.is_open)


def make_on_paths(job: Job) -> Puzzle | Failure:
    """Make a puzzle on paths; the options are those of `job`."""
    boards = _list_boards(job)
    if isinstance(boards, NoCover):
        return boards
    reason: Failure = NoCover("")
    unproved: list[Puzzle] = []
    for number, (board, entries) in enumerate(boards):
        check_time()
        is_fixed = len(entries) == len(job.entries)
        made = _make(job, board, entries, number, _WHOLE_EFFORT if is_fixed else _EFFORT)
        if not isinstance(made, Puzzle):
            reason = made
            continue
        dropped = len(job.entries) + len(job.refused) - len(entries)
        chosen = f"{len(entries)} of {len(entries) + dropped} words were chosen to fill the board"
        puzzle = replace(made, notes=((chosen,) if dropped else ()) + made.notes)
        if is_fixed or not made.notes:
            return puzzle
        unproved.append(puzzle)
        if len(unproved) == _UNPROVED:
            break
    return unproved[0] if unproved else reason


# --- words and boards ----------------------------------------------------------------------------


def _list_boards(job: Job) -> Iterator[tuple[Board, list[Entry]]] | NoCover:
    """List boards, each with words that fill it, in the order in which they are tried."""
    options, entries = job.options, [*job.entries]
    letters = sum(len(entry.letters) for entry in entries)
    if options.rows or options.mask:
        boards = [read_board(options)]
    elif options.pool is None and (shapes := _shapes(letters, entries, options)):
        boards = [Board(*shape, b"\1" * letters) for shape in shapes]
    else:
        boards = [Board(*_USUAL_SIZE, b"\1" * (_USUAL_SIZE[0] * _USUAL_SIZE[1]))]
    for board in boards:
        if len(board.is_open) > MAX_CELLS:
            raise InputError(
                f"the board is {board.rows}x{board.columns}, expected at most {MAX_CELLS} "
                "cells for words on paths"
            )
    if options.pool is None and any(board.cells == letters for board in boards):
        if job.refused:
            return NoCover("not placed: " + "; ".join(f"{w}: {why}" for w, why in job.refused))
        return ((board, entries) for board in boards)
    if letters < boards[0].cells or not _choice(job, boards[0], 0):
        return NoCover(_explain_sizes(boards[0], letters, entries, options))
    return (
        (boards[0], chosen)
        for number in range(_CHOICES)
        if (chosen := _choice(job, boards[0], number))
    )


def read_board(options: PuzzleOptions) -> Board:
    mask = Mask(options.mask) if options.mask else None
    if not options.rows and not (mask and mask.shape):
        raise InputError("a mask for words on paths needs a size, such as size=(10, 10)")
    rows, columns = (options.rows, options.columns) if options.rows else mask.shape  # type: ignore
    size = create_size(rows, columns, mask)
    return Board(size.rows, size.columns, size.cells or b"\1" * (size.rows * size.columns))


def _shapes(
    letters: int, entries: Sequence[Entry], options: PuzzleOptions
) -> list[tuple[int, int]]:
    """List the sizes with as many cells as there are letters, the squarest first."""
    longest = max(len(entry.letters) for entry in entries)
    return [
        (rows, letters // rows)
        for rows in _SIDES
        if letters % rows == 0
        and letters // rows in _SIDES
        and letters // rows <= rows <= 2 * (letters // rows)
        and (options.kind == "trail" or longest >= letters // rows)
    ]


def _choice(job: Job, board: Board, number: int) -> list[Entry]:
    """Choose words that fill the board, with one that can span it; empty if there are none."""
    options = job.options
    rng = SplitMix64(derived_seed(options.seed, number))
    words = [entry for entry in job.entries if len(entry.letters) >= MIN_LETTERS]
    words = rng.shuffled(words)
    first: list[Entry] = []
    if options.kind == "cover":
        spanning = _spanning_words(options, words, board)
        if not spanning:
            return []
        first = [spanning[number % len(spanning)]]
    rest = [entry for entry in words if entry not in first]
    wanted = board.cells - sum(len(entry.letters) for entry in first)
    # How to reach each number of words and letters: the last word, and the numbers before it.
    ways: dict[tuple[int, int], tuple[int, tuple[int, int]] | None] = {(0, 0): None}
    for at, entry in enumerate(rest):
        for count, total in list(ways):
            reached = count + 1, total + len(entry.letters)
            if reached[1] <= wanted:
                ways.setdefault(reached, (at, (count, total)))
    counts = [count for count, total in ways if total == wanted]
    if options.pool is not None:
        counts = [count for count in counts if count + len(first) == options.pool]
    if not counts:
        return []
    usual = round(wanted / 6.5)
    at_end = (min(counts, key=lambda count: (abs(count - usual), count)), wanted)
    chosen = [*first]
    while (way := ways[at_end]) is not None:
        chosen.append(rest[way[0]])
        at_end = way[1]
    return sorted(chosen, key=job.entries.index)


def _spanning_words(options: PuzzleOptions, words: Sequence[Entry], board: Board) -> list[Entry]:
    """List the words that can be the spanning one, the longer half first."""
    able = [each for each in words if len(each.letters) >= min(board.rows, board.columns)]
    if options.spanning:
        return [each for each in able if each.word.casefold() == options.spanning.casefold()]
    return [each for each in able if len(each.letters) >= _SPANNING_LETTERS] or able


def _explain_sizes(
    board: Board, letters: int, entries: Sequence[Entry], options: PuzzleOptions
) -> str:
    """Say which words would fill the board, or which board the words."""
    size = f"{board.rows}x{board.columns}"
    if letters < board.cells:
        sides = [(a, b) for a, b in product(_SIDES, _SIDES) if b <= a <= 2 * b]
        near = min(sides, key=lambda side: (abs(side[0] * side[1] - letters), side))
        change = near[0] * near[1] - letters
        remedy = f"{'add' if change > 0 else 'leave out'} {count_noun(abs(change), 'letter')}"
        other = f", or {remedy} for {near[0]}x{near[1]}" if change else ""
        return (
            f"the words have {count_noun(letters, 'letter')}, the {size} board has {board.cells} "
            f"cells; add words with {board.cells - letters} letters{other}"
        )
    if options.kind == "cover" and not _spanning_words(options, entries, board):
        least = min(board.rows, board.columns)
        named = options.spanning.casefold()
        if named and all(entry.word.casefold() != named for entry in entries):
            return f"the spanning word {shorten(options.spanning)} is not among the words; add it"
        what = f"{shorten(options.spanning)} cannot span" if named else "no word spans"
        return f"{what} the {size} board; add one of at least {least} letters, or give another size"
    exactly = f"{options.pool} words" if options.pool else "words of four letters or more"
    remedy = "leave out the pool" if options.pool else "add words of other lengths"
    return (
        f"no {exactly} of the list have {board.cells} letters in all, as the {size} board has "
        f"cells; {remedy}, or give another size"
    )


# --- a board -------------------------------------------------------------------------------------


def _make(
    job: Job, board: Board, entries: Sequence[Entry], number: int, effort: int
) -> Puzzle | Failure:
    """Lay out these words, and prove the board if the options ask for it."""
    options = job.options
    if options.kind == "cover":
        able = _spanning_words(options, entries, board)
        if not able:
            return NoCover(_explain_sizes(board, board.cells, entries, options))
        first = able[number % len(able)]
        entries = [first, *(each for each in entries if each is not first)]
    rivals = _rivals(options)
    forbidden = forbidden_words(job, entries)
    anagrams = {} if rivals is None else _anagrams_of(rivals, entries)
    words = tuple(entry.letters for entry in entries)
    codes = tuple(sorted({*job.filler_weights}.union(*words, *job.avoided.values())))
    letters, ends = encode(tuple(forbidden.values()), codes)
    more, more_ends = encode(tuple(anagrams.values()), codes)
    all_ends = ends + array("I", map(ends[-1].__add__, more_ends[1:]))
    seed = derived_seed(options.seed, 1000 + number)
    sound = None
    for attempt in range(_PROOFS):
        cells, order, spent, is_made = _core.make_cover(
            native_topology(Topology(options.topology), board.rows, board.columns),
            board.is_open,
            *encode(words, codes),
            letters + more,
            all_ends,
            options.kind == "cover",
            options.kind == "trail",
            options.unique != "cover",
            derived_seed(seed, attempt),
            effort,
            seconds_left(),
        )
        check_time()
        effort -= spent
        if not is_made:
            break
        puzzle = _assemble(job, board, entries, cells, order)
        if not check_paths(puzzle, [*(forbidden | anagrams)]).is_valid:
            continue  # two covers by the listed words
        if rivals is None:
            return puzzle
        rival = _find_rival(puzzle, rivals)
        if rival is None:
            return puzzle
        sound = sound or replace(puzzle, notes=(rival,))
    if sound is not None:
        return sound
    return NoCover(
        "no board was found on which each word has one path; give other words, another seed or "
        "another size, or accept words with several paths (--unique cover or unique='cover')"
    )


def _rivals(options: PuzzleOptions) -> Lexicon | None:
    """Return the common words of the language, which must not cover the board; None to allow it."""
    if options.unique != "proved" or options.kind != "cover":
        return None
    try:
        return Lexicon.default(options.language).common(COMMON_BAND)
    except LexiconError:
        return None


def forbidden_words(job: Job, entries: Sequence[Entry]) -> dict[str, Letters]:
    """Return the words that no path may spell, and their letters."""
    return {**avoided_words(job, entries, None if job.options.allow_rude else "strict")}


def _anagrams_of(lexicon: Lexicon, entries: Sequence[Entry]) -> dict[str, Letters]:
    """Return the words with the letters of a listed one: they could lie on its cells."""
    found: dict[str, Letters] = {}
    listed = {entry.letters for entry in entries}
    for entry in entries:
        for word in _words_by_letters(lexicon).get("".join(sorted(entry.letters)), ()):
            letters = tuple(word)
            if letters not in listed and letters[::-1] not in listed:
                found[word] = letters
    return found


@per_lexicon
def _words_by_letters(lexicon: Lexicon) -> Mapping[str, list[str]]:
    found: dict[str, list[str]] = {}
    for word in lexicon:
        if len(word) >= MIN_LETTERS:
            found.setdefault("".join(sorted(word)), []).append(word)
    return found


def _find_rival(puzzle: Puzzle, rivals: Lexicon) -> str | None:
    """Describe another cover by common words, as many or fewer, or why there may be one."""
    words = [placed.word for placed in puzzle.key]
    covers = search_covers(
        puzzle.grid, rivals, words, most_words=len(words), limit=20, effort=_PROOF_EFFORT
    )
    own = sorted(_either_way(word, puzzle) for word in words)
    for cover in covers:
        if sorted(_either_way(word, puzzle) for word in cover.words) != own:
            return f"other words cover the board too: {cover}"
    return None if covers.complete else "whether other words cover the board could not be decided"


def _either_way(word: str, puzzle: Puzzle) -> Letters:
    """Return the letters of a word or of its reverse, whichever is first: no board prevents it."""
    letters = letters_of(puzzle.grid.alphabet or Alphabet(), word)
    return min(letters, letters[::-1])


def write_grid(
    job: Job, board: Board, letter_at: Mapping[Cell, str], entries: Sequence[Entry]
) -> Grid:
    """Return a grid of letters by cell, in the case of the options; other cells are holes."""
    letters = sorted({*letter_at.values()})
    numbers = {letter: code for code, letter in enumerate(letters)}
    codes = array("H", [0xFFFF] * len(board.is_open))
    for cell, letter in letter_at.items():
        codes[cell.row * board.columns + cell.column] = numbers[letter]
    written = [*write_letters(letters, job.alphabet, job.options.case, entries).values()]
    topology = Topology(job.options.topology)
    return create_grid(job.alphabet, memoryview(codes), board.columns, written, topology)


def _assemble(
    job: Job,
    board: Board,
    entries: Sequence[Entry],
    cells: Sequence[int],
    order: Sequence[int],
) -> Puzzle:
    options, columns = job.options, board.columns
    letter_at: dict[Cell, str] = {}
    key: dict[str, Placement] = {}
    ends = iter(cells)
    for entry in entries:
        path = [Cell(*divmod(next(ends), columns)) for _ in entry.letters]
        letter_at.update(zip(path, entry.letters, strict=True))
        key[entry.word] = Placement.along(entry.word, path)
    grid = write_grid(job, board, letter_at, entries)
    is_trail = options.kind == "trail"
    listed = [entries[at] for at in order] if is_trail else sorted(entries, key=job.entries.index)
    return Puzzle(
        grid,
        tuple(key[entry.word] for entry in listed),
        language=options.language,
        kind=options.kind,
        spanning="" if is_trail else entries[0].word,
    )
