"""Lexicons: read, loaded, opened, compiled, their memory; and the start of whole processes."""

from __future__ import annotations

import gc
import subprocess
import sys
import time
from pathlib import Path

import inputs

from models import Answer, Case, Engine, Measured


def prepare(case: Case, folder: Path) -> Case | None:
    """Name the list of words, or list them."""
    if case["model"] == "lexicon/compile":
        import lexigrid

        return case | {"words": list(lexigrid.Lexicon.default())}
    if case["model"] in ("lexicon/open", "lexicon/process"):
        return case
    words = inputs.enable_list()
    return None if words is None else case | {"lexicon": str(words)}


def lexigrid(case: Case) -> Answer | Measured:
    """Prepare a lexicon, or run a process."""
    import lexigrid as lg

    match case["model"].partition("/")[2]:
        case "read":
            return lambda: len(lg.Lexicon.read(case["lexicon"]))
        case "load":
            saved = Path(case["folder"]) / "saved.lexicon"
            lg.Lexicon.read(case["lexicon"]).save(saved)
            return lambda: len(lg.Lexicon.load(saved))
        case "compile":
            return lambda: len(lg.Lexicon(case["words"]))
        case "open":
            from lexigrid.lexicon.image import DEFAULT_PATH, load_image

            return lambda: load_image(DEFAULT_PATH, validate=False)[0].word_count
        case "memory":
            return memory(case)
    return time_process([str(Path(sys.executable).parent / "lexigrid"), *case["command"]])


def memory(case: Case) -> Answer:
    """Prepare lexicons read from a file; the answer is their memory in tenths of a MB.

    `image` is the size of a lexicon; `each` is the growth of the resident memory per lexicon over
    eight lexicons; `first` is the growth for the first, including memory that the allocator keeps
    after compiling. Linux only.
    """
    import lexigrid as lg

    small = Path(case["folder"]) / "small.txt"
    small.write_text("oat\n", "ascii")
    lg.find_paths(lg.Grid.parse("tea/ant/oat"), lg.Lexicon.read(small))

    def resident() -> int:
        gc.collect()
        return inputs.memory("VmRSS")

    # Measured once: freed memory stays with the process, so a second run would see less.
    lexicons: list[lg.Lexicon] = []
    sizes = [resident()]
    for _ in range(8):
        lexicons.append(lg.Lexicon.read(case["lexicon"]))
        sizes.append(resident())
    image = lexicons[0].core.image.nbytes
    each = max(image, (sizes[-1] - sizes[0]) // len(lexicons))
    if each > 8e6:
        raise ValueError(f"a lexicon keeps {each} bytes, expected at most 8,000,000")
    answer = {"image": image, "each": each, "first": sizes[1] - sizes[0]}
    return lambda: {name: round(size / 1e5) for name, size in answer.items()}


def time_process(command: list[str]) -> Measured:
    """Time a whole process."""
    seconds = []
    for _ in range(5):
        begin = time.perf_counter()
        subprocess.run(command, capture_output=True, check=True)
        seconds.append(time.perf_counter() - begin)
    return {"answer": None, "seconds": seconds}


ENGINES: dict[str, Engine] = {
    "lexigrid": lexigrid,
    "set-of-words": lambda case: lambda: len(set(case["words"])),
    "python-nothing": lambda _: time_process([sys.executable, "-c", "pass"]),
}
