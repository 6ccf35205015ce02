"""A graphics card that is emulated: NumPy arrays, and the kernels compiled as C++.

What is queued on a stream runs only when a stream is synchronized, in random order between the
streams, so a result that is read or a buffer that is filled too early shows as a wrong score.
"""

from __future__ import annotations

import ctypes
import hashlib
import platform
import random
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from checkout import ROOT
from lexigrid.search.bulk.cuda import device
from lexigrid.search.bulk.cuda.device import PER_BOARD, SEARCHES, Launch, read_source

EMULATOR = Path(__file__).with_name("emulated_warps.cpp")
CAN_EMULATE = shutil.which("g++") is not None and platform.machine() in ("x86_64", "AMD64")
needs_emulator = pytest.mark.skipif(not CAN_EMULATE, reason="needs g++ on x86-64")
#: Compiled kernels.
BUILT = ROOT / "build" / "emulated-card"
#: More meetings of a warp than any board needs.
_MAX_TURNS = 1 << 16
#: What new memory contains.
_GARBAGE = 0xDD


class CardArray(np.ndarray[Any, Any]):
    """An array that says it is on a card."""

    def __dlpack_device__(self) -> Any:
        return 2, 0


class Arrays:
    """NumPy as if its arrays were on a card."""

    def __getattr__(self, name: str) -> Callable[..., Any]:
        made: Callable[..., Any] = getattr(np, name)

        def make(*arguments: Any, **options: Any) -> Any:
            array = made(*arguments, **options)
            return array.view(CardArray) if isinstance(array, np.ndarray) else array

        return make

    def empty(self, shape: Any, dtype: Any) -> Any:
        return garbage(shape, dtype).view(CardArray)

    def from_dlpack(self, array: Any) -> Any:
        return np.asarray(array).view(CardArray)


def garbage(shape: Any, dtype: Any) -> Any:
    """Return an array with the contents of new memory."""
    array = np.empty(shape, dtype)
    array.view(np.uint8).fill(_GARBAGE)
    return array


class Stream:
    """A queue of functions; as a context, it must have run all of them."""

    def __init__(self, card: EmulatedCard) -> None:
        self._card = card
        self.queue: list[Callable[[], None]] = []

    def synchronize(self) -> None:
        """Run what is queued, and some of what other streams have."""
        streams = self._card.streams
        while self.queue:
            stream = self._card.random.choice([each for each in streams if each.queue])
            stream.queue.pop(0)()

    def __enter__(self) -> None:
        assert not self.queue, "an array is used before its stream is synchronized"

    def __exit__(self, *_: object) -> None:
        pass


class EmulatedCard:
    """The interface of `lexigrid.search.bulk.cuda.device.Card`."""

    name = "emulated card"
    processors, warps = 1, 8
    shared = shared_per_block = 100_000
    memory = 1 << 30

    def __init__(self, seed: int = 1, source: str | None = None) -> None:
        self.xp: Any = Arrays()
        self.random = random.Random(seed)
        self.streams: list[Stream] = []
        self._source = read_source() if source is None else source
        #: The slots of each launch that scored boards.
        self.launched: list[int] = []

    def compile(self, constants: Mapping[str, int], shared: int, blocks: int) -> dict[str, Launch]:
        """Return functions that compile the kernels when they are first needed."""
        assert constants["WARPS"] * 32 <= 1024
        assert shared <= self.shared_per_block
        flags = [f"-D{name}={value}" for name, value in constants.items()]

        def search(name: str, stream: Stream, count: int, arguments: tuple[Any, ...]) -> None:
            def run() -> None:
                boards = arguments[1]
                if name == "score_boards":
                    _, subset, subset_size, boards = arguments[:4]
                    if isinstance(subset, np.ndarray):
                        boards = subset_size[0]
                    if boards == 0:  # saves compiling a tier that is never used
                        return
                self.launched.append(constants["SLOTS"])
                given = (ctypes.c_uint64 * 16)(*map(_as_word, arguments))
                seed, most = self.random.getrandbits(63), _MAX_TURNS * int(boards)
                emulate = self._library(flags)[f"emulate_{name}"]
                emulate.restype = ctypes.c_char_p
                failure = emulate(count, ctypes.c_uint64(seed), ctypes.c_uint64(most), given)
                if failure is not None:
                    raise AssertionError(failure.decode())

            stream.queue.append(run)

        def per_board(name: str, stream: Stream, count: int, arguments: tuple[Any, ...]) -> None:
            def run() -> None:
                words = map(ctypes.c_uint64, map(_as_word, arguments))
                self._library(flags)[f"emulate_{name}"](count, *words)

            stream.queue.append(run)

        launches: dict[str, Launch] = {name: partial(search, name) for name in SEARCHES}
        return launches | {name: partial(per_board, name) for name in PER_BOARD}

    def _library(self, flags: list[str]) -> ctypes.CDLL:
        """Compile the kernels; what was compiled before is kept in the folder."""
        text = "\0".join([self._source, EMULATOR.read_text("utf-8"), *flags])
        path = BUILT / f"{hashlib.sha256(text.encode()).hexdigest()[:16]}.so"
        if not path.exists():
            BUILT.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryDirectory(dir=BUILT) as folder:
                kernel, made = Path(folder, "kernel.inc"), Path(folder, path.name)
                kernel.write_text(self._source, "utf-8")
                command = ["g++", "-O1", "-std=c++20", "-w", "-fPIC", "-shared", *flags]
                include = f'-DKERNEL="{kernel}"'
                subprocess.run([*command, include, "-o", made, EMULATOR], check=True)
                made.replace(path)
        return ctypes.CDLL(str(path))

    def stream(self) -> Stream:
        """Return a new stream."""
        self.streams.append(Stream(self))
        return self.streams[-1]

    def pinned(self, shape: Any, dtype: Any) -> Any:
        """Return an array."""
        return garbage(shape, dtype)

    def queue_upload(self, stream: Stream, target: Any, source: Any) -> None:
        """Copy an array later."""
        assert isinstance(target, CardArray)
        assert not isinstance(source, CardArray)
        self.queue_copy(stream, target, source)

    def queue_download(self, stream: Stream, target: Any, source: Any) -> None:
        """Copy an array later."""
        assert isinstance(source, CardArray)
        assert not isinstance(target, CardArray)
        self.queue_copy(stream, target, source)

    def queue_copy(self, stream: Stream, target: Any, source: Any) -> None:
        """Copy an array or a number later."""
        stream.queue.append(lambda: np.copyto(target, source))

    def to_host(self, array: Any) -> Any:
        """Return a NumPy copy."""
        assert isinstance(array, CardArray)
        return np.array(array)


def _as_word(argument: Any) -> int:
    """Return an argument of a kernel: a number, or the address of an array."""
    if isinstance(argument, np.ndarray):
        assert isinstance(argument, CardArray)
        assert argument.flags.c_contiguous
        return int(argument.ctypes.data)
    return int(argument)


@pytest.fixture
def card(monkeypatch: pytest.MonkeyPatch) -> EmulatedCard:
    """Open an emulated card in place of a real one."""
    emulated = EmulatedCard()
    monkeypatch.setattr(device, "open_card", lambda: emulated)
    return emulated
