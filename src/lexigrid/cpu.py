"""Which instruction set the searches use.

Knows the native core; known by search and the command line.
Rule: the best set of this machine, unless LEXIGRID_KERNEL or `set_cpu_target` names another.
"""

from __future__ import annotations

import os

from . import _core
from .errors import InputError

ENVIRONMENT_NAME = "LEXIGRID_KERNEL"
_is_environment_read = False


def cpu_targets() -> tuple[str, ...]:
    """Name the instruction sets that run on this machine, the plainest first.

    >>> cpu_targets()[0]
    'portable'
    """
    return tuple(_core.cpu_targets())


def active_cpu_target() -> str:
    """Name the instruction set that searches use now.

    >>> active_cpu_target() in cpu_targets()
    True
    """
    use_environment()
    return _core.active_cpu_target()


def set_cpu_target(name: str | None) -> None:
    """Make all searches of this process use one instruction set; None gives the choice back.

    Answers do not depend on it, only their speed does. Not for use while a search runs.

    >>> set_cpu_target("portable")
    >>> active_cpu_target()
    'portable'
    >>> set_cpu_target(None)

    Raises:
        InputError: no such set, or this machine does not run it.
    """
    global _is_environment_read
    _is_environment_read = True
    if not _core.set_cpu_target(name or ""):
        raise _unknown(f"kernel {name!r}", name)


def use_environment() -> None:
    """Force the set that LEXIGRID_KERNEL names, once, before the first search.

    Raises:
        InputError: it names no set that runs here.
    """
    global _is_environment_read
    if _is_environment_read:
        return
    name = os.environ.get(ENVIRONMENT_NAME, "")
    if not _core.set_cpu_target(name):
        raise _unknown(f"{ENVIRONMENT_NAME}={name!r}", name)
    _is_environment_read = True


def _unknown(what: str, name: str | None) -> InputError:
    choices = ", ".join(cpu_targets())
    return InputError(f"{what} does not run here; choose one of {choices}", kernel=name)
