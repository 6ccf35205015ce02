"""Which words of a pool go into one puzzle.

Knows listings; known by the maker.
Rule: the choice follows from the order that the pool comes in, which is drawn by the seed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .listing import Entry

#: Overlaps to letters of the words that a full layout may have, the likeliest first, in parts of
#: 100.
OVERLAPS = (9, 8, 10, 7, 11, 6, 12, 5, 13, 3, 16, 20, 25)


def choices_for(
    pool: Sequence[Entry], wanted: int, cells: int | None
) -> Iterator[tuple[list[Entry], list[Entry]]]:
    """Yield choices of so many words, each with the rest of the pool, the likeliest to fit first.

    With `cells`, which the words have to cover exactly, they are chosen by their letters.

    >>> words = [Entry(word, tuple(word)) for word in ("oat", "barley", "rye", "wheat")]
    >>> [[entry.word for entry in taken] for taken, _ in choices_for(words, 2, 8)][:1]
    [['oat', 'wheat']]
    """
    if cells is None:
        yield [*pool[:wanted]], [*pool[wanted:]]
        return
    known: set[frozenset[str]] = set()
    for part in OVERLAPS:
        taken, rest = _with_letters(pool, wanted, cells * 100 // (100 - part))
        names = frozenset(entry.word for entry in taken)
        if names not in known:
            known.add(names)
            yield taken, rest


def _with_letters(
    pool: Sequence[Entry], wanted: int, letters: int
) -> tuple[list[Entry], list[Entry]]:
    """Exchange words of the first `wanted` for others until they have about so many letters."""
    taken, rest = [*pool[:wanted]], [*pool[wanted:]]
    lacking = letters - sum(len(entry.letters) for entry in taken)
    while lacking:
        # Of the words that are exchanged for each other, the first of each length stands for all.
        out = {len(entry.letters): at for at, entry in reversed([*enumerate(taken)])}
        into = {len(entry.letters): at for at, entry in reversed([*enumerate(rest)])}
        gains = [
            (abs(lacking - (longer - shorter)), at, by)
            for shorter, at in out.items()
            for longer, by in into.items()
        ]
        if not gains or min(gains)[0] >= abs(lacking):
            break
        _, at, by = min(gains)
        taken[at], rest[by] = rest[by], taken[at]
        lacking = letters - sum(len(entry.letters) for entry in taken)
    return taken, rest
