"""Ctrl-C ends the program within a fifth of a second, whatever it is doing.

Python raises KeyboardInterrupt only between two bytecode instructions, and creating or freeing the
objects of a large answer takes seconds. A native thread therefore ends the process a tenth of a
second after Ctrl-C if Python has not. It removes incomplete files, as `atomic_write` does.
"""

from __future__ import annotations

import os
import signal

from .. import _core
from .status import INTERRUPTED

_SECONDS = 0.1


def exit_soon_after_interrupts() -> None:
    """Make Ctrl-C raise KeyboardInterrupt and end the process soon afterwards."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # started with nohup
        return
    reader, writer = os.pipe()
    os.set_blocking(writer, False)
    signal.set_wakeup_fd(writer, warn_on_full_buffer=False)
    _core.exit_after_signal(reader, signal.SIGINT, _SECONDS, INTERRUPTED)
    signal.signal(signal.SIGINT, signal.default_int_handler)


def leave_time_after_interrupts() -> None:
    """Give Ctrl-C unlimited time, to restore a terminal or end other processes."""
    signal.set_wakeup_fd(-1)
