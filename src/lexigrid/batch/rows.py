"""Input rows and output columns; rows keep their order, and unusable ones have an error."""

from __future__ import annotations

from array import array
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ..lexicon import Lexicon, per_lexicon

if TYPE_CHECKING:
    import numpy as np

    Numbers = np.ndarray[Any, Any]


#: A ListColumn, SparseTexts, a masked NumPy array, an Arrow array, or a list with None.
Column = Any


@dataclass(slots=True)
class Rows:
    """Input rows.

    `grids` is a list of texts (None where there is no grid) or an Arrow array of texts. `words`,
    not parsed yet, and `sizes` have an entry per row, `passed` has the columns to pass through.
    `errors` maps row numbers to the reason why a row is unusable. `places` has the line (of text)
    or row of each row in its slice, from 0. `share` is the part of the slice that has been read.
    """

    grids: Any
    words: Sequence[Any] | None = None
    sizes: Sequence[tuple[int, int] | None] | None = None
    passed: dict[str, Column] = field(default_factory=dict)
    errors: dict[int, str] = field(default_factory=dict)
    places: Sequence[int] = ()
    share: float = 1.0

    def __len__(self) -> int:
        return len(self.grids)

    def texts(self) -> list[str | None]:
        """Return the grids as texts."""
        if not isinstance(self.grids, list):
            self.grids = self.grids.to_pylist()
        return self.grids


@dataclass(frozen=True, slots=True)
class ListColumn:
    """One list per row as flat arrays: row i has `values[first[i]:first[i + 1]]`.

    The values are word numbers of `lexicon` or, without a lexicon, (row, column) pairs that `inner`
    divides into paths. The rows in `missing` have no list.
    """

    first: Numbers
    values: Numbers
    missing: frozenset[int]
    lexicon: Lexicon | None = None
    inner: Numbers | None = None  # path p has values[inner[p]:inner[p + 1]]

    def to_list(self) -> list[Any]:
        """Return one Python list per row, None for missing rows."""
        values: list[Any] = self.values.tolist()
        if self.lexicon is not None:
            words = lexicon_words(self.lexicon)
            values = [words[word] for word in values]
        if self.inner is not None:
            ends = self.inner.tolist()
            values = [values[ends[i] : ends[i + 1]] for i in range(len(ends) - 1)]
        at = self.first.tolist()
        return [
            None if i in self.missing else values[at[i] : at[i + 1]] for i in range(len(at) - 1)
        ]


@dataclass(frozen=True, slots=True)
class SparseTexts:
    """Texts by row number, such as errors; most rows have none.

    A list with one entry per row took a tenth of the scoring time.
    """

    rows: int
    texts: dict[int, str]

    def to_list(self) -> list[str | None]:
        """Return one text per row, None where there is none."""
        values: list[str | None] = [None] * self.rows
        for row, text in self.texts.items():
            values[row] = text
        return values


def column_to_list(column: Column) -> list[Any]:
    """Return a column as a Python list."""
    if isinstance(column, list):
        return column
    if isinstance(column, ListColumn | SparseTexts):
        return column.to_list()
    return column.tolist()  # type: ignore[no-any-return]


def mask_rows(values: Numbers, missing: Collection[int]) -> Numbers:
    """Return an array in which the missing rows are masked."""
    import numpy as np

    mask: Any = np.ma.nomask
    if missing:
        mask = np.zeros(len(values), np.bool_)
        mask[list(missing)] = True
    return np.ma.array(values, mask=mask)


@per_lexicon
def lexicon_words(lexicon: Lexicon) -> list[str]:
    """Return the words of a lexicon by number; the list is made once."""
    return list(lexicon.core.texts(array("I", range(len(lexicon)))))
