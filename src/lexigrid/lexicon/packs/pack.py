"""Word packs: the words of a language as data, without code and not compiled.

A pack is a folder with `pack.toml` (a `Language`, and the SHA-256 of each file), `words.xz`, and
possibly `bands.xz` and `avoid.txt`, each under the licence that `pack.toml` names. Words are in
code point order and front-coded: one character for the number of characters shared with the last
word (`!` for none, `"` for one ...), then the rest. `bands.xz` has a byte for each word.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Literal

from ..._util import schema
from ..._util.io import atomic_write, decode_utf8, decompress
from ..._util.limits import MAX_DICE_SIDE
from ...alphabet import Alphabet
from ...errors import LexiconError, LexiconFormatError

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable
    from pathlib import Path

Origin = Literal["built in", "pack", "added"]

DESCRIPTION = "pack.toml"
WORDS, BANDS, AVOID = "words.xz", "bands.xz", "avoid.txt"
#: Words of this band and above occur in no source.
UNSEEN_BAND = 80
#: The band of words that a dictionary accepts but never suggests: accepted in games, never drawn.
UNSUGGESTED_BAND = 255

_NAME = re.compile(r"[\w.+-]{1,64}")
_FIRST = 0x21
_MAX_SHARED = 0x5E
_SIDE = schema.integer(1, MAX_DICE_SIDE)
_FILE = schema.record({"sha256": schema.text}, {"licence": schema.text})
_PACK = schema.record(
    {
        "language": schema.text,
        "title": schema.text,
        "version": schema.text,
        "licence": schema.text,
        "alphabet": schema.text,
        "count": schema.integer(1, 2**31),
        "words": _FILE,
    },
    {
        "digraphs": schema.flag,
        "accents": schema.flag,
        "game": schema.record({}, {"size": schema.sequence(_SIDE, _SIDE), "min_length": _SIDE}),
        "beta": schema.flag,
        "bands": _FILE,
        "avoid": _FILE,
    },
)


@dataclass(frozen=True, slots=True)
class Language:
    """A language that has words here: built in, from a pack, or added from a dictionary."""

    code: str
    """The code of the language, such as "de"."""
    title: str
    """The English name of the language."""
    origin: Origin
    """Where the words come from: "built in", "pack" (an installed package), or "added"."""
    words: int
    """The number of words, counted by spelling."""
    alphabet: Alphabet
    """The letters of the words."""
    licence: str
    """The licences of the words, their bands and the words to avoid, as an SPDX expression."""
    version: str = ""
    """The version of the words."""
    has_bands: bool = True
    """Do the words have commonness bands?"""
    is_beta: bool = False
    """Has the language not been checked by a native speaker yet?"""
    size: tuple[int, int] = (4, 4)
    """The rows and columns of the usual board of dice."""
    min_length: int | None = None
    """The fewest letters of a word in the usual game; None if the size decides."""
    folder: Traversable | None = field(default=None, compare=False, repr=False)
    """The folder of the pack; None for the built-in words."""


def read_pack(folder: Traversable, origin: Origin) -> Language:
    """Read the description of a pack.

    Raises:
        LexiconFormatError: the folder is not a pack.
    """
    found = _read_description(folder)
    game = found.get("game", {})
    return Language(
        code=found["language"],
        title=found["title"],
        origin=origin,
        words=found["count"],
        alphabet=_read_alphabet(found),
        licence=found["licence"],
        version=found["version"],
        has_bands="bands" in found,
        is_beta=found.get("beta", False),
        size=tuple(game.get("size", (4, 4))),
        min_length=game.get("min_length"),
        folder=folder,
    )


def _read_alphabet(found: Mapping[str, Any]) -> Alphabet:
    switches = {name: found[name] for name in ("digraphs", "accents") if name in found}
    return Alphabet.named(found["alphabet"], **switches) if found["alphabet"] else Alphabet()


def _read_description(folder: Traversable) -> dict[str, Any]:
    import tomllib

    text = _read_file(folder, DESCRIPTION).decode("utf-8", "replace")
    try:
        table = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise LexiconFormatError(f"{folder / DESCRIPTION}: {error}") from error
    found = schema.read(_PACK, table, str(folder / DESCRIPTION), LexiconFormatError)
    for key in ("language", "version"):  # which name the file of the compiled words
        if not _NAME.fullmatch(found[key]):
            raise LexiconFormatError(
                f"{folder / DESCRIPTION}: {key} is {schema.shorten(found[key])}, expected at most "
                "64 letters, digits and .+-"
            )
    return found


def _read_file(folder: Traversable, name: str) -> bytes:
    try:
        return (folder / name).read_bytes()
    except OSError as error:
        raise LexiconFormatError(f"cannot read {name!r} of the pack {folder}: {error}") from error


def read_words(folder: Traversable) -> tuple[list[str], bytes | None]:
    """Read the words of a pack in order, and their bands.

    Raises:
        LexiconFormatError: a file of the pack is missing, damaged, or of another pack.
    """
    found = _read_description(folder)
    data = _unpack(folder, WORDS, found["words"])
    words = decode_words(decode_utf8(data, WORDS, LexiconFormatError, "install the pack again"))
    bands = _unpack(folder, BANDS, found["bands"]) if "bands" in found else None
    for name, count in (
        (WORDS, len(words)),
        (BANDS, found["count"] if bands is None else len(bands)),
    ):
        if count != found["count"]:
            raise LexiconFormatError(
                f"{name} of {folder} has {count} entries, expected {found['count']}"
            )
    return words, bands


def read_avoided(folder: Traversable) -> tuple[str, ...]:
    """Read the words of a pack that puzzles avoid; () if it has none.

    Raises:
        LexiconFormatError: the file is missing or damaged.
    """
    found = _read_description(folder)
    if "avoid" not in found:
        return ()
    data = _checked(folder, AVOID, _read_file(folder, AVOID), found["avoid"])
    lines = decode_utf8(data, AVOID, LexiconFormatError, "install the pack again").splitlines()
    return tuple(line for line in lines if line and not line.startswith("#"))


def _unpack(folder: Traversable, name: str, facts: Mapping[str, str]) -> bytes:
    data = decompress(name, _read_file(folder, name), ".xz")
    return _checked(folder, name, data, facts)


def _checked(folder: Traversable, name: str, data: bytes, facts: Mapping[str, str]) -> bytes:
    if digest(data) != facts["sha256"]:
        raise LexiconFormatError(
            f"{name} of the pack {folder} does not match its checksum in pack.toml; "
            "install the pack again"
        )
    return data


def digest(data: bytes) -> str:
    """Return the SHA-256 of bytes in hexadecimal digits."""
    return hashlib.sha256(data).hexdigest()


def encode_words(words: Iterable[str]) -> str:
    """Return words as front-coded lines.

    >>> encode_words(["oat", "oath", "rye"])
    '!oat\\n$h\\n!rye'
    """
    lines, last = [], ""
    for word in words:
        shared = min(len(last), len(word), _MAX_SHARED)
        while last[:shared] != word[:shared]:  # from the end, as words differ in their last letters
            shared -= 1
        lines.append(chr(_FIRST + shared) + word[shared:])
        last = word
    return "\n".join(lines)


def decode_words(text: str) -> list[str]:
    """Read front-coded lines; the inverse of `encode_words`.

    >>> decode_words('!oat\\n$h\\n!rye')
    ['oat', 'oath', 'rye']

    Raises:
        LexiconFormatError: an empty line.
    """
    words, last = [], ""
    try:
        for line in text.split("\n"):
            last = last[: ord(line[0]) - _FIRST] + line[1:]
            words.append(last)
    except IndexError:
        raise LexiconFormatError(f"{WORDS} has an empty line, expected a word in each") from None
    return words


def pack_words(words: Sequence[str]) -> tuple[bytes, str]:
    """Return the compressed file of words, and the SHA-256 of its content."""
    data = encode_words(words).encode()
    return compress(data), digest(data)


def compress(data: bytes) -> bytes:
    """Return bytes as a `.xz` file.

    A window of 1 MiB makes the Turkish words 6 % larger, in two thirds of the time; matches of 40
    bytes instead of 64 make the Polish ones 5 % larger, in four fifths of the time.
    """
    import lzma

    filters = [{"id": lzma.FILTER_LZMA2, "preset": 6, "dict_size": 1 << 20, "nice_len": 40}]
    return lzma.compress(data, filters=filters)


def write_pack(
    folder: Path,
    facts: Mapping[str, Any],
    words: Sequence[str],
    bands: bytes | None = None,
    avoid: Sequence[str] = (),
    licences: Mapping[str, str] | None = None,
) -> None:
    """Write a pack: `facts` are the keys of `pack.toml` except counts and checksums.

    The description is written last; without it the folder is not a pack.

    Raises:
        LexiconError: the words are not in order.
        InputError: a file cannot be written.
    """
    if any(a >= b for a, b in pairwise(words)):
        raise LexiconError("the words of a pack are not in code point order, or are repeated")
    folder.mkdir(parents=True, exist_ok=True)
    (folder / DESCRIPTION).unlink(missing_ok=True)
    text = "".join(f"{word}\n" for word in avoid).encode()
    files = {"words": (WORDS, *pack_words(words))}
    if bands is not None:
        files["bands"] = (BANDS, compress(bands), digest(bands))
    if avoid:
        files["avoid"] = (AVOID, text, digest(text))
    table: dict[str, Any] = dict(facts) | {"count": len(words)}
    for name, (path, data, checksum) in files.items():
        with atomic_write(folder / path) as file:
            file.write(data)
        table[name] = {"sha256": checksum} | ({"licence": licences[name]} if licences else {})
    with atomic_write(folder / DESCRIPTION) as file:
        file.write(format_toml(table).encode())


def format_toml(table: Mapping[str, Any]) -> str:
    """Write a table of texts, numbers, flags, lists and tables as TOML, tables last.

    >>> print(format_toml({"a": [4, 4], "b": {"c": "d"}, "e": True}), end="")
    a = [4, 4]
    e = true
    <BLANKLINE>
    [b]
    c = "d"
    """
    import json

    # Texts, numbers, flags and lists are written alike in JSON and TOML.
    plain = [
        f"{key} = {json.dumps(value, ensure_ascii=False)}\n"
        for key, value in table.items()
        if not isinstance(value, Mapping)
    ]
    tables = [
        f"\n[{key}]\n{format_toml(value)}"
        for key, value in table.items()
        if isinstance(value, Mapping)
    ]
    return "".join(plain + tables)
