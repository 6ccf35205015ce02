"""Structure of the checkout: sizes of modules, what the core may include, the public names."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from importlib import metadata
from pathlib import Path

import pytest

import lexigrid
from checkout import ROOT

PACKAGE = ROOT / "src" / "lexigrid"

MAX_LINES = 400


def sources() -> list[Path]:
    return sorted(path for path in PACKAGE.rglob("*.py") if "__pycache__" not in path.parts)


@pytest.mark.parametrize("path", sources(), ids=lambda path: str(path.relative_to(PACKAGE)))
def test_a_module_is_short_and_has_a_docstring(path: Path) -> None:
    text = path.read_text("utf-8")
    assert text.count("\n") <= MAX_LINES
    assert ast.get_docstring(ast.parse(text)) is not None


def test_only_the_bindings_include_python() -> None:
    outside = [
        str(path.relative_to(ROOT))
        for path in sorted((ROOT / "native").rglob("*.?pp"))
        if "bindings" not in path.parts and re.search("nanobind|Python.h", path.read_text("utf-8"))
    ]
    assert outside == []


def test_the_build_enables_no_instruction_set_globally() -> None:
    text = (ROOT / "CMakeLists.txt").read_text("utf-8")
    emulation = re.compile(
        r"^if\(LEXIGRID_EMULATE_AVX512\)$.*?^endif\(\)$", re.DOTALL | re.MULTILINE
    )
    text, blocks = emulation.subn("", text)  # off by default, for tests
    assert blocks == 1
    options = [line for line in text.splitlines() if not line.strip().startswith("#")]
    assert not any("-march" in line or "-mavx" in line for line in options)


def test_all_lists_every_public_name() -> None:
    names = vars(lexigrid)["__all__"]
    assert len(set(names)) == len(names) <= 56
    assert all(hasattr(lexigrid, name) for name in names)
    public = {name for name in vars(lexigrid) if not name.startswith("_")}
    modules = {name for name in public if f"lexigrid.{name}" in sys.modules}
    assert public - modules - {*names} == set()


def test_import_loads_nothing_heavy() -> None:
    heavy = ("numpy", "regex", "click", "rich", "tomllib", "csv", "unittest")
    code = f"import lexigrid, sys; print([m for m in {heavy!r} if m in sys.modules])"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"


def test_the_installed_version_is_that_of_the_source() -> None:
    assert metadata.version("lexigrid") == lexigrid.__version__


def test_a_second_interpreter_is_refused() -> None:
    """The main interpreter goes on, whether it has imported lexigrid before or not."""
    code = """
import sys
try:
    import _interpreters as interpreters
except ImportError:
    import _xxsubinterpreters as interpreters
if sys.argv[1] == "first":
    import lexigrid._core
second = interpreters.create()
code = "import sys; sys.path[:] = " + repr(sys.path) + "; import lexigrid._core"
try:
    failure = interpreters.run_string(second, code)
except Exception as error:
    failure = error
assert "main interpreter" in str(failure) or "subinterpreter" in str(failure), failure
interpreters.destroy(second)
import lexigrid as lg
assert lg.find_lines(lg.Grid.parse("tea/ant/oat"), ["oat"])
"""
    for when in ("first", "later"):
        done = subprocess.run([sys.executable, "-c", code, when], capture_output=True, timeout=60)
        assert (b"", 0) == (done.stderr, done.returncode)
