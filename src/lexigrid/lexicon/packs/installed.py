"""The languages that have words here: built in, in installed packs, or added from dictionaries.

A pack is a package with an entry point of the group `lexigrid.lexicons`: its name is the code of
the language, its value the package with the files. Languages the user added come before packs.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache
from importlib.util import find_spec
from typing import TYPE_CHECKING

from ..._util.plain_text import shorten
from ..._util.validation import did_you_mean
from ...alphabet import Alphabet
from ...alphabet import names as alphabet_names
from ...errors import LexiconError, LexigridError
from ...strings import languages as text_languages
from .pack import DESCRIPTION, Language, read_pack
from .recipes import Recipe, recipes

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable
    from pathlib import Path

GROUP = "lexigrid.lexicons"
#: The variable that names the default language; the locale never does.
VARIABLE = "LEXIGRID_LANGUAGE"
ENGLISH = "en"
#: The built-in words.
_BUILT_IN = Language(
    *(ENGLISH, "English", "built in", 254_832, Alphabet(fold_accents=True)),
    "LicenseRef-SCOWL AND CC-BY-SA-4.0",
)


def default_language() -> str:
    """Return the code of the default language: that of $LEXIGRID_LANGUAGE, else "en"."""
    return os.environ.get(VARIABLE, "").strip() or ENGLISH


def languages() -> tuple[Language, ...]:
    """Return the languages that have words here, sorted by code.

    >>> [language.code for language in languages() if language.origin == "built in"]
    ['en']
    """
    found = {ENGLISH: _BUILT_IN}
    for code in {*_added_codes(), *_entry_points(tuple(sys.path))} - {ENGLISH}:
        with suppress(LexigridError):  # a damaged pack is an error only when it is used
            if (language := _installed(code)) is not None:
                found[code] = language
    return tuple(found[code] for code in sorted(found))


def find_language(code: str) -> Language:
    """Return a language; a code such as de-AT falls back to de.

    Raises:
        LexiconError: no words of that language are installed; the message says how to get them.
        LexiconFormatError: its pack is damaged.
    """
    if not isinstance(code, str):
        raise LexiconError(f"the language is {shorten(code)}, expected a code such as 'de'")
    for name in more_general(code):
        if name == ENGLISH:
            return _BUILT_IN
        if (language := _installed(name)) is not None:
            return language
    raise _missing(code)


def language_alphabet(code: str) -> Alphabet | None:
    """Return the alphabet of a language, even one without words here; None for the open one.

    >>> language_alphabet("de").name, language_alphabet("en")
    ('de', None)

    Raises:
        LexiconError: the language is unknown.
    """
    is_known = False
    for name in more_general(code):
        if name == ENGLISH:
            return None
        if (language := _installed(name)) is not None:
            return language.alphabet
        recipe = recipes().get(name)
        alphabet = (recipe and recipe.alphabet) or name
        if alphabet in alphabet_names():
            digraphs, accents = (recipe.digraphs, recipe.accents) if recipe else (None, None)
            return Alphabet.named(alphabet, digraphs=digraphs, accents=accents)
        is_known = is_known or recipe is not None or name in text_languages()
    if is_known:
        return None
    names = {*alphabet_names(), *recipes(), *text_languages(), *(each.code for each in languages())}
    known = sorted(name for name in names if "-" not in name)
    raise LexiconError(
        f"the language {shorten(code)} is unknown, expected one of {', '.join(known)}"
        f"{_suggest(code, known)}; to add it: lexigrid lexicon add {code} --from FILE.dic",
        language=code,
    )


def paper_alphabet(code: str) -> Alphabet | None:
    """Return the alphabet of puzzles in a language: with accents, even where dice fold them.

    >>> language_alphabet("cs").name, paper_alphabet("cs").name
    ('cs-plain', 'cs')

    Raises:
        LexiconError: the language is unknown.
    """
    found = language_alphabet(code)
    return found and replace(found, name=found.name.removesuffix("-plain"))


def added_folder(code: str) -> Path:
    """Return the folder of the pack that `lexigrid lexicon add` writes."""
    from ..._util.folders import data_folder

    return data_folder() / "lexicons" / code


def more_general(code: str) -> Iterator[str]:
    """Yield a language code in its usual case, then the more general ones.

    >>> [*more_general("PT-br")], next(more_general("zh-hANT-tw"))
    (['pt-BR', 'pt'], 'zh-Hant-TW')
    """
    language, *others = code.strip().lower().split("-")
    usual = {2: str.upper, 4: str.title}
    parts = [language, *(usual.get(len(each), str)(each) for each in others)]
    if all(part.isalnum() and part.isascii() for part in parts):
        for end in range(len(parts), 0, -1):
            yield "-".join(parts[:end])


def _installed(code: str) -> Language | None:
    added = added_folder(code)
    if (added / DESCRIPTION).is_file():
        return read_pack(added, "added")
    module: str | None = f"lexigrid_words_{code.replace('-', '_')}"
    if find_spec(str(module)) is None:  # not one of ours: search all packages, in 50 ms
        module = _entry_points(tuple(sys.path)).get(code)
    return None if module is None else read_pack(package_folder(module), "pack")


def package_folder(module: str) -> Traversable:
    """Return the folder of an installed package.

    Raises:
        LexiconError: it cannot be imported.
    """
    from importlib.resources import files

    try:
        return files(module)
    except (ImportError, TypeError) as error:
        raise LexiconError(f"the word pack {module} cannot be imported: {error}") from error


@lru_cache(maxsize=4)
def _entry_points(path: tuple[str, ...]) -> dict[str, str]:
    """Return the packages of word packs by language; `path` is where Python looks for modules."""
    from importlib.metadata import entry_points

    return {each.name: each.value for each in reversed([*entry_points(group=GROUP)])}


def _added_codes() -> list[str]:
    with suppress(OSError):
        return [path.name for path in added_folder("").iterdir() if (path / DESCRIPTION).is_file()]
    return []


def _missing(code: str) -> LexiconError:
    recipe = next((recipes()[name] for name in more_general(code) if name in recipes()), None)
    if recipe is None:
        known = [language.code for language in languages()]
        hint = _suggest(code, [*recipes(), *known])
        return LexiconError(
            f"there are no words for the language {shorten(code)}, only for {', '.join(known)}; "
            f"to add them: lexigrid lexicon add {code} --from FILE.dic{hint}",
            language=code,
        )
    return LexiconError(f"no {recipe.title} words here; get them: {_ways(recipe)}", language=code)


def _suggest(name: str, known: Iterable[str]) -> str:
    """Return the end of a message that suggests a code, also for a language's English name."""
    codes = {each.title.lower(): each.code for each in recipes().values()} | {"english": ENGLISH}
    return did_you_mean(codes.get(name.lower(), name), known)


def _ways(recipe: Recipe) -> str:
    code = recipe.code
    add = f"lexigrid lexicon add {code} (from an installed dictionary)"
    if not recipe.has_pack:
        return add
    return (
        f"{add}, or the word pack: make packs in a checkout, then pip install "
        f"dist/lexigrid_words_{code}-*.whl (once released: pip install lexigrid-words-{code})"
    )
