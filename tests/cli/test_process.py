"""The program as a process: pipes, signals, terminals and imports."""

from __future__ import annotations

import contextlib
import os
import re
import select
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

pty = pytest.importorskip("pty", reason="this system has no pseudo-terminals")

BOARD = "wpaou/piedq/llnro/ecauw/ydxsz"
PROGRAM = [sys.executable, "-m", "lexigrid"]


def run(*arguments: str, **options: Any) -> subprocess.CompletedProcess[bytes]:
    options.setdefault("stdin", subprocess.DEVNULL)
    return subprocess.run([*PROGRAM, *arguments], capture_output=True, timeout=60, **options)


# --- real processes --------------------------------------------------------------------------


def test_answers_and_messages_never_mix() -> None:
    done = run("lines", "tea/ant/oat", "ant", "perl", "--format", "csv")
    assert (1, b"word,") == (done.returncode, done.stdout[:5])
    assert b"lexigrid: not found: perl\n" == done.stderr
    assert b"\x1b" not in done.stdout


def test_a_closed_pipe_ends_it_quietly() -> None:
    process = subprocess.Popen(
        [*PROGRAM, "lexicon", "words"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert process.stdout is not None
    assert process.stderr is not None
    assert process.stdout.readline()
    process.stdout.close()
    assert (b"", 0) == (process.stderr.read(), process.wait(10))
    process.stderr.close()


@pytest.mark.skipif(not os.path.exists("/dev/fd"), reason="this system has no /dev/fd")
@pytest.mark.parametrize("name", ["-", "/dev/stdout", "/dev/fd/1"])
def test_standard_output_can_be_named(name: str, tmp_path: Path) -> None:
    """In a pipe, and in a file, whose earlier lines stay."""
    arguments = ("--output", name, "--quiet", "--seed", "1", "--format")
    for command in (
        ["make", "oat", *arguments, "pdf"],
        ["book", "--theme", "space", "--pool", "5", "--count", "2", *arguments, "json"],
        ["make", "oat", "rye", "--copies", "2", *arguments, "pdf"],
    ):
        done = run(*command)
        assert (0, b"") == (done.returncode, done.stderr)
        assert done.stdout.startswith((b"%PDF", b'{"format": "lexigrid/book"'))
    with open(tmp_path / "log.txt", "ab") as log:
        log.write(b"first\n")
        log.flush()
        command = [*PROGRAM, "paths", "tea/ant/oat", "--limit", "1", "--output", name]
        assert 0 == subprocess.run(command, stdout=log, timeout=60).returncode
    assert (tmp_path / "log.txt").read_bytes().startswith(b"first\n   1 2 3\n1  t e a\n")
    [_] = tmp_path.iterdir()


@pytest.mark.skipif(not os.path.exists("/dev/fd"), reason="this system has no /dev/fd")
def test_a_pipe_that_the_shell_names_is_written() -> None:
    ends = os.pipe()
    done = run(
        *("book", "--theme", "space", "--pool", "5", "--count", "2", "--seed", "1"),
        *("--format", "pdf", "--output", f"/dev/fd/{ends[1]}"),
        pass_fds=ends[1:],
    )
    os.close(ends[1])
    with open(ends[0], "rb") as pipe:
        assert (0, b"%PDF") == (done.returncode, pipe.read(4))


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="this system has no /dev/full")
def test_a_full_disk_is_an_error() -> None:
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            [*PROGRAM, "paths", "tea/ant/oat"], stdout=full, stderr=subprocess.PIPE, timeout=60
        )
    assert (2, 1) == (done.returncode, done.stderr.count(b"\n"))
    assert b"standard output" in done.stderr


def test_invalid_bytes_in_arguments_are_located() -> None:
    done = subprocess.run(
        [*map(os.fsencode, PROGRAM), b"lines", b"te\xff/abc", b"ab"],
        capture_output=True,
        timeout=60,
    )
    assert (2, b"") == (done.returncode, done.stdout)
    assert b"not UTF-8 at byte 2" in done.stderr


def test_ctrl_c_ends_it_with_130_and_no_file(tmp_path: Path) -> None:
    many = tmp_path / "many.txt"
    many.write_text("\n".join("a" * length for length in range(1, 60)), "utf-8")
    arguments = ("paths", "aaaaaaaaa/" * 9, "--words", str(many), "--paths", "all", "--reuse")
    process = subprocess.Popen(
        [*PROGRAM, *arguments, "--count", "--output", str(tmp_path / "answer")],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    time.sleep(1.0)
    assert process.poll() is None
    process.send_signal(signal.SIGINT)
    output, errors = process.communicate(timeout=30)  # the search itself would take years
    assert (130, b"") == (process.returncode, output)
    assert b"Traceback" not in errors
    assert [many] == list(tmp_path.iterdir())


def run_code(code: str) -> tuple[int, bytes]:
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, timeout=60)
    return done.returncode, done.stderr


def test_ctrl_c_while_modules_are_imported_ends_with_130() -> None:
    code = """
import os, sys
class Presser:
    def find_spec(self, name, *_):
        if name == "lexigrid.cli.group":
            os.kill(os.getpid(), 2)
sys.meta_path.insert(0, Presser())
sys.argv[1:] = ["list"]
from lexigrid.__main__ import main
main()
"""
    assert (130, b"") == run_code(code)


def test_ctrl_c_that_a_library_turns_into_an_error_ends_it_with_130() -> None:
    code = """
import sys
class Library:
    def find_spec(self, name, *_):
        if name == "lexigrid.cli.paths":
            try:
                raise KeyboardInterrupt
            except KeyboardInterrupt as error:
                raise ImportError("a library cannot be imported") from error
sys.meta_path.insert(0, Library())
sys.argv[1:] = ["paths", "tea/ant/oat"]
from lexigrid.__main__ import main
main()
"""
    assert (130, b"") == run_code(code)


def test_ctrl_c_that_the_interpreter_only_reported_ends_it_with_130() -> None:
    code = """
import sys
try:
    raise KeyboardInterrupt
except KeyboardInterrupt:
    sys.last_type, sys.last_value, sys.last_traceback = sys.exc_info()
from lexigrid.__main__ import main
main()
"""
    assert (130, b"") == run_code(code)


@pytest.mark.parametrize(
    "name", ["interrupts.exit_soon_after_interrupts", "group.close_standard_output"]
)
def test_ctrl_c_before_and_after_the_command_ends_it_with_130(name: str) -> None:
    code = f"""
import sys
from lexigrid.__main__ import main
from lexigrid.cli import group, interrupts
def press():
    raise KeyboardInterrupt
{name} = press
sys.argv[1:] = ["trace", "tea/ant/oat", "zoo"]
main()
"""
    assert (130, b"") == run_code(code)


def test_ctrl_c_ends_what_python_cannot_interrupt(tmp_path: Path) -> None:
    code = f"""
import os, subprocess
from lexigrid._util.io import atomic_write
from lexigrid.cli.interrupts import exit_soon_after_interrupts
exit_soon_after_interrupts()
with atomic_write({str(tmp_path / "answer")!r}) as file:
    file.write(b"half")
    subprocess.Popen(["sh", "-c", f"sleep 0.3; kill -INT {{os.getpid()}}"])
    sum(range(10**13))  # a single Python call that takes days
"""
    assert (130, b"") == run_code(code)
    assert [] == list(tmp_path.iterdir())


@pytest.mark.parametrize(
    "arguments",
    [["--help"], ["paths", "tea/ant/oat", "--words", "WORDS"], ["lines", "tea/ant/oat", "tea"]],
)
def test_nothing_heavy_is_imported(arguments: list[str], tmp_path: Path) -> None:
    words = tmp_path / "words"
    words.write_text("oat\neat\n", "utf-8")
    arguments = [str(words) if argument == "WORDS" else argument for argument in arguments]
    code = (
        "import sys; from lexigrid.cli import main; "
        f"main({arguments!r}, prog_name='lexigrid', standalone_mode=False); "
        "heavy = {'numpy', 'regex', 'rich', 'readline', 'tomllib', 'asyncio'} & set(sys.modules); "
        "print(sorted(heavy), file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert ("[]\n", 0) == (done.stderr, done.returncode)


#: What neither a search of one board nor a roll of dice needs.
FILES = "bz2 decimal importlib.resources lzma pathlib random shutil tempfile zipfile"
PUZZLES = "lexigrid.puzzle lexigrid.render.html lexigrid.render.print lexigrid.reading.parts"
CARDS = "lexigrid.search.bulk.cuda.calls lexigrid.search.bulk.cuda.scorer"
#: What a search of one board does not need either.
OTHERS = (
    "hashlib json tomllib lexigrid._util.codec lexigrid._util.schema lexigrid.boards lexigrid.game "
    "lexigrid.lexicon.cursor lexigrid.lexicon.foreign lexigrid.lexicon.packs lexigrid.lexicon.rude "
    "lexigrid.reading.decode lexigrid.search.bulk lexigrid.search.documents lexigrid.search.lines "
    "lexigrid.search.trace lexigrid.strings"
)


@pytest.mark.parametrize(
    ("arguments", "needless"),
    [
        (["paths", "trae/dslo/pine/ucts"], f"{FILES} {PUZZLES} {CARDS} {OTHERS}"),
        (["roll", "--seed", "1"], f"{FILES} {PUZZLES} {CARDS}"),
    ],
)
def test_a_board_imports_only_what_it_needs(arguments: list[str], needless: str) -> None:
    code = (
        "import sys; from lexigrid.cli import main; "
        f"main({arguments!r}, prog_name='lexigrid', standalone_mode=False); "
        f"print(sorted(set({needless!r}.split()) & set(sys.modules)), file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert ("[]", 0) == (done.stderr.splitlines()[-1], done.returncode)


# --- terminals -------------------------------------------------------------------------------


def on_terminal(
    *arguments: str, typed: bytes = b"", environment: dict[str, str] | None = None
) -> tuple[int, str]:
    """Run the program on a pseudo-terminal; return its status and output."""
    control, terminal = pty.openpty()
    settings = {"TERM": "xterm-256color", "COLUMNS": "80", "PYTHONUTF8": "1"}
    clean = {key: value for key, value in os.environ.items() if key != "NO_COLOR"}
    process = subprocess.Popen(
        [*PROGRAM, *arguments],
        stdin=terminal,
        stdout=terminal,
        stderr=terminal,
        env=clean | settings | (environment or {}),
        start_new_session=True,
    )
    os.close(terminal)
    shown = b""
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline:
        ready, _, _ = select.select([control], [], [], 0.1)
        if ready:
            piece = b""
            with contextlib.suppress(OSError):  # the program has closed it
                piece = os.read(control, 65536)
            if not piece:
                break
            shown += piece
        if typed and b"> " in shown:
            os.write(control, typed)
            typed = b""
    os.close(control)
    return process.wait(10), shown.decode().replace("\r\n", "\n")


def test_a_terminal_gets_colour_unless_it_is_switched_off() -> None:
    status, shown = on_terminal("lines", "tea/ant/oat", "ant")
    assert (0, True) == (status, "\x1b[1;38;5;16;48;5;" in shown)
    for environment in ({"NO_COLOR": "1"}, {"TERM": "dumb"}):
        status, shown = on_terminal("lines", "tea/ant/oat", "ant", environment=environment)
        assert (0, False) == (status, "\x1b" in shown)
        assert "2  a n t" in shown
    assert (
        "\x1b[1;38;5;16"
        in on_terminal("lines", "tea/ant/oat", "ant", environment={"NO_COLOR": ""})[1]
    )


def test_documents_are_never_coloured() -> None:
    for form in ("json", "csv"):
        assert "\x1b" not in on_terminal("lines", "tea/ant/oat", "ant", "--format", form)[1]


@pytest.mark.parametrize("end", [b"\n", b"x\n", b"\x04"])
def test_the_prompt_asks_until_it_is_ended(end: bytes) -> None:
    status, shown = on_terminal("trace", BOARD, typed=b"oracle\nibm\n" + end)
    plain = re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", shown)
    assert 0 == status
    assert "oracle: found, 3 paths" in plain
    assert "3  l · · r o" in plain
    assert "ibm: absent" in plain
    assert "Traceback" not in plain


def test_an_interrupted_prompt_has_status_130() -> None:
    control, terminal = pty.openpty()
    process = subprocess.Popen(
        [*PROGRAM, "trace", BOARD], stdin=terminal, stdout=terminal, stderr=terminal
    )
    os.close(terminal)
    shown = b""
    while b"> " not in shown:
        shown += os.read(control, 1024)
    try:
        # Python's readline misses a signal between the prompt and the wait for a key.
        for _ in range(20):
            process.send_signal(signal.SIGINT)
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(0.5)
                break
        assert process.poll() == 130
    finally:
        process.kill()
        process.wait()
        os.close(control)
