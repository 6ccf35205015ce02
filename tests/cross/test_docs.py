"""Every example of the README, the docs and examples/ runs and prints what it shows."""

from __future__ import annotations

import doctest
import io
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import pytest

import generated
from checkout import ROOT
from generated import fill, public_names, with_names
from lexigrid.cli import main

DOCS = ROOT / "docs"
PAGES = [ROOT / "README.md", *sorted(DOCS.rglob("*.md"))]
LINKED = [*PAGES, ROOT / "CONTRIBUTING.md", ROOT / "benchmarks/README.md", ROOT / "CHANGELOG.md"]
#: Commands that build the project itself, and one that needs a player.
_NOT_RUN = ("make ", "lexigrid play")
_CHECKER = doctest.OutputChecker()


def name_of(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


def blocks(page: Path, language: str) -> Iterator[str]:
    """Yield the code blocks of a language."""
    text = page.read_text("utf-8")
    pattern = rf"^ *```{re.escape(language)}\n(.*?)^ *```$"
    yield from re.findall(pattern, text, re.MULTILINE | re.DOTALL)


def commands(page: Path) -> Iterator[tuple[str, str]]:
    """Yield the commands of the console blocks and what they print."""
    for block in blocks(page, "console"):
        for entry in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, output = entry.partition("\n")
            while command.endswith("\\"):
                more, _, output = output.partition("\n")
                command = f"{command[:-1]}{more.strip()}"
            if not command.startswith(_NOT_RUN):
                yield command, output.rstrip("\n")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return an empty working folder with the examples, as after a checkout."""
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("page", [page for page in PAGES if [*commands(page)]], ids=name_of)
@pytest.mark.skipif(os.name == "nt", reason="the commands are for a POSIX shell")
def test_commands_print_what_the_page_shows(
    page: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("LEXIGRID_DATA", str(folder / "data"))
    monkeypatch.setenv("PYTHONIOENCODING", "utf-8")
    monkeypatch.setenv("NO_COLOR", "1")
    for command, expected in commands(page):
        status, output = run_command(command)
        printed = "\n".join(line.rstrip() for line in output.rstrip().splitlines())
        if expected:
            options = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
            assert _CHECKER.check_output(f"{expected}\n", f"{printed}\n", options), (
                f"$ {command}\n{printed}"
            )
        else:
            assert status == 0, f"$ {command}\n{printed}"


def run_command(command: str) -> tuple[int, str]:
    """Run a command and return its status and output; lexigrid alone needs no shell."""
    if command.startswith("lexigrid ") and not re.search(r"[|&;<>$`*?\\]", command):
        shown = io.BytesIO()  # both streams in the order of writing, as in a shell
        text = io.TextIOWrapper(shown, "utf-8", write_through=True)
        with redirect_stdout(text), redirect_stderr(text), pytest.raises(SystemExit) as end:
            main(shlex.split(command)[1:], prog_name="lexigrid")
        return int(end.value.code or 0), shown.getvalue().decode()
    run = subprocess.run(
        ["bash", "-c", command],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        timeout=60,
    )
    return run.returncode, run.stdout


@pytest.mark.parametrize("page", [page for page in PAGES if [*blocks(page, "python")]], ids=name_of)
def test_python_on_the_pages_runs(page: Path, folder: Path) -> None:
    code = "\n".join(blocks(page, "python"))
    test = doctest.DocTestParser().get_doctest(code, {}, page.name, str(page), 0)
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    assert runner.run(test).failed == 0


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_every_example_is_of_a_kind_that_runs(page: Path) -> None:
    assert all(block.startswith("$ ") for block in blocks(page, "console"))
    assert all(">>> " in block for block in blocks(page, "python"))


@pytest.mark.parametrize("page", [page for page in PAGES if [*blocks(page, "json")]], ids=name_of)
def test_json_on_the_pages_is_valid(page: Path) -> None:
    decoder = json.JSONDecoder()
    for block in blocks(page, "json"):
        rest = block.strip()
        while rest:
            _, end = decoder.raw_decode(rest)
            rest = rest[end:].lstrip()


@pytest.mark.parametrize("example", sorted((ROOT / "examples").glob("*.py")), ids=lambda e: e.name)
def test_examples_run(example: Path) -> None:
    run = subprocess.run([sys.executable, example], capture_output=True, text=True, timeout=60)
    assert run.stderr == ""
    assert run.returncode == 0
    assert run.stdout.strip()


@pytest.mark.parametrize("page", sorted((DOCS / "api").glob("*.md")), ids=name_of)
def test_pages_of_the_api_list_their_names(page: Path) -> None:
    """If not, `python docs/generated.py` writes them."""
    text = page.read_text("utf-8")
    assert with_names(text) == text


# --- links ---------------------------------------------------------------------------------------


def anchors(page: Path) -> set[str]:
    """Return the anchors of the headings of a page."""
    text = re.sub(
        r"^```.*?^```$", "", fill(page.read_text("utf-8")), flags=re.MULTILINE | re.DOTALL
    )
    titles = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


@pytest.mark.parametrize("page", LINKED, ids=name_of)
def test_links_lead_somewhere(page: Path) -> None:
    text = page.read_text("utf-8")
    links = re.findall(r"\]\(([^):]+)\)", text) + re.findall(r'(?:src|href)="([^":]+)"', text)
    for link in links:
        path, _, anchor = link.partition("#")
        target = page.parent / path if path else page
        assert target.exists(), link
        assert not anchor or anchor in anchors(target), link


@pytest.mark.parametrize("name", ["CHANGELOG.md", "benchmarks/README.md"])
def test_included_pages_link_nowhere(name: str) -> None:
    """On the site they are in another folder."""
    assert not re.findall(r"\]\([^#:)]+\)", (ROOT / name).read_text("utf-8"))


def test_every_page_is_in_a_table_of_contents() -> None:
    listed = {
        (page.parent / f"{entry}.md").resolve()
        for page in DOCS.rglob("*.md")
        for block in blocks(page, "{toctree}")
        for entry in block.split()
    }
    assert {*DOCS.rglob("*.md")} - listed == {DOCS / "index.md"}


def test_addresses_are_of_sites_that_exist() -> None:
    known = {"semver.org", "pypi.org", "www.rfc-editor.org", "127.0.0.1"}
    for page in LINKED:
        found = re.findall(r"https?://([\w.-]+)", page.read_text("utf-8"))
        assert {*found} <= known, page


def test_pictures_are_small_and_load_nothing() -> None:
    for picture in (DOCS / "pictures").iterdir():
        assert picture.stat().st_size < 60_000, picture
        assert b"url(http" not in picture.read_bytes()


def test_sheets_side_by_side_are_shown_once_they_are_drawn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(generated, "SHEETS", tmp_path)
    assert fill("<!-- sheets -->") == "`make docs` draws the pictures."
    pair = {"kind": "Programs", "maker": "it", "contents": "5 words, 6x6", "lexigrid": "right"}
    (tmp_path / "sheets.json").write_text(json.dumps({"version": "1.2", "pairs": [pair]}))
    shown = fill("<!-- sheets -->")
    for part in (
        *("generator 1.2", "## Programs", "build/sheets/sheet01.png", "build/sheets/answers01.png"),
        *("1. 5 words, 6x6", "Left: it. Right: lexigrid."),
    ):
        assert part in shown


def test_the_api_reference_has_every_public_name() -> None:
    text = "".join(page.read_text("utf-8") for page in (DOCS / "api").glob("*.md"))
    requests = re.findall(r"<!-- api: (.*?)-->", text)
    names = {name for request in requests for name in public_names(request)}
    assert {*public_names()} - names == set()
