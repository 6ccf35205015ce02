"""The graphics card as the scorer uses it. Only this module imports CuPy.

What is queued on a stream runs in order, and at the same time as what other streams have. The tests
replace `open_card` by an emulator.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from ...._util.io import import_extra
from ....errors import InputError

#: The files of the kernels, which are compiled together.
_SOURCES = "boards.cu", "rolls.cu"
#: Starts a kernel on a stream: (stream, blocks, arguments).
Launch = Callable[[Any, int, tuple[Any, ...]], None]
#: The kernels that search with warps, and those that take a board per thread. Only modules without
#: slots have the second one.
SEARCHES, PER_BOARD = ("score_boards", "score_changes"), ("roll_boards", "swap_tiles")
#: Bytes of shared memory that every block takes in addition to its own.
PER_BLOCK = 1024
#: Threads of a block of kernels that take a board per thread.
THREADS = 128
#: The first cards that add up the numbers of a warp in one instruction.
_LEAST_CAPABILITY = (8, 0)


class Card:
    """The current card of CuPy. `xp` is the module of its arrays, which works like NumPy."""

    def __init__(self, cupy: Any, cupyx: Any) -> None:
        device = cupy.cuda.Device()
        found, properties = device.attributes, cupy.cuda.runtime.getDeviceProperties(device.id)
        self.name: str = properties["name"].decode()
        """The name of the model."""
        capability = properties["major"], properties["minor"]
        if capability < _LEAST_CAPABILITY:
            raise InputError(
                f"device is 'cuda', but {self.name} has compute capability "
                f"{capability[0]}.{capability[1]}, expected 8.0 or later; use device='cpu'"
            )
        self.xp, self._pinned = cupy, cupyx.empty_pinned
        self.processors: int = found["MultiProcessorCount"]
        self.warps: int = found["MaxThreadsPerMultiProcessor"] // 32
        """The most warps on a processor at a time."""
        self.shared: int = found["MaxSharedMemoryPerMultiprocessor"]
        """Bytes of shared memory of a processor."""
        self.shared_per_block: int = found["MaxSharedMemoryPerBlockOptin"]
        """The most bytes of shared memory of a block."""
        self.memory: int = device.mem_info[1]
        """Bytes of memory."""

    def compile(self, constants: Mapping[str, int], shared: int, blocks: int) -> dict[str, Launch]:
        """Return the kernels by name; `blocks` of `shared` bytes are resident on a processor."""
        # CuPy shares equal modules, attributes of kernels included: RESIDENT keeps them apart.
        given = {**constants, "RESIDENT": blocks}
        options = ("-std=c++17", *(f"-D{name}={value}" for name, value in given.items()))
        module = self.xp.RawModule(code=read_source(), options=options)
        # The rest is first-level cache. With room for more blocks than there are, they would pile
        # up on some processors.
        share = -(-100 * blocks * (shared + PER_BLOCK) // self.shared)
        searches = SEARCHES[: 1 if constants["SLOTS"] else 2]

        def launch(name: str, stream: Any, count: int, arguments: tuple[Any, ...]) -> None:
            kernel = module.get_function(name)
            with stream:
                if name not in searches:
                    kernel((count,), (THREADS,), arguments)
                    return
                kernel.max_dynamic_shared_size_bytes = shared
                kernel.preferred_shared_memory_carveout = min(100, share)
                kernel((count,), (32 * constants["WARPS"],), arguments, shared_mem=shared)

        return {name: partial(launch, name) for name in (*searches, *PER_BOARD)}

    def stream(self) -> Any:
        """Return a new stream; within its context, `xp` runs on it."""
        return self.xp.cuda.Stream()

    def pinned(self, shape: tuple[int, ...], dtype: Any) -> Any:
        """Return a NumPy array that the card reads and writes directly."""
        return self._pinned(shape, dtype)

    def queue_upload(self, stream: Any, target: Any, source: Any) -> None:
        """Copy a pinned array to the card."""
        target.set(source, stream=stream)

    def queue_download(self, stream: Any, target: Any, source: Any) -> None:
        """Copy an array of the card to a pinned one."""
        source.get(stream=stream, out=target, blocking=False)

    def queue_copy(self, stream: Any, target: Any, source: Any) -> None:
        """Copy an array of the card, or a number, to one of the card."""
        with stream:
            target[...] = source

    def to_host(self, array: Any) -> Any:
        """Return a NumPy copy of an array of the card."""
        return self.xp.asnumpy(array)


def read_source() -> str:
    """Return the source of the kernels."""
    from pathlib import Path  # slow

    folder = Path(__file__).parent
    return "\n".join((folder / name).read_text("utf-8") for name in _SOURCES)


@functools.cache
def open_card() -> Card:
    """Return the card.

    Raises:
        InputError: CuPy is not installed, there is no card, or it is too old.
    """
    cupy = import_extra("cupy", "cuda", "device='cuda'", "use device='cpu'")
    cupyx = import_extra("cupyx", "cuda", "device='cuda'")
    try:
        return Card(cupy, cupyx)
    except cupy.cuda.runtime.CUDARuntimeError as error:
        raise InputError(
            f"device is 'cuda', but CuPy finds no graphics card ({error}); check the driver, or "
            "install the CuPy of its CUDA version (13: lexigrid[cuda], 12: lexigrid[cuda12]), or "
            "use device='cpu'"
        ) from error
