"""Test what a word pack promises: its letters, words, boards, sizes and times.

`build_pack.py --check` runs this and prints a row for each pack. Times are processor seconds. If
`hunspell` is installed, it checks the words from dictionaries.
"""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import lexigrid as lg
from lexigrid.lexicon.packs.frequencies import parse_frequencies

if TYPE_CHECKING:
    from build_pack import Pack

HEADER = """\
| pack | words | wheel MB | build s | build MB | first use s | later s | commonest 5,000 \
| hunspell accepts | dice | words a board | under 20 |
|---|---|---|---|---|---|---|---|---|---|---|---|"""

MAX_WHEEL = 2_000_000
MAX_BUILD_SECONDS, MAX_BUILD_BYTES = 15.0, 1e9
MAX_FIRST_SECONDS, MAX_LATER_SECONDS = 10.0, 0.1
COMMONEST, LEAST_SHARE = 5000, 0.9
SAMPLE = 2000
BOARDS = 1000
LEAST_WORDS, MOST_WORDS, MOST_POOR = 60, 250, 0.05

#: VmHWM, because the memory in `getrusage` starts with that of the parent.
_BUILD = """
import re, time, build_pack
build_pack.main([{code!r}])
status = open("/proc/self/status").read()
print(time.process_time(), re.search("VmHWM: *([0-9]+)", status.replace("\\t", " "))[1])
"""
_USE = """
import time
from lexigrid import Lexicon
start = time.process_time()
lexicon = Lexicon.default({code!r})
"haus" in lexicon
print(time.process_time() - start)
"""


def check(pack: Pack, wheel: Path) -> bool:
    """Print the figures of a pack, and its faults on standard error; return whether it has none."""
    faults: list[str] = []

    def require(is_kept: bool, fault: str) -> None:
        if not is_kept:
            faults.append(fault)

    size = wheel.stat().st_size
    require(size < MAX_WHEEL, f"the wheel has {size} bytes")
    seconds, memory = _measure_build(pack.code)
    require(seconds < MAX_BUILD_SECONDS, f"the build takes {seconds:.1f} s")
    require(memory < MAX_BUILD_BYTES, f"the build takes {memory / 1e6:.0f} MB")
    with tempfile.TemporaryDirectory() as folder:
        first, later = _measure_use(pack.code, wheel, Path(folder))
        require(first < MAX_FIRST_SECONDS, f"the first use takes {first:.1f} s")
        require(later < MAX_LATER_SECONDS, f"later uses take {later:.3f} s")
        (path,) = Path(folder).rglob("*.lexicon")
        lexicon = lg.Lexicon.load(path)
    foreign = set(lexicon.letters).difference(lexicon.alphabet.letters)
    require(not foreign, f"letters that the alphabet lacks: {' '.join(sorted(foreign))}")
    share = _share_of_commonest(pack, lexicon)
    require(share >= LEAST_SHARE, f"{share:.1%} of the {COMMONEST} commonest words")
    accepted = _count_accepted(pack)
    require(accepted in (None, SAMPLE), f"hunspell accepts {accepted} of {SAMPLE} words")
    mean, poor, dice = _roll_boards(lexicon, pack)
    require(LEAST_WORDS <= mean <= MOST_WORDS, f"{mean:.1f} words on the average board")
    require(poor <= MOST_POOR, f"{poor:.1%} of the boards have fewer than 20 words")
    print(
        f"| {pack.code} | {len(pack.words):,} | {size / 1e6:.2f} | {seconds:.1f} "
        f"| {memory / 1e6:.0f} | {first:.1f} | {later:.3f} | {share:.1%} "
        f"| {'-' if accepted is None else f'{accepted:,} of {SAMPLE:,}'} | {dice} "
        f"| {mean:.1f} | {poor:.1%} |",
        flush=True,
    )
    for fault in faults:
        print(f"check_pack: {pack.code}: {fault}", file=sys.stderr)
    return not faults


def _measure_build(code: str) -> tuple[float, float]:
    """Return the processor seconds and the bytes of memory that a build takes."""
    command = [sys.executable, "-c", _BUILD.format(code=code)]
    output = subprocess.check_output(command, cwd=Path(__file__).parent, text=True)
    seconds, kilobytes = output.splitlines()[-1].split()
    return float(seconds), float(kilobytes) * 1024


def _measure_use(code: str, wheel: Path, folder: Path) -> tuple[float, float]:
    """Return the processor seconds until the words can be used: the first time, and later."""
    site = folder / "site"
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(site)
    variables = {
        "PYTHONPATH": str(site),
        "LEXIGRID_CACHE": str(folder),
        "LEXIGRID_DATA": str(folder),
    }
    command = [sys.executable, "-c", _USE.format(code=code)]
    times = [float(subprocess.check_output(command, env=os.environ | variables)) for _ in range(2)]
    return times[0], times[1]


def _share_of_commonest(pack: Pack, lexicon: lg.Lexicon) -> float:
    """Return the share of the commonest strings of letters of the language that are words."""
    from build_pack import fetch_source

    source = pack.facts["bands"]["source"]
    frequencies = parse_frequencies(fetch_source(source)[source["file"]])
    known = frozenset(lexicon.alphabet.letters)
    strings = (
        word
        for word in frequencies
        if len(word) > 1 and word.isalpha() and known.issuperset(lexicon.alphabet.split(word))
    )
    commonest = [word for word, _ in zip(strings, range(COMMONEST), strict=False)]
    return sum(word in lexicon for word in commonest) / len(commonest)


def _count_accepted(pack: Pack) -> int | None:
    """Return how many words of a sample hunspell accepts; None if it cannot check them."""
    from build_pack import fetch_source

    source = pack.facts["words"]["source"]
    if source["format"] != "hunspell" or shutil.which("hunspell") is None:
        return None
    files = fetch_source(source)
    words = random.Random(1).sample(pack.words, SAMPLE)
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder) / "words"
        for ending in (".dic", ".aff"):
            data = files[source["file"].removesuffix(".dic") + ending]
            place.with_suffix(ending).write_bytes(data)
        command = ["hunspell", "-l", "-i", "UTF-8", "-d", str(place)]
        text = "\n".join([*words, ""])
        rejected = subprocess.check_output(command, input=text.encode(), stderr=subprocess.DEVNULL)
        return SAMPLE - len(set(rejected.decode("utf-8").split()))


def _roll_boards(lexicon: lg.Lexicon, pack: Pack) -> tuple[float, float, str]:
    """Return the words of the average board, the share of boards under 20, and the dice."""
    game = pack.facts.get("game", {})
    rows, columns = game.get("size", (4, 4))
    dice = lg.games.choose_dice(lexicon, (rows, columns))
    boards = [lg.roll(dice, seed=seed) for seed in range(BOARDS)]
    counts = list(_count_words(boards, lexicon, game.get("min_length", 3)))
    poor = sum(count < 20 for count in counts) / len(counts)
    return sum(counts) / len(counts), poor, f"{dice.name} {rows}x{columns}"


def _count_words(boards: list[lg.Grid], lexicon: lg.Lexicon, least: int) -> Iterator[int]:
    found = lg.find_paths_many(boards, lexicon, paths="none", min_length=least)
    first = found.first.tolist()
    yield from (first[n + 1] - first[n] for n in range(len(boards)))
