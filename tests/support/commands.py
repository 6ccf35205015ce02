"""Run lexigrid commands in this process, and tests in Node."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

import lexigrid
from checkout import TESTS
from lexigrid.cli import main

BOARD = "wpaou/piedq/llnro/ecauw/ydxsz"


def call(*arguments: str, given: str | bytes | None = None) -> Result:
    return CliRunner().invoke(main, list(arguments), input=given)


def answer(*arguments: str, given: str | bytes | None = None, status: int = 0) -> str:
    """Run a command that must exit with the status; return its standard output."""
    result = call(*arguments, given=given)
    assert (status, result.stderr if status == 2 else "") == (result.exit_code, "")
    return result.stdout


def document(*arguments: str, given: str | bytes | None = None, status: int = 0) -> Any:
    return json.loads(answer(*arguments, "--format", "json", given=given, status=status))


def error_of(*arguments: str, given: str | bytes | None = None) -> str:
    """Run a command that must fail with status 2; return its single line of standard error."""
    result = call(*arguments, given=given)
    assert (2, "") == (result.exit_code, result.stdout)
    assert result.stderr.startswith("lexigrid")
    assert (1, "\n") == (result.stderr.count("\n"), result.stderr[-1])
    return result.stderr[:-1]


def write_words(folder: Path) -> str:
    """Write a list of three words."""
    path = folder / "words.txt"
    path.write_text("# three words\noat\neat\n\nperl\n", "utf-8")
    return str(path)


def write_lexicon(folder: Path) -> str:
    """Write a compiled lexicon of three words."""
    path = folder / "some.lexicon"
    lexigrid.Lexicon(["oat", "eat", "tea"]).save(path)
    return str(path)


def require(is_there: bool, reason: str) -> None:
    """Skip the test if something is missing; fail where CI is set."""
    if not is_there and os.environ.get("CI"):
        pytest.fail(reason)
    if not is_there:
        pytest.skip(reason)


def run_node_tests(name: str, cases: object, folder: Path) -> None:
    """Run a test file in Node, with a file of cases made by Python."""
    node = shutil.which("node")
    require(node is not None, "node is missing: apt-get install nodejs")
    assert node
    place = folder / "cases.json"
    place.write_text(json.dumps(cases), "utf-8")
    run = subprocess.run(
        [node, "--test", TESTS / "web" / "pages" / name],
        capture_output=True,
        text=True,
        timeout=60,
        env=os.environ | {"CASES": str(place)},
    )
    assert run.returncode == 0, run.stdout
