"""Every Python example of the README, the docs and examples/ runs and prints what it shows."""

from __future__ import annotations

import doctest
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_python_on_the_pages_runs(page: Path) -> None:
    failed, _ = doctest.testfile(
        str(page), module_relative=False, optionflags=doctest.ELLIPSIS, encoding="utf-8"
    )
    assert failed == 0


@pytest.mark.parametrize("example", sorted((ROOT / "examples").glob("*.py")), ids=lambda e: e.name)
def test_examples_run(example: Path) -> None:
    run = subprocess.run([sys.executable, example], capture_output=True, text=True, timeout=60)
    assert run.stderr == ""
    assert run.returncode == 0
    assert run.stdout.strip()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    links = re.findall(r"\]\(([^)#:]+)\)", page.read_text("utf-8"))
    assert [link for link in links if not (page.parent / link).exists()] == []


def test_the_commands_of_the_readme_are_there() -> None:
    text = (ROOT / "README.md").read_text("utf-8")
    for line in re.findall(r"^\$ lexigrid (.+)$", text, re.MULTILINE):
        arguments = line.split("#")[0].split()
        command = [sys.executable, "-m", "lexigrid", *arguments]
        run = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, timeout=60)
        assert run.stderr == ""
        assert run.returncode == 0
