"""Compiles words for the native core, which splits ASCII words itself; others are split here."""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import accumulate
from typing import Any, NoReturn

from .. import _core
from .._util.io import decode_utf8
from .._util.plain_text import count_noun, is_file_name, shorten
from ..alphabet import Alphabet, characters_of, fold_characters, is_punctuation, pack_letters
from ..errors import AlphabetError, LexiconError, LexigridError

_NO_WORDS = "there are no words, expected at least one"
_SURROGATE = "[\ud800-\udfff]"
#: The most characters of a word beyond ASCII: each letter may have several.
_MAX_CHARACTERS = 64 * _core.MAX_WORD_LETTERS
#: The first code that is not a character in UTF-16, in which codes are passed to the core.
_FIRST_SURROGATE = 0xD800


def compile_words(
    words: Iterable[str],
    alphabet: Alphabet,
    *,
    keep: str = "",
    bands: Sequence[int] | None = None,
    meta: str,
) -> _core.Lexicon:
    """Compile words in any order; words with equal letters become one with all its spellings.

    `keep` is punctuation that counts as letters. `bands` has a number from 0 to 255 per word.
    `meta` is the description of the lexicon, as JSON.

    Raises:
        LexiconError: a word is empty, not text, or too long, or there are no words.
    """
    if not isinstance(words, (list, tuple)):
        check_several(words)
        words = list(words)
    packed = b"" if bands is None else _packed_bands(bands, len(words))
    if _is_plain_ascii(alphabet):
        folds = not alphabet.case_sensitive
        compiled = _core.Lexicon.compile_plain(words, folds, keep, meta, packed)
        if compiled is not None:
            return compiled
    compiled = _compile_characters(_joined(words), alphabet, keep, False, packed, meta)
    if compiled is not None:
        return compiled
    lines = _checked(words)
    text = "\n".join(lines)
    if text.isascii() and _is_plain_ascii(alphabet):
        compiled = _compile_ascii(text.encode("ascii"), alphabet, keep, False, packed, meta)
        if compiled is not None:
            return compiled
    try:
        return _compile(lines, alphabet, keep, packed, meta)
    except _core.WordError as error:
        _raise_word(error, "word")


def compile_text(text: bytes, alphabet: Alphabet, *, meta: str) -> _core.Lexicon:
    """Compile the text of a word list: one word per line; blank lines and `#` comments are skipped.

    Raises:
        LexiconError: invalid UTF-8 (with the byte), a word that is too long, or no words.
    """
    body = text.removeprefix(b"\xef\xbb\xbf")
    if _is_plain_ascii(alphabet):
        compiled = _compile_ascii(body, alphabet, "", True, b"", meta)
        if compiled is not None and compiled.word_count == 0:
            raise LexiconError(_NO_WORDS)
        if compiled is not None:
            return compiled
    decoded = decode_utf8(text, "", LexiconError, "save the word list as UTF-8")
    compiled = _compile_characters(decoded, alphabet, "", True, b"", meta)
    if compiled is not None:
        return compiled
    stripped = [*map(str.strip, decoded.split("\n"))]
    lines = [*filter(None, dict.fromkeys(stripped))]
    if "#" in decoded:
        lines = [line for line in lines if not line.startswith("#")]
    if not lines:
        raise LexiconError(_NO_WORDS)
    try:
        return _compile(lines, alphabet, "", b"", meta)
    except _core.WordError as error:
        message, index = error.args
        _raise_word(_core.WordError(message, stripped.index(lines[index])), "line")


def check_several(
    words: Any, error: type[LexigridError] = LexiconError, expected: str = "several words,"
) -> None:
    """Refuse a single string, the path of a file, or what is not iterable.

    Raises:
        error: the words are one of these; the message shows the remedy.
    """
    if hasattr(words, "__fspath__") or (isinstance(words, str) and is_file_name(words)):
        raise error(f"words are {shorten(words)}; did you mean Lexicon.read({str(words)!r})?")
    if isinstance(words, str | bytes) or not isinstance(words, Iterable):
        example = words if isinstance(words, str) else "oat"
        raise error(f"words are {shorten(words)}, expected {expected} such as [{example!r}]")


def _checked(words: Iterable[object]) -> list[str]:
    lines: list[str] = []
    for number, word in enumerate(words, 1):
        if not isinstance(word, str):
            kind = type(word).__name__
            raise LexiconError(
                f"word {number} is {shorten(word)} ({kind}), expected text", index=number - 1
            )
        line = word.strip()
        if not line:
            raise LexiconError(
                f"word {number} is empty, expected letters; leave it out", index=number - 1
            )
        check_characters(line, number)
        lines.append(line)
    if not lines:
        raise LexiconError(_NO_WORDS)
    if "\n" in "".join(lines):
        number, line = next((n, line) for n, line in enumerate(lines, 1) if "\n" in line)
        raise LexiconError(f"word {number} is {shorten(line)}, expected one line", index=number - 1)
    return lines


def check_characters(word: str, number: int | None = None) -> None:
    """Check that a word can be written as UTF-8.

    Raises:
        LexiconError: it has half a surrogate pair.
    """
    if not word.isascii() and re.search(_SURROGATE, word):
        name = "the word" if number is None else f"word {number}"
        reason = "with half a surrogate pair, which is not a character"
        facts = {} if number is None else {"index": number - 1}
        raise LexiconError(f"{name} is {shorten(word)}, {reason}", **facts)


def _packed_bands(bands: Sequence[int], words: int) -> bytes:
    if not isinstance(bands, Iterable):
        raise LexiconError(f"bands are {shorten(bands)}, expected a number from 0 to 255 per word")
    numbers = list(bands)
    if len(numbers) != words:
        given = f"{count_noun(len(numbers), 'band')} for {count_noun(words, 'word')}"
        raise LexiconError(f"{given}, expected one per word")
    try:
        return bytes(numbers)
    except (TypeError, ValueError) as error:
        raise LexiconError("a band is a whole number from 0 to 255") from error


def _is_plain_ascii(alphabet: Alphabet) -> bool:
    """Does the alphabet read each ASCII character as one letter, and fold at most its case?"""
    return not alphabet.name or _is_named_plain_ascii(alphabet)


@cache
def _is_named_plain_ascii(alphabet: Alphabet) -> bool:
    if alphabet.digraphs:
        return False
    from string import ascii_letters as letters  # slow to load

    expected = letters if alphabet.case_sensitive else letters.lower()
    return alphabet.fold(letters) == expected


def _compile_ascii(
    text: bytes, alphabet: Alphabet, keep: str, is_file: bool, bands: bytes, meta: str
) -> _core.Lexicon | None:
    try:
        return _core.Lexicon.compile_ascii(
            text, not alphabet.case_sensitive, is_file, keep, meta, bands
        )
    except _core.WordError as error:
        _raise_word(error, "line" if is_file else "word")


def _joined(words: Sequence[object]) -> str:
    """Join words to lines; "" unless they are text without line ends."""
    try:
        text = "\n".join(words)  # type: ignore[arg-type]
    except TypeError:
        return ""
    return text if text.count("\n") == len(words) - 1 else ""


def _compile_characters(
    text: str, alphabet: Alphabet, keep: str, is_file: bool, bands: bytes, meta: str
) -> _core.Lexicon | None:
    """Compile words, one per line, of characters that fold alike in any text and are letters.

    None where one is not, and where something is wrong with a word: then they are split here.
    """
    characters = characters_of(text)
    if alphabet.digraphs or re.search(_SURROGATE, "".join(characters)):
        return None
    folds = fold_characters(alphabet, characters)
    letters = set("".join(folds.values()))
    return _core.Lexicon.compile_characters(
        text,
        "".join(folds),
        list(folds.values()),
        "".join(letter for letter in letters if is_punctuation(letter) and letter not in keep),
        "".join(filter(str.isspace, characters)),
        is_file,
        meta,
        bands,
    )


def _compile(
    lines: list[str], alphabet: Alphabet, keep: str, bands: bytes, meta: str
) -> _core.Lexicon:
    letters, counts, faces, punctuation = _encode(lines, alphabet, keep)
    encoded = "\n".join(lines).encode("utf-8").split(b"\n")  # no line has a line end
    return _core.Lexicon.compile_letters(
        letters,
        array("Q", accumulate(counts, initial=0)),
        b"".join(encoded),
        array("Q", accumulate(map(len, encoded), initial=0)),
        faces,
        punctuation,
        meta,
        bands,
    )


def _encode(
    lines: list[str], alphabet: Alphabet, keep: str
) -> tuple[array[int], list[int], list[str], list[str]]:
    """Split words into all letter codes, letters per word, the letters, omitted punctuation."""
    lengths = [*map(len, lines)]
    if (longest := max(lengths)) > _MAX_CHARACTERS:  # splitting it would take long
        raise _core.WordError(
            f"has {longest} characters, expected at most {_MAX_CHARACTERS}", lengths.index(longest)
        )
    try:
        packed, letters = pack_letters(alphabet, "\n".join(lines))
    except AlphabetError as error:
        raise LexiconError(f"the words have too many letters: {error}") from error
    words = packed.split("\n")
    distinct = characters_of(packed) - {"\n"}
    faces = {each: letters.get(each, each) for each in distinct}
    omitted = [each for each in distinct if is_punctuation(faces[each]) and faces[each] not in keep]
    if omitted:
        for each in omitted:
            packed = packed.replace(each, "")
        # A word of nothing but punctuation keeps it.
        words = [bare or word for bare, word in zip(packed.split("\n"), words, strict=True)]
        distinct = characters_of("".join(words))
    counts = [*map(len, words)]
    if not 0 < min(counts) <= max(counts) <= _core.MAX_WORD_LETTERS:
        expected = range(1, _core.MAX_WORD_LETTERS + 1)
        index = next(index for index, count in enumerate(counts) if count not in expected)
        raise _core.WordError(
            f"has {counts[index]} letters, expected 1 to {_core.MAX_WORD_LETTERS}", index
        )
    if len(distinct) > _core.MAX_LETTERS:
        raise LexiconError(
            f"the words have {len(distinct)} different letters, "
            f"at most {_core.MAX_LETTERS} are possible"
        )
    ordered = sorted(distinct, key=faces.__getitem__)
    listed = [faces[each] for each in ordered]
    for letter in listed:
        if not letter.isprintable() and len(letter) == 1 and ord(letter) < 0xA0:
            raise LexiconError(f"the words have the control character {letter!r}; remove it")
    return _codes("".join(words), ordered), counts, listed, sorted(faces[each] for each in omitted)


def _codes(text: str, letters: list[str]) -> array[int]:
    """Return the place of each character of text among the letters."""
    codes: array[int] = array("H")
    if len(letters) < _FIRST_SURROGATE:
        table = {ord(letter): code for code, letter in enumerate(letters)}
        codes.frombytes(text.translate(table).encode("utf-16-le"))
    else:
        code_of = {letter: code for code, letter in enumerate(letters)}
        codes.extend(map(code_of.__getitem__, text))
    return codes


def _raise_word(error: _core.WordError, unit: str) -> NoReturn:
    message, number = error.args
    raise LexiconError(f"{unit} {number + 1} {message}", index=number) from None
