"""The fixed texts of pages and the terminal game, in the language of a puzzle or its words.

`data/strings/<code>.toml` holds the texts of a language; names of game texts begin with "game.".
English is complete; a text that another language lacks is shown in English.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import Any, Literal

from ._util.data import data_path, read_data
from ._util.plain_text import shorten
from .errors import InputError

Text = str | Mapping[str, str]

#: The prefix of the names of game texts.
GAME = "game."
_DEFAULT = "en"
#: Codes that use the texts of another code.
_ALIASES = {"no": "nb", "nn": "nb", "iw": "he"}
#: Languages and scripts written from right to left, by their BCP 47 codes.
_RIGHT_TO_LEFT = frozenset(["ar", "dv", "fa", "he", "iw", "ps", "sd", "syr", "ug", "ur", "yi"])
_RIGHT_TO_LEFT_SCRIPTS = frozenset(("arab", "hebr", "syrc", "thaa", "nkoo", "adlm"))
_BCP_47 = re.compile("[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*")


@dataclass(frozen=True, slots=True)
class Strings:
    """The fixed texts of one language.

    >>> Strings.of("pl").format("puzzles", number=3), Strings.of("he").direction
    ('3 wykreślanki', 'rtl')
    """

    language: str
    """The code of the language as given, such as "pt-BR"; "en" if none was given."""
    texts: Mapping[str, Text]
    """Each text by name: one text, or one per plural category of CLDR."""

    @classmethod
    def of(cls, language: str | None) -> Strings:
        """Return the texts of a language; English for None and unknown languages."""
        return _strings(language or _DEFAULT)

    @classmethod
    def of_game(cls, language: str | None) -> Strings:
        """Return the texts of a language if it has texts of the game, else those of English.

        >>> Strings.of_game("de-AT").language, Strings.of_game("it").language
        ('de-AT', 'en')
        """
        codes = _fallbacks(language or _DEFAULT)
        return cls.of(language if any(_has_game(code) for code in codes) else None)

    @property
    def direction(self) -> Literal["ltr", "rtl"]:
        """The direction in which the language is written, as named in HTML and CSS."""
        language, *others = self.language.lower().split("-")
        is_rtl = language in _RIGHT_TO_LEFT or not _RIGHT_TO_LEFT_SCRIPTS.isdisjoint(others)
        return "rtl" if is_rtl and "latn" not in others else "ltr"

    def format(self, name: str, /, **values: object) -> str:
        """Return a text with its values filled in; `number` selects the plural form."""
        text = self.texts[name]
        if not isinstance(text, str):
            number = values["number"]
            category = plural_category(self.language, number if isinstance(number, int) else 0)
            text = text.get(category, text["other"])
        return text.format(**values) if values else text


def check_language(value: Any) -> str | None:
    """Check that a value is a language code (BCP 47) or None, and return it.

    >>> check_language("pt-BR")
    'pt-BR'

    Raises:
        InputError: it is neither.
    """
    if value is None or (isinstance(value, str) and _BCP_47.fullmatch(value)):
        return value
    raise InputError(f"language is {shorten(value)}, expected a code such as en, de or pt-BR")


@cache
def languages() -> tuple[str, ...]:
    """Return the codes of the languages in the catalogue.

    >>> "de" in languages()
    True
    """
    return tuple(sorted(name.removesuffix(".toml") for name in os.listdir(data_path("strings"))))


def plural_category(language: str, number: int) -> str:
    """Return the CLDR plural category of a whole number in a language.

    >>> [plural_category("pl", number) for number in (1, 2, 5, 12, 22)]
    ['one', 'few', 'many', 'many', 'few']
    """
    rule = _PLURALS.get(language.lower().split("-")[0])
    return rule(number) if rule else _one_or_other(number)


def _one_or_other(n: int) -> str:
    return "one" if n == 1 else "other"


def _only_other(n: int) -> str:
    return "other"


def _up_to_one(n: int) -> str:
    return "one" if n in (0, 1) else "other"


def _has_few(n: int) -> bool:
    return n % 10 in (2, 3, 4) and n % 100 not in (12, 13, 14)


def _polish(n: int) -> str:
    return "one" if n == 1 else "few" if _has_few(n) else "many"


def _czech(n: int) -> str:
    return "one" if n == 1 else "few" if n in (2, 3, 4) else "other"


def _russian(n: int) -> str:
    return "one" if n % 10 == 1 and n % 100 != 11 else "few" if _has_few(n) else "many"


def _hebrew(n: int) -> str:
    return {1: "one", 2: "two"}.get(n, "other")


def _arabic(n: int) -> str:
    if n < 3:
        return ("zero", "one", "two")[n]
    return "few" if 3 <= n % 100 <= 10 else "many" if n % 100 >= 11 else "other"


#: The plural rules of CLDR 47 for whole numbers below a million, where they are not just "one" for
#: 1 and "other": https://unicode.org/cldr/charts/47/supplemental/language_plural_rules.html
_PLURALS: dict[str, Callable[[int], str]] = {
    "ar": _arabic,
    "be": _russian,
    "cs": _czech,
    "fr": _up_to_one,
    "he": _hebrew,
    "hi": _up_to_one,
    "iw": _hebrew,
    "ja": _only_other,
    "ko": _only_other,
    "pl": _polish,
    "pt": _up_to_one,
    "ru": _russian,
    "sk": _czech,
    "uk": _russian,
}


@cache
def _strings(language: str) -> Strings:
    texts: dict[str, Text] = {}
    for code in (_DEFAULT, *_fallbacks(language)):
        texts |= _read(code)
    return Strings(language, MappingProxyType(texts))


def _fallbacks(language: str) -> list[str]:
    """Return the catalogue's codes for a language, most general first.

    >>> _fallbacks("pt-br-x-old"), _fallbacks("tlh")
    (['pt', 'pt-BR'], [])
    """
    known = {code.lower(): code for code in languages()}
    parts = language.lower().split("-")
    parts[0] = _ALIASES.get(parts[0], parts[0])
    codes = ("-".join(parts[: end + 1]) for end in range(len(parts)))
    return [known[code] for code in codes if code in known]


@cache
def _read(code: str) -> Mapping[str, Text]:
    import tomllib

    texts = tomllib.loads(read_data("strings", f"{code}.toml"))
    game = texts.pop("game", {})
    return texts | {f"{GAME}{name}": text for name, text in game.items()}


def _has_game(code: str) -> bool:
    return any(name.startswith(GAME) for name in _read(code))
