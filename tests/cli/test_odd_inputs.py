"""Odd names, sizes and encodings, closed streams and signals: no internal error, nothing left."""

from __future__ import annotations

import errno
import json
import os
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections import Counter
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import lexigrid as lg
from batch_files import started, wait_for_part, write_boards
from commands import call, error_of
from lexigrid._util.io import no_file
from lexigrid.lexicon import word_lists
from lexigrid.play.history.database import History
from lexigrid.web.limits import Limits
from oddities import (
    NUMBERED,
    NUMBERS,
    new_keys,
    odd_encodings,
    odd_names,
    odd_pictures,
    odd_sizes,
    use,
)

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="names, streams and signals")


def test_odd_names_encodings_and_sizes() -> None:
    for program in (
        odd_names(90), odd_sizes(200), odd_encodings(300), odd_pictures(300), new_keys()
    ):  # fmt: skip
        for facts in program:
            assert not facts["faults"], facts


def test_odd_names_of_other_things(monkeypatch: pytest.MonkeyPatch) -> None:
    name = os.fsdecode(b"a\xff")
    monkeypatch.setattr("lexigrid.cpu._is_environment_read", False)
    monkeypatch.setenv("LEXIGRID_KERNEL", name)
    assert "choose one of portable" in error_of("lines", "te/an", "te")
    assert "give another --port" in error_of("serve", "--public", "--host", name)


def test_the_current_folder_is_gone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "gone"
    folder.mkdir()
    monkeypatch.chdir(folder)
    assert "did you mean" not in error_of("lexicon", "info", "")
    folder.rmdir()
    assert "the current folder: No such file" in error_of("check", "x")


@given(
    st.sampled_from([each for each in NUMBERED if "IN" not in each]),
    st.sampled_from(NUMBERS) | st.floats().map(str) | st.integers().map(str) | st.text(max_size=9),
)
@settings(max_examples=60, deadline=None)
def test_odd_numbers_are_used_or_refused(command: str, value: str) -> None:
    faults: list[str] = []
    use(command.replace("V", "VALUE").split(), {"VALUE": value}, Counter(), faults)
    assert not faults


def test_the_words_of_a_file_with_an_odd_name(tmp_path: Path) -> None:
    place = os.fsdecode(os.fsencode(tmp_path) + b"/\xff.txt")
    Path(place).write_text("oat\ntea\n")
    found = call("paths", "tea/ant/oat", "--lexicon", place, "--format", "json")
    assert {"oat", "tea"} == {each["word"] for each in json.loads(found.stdout)["words"]}
    lg.Lexicon.read(place).save(f"{place}.lexicon")
    assert 2 == len(lg.Lexicon.load(f"{place}.lexicon"))


@pytest.mark.parametrize("name", ["idna", "punycode", "utf-16", "unicode_escape", "utf-7", "rot13"])
def test_encodings_that_are_not_of_text_are_refused(name: str, tmp_path: Path) -> None:
    (tmp_path / "xx.aff").write_text(f"SET {name}\n")
    (tmp_path / "xx.dic").write_text("1\noat\n")
    with pytest.raises(lg.LexigridError, match=r"names the encoding .* which is not known"):
        lg.Lexicon.read(tmp_path / "xx.dic")


def test_a_search_of_a_newer_release_is_not_resumed(tmp_path: Path) -> None:
    place = tmp_path / "best.json"
    best = ("roll", "--best", "--size", "2x2", "--seed", "1", "--rounds", "1", "--resume")
    call(*best, str(place))
    saved = json.loads(place.read_text())
    saved["search"]["new"] = 1
    place.write_text(json.dumps(saved))
    assert "belongs to a search with another new; give the same" in error_of(*best, str(place))


def test_infinite_limits_are_refused() -> None:
    for text in ("inf", "1e999", "nan", "-inf", "1e30"):
        with pytest.raises(lg.InputError, match=r"the limit deadline is .*, expected a number"):
            Limits().changed([f"deadline={text}"])


def run(line: str, tmp_path: Path) -> subprocess.CompletedProcess[bytes]:
    """Run a command in a shell, with its redirections."""
    environment = os.environ | {"LEXIGRID_DATA": str(tmp_path / "data")}
    return subprocess.run(
        ["sh", "-c", line.replace("lexigrid", f"{sys.executable} -m lexigrid", 1)],
        env=environment, cwd=tmp_path, capture_output=True, timeout=60, check=False,
    )  # fmt: skip


@pytest.mark.parametrize("streams", ["<&-", "<&- >&-", "<&- 2>&-", "<&- >&- 2>&-"])
@pytest.mark.parametrize(
    "command", ["play --alone --plain", "make cat", "batch - -", "lines - --words cat", "roll"]
)
def test_closed_streams(command: str, streams: str, tmp_path: Path) -> None:
    ended = run(f"lexigrid {command} {streams}", tmp_path)
    assert ended.returncode in (0, 1, 2, 3)
    assert b"internal error" not in ended.stderr
    assert b"Traceback" not in ended.stderr


def test_messages_name_the_remedy(tmp_path: Path) -> None:
    (tmp_path / "loop").symlink_to("loop")
    assert "loop': it is a link that leads to no file" in str(no_file(tmp_path / "loop"))
    assert "cannot write" in error_of("make", "cat", "--output", str(tmp_path / "loop"))
    boards = write_boards(tmp_path / "in.txt", 3)
    os.mkfifo(tmp_path / "pipe")
    for output in ("/dev/full", str(tmp_path / "pipe")):
        assert "is not a folder; name a new folder, or a file" in error_of(
            "batch", str(boards), output
        )


def test_a_history_that_is_in_use_need_not_move(tmp_path: Path) -> None:
    place = tmp_path / "history.sqlite3"
    History(place).close()
    with closing(sqlite3.connect(place, isolation_level=None)) as held:
        held.execute("PRAGMA locking_mode = EXCLUSIVE")
        held.execute("BEGIN EXCLUSIVE")
        with pytest.raises(lg.InputError, match="another program uses it, so try again later"):
            History(place).count()
        held.execute("ROLLBACK")


def test_a_full_temporary_folder_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(**_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(tempfile, "TemporaryDirectory", fail)
    for kind in ("pdf", "png"):
        found = error_of("make", "cat", "--output", str(tmp_path / f"cat.{kind}"))
        assert "No space left on device; make room there, or set TMPDIR" in found


def test_very_long_lines_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(word_lists, "MAX_LINE", 100)
    place = tmp_path / "words.txt"
    place.write_text("oat\n" * 30 + "a," * 60 + "\noat")
    for command in (("make", "--words"), ("paths", "te/an", "--lexicon"), ("make", "a", "--avoid")):
        found = error_of(*command, str(place))
        assert "line 31 has more than 100 bytes, which is the limit" in found
    place.write_text(json.dumps(["tea"] * 30))
    assert {"tea"} == {*lg.Lexicon.read(place)}
    monkeypatch.undo()
    place.write_text("a" * 5000)
    found = error_of("make", "cat", "--avoid", str(place))
    assert "has 5000 letters, expected at most 200" in found


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_leaves_no_lock_and_no_unfinished_file(number: int, tmp_path: Path) -> None:
    place, out = write_boards(tmp_path / "in.txt", 200_000), tmp_path / "out"
    if signal.getsignal(number) == signal.SIG_IGN:  # under nohup, whose jobs go on
        signal.signal(number, signal.SIG_DFL)
    process = started(place, out, "--task", "paths", "--part-bytes", "20000", "--quiet")
    assert wait_for_part(out, process)
    begin = time.monotonic()
    process.send_signal(number)
    assert 128 + number == process.wait(timeout=30)
    assert time.monotonic() - begin < 3  # 0.2 s on a machine with nothing else to do
    assert [] == [
        path.name for path in out.iterdir() if not path.name.startswith(("part-", "_manifest"))
    ]


@pytest.mark.parametrize(
    "text",
    ["{}. oat\n2. tea\n", "{}. oat 2. tea 3. rye\n", "{} oat\n1 tea\n0 rye\n", "{}\n{}\nab\ncd\n"],
)
def test_numbers_of_too_many_digits_are_text(text: str, tmp_path: Path) -> None:
    """Python refuses to read more than 4,300 digits as a number."""
    place = tmp_path / "in.txt"
    place.write_text(text.replace("{}", "9" * 5000))
    for command in (
        "roll --dice IN",
        "make --words IN",
        "lines IN oat",
        "paths te/an --lexicon IN",
    ):
        ended = call(*command.replace("IN", str(place)).split())
        assert "internal error" not in ended.output
        assert ended.exit_code in (0, 1, 2)
