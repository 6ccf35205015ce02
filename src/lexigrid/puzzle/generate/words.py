"""Built-in sources of words: themes and the English lexicon."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

from ..._util.rng import SplitMix64
from ..._util.validation import did_you_mean
from ...errors import InputError
from ...lexicon import Lexicon, rude_words

#: Default band: words of this band or a more common one are drawn.
COMMON_BAND = 35


def themes() -> tuple[str, ...]:
    """Return the names of the built-in themes.

    >>> "birds" in themes()
    True
    """
    return tuple(sorted(file.name.removesuffix(".txt") for file in _folder("themes").iterdir()))


def theme_words(name: str) -> tuple[str, ...]:
    """Return the words of a theme.

    >>> len(theme_words("birds")) >= 30
    True

    Raises:
        InputError: no theme has that name.
    """
    if name not in themes():
        known = ", ".join(themes())
        hint = did_you_mean(name, themes())
        raise InputError(f"there is no theme {name!r}, expected one of {known}{hint}")
    return _words_in("themes", name)


def random_words(
    count: int, seed: int, *, band: int = COMMON_BAND, shortest: int = 4, longest: int = 10
) -> tuple[str, ...]:
    """Draw words from the built-in lexicon, by commonness band and number of letters.

    No word is inside another, forwards or backwards, and none contains one of `rude_words`.

    >>> len(random_words(5, 1)), random_words(5, 1) == random_words(5, 1)
    (5, True)

    Raises:
        InputError: the lexicon has fewer such words.
    """
    if not 1 <= shortest <= longest:
        raise InputError(
            f"lengths of {shortest} to {longest} letters, expected a range such as 4-10"
        )
    chosen: dict[str, None] = {}
    joined = ""
    for word in SplitMix64(seed).drawn(_candidates(band, shortest, longest)):
        if len(chosen) == count:
            return tuple(chosen)
        is_inside = word in joined or word[::-1] in joined
        if not is_inside and not any(p in chosen or p[::-1] in chosen for p in _parts(word)):
            chosen[word] = None
            joined += f" {word}"
    if len(chosen) == count:
        return tuple(chosen)
    raise InputError(
        f"the built-in lexicon has {len(chosen)} such words that fit together, expected {count}; "
        "allow less common or longer words"
    )


def _parts(word: str) -> list[str]:
    size = len(word)
    return [word[i:j] for i in range(size) for j in range(i + 1, size + 1)]


@cache
def _candidates(band: int, shortest: int, longest: int) -> tuple[str, ...]:
    lexicon = Lexicon.default()
    avoided = re.compile("|".join(p for word in rude_words() for p in (word, word[::-1])))
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
    return files("lexigrid") / "data" / name
