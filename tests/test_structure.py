"""The house keeps its plan: floors, doors, sizes, and what may leak where.

Knows only the files of the checkout.
Rule: a module imports from lower floors; `_core` is the only native door.
"""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

import lexigrid

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "src" / "lexigrid"

MOST_LINES = 500


def sources() -> list[Path]:
    return sorted(path for path in PACKAGE.rglob("*.py") if "__pycache__" not in path.parts)


@pytest.mark.parametrize("path", sources(), ids=lambda path: str(path.relative_to(PACKAGE)))
def test_a_module_is_small_and_says_what_it_is(path: Path) -> None:
    text = path.read_text("utf-8")
    assert text.count("\n") <= MOST_LINES
    assert ast.get_docstring(ast.parse(text)) is not None


def test_only_the_bindings_know_python() -> None:
    outside = [
        str(path.relative_to(ROOT))
        for path in sorted((ROOT / "native").rglob("*.?pp"))
        if "bindings" not in path.parts and re.search("nanobind|Python.h", path.read_text("utf-8"))
    ]
    assert outside == []


def test_no_kernel_is_compiled_for_more_than_the_generic_machine() -> None:
    text = (ROOT / "CMakeLists.txt").read_text("utf-8")
    options = [line for line in text.splitlines() if not line.strip().startswith("#")]
    assert not any("-march" in line or "-mavx" in line for line in options)


def test_the_public_api_lists_what_it_gives() -> None:
    assert sorted(lexigrid.__all__) == sorted(set(lexigrid.__all__))
    assert all(hasattr(lexigrid, name) for name in lexigrid.__all__)
    public = {name for name in vars(lexigrid) if not name.startswith("_")}
    modules = {name for name in public if f"lexigrid.{name}" in sys.modules}
    assert public - modules - set(lexigrid.__all__) == set()


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
