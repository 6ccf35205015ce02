"""Small Hunspell dictionaries, written and read."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

from lexigrid.lexicon.hunspell.dictionary import read_hunspell
from lexigrid.lexicon.word_lists import DictionaryOptions, WordList


def dictionary(folder: Path, aff: str | bytes, words: str | bytes) -> tuple[Path, bytes]:
    """Write an affix file; give what read_hunspell takes for it and these blank-parted words."""
    place = folder / "x.dic"
    place.with_suffix(".aff").write_bytes(aff if isinstance(aff, bytes) else aff.encode())
    lines = (words if isinstance(words, bytes) else words.encode()).split(b" ")
    return place, b"\n".join([b"%d" % len(lines), *lines, b""])


def read(place: Path, data: bytes, **options: Any) -> WordList:
    return read_hunspell(place, data, DictionaryOptions.of(**options))


def forms(folder: Path, aff: str | bytes, words: str | bytes, **options: Any) -> list[str]:
    found = read(*dictionary(folder, aff, words), **options)
    assert found.notes == []
    return found.words


def random_dictionary(chance: random.Random, marks: str) -> tuple[str, str]:
    """Write an affix file and words of a and b, with every option at some chance."""

    def text(least: int, most: int) -> str:
        return "".join(chance.choices("ab", k=chance.randint(least, most)))

    def some(flags: str, share: float) -> str:
        return "".join(flag for flag in flags if chance.random() < share)

    options = {"N": "NEEDAFFIX", "C": "CIRCUMFIX", "F": "FORBIDDENWORD"}
    aff = ["SET UTF-8", *(f"{options[mark]} {mark}" for mark in marks)]
    aff += ["FULLSTRIP"] * chance.randint(0, 1)
    for flag in "STUPQ":
        kind, conditions = (
            ("SFX", [".", "a", "[^a]", "[^b]a", ".a"])
            if flag in "STU"
            else (
                "PFX",
                [".", "a", "[^b]", "[ab]"],
            )
        )
        aff.append(f"{kind} {flag} {chance.choice('YYN')} 2")
        for _ in range(2):
            strip, add = chance.choice(["0", "0", text(1, 2)]), chance.choice(["0", text(1, 2)])
            goes_on = some("STUPQ" if kind == "SFX" or marks else "", 0.2)
            goes_on += some(marks.replace("F", ""), 0.2)
            slash = "/" if goes_on else ""
            aff.append(f"{kind} {flag} {strip} {add}{slash}{goes_on} {chance.choice(conditions)}")
    words = [f"{text(1, 4)}/{some('STUPQ' + marks, 0.35)}" for _ in range(chance.randint(1, 4))]
    return "\n".join(aff), " ".join(word.rstrip("/") for word in words)
