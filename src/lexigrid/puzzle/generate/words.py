"""Built-in sources of words: themes, and the common words of a language."""

from __future__ import annotations

import os
from functools import cache, lru_cache

from ..._util.data import data_path, read_data
from ..._util.plain_text import shorten
from ..._util.rng import Seed, SplitMix64, seed_number
from ..._util.validation import check_int, check_type, did_you_mean
from ...errors import InputError, LexiconError
from ...lexicon import Lexicon
from ...lexicon.packs.installed import ENGLISH
from ...lexicon.rude import rude_words

#: The default band: words of this band and of more common ones are drawn.
COMMON_BAND = 35


def themes(language: str | None = None) -> tuple[str, ...]:
    """Return the names of the themes of a language; None: English.

    >>> "birds" in themes(), themes("tlh")
    (True, ())
    """
    folder = data_path(*_folder(language))
    names = os.listdir(folder) if os.path.isdir(folder) else ()
    return tuple(sorted(name.removesuffix(".txt") for name in names if name.endswith(".txt")))


def theme_words(name: str, *, language: str | None = None) -> tuple[str, ...]:
    """Return the words of a theme, given its name or its title in the language.

    >>> len(theme_words("birds")) >= 30, theme_words("vögel", language="de")[0]
    (True, 'Adler')

    Raises:
        InputError: no theme of the language has that name.
    """
    return tuple(line for line in _lines_of(name, language) if not line.startswith("#"))


def theme_title(name: str, language: str | None = None) -> str:
    """Return the title of a theme in its language.

    >>> theme_title("birds"), theme_title("birds", "de")
    ('Birds', 'Vögel')

    Raises:
        InputError: no theme of the language has that name.
    """
    return _title(_lines_of(name, language))


def random_words(
    count: int,
    seed: Seed,
    *,
    band: int = COMMON_BAND,
    shortest: int = 4,
    longest: int = 10,
    language: str | None = None,
) -> tuple[str, ...]:
    """Draw words of a language (default: English) by commonness band and number of letters.

    No word is inside another, forwards or backwards, and none contains one of `rude_words`.

    >>> len(random_words(5, 1)), random_words(5, 1) == random_words(5, 1)
    (5, True)

    Raises:
        InputError: the language has too few such words.
        LexiconError: the language has no lexicon, or its lexicon has no bands.
    """
    for name, value in (("shortest", shortest), ("longest", longest), ("count", count)):
        check_int(value, name, 1)
    check_int(band, "band")
    if not 1 <= shortest <= longest:
        raise InputError(
            f"lengths of {shortest} to {longest} letters, expected a range such as 4-10"
        )
    lexicon = Lexicon.default(language)
    chosen: dict[str, str] = {}
    joined = ""
    for word in SplitMix64(seed_number(seed)).drawn(_candidates(lexicon, band, shortest, longest)):
        if len(chosen) == count:
            return tuple(chosen.values())
        text = lexicon.alphabet.fold(word)
        is_inside = text in joined or text[::-1] in joined
        if not is_inside and not any(p in chosen or p[::-1] in chosen for p in _parts(text)):
            chosen[text] = word
            joined += f" {text}"
    if len(chosen) == count:
        return tuple(chosen.values())
    raise InputError(
        f"the lexicon has {len(chosen)} such words that fit together, expected {count}; "
        "allow less common or longer words"
    )


def _parts(word: str) -> list[str]:
    size = len(word)
    return [word[i:j] for i in range(size) for j in range(i + 1, size + 1)]


@lru_cache(maxsize=8)
def _candidates(lexicon: Lexicon, band: int, shortest: int, longest: int) -> tuple[str, ...]:
    core, fold = lexicon.core, lexicon.alphabet.fold
    if not lexicon.has_bands:
        raise LexiconError("the lexicon has no bands, so no common words can be drawn from it")
    rude = {fold(word) for word in rude_words(language=lexicon.language)}
    avoided = rude | {word[::-1] for word in rude}
    bands = bytes(core.bands)
    common = (
        lexicon.text_of(number)
        for number in lexicon.ids_like("*")
        if bands[number] <= band and shortest <= core.length(number) <= longest
    )
    return tuple(
        word for word in common if word.isalpha() and avoided.isdisjoint(_parts(fold(word)))
    )


def _lines_of(name: str, language: str | None) -> tuple[str, ...]:
    check_type(name, "the theme", str, "a name such as 'birds'")
    if language is not None:
        check_type(language, "the language", str, "a code such as 'de'")
    return _lines(name, language)


@cache
def _lines(name: str, language: str | None) -> tuple[str, ...]:
    """Return the lines of a theme's file; the first is a comment with its title."""
    known = themes(language)
    if name in known:
        text = read_data(*_folder(language), f"{name}.txt")
        return tuple(line.strip() for line in text.splitlines() if line.strip())
    if not known:
        raise InputError(f"there are no themes in the language {shorten(language)}; name the words")
    titles = {_title(lines): lines for lines in (_lines(each, language) for each in known)}
    for title, lines in titles.items():
        if title.casefold() == name.casefold():
            return lines
    hint = did_you_mean(name, [*titles, *known])
    expected = known if _code(language) == ENGLISH else titles
    raise InputError(
        f"there is no theme {shorten(name)}, expected one of {', '.join(expected)}{hint}"
    )


def _title(lines: tuple[str, ...]) -> str:
    return lines[0].removeprefix("# ").partition(":")[0]


def _folder(language: str | None) -> tuple[str, ...]:
    return ("themes", *([] if _code(language) == ENGLISH else [_code(language)]))


def _code(language: str | None) -> str:
    given = ENGLISH if language is None else language
    code = check_type(given, "the language", str, "a code such as 'de'") or ENGLISH
    return code.partition("-")[0].lower()
