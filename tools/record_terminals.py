"""Take pictures of answers and games from right to left, and with wide letters, in terminals.

    apt-get install xvfb imagemagick xterm mlterm gir1.2-vte-2.91 python3-gi fonts-noto-core \\
        fonts-noto-cjk fonts-dejavu-core
    python tools/record_terminals.py FOLDER [TERMINAL] ...

xterm shows letters in the order in which they are written. VTE, which GNOME Terminal and others are
made of, and mlterm order them by the Unicode bidirectional algorithm. For each terminal and each of
the languages he ar ja ko, or those in the variable LANGS, the pictures show `paths`, `lines`,
`make`, `roll`, and `play` in plain lines and on the full screen.
"""

from __future__ import annotations

import fcntl
import os
import pty
import select
import shlex
import struct
import subprocess
import sys
import tempfile
import termios
import time
from pathlib import Path

#: Words that are on the board of a language; the first two are played.
WORDS = {
    "he": ("כלב ירח חלב שלום מלח ראש יער עיר שיר מים", "כשאח/למלר/וביע/הימש"),
    "ar": ("شمس نار سلام سنة عسل ماء مساء", "رةرا/خشنس/بملع/ءاسا"),
    "ja": ("みず かね さくら うま あめ くま かし こめ", "モサミカ/クウアシ/カネダメ/ミズコブ"),
    "ko": ("소금 김치 기린 가족 거북 내일 미소 술래", "술소내일/방미족기/본가마린/거북김치"),
}
_SCREEN = ":77"
_VTE = """
import sys, gi
gi.require_version("Gtk", "3.0"); gi.require_version("Vte", "2.91")
from gi.repository import GLib, Gtk, Pango, Vte
window, terminal = Gtk.Window(), Vte.Terminal()
terminal.set_size(80, 24)
terminal.set_font(Pango.FontDescription("DejaVu Sans Mono 12"))
terminal.spawn_async(Vte.PtyFlags.DEFAULT, None, sys.argv[1:], None, GLib.SpawnFlags.SEARCH_PATH,
                     None, None, -1, None, None)
window.add(terminal); window.show_all(); Gtk.main()
"""
TERMINALS = {
    "xterm": [
        *("xterm", "-u8", "-fa", "DejaVu Sans Mono", "-fd", "Noto Sans Mono CJK JP", "-fs", "12"),
        *("-geometry", "80x24+0+0", "-e"),
    ],
    "vte": ["/usr/bin/python3", "-c", _VTE],
    "mlterm": [*("mlterm", "--type", "xft", "--fontsize", "18", "--km=UTF-8", "-g", "80x24"), "-e"],
}
#: The fonts of mlterm.
_FONTS = """
DEFAULT = DejaVu Sans Mono
ISO10646_UCS4_1 = DejaVu Sans Mono
ISO10646_UCS4_1_FULLWIDTH = Noto Sans Mono CJK JP
U+0590-05FF = Noto Sans Hebrew
U+0600-06FF = Noto Sans Arabic
U+3000-9FFF = Noto Sans Mono CJK JP
U+AC00-D7AF = Noto Sans Mono CJK KR
"""
_END, _DOWN, _HINT = "\x1b[19~", "\x1b[B", "\x1bOQ"
#: Ends the output of a command: a title of the window, which the pictures do not show.
_DONE = "\x1b]2;done\a"
_TIMEOUT = 60.0
#: A picture is taken after this many seconds without output. The cursor blinks twice a second.
_QUIET = 0.25


def main() -> None:
    if sys.argv[1] == "--relay":
        relay(Path(sys.argv[2]), sys.argv[3:])
        return
    folder = Path(sys.argv[1]).resolve()
    folder.mkdir(parents=True, exist_ok=True)
    server = subprocess.Popen(["Xvfb", _SCREEN, "-noreset", "-screen", "0", "1000x600x24"])
    time.sleep(2)
    try:
        with tempfile.TemporaryDirectory() as name:
            home = Path(name)
            (home / ".mlterm").mkdir()
            (home / ".mlterm" / "aafont").write_text(_FONTS)
            for terminal in sys.argv[2:] or TERMINALS:
                for language in os.environ.get("LANGS", "he ar ja ko").split():
                    record(terminal, language, folder, home)
    finally:
        server.terminate()
        server.wait()


def record(terminal: str, language: str, folder: Path, home: Path) -> None:
    """Save the pictures of one terminal and language."""
    words, board = WORDS[language]
    (home / "words").write_text("\n".join(words.split()), "utf-8")
    first, second, *_ = words.split()
    options = f"--lexicon words --min-length 2 --language {language}"
    picture = folder / f"{language}-{terminal}"
    paths = [(_DONE, "", f"{picture}-paths.png")]
    take(terminal, f"lexigrid paths {board} {options}", paths, home)
    make = f"--language {language} --seed 1 --size 8 --format"
    sheet = (
        f"lexigrid make --words words {make} text --key; lexigrid roll {options} --seed 1; "
        f"lexigrid make --words words {make} text --quiet | sed '/^$/q' > grid; "
        f"lexigrid lines grid --words words --language {language}"
    )
    take(terminal, sheet, [(_DONE, "", f"{picture}-lines.png")], home)
    typed = f"{first}|\r|zz|\r|{second}|\r|:hint|\r"
    plain = [
        ("> ", typed, f"{picture}-plain-turn.png"),
        ("> ", ":end|\r", f"{picture}-plain-end.png"),
    ]
    game = f"lexigrid play {board} {options} --hints 2 --level 3"
    take(terminal, f"{game} --plain", plain, home)
    steps = [
        (
            "press Enter to begin",
            f"\r|{first}|\r|zz|\r|{_HINT}|{second}",
            f"{picture}-play-turn.png",
        ),
        ("", f"{_END}|{_DOWN}|{_DOWN}", f"{picture}-play-end.png"),
    ]
    take(terminal, game, steps, home)


def take(terminal: str, command: str, steps: list[tuple[str, str, str]], home: Path) -> None:
    """Run a command in a terminal and take its steps.

    A step waits for a text, presses keys, divided by |, and saves a picture.
    """
    keys, written = home / "keys", home / "written"
    if not keys.exists():
        os.mkfifo(keys)
    written.write_bytes(b"")
    environment = os.environ | {
        "DISPLAY": _SCREEN,
        "HOME": str(home),
        "LEXIGRID_DATA": str(home / "data"),
        "LC_ALL": "C.UTF-8",
        "TERM": "xterm-256color",
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
    }
    script = f"{command}; printf %s {shlex.quote(_DONE)}; sleep 99"
    relayed = [sys.executable, __file__, "--relay", str(home), "sh", "-c", script]
    shown = subprocess.Popen([*TERMINALS[terminal], *relayed], env=environment, cwd=home)
    file = os.open(keys, os.O_RDWR)
    try:
        for text, pressed, picture in steps:
            wait(written, text)
            for key in filter(None, pressed.split("|")):
                os.write(file, key.encode())
                wait(written)
            picture_of_screen = ["import", "-display", _SCREEN, "-window", "root", picture]
            subprocess.run(picture_of_screen, check=True)
            print(shlex.join([terminal, command]), picture)
    finally:
        os.close(file)
        shown.terminate()
        shown.wait()


def wait(written: Path, text: str = "") -> None:
    """Wait until a text has been written, and then nothing for a while."""
    until = time.monotonic() + _TIMEOUT
    size, seen = -1, b""
    while size != len(seen) or text.encode() not in seen:
        if time.monotonic() > until:
            raise TimeoutError(f"{text!r} did not appear in {seen[-2000:]!r}")
        size = len(seen)
        time.sleep(_QUIET)
        seen = written.read_bytes()


def relay(home: Path, command: list[str]) -> None:
    """Run a command in a terminal within this one, with keys from a pipe; copy what it writes."""
    child, master = pty.fork()
    if child == 0:
        os.execvp(command[0], command)
    size = fcntl.ioctl(1, termios.TIOCGWINSZ, struct.pack("8x"))
    fcntl.ioctl(master, termios.TIOCSWINSZ, size)
    file = os.open(home / "keys", os.O_RDWR)
    while True:
        ready, _, _ = select.select([master, file], [], [])
        if file in ready:
            os.write(master, os.read(file, 4096))
        if master in ready:
            try:
                data = os.read(master, 65536)
            except OSError:  # the command has ended
                return
            with (home / "written").open("ab") as copy:
                copy.write(data)
            while data:
                data = data[os.write(1, data) :]


if __name__ == "__main__":
    main()
