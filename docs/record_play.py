"""Play the terminal game in tmux and record its screens.

`python docs/record_play.py` writes docs/play-session.txt.
"""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

SESSION = Path(__file__).with_name("play-session.txt")
COLUMNS, LINES = 80, 24
_TIMEOUT = 20.0

#: Steps: a description, the keys (as tmux names them), and what the screen must then show.
STEPS: list[tuple[str, list[str], str]] = [
    ("lexigrid play --seed 7 --level 5 --level 2 --hints 2", [], "press Enter to begin"),
    ("Enter: the clock starts", ["Enter"], "f4 Pause"),
    ("three words, one after another", ["show", "Enter", "zeal", "Enter", "nod", "Enter"], "+ nod"),
    ("while `wode` is typed its path is marked", ["wode"], "on the board: 4 letters"),
    ("Escape, then F2: a hint", ["Escape", "F2"], "? s"),
    ("F3: the board rotated a quarter turn", ["F3"], "(  S  )     I        N"),
    ("F4: a pause", ["F4"], "PAUSE"),
    ("Enter: the game continues", ["Enter"], "f4 Pause"),
    ("F8: the end of the turn", ["F8"], "all words: 140"),
    ("Down twice: the path of the third word", ["Down", "Down"], "(  D  )"),
    ("Tab: the words that nobody found", ["Tab"], "that nobody found"),
    ("q: leave", ["q"], "share code"),
]


class Terminal:
    """A private tmux server with one window."""

    def __init__(self, command: str, folder: Path) -> None:
        self._base = ["tmux", "-S", str(folder / "socket"), "-f", os.devnull]
        size = ["-x", str(COLUMNS), "-y", str(LINES)]
        self._run("new-session", "-d", "-s", "play", *size, command)

    def press(self, *keys: str) -> None:
        """Press keys by their tmux names."""
        for key in keys:
            self._run("send-keys", "-t", "play", key)

    def screen(self) -> str:
        """Return the text of the screen."""
        shown = self._run("capture-pane", "-p", "-t", "play")
        return "\n".join(line.rstrip() for line in shown.splitlines()).rstrip()

    def wait_for(self, part: str) -> str:
        """Wait until the screen shows a text; return the screen."""
        until = time.monotonic() + _TIMEOUT
        while part not in (seen := self.screen()):
            if time.monotonic() > until:
                raise TimeoutError(f"{part!r} did not appear; the screen is\n{seen}")
            time.sleep(0.1)
        time.sleep(0.2)
        return self.screen()

    def close(self) -> None:
        """Stop the server and everything that runs in it."""
        subprocess.run([*self._base, "kill-server"], capture_output=True, check=False)

    def _run(self, *arguments: str) -> str:
        done = subprocess.run([*self._base, *arguments], capture_output=True, text=True, check=True)
        return done.stdout


def record_session() -> str:
    """Play the steps; return the screens as one text."""
    rule = "=" * COLUMNS
    parts = [
        f"A game in a terminal of {COLUMNS} columns and {LINES} lines, recorded in tmux by "
        "docs/record_play.py.\n"
    ]
    with tempfile.TemporaryDirectory() as name:
        for description, screen in play(Path(name)):
            parts.append(f"{rule}\n> {description}\n{rule}\n{screen}\n")
    return "".join(parts)


def play(folder: Path) -> Iterator[tuple[str, str]]:
    """Play the steps; yield the description of each and the screen after it."""
    program = [sys.executable, "-m", "lexigrid", *shlex.split(STEPS[0][0])[1:]]
    environment = f"LEXIGRID_DATA={shlex.quote(str(folder))}"
    # Keep the window open for a while, so that the last lines can be read.
    terminal = Terminal(f"{environment} {shlex.join(program)}; sleep {_TIMEOUT}", folder)
    try:
        for description, keys, part in STEPS:
            terminal.press(*keys)
            yield description, terminal.wait_for(part)
    finally:
        terminal.close()


if __name__ == "__main__":
    SESSION.write_text(record_session(), "utf-8")
    print(f"wrote {SESSION}")
