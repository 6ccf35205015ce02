"""Rude words, which puzzles, boards made to order and opponents avoid unless they are allowed."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import TYPE_CHECKING, Literal, get_args

from .._util.data import read_data
from .._util.validation import check_choice, check_type, check_words

if TYPE_CHECKING:
    from .lexicon import Lexicon

RudeList = Literal["strict", "mild"]
RUDE_LISTS: tuple[RudeList, ...] = get_args(RudeList)
_ENGLISH = "en"


def rude_words(name: RudeList = "strict", *, language: str | None = None) -> tuple[str, ...]:
    """Return a list of rude words; English ones come with their inflections.

    "mild" has obscenities and slurs. "strict" adds insults, words about the body, sex and drugs,
    and words that are rude in one of their meanings. The word pack of another language has a single
    list.

    >>> "poop" in rude_words(), "poop" in rude_words("mild")
    (True, False)

    Raises:
        InputError: there is no such list.
        LexiconError: no words of that language are installed.
    """
    check_choice(name, "the list of rude words", RUDE_LISTS)
    if language is not None:
        check_type(language, "the language", str, "a code such as 'de'")
    return read_rude_words(name, language)


@cache
def read_rude_words(name: RudeList, language: str | None) -> tuple[str, ...]:
    if language not in (None, _ENGLISH):
        from .packs.installed import find_language
        from .packs.pack import read_avoided

        if (folder := find_language(language).folder) is not None:
            return read_avoided(folder)
    words = set(_read("en-mild"))
    return tuple(sorted(words if name == "mild" else words | set(_read("en-strict"))))


def words_to_avoid(avoid: Iterable[str] | None, lexicon: Lexicon) -> frozenset[str]:
    """Return the words to avoid; None means the language's rude words and `lexicon.avoided`.

    Words without a language count as English if their alphabet can be English.

    >>> from lexigrid import Lexicon
    >>> german = Lexicon(["oat", "rude"], alphabet="de", avoided=["rude"])
    >>> words_to_avoid(None, german), words_to_avoid(["Oat"], german)
    (frozenset({'rude'}), frozenset({'Oat'}))
    """
    if avoid is None:
        language, may_be_english = lexicon.language, lexicon.alphabet.name in ("", _ENGLISH)
        rude = rude_words(language=language) if language or may_be_english else ()
        return frozenset((*rude, *lexicon.avoided))
    return frozenset(check_words(avoid, "avoid"))


def _read(name: str) -> list[str]:
    lines = read_data("avoid", f"{name}.txt").splitlines()
    return [line for line in lines if line and not line.startswith("#")]
