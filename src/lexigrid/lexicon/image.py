"""The compiled form of a lexicon: bytes that are searched without parsing, and a description."""

from __future__ import annotations

import functools
import mmap
import os
import struct
from typing import Any

from .. import _core
from .._util.io import StrPath, cannot_read, read_or_map
from ..alphabet import OPEN, Alphabet
from ..errors import LexiconFormatError

MAGIC = b"LEXIGRID"
#: The built-in lexicon. The build puts it next to the native module, which may not be among the
#: sources.
DEFAULT_PATH = os.path.join(os.path.dirname(_core.__file__), "data", "english.lexicon")
#: That of its description, which takes longer to parse than the lexicon to open.
_DEFAULT_ALPHABET = Alphabet(fold_accents=True)
#: The bands of its words and the checksum with them; they have another licence than the words.
_BANDS_PATH = DEFAULT_PATH.removesuffix(".lexicon") + ".bands"
_CHECKSUM = slice(24, 32)
#: Where the header of an image has the offset and the size of its bands.
_BANDS_PLACE = struct.Struct("<QQ"), 152

#: Compiled words, their alphabet, whether that was given explicitly, and the language, if known.
Image = tuple[_core.Lexicon, Alphabet, bool, str | None]


@functools.lru_cache(maxsize=64)
def format_description(
    alphabet: Alphabet,
    is_given: bool,
    *,
    name: str | None = None,
    language: str | None = None,
    licence: str | None = None,
    avoided: tuple[str, ...] = (),
) -> str:
    """Return the description that a lexicon carries, as JSON."""
    import json

    settings = {
        "name": alphabet.name,
        "case_sensitive": alphabet.case_sensitive,
        "fold_accents": alphabet.fold_accents,
    }
    facts = {"name": name, "language": language, "licence": licence}
    given = {key: value for key, value in facts.items() if value is not None}
    description = {"alphabet": settings, "alphabet_given": is_given} | given
    if avoided:
        description["avoided"] = avoided
    # The bytes of a file name that are not UTF-8 are half surrogates, which JSON can escape.
    text = json.dumps(description, ensure_ascii=False)
    return text.encode("utf-8", "backslashreplace").decode()


def parse_description(text: str) -> dict[str, Any]:
    """Read the description of a lexicon; the inverse of `format_description`.

    Raises:
        LexiconFormatError: it is not a JSON object.
    """
    import json

    try:
        parsed = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise LexiconFormatError(f"the description is not JSON: {error}") from error
    if not isinstance(parsed, dict):
        raise LexiconFormatError("the description is not a JSON object")
    return parsed


def load_image(path: StrPath, *, validate: bool, map_from: int | None = None) -> Image:
    """Read a compiled lexicon; validation proves that no search can read outside it.

    Reading 7 MB takes 2 ms longer than mapping it, but nobody can change it afterwards. A file of
    at least `map_from` bytes is mapped; give it only for a file that is never written in place.

    Raises:
        InputError: the file cannot be read.
        LexiconFormatError: it is damaged, or not a lexicon of a version this release reads.
    """
    image = read_or_map(path, map_from=map_from)
    if not image:
        raise LexiconFormatError(f"{str(path)!r} is empty, expected a compiled lexicon")
    try:
        return open_image(image, validate=validate)
    except LexiconFormatError as error:
        raise LexiconFormatError(f"{str(path)!r}: {error}", **error.facts) from error


def load_default(*, validate: bool = False) -> Image:
    """Read the built-in lexicon with the bands of its words.

    Raises:
        InputError: a file cannot be read.
        LexiconFormatError: a file is damaged.
    """
    try:
        with open(DEFAULT_PATH, "rb") as file:  # processes share it, except what they replace
            image = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_COPY)
    except (OSError, ValueError) as error:
        raise cannot_read(DEFAULT_PATH, error) from error
    bands = memoryview(read_or_map(_BANDS_PATH))
    place, at = _BANDS_PLACE
    begin, size = place.unpack_from(image, at)
    image[_CHECKSUM], image[begin : begin + size] = bands[:8], bands[8:]
    return open_image(image, validate=validate, known=_DEFAULT_ALPHABET)


def open_image(buffer: Any, *, validate: bool, known: Alphabet | None = None) -> Image:
    """Open a compiled lexicon in memory; if its alphabet is `known`, the description is not read.

    Raises:
        LexiconFormatError: it is damaged, or not a lexicon of a version this release reads.
    """
    try:
        core = _core.Lexicon.open(buffer, validate)
    except _core.FormatError as error:
        message, offset = error.args
        raise LexiconFormatError(f"{message} (byte {offset})", offset=offset) from None
    if known is not None:
        return core, known, False, None
    description = parse_description(core.meta)
    settings = description.get("alphabet")
    if not isinstance(settings, dict):
        raise LexiconFormatError("the description names no alphabet")
    alphabet = Alphabet.of(
        str(settings.get("name", "")) or None,
        case_sensitive=bool(settings.get("case_sensitive", False)),
        fold_accents=bool(settings.get("fold_accents", False)),
    )
    language = description.get("language")
    return (
        core,
        alphabet or OPEN,
        bool(description.get("alphabet_given", False)),
        language if isinstance(language, str) else None,
    )
