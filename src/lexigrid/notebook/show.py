"""Show a value as a widget. The module with the widgets is imported when one is made."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, overload

from .._util.io import import_extra
from .._util.validation import check_flag
from ..boards.best import BestBoard
from ..boards.spec import FoundBoard
from ..errors import InputError
from ..game.game import Game
from ..game.rules import Rules
from ..game.solution import Solution
from ..grid import GridLike, as_grid
from ..lexicon import WordsLike
from ..puzzle import Puzzle
from ..search.covers import Covers
from ..search.lines import Lines
from ..search.paths import FoundWords
from ..search.trace import Trace

if TYPE_CHECKING:
    from .widgets import AnswerWidget, GameWidget, PuzzleWidget

_Answer = FoundWords | Lines | Trace | Covers | Solution


@overload
def show(value: Puzzle, *, with_key: bool = True) -> PuzzleWidget: ...
@overload
def show(value: FoundWords | Lines | Trace | Covers | Solution) -> AnswerWidget: ...
@overload
def show(
    value: Game | GridLike | FoundBoard | BestBoard, words: WordsLike | None = None
) -> GameWidget: ...
def show(value: Any, words: WordsLike | None = None, *, with_key: bool = True) -> Any:
    """Return a widget of a puzzle, a game, a board or the answer of a search.

    A puzzle is solved and a board is played as on the pages, with mouse, touch, keys or a screen
    reader; the words found are in `found`, which can be observed. A board is a game without a time
    limit; for other rules, show a `Game`. An answer lists its words and shows the `selected` one on
    the grid. The page judges words, so it gets the answers too, but shows them only at the end.

    >>> import lexigrid as lg
    >>> widget = show(lg.make_puzzle(["oat", "rye"], seed=1))
    >>> widget.observe(lambda change: print("found:", *change.new), "found")
    >>> widget.found
    []
    >>> show("tea/ant/oat", ["eat", "oat"]).game.solution.count
    2

    Args:
        value: a `Puzzle`, a `Game` of one player, a board (a `Grid` or text, or the answer of
            `find_board` or `optimize_board`), or the answer of a search or a solver.
        words: the words that count on a board; None means the built-in ones.
        with_key: a puzzle has a button that shows the answers.

    Raises:
        InputError: anywidget is not installed (`pip install 'lexigrid[notebook]'`), `words` are
            given for another value than a board, the game has several players or rules that its
            page does not know, or the answer has no grid or no paths.
        GridError: the value is neither one of these nor a grid.
    """
    widgets = import_extra("lexigrid.notebook.widgets", "notebook", "a widget")
    check_flag(with_key, "with_key")
    if words is not None and isinstance(value, Puzzle | Game | _Answer):
        raise InputError(f"words are given for a {type(value).__name__}, expected them for a board")
    if isinstance(value, Puzzle):
        return widgets.PuzzleWidget(value, with_key=with_key)
    if isinstance(value, _Answer):
        return widgets.AnswerWidget(value)
    if not isinstance(value, Game):
        grid = as_grid(value.grid if isinstance(value, FoundBoard | BestBoard) else value)
        value = Game.start(
            grid, words, rules=Rules.of_size((grid.rows, grid.columns), seconds=None)
        )
    return widgets.GameWidget(value)
