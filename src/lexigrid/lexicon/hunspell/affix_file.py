"""Parse the lines of affix files that affect the forms of words or their use.

Invalid lines are skipped, as in hunspell, and counted. Nothing can be read without the encoding and
the flag mode, so an invalid line for these is an error.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from ...errors import LexiconError
from .affixes import Affix, AffixGroup, Budget, Condition, Flag, FlagReader, Flags

#: English rules (COMPOUNDRULE) are only about numbers such as 21st.
_COMPOUNDS = (b"COMPOUNDFLAG", b"COMPOUNDBEGIN", b"COMPOUNDLAST", b"COMPOUNDEND")
_COMMANDS = frozenset(_COMPOUNDS).union(
    b"SET FLAG AF IGNORE SFX PFX FULLSTRIP COMPLEXPREFIXES "
    b"NEEDAFFIX PSEUDOROOT ONLYINCOMPOUND FORBIDDENWORD CIRCUMFIX NOSUGGEST KEEPCASE".split()
)
_MODES = ("long", "num", "utf-8")
#: Hunspell's names of encodings that Python names differently.
_ENCODINGS = {"microsoft-cp1251": "cp1251", "tis620-2533": "tis-620"}
#: Encodings in which the byte of a line end is never part of another character.
_BY_BYTE = re.compile(r"utf-8|ascii|iso8859-\d+|cp125\d|koi8-[rtu]|tis-620")
#: Encodings of text, by their Python names; other codecs of Python do something else.
_PERMITTED = re.compile(
    rf"{_BY_BYTE.pattern}|big5|cp\d{{3}}|euc_(jp|kr)|gb(2312|k|18030)|mac-\w+|shift_jis|ptcp154"
)
_ASCII = bytes(range(32, 127))
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
#: Invalid bytes are decoded to these.
_INVALID = re.compile("[\ud800-\udfff]")
#: How many invalid lines of a file are described.
MOST_DESCRIBED = 3

_NO_FLAGS: Flags = frozenset()
_Row = tuple[int, list[str]]


@dataclass(frozen=True, slots=True)
class AffixFile:
    """The part of an affix file that affects the forms of words."""

    encoding: str
    flags: FlagReader
    suffixes: dict[Flag, AffixGroup]
    prefixes: dict[Flag, AffixGroup]
    two_suffixes: bool
    ignored: dict[int, None]
    need_affix: Flag | None
    only_in_compound: Flag | None
    has_compounds: bool
    """Does it say how words are joined?"""
    forbidden: Flag | None
    circumfix: Flag | None
    budget: Budget
    avoided: Flags
    """The flags of words that hunspell accepts but never suggests, or in one letter case only."""

    def used_flags(self) -> Flags:
        """Return the flags that make a difference to a word."""
        marks = (self.need_affix, self.only_in_compound, self.forbidden)
        named = (mark for mark in marks if mark is not None)
        return self.avoided.union(self.suffixes, self.prefixes, named)


@dataclass(slots=True)
class SkippedLines:
    """The invalid lines of a file: all are counted, the first three are described."""

    path: Path
    count: int = 0
    first: int = 0
    described: list[str] = field(default_factory=list)

    def at(self, number: int) -> _Line:
        """Return a context that counts the line as invalid if its block raises a ValueError."""
        return _Line(self, number)

    def add(self, number: int, reason: ValueError) -> None:
        """Count an invalid line."""
        self.count += 1
        self.first = self.first or number
        if len(self.described) < MOST_DESCRIBED:
            self.described.append(f"line {number} {reason}")

    def notes(self) -> list[str]:
        """Return a sentence about the lines, or nothing if no line was skipped.

        >>> skipped = SkippedLines(Path("da.dic"))
        >>> with skipped.at(3):
        ...     raise ValueError("is empty")
        >>> skipped.notes()
        ["skipped 1 line of 'da.dic': line 3 is empty"]
        """
        if not self.count:
            return []
        lines = "1 line" if self.count == 1 else f"{self.count:,} lines"
        more = "; ..." if self.count > len(self.described) else ""
        return [f"skipped {lines} of {str(self.path)!r}: {'; '.join(self.described)}{more}"]


@dataclass(slots=True)
class _Line:
    """A class, as `contextmanager` takes four times as long, and files have a million lines."""

    skipped: SkippedLines
    number: int

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: object, error: object, trace: object) -> bool:
        if not isinstance(error, ValueError):
            return False
        self.skipped.add(self.number, error)
        return True


@contextmanager
def reading_line(path: Path, number: int) -> Iterator[None]:
    """Turn a ValueError about a line into an error that names the file and the line.

    >>> with reading_line(Path("de.aff"), 3):
    ...     raise ValueError("is empty")
    Traceback (most recent call last):
    lexigrid.errors.LexiconError: 'de.aff', line 3 is empty
    """
    try:
        yield
    except ValueError as error:
        message = f"{str(path)!r}, line {number} {error}"
        raise LexiconError(message, path=str(path), line=number) from error


def decode_lines(lines: list[bytes], encoding: str) -> list[str]:
    """Decode lines; invalid bytes become surrogates."""
    if _BY_BYTE.fullmatch(codecs.lookup(encoding).name):
        return join_lines(lines, encoding).split("\n")
    return [line.decode(encoding, "surrogateescape") for line in lines]


def join_lines(lines: list[bytes], encoding: str) -> str:
    """Decode lines, with line ends between them; invalid bytes become surrogates."""
    if _BY_BYTE.fullmatch(codecs.lookup(encoding).name):  # all at once is the same, but faster
        return b"\n".join(lines).decode(encoding, "surrogateescape")
    return "\n".join(decode_lines(lines, encoding))


def clean(text: str, encoding: str) -> str:
    """Return text if all of it is valid in the encoding; flags, being bytes, need not be.

    Raises:
        ValueError: it has invalid bytes, which were decoded as surrogates.
    """
    if not is_clean(text):
        raise ValueError(f"is not {encoding}, the encoding that the affix file names")
    return text


def is_clean(text: str) -> bool:
    """Is all of the text valid in its encoding?"""
    return text.isascii() or not _INVALID.search(text)


def parse_affixes(data: bytes, skipped: SkippedLines) -> AffixFile:
    """Parse the bytes of an affix file; invalid lines are added to `skipped`.

    >>> skipped = SkippedLines(Path("x.aff"))
    >>> file = parse_affixes(b"SFX S Y 1\\nSFX S y ies [^aeiou]y", skipped)
    >>> [affix.applied("pony") for affix in file.suffixes["S"].fitting("pony")]
    ['ponies']

    Raises:
        LexiconError: an unknown encoding or flag mode, with the number of the line.
    """
    return _Parser(data, skipped).parsed()


class _Parser:
    """Reads the encoding and the flag mode first, then the single options, then the affixes."""

    def __init__(self, data: bytes, skipped: SkippedLines) -> None:
        self._path = skipped.path
        self._skipped = skipped
        self._skipping = skipped.at
        self._budget = Budget()
        self._conditions: dict[str, Condition] = {".": ()}
        self._lines: dict[bytes, list[tuple[int, bytes]]] = {name: [] for name in _COMMANDS}
        for number, line in enumerate(data.removeprefix(_BYTE_ORDER_MARK).split(b"\n"), 1):
            words = line.split(None, 1)
            if words and words[0] in _COMMANDS:
                self._lines[words[0]].append((number, line))
        self._encoding = self._read_encoding()
        self._flags = self._read_flags()
        self._ignored = self._read_ignored()

    def parsed(self) -> AffixFile:
        return AffixFile(
            budget=self._budget,
            encoding=self._encoding,
            flags=self._flags,
            suffixes=self._groups(b"SFX"),
            prefixes=self._groups(b"PFX"),
            two_suffixes=not self._lines[b"COMPLEXPREFIXES"],
            ignored=self._ignored,
            need_affix=self._marker(b"NEEDAFFIX") or self._marker(b"PSEUDOROOT"),
            only_in_compound=self._marker(b"ONLYINCOMPOUND"),
            forbidden=self._marker(b"FORBIDDENWORD"),
            circumfix=self._marker(b"CIRCUMFIX"),
            has_compounds=any(self._lines[name] for name in _COMPOUNDS),
            avoided=frozenset(
                filter(None, (self._marker(b"NOSUGGEST"), self._marker(b"KEEPCASE")))
            ),
        )

    def _texts(self, name: bytes) -> Iterator[tuple[int, str]]:
        """Yield the lines of a command that have a value, with one blank between fields."""
        lines = [b" ".join(line.split()) for _, line in self._lines[name]]
        for (number, _), text in zip(
            self._lines[name], decode_lines(lines, self._encoding), strict=bool(lines)
        ):
            if " " in text:
                yield number, text
            else:
                self._skipped.add(number, ValueError(f"is {text!r} alone, expected a value"))

    def _rows(self, name: bytes) -> Iterator[_Row]:
        """Yield the lines of a command, with their numbers, as fields of text."""
        return ((number, text.split(" ")) for number, text in self._texts(name))

    def _marker(self, name: bytes) -> Flag | None:
        """Return the flag that an option names."""
        for number, fields in self._rows(name):
            with self._skipping(number):
                return self._flags.one(fields[1])
        return None

    def _read_encoding(self) -> str:
        self._encoding = "latin-1"  # to read the name of the encoding, and if there is none
        for number, fields in self._rows(b"SET"):
            name = _ENCODINGS.get(fields[1].lower(), fields[1])
            with reading_line(self._path, number):
                try:
                    is_known = (
                        _PERMITTED.fullmatch(codecs.lookup(name).name) is not None
                        and _ASCII.decode(name) == _ASCII.decode()  # some of IBM's are different
                    )
                except (LookupError, ValueError):
                    is_known = False
                if not is_known:
                    raise ValueError(
                        f"names the encoding {fields[1]!r}, which is not known; "
                        "convert both files to UTF-8 and write SET UTF-8"
                    )
            return name
        return "latin-1"

    def _read_ignored(self) -> dict[int, None]:
        for number, fields in self._rows(b"IGNORE"):
            with self._skipping(number):
                return dict.fromkeys(map(ord, clean(fields[1], self._encoding)))
        return {}

    def _read_flags(self) -> FlagReader:
        mode = ""
        for number, fields in self._rows(b"FLAG"):
            mode = fields[1].lower()
            with reading_line(self._path, number):
                if mode not in _MODES:
                    choices = ", ".join(_MODES)
                    raise ValueError(f"is FLAG {fields[1]}, expected one of {choices}")
            break
        rows = list(self._rows(b"AF"))[1:]  # the first gives their number
        in_bytes = not all(is_clean(field) for _, fields in rows for field in fields[:2])
        reader = FlagReader(mode, self._encoding, in_bytes)
        aliases: list[Flags] = []
        for number, fields in rows:
            aliases.append(frozenset())  # an invalid line keeps its number
            with self._skipping(number):
                aliases[-1] = frozenset(reader.split(fields[1]))
        reader.aliases = tuple(aliases)
        return reader

    def _groups(self, kind: bytes) -> dict[Flag, AffixGroup]:
        """Read all affixes of one side, by flag; a flag may have several headers."""
        found: dict[Flag, list[Affix]] = {}
        # Lines already read, in groups that cross and in others.
        known: dict[bool, set[str]] = {True: set(), False: set()}
        header, flag, crosses, missing = "", "", False, 0
        headers: dict[str, tuple[Flag, bool, int] | ValueError] = {}
        last = 0
        for number, text in self._texts(kind):
            last = number
            fields = text.split(" ")
            if missing and (fields[1] == header or not _is_header(fields, header)):
                missing -= 1
                if text not in known[crosses]:
                    try:
                        found[flag].append(self._affix(fields, header, flag, crosses))
                        known[crosses].add(text)
                    except ValueError as error:
                        self._skipped.add(number, error)
                continue
            self._check_count(number, header, missing)
            missing = 0
            header = fields[1]
            if text not in headers:
                try:
                    headers[text] = self._header(fields)
                except ValueError as error:
                    headers[text] = error
            if isinstance(read := headers[text], ValueError):
                self._skipped.add(number, read)
                continue
            flag, crosses, missing = read
            found.setdefault(flag, [])
        self._check_count(last, header, missing)
        return {flag: AffixGroup(group, self._budget) for flag, group in found.items()}

    def _check_count(self, number: int, header: str, missing: int) -> None:
        """Count the line where a group of affixes ends too early as invalid."""
        if missing:
            reason = f"ends the affixes {header} with {missing} missing"
            self._skipped.add(number, ValueError(reason))

    def _header(self, fields: list[str]) -> tuple[Flag, bool, int]:
        """Read the header of affixes: their flag, whether they cross, and their number."""
        if len(fields) < 4 or not fields[3].isdecimal() or len(fields[3]) > 9:
            form = f"{fields[0]} flag Y|N number"
            raise ValueError(f"is {' '.join(fields)!r}, expected {form!r} before the affixes")
        return self._flags.one(fields[1]), fields[2].upper() == "Y", int(fields[3])

    def _affix(self, fields: list[str], header: str, flag: Flag, crosses: bool) -> Affix:
        if len(fields) < 4 or (fields[1] != header and self._flags.one(fields[1]) != flag):
            form = f"{fields[0]} {flag} strip add condition"
            raise ValueError(f"is {' '.join(fields)!r}, expected {form!r}")
        add, _, goes_on = fields[3].partition("/")
        condition = fields[4] if len(fields) > 4 else "."
        return Affix(
            flag,
            fields[0] == "SFX",
            crosses,
            self._part(fields[2]),
            self._part(add),
            self._condition(condition),
            self._flags.read(goes_on) if goes_on else _NO_FLAGS,
            bool(self._lines[b"FULLSTRIP"]),
        )

    def _part(self, text: str) -> str:
        """Read text that is stripped or added."""
        if text == "0":
            return ""
        text = text if text.isascii() else clean(text, self._encoding)
        return text.translate(self._ignored) if self._ignored else text

    def _condition(self, text: str) -> Condition:
        """Read a condition; most files repeat a few."""
        found = self._conditions.get(text)
        if found is None:
            found = self._conditions[text] = _condition(clean(text, self._encoding))
        return found


def _is_header(fields: list[str], flag: str) -> bool:
    """Does a line announce the affixes of another flag?"""
    is_other = len(fields) > 3 and fields[1] != flag
    return is_other and fields[2].upper() in ("Y", "N") and fields[3].isdecimal()


def _condition(text: str) -> Condition:
    """Read a condition: characters, `.` for any, [abc] for one of these, [^abc] for another."""
    if text.isalnum():
        return tuple((character, True) for character in text)
    parts: list[tuple[str, bool]] = []
    at = 0
    while at < len(text):
        if text[at] == "[":
            end = text.find("]", at)
            inside = text[at + 1 : end]
            if end < 0 or inside in ("", "^"):
                raise ValueError(f"has the condition {text!r}, expected [ characters ]")
            parts.append((inside.removeprefix("^"), not inside.startswith("^")))
            at = end
        else:
            parts.append(("", False) if text[at] == "." else (text[at], True))
        at += 1
    return tuple(parts)
