"""The instruction set of searches: the best one, LEXIGRID_KERNEL or that of `set_cpu_target`."""

from __future__ import annotations

import os

from . import _core
from ._util.plain_text import shorten
from ._util.validation import did_you_mean
from .errors import InputError

__all__ = ["active_cpu_target", "cpu_targets", "set_cpu_target"]

ENVIRONMENT_NAME = "LEXIGRID_KERNEL"
_is_environment_read = False


def cpu_targets() -> tuple[str, ...]:
    """Return the instruction sets that this machine supports, simplest first.

    >>> cpu_targets()[0]
    'portable'
    """
    return tuple(_core.cpu_targets())


def active_cpu_target() -> str:
    """Return the instruction set that searches use now.

    >>> active_cpu_target() in cpu_targets()
    True
    """
    use_environment()
    return _core.active_cpu_target()


def set_cpu_target(name: str | None) -> None:
    """Choose the instruction set of all searches of this process; None restores the best.

    It affects speed, never answers. Do not call it while a search runs.

    >>> set_cpu_target("portable")
    >>> active_cpu_target()
    'portable'
    >>> set_cpu_target(None)

    Raises:
        InputError: the name is unknown, or this machine does not support the set.
    """
    global _is_environment_read
    _is_environment_read = True
    is_name = name is None or (isinstance(name, str) and name.isascii())
    if not is_name or not _core.set_cpu_target(name or ""):
        raise _unknown(f"kernel {shorten(name)}", name)


def use_environment() -> None:
    """Use the set that LEXIGRID_KERNEL names. Every search calls this; only the first call counts.

    Raises:
        InputError: this machine supports no set of that name.
    """
    global _is_environment_read
    if _is_environment_read:
        return
    name = os.environ.get(ENVIRONMENT_NAME, "")
    if not (name.isascii() and _core.set_cpu_target(name)):
        raise _unknown(f"{ENVIRONMENT_NAME}={shorten(name)}", name)
    _is_environment_read = True


def _unknown(what: str, name: str | None) -> InputError:
    choices = ", ".join(cpu_targets())
    hint = did_you_mean(name, cpu_targets())
    return InputError(f"{what} is not available here; choose one of {choices}{hint}", kernel=name)
