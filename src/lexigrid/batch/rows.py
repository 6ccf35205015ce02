"""Rows on their way: what is read of the input, and the columns that become the output.

Knows nothing of the package; known by readers, work and writers.
Rule: rows keep their order, and a row that cannot be used stays as a row with an error.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np

    Numbers = np.ndarray[Any, Any]


@dataclass(slots=True)
class Rows:
    """Rows of the input.

    `grids` is a list of texts (None: there is none) or an Arrow array of them; `words` a list of
    words a row; `sizes` a size a row; `errors` says of rows, by number, why they cannot be used.
    """

    grids: Any
    words: Sequence[list[str] | None] | None = None
    sizes: Sequence[tuple[int, int] | None] | None = None
    errors: dict[int, str] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.grids)

    def texts(self) -> list[str | None]:
        """Give the grids as texts."""
        if not isinstance(self.grids, list):
            self.grids = self.grids.to_pylist()
        return self.grids


@dataclass(frozen=True, slots=True)
class ManyLists:
    """A list a row as flat arrays: row i has `values[first[i]:first[i + 1]]`.

    `values` are numbers of words, dressed by `table`, or cells in pairs of (row, column) with a
    second level `inner`. Rows in `bad` have none.
    """

    first: Numbers
    values: Numbers
    bad: frozenset[int]
    texts: Any = None  # a lexicon, when the values are numbers of words
    inner: Numbers | None = None  # path w has values[inner[w]:inner[w + 1]]

    def to_list(self) -> list[Any]:
        """Give a Python list a row, None where there is none."""
        values: list[Any]
        if self.texts is not None:
            known = words_of(self.texts)
            values = [known[word] for word in self.values.tolist()]
        else:
            values = self.values.tolist()
        if self.inner is not None:
            ends = self.inner.tolist()
            values = [values[ends[i] : ends[i + 1]] for i in range(len(ends) - 1)]
        at = self.first.tolist()
        return [None if i in self.bad else values[at[i] : at[i + 1]] for i in range(len(at) - 1)]


def words_of(lexicon: Any) -> list[str]:
    """Give all words of a lexicon by their numbers, made once."""
    made: list[str] = lexicon.derived.get_or_make(
        "batch texts", lambda: [lexicon.text_of(word) for word in range(len(lexicon))]
    )
    return made


#: A column: a Python list (None: no value), an array of numbers with its bad rows, or lists.
Column = Any


@dataclass(frozen=True, slots=True)
class NumberColumn:
    """A number a row; rows in `bad` have none."""

    values: Numbers
    bad: frozenset[int]

    def to_list(self) -> list[int | None]:
        """Give a Python number a row, None where there is none."""
        values: list[int | None] = self.values.tolist()
        for row in self.bad:
            values[row] = None
        return values


@dataclass(frozen=True, slots=True)
class FewTexts:
    """Texts of a few rows by their numbers, such as errors; all others have none.

    A list with an entry a row took a tenth of the time of scoring.
    """

    rows: int
    texts: dict[int, str]

    def to_list(self) -> list[str | None]:
        """Give a text a row, None where there is none."""
        values: list[str | None] = [None] * self.rows
        for row, text in self.texts.items():
            values[row] = text
        return values


def listed(column: Column) -> list[Any]:
    """Give a column as a Python list."""
    if isinstance(column, list):
        return column
    if isinstance(column, NumberColumn | ManyLists | FewTexts):
        return column.to_list()
    return column.to_pylist()  # type: ignore[no-any-return]
