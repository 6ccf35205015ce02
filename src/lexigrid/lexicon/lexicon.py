"""The Lexicon: words compiled once and searched often; it never changes."""

from __future__ import annotations

import os
import threading
from array import array
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from .. import _core
from .._util.cache import BoundedCache
from .._util.io import COMPRESSED, atomic_write
from ..alphabet import OPEN, Alphabet, is_punctuation
from ..errors import AlphabetError, LexiconError
from .commonness import COMMON_BAND
from .compile import compile_text, compile_words, list_words
from .compiled import DEAD, ROOT, CompiledWords
from .cursor import Cursor
from .image import (
    DEFAULT_PATH,
    MAGIC,
    format_description,
    load_image,
    open_image,
    parse_description,
)
from .word_lists import read_word_list

_lock = threading.Lock()
_default: Lexicon | None = None


class _Variants(BoundedCache[tuple[Alphabet, str], "Lexicon"]):
    __slots__ = ()
    capacity = 8


class _Solvers(BoundedCache[Any, _core.Boards]):
    __slots__ = ()
    capacity = 64


class Lexicon(CompiledWords):
    """Compiled words that never change: a container of words, and what searches read.

    Words are compared by the letters of `alphabet`; words of equal letters are one word, shown in
    the first spelling given. Punctuation does not count as letters, except in a search of a grid
    that has it. `bands` is the commonness of each word, a number from 0 (commonest) to 255.

    >>> lexicon = Lexicon(["oat", "eat", "Ice Cream"])
    >>> len(lexicon), "EAT" in lexicon, "ea" in lexicon, lexicon.starts_with("ea")
    (3, True, False, True)
    >>> list(lexicon)
    ['eat', 'Ice Cream', 'oat']

    Raises:
        LexiconError: no words, an empty word, something that is not text, a limit passed.
        AlphabetError: no alphabet of that name.
    """

    __slots__ = ("__weakref__", "_given", "_is_alphabet_given", "_variants", "derived", "solvers")

    #: Derived lexicons: another alphabet, or punctuation that a grid has.
    _variants: _Variants
    #: The words as they were given, and their bands, where their order may matter again.
    _given: tuple[Any, Sequence[int] | None] | None
    #: Tables that were made from this lexicon, by key: filled by whoever needs them.
    derived: BoundedCache[Any, Any]
    #: Solvers for boards, by shape and options.
    solvers: _Solvers

    def __init__(
        self,
        words: Iterable[str],
        *,
        alphabet: Alphabet | str | None = None,
        case_sensitive: bool = False,
        fold_accents: bool = False,
        bands: Sequence[int] | None = None,
    ) -> None:
        given = Alphabet.of(alphabet, case_sensitive=case_sensitive, fold_accents=fold_accents)
        chosen, is_given = given or OPEN, given is not None
        description = format_description(chosen, is_given)
        listed = list_words(words)
        core = compile_words(listed, chosen, bands=bands, meta=description)
        self._attach(core, chosen, is_given)
        # Only such words can become one word with others where a grid reads them differently.
        if core.has_punctuation or not all(map(str.isascii, core.faces)):
            self._given = (listed, bands)

    def _attach(self, core: _core.Lexicon, alphabet: Alphabet, is_given: bool) -> None:
        CompiledWords.__init__(self, core, alphabet)
        self._is_alphabet_given = is_given
        self._given = None
        self._variants = _Variants()
        self.derived = BoundedCache()
        self.solvers = _Solvers()

    @classmethod
    def _of(cls, core: _core.Lexicon, alphabet: Alphabet, is_given: bool) -> Lexicon:
        lexicon = cls.__new__(cls)
        lexicon._attach(core, alphabet, is_given)
        return lexicon

    @classmethod
    def compiled_for(cls, words: Iterable[str], alphabet: Alphabet | None, keep: str) -> Lexicon:
        """Compile words for one grid: in its alphabet, with the punctuation `keep` as letters."""
        chosen, is_given = alphabet or OPEN, alphabet is not None
        description = format_description(chosen, is_given)
        return cls._of(compile_words(words, chosen, keep=keep, meta=description), chosen, is_given)

    # --- making lexicons --------------------------------------------------------------------

    @classmethod
    def default(cls) -> Lexicon:
        """Return the built-in English lexicon: one memory map, shared by all threads.

        >>> "lexicon" in Lexicon.default()
        True
        """
        global _default
        if _default is None:
            with _lock:
                if _default is None:
                    # The package's own file is not validated again: 0.1 ms instead of 6 ms.
                    _default = cls._of(*load_image(DEFAULT_PATH, validate=False))
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
        """Compile a word list: UTF-8 text, one word per line, or compressed (`.gz`, `.xz`, `.zst`).

        A byte order mark, CRLF, blank lines, `#` comments and repeats are tolerated. A file that
        is a compiled lexicon is loaded. `.csv`, `.parquet` and hunspell's `.dic` (with its `.aff`
        next to it) are read too; `column` is the name or number of the column of words. `.zst` and
        `.parquet` need pyarrow (`pip install lexigrid[arrow]`).

        Raises:
            InputError: the file cannot be read.
            LexiconError: it is no word list, or not UTF-8 (with the byte).
        """
        given = Alphabet.of(alphabet, case_sensitive=case_sensitive, fold_accents=fold_accents)
        chosen, is_given = given or OPEN, given is not None
        found = read_word_list(path, column=column)
        meta = format_description(chosen, is_given, Path(path).name)
        try:
            if not isinstance(found, bytes):
                return cls._of(compile_words(found, chosen, meta=meta), chosen, is_given)
            if not found.startswith(MAGIC):
                return cls._of(compile_text(found, chosen, meta=meta), chosen, is_given)
            if Path(path).suffix.lower() in COMPRESSED:
                return cls._of(*open_image(found, validate=True))
            return cls.load(path)
        except LexiconError as error:
            raise type(error)(f"{str(path)!r}: {error}", **error.facts) from error

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Lexicon:
        """Read a compiled lexicon, and validate that no search can leave it.

        Raises:
            InputError: the file cannot be read.
            LexiconFormatError: it is damaged, or no lexicon of a version this release reads.
        """
        return cls._of(*load_image(path, validate=True))

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the compiled lexicon, whole or not at all; `load` returns an equal one.

        Raises:
            InputError: the file cannot be written.
        """
        with atomic_write(path) as file:
            file.write(self.core.image)

    @property
    def letters(self) -> tuple[str, ...]:
        """The letters that occur in the words, in code point order."""
        return tuple(self.core.faces)

    @property
    def max_length(self) -> int:
        """The number of letters of the longest word."""
        return self.core.max_length

    @property
    def fingerprint(self) -> str:
        """Sixteen hexadecimal digits that equal words share.

        >>> Lexicon(["oat", "eat"]).fingerprint == Lexicon(["eat", "oat"]).fingerprint
        True
        """
        return f"{self.core.fingerprint:016x}"

    @property
    def has_bands(self) -> bool:
        """Has each word a commonness band?"""
        return self.core.has_bands

    @property
    def length_counts(self) -> dict[int, int]:
        """The number of words by number of letters, ascending.

        >>> Lexicon(["oat", "eat", "a"]).length_counts
        {1: 1, 3: 2}
        """
        first = self.core.lengths()
        counts = {letters: first[letters + 1] - first[letters] for letters in range(len(first) - 1)}
        return {letters: words for letters, words in counts.items() if words}

    @property
    def info(self) -> dict[str, Any]:
        """The description written when the lexicon was compiled: name, origin, alphabet."""
        return parse_description(self.core.meta)

    def __len__(self) -> int:
        return self.core.word_count

    def __contains__(self, word: object) -> bool:
        return isinstance(word, str) and self.id_of(word) is not None

    def __iter__(self) -> Iterator[str]:
        """Iterate over the words in alphabetical order of their letters, first spelling each."""
        return map(self.text_of, self.core.words_below(ROOT))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Lexicon):
            return NotImplemented
        return self is other or (
            self._alphabet == other._alphabet
            and self.fingerprint == other.fingerprint
            and bytes(self.core.bands) == bytes(other.core.bands)
            and all(
                self.spellings_of(word) == other.spellings_of(word) for word in range(len(self))
            )
        )

    def __hash__(self) -> int:
        return hash(self.core.fingerprint)

    def __repr__(self) -> str:
        if len(self) <= 8:
            return f"Lexicon({list(self)!r})"
        return f"<Lexicon of {len(self):,} words, {self.fingerprint}>"

    def __reduce__(self) -> tuple[Any, ...]:
        if self is _default:
            return Lexicon.default, ()
        return (_from_image, (bytes(self.core.image),))

    def __deepcopy__(self, *memo: object) -> Lexicon:
        return self

    __copy__ = __deepcopy__

    def starts_with(self, prefix: str) -> bool:
        """Does any word start with these letters? The empty prefix starts every word.

        >>> Lexicon(["oat"]).starts_with("Oa")
        True
        """
        return self.at(prefix) is not None

    def at(self, prefix: str) -> Cursor | None:
        """Return the cursor after a prefix, or None if no word starts so.

        >>> cursor = Lexicon(["thin", "thing"]).at("thi")
        >>> cursor.child("n").is_word, list(cursor.words())
        (True, ['thin', 'thing'])
        """
        letters = self.split(prefix)
        node = self.node_after(letters)
        return Cursor(self, node, tuple(letters)) if node != DEAD else None

    def words(self, pattern: str | None = None) -> Iterator[str]:
        """Iterate over the words that fit a pattern, alphabetically.

        `?` is any one letter, `*` any number of letters.

        >>> list(Lexicon(["cat", "coat", "cut", "dog"]).words("c*t"))
        ['cat', 'coat', 'cut']
        """
        if pattern is None:
            return iter(self)
        return map(self.text_of, self.ids_like(pattern))

    def band(self, word: str) -> int | None:
        """Return the commonness band of a word, 0 the commonest; None without bands or word.

        >>> Lexicon(["oat", "zoa"], bands=[10, 80]).band("zoa")
        80
        """
        found = self.id_of(word)
        return None if found is None or not self.has_bands else self.core.band(found)

    def common(self, max_band: int = COMMON_BAND) -> Lexicon:
        """Return the words up to a band, with their bands; compiled once.

        >>> common = Lexicon.default().common()
        >>> "planet" in common, "zoa" in common
        (True, False)

        Raises:
            LexiconError: the lexicon has no bands, or no word in those bands.
        """
        if not self.has_bands:
            raise LexiconError(
                "the lexicon has no bands, so no word is known to be common; use the built-in one"
            )

        def compile_common() -> Lexicon:
            bands = bytes(self.core.bands)
            kept = [word for word, band in enumerate(bands) if band <= max_band]
            if not kept:
                raise LexiconError(f"the lexicon has no word in the bands up to {max_band}")
            words = [self.text_of(word) for word in kept]
            return Lexicon(words, alphabet=self.alphabet, bands=[bands[word] for word in kept])

        found: Lexicon = self.derived.get_or_make(("common", max_band), compile_common)
        return found

    def spellings(self, word: str) -> tuple[str, ...]:
        """Return the spellings that were given for a word; () if it is not in the lexicon.

        >>> Lexicon(["résumé", "Résumé"]).spellings("RÉSUMÉ")
        ('résumé', 'Résumé')
        """
        found = self.id_of(word)
        return () if found is None else self.spellings_of(found)

    # --- adapting lexicons to grids ---------------------------------------------------------

    def adapted_to(self, alphabet: Alphabet | None, punctuation: frozenset[str]) -> Lexicon:
        """Return the lexicon as a grid reads it: in its alphabet, with its punctuation as letters.

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
            if not self._splits_alike(alphabet):
                wanted = alphabet
        keep = "".join(sorted(punctuation.intersection(self.core.punctuation)))
        if wanted == self._alphabet and not keep:
            return self
        return self._variants.get_or_make(
            (wanted, keep), lambda: self._recompile(wanted, keep, None)
        )

    def restricted_to(self, words: Iterable[int]) -> Lexicon:
        """Return the lexicon of some of the words, by number, with the same letters."""
        omitted = self.core.punctuation
        kept = [c for c in self.core.faces if is_punctuation(c) and c not in omitted]
        return self._recompile(self._alphabet, "".join(kept), words)

    def _splits_alike(self, alphabet: Alphabet) -> bool:
        """Would the alphabet split every word of this lexicon as its own does?"""
        return (
            not self.core.has_spellings
            and not alphabet.digraphs
            and all(alphabet.split(face) == (face,) for face in self.core.faces)
        )

    def _recompile(self, alphabet: Alphabet, keep: str, words: Iterable[int] | None) -> Lexicon:
        """Compile some or all words again; all in the order in which they were given, if known."""
        meta = format_description(alphabet, self._is_alphabet_given)
        if words is None and self._given is not None:
            given, given_bands = self._given
            core = compile_words(given, alphabet, keep=keep, bands=given_bands, meta=meta)
            return Lexicon._of(core, alphabet, self._is_alphabet_given)
        listed: list[str] = []
        bands: list[int] | None = [] if self.has_bands else None
        for word in range(len(self)) if words is None else words:
            spellings = self.spellings_of(word)
            listed += spellings
            if bands is not None:
                bands += [self.core.band(word)] * len(spellings)
        core = compile_words(listed, alphabet, keep=keep, bands=bands, meta=meta)
        return Lexicon._of(core, alphabet, self._is_alphabet_given)


def _from_image(image: bytes) -> Lexicon:
    return Lexicon._of(*open_image(array("B", image), validate=True))
