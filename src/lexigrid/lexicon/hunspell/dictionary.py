"""Read hunspell dictionaries: the words, and the forms of them that the affix file allows."""

from __future__ import annotations

import codecs
import re
import sys
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import chain, filterfalse, zip_longest
from pathlib import Path

from ..._util.io import COMPRESSED, read_bytes
from ..._util.limits import MAX_FORMS, MAX_STEPS
from ...errors import InputError, LexiconError
from ..word_lists import DictionaryOptions, WordList
from .affix_file import AffixFile, SkippedLines, clean, parse_affixes, reading_line
from .affixes import BudgetSpentError, Flags
from .expander import Expander

#: Where the word and its flags end: fields such as `po:noun` follow, or anything after a tab.
_FIELDS = re.compile(r"[ \t]+[^ \t]{2}:|\t")
#: Encodings in which the byte of a line end is never part of another character.
_BY_BYTE = re.compile(r"utf-8|ascii|iso8859-\d+|cp125\d|koi8-[rtu]|tis-620")
#: The number of forms that are checked together.
_FORMS_AT_ONCE = 1 << 14
_MIDDLE_DOT = "·"  # a part of the Catalan letter l·l
_NO_FLAGS: Flags = frozenset()
_DEFAULT = DictionaryOptions()

_Entry = tuple[str, Flags]


def read_hunspell(path: Path, data: bytes, options: DictionaryOptions = _DEFAULT) -> WordList:
    """Read a hunspell dictionary: every word with every ending that its affix file allows.

    `data` has the bytes of the `.dic` file at `path`; its `.aff` file must be next to it. Up to two
    suffixes are applied in a row. `options` says whether prefixes are too, and which forms to read:
    all (at most MAX_FORMS, in MAX_STEPS), only the stems, or only those in a frequency list.

    Words with anything but letters (digits, blanks, apostrophes, hyphens, dots, superscripts) or a
    capital after the first letter (`USA`, `McCoy`) are left out. Words with a capital first letter
    (German nouns, but also names) are kept unless the options say otherwise.

    Invalid lines are skipped; the notes describe the first ones.

    >>> import tempfile
    >>> place = Path(tempfile.mkdtemp()) / "en.dic"
    >>> _ = place.with_suffix(".aff").write_text("SFX S Y 1\\nSFX S y ies [^aeiou]y")
    >>> read_hunspell(place, b"2\\npony/S\\nBoston").words
    ['Boston', 'ponies', 'pony']

    Raises:
        InputError: there is no affix file, or it cannot be read.
        LexiconError: most lines are wrong, or MAX_FORMS or MAX_STEPS is passed.
    """
    try:
        return _read(path, data, options)
    except BudgetSpentError as error:
        raise _too_many(path, f"takes more than {MAX_STEPS:,} steps to expand") from error


def _read(path: Path, data: bytes, options: DictionaryOptions) -> WordList:
    affix_path, affix_data = _affix_file(path)
    skipped_affixes, skipped = SkippedLines(affix_path), SkippedLines(path)
    affixes = parse_affixes(affix_data, skipped_affixes)
    if options.forms == "attested":  # Hungarian takes more steps, and needs these forms
        affixes.budget.left = sys.maxsize
    plain, entries = _entries(data, affixes, skipped)
    wanted = _wanted(plain, entries, options)
    expander = Expander(affixes, prefixes=options.prefixes, wanted=wanted)
    expand = expander.stem if options.forms == "stems" else expander.forms
    first, later = _letters(plain, entries, affixes, options.names)
    if options.forms == "all" and expander.count_first(entries) > 2 * MAX_FORMS:
        raise _too_many(path)
    check = _FormCheck(first, later, _forbidden(path, entries, affixes, wanted), wanted)
    plain = check.accepted(plain)
    words: dict[str, None] = {}
    avoided: dict[str, None] = {}
    for usual, unusual in _form_batches(entries, affixes, expand):
        words |= dict.fromkeys(check.accepted(usual))
        avoided |= dict.fromkeys(check.accepted(unusual))
        if len(words) > MAX_FORMS or len(avoided) > MAX_FORMS:
            raise _too_many(path)
    only_avoided = sorted(set(avoided).difference(words, plain))
    # Faster than a dict of all.
    repeated = sorted([*plain, *words, *only_avoided])
    listed = [word for word, after in zip_longest(repeated, repeated[1:]) if word != after]
    if len(listed) - len(only_avoided) > MAX_FORMS:
        raise _too_many(path)
    return WordList(listed, only_avoided, skipped_affixes.notes() + skipped.notes())


def _form_batches(
    entries: Iterable[_Entry],
    affixes: AffixFile,
    expand: Callable[[str, Flags], list[str]],
) -> Iterator[tuple[list[str], list[str]]]:
    """Yield the forms of words that are not forbidden: usual ones, and ones to avoid."""
    usual: list[str] = []
    unusual: list[str] = []
    for word, flags in entries:
        if affixes.forbidden not in flags:
            forms = usual if affixes.avoided.isdisjoint(flags) else unusual
            forms += expand(word, flags)
            if len(forms) >= _FORMS_AT_ONCE:
                yield usual, unusual
                usual, unusual = [], []
    yield usual, unusual


class _FormCheck:
    """Which forms are words: what they may start with, what may follow, and the exceptions."""

    def __init__(
        self,
        first: frozenset[str],
        later: frozenset[str],
        forbidden: frozenset[str],
        wanted: frozenset[str] | None,
    ) -> None:
        self._first = first
        self._later = later
        self._forbidden = forbidden
        self._wanted = wanted

    def accepted(self, forms: list[str]) -> list[str]:
        """Return the forms that are words: most are plain letters, which are checked together."""
        if self._wanted is not None:
            forms = [form for form in forms if form.lower() in self._wanted]
        text = "".join(forms)
        if not (text.isascii() and text.isalpha() and text.islower() and all(forms)):
            forms = self._pattern.findall("\n".join(forms))
        if self._forbidden:
            forms = [form for form in forms if form not in self._forbidden]
        return forms

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        """The pattern of a form that is a word, in text with one form per line."""
        first, later = ("".join(map(re.escape, each)) for each in (self._first, self._later))
        return re.compile(f"(?m)^[{first}][{later}]*$" if first else "(?!)")


def _wanted(
    plain: Sequence[str], entries: Sequence[_Entry], options: DictionaryOptions
) -> frozenset[str] | None:
    """Return the only words to read, in lower case; None means all."""
    if options.forms == "all":
        return None
    if options.forms == "stems":
        return frozenset(word.lower() for word in chain(plain, (word for word, _ in entries)))
    return options.attested


def _too_many(path: Path, what: str = "") -> LexiconError:
    what = what or f"makes more than {MAX_FORMS:,} words, the most for a dictionary"
    return LexiconError(
        f"{str(path)!r} {what}; read only its stems (forms 'stems', --forms stems), or only the "
        "words of a frequency list (forms 'attested', --forms attested)",
        path=str(path),
    )


def _affix_file(path: Path) -> tuple[Path, bytes]:
    """Read the affix file that belongs to a dictionary; the dictionary may be compressed."""
    stem = path.with_suffix("") if path.suffix.lower() in COMPRESSED else path
    place = stem.with_suffix(".AFF" if stem.suffix == ".DIC" else ".aff")
    if not place.exists():
        raise InputError(
            f"there is no {str(place)!r}, expected the affix file of {path.name!r} next to it",
            path=str(place),
        )
    return place, read_bytes(place)


def _entries(
    data: bytes, affixes: AffixFile, skipped: SkippedLines
) -> tuple[list[str], list[_Entry]]:
    """Return the words of a dictionary without flags, and those with their flags, each line once.

    Raises:
        LexiconError: most lines are invalid, or the first is not a number.
    """
    # The number is not used, but distinguishes a dictionary from other files.
    first, _, body = data.removeprefix(b"\xef\xbb\xbf").partition(b"\n")
    if not first.split()[:1] or not first.split()[0].isdigit():
        with reading_line(skipped.path, 1):
            raise ValueError(f"is {first[:40]!r}, expected the number of words")
    lines = _decode(body, affixes.encoding)
    used, ignored = affixes.used_flags(), affixes.ignored
    # Most lines of a long file are a word, or a word and flags.
    plain = [] if ignored else [*filter(str.isalpha, lines)]
    others = dict.fromkeys(lines if ignored else filterfalse(str.isalpha, lines))
    entries: list[_Entry] = []
    wrong: dict[str, ValueError] = {}
    has_blanks = b" " in body or b"\t" in body
    known: dict[str, Flags] = {"": _NO_FLAGS}
    for line in others:
        word, _, flag_text = line.partition("/")
        try:
            has_fields = has_blanks and (" " in flag_text or "\t" in flag_text)
            if ignored or has_fields or not flag_text or not word.isalpha():
                word, flag_text = _parse_line(line, affixes)
            flags = known.get(flag_text)
            if flags is None:
                flags = known[flag_text] = _read_flags(flag_text, affixes, used)
        except ValueError as error:
            wrong[line] = error
            continue
        if not word:
            continue
        if flags:
            entries.append((word, flags))
        else:
            plain.append(word)
    for number, line in enumerate(lines if wrong else (), 2):
        if line in wrong:
            skipped.add(number, wrong[line])
    if skipped.count:
        raw = body.split(b"\n")
        if 2 * skipped.count > len(raw) - raw.count(b"") - raw.count(b"\r"):
            message = (
                f"{str(skipped.path)!r}, {skipped.described[0]}, and most other lines are wrong too"
            )
            raise LexiconError(message, path=str(skipped.path), line=skipped.first)
    return plain, entries


def _read_flags(text: str, affixes: AffixFile, used: Flags) -> Flags:
    """Read the flags of a word; none of them if none is used."""
    if affixes.flags.has_none(text, used):
        return _NO_FLAGS
    flags = affixes.flags.read(text)
    return _NO_FLAGS if used.isdisjoint(flags) else flags


def _decode(data: bytes, encoding: str) -> list[str]:
    """Decode lines without their ends; invalid bytes become surrogates."""
    if _BY_BYTE.fullmatch(codecs.lookup(encoding).name):  # all at once is the same, but faster
        lines = data.decode(encoding, "surrogateescape").split("\n")
        return [line.rstrip("\r") for line in lines] if b"\r" in data else lines
    return [line.rstrip(b"\r").decode(encoding, "surrogateescape") for line in data.split(b"\n")]


def _parse_line(line: str, affixes: AffixFile) -> tuple[str, str]:
    """Read the word and the flags of any line."""
    fields = _FIELDS.search(line)
    word, flag_text = _split(line[: fields.start()] if fields else line)
    word = clean(word, affixes.encoding)
    return word.translate(affixes.ignored) if affixes.ignored else word, flag_text


def _split(text: str) -> tuple[str, str]:
    r"""Split a word from its flags, at the first slash that is neither first nor written `\/`.

    >>> _split(r"km\/h/S"), _split("/")
    (('km/h', 'S'), ('/', ''))
    """
    at = text.find("/", 1)
    while at > 0 and text[at - 1] == "\\":
        at = text.find("/", at + 1)
    word, flags = (text[:at], text[at + 1 :]) if at > 0 else (text, "")
    # Flags end at a blank, but a flag may be the byte of a no-break space.
    return word.replace("\\/", "/"), flags.strip(" ").partition(" ")[0]


def _letters(
    plain: Sequence[str], entries: Sequence[_Entry], affixes: AffixFile, names: bool
) -> tuple[frozenset[str], frozenset[str]]:
    """Return the characters a word may start with, and those that may follow."""
    seen = set("".join(chain(plain, (word for word, _ in entries))))
    for group in (*affixes.suffixes.values(), *affixes.prefixes.values()):
        seen.update(*(affix.add for affix in group.affixes))
    letters = {character for character in seen if _is_letter(character)}
    small = {character for character in letters if character == character.lower()}
    marks = {character for character in seen if unicodedata.category(character)[0] == "M"}
    return frozenset(letters if names else small), frozenset(small | marks | {_MIDDLE_DOT})


def _is_letter(character: str) -> bool:
    raised = unicodedata.decomposition(character).startswith(("<super>", "<sub>"))
    return character.isalpha() and not raised


def _forbidden(
    path: Path, entries: Iterable[_Entry], affixes: AffixFile, wanted: frozenset[str] | None
) -> frozenset[str]:
    """Return the forms of forbidden words; other words must not make them either."""
    expander = Expander(affixes, prefixes=True, wanted=wanted)
    found: set[str] = set()
    for word, flags in entries:
        if affixes.forbidden in flags:
            for form in chain((word,), expander.forms(word, flags)):
                if wanted is None or form.lower() in wanted:
                    found.add(form)
                if len(found) > MAX_FORMS:
                    raise _too_many(path)
    return frozenset(found)
