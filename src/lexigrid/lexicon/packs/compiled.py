"""The compiled form of packs: made on first use, kept in the user's cache folder.

One process writes a file whole while others wait; if no folder can be written, the words are
compiled in memory. A damaged file is made again. Files are replaced, never changed, so they can be
mapped: reading the 94 MB of Polish would take 40 ms, and as much memory in each process.
"""

from __future__ import annotations

import hashlib
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from itertools import compress
from pathlib import Path

from ..._util.data import read_data
from ..._util.folders import cache_folder
from ..._util.io import atomic_write
from ..._util.lock import hold_lock
from ...errors import InputError, LexigridError
from ..compile import compile_words
from ..image import DEFAULT_PATH, MAGIC, Image, format_description, load_image
from .pack import DESCRIPTION, UNSUGGESTED_BAND, Language, read_words

_POLL_SECONDS = 0.05
#: The smallest file to map, in bytes. Windows can neither replace nor remove a mapped file.
_MAP_FROM = None if os.name == "nt" else 1


def load_pack(language: Language) -> Image:
    """Return the compiled words of a pack; compile them if necessary.

    Raises:
        LexiconFormatError: the pack is damaged.
    """
    path = compiled_path(language)
    found = _load(path)
    if found is not None:
        return found
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with _turn(path):
            found = _load(path)
            if found is None:
                found = _compile(language)
                with atomic_write(path) as file:
                    file.write(found[0].image)
    except (OSError, InputError):
        return found or _compile(language)
    return found


def is_compiled(language: Language) -> bool:
    """Are the words compiled already?"""
    return language.folder is None or compiled_path(language).is_file()


def compiled_path(language: Language) -> Path:
    """Return the path of the compiled words, which depends on words, letters and formats."""
    assert language.folder is not None
    facts = (language.folder / DESCRIPTION).read_bytes(), _alphabets(), str(language.alphabet)
    checksum = hashlib.sha256(repr(facts).encode()).hexdigest()[:16]
    name = f"{language.code}-{language.version}-{checksum}-{_format_version()}.lexicon"
    return cache_folder() / "lexicons" / name


@cache
def _alphabets() -> bytes:
    """Return the rules of alphabets and the release, which decide how words are compiled."""
    from ... import __version__

    return (read_data("alphabets.toml") + __version__).encode()


@cache
def _format_version() -> int:
    """Return the version of the lexicon format, read from the built-in lexicon."""
    with open(DEFAULT_PATH, "rb") as file:
        return int.from_bytes(file.read(len(MAGIC) + 4)[len(MAGIC) :], "little")


def _load(path: Path) -> Image | None:
    try:
        return load_image(path, validate=True, map_from=_MAP_FROM)
    except LexigridError:
        return None


def _compile(language: Language) -> Image:
    assert language.folder is not None
    words, bands = read_words(language.folder)
    description = format_description(
        language.alphabet,
        is_given=False,
        name=language.title,
        language=language.code,
        licence=language.licence,
        avoided=tuple(compress(words, (band == UNSUGGESTED_BAND for band in bands or ()))),
    )
    if bands is not None:  # the commonest spelling of a word comes first and is shown
        order = sorted(range(len(words)), key=bands.__getitem__)
        words, bands = [words[n] for n in order], bytes(bands[n] for n in order)
    core = compile_words(words, language.alphabet, bands=bands, meta=description)
    return core, language.alphabet, False, language.code


@contextmanager
def _turn(path: Path) -> Iterator[None]:
    """Wait until no other process compiles the same words, and keep others waiting.

    Raises:
        InputError: the lock file cannot be written.
    """
    while True:
        try:
            with hold_lock(f"{path}.lock", "another process compiles the words"):
                yield
                return
        except InputError as error:
            if "holder" not in error.facts:
                raise
        time.sleep(_POLL_SECONDS)
