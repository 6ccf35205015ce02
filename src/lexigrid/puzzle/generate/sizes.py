"""The sizes and choices of words to try, the most promising first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import isqrt

from ..._util.limits import MAX_PUZZLE_SIDE
from ..._util.plain_text import count_noun
from ...errors import InputError
from .job import Entry
from .layout import HOPELESS_DENSITY
from .masks import Mask
from .options import PuzzleOptions

#: Rows, columns, and the mask for that size (None: all cells are open).
Size = tuple[int, int, bytes | None]

#: Percentages of letters that share a cell with another word in a full layout, likeliest first.
_OVERLAP_PERCENTS = (9, 8, 10, 7, 11, 6, 12, 5, 13, 3, 16, 20, 25)
#: Letters of words per 100 cells if the size is open: dense, yet quick to lay out.
_LETTERS_PER_100_CELLS = 62
#: How far rows and columns may differ in a size for a message.
_MAX_SIDE_DIFFERENCE = 3
_MAX_MASKED_SIZES = 16


def candidate_sizes(
    options: PuzzleOptions, lengths: Sequence[int], message: int, mask: Mask | None
) -> list[Size]:
    """List the sizes to try for words of these lengths and a message of `message` letters.

    Raises:
        InputError: the mask has fewer cells than there are letters.
    """
    if options.rows:
        given = create_size(options.rows, options.columns, mask)
        if not options.grow:
            _check_mask(given, lengths, message)
            return [given]
        sizes = _larger_sizes(options.rows, options.columns)
        larger = (create_size(*each, mask) for each in sizes)
        most = HOPELESS_DENSITY
        return [given, *(s for s in larger if sum(lengths) <= most * count_open_cells(s))]
    shape = mask.shape if mask is not None else None
    if shape is not None and max(shape) <= MAX_PUZZLE_SIDE:
        own = create_size(*shape, mask)
        _check_mask(own, lengths, message)
        return [own]
    if message and not options.pad:
        return _sizes_for_message(lengths, message, mask)
    wanted = sum(lengths) * 100 // _LETTERS_PER_100_CELLS + message
    side = max(max(lengths), isqrt(max(wanted - 1, 0)) + 1, 3)
    if mask is not None:
        side = _least_masked_side(mask, wanted, side)
    first = _masked_sides(side, mask)
    return [create_size(*each, mask) for each in (first, *_larger_sizes(*first))]


def create_size(rows: int, columns: int, mask: Mask | None) -> Size:
    """Return a size with its mask, cropped to the rows and columns that have open cells.

    >>> create_size(8, 8, Mask.parse("heart"))[:2]
    (7, 8)
    """
    if mask is None:
        return rows, columns, None
    cells = mask.cells(rows, columns)
    lines = [cells[at : at + columns] for at in range(0, len(cells), columns)]
    down = [row for row, line in enumerate(lines) if any(line)]
    right = [column for column, line in enumerate(zip(*lines, strict=True)) if any(line)]
    if not down:
        return rows, columns, cells
    kept = lines[down[0] : down[-1] + 1]
    left, after = right[0], right[-1] + 1
    return len(kept), after - left, b"".join(line[left:after] for line in kept)


def count_open_cells(size: Size) -> int:
    """Count the cells of a size that are open."""
    rows, columns, cells = size
    return rows * columns if cells is None else sum(cells)


def _larger_sizes(rows: int, columns: int) -> Iterator[tuple[int, int]]:
    """Yield larger sizes of about the same proportions, each larger by a twelfth."""
    while rows < MAX_PUZZLE_SIDE or columns < MAX_PUZZLE_SIDE:
        rows = min(MAX_PUZZLE_SIDE, rows + max(1, rows // 12))
        columns = min(MAX_PUZZLE_SIDE, columns + max(1, columns // 12))
        yield rows, columns


def _check_mask(size: Size, lengths: Sequence[int], message: int) -> None:
    rows, columns, cells = size
    open_cells = count_open_cells(size)
    if cells is not None and open_cells < sum(lengths) + message:
        raise InputError(
            f"the mask has {count_noun(open_cells, 'cell')} on {rows}x{columns}, the words "
            f"have {count_noun(sum(lengths), 'letter')}"
            f"{f' and the message {message}' if message else ''}; give a larger size"
        )


def _least_masked_side(mask: Mask, cells: int, side: int) -> int:
    """Return the least side, from `side` up, with which the mask has enough cells."""
    while side < MAX_PUZZLE_SIDE and sum(mask.cells(*_masked_sides(side, mask))) < cells:
        side += 1
    return side


def _masked_sides(side: int, mask: Mask | None) -> tuple[int, int]:
    """Return rows and columns of about side x side cells, in the proportions of a picture.

    >>> _masked_sides(20, Mask.parse("heart")), _masked_sides(20, Mask("#1x4:1f"))
    ((20, 20), (10, 40))
    """
    rows, columns = (mask and mask.shape) or (1, 1)
    sides = (isqrt(side * side * rows // columns), isqrt(side * side * columns // rows))
    return min(max(sides[0], 1), MAX_PUZZLE_SIDE), min(max(sides[1], 1), MAX_PUZZLE_SIDE)


def _sizes_for_message(lengths: Sequence[int], message: int, mask: Mask | None) -> list[Size]:
    """List sizes on which the words, with some overlap, leave just enough cells for the message."""
    total, longest = sum(lengths), max(lengths)
    cell_counts = [total - total * percent // 100 + message for percent in _OVERLAP_PERCENTS]
    if mask is not None:
        return _masked_sizes_for_message(cell_counts, total + message, longest, mask)
    shapes = dict.fromkeys(shape for count in cell_counts for shape in _shapes(count, longest))
    return [create_size(*shape, None) for shape in shapes if max(shape) <= MAX_PUZZLE_SIDE]


def _masked_sizes_for_message(
    cell_counts: Sequence[int], most: int, longest: int, mask: Mask
) -> list[Size]:
    """List sizes of nearly the usual proportions on which the mask has about the cells needed."""
    likely, least = cell_counts[0], cell_counts[-1]
    side = _least_masked_side(mask, least, 3)
    slack = _MAX_SIDE_DIFFERENCE
    found: list[tuple[int, int, Size]] = []
    for near in range(max(3, side - slack), min(MAX_PUZZLE_SIDE, side + 2 * slack) + 1):
        rows, usual = _masked_sides(near, mask)
        for columns in range(max(3, usual - slack), min(MAX_PUZZLE_SIDE, usual + slack) + 1):
            size = create_size(rows, columns, mask)
            cells = count_open_cells(size)
            if least <= cells <= most and max(size[:2]) >= longest:
                found.append((abs(cells - likely), abs(columns - usual), size))
    found.sort(key=lambda each: each[:2])
    sizes = [size for _, _, size in found[:_MAX_MASKED_SIZES]]
    return sizes or [create_size(*_masked_sides(side, mask), mask)]


def _shapes(cells: int, longest: int) -> Iterator[tuple[int, int]]:
    """Yield rectangles of about `cells` cells in which the longest word fits, the squarest first.

    >>> [*_shapes(30, 6)], [*_shapes(30, 10)]
    ([(6, 5), (5, 6), (4, 7), (4, 8)], [(3, 10), (3, 11), (2, 12), (2, 13)])
    """
    side = max(isqrt(cells), 1)
    if max(side, round(cells / side)) < longest:
        side = longest
    for columns in range(side, side + _MAX_SIDE_DIFFERENCE + 1):
        yield max(1, round(cells / columns)), columns


def choose_words(
    pool: Sequence[Entry], count: int, cells: int | None
) -> Iterator[tuple[list[Entry], list[Entry]]]:
    """Yield choices of `count` words, each with the rest of the pool, the likeliest to fit first.

    If the words must cover exactly `cells` cells, their numbers of letters decide the choice.

    >>> words = [Entry(word, tuple(word)) for word in ("oat", "barley", "rye", "wheat")]
    >>> [[entry.word for entry in chosen] for chosen, _ in choose_words(words, 2, 8)][:1]
    [['oat', 'wheat']]
    """
    if cells is None:
        yield [*pool[:count]], [*pool[count:]]
        return
    known: set[frozenset[str]] = set()
    for percent in _OVERLAP_PERCENTS:
        chosen, rest = _choose_by_letters(pool, count, cells * 100 // (100 - percent))
        names = frozenset(entry.word for entry in chosen)
        if names not in known:
            known.add(names)
            yield chosen, rest


def _choose_by_letters(
    pool: Sequence[Entry], count: int, letters: int
) -> tuple[list[Entry], list[Entry]]:
    """Choose `count` words, the first ones where possible, with about `letters` letters in all."""
    chosen, rest = [*pool[:count]], [*pool[count:]]
    while lacking := letters - sum(len(entry.letters) for entry in chosen):
        # Of several words of one length, the first is exchanged.
        out = {len(entry.letters): at for at, entry in reversed([*enumerate(chosen)])}
        into = {len(entry.letters): at for at, entry in reversed([*enumerate(rest)])}
        exchanges = [
            (abs(lacking - (longer - shorter)), at, by)
            for shorter, at in out.items()
            for longer, by in into.items()
        ]
        if not exchanges or min(exchanges)[0] >= abs(lacking):
            break
        _, at, by = min(exchanges)
        chosen[at], rest[by] = rest[by], chosen[at]
    return chosen, rest
