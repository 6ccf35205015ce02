"""Make packs from hunspell dictionaries installed on this machine, by the language's recipe.

Nothing is downloaded: a dictionary comes from the system, LibreOffice or npm, or is a given file.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from ..._util.folders import data_folder
from ..._util.own_files import remove_own
from ..._util.plain_text import shorten
from ...alphabet import Alphabet
from ...alphabet import names as alphabet_names
from ...errors import InputError, LexiconError
from ..word_list import DictionaryOptions, WordList
from ..word_lists import read_word_list
from .compiled import compiled_path
from .frequencies import LICENCE, band_words, find_frequencies
from .installed import ENGLISH, added_folder, more_general
from .pack import AVOID, BANDS, DESCRIPTION, WORDS, Language, read_pack, write_pack
from .recipes import Recipe, recipes

#: The folders of dictionaries: of the system (Debian, Fedora, Homebrew), and of LibreOffice.
_SYSTEM = (
    *("/usr/share/hunspell", "/usr/share/myspell", "/usr/share/myspell/dicts"),
    *("/usr/local/share/hunspell", "/opt/homebrew/share/hunspell", "/Library/Spelling"),
)
_OFFICES = (
    "/usr/lib/libreoffice/share/extensions",
    "/usr/lib64/libreoffice/share/extensions",
    "/opt/libreoffice*/share/extensions",
    "/Applications/LibreOffice.app/Contents/Resources/extensions",
    "C:/Program Files/LibreOffice/share/extensions",
)
#: On Debian, the lists of the files of each package.
_DEBIAN = Path("/var/lib/dpkg/info")
_LICENCE_FILES = ("license", "licence", "copying", "readme", "copyright")
_MAX_LICENCE = 200_000
#: The licence in the folder of an added language.
_LICENCE = "LICENSE"


@dataclass(frozen=True, slots=True)
class Added:
    """A language that was added, and what to report about it."""

    language: Language
    source: Path
    """The dictionary."""
    licence: Path | None
    """The file that names the licence of the dictionary; None if none was found."""
    foreign: int
    """The number of words left out because they have letters that the language lacks."""
    notes: tuple[str, ...]
    """Sentences about invalid lines of the dictionary."""


def read_dictionary(path: Path, recipe: Recipe, attested: frozenset[str] | None = None) -> WordList:
    """Read the words of a dictionary as a recipe says.

    Raises:
        InputError: it cannot be read, or attested forms are wanted without a frequency list.
        LexiconError: it is not a dictionary.
    """
    wanted = attested if recipe.forms == "attested" else None
    options = DictionaryOptions(recipe.prefixes, recipe.names, recipe.forms, wanted)
    found = read_word_list(path, dictionary=options)
    assert isinstance(found, WordList)
    return found


def find_dictionary(recipe: Recipe) -> Path:
    """Return the path of a language's dictionary on this machine.

    Raises:
        InputError: there is none; the message says where to get one.
    """
    names = recipe.dictionaries or (recipe.code,)
    for folder in _folders(recipe.code):
        for name in names:
            for path in (folder / f"{name}.dic", folder / name / f"{name}.dic"):
                if path.is_file() and path.with_suffix(".aff").is_file():
                    return path
    for folder in _npm_folders():
        for name in (recipe.code, *names):
            path = folder / f"dictionary-{name.lower()}" / "index.dic"
            if path.is_file() and path.with_suffix(".aff").is_file():
                return path
    raise InputError(
        f"found no {recipe.title or recipe.code} dictionary on this machine; install one, such as "
        f"the system package hunspell-{recipe.code} or the npm package dictionary-{recipe.code}, "
        "or give --from FILE.dic"
    )


def _folders(code: str) -> Iterator[Path]:
    """Yield the folders that may have dictionaries, the user's first."""
    named = os.environ.get("DICPATH", "")
    yield from (Path(part) for part in named.split(os.pathsep) if part)
    home = Path.home()
    yield from (home / ".local/share/hunspell", home / ".hunspell", home / "Library/Spelling")
    yield from map(Path, _SYSTEM)
    for pattern in _OFFICES:
        place = Path(pattern)
        for extensions in sorted(Path(place.anchor).glob(str(place.relative_to(place.anchor)))):
            yield from sorted(extensions.glob(f"dict-{code}*"))
            yield from sorted(extensions.glob(f"dict-{code}*/dictionaries"))


def _npm_folders() -> Iterator[Path]:
    yield from (folder / "node_modules" for folder in (Path.cwd(), *Path.cwd().parents))
    prefixes = ("/usr/local/lib", "/usr/lib", "/opt/homebrew/lib", Path(sys.prefix) / "lib")
    yield from (Path(prefix) / "node_modules" for prefix in prefixes)


def add_language(recipe: Recipe, source: Path) -> Added:
    """Make the pack of a language from a dictionary, and keep it in the user's data folder.

    If wordfreq is installed, the words get commonness bands.

    Raises:
        InputError: the dictionary cannot be read, a file cannot be written, or attested forms are
            wanted without wordfreq.
        LexiconError: not a dictionary, no suitable words, or the language is built in.
    """
    if recipe.code == ENGLISH:
        raise LexiconError("English is built in and cannot be replaced; use --lexicon FILE")
    frequencies = _find_frequencies(recipe)
    attested = frozenset(frequencies) if frequencies else None
    if recipe.forms == "attested" and attested is None:
        raise InputError(
            f"wordfreq has no {recipe.title or recipe.code} words, so no form is attested; give "
            "--forms all or --forms stems"
        )
    found = read_dictionary(source, recipe, attested)
    alphabet = _alphabet_of(recipe)
    words, foreign = select_words(found.words, alphabet, recipe)
    if not words:
        raise LexiconError(f"{str(source)!r} has no words in the letters of {alphabet}")
    bands = band_words(words, frequencies, found.avoided) if frequencies else None
    licence = _licence_file(source)
    folder = added_folder(recipe.code)
    facts = _facts(recipe, source, alphabet, with_bands=bands is not None)
    write_pack(folder, facts, words, bands)
    if licence is not None:
        shutil.copyfile(licence, folder / _LICENCE)
    return Added(read_pack(folder, "added"), source, licence, foreign, tuple(found.notes))


def remove_language(code: str) -> bool:
    """Remove the pack that `add_language` made; return False if there is none."""
    folder = added_folder(next(more_general(code), code))
    if not (folder / DESCRIPTION).is_file() or folder.parent != data_folder() / "lexicons":
        return False
    compiled = compiled_path(read_pack(folder, "added"))
    remove_own(folder, [WORDS, BANDS, AVOID, _LICENCE, DESCRIPTION])
    compiled.unlink(missing_ok=True)
    return True


def recipe_of(code: str) -> Recipe:
    """Return the recipe of a language; a default one for a language that has none.

    Raises:
        InputError: it is not a language code.
    """
    codes = [*more_general(code)]
    if not codes:
        raise InputError(f"{shorten(code)} is not a language code, expected one such as 'de'")
    found = next((recipes()[each] for each in codes if each in recipes()), None)
    if found is None or found.code == codes[0]:
        return found or Recipe(codes[0], title=codes[0])
    own = codes[0].replace("-", "_")
    return replace(
        found,
        code=codes[0],
        title=f"{found.title} ({codes[0]})",
        alphabet=found.alphabet or found.code,
        dictionaries=(own, *(found.dictionaries or (found.code,))),
        frequencies=found.frequencies or found.code,
        has_pack=False,
    )


def select_words(words: Iterable[str], alphabet: Alphabet, recipe: Recipe) -> tuple[list[str], int]:
    """Return the words that fit a recipe in code point order, and how many have foreign letters.

    >>> select_words(["oat", "Oslo", "o'clock", "naïve", "кот"], Alphabet.named("en"), Recipe("en"))
    (['naïve', 'oat'], 1)
    """
    listed = list(words)
    letters = frozenset(alphabet.letters)
    written = {c for c in set("".join(listed)) if c.isalpha() or unicodedata.category(c)[0] == "M"}
    known = {c for c in written if letters.issuperset(alphabet.split(c))} if letters else written
    # In this order, which is nearly sorted.
    fitting = dict.fromkeys(filter(_pattern(written, recipe).fullmatch, listed))
    kept: Iterable[str] = (
        fitting if known == written else filter(_pattern(known, recipe).fullmatch, fitting)
    )
    found = sorted(kept)
    return found, len(fitting) - len(found)


def _pattern(characters: set[str], recipe: Recipe) -> re.Pattern[str]:
    """Return the pattern of words of these characters: lower case but for the first of names."""
    small = "".join(c for c in sorted(characters) if c == c.lower())
    first = "".join(sorted(characters)) if recipe.names else small
    return re.compile(f"[{first}\0][{small}\0]{{{recipe.least - 1},{recipe.most - 1}}}")


def _alphabet_of(recipe: Recipe) -> Alphabet:
    name = recipe.alphabet or recipe.code
    if name not in alphabet_names():
        return Alphabet()
    switches = {"digraphs": recipe.digraphs, "accents": recipe.accents}
    return Alphabet.named(name, **{key: on for key, on in switches.items() if on is not None})


def _find_frequencies(recipe: Recipe) -> dict[str, float] | None:
    try:
        return find_frequencies(recipe.frequencies or recipe.code)
    except InputError as error:
        if recipe.forms == "attested":
            raise InputError(f"{error}, or give --forms all or --forms stems") from error
        return None


def _facts(
    recipe: Recipe, source: Path, alphabet: Alphabet, *, with_bands: bool
) -> dict[str, object]:
    origin = source.parent.name if source.stem == "index" else source.name  # npm's file, or other
    facts: dict[str, object] = {
        "language": recipe.code,
        "title": recipe.title or recipe.code,
        "version": "added",
        "licence": f"that of {origin}" + (f" AND {LICENCE}" if with_bands else ""),
        "alphabet": alphabet.name,
        "source": str(source),
        "beta": True,
    }
    game: dict[str, object] = {"size": list(recipe.size)}
    if recipe.min_length is not None:
        game["min_length"] = recipe.min_length
    return facts | {"game": game}


def _licence_file(source: Path) -> Path | None:
    """Return the file next to a dictionary, or of its Debian package, that names its licence."""
    package = _documents(source)
    for folder in (source.parent, *([package] if package else [])):
        with_names = sorted(folder.iterdir()) if folder.is_dir() else []
        for wanted in _LICENCE_FILES:
            for path in with_names:
                is_text = path.suffix.lower() in ("", ".txt", ".md") and path.is_file()
                is_own = folder is not source.parent or len([*folder.glob("*.dic")]) == 1
                is_licence = is_text and is_own and wanted in path.name.lower()
                if is_licence and path.stat().st_size <= _MAX_LICENCE:
                    return path
    return None


def _documents(source: Path) -> Path | None:
    """Return the documentation folder of the Debian package that has a dictionary."""
    for listed in sorted(_DEBIAN.glob("*spell-*.list")):
        if str(source.absolute()) in listed.read_text("utf-8", "replace").splitlines():
            return Path("/usr/share/doc") / listed.stem.partition(":")[0]
    return None
