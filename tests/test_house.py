"""The house keeps its plan: floors, doors, sizes, and what may leak where.

Knows only the files of the checkout.
Rule: a module imports from lower floors; `_core` is the only native door.
"""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import lexigrid

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "src" / "lexigrid"

FLOORS = {
    "errors": 0,
    "_core": 1,
    "kernels": 1.5,
    "files": 1.5,
    "alphabet": 2,
    "geometry": 2,
    "lexicon": 3,
    "grid": 3,
    "search": 4,
    "puzzle": 5,
    "generate": 6,
    "game": 5,
    "render": 6,
    "batch": 7,
    "rolling": 6,
    "opponents": 6.5,
    "history": 6,
    "match": 7,
    "tui": 7.5,
    "cli": 8,
    "__main__": 9,
    "__init__": 9,
}
MOST_LINES = 500


def room_of(path: Path) -> str:
    """Name the room of a file: the module, or the folder that is one."""
    first = path.relative_to(PACKAGE).parts[0]
    return first.removesuffix(".py")


def sources() -> list[Path]:
    return sorted(path for path in PACKAGE.rglob("*.py") if "__pycache__" not in path.parts)


def imported_rooms(path: Path) -> set[tuple[str, int]]:
    """Collect the rooms of the package that a file imports, with the line."""
    parts = path.relative_to(PACKAGE).with_suffix("").parts
    package = ["lexigrid", *parts[:-1]]
    found: set[tuple[str, int]] = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            full = base + (node.module.split(".") if node.module else [])
            if full[:1] != ["lexigrid"]:
                continue
            names = [full[1]] if len(full) > 1 else [alias.name for alias in node.names]
            found |= {(name, node.lineno) for name in names}
        elif isinstance(node, ast.Import):
            for alias in node.names:
                full = alias.name.split(".")
                if full[0] == "lexigrid" and len(full) > 1:
                    found.add((full[1], node.lineno))
    return found


@pytest.mark.parametrize("path", sources(), ids=lambda path: str(path.relative_to(PACKAGE)))
def test_a_module_imports_only_from_lower_floors(path: Path) -> None:
    room = room_of(path)
    assert room in FLOORS, f"{room} has no floor; give it one here and in docs/design.md"
    wrong = [
        f"{path.name}:{line} imports {name}"
        for name, line in sorted(imported_rooms(path))
        if name != room and name in FLOORS and FLOORS[name] >= FLOORS[room]
    ]
    assert wrong == []


def test_rooms_are_known() -> None:
    rooms = {room_of(path) for path in sources()}
    assert rooms - set(FLOORS) == set()


@pytest.mark.parametrize("path", sources(), ids=lambda path: str(path.relative_to(PACKAGE)))
def test_a_module_is_small_and_says_what_it_is(path: Path) -> None:
    text = path.read_text("utf-8")
    assert text.count("\n") <= MOST_LINES
    assert ast.get_docstring(ast.parse(text)) is not None


def test_the_border_is_the_only_native_file_that_knows_python() -> None:
    knowing = [
        path.name
        for path in sorted((ROOT / "native").glob("*.?pp"))
        if "nanobind" in path.read_text("utf-8") or "Python.h" in path.read_text("utf-8")
    ]
    assert ["module.cpp", "module.hpp"] == [n for n in knowing if n in ("module.cpp", "module.hpp")]
    assert all(name.startswith("module") for name in knowing)


def test_no_kernel_is_compiled_for_more_than_the_generic_machine() -> None:
    text = (ROOT / "CMakeLists.txt").read_text("utf-8")
    options = [line for line in text.splitlines() if not line.strip().startswith("#")]
    assert not any("-march" in line or "-mavx" in line for line in options)


def test_the_door_lists_what_it_gives() -> None:
    assert sorted(lexigrid.__all__) == sorted(set(lexigrid.__all__))
    assert all(hasattr(lexigrid, name) for name in lexigrid.__all__)
    public = {name for name in vars(lexigrid) if not name.startswith("_")}
    rooms = {room for room in FLOORS if not room.startswith("_")}
    assert public - rooms - set(lexigrid.__all__) == set()


@pytest.mark.parametrize("name", [n for n in lexigrid.__all__ if n != "__version__"])
def test_a_public_name_says_what_it_is(name: str) -> None:
    thing = getattr(lexigrid, name)
    if callable(thing):
        assert thing.__doc__
    else:  # a constant: its comment stands where it is made
        assert name.isupper()


def test_importing_brings_in_nothing_heavy() -> None:
    heavy = ("numpy", "regex", "click", "rich", "tomllib", "csv", "unittest")
    code = f"import lexigrid, sys; print([m for m in {heavy!r} if m in sys.modules])"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"


def test_versions_agree() -> None:
    project = (ROOT / "pyproject.toml").read_text("utf-8")
    assert f'version = "{lexigrid.__version__}"' in project


def test_the_stub_of_the_core_names_what_the_core_has() -> None:
    from lexigrid import _core

    tree = ast.parse((PACKAGE / "_core.pyi").read_text("utf-8"))
    written: set[str] = set()
    for node in tree.body:
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            written.add(node.target.id)
        elif isinstance(node, ast.FunctionDef):
            arguments = ", ".join(argument.arg for argument in node.args.args)
            written.add(f"{node.name}({arguments})")
        elif isinstance(node, ast.ClassDef):
            written.add(node.name)
            for member in node.body:
                if isinstance(member, ast.FunctionDef) and member.name != "__init__":
                    written.add(f"{node.name}.{member.name}")
    bound: set[str] = set()
    for name, thing in vars(_core).items():
        if name.startswith("__"):
            continue
        if isinstance(thing, type):
            bound.add(name)
            if not issubclass(thing, Exception):
                own = {m for m in vars(thing) if not m.startswith("__")}
                bound |= {f"{name}.{member}" for member in own}
        elif callable(thing):
            signature = str(thing.__doc__).splitlines()[0]
            inside = signature[signature.index("(") + 1 : signature.rindex(") ->")]
            names = [part.split(":")[0].strip() for part in _split_top(inside) if part]
            bound.add(f"{name}({', '.join(names)})")
        else:
            bound.add(name)
    assert bound == written


def _split_top(text: str) -> list[str]:
    """Split at the commas that stand in no bracket."""
    parts, depth = [""], 0
    for character in text:
        depth += (character in "([{") - (character in ")]}")
        if character == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += character
    return parts
