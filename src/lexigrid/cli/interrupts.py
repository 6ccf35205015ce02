"""Ctrl-C or another signal ends the program within a fifth of a second, whatever it is doing.

Python raises KeyboardInterrupt only between two bytecode instructions, and creating or freeing the
objects of a large answer takes seconds. A native thread therefore ends the process a tenth of a
second after Ctrl-C if Python has not. It removes incomplete files, as `atomic_write` does.
"""

from __future__ import annotations

# Not `signal`, which takes milliseconds to build its enumerations.
import _signal as signal  # type: ignore[import-not-found]
import os
from types import FrameType

from .. import _core

_SECONDS = 0.1
_SIGNALLED = 128
_SIGNALS = tuple(
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
)


def exit_soon_after_interrupts() -> None:
    """Make signals raise an exception that removes incomplete files, and then end the process."""
    # Under nohup, and in the background of a script, some of them stay ignored.
    heard = [each for each in _SIGNALS if signal.getsignal(each) is not signal.SIG_IGN]
    reader, writer = os.pipe()
    os.set_blocking(writer, False)
    signal.set_wakeup_fd(writer, warn_on_full_buffer=False)
    _core.exit_after_signal(reader, heard, _SECONDS)
    for each in heard:
        signal.signal(each, signal.default_int_handler if each == signal.SIGINT else _end)


def leave_time_after_interrupts() -> None:
    """Give signals unlimited time, to restore a terminal or end other processes."""
    signal.set_wakeup_fd(-1)


def _end(number: int, _: FrameType | None) -> None:
    raise SystemExit(_SIGNALLED + number)
