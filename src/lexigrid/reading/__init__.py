"""From bytes to meaning, in steps: text, clean text, blocks; then grids, words, puzzles, dice.

What plain grids do not need is imported from its module: `decode`, `parts`, `words`, `dice`.
"""

from .clean import changed, clean
from .tokens import ESCAPE, HOLE, tokens_of, tokens_of_all, tokens_of_table

#: A puzzle is read wherever a grid is.
PUZZLE_FORMAT = "lexigrid/puzzle"
#: The column of puzzles on paths: the cells of each word, such as "0,0 0,1 1,1".
PATH_COLUMN = "path"
#: The column that says how they run, the same in each row: "cover, hex".
KIND_COLUMN = "kind"
#: The columns of the words that CSV of a puzzle has below the grid.
PUZZLE_COLUMNS = [
    *("word", "start_row", "start_column", "end_row", "end_column", "direction", "secret")
]

__all__ = [
    "ESCAPE",
    "HOLE",
    "KIND_COLUMN",
    "PATH_COLUMN",
    "PUZZLE_COLUMNS",
    "PUZZLE_FORMAT",
    "changed",
    "clean",
    "tokens_of",
    "tokens_of_all",
    "tokens_of_table",
]
