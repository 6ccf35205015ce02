"""Measure how well `lexigrid.photo` reads made photos, on seeds kept apart from tuning.

    python benchmarks/photos.py --seed 31 --scale 0.4 --output benchmarks/records/photos.json

Fonts are those of `scripts/letter_fonts.txt` that the classifier never sees; install them with
`pip install -r scripts/letter_fonts.txt`. Seeds 1, 3, 5, 11 to 13, 21 to 26, 41, 42, 101 to 110,
201 to 206, 1001 to 1014, 4001 to 4003, 6001 to 6003, 7001, and 7002 are for tuning; 31, 2001 to
2004, 3001 to 3005, 5001 to 5003, 8001 to 8003, 9001 to 9003, and 10001 to 10003 are for the record.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import resource
import subprocess
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import count, islice
from pathlib import Path
from typing import Any

import cv2
import numpy as np

ROOT = Path(__file__).parent.parent
sys.path[:0] = [str(ROOT / "tests" / "support"), str(ROOT / "scripts")]

from letter_samples import font_packages  # noqa: E402
from lexigrid import Lexicon  # noqa: E402
from lexigrid.errors import InputError, PhotoError  # noqa: E402
from lexigrid.photo import PhotoGrid, read_photo  # noqa: E402
from made_others import OTHERS, make_other  # noqa: E402
from made_photos import KINDS, MadePhoto, make_photo  # noqa: E402

#: Photos of each kind.
COUNTS = dict(zip(KINDS, (40, 50, 30, 20, 20, 15, 25), strict=True))
#: The number of a phone photo with 20 rows and 20 columns.
_SQUARE = 5
#: Fonts that imitate handwriting; the figures asked are for printed letters.
HAND = {"fontpkg-delius"}


@dataclass
class Tally:
    """Sums over photos."""

    photos: int = 0
    shapes: int = 0
    exact: int = 0
    letters: int = 0
    wrong: int = 0
    marked: int = 0
    false_marks: int = 0
    hidden: int = 0
    """Photos with a wrong letter that is not marked."""
    seconds: list[float] = field(default_factory=list)

    def add(self, found: Comparison | None, seconds: float) -> None:
        """Count one photo; None is one without the right shape."""
        self.photos += 1
        self.seconds.append(seconds)
        if found is None:
            return
        self.shapes += 1
        self.exact += not found.wrong
        self.letters += found.letters
        self.wrong += found.wrong
        self.marked += found.marked
        self.false_marks += found.false_marks
        self.hidden += found.wrong > found.marked

    def to_dict(self) -> dict[str, Any]:
        """Return the sums and shares."""
        return {
            "photos": self.photos,
            "shapes": self.shapes,
            "exact": self.exact,
            "letters": self.letters,
            "right": round(1 - self.wrong / max(self.letters, 1), 5),
            "wrong": self.wrong,
            "wrong_marked": round(self.marked / max(self.wrong, 1), 4),
            "right_marked": round(self.false_marks / max(self.letters - self.wrong, 1), 4),
            "hidden": self.hidden,
            "median_s": round(float(np.median(self.seconds)), 3),
            "longest_s": round(max(self.seconds), 3),
        }


@dataclass(frozen=True)
class Comparison:
    """A reading against the truth, over the cells that are in the photo."""

    letters: int
    wrong: int
    marked: int
    false_marks: int
    has_shape: bool
    slips: tuple[str, ...] = ()


def compare(photo: MadePhoto, reading: PhotoGrid) -> Comparison:
    """Compare a reading at the offset at which most letters agree; dice may be turned."""
    truth = np.array(photo.rows)
    read = np.array(
        [
            [
                "." if (tile := reading.grid[r, c]) is None else tile.face
                for c in range(reading.grid.columns)
            ]
            for r in range(reading.grid.rows)
        ]
    )
    marks = np.zeros(read.shape, bool)
    for doubt in reading.doubtful:
        marks[doubt.cell] = True
    rows, columns = (
        np.flatnonzero(photo.visible.mean(axis) > 0.95 * photo.visible.mean(axis).max())
        for axis in (1, 0)
    )
    best = Comparison(int(photo.visible.sum()), int(photo.visible.sum()), 0, 0, False)
    for quarter in range(4) if photo.kind == "dice" else (0,):
        seen, doubtful = np.rot90(read, quarter), np.rot90(marks, quarter)
        for down in range(-9, len(truth)):
            for right in range(-9, truth.shape[1]):
                i0, i1 = max(0, down), min(len(truth), down + len(seen))
                j0, j1 = max(0, right), min(truth.shape[1], right + seen.shape[1])
                if i1 - i0 < len(truth) / 2 or j1 - j0 < truth.shape[1] / 2:
                    continue
                part = np.s_[i0 - down : i1 - down, j0 - right : j1 - right]
                visible, want = photo.visible[i0:i1, j0:j1], truth[i0:i1, j0:j1]
                same, low = want == seen[part], doubtful[part]
                wrong = int((~same & visible).sum())
                letters = int(visible.sum())
                if letters - wrong <= best.letters - best.wrong:
                    continue
                is_whole = i0 <= rows[0] and i1 > rows[-1] and j0 <= columns[0] and j1 > columns[-1]
                is_whole &= photo.kind == "cropped" or seen.shape == truth.shape
                off = ~same & visible
                slips = tuple(f"{a}>{b}" for a, b in zip(want[off], seen[part][off], strict=True))
                best = Comparison(
                    letters,
                    wrong,
                    int((off & low).sum()),
                    int((same & low & visible).sum()),
                    bool(is_whole),
                    slips,
                )
    return best


def measure(
    photos: Iterable[MadePhoto], *, shows: bool
) -> tuple[dict[str, dict[str, Any]], Counter[str]]:
    """Read photos without and with their words, and dice without and with their set."""
    tallies: dict[tuple[str, str], Tally] = defaultdict(Tally)
    slips: Counter[str] = Counter()
    for number, photo in enumerate(photos):
        groups = [photo.kind, "all"]
        if photo.kind in ("clean", "phone") and photo.font not in HAND:
            groups.append("clean and phone, print")
        began = time.process_time()
        results: dict[str, Comparison | None] = {}
        why = ""
        try:
            reading = read_photo(photo.data)
            alone = compare(photo, reading)
            seconds = time.process_time() - began
            results["alone"] = alone
            slips.update(alone.slips if alone.has_shape else ())
            if photo.kind != "dice":
                results["list"] = compare(photo, reading.corrected(photo.words))
        except PhotoError as error:
            why, seconds = str(error), time.process_time() - began
            results |= {"alone": None, "list": None}
        if photo.dice:
            try:
                results["list"] = compare(photo, read_photo(photo.data, dice=photo.dice))
            except PhotoError as error:
                why, results["list"] = f"{why} / {error}", None
        for way, found in results.items():
            for group in groups:
                kept = found if found is not None and found.has_shape else None
                tallies[group, way].add(kept, seconds)
        found = results["alone"]
        if shows and (found is None or not found.has_shape or found.wrong):
            shape = f"{len(photo.rows)}x{len(photo.rows[0])}"
            print(number, photo.kind, photo.font, shape, found, why, flush=True)
    return {f"{group}: {way}": each.to_dict() for (group, way), each in tallies.items()}, slips


def measure_others(
    seed: int, number_of_each: int, words: list[str], fonts: list[str]
) -> dict[str, Any]:
    """Return how many photos without a grid are refused, and what was read in the others."""
    refused, read = 0, []
    for kind in OTHERS:
        for number in range(number_of_each):
            photo = make_other(kind, seed, number, words, fonts)
            try:
                reading = read_photo(photo[..., ::-1])
            except PhotoError:
                refused += 1
            else:
                doubtful = len(reading.doubtful) / (reading.grid.rows * reading.grid.columns)
                read.append(f"{kind} {reading.grid.rows}x{reading.grid.columns} {doubtful:.2f}")
    return {"photos": len(OTHERS) * number_of_each, "refused": refused, "read": read}


def measure_lists(photos: Iterable[MadePhoto]) -> dict[str, Any]:
    """Return how many of the words that are printed next to grids are read, found or not."""
    found: Counter[str] = Counter()
    for photo in photos:
        words: set[str] = set()
        with contextlib.suppress(PhotoError):
            words.update(read_photo(photo.data, words="page").words)
        found += Counter(photos=1, words=len(photo.words), read=len(words & {*photo.words}))
        found["others"] += len(words - {*photo.words})
    return {**found, "share": round(found["read"] / max(found["words"], 1), 4)}


def measure_changed(seed: int, files_to_read: int, photo: MadePhoto) -> dict[str, Any]:
    """Read files with changed or missing bytes; each is read or refused, never more."""
    pixels = cv2.imdecode(np.frombuffer(photo.data, np.uint8), cv2.IMREAD_REDUCED_COLOR_2)
    assert pixels is not None
    kinds = [cv2.imencode(each, pixels)[1].tobytes() for each in (".jpg", ".png", ".webp")]
    rng, seconds, read = np.random.default_rng(seed), [], 0
    for number in range(files_to_read):
        data = bytearray(kinds[number % 3])
        for _ in range(int(rng.integers(1, 20))):
            near = len(data) if rng.random() < 0.5 else min(len(data), 600)
            data[int(rng.integers(near))] = int(rng.integers(256))
        if rng.random() < 0.2:
            del data[int(rng.integers(len(data))) :]
        began = time.process_time()
        with contextlib.suppress(InputError, PhotoError):
            read += read_photo(bytes(data)).grid.rows > 0
        seconds.append(time.process_time() - began)
    return {"files": files_to_read, "read": read, "longest_s": round(max(seconds, default=0), 2)}


_ALONE = """
import sys, time, lexigrid.photo
data = sys.stdin.buffer.read()
lexigrid.photo.read_photo(data)
began = time.process_time()
lexigrid.photo.read_photo(data)
print(time.process_time() - began)
print(next(line for line in open("/proc/self/status") if line.startswith("VmHWM")).split()[1])
"""


def measure_size(words: list[str]) -> dict[str, Any]:
    """Read a 20x20 grid in a process of its own, for the second time."""
    photo = make_photo("phone", 6, _SQUARE, words)
    assert (len(photo.rows), len(photo.rows[0])) == (20, 20)
    run = subprocess.run([sys.executable, "-c", _ALONE], input=photo.data, capture_output=True)
    seconds, kilobytes = run.stdout.split()
    return {"seconds": round(float(seconds), 2), "megabytes": int(kilobytes) // 1024}


def main() -> None:
    """Make the photos of a seed, read them, print the figures, and write them to a file."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--scale", type=float, default=1.0, help="of the numbers of photos")
    parser.add_argument("--kinds", default=",".join(KINDS))
    parser.add_argument("--others", type=int, default=5, help="photos of each kind without a grid")
    parser.add_argument("--lists", type=int, default=0, help="photos whose list is read, by kind")
    parser.add_argument("--changed", type=int, default=0, help="damaged files to read")
    parser.add_argument("--show", action="store_true", help="print each photo with a fault")
    parser.add_argument("--output", type=Path)
    given = parser.parse_args()
    words = [word.upper() for word in Lexicon.default() if word.isalpha() and word.isascii()]
    words = words[:: max(1, len(words) // 5000)]
    fonts = [*font_packages(held_out=True)]
    photos = (
        make_photo(kind, given.seed, number, words, fonts)
        for kind in given.kinds.split(",")
        for number in range(max(1, round(COUNTS[kind] * given.scale)))
    )
    figures, slips = measure(photos, shows=given.show)
    for name, each in figures.items():
        print(f"{name:28}", *(f"{key} {value}" for key, value in each.items()), sep="  ")
    figures["without a grid"] = measure_others(given.seed, given.others, words, fonts)
    print("without a grid:", figures["without a grid"])
    if given.lists:
        for kind in ("clean", "phone"):
            made = (make_photo(kind, given.seed, number, words, fonts) for number in count())
            listed = islice((photo for photo in made if photo.is_listed), given.lists)
            figures[f"lists: {kind}"] = measure_lists(listed)
            print("lists:", kind, figures[f"lists: {kind}"], flush=True)
    figures["20x20"] = measure_size(words)
    print("20x20:", figures["20x20"])
    if given.changed:
        photo = make_photo("clean", given.seed, 0, words, fonts)
        figures["changed files"] = measure_changed(given.seed, given.changed, photo)
        print("changed files:", figures["changed files"])
    print("slips:", ", ".join(f"{slip} {count}" for slip, count in slips.most_common(20)))
    megabytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    print(f"largest memory, with making the photos: {megabytes} MB")
    if given.output:
        record = {"seed": given.seed, "scale": given.scale, "figures": figures}
        given.output.write_text(json.dumps(record, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
