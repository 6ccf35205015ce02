"""Where words come from besides people: themes, and the built-in lexicon by band and length.

Knows lexicons and the data of the themes; known by the door and the command line.
Rule: what is drawn is drawn by a seed, from words in a fixed order.
"""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

from ..._util.rng import SplitMix64
from ...errors import InputError
from ...lexicon import Lexicon

#: Words that are this common or commoner, if nothing else is said.
COMMON_BAND = 35


def themes() -> tuple[str, ...]:
    """Name the built-in themes.

    >>> "birds" in themes()
    True
    """
    return tuple(sorted(place.name.removesuffix(".txt") for place in _folder("themes").iterdir()))


def theme_words(name: str) -> tuple[str, ...]:
    """Give the words of a theme.

    >>> len(theme_words("birds")) >= 30
    True

    Raises:
        InputError: no theme of that name.
    """
    if name not in themes():
        raise InputError(f"there is no theme {name!r}, expected one of {', '.join(themes())}")
    return _words_in("themes", name)


def avoid_words(name: str = "en") -> tuple[str, ...]:
    """Give the small built-in list of words that a sheet should not have by accident."""
    return _words_in("avoid", name)


def random_words(
    count: int, seed: int, *, band: int = COMMON_BAND, shortest: int = 4, longest: int = 10
) -> tuple[str, ...]:
    """Draw words from the built-in lexicon, by commonness band and number of letters.

    No word stands inside another, either way, and none has a part that the built-in avoid-list
    names.

    >>> len(random_words(5, 1)), random_words(5, 1) == random_words(5, 1)
    (5, True)

    Raises:
        InputError: there are not so many such words.
    """
    if not 1 <= shortest <= longest:
        raise InputError(
            f"words of {shortest} to {longest} letters are wanted, expected such as 4-10"
        )
    pool = _fitting(band, shortest, longest)
    chosen: dict[str, None] = {}
    joined = ""
    for word in SplitMix64(seed).drawn(pool):
        if len(chosen) == count:
            return tuple(chosen)
        clashes = word in joined or word[::-1] in joined
        clashes = clashes or any(part in chosen or part[::-1] in chosen for part in _parts(word))
        if not clashes:
            chosen[word] = None
            joined += f" {word}"
    if len(chosen) == count:
        return tuple(chosen)
    raise InputError(
        f"the built-in lexicon has {len(chosen)} such words that go together, {count} are wanted; "
        "allow less common or longer words"
    )


def _parts(word: str) -> list[str]:
    size = len(word)
    return [word[i:j] for i in range(size) for j in range(i + 1, size + 1)]


@cache
def _fitting(band: int, shortest: int, longest: int) -> tuple[str, ...]:
    lexicon = Lexicon.default()
    avoided = re.compile("|".join(p for word in avoid_words() for p in (word, word[::-1])))
    return tuple(
        word
        for word in lexicon
        if shortest <= len(word) <= longest
        and (lexicon.band(word) or 0) <= band
        and not avoided.search(word)
    )


@cache
def _words_in(folder: str, name: str) -> tuple[str, ...]:
    lines = (_folder(folder) / f"{name}.txt").read_text("utf-8").splitlines()
    return tuple(line.strip() for line in lines if line.strip() and not line.startswith("#"))


def _folder(name: str) -> Traversable:
    package = (__package__ or "lexigrid.puzzle.generate").partition(".")[0]
    return files(package) / "data" / name
