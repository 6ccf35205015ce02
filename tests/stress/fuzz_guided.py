"""Let atheris, which looks at the coverage, choose the damaged inputs of a format; Linux only."""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from importlib.machinery import SourceFileLoader
from types import CodeType

import atheris
from atheris.instrument_bytecode import patch_code

# Atheris's own import hook does not reach the modules of an editable install.
_get_code = SourceFileLoader.get_code


def _instrumented(loader: SourceFileLoader, name: str) -> CodeType | None:
    code = _get_code(loader, name)
    return patch_code(code, True) if code and name.startswith("lexigrid.") else code


SourceFileLoader.get_code = _instrumented  # type: ignore[assignment,method-assign]

from common import Facts  # noqa: E402
from formats import all_formats, folder, seeds_of  # noqa: E402
from fuzz import judge, mutate, prepare  # noqa: E402


def fuzz_guided(
    format: str = "grid-text", seconds: int = 0, runs: int = -1, seed: int = 1
) -> Iterator[Facts]:
    """Let atheris choose the damaged inputs of a format; the first fault becomes a file crash-*."""
    seeds, corpus = seeds_of(format), folder() / format
    corpus.mkdir()
    for number, data in enumerate(seeds):
        (corpus / f"seed-{number}").write_bytes(data)
    prepare(format)

    def change(data: bytes, most: int, number: int) -> bytes:
        rng = random.Random(number)
        return mutate(rng, format, data if len(data) > 1 else rng.choice(seeds))[:most]

    def read(data: bytes) -> None:
        if (found := judge(format, data)).kind == "fault":
            raise RuntimeError(found.message)

    settings = [f"-runs={runs}", f"-max_total_time={seconds}", f"-seed={seed}", "-rss_limit_mb=0"]
    longest = max(all_formats()[format].longest, *(2 * len(data) for data in seeds))
    settings += [f"-max_len={longest}", "-print_final_stats=1", str(corpus)]
    atheris.Setup([sys.argv[0], *settings], read, custom_mutator=change)
    atheris.Fuzz()
    yield {}
