"""Play the terminal game for real, in tmux, and write down what a person sees.

Knows the program only from outside.
Rule: keys go in, screens come out; every screen waits for what it must show.

`python tools/record_play.py [FILE]` writes docs/play-session.txt, or FILE.
"""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).parent.parent
COLUMNS, LINES = 80, 24
_PATIENCE = 20.0

#: What is done, the keys (as tmux names them), and what the screen must show then.
STEPS: list[tuple[str, list[str], str]] = [
    ("lexigrid play --seed 7 --level 5 --level 2 --hints 2", [], "press Enter to begin"),
    ("Enter: the clock runs", ["Enter"], "type a word"),
    ("three words, one after another", ["show", "Enter", "zeal", "Enter", "nod", "Enter"], "+ nod"),
    ("while `wode` is typed its path is marked", ["wode"], "on the board: 4 letters"),
    ("Escape, then F2: a hint", ["Escape", "F2"], "? s"),
    ("F3: the board turned a quarter", ["F3"], "(S) I  N  V"),
    ("F4: a pause", ["F4"], "PAUSE"),
    ("Enter: it goes on", ["Enter"], "type a word"),
    ("F8: the end of the turn", ["F8"], "all words: 140"),
    ("two words down: the path of the third", ["Down", "Down"], "(D)"),
    ("Tab: what all missed", ["Tab"], "that all missed"),
    ("q leaves", ["q"], "share code"),
]


class Terminal:
    """A tmux server of its own with one window."""

    def __init__(self, command: str, folder: Path) -> None:
        self._base = ["tmux", "-S", str(folder / "socket"), "-f", os.devnull]
        size = ["-x", str(COLUMNS), "-y", str(LINES)]
        self._run("new-session", "-d", "-s", "play", *size, command)

    def press(self, *keys: str) -> None:
        """Press keys as tmux names them."""
        for key in keys:
            self._run("send-keys", "-t", "play", key)

    def screen(self) -> str:
        """Read what stands on the screen."""
        shown = self._run("capture-pane", "-p", "-t", "play")
        return "\n".join(line.rstrip() for line in shown.splitlines()).rstrip()

    def wait_for(self, part: str) -> str:
        """Wait until the screen shows something; give the screen."""
        until = time.monotonic() + _PATIENCE
        while part not in (seen := self.screen()):
            if time.monotonic() > until:
                raise TimeoutError(f"{part!r} did not come; the screen is\n{seen}")
            time.sleep(0.1)
        time.sleep(0.2)
        return self.screen()

    def close(self) -> None:
        """End the server and all that runs in it."""
        subprocess.run([*self._base, "kill-server"], capture_output=True, check=False)

    def _run(self, *arguments: str) -> str:
        done = subprocess.run([*self._base, *arguments], capture_output=True, text=True, check=True)
        return done.stdout


def play(folder: Path) -> list[tuple[str, str]]:
    """Play the steps; give what was done and the screen after it."""
    program = [sys.executable, "-m", "lexigrid", *shlex.split(STEPS[0][0])[1:]]
    setting = f"LEXIGRID_DATA={shlex.quote(str(folder))}"
    # The window stays for a moment, so that the last lines can be read.
    terminal = Terminal(f"{setting} {shlex.join(program)}; sleep {_PATIENCE}", folder)
    try:
        screens = []
        for what, keys, part in STEPS:
            terminal.press(*keys)
            screens.append((what, terminal.wait_for(part)))
        return screens
    finally:
        terminal.close()


def write(screens: list[tuple[str, str]]) -> str:
    """Write the screens one under the other."""
    rule = "=" * COLUMNS
    parts = [
        f"A game in a terminal of {COLUMNS} columns and {LINES} lines, recorded in tmux by "
        "tools/record_play.py.\n"
    ]
    parts += [f"{rule}\n> {what}\n{rule}\n{screen}\n" for what, screen in screens]
    return "".join(parts)


def main(arguments: list[str]) -> None:
    place = Path(arguments[0]) if arguments else ROOT / "docs" / "play-session.txt"
    with tempfile.TemporaryDirectory() as name:
        text = write(play(Path(name)))
    place.write_text(text, "utf-8")
    print(f"wrote {place}")


if __name__ == "__main__":
    main(sys.argv[1:])
