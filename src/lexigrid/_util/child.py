"""Calls in another process, which can be stopped at any moment and keeps what it has imported."""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack, suppress
from functools import partial
from importlib import import_module
from typing import Any, TypeVar

from ..errors import LexigridError
from .io import temporary_folder
from .time_limit import check_time

T = TypeVar("T")

_CODE = """import sys
sys.path[:] = sys.argv[1:]
from lexigrid._util.child import answer_calls
answer_calls()
"""
_CHECK_SECONDS = 0.02
#: How long a process waits for another call, as its imports take a second.
_IDLE_SECONDS = 300
#: How long a call may go on that nobody waits for; then the process is killed.
_LAST_SECONDS = 1
_threads = ThreadPoolExecutor(thread_name_prefix="lexigrid-child")


class _Child:
    """A process, and the folder of its temporary files, which it leaves if it is killed."""

    def __init__(self, modules: Sequence[str]) -> None:
        self._folder = ExitStack()
        folder = self._folder.enter_context(temporary_folder())
        pipe, command = subprocess.PIPE, [sys.executable, "-P", "-c", _CODE, *sys.path]
        variables = {**os.environ, "TMPDIR": str(folder)}
        self.process = subprocess.Popen(command, stdin=pipe, stdout=pipe, env=variables)
        self.send(_load, modules)

    def send(self, function: Callable[..., object], *given: object) -> None:
        """Let the process call a function: is the answer one or an error, and what it is."""
        self.exchange: Future[Any] = _threads.submit(self._exchange, (function, given))

    def abandon(self) -> None:
        """Kill the process if it does not answer soon; often, it almost has."""
        killer = _start_timer(_LAST_SECONDS, self._kill)
        self.exchange.add_done_callback(lambda _: killer.cancel())

    def _kill(self) -> None:
        self.process.kill()
        _retire(self)

    def _exchange(self, call: object) -> Any:
        assert self.process.stdin
        assert self.process.stdout
        try:
            pickle.dump(call, self.process.stdin)
            self.process.stdin.flush()
            return pickle.load(self.process.stdout)
        except (EOFError, OSError):
            raise ChildProcessError("the process ended") from None

    def end(self) -> None:
        with suppress(OSError), self.process:  # an OSError if a call was not wholly written
            self.process.kill()
        self._folder.close()


#: The processes that wait, each with the timer that ends it.
_waiting: dict[_Child, threading.Timer] = {}


def call_in_child(function: Callable[..., T], *given: object, modules: Sequence[str] = ()) -> T:
    """Return what a function of a module returns when another process calls it.

    A new process first imports `modules`, as far as they are installed. It goes on with that if the
    time is up, so that the next call finds it further on, however busy the machine is.

    Raises:
        InputError: temporary files cannot be written.
        TimeoutError: the time of `time_limit` is up.
        InterruptedError: the work was stopped.
        ChildProcessError: the process ended; stderr has the reason.
    """
    child = _ready_child(modules)
    child.send(function, *given)
    try:
        is_answer, answer = _wait(child.exchange)
    finally:
        if not child.exchange.done():
            child.abandon()
        _keep(child)
    if is_answer:
        return answer  # type: ignore[no-any-return]
    raise answer


def _ready_child(modules: Sequence[str]) -> _Child:
    """Return a process that has made its imports and answered the last call."""
    while True:
        waiting = _take()
        child = waiting or _Child(modules)
        try:
            _wait(child.exchange)
            return child
        except ChildProcessError:
            if waiting is None:
                raise
        finally:
            if not child.exchange.done() or child.exchange.exception():
                _keep(child)


def _wait(exchange: Future[Any]) -> Any:
    while not exchange.done():
        check_time()
        with suppress(TimeoutError):
            exchange.result(_CHECK_SECONDS)
    return exchange.result()


def _take() -> _Child | None:
    """Return a process that waits, if one does: if possible, without a call."""
    while child := min([*_waiting], key=lambda each: not each.exchange.done(), default=None):
        if timer := _waiting.pop(child, None):  # or another thread has just taken it
            timer.cancel()
            if child.process.poll() is None:
                return child
            child.end()
    return None


def _keep(child: _Child) -> None:
    if child.exchange.done() and child.exchange.exception():
        child.end()
        return
    _waiting[child] = _start_timer(_IDLE_SECONDS, partial(_retire, child))


def _retire(child: _Child) -> None:
    if timer := _waiting.pop(child, None):
        timer.cancel()
        child.end()


def _start_timer(seconds: float, function: Callable[[], None]) -> threading.Timer:
    timer = threading.Timer(seconds, function)
    timer.daemon = True
    timer.start()
    return timer


def _load(modules: Sequence[str]) -> None:
    for name in modules:
        with suppress(ImportError):
            import_module(name)


def answer_calls() -> None:
    """Answer the calls of the process that started this one, until it closes the pipe."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C goes to both
    pipe, sys.stdout = sys.stdout.buffer, sys.stderr  # prints must not go to the pipe
    with suppress(EOFError, BrokenPipeError):
        while True:
            function, given = pickle.load(sys.stdin.buffer)
            try:
                answer = True, function(*given)
            except LexigridError as error:
                answer = False, error
            pickle.dump(answer, pipe)
            pipe.flush()
    with suppress(OSError):  # the other process removes it, unless it was killed
        os.rmdir(os.environ["TMPDIR"])
