"""Forms of the English and of random dictionaries, compared with the program hunspell."""

from __future__ import annotations

import itertools
import random
import shutil
import subprocess
from pathlib import Path

import pytest

from dictionaries import dictionary, random_dictionary, read

EN_US = Path("/usr/share/hunspell/en_US.dic")


@pytest.fixture(scope="module")
def checker() -> str:
    found = shutil.which("hunspell")
    if found is None:
        pytest.skip("hunspell is not installed")
    return found


def rejected(checker: str, place: Path, words: list[str]) -> list[str]:
    """Return the words that hunspell rejects."""
    command = [checker, "-l", "-i", "UTF-8", "-d", str(place.with_suffix(""))]
    text = "\n".join(words) + "\n"
    run = subprocess.run(command, input=text, capture_output=True, encoding="utf-8", check=True)
    return run.stdout.split()


@pytest.mark.parametrize("prefixes", [False, True])
def test_hunspell_accepts_every_form_of_its_english_dictionary(
    checker: str, prefixes: bool
) -> None:
    if not EN_US.exists():
        pytest.skip("hunspell-en-us is not installed")
    words = read(EN_US, EN_US.read_bytes(), prefixes=prefixes).words
    assert len(words) > 120_000
    assert ["qzxvw"] == rejected(checker, EN_US, [*words, "qzxvw"])


@pytest.mark.parametrize("marks", ["", "N", "C", "F", "NCF"])
def test_hunspell_agrees_on_random_dictionaries(checker: str, tmp_path: Path, marks: str) -> None:
    """On all strings of up to seven letters; without marks, the two agree completely.

    With marks hunspell accepts more, such as half a circumfix, but never less.
    """
    rng = random.Random(f"hunspell {marks}")
    every = ["".join(word) for n in range(1, 8) for word in itertools.product("ab", repeat=n)]
    for _ in range(25):
        aff, words = random_dictionary(rng, marks)
        place, data = dictionary(tmp_path, aff, words)
        place.write_bytes(data)
        accepted = set(every) - set(rejected(checker, place, every))
        both = {word for word in read(place, data, prefixes=True).words if len(word) < 8}
        plain = {word for word in read(place, data).words if len(word) < 8}
        assert plain <= both, (aff, words)
        assert (both == accepted) if not marks else (both <= accepted), (aff, words)
