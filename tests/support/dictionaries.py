"""Small Hunspell dictionaries, written and read."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

from lexigrid.lexicon.hunspell.dictionary import read_hunspell
from lexigrid.lexicon.word_list import DictionaryOptions, WordList


def dictionary(folder: Path, aff: str | bytes, words: str | bytes) -> tuple[Path, bytes]:
    """Write an affix file; return the path and the bytes of a dictionary of these words."""
    place = folder / "x.dic"
    place.with_suffix(".aff").write_bytes(aff if isinstance(aff, bytes) else aff.encode())
    lines = (words if isinstance(words, bytes) else words.encode()).split(b" ")
    return place, b"\n".join([b"%d" % len(lines), *lines, b""])


def read(place: Path, data: bytes, **options: Any) -> WordList:
    return read_hunspell(place, data, DictionaryOptions(**options))


def forms(folder: Path, aff: str | bytes, words: str | bytes, **options: Any) -> list[str]:
    found = read(*dictionary(folder, aff, words), **options)
    assert not [note for note in found.notes if not note.startswith("left out")]
    return found.words


def random_dictionary(rng: random.Random, marks: str) -> tuple[str, str]:
    """Return a random affix file and random words of a and b, which use every option."""

    def text(least: int, most: int) -> str:
        return "".join(rng.choices("ab", k=rng.randint(least, most)))

    def some(flags: str, share: float) -> str:
        return "".join(flag for flag in flags if rng.random() < share)

    options = {"N": "NEEDAFFIX", "C": "CIRCUMFIX", "F": "FORBIDDENWORD"}
    aff = ["SET UTF-8", *(f"{options[mark]} {mark}" for mark in marks)]
    aff += ["FULLSTRIP"] * rng.randint(0, 1)
    for flag in "STUPQ":
        kind, conditions = (
            ("SFX", [".", "a", "[^a]", "[^b]a", ".a"])
            if flag in "STU"
            else (
                "PFX",
                [".", "a", "[^b]", "[ab]"],
            )
        )
        aff.append(f"{kind} {flag} {rng.choice('YYN')} 2")
        for _ in range(2):
            strip, add = rng.choice(["0", "0", text(1, 2)]), rng.choice(["0", text(1, 2)])
            goes_on = some("STUPQ" if kind == "SFX" or marks else "", 0.2)
            goes_on += some(marks.replace("F", ""), 0.2)
            slash = "/" if goes_on else ""
            aff.append(f"{kind} {flag} {strip} {add}{slash}{goes_on} {rng.choice(conditions)}")
    words = [f"{text(1, 4)}/{some('STUPQ' + marks, 0.35)}" for _ in range(rng.randint(1, 4))]
    return "\n".join(aff), " ".join(word.rstrip("/") for word in words)
