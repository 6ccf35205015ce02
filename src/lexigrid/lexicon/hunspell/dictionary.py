"""Read hunspell dictionaries: the words, and the forms of them that the affix file allows."""

from __future__ import annotations

import re
import sys
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import chain, islice
from pathlib import Path
from typing import Any

from ... import _core
from ..._util.io import COMPRESSED, read_bytes
from ..._util.limits import MAX_FORMS, MAX_STEPS
from ..._util.plain_text import count_noun
from ...alphabet import characters_of
from ...errors import InputError, LexiconError
from ..word_list import DictionaryOptions, WordList
from .affix_file import (
    MOST_DESCRIBED,
    AffixFile,
    SkippedLines,
    clean,
    is_clean,
    join_lines,
    parse_affixes,
    reading_line,
)
from .affixes import BudgetSpentError, Flags
from .expander import Expander

#: Where the word and its flags end: fields such as `po:noun` follow, or anything after a tab.
_FIELDS = re.compile(r"[ \t]+[^ \t\n]{2}:|\t")
#: The number of forms that are checked together.
_FORMS_AT_ONCE = 1 << 14
_MIDDLE_DOT = "·"  # a part of the Catalan letter l·l
_NO_FLAGS: Flags = frozenset()
_DEFAULT = DictionaryOptions()

#: Words by their flags.
_Entries = dict[Flags, list[str]]


def read_hunspell(path: Path, data: bytes, options: DictionaryOptions = _DEFAULT) -> WordList:
    """Read a hunspell dictionary: every word with every ending that its affix file allows.

    `data` has the bytes of the `.dic` file at `path`; its `.aff` file must be next to it. Up to two
    suffixes are applied in a row. `options` says whether prefixes are too, and which forms to read:
    all (at most MAX_FORMS, in MAX_STEPS), only the stems, or only those in a frequency list.

    Words with anything but letters (digits, blanks, apostrophes, hyphens, dots, superscripts) or a
    capital after the first letter (`USA`, `McCoy`) are left out. Words with a capital first letter
    (German nouns, but also names) are kept unless the options say otherwise.

    Joined words (compounds) are not made. Invalid lines are skipped. The notes describe the first
    ones, count the words that are left out, and say if the affix file describes compounds.

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
    if options.forms == "all" and expander.makes_more(entries, 2 * MAX_FORMS):
        raise _too_many(path)
    check = _FormCheck(first, later, _forbidden(path, entries, affixes, wanted), wanted)
    notes = skipped_affixes.notes() + skipped.notes() + _note_of_others(plain, entries)
    if affixes.has_compounds and options.forms == "all":
        notes.append("joined words (compounds), which the affix file describes, are not made")
    plain = check.accepted(plain)
    words: dict[str, None] = {}
    avoided: dict[str, None] = {}
    for usual, unusual in _form_batches(entries, affixes, expand):
        words |= dict.fromkeys(check.accepted(usual))
        avoided |= dict.fromkeys(check.accepted(unusual))
        if len(words) > MAX_FORMS or len(avoided) > MAX_FORMS:
            raise _too_many(path)
    only_avoided = sorted(set(avoided).difference(words, plain)) if avoided else []
    listed = [
        *filter(None, _core.sort_lines("\n".join(chain(plain, words, only_avoided))).split("\n"))
    ]
    if len(listed) - len(only_avoided) > MAX_FORMS:
        raise _too_many(path)
    return WordList(listed, only_avoided, notes)


def _note_of_others(plain: Iterable[str], entries: _Entries) -> list[str]:
    """Return sentences about the words left out: with other signs, and with capitals inside."""
    text = "\n".join(chain(plain, *entries.values()))
    seen = characters_of(text) - {"\n"}
    others = {char for char in seen if unicodedata.category(char)[0] not in "LM"} - {_MIDDLE_DOT}
    capitals = {char for char in seen if char != char.lower()}
    notes: list[str] = []
    for signs, least, what in (
        (others, 0, "characters other than letters"),
        (capitals, 1, "a capital after the first letter"),
    ):
        kept = f"[^\n{re.escape(''.join(others))}]*" if signs is capitals else ".*"
        pattern = f"(?m)^{'.' * least}{kept}[{re.escape(''.join(signs))}]{kept}$"
        if signs and (found := re.findall(pattern, text)):
            notes.append(
                f"left out {count_noun(len(found), 'word')} with {what}, such as {found[0]!r}"
            )
    return notes


def _form_batches(
    entries: _Entries, affixes: AffixFile, expand: Callable[[str, Flags], list[str]]
) -> Iterator[tuple[list[str], list[str]]]:
    """Yield the forms of words that are not forbidden: usual ones, and ones to avoid."""
    usual: list[str] = []
    unusual: list[str] = []
    for flags, words in entries.items():
        if affixes.forbidden in flags:
            continue
        is_usual = affixes.avoided.isdisjoint(flags)
        for word in words:
            forms = usual if is_usual else unusual
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
    plain: Sequence[str], entries: _Entries, options: DictionaryOptions
) -> frozenset[str] | None:
    """Return the only words to read, in lower case; None means all."""
    if options.forms == "all":
        return None
    if options.forms == "stems":
        return frozenset(word.lower() for word in chain(plain, *entries.values()))
    return frozenset(options.attested or ())


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


def _entries(data: bytes, affixes: AffixFile, skipped: SkippedLines) -> tuple[list[str], _Entries]:
    """Return the words of a dictionary without flags, and those with flags.

    Raises:
        LexiconError: most lines are invalid, or the first is not a number.
    """
    # The number is not used, but distinguishes a dictionary from other files.
    first, _, body = data.removeprefix(b"\xef\xbb\xbf").partition(b"\n")
    if not first.split()[:1] or not first.split()[0].isdigit():
        with reading_line(skipped.path, 1):
            raise ValueError(f"is {first[:40]!r}, expected the number of words")
    lines = body.split(b"\n")
    if b"\r" in body:
        lines = [line.rstrip(b"\r") for line in lines]
    most_wrong = (len(lines) - lines.count(b"")) // 2
    text = join_lines(lines, affixes.encoding)
    used = affixes.used_flags()
    entries: _Entries = {}
    wrong: Counter[str] = Counter()  # lines, and slashes with flags

    def add(words: Sequence[str], flag_text: str, line: str, count: int) -> None:
        """Add words with these flags, which are part of so many equal lines."""
        try:
            flags = affixes.flags.read(flag_text) if flag_text else _NO_FLAGS
        except ValueError:
            wrong[line] = count
        else:
            entries.setdefault(_NO_FLAGS if used.isdisjoint(flags) else flags, []).extend(words)

    # Patterns split nearly all lines, in a tenth of the time.
    if _NOT_PLAIN.search(text):
        without_flags = re.compile(_line_pattern(affixes.flags.none_of(used)))
        rest, entries[_NO_FLAGS] = _split_out(without_flags, text)
    else:
        rest, entries[_NO_FLAGS] = "", text.split("\n")
    rest, words, flag_texts = _split_out(_WITH_FLAGS, rest)
    words_with: dict[str, list[str]] = {flag_text: [] for flag_text in flag_texts}
    for word, flag_text in zip(words, flag_texts, strict=True):
        words_with[flag_text].append(word)
    for flag_text, words in words_with.items():
        add(words, flag_text, f"\n/{flag_text}", len(words))
    for line, count in Counter(rest.split("\n")).items():
        word, flag_text = _parse_line(line)
        if is_clean(word):
            add([word], flag_text, line, count)
        else:
            wrong[line] = count
            if len(wrong) > most_wrong:
                break
    if wrong:
        _skip(text.split("\n"), wrong, most_wrong, affixes, skipped)
    for flags, words in entries.items():
        if affixes.ignored:
            words = "\n".join(words).translate(affixes.ignored).split("\n")
        entries[flags] = [*filter(None, dict.fromkeys(words) if flags else words)]
    return entries.pop(_NO_FLAGS), entries


def _line_pattern(flags: str) -> str:
    """Return a pattern of a line: a word without blanks and escapes, its flags, and fields."""
    word = r"[^ \t\n\\\ud800-\udfff][^ \t\n\\/\ud800-\udfff]*+"
    return rf"(?m)^({word})(?:/{flags}(?:[ \t].*)?|/?(?:(?:{_FIELDS.pattern}).*)?)(?:\n|\Z)"


#: Characters that a dictionary without flags and fields does not have.
_NOT_PLAIN = re.compile(r"[ \t\\/\ud800-\udfff]")
_WITH_FLAGS = re.compile(_line_pattern(r"([^ \t\n]++)"))


def _split_out(pattern: re.Pattern[str], text: str) -> tuple[Any, ...]:
    """Return the text without what matches a pattern, and a list for each group of it."""
    pieces = pattern.split(text)
    step = pattern.groups + 1
    return "".join(pieces[::step]), *(pieces[at::step] for at in range(1, step))


def _skip(
    lines: list[str], wrong: Counter[str], most: int, affixes: AffixFile, skipped: SkippedLines
) -> None:
    """Count the wrong lines, and describe the first of them.

    Raises:
        LexiconError: there are more than `most`.
    """

    def is_wrong(line: str) -> bool:
        flagged = _WITH_FLAGS.match(line)
        return line in wrong or (flagged is not None and f"\n/{flagged[2] or ''}" in wrong)

    found = ((number, line) for number, line in enumerate(lines, 2) if is_wrong(line))
    for number, line in islice(found, MOST_DESCRIBED):
        with skipped.at(number):
            word, flag_text = _parse_line(line)
            clean(word, affixes.encoding)
            affixes.flags.read(flag_text)
    skipped.count = wrong.total()
    if skipped.count > most:
        message = (
            f"{str(skipped.path)!r}, {skipped.described[0]}, and most other lines are wrong too"
        )
        raise LexiconError(message, path=str(skipped.path), line=skipped.first)


def _parse_line(line: str) -> tuple[str, str]:
    """Read the word and the flags of any line."""
    if "/" not in line and " " not in line and "\t" not in line:
        return line, ""
    fields = _FIELDS.search(line)
    return _split(line[: fields.start()] if fields else line)


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
    plain: Sequence[str], entries: _Entries, affixes: AffixFile, names: bool
) -> tuple[frozenset[str], frozenset[str]]:
    """Return the characters a word may start with, and those that may follow."""
    seen = characters_of("".join(chain(plain, *entries.values())))
    for group in (*affixes.suffixes.values(), *affixes.prefixes.values()):
        seen.update("".join([affix.add for affix in group.affixes]))
    letters = {character for character in seen if _is_letter(character)}
    small = {character for character in letters if character == character.lower()}
    marks = {character for character in seen if unicodedata.category(character)[0] == "M"}
    return frozenset(letters if names else small), frozenset(small | marks | {_MIDDLE_DOT})


def _is_letter(character: str) -> bool:
    raised = unicodedata.decomposition(character).startswith(("<super>", "<sub>"))
    return character.isalpha() and not raised


def _forbidden(
    path: Path, entries: _Entries, affixes: AffixFile, wanted: frozenset[str] | None
) -> frozenset[str]:
    """Return the forms of forbidden words; other words must not make them either."""
    expander = Expander(affixes, prefixes=True, wanted=wanted)
    found: set[str] = set()
    for flags, words in entries.items():
        for word in words if affixes.forbidden in flags else ():
            for form in chain((word,), expander.forms(word, flags)):
                if wanted is None or form.lower() in wanted:
                    found.add(form)
                if len(found) > MAX_FORMS:
                    raise _too_many(path)
    return frozenset(found)
