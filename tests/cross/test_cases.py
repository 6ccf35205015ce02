"""Named cases on minimal grids: on the oracle, on every kernel, and in all orientations."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest

import lexigrid as lg
import naive
from checkout import TESTS

FOLDER = TESTS / "cases"


def cases(name: str) -> list[Any]:
    found = tomllib.loads((FOLDER / f"{name}.toml").read_text("utf-8"))["case"]
    return [pytest.param(case, id=case["name"]) for case in found]


def grid_of(case: dict[str, Any]) -> lg.Grid:
    return lg.Grid.parse(
        case["grid"],
        case_sensitive=case.get("case_sensitive", False),
        topology=case.get("topology", "king"),
        wrap=case.get("wrap", False),
    )


def orientations(grid: lg.Grid) -> list[lg.Grid]:
    """All eight rotations and reflections of a grid."""
    made = [grid]
    for _ in range(3):
        made.append(made[-1].rotated())
    return made + [each.mirrored() for each in made]


def line_text(word: str, start: lg.Cell, direction: lg.Direction | None) -> str:
    return f"{word} {start.row},{start.column}" + (f" {direction}" if direction is not None else "")


def line_options(case: dict[str, Any]) -> dict[str, Any]:
    directions = lg.geometry.parse_directions(case.get("directions", tuple(lg.Direction)))
    return {"directions": directions, "wildcards": case.get("wildcards", False)}


@pytest.mark.parametrize("case", cases("lines"))
def test_lines_on_the_oracle(case: dict[str, Any]) -> None:
    for first in (False, True):
        expected = case.get("first" if first else "expect")
        if expected is not None:
            found = naive.find_lines(
                grid_of(case), case["words"], first=first, **line_options(case)
            )
            assert expected == [line_text(word, line[0], way) for word, line, way in found]


@pytest.mark.parametrize("case", cases("lines"))
def test_lines(case: dict[str, Any], kernel: str) -> None:
    for first in (False, True):
        expected = case.get("first" if first else "expect")
        if expected is None:
            continue
        found = lg.find_lines(grid_of(case), case["words"], first=first, **line_options(case))
        assert expected == [str(seen) for seen in found]
        assert tuple(case.get("missing", ())) == found.missing
        assert found.complete
        assert [line_text(o.word, o.cells[0], o.direction) for o in found] == expected
        assert all((o.start, o.end) == (o.cells[0], o.cells[-1]) for o in found)


@pytest.mark.parametrize("case", [c for c in cases("lines") if c.values[0].get("turn")])
def test_lines_in_all_orientations(case: dict[str, Any], kernel: str) -> None:
    for grid in orientations(grid_of(case)):
        found = [(o.word, o.cells, o.direction) for o in lg.find_lines(grid, case["words"])]
        assert found == naive.find_lines(grid, case["words"])
        assert len(found) == len(case["expect"])


@pytest.mark.parametrize("case", cases("paths"))
def test_paths_on_the_oracle(case: dict[str, Any]) -> None:
    grid, reuse = grid_of(case), case.get("reuse", False)
    found = naive.find_paths(grid, case["words"], reuse=reuse)
    names = [spellings[0] for _, spellings, _ in found]
    assert case["expect"] == (
        [w for w in case["words"] if w in names] if case.get("sorted") else names
    )
    for word, paths in case.get("paths", {}).items():
        mine = next(paths for _, spellings, paths in found if spellings[0] == word)
        assert paths == [" ".join(f"{r},{c}" for r, c in path) for path in mine]


@pytest.mark.parametrize("case", cases("paths"))
def test_paths(case: dict[str, Any], kernel: str) -> None:
    grid, reuse = grid_of(case), case.get("reuse", False)
    found = lg.find_paths(grid, case["words"], reuse=reuse, paths="all")
    names = [word.word for word in found]
    assert case["expect"] == (
        [w for w in case["words"] if w in names] if case.get("sorted") else names
    )
    assert found.complete
    for word, paths in case.get("paths", {}).items():
        mine = next(each.paths for each in found if each.word == word)
        assert paths == [" ".join(f"{r},{c}" for r, c in path) for path in mine]
    for word, score in case.get("scores", {}).items():
        assert score == next(each.score for each in found if each.word == word)


@pytest.mark.parametrize("case", [c for c in cases("paths") if c.values[0].get("turn")])
def test_paths_in_all_orientations(case: dict[str, Any], kernel: str) -> None:
    for grid in orientations(grid_of(case)):
        found = lg.find_paths(grid, case["words"])
        assert sorted(case["expect"]) == sorted(word.word for word in found)
        assert [word.word for word in found] == [
            s[0] for _, s, _ in naive.find_paths(grid, case["words"])
        ]


@pytest.mark.parametrize("case", cases("paths"))
def test_each_word_of_a_path_case_is_traced(case: dict[str, Any], kernel: str) -> None:
    grid, reuse = grid_of(case), case.get("reuse", False)
    for word in case["words"]:
        answer = lg.trace(grid, word, reuse=reuse)
        assert ("found" if word in case["expect"] else "absent") == answer.status


def test_names_of_cases_are_distinct() -> None:
    names = [case.values[0]["name"] for kind in ("lines", "paths") for case in cases(kind)]
    assert len(names) == len(set(names))
    assert len(names) > 30
