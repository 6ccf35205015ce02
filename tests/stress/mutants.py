"""Change single operators and constants of the source, and list what no test notices."""

from __future__ import annotations

import os
import random
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from checkout import ROOT, TESTS
from common import Facts

#: What each operator and constant becomes; a number becomes the next.
CHANGES = {
    "==": "!=", "!=": "==", "<": "<=", "<=": "<", ">": ">=", ">=": ">", "<<": ">>", ">>": "<<",
    "+": "-", "-": "+", "*": "+", "/": "*", "//": "*", "%": "*", "+=": "-=", "-=": "+=",
    "&": "|", "|": "&", "^": "|", "&&": "||", "||": "&&", "and": "or", "or": "and",
    "is": "is not", "in": "not in", "True": "False", "False": "True",
    "true": "false", "false": "true",
}  # fmt: skip
_OPERATORS = "|".join(re.escape(each) for each in sorted(CHANGES, key=len, reverse=True))
#: An operator between blanks (formatters put none around brackets of templates), or a constant.
_TOKENS = rf"(?<= )(?:{_OPERATORS})(?=[ \n])|\b(?:[tT]rue|False|false)\b|(?<![\w.'])\d+(?![\w.'])"
_TEXTS = r"\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])+'"
#: What is not changed. In Python, | is mostly in annotations.
_PYTHON = rf"\"\"\"(?:.|\n)*?\"\"\"|{_TEXTS}|#.*|^\s*@.*|strict=True|(?<= )\|(?= )"
_CPP = rf"{_TEXTS}|//.*|/\*(?:.|\n)*?\*/|^\s*#.*|static_assert.*"
#: The folders of tests for the folders of the core.
_TESTS = {"grid": "search", "lines": "search", "paths": "search", "trace": "search"}
_TESTS |= {"base": "search", "cpu": "search", "bounds": "boards", "layout": "puzzle"}
#: Seconds after which tests count as hanging, which notices a change.
_PATIENCE = 1800


def find_changes(path: Path) -> Iterator[tuple[Path, int, int, str]]:
    """Yield the changes of a file: the begin and end of a token, and what it becomes."""
    skipped = _PYTHON if path.suffix == ".py" else _CPP
    for match in re.finditer(rf"{skipped}|({_TOKENS})", path.read_text("utf-8"), re.MULTILINE):
        if token := match[1]:
            yield path, *match.span(), str(int(token) + 1) if token.isdigit() else CHANGES[token]


@contextmanager
def changed(path: Path, begin: int, end: int, new: str) -> Iterator[None]:
    """Write a changed file, and restore it at the end."""
    data, status = path.read_bytes(), path.stat()
    text = data.decode()
    try:
        path.write_bytes((text[:begin] + new + text[end:]).encode())
        yield
    finally:
        path.write_bytes(data)
        if path.suffix == ".py":  # byte code is recognized by its time; builds need a new time
            os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))


def run(*command: str) -> bool:
    """Run a command in the checkout; return whether it succeeded."""
    environment = os.environ | {"PYTHONDONTWRITEBYTECODE": "1"}
    try:
        done = subprocess.run(
            command, cwd=ROOT, env=environment, timeout=_PATIENCE, capture_output=True
        )
    except subprocess.TimeoutExpired:
        return False
    return done.returncode == 0


def judge(path: Path, everything: bool) -> str:
    """Build and test the code as it is; return what fails, or "" if nothing does."""
    pytest = [sys.executable, "-m", "pytest", "-qx", "-n", "2"]
    parts = path.relative_to(ROOT).parts
    is_native = parts[0] == "native"
    folder = parts[1] if is_native else Path(parts[2]).stem
    name = _TESTS.get(folder, folder) if is_native else folder
    tests = [place for place in (TESTS / name, TESTS / f"test_{name}.py") if place.exists()]
    tests = tests or [TESTS / "cross"]
    if path.suffix == ".py":
        tests.append(path)
        if not run(sys.executable, "-c", f"compile(open({str(path)!r}).read(), '', 'exec')"):
            return "build"
    else:
        if not run("cmake", "--build", "build/native"):
            return "build"
        chosen = ["-R", f"^{folder}_", "--stop-on-failure", "-j2"]
        if not run("ctest", "--test-dir", "build/native", *chosen):
            return "C++ tests"
        run("make", "setup")
    if not run(*pytest, *map(str, tests)):
        return f"tests/{name}"
    return "other tests" if everything and not run(*pytest) else ""


def mutants(
    files: str = "src/lexigrid/grid", count: int = 12, seed: int = 1, everything: bool = False
) -> Iterator[Facts]:
    """Change random operators and constants in files of the package, and list what no test notices.

    --files names files and folders of src/lexigrid and native, joined by commas. The tests of the
    folder must notice a change; those of C++ run first (do `make native-test` before). If they do
    not, --everything runs all tests. Files are changed in place and restored; do not edit them
    meanwhile. A change that no test notices may be one that does not matter.
    """
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # which restores the file
    paths = [
        path
        for name in files.split(",")
        for path in ([ROOT / name] if (ROOT / name).is_file() else sorted((ROOT / name).rglob("*")))
        if path.suffix in (".py", ".cpp", ".inl", ".hpp")
    ]
    changes = [change for path in paths for change in find_changes(path)]
    random.Random(seed).shuffle(changes)
    for path in {path.parent: path for path in paths}.values():
        assert not (failed := judge(path, False)), f"without a change, {failed} fails"
    survivors = made = 0
    while changes and made < count:
        path, begin, end, new = changes.pop()
        with changed(path, begin, end, new):
            failed = judge(path, everything)
        if failed == "build":
            continue
        made, survivors = made + 1, survivors + (not failed)
        text = path.read_text("utf-8")
        line = text.count("\n", 0, begin) + 1
        facts = {"file": str(path.relative_to(ROOT)), "line": line, "noticed by": failed or None}
        yield facts | {
            "code": text.splitlines()[line - 1].strip(),
            "old": text[begin:end],
            "new": new,
        }
    if any(path.suffix != ".py" for path in paths):
        run("make", "setup")
    yield {"changes": made, "survivors": survivors}
