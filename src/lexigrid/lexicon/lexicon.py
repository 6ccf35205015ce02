"""The Lexicon: words compiled once, asked often.

Knows its compiler, alphabets and the native core; known by search and everything above.
Rule: a Lexicon never changes; what it derives for other alphabets is kept beside it.
"""

from __future__ import annotations

import functools
import json
import mmap
import os
import threading
from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from .. import _core
from .._util.io import atomic_write
from ..alphabet import OPEN, Alphabet, graphemes, is_punctuation
from ..errors import AlphabetError, InputError, LexiconError, LexiconFormatError
from .compile import compile_text, compile_words
from .cursor import DEAD, ROOT, Cursor

MAGIC = b"LEXIGRID"
#: The build lays it beside the native module, which may stand apart from the sources.
DEFAULT_PATH = Path(_core.__file__).parent / "data" / "english.lexicon"
#: Derived lexicons (another alphabet, punctuation that a grid has) that one lexicon remembers.
MAX_VARIANTS = 8

_lock = threading.Lock()
_default: Lexicon | None = None


class Lexicon:
    """Compiled, unchangeable words: a container, a source of words, and what searches walk.

    Words are compared by the letters of `alphabet`; words of equal letters are one word, shown in
    the first spelling given. Punctuation does not count as letters (a search counts it where the
    grid has it). `bands` gives each word a number from 0 (commonest) to 255.

    >>> lexicon = Lexicon(["oat", "eat", "Ice Cream"])
    >>> len(lexicon), "EAT" in lexicon, "ea" in lexicon, lexicon.starts_with("ea")
    (3, True, False, True)
    >>> list(lexicon)
    ['eat', 'Ice Cream', 'oat']

    Raises:
        LexiconError: no words, an empty word, something that is not text, a limit passed.
        AlphabetError: no alphabet of that name.
    """

    __slots__ = (
        "__weakref__",
        "_alphabet",
        "_codes_kept",
        "_is_alphabet_given",
        "_made",
        "_native",
        "_solvers",
        "_variants",
    )

    def __init__(
        self,
        words: Iterable[str],
        *,
        alphabet: Alphabet | str | None = None,
        case_sensitive: bool = False,
        fold_accents: bool = False,
        bands: Sequence[int] | None = None,
    ) -> None:
        chosen, is_given = _alphabet_of(alphabet, case_sensitive, fold_accents)
        native = compile_words(words, chosen, bands=bands, meta=_meta_of(chosen, is_given))
        self._attach(native, chosen, is_given)

    def _attach(self, native: _core.Lexicon, alphabet: Alphabet, is_given: bool) -> None:
        self._native = native
        self._alphabet = alphabet
        self._is_alphabet_given = is_given
        self._codes_kept: dict[str, int] | None = None
        self._variants: dict[tuple[Alphabet, str], Lexicon] = {}
        self._made: dict[Any, Any] = {}
        #: For searches over boards, by shape and options.
        self._solvers: dict[Any, _core.Boards] = {}

    @property
    def _code_of(self) -> dict[str, int]:
        """The code of each letter."""
        if self._codes_kept is None:
            self._codes_kept = {face: code for code, face in enumerate(self._native.faces)}
        return self._codes_kept

    @classmethod
    def _of(cls, native: _core.Lexicon, alphabet: Alphabet, is_given: bool) -> Lexicon:
        made = cls.__new__(cls)
        made._attach(native, alphabet, is_given)
        return made

    @classmethod
    def _compiled(cls, words: Iterable[str], alphabet: Alphabet | None, keep: str) -> Lexicon:
        """Compile words for one grid, with the punctuation it has as letters."""
        chosen, is_given = alphabet or OPEN, alphabet is not None
        native = compile_words(words, chosen, keep=keep, meta=_meta_of(chosen, is_given))
        return cls._of(native, chosen, is_given)

    # --- where lexicons come from -----------------------------------------------------------

    @classmethod
    def default(cls) -> Lexicon:
        """Give the built-in English words: one memory map, shared by all threads.

        >>> "lexicon" in Lexicon.default()
        True
        """
        global _default
        if _default is None:
            with _lock:
                if _default is None:
                    # The package's own file is not validated again: 0.1 ms instead of 6 ms.
                    _default = _open(DEFAULT_PATH, validate=False)
        return _default

    @classmethod
    def read(
        cls,
        path: str | os.PathLike[str],
        *,
        alphabet: Alphabet | str | None = None,
        case_sensitive: bool = False,
        fold_accents: bool = False,
        column: str | int | None = None,
    ) -> Lexicon:
        """Compile a word list: UTF-8 text, a word a line, also packed (`.gz`, `.xz`, `.zst`).

        A byte order mark, CRLF, blank lines, `#` comments and repeats are tolerated. A file that
        is a compiled lexicon is loaded; `.csv`, `.parquet` and hunspell's `.dic` (its `.aff` beside
        it) are understood; `column` names or counts the column of words. `.zst` and `.parquet`
        need pyarrow (`pip install lexigrid[arrow]`).

        Raises:
            InputError: the file cannot be read.
            LexiconError: it is no word list, or not UTF-8 (with the byte).
        """
        from .word_lists import PACKED, read_word_list

        chosen, is_given = _alphabet_of(alphabet, case_sensitive, fold_accents)
        found = read_word_list(path, column=column)
        meta = _meta_of(chosen, is_given, Path(path).name)
        try:
            if isinstance(found, bytes):
                if found.startswith(MAGIC):
                    packed = Path(path).suffix.lower() in PACKED
                    return _from_buffer(found, validate=True) if packed else cls.load(path)
                return cls._of(compile_text(found, chosen, meta=meta), chosen, is_given)
            return cls._of(compile_words(found, chosen, meta=meta), chosen, is_given)
        except LexiconError as error:
            raise type(error)(f"{str(path)!r}: {error}", **error.facts) from error

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Lexicon:
        """Map a compiled lexicon, after proving that no search can leave it.

        Raises:
            InputError: the file cannot be read.
            LexiconFormatError: it is damaged, or no lexicon of a version this release reads.
        """
        return _open(Path(path), validate=True)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the compiled lexicon, whole or not at all; `load` gives an equal one back.

        Raises:
            InputError: the file cannot be written.
        """
        with atomic_write(path) as file:
            file.write(self._native.image)

    # --- what a lexicon answers ---------------------------------------------------------------

    @property
    def alphabet(self) -> Alphabet:
        """How words are split into letters."""
        return self._alphabet

    @property
    def letters(self) -> tuple[str, ...]:
        """The letters that occur in the words, in code point order."""
        return tuple(self._native.faces)

    @property
    def max_length(self) -> int:
        """Letters of the longest word."""
        return self._native.max_length

    @property
    def fingerprint(self) -> str:
        """Sixteen hexadecimal digits of letters and words: equal words, equal fingerprint.

        >>> Lexicon(["oat", "eat"]).fingerprint == Lexicon(["eat", "oat"]).fingerprint
        True
        """
        return f"{self._native.fingerprint:016x}"

    @property
    def has_bands(self) -> bool:
        """Has each word a commonness band?"""
        return self._native.has_bands

    @property
    def length_counts(self) -> dict[int, int]:
        """Number of words by number of letters, ascending.

        >>> Lexicon(["oat", "eat", "a"]).length_counts
        {1: 1, 3: 2}
        """
        first = self._native.lengths()
        counts = {letters: first[letters + 1] - first[letters] for letters in range(len(first) - 1)}
        return {letters: words for letters, words in counts.items() if words}

    @property
    def info(self) -> dict[str, Any]:
        """What was written about the lexicon when it was compiled: name, origin, alphabet."""
        return _parsed(self._native.meta)

    def __len__(self) -> int:
        return self._native.word_count

    def __contains__(self, word: object) -> bool:
        return isinstance(word, str) and self._find(word) is not None

    def __iter__(self) -> Iterator[str]:
        """Iterate over the words in alphabetical order of their letters, first spelling each."""
        return map(self._text, self._native.words_below(ROOT))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Lexicon):
            return NotImplemented
        return self is other or (
            self._alphabet == other._alphabet
            and self.fingerprint == other.fingerprint
            and bytes(self._native.bands) == bytes(other._native.bands)
            and all(self._spellings(word) == other._spellings(word) for word in range(len(self)))
        )

    def __hash__(self) -> int:
        return hash(self._native.fingerprint)

    def __repr__(self) -> str:
        if len(self) <= 8:
            return f"Lexicon({list(self)!r})"
        return f"<Lexicon of {len(self):,} words, {self.fingerprint}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return (_from_image, (bytes(self._native.image),))

    def starts_with(self, prefix: str) -> bool:
        """Does any word start with these letters? The empty prefix starts every word.

        >>> Lexicon(["oat"]).starts_with("Oa")
        True
        """
        return self.at(prefix) is not None

    def at(self, prefix: str) -> Cursor | None:
        """Stand behind a prefix, or None where no word goes on: for searches of one's own.

        >>> cursor = Lexicon(["thin", "thing"]).at("thi")
        >>> cursor.child("n").is_word, list(cursor.words())
        (True, ['thin', 'thing'])
        """
        letters = self._letters(prefix)
        codes = self._codes(letters)
        node = self._native.walk(codes) if codes is not None else DEAD
        return Cursor(self, node, tuple(letters)) if node != DEAD else None

    def words(self, pattern: str | None = None) -> Iterator[str]:
        """Iterate over the words that fit a pattern, alphabetically.

        `?` stands for any one letter, `*` for any letters or none.

        >>> list(Lexicon(["cat", "coat", "cut", "dog"]).words("c*t"))
        ['cat', 'coat', 'cut']
        """
        if pattern is None:
            return iter(self)
        return map(self._text, self._native.words_like(self._pattern(pattern)))

    def band(self, word: str) -> int | None:
        """Give the commonness band of a word, 0 the commonest; None without bands or word.

        >>> Lexicon(["oat", "zoa"], bands=[10, 80]).band("zoa")
        80
        """
        found = self._find(word)
        return None if found is None or not self.has_bands else self._native.band(found)

    def spellings(self, word: str) -> tuple[str, ...]:
        """List the spellings that were given for a word; () if it is not in the lexicon.

        >>> Lexicon(["résumé", "Résumé"]).spellings("RÉSUMÉ")
        ('résumé', 'Résumé')
        """
        found = self._find(word)
        return () if found is None else self._spellings(found)

    # --- for the searches ---------------------------------------------------------------------

    def _reading(self, alphabet: Alphabet | None, tiles: frozenset[str]) -> Lexicon:
        """Give the lexicon as a grid reads it: in its alphabet, with the punctuation it has.

        `tiles` are the punctuation letters among the grid's tiles.

        Raises:
            AlphabetError: grid and lexicon were given two different alphabets.
        """
        wanted = self._alphabet
        if alphabet is not None and alphabet != self._alphabet:
            if self._is_alphabet_given:
                raise AlphabetError(
                    f"the grid reads letters with {alphabet}, the lexicon with {self._alphabet}; "
                    "give both the same alphabet, or only one of them",
                    grid=alphabet,
                    lexicon=self._alphabet,
                )
            if not self._reads_alike(alphabet):
                wanted = alphabet
        keep = "".join(sorted(tiles.intersection(self._native.punctuation)))
        if wanted == self._alphabet and not keep:
            return self
        key = (wanted, keep)
        variant = self._variants.get(key)
        if variant is None:
            variant = self._compiled_for(wanted, keep)
            if len(self._variants) >= MAX_VARIANTS:
                self._variants.clear()
            self._variants[key] = variant
        return variant

    def _remembered(self, key: Any, make: Callable[[], Any]) -> Any:
        """Give what was made of this lexicon before under a key, or make it."""
        found = self._made.get(key)
        if found is None:
            found = self._made[key] = make()
        return found

    def _reads_alike(self, alphabet: Alphabet) -> bool:
        """Would the alphabet split every word of this lexicon as its own does?"""
        return (
            not self._native.has_spellings
            and not alphabet.digraphs
            and all(alphabet.split(face) == (face,) for face in self._native.faces)
        )

    def _compiled_for(self, alphabet: Alphabet, keep: str) -> Lexicon:
        words: list[str] = []
        bands: list[int] | None = [] if self.has_bands else None
        for word in range(len(self)):
            spellings = self._spellings(word)
            words += spellings
            if bands is not None:
                bands += [self._native.band(word)] * len(spellings)
        meta = _meta_of(alphabet, self._is_alphabet_given)
        native = compile_words(words, alphabet, keep=keep, bands=bands, meta=meta)
        return Lexicon._of(native, alphabet, self._is_alphabet_given)

    def _letters(self, text: str) -> list[str]:
        letters = self._alphabet.split(text.strip())
        return [c for c in letters if c in self._code_of or not is_punctuation(c)] or list(letters)

    def _codes(self, letters: Sequence[str]) -> list[int] | None:
        """Give the codes of letters, or None if the lexicon lacks one."""
        codes = [self._code_of.get(letter, -1) for letter in letters]
        return None if -1 in codes else codes

    def _find(self, word: str) -> int | None:
        codes = self._codes(self._letters(word))
        node = self._native.walk(codes) if codes else DEAD
        if node == DEAD or not self._native.ends_word(node):
            return None
        return self._native.word_at(node)

    def _text(self, word: int) -> str:
        if not self._native.has_spellings:
            return self._native.joined(word)
        return self._spellings(word)[0]

    def _spellings(self, word: int) -> tuple[str, ...]:
        return tuple(self._native.spelling(word).split("\n"))

    def _pattern(self, pattern: str) -> list[int]:
        elements: list[int] = []
        for part in graphemes(pattern.strip()):
            if part == "?":
                elements.append(_core.ANY_LETTER)
            elif part == "*":
                elements.append(_core.ANY_LETTERS)
            else:
                # Digraph letters are split again with their neighbours below.
                elements += self._pattern_letters(part)
        return elements if not self._alphabet.digraphs else self._pattern_with_digraphs(pattern)

    def _pattern_letters(self, text: str) -> list[int]:
        return [
            self._code_of.get(letter, _core.UNKNOWN_LETTER)
            for letter in self._alphabet.split(text)
            if letter in self._code_of or not is_punctuation(letter)
        ]

    def _pattern_with_digraphs(self, pattern: str) -> list[int]:
        elements: list[int] = []
        run = ""
        for character in [*pattern.strip(), ""]:
            if character and character not in "?*":
                run += character
                continue
            elements += self._pattern_letters(run) if run else []
            run = ""
            if character:
                elements.append(_core.ANY_LETTER if character == "?" else _core.ANY_LETTERS)
        return elements


def _alphabet_of(
    alphabet: Alphabet | str | None, case_sensitive: bool, fold_accents: bool
) -> tuple[Alphabet, bool]:
    if isinstance(alphabet, Alphabet):
        return alphabet, True
    if isinstance(alphabet, str):
        named = Alphabet.named(alphabet, case_sensitive=case_sensitive, fold_accents=fold_accents)
        return named, True
    if not case_sensitive and not fold_accents:
        return OPEN, False
    return Alphabet(case_sensitive=case_sensitive, fold_accents=fold_accents), True


def _meta_of(alphabet: Alphabet, is_given: bool, file: str = "") -> str:
    """Write what a lexicon tells about itself, as JSON."""
    return _meta_text(alphabet.name, alphabet.case_sensitive, alphabet.fold_accents, is_given, file)


@functools.lru_cache(maxsize=64)
def _meta_text(
    name: str, case_sensitive: bool, fold_accents: bool, is_given: bool, file: str
) -> str:
    settings = {"name": name, "case_sensitive": case_sensitive, "fold_accents": fold_accents}
    meta = {"alphabet": settings, "alphabet_given": is_given}
    return json.dumps(meta | {"name": file} if file else meta, ensure_ascii=False)


def _parsed(meta: str) -> dict[str, Any]:
    try:
        parsed = json.loads(meta)
    except ValueError as error:
        raise LexiconFormatError(f"the description is not JSON: {error}") from error
    if not isinstance(parsed, dict):
        raise LexiconFormatError("the description is not a JSON object")
    return parsed


def _open(path: Path, *, validate: bool) -> Lexicon:
    try:
        with path.open("rb") as file:
            size = os.fstat(file.fileno()).st_size
            if size == 0:
                raise LexiconFormatError(f"{str(path)!r} is empty, expected a compiled lexicon")
            mapped = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    except OSError as error:
        reason = error.strerror or str(error)
        raise InputError(f"cannot read {str(path)!r}: {reason}", path=path) from error
    try:
        return _from_buffer(mapped, validate=validate)
    except LexiconFormatError as error:
        raise LexiconFormatError(f"{str(path)!r}: {error}", **error.facts) from error


def _from_buffer(buffer: Any, *, validate: bool) -> Lexicon:
    try:
        native = _core.Lexicon.open(buffer, validate)
    except _core.FormatError as error:
        message, offset = error.args
        raise LexiconFormatError(f"{message} (byte {offset})", offset=offset) from None
    meta = _parsed(native.meta)
    settings = meta.get("alphabet")
    if not isinstance(settings, dict):
        raise LexiconFormatError("the description names no alphabet")
    name = str(settings.get("name", ""))
    case_sensitive = bool(settings.get("case_sensitive", False))
    fold_accents = bool(settings.get("fold_accents", False))
    alphabet, _ = _alphabet_of(name or None, case_sensitive, fold_accents)
    return Lexicon._of(native, alphabet, bool(meta.get("alphabet_given", False)))


def _from_image(image: bytes) -> Lexicon:
    return _from_buffer(array("B", image), validate=True)
