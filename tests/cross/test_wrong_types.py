"""Wrong types anywhere in the public API raise only errors of the package."""

from __future__ import annotations

import inspect
import itertools
import pickle
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import lexigrid as lg
from generated import public_names
from lexigrid.batch import run_batch
from wrong_values import WRONG

GRID = lg.Grid.parse("tea/ant/oat")
WORDS = lg.Lexicon(["tea", "oat", "ant", "eat"], bands=[10, 10, 35, 80])
GAME = lg.Game.start(GRID, WORDS)
PUZZLE = lg.make_puzzle(["tea", "oat"], seed=1)
#: The package without its types.
ANY: Any = lg

#: Valid values of required parameters, by name.
RIGHT: dict[str, Any] = {
    "band": 1, "boards": ["teaantoat"], "cell": (0, 0), "certificate": {}, "count": 3,
    "data": {}, "directions": "N", "faces": ["a b"], "grid": GRID, "grids": ["teaantoat"],
    "least": 1, "letter": "a", "letters": 3, "level": 3, "lexicon": WORDS, "name": "en",
    "number": 1, "output": "out.csv", "inputs": "in.txt", "path": "x.txt", "pattern": "t*",
    "prefix": "t", "puzzle": PUZZLE, "rows": ["te", "an"], "seed": 1, "size": (3, 3),
    "solution": GAME.solution, "spec": lg.BoardSpec(common=True), "target": "portable",
    "family": "trace", "text": "tea/ant/oat", "topology": "king", "word": "tea", "words": ["tea"],
}  # fmt: skip
#: Options that keep long searches short.
QUICK = {
    "optimize_board": {"size": (2, 2), "patience": 1, "processes": 1, "words": WORDS},
    "find_board": {"deadline": 0.01, "words": WORDS},
}
VALUES: tuple[Any, ...] = (
    GRID,
    WORDS,
    WORDS.at("t"),
    GAME,
    GAME.judge("tea"),
    GAME.scores()[0],
    PUZZLE,
    PUZZLE.key[0],
    lg.check_puzzle(PUZZLE),
    lg.Rules(),
    lg.games.Opponent(3),
    lg.Alphabet(),
    lg.Topology(),
    lg.Dice.named("en-new-4x4"),
    lg.Mask.parse("heart"),
    lg.games.IntRange(1, 2),
    lg.BoardSpec(),
    GRID.tiles[0],
    lg.find_lines(GRID, WORDS),
    lg.find_paths(GRID, WORDS),
    lg.find_paths_many(["teaantoat"], WORDS),
    lg.trace(GRID, "tea"),
    lg.tasks.make_task("trace", seed=1),
)
#: Values that only the package makes, functions for use between its packages, and a long job.
INTERNAL = {
    "BulkArrays", "BulkPaths", "Cover", "Covers", "Cursor", "Direction", "FoundWords", "Hint",
    "Lexicon.adapted_to",
    "Lexicon.compiled_for", "Lexicon.node_after", "Lexicon.restricted_to", "Lexicon.spellings_of",
    "Lexicon.text_of", "Lines", "Move", "PathArrays", "Reason", "ReviewedWord", "Scores",
    "Solution", "TimedWord", "Trace", "Verdict", "prove_best",
}  # fmt: skip


def list_callables() -> Iterator[tuple[str, Callable[..., Any]]]:
    """List the public functions, classes, class methods and methods of values."""
    for path, public in public_names().items():
        name = path.rpartition(".")[2]
        if inspect.isclass(public) and not issubclass(public, BaseException):
            yield name, public
            values = [value for value in VALUES if type(value) is public]
            for member in dir(public):
                plain = inspect.getattr_static(public, member)
                own = getattr(plain, "__func__", plain)
                if member.startswith("_") or not inspect.isfunction(own):
                    continue
                if not own.__module__.startswith("lexigrid"):
                    continue  # inherited from Python
                if own is not plain:
                    yield f"{name}.{member}", getattr(public, member)
                elif values:
                    yield f"{name}.{member}", getattr(values[0], member)
        elif inspect.isfunction(public):
            yield name, public


CALLABLES = {name: each for name, each in list_callables() if name not in INTERNAL}


@pytest.mark.parametrize("name", CALLABLES)
def test_no_value_raises_an_internal_error(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    parameters = [
        each
        for each in inspect.signature(CALLABLES[name]).parameters.values()
        if each.kind not in (each.VAR_POSITIONAL, each.VAR_KEYWORD)
    ]
    required = [each.name for each in parameters if each.default is each.empty]
    for parameter in parameters:
        for wrong in WRONG:
            values = {each: RIGHT.get(each, "x") for each in required} | QUICK.get(name, {})
            values[parameter.name] = wrong
            given = [values.pop(each.name) for each in parameters if each.kind == 0]
            try:
                answer = CALLABLES[name](*given, **values)
                if inspect.isgenerator(answer):
                    next(answer, None)
            except lg.LexigridError as error:
                if not str(error):
                    raise


def test_a_misspelled_keyword_is_named() -> None:
    with pytest.raises(TypeError, match="unexpected keyword argument 'min_lenght'"):
        lg.find_paths(GRID, WORDS, min_lenght=3)  # type: ignore[call-arg]
    misspelled: list[tuple[Callable[[], Any], str, str]] = [
        (lambda: ANY.find_paths(GRID, WORDS, min_lenght=3), "min_lenght", "min_length"),
        (lambda: ANY.find_paths(GRID, lexicon=WORDS), "lexicon", "words"),
        (lambda: ANY.Lexicon(["tea"], alphabets="de"), "alphabets", "alphabet"),
        (lambda: ANY.Grid.parse("tea/ant", sizes=3), "sizes", "size"),
        (lambda: ANY.BoardSpec(wrods=3), "wrods", "words"),
    ]
    for call, wrong, meant in misspelled:
        with pytest.raises(TypeError, match=f"{wrong}'. Did you mean '{meant}'"):
            call()
    assert lg.roll is pickle.loads(pickle.dumps(lg.roll))
    with pytest.raises(lg.InputError, match="no option 'min_lenght'; did you mean 'min_length'"):
        run_batch("in.txt", "out.csv", min_lenght=3)  # type: ignore[call-arg]


def test_no_message_shows_a_whole_table() -> None:
    table = [["x"] * 100 for _ in range(100)]
    given: Any = [(["t", {"a": table}],), table, {"a": table}, "x" * 9_999, Frame(table)]
    calls: list[Callable[[Any], Any]] = [
        lambda wrong: ANY.find_paths([["t", [wrong]]], WORDS),
        lambda wrong: ANY.find_paths(GRID, WORDS, limit=wrong),
        lambda wrong: ANY.find_paths(GRID, WORDS, sort=wrong),
        lambda wrong: ANY.find_paths(GRID, WORDS, deadline=wrong),
        lambda wrong: ANY.find_lines(GRID, WORDS, through=wrong),
        lambda wrong: ANY.find_lines(GRID, WORDS, directions=wrong),
        lambda wrong: ANY.trace(GRID, "tea", topology=wrong),
        lambda wrong: ANY.roll(seed=1, dice=wrong),
        lambda wrong: ANY.make_puzzle(["tea"], size=wrong),
        lambda wrong: ANY.BoardSpec(words=wrong),
        lambda wrong: ANY.Lexicon(["tea"], alphabet=wrong),
    ]
    for each, call in itertools.product(given, calls):
        with pytest.raises(lg.LexigridError) as caught:
            call(each)
        assert len(str(caught.value)) < 500, str(caught.value)[:2000]
        assert "\n" not in str(caught.value)


class Frame:
    """A data frame, as far as a grid is concerned."""

    columns = (0, 1)

    def __init__(self, table: list[list[str]]) -> None:
        self._table = table

    def __repr__(self) -> str:
        return "\n".join(map(" ".join, self._table))

    def to_numpy(self) -> Any:
        import numpy as np

        return np.array(self._table, object)


def test_a_data_frame_is_a_grid() -> None:
    found = ANY.find_paths(Frame([[*"tea"], [*"ant"], [*"oat"]]), WORDS)
    assert found == lg.find_paths(GRID, WORDS)
    with pytest.raises(lg.GridError, match="row 1 has nan"):
        ANY.find_paths(Frame([["t", float("nan")]]), WORDS)  # type: ignore[list-item]
