"""The Lexicon: immutable words, compiled once and searched often."""

from __future__ import annotations

import os
import threading
from array import array
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, partial
from typing import TYPE_CHECKING, Any

from .. import _core
from .._util.cache import BoundedCache
from .._util.io import COMPRESSED, atomic_write
from .._util.validation import check_int, check_type, check_words
from ..alphabet import OPEN, Alphabet, is_punctuation
from ..errors import AlphabetError, LexiconError
from .commonness import COMMON_BAND
from .compile import check_characters, check_several, compile_text, compile_words
from .compiled import DEAD, ROOT, CompiledWords
from .derived import per_lexicon
from .image import MAGIC, format_description, load_default, load_image, open_image

if TYPE_CHECKING:
    from .cursor import Cursor
    from .word_list import Forms

_ENGLISH = "en"
_LANGUAGE_VARIABLE = "LEXIGRID_LANGUAGE"
_open_description = cache(partial(format_description, OPEN, False))
_lock = threading.Lock()
#: The lexicons of languages, by code.
_defaults: dict[str, Lexicon] = {}


class _Variants(BoundedCache[tuple[Alphabet, str], "Lexicon"]):
    """A lexicon in other alphabets, or with punctuation that a grid has."""

    __slots__ = ()
    capacity = 8


class Lexicon(CompiledWords):
    """Compiled words that never change: a container of words, and the input of searches.

    Words are compared by the letters of `alphabet`; words with equal letters are one word, shown in
    the first spelling given. Punctuation does not count as letters, except in a search of a grid
    that has it. `bands` is the commonness of each word, a number from 0 (commonest) to 255.
    `avoided` are words never to put into a puzzle or board.

    >>> lexicon = Lexicon(["oat", "eat", "Ice Cream"])
    >>> len(lexicon), "EAT" in lexicon, "ea" in lexicon, lexicon.starts_with("ea")
    (3, True, False, True)
    >>> list(lexicon)
    ['eat', 'Ice Cream', 'oat']

    Raises:
        LexiconError: there are no words, a word is empty or not text, or a limit is exceeded.
        AlphabetError: the alphabet is unknown.
    """

    __slots__ = ("__weakref__", "_derived", "_given", "_is_alphabet_given", "language", "notes")

    #: The code of the language that all these words come from; None for your own words.
    language: str | None
    #: Sentences about what was left out when the words were read: invalid lines, foreign words.
    notes: tuple[str, ...]
    #: The words as given, and their bands, if their order may matter again.
    _given: tuple[Any, Sequence[int] | None] | None
    #: What `per_lexicon` functions made from this lexicon: tables, solvers, lexicons.
    _derived: BoundedCache[Any, Any] | None

    def __init__(
        self,
        words: Iterable[str],
        *,
        alphabet: Alphabet | str | None = None,
        case_sensitive: bool = False,
        fold_accents: bool = False,
        bands: Sequence[int] | None = None,
        avoided: Iterable[str] = (),
    ) -> None:
        given = Alphabet.of(alphabet, case_sensitive=case_sensitive, fold_accents=fold_accents)
        chosen, is_given = given or OPEN, given is not None
        never_drawn = check_words(avoided, "avoided")
        for word in never_drawn:
            check_characters(word)
        description = format_description(chosen, is_given, avoided=never_drawn)
        check_several(words)
        listed = list(words)
        core = compile_words(listed, chosen, bands=bands, meta=description)
        self._attach(core, chosen, is_given)
        # Only such words can become equal to others when a grid reads them differently.
        if core.has_punctuation or not all(map(str.isascii, core.faces)):
            self._given = (listed, bands)

    def _attach(
        self, core: _core.Lexicon, alphabet: Alphabet, is_given: bool, language: str | None = None
    ) -> None:
        self.core, self._alphabet, self._is_alphabet_given = core, alphabet, is_given
        self.language, self.notes = language, ()
        self._given = self._letter_codes = self._omitted = self._derived = None

    @classmethod
    def _of(
        cls, core: _core.Lexicon, alphabet: Alphabet, is_given: bool, language: str | None = None
    ) -> Lexicon:
        lexicon = object.__new__(cls)
        lexicon._attach(core, alphabet, is_given, language)
        return lexicon

    @classmethod
    def compiled_for(cls, words: Iterable[str], alphabet: Alphabet | None, keep: str) -> Lexicon:
        """Compile words for one grid: in its alphabet, with the punctuation `keep` as letters."""
        chosen, is_given = alphabet or OPEN, alphabet is not None
        meta = format_description(chosen, is_given) if is_given else _open_description()
        return cls._of(compile_words(words, chosen, keep=keep, meta=meta), chosen, is_given)

    # --- making lexicons --------------------------------------------------------------------

    @classmethod
    def default(cls, language: str | None = None) -> Lexicon:
        """Return the words of a language, shared by all threads; by default the built-in English.

        `languages()` lists the languages that have words here. Words are compiled on first use and
        kept in the user's cache folder. The environment variable LEXIGRID_LANGUAGE sets another
        default; the locale never does.

        >>> "lexicon" in Lexicon.default(), Lexicon.default("en").language
        (True, 'en')

        Raises:
            LexiconError: no words of that language are installed; the message says how to get them.
        """
        if language is not None:
            check_type(language, "the language", str, "a code such as 'de'")
        code = language or os.environ.get(_LANGUAGE_VARIABLE) or _ENGLISH
        found = _defaults.get(code)
        if found is None:
            with _lock:
                found = _defaults.get(code) or cls._load_language(code)
                found = _defaults.setdefault(found.language or code, found)
                _defaults[code] = found
        return found

    @classmethod
    def _load_language(cls, code: str) -> Lexicon:
        if code != _ENGLISH:
            from .packs.compiled import load_pack
            from .packs.installed import find_language

            if (language := find_language(code)).folder is not None:
                return cls._of(*load_pack(language))
        # The package's own file is not validated again: 0.1 ms instead of 6 ms.
        core, alphabet, is_given, _ = load_default()
        return cls._of(core, alphabet, is_given, _ENGLISH)

    @classmethod
    def read(
        cls,
        path: str | os.PathLike[str],
        *,
        alphabet: Alphabet | str | None = None,
        case_sensitive: bool = False,
        fold_accents: bool = False,
        column: str | int | None = None,
        prefixes: bool = False,
        names: bool = True,
        forms: Forms = "all",
        attested: Iterable[str] | None = None,
        keep_foreign: bool = False,
    ) -> Lexicon:
        """Compile a word list: UTF-8 text, one word per line, or compressed (`.gz`, `.xz`, `.zst`).

        A byte order mark, CRLF, blank lines, `#` comments and repeats are tolerated. A file that
        is a compiled lexicon is loaded. `.csv`, `.parquet` and hunspell's `.dic` (with its `.aff`
        next to it) are read too; `column` is the name or number of the column of words. `.zst` and
        `.parquet` need pyarrow (`pip install lexigrid[arrow]`).

        From a dictionary, `forms` reads "all" forms of words, only the "stems", or only those that
        are among the words of `attested` (forms="attested"). Forms with prefixes are read only with
        `prefixes`, words with a capital first letter (German nouns, names) unless `names` is False.

        Words with letters that a named alphabet lacks are left out unless `keep_foreign` is given.
        `Lexicon.notes` counts them and the invalid lines of a dictionary, which are skipped.

        Raises:
            InputError: the file cannot be read, or dictionary options are given for another file.
            LexiconError: it is not a word list, or not UTF-8 (with the byte).
        """
        given = Alphabet.of(alphabet, case_sensitive=case_sensitive, fold_accents=fold_accents)
        chosen, is_given = given or OPEN, given is not None
        from pathlib import Path

        from .foreign import drop_foreign_words
        from .word_list import DictionaryOptions, WordList
        from .word_lists import read_word_list

        dictionary = DictionaryOptions(prefixes, names, forms, attested)
        found = read_word_list(path, column=column, dictionary=dictionary)
        avoided = tuple(found.avoided) if isinstance(found, WordList) else ()
        meta = format_description(chosen, is_given, name=Path(path).name, avoided=avoided)
        try:
            if isinstance(found, WordList):
                core = compile_words(found.words, chosen, meta=meta)
            elif found.startswith(MAGIC):
                is_packed = Path(path).suffix.lower() in COMPRESSED
                return cls._of(*open_image(found, validate=True)) if is_packed else cls.load(path)
            else:
                core = compile_text(found, chosen, meta=meta)
            lexicon = cls._of(core, chosen, is_given)
            lexicon = lexicon if keep_foreign else drop_foreign_words(lexicon)
        except LexiconError as error:
            raise type(error)(f"{str(path)!r}: {error}", **error.facts) from error
        if isinstance(found, WordList):
            lexicon.notes = (*found.notes, *lexicon.notes)
        return lexicon

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Lexicon:
        """Read a compiled lexicon, and validate it.

        Raises:
            InputError: the file cannot be read.
            LexiconFormatError: it is damaged, or not a lexicon of a version this release reads.
        """
        return cls._of(*load_image(path, validate=True))

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the compiled lexicon, whole or not at all; `load` returns an equal one.

        Raises:
            InputError: the file cannot be written.
        """
        with atomic_write(path) as file:
            file.write(self.core.image)

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
        if self.language is not None and self is _defaults.get(self.language):
            return Lexicon.default, (self.language,)
        return (_from_image, (bytes(self.core.image),))

    def __deepcopy__(self, *memo: object) -> Lexicon:
        return self

    __copy__ = __deepcopy__

    def at(self, prefix: str) -> Cursor | None:
        """Return the cursor after a prefix, or None if no word starts with it.

        >>> cursor = Lexicon(["thin", "thing"]).at("thi")
        >>> cursor.child("n").is_word, list(cursor.words())
        (True, ['thin', 'thing'])
        """
        from .cursor import Cursor

        letters = self.split(prefix)
        node = self.node_after(letters)
        return Cursor(self, node, tuple(letters)) if node != DEAD else None

    def words(self, pattern: str | None = None) -> Iterator[str]:
        """Iterate over the words that match a pattern, alphabetically.

        `?` matches any one letter, `*` any number of letters.

        >>> list(Lexicon(["cat", "coat", "cut", "dog"]).words("c*t"))
        ['cat', 'coat', 'cut']
        """
        if pattern is None:
            return iter(self)
        return map(self.text_of, self.ids_like(pattern))

    def common(self, max_band: int = COMMON_BAND) -> Lexicon:
        """Return the words up to a band, with their bands; compiled once.

        >>> common = Lexicon.default().common()
        >>> "planet" in common, "zoa" in common
        (True, False)

        Raises:
            LexiconError: the lexicon has no bands, or no word in those bands.
        """
        check_int(max_band, "max_band")
        if not self.has_bands:
            raise LexiconError(
                "the lexicon has no bands, which say how common words are; use one with bands"
            )
        return _compile_common(self, max_band)

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
        variants = _variants_of(self)
        return variants.get_or_make((wanted, keep), lambda: self._recompile(wanted, keep, None))

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
        """Compile some or all words again; all of them in the order given, if it is known."""
        meta = format_description(
            alphabet, self._is_alphabet_given, language=self.language, avoided=self.avoided
        )
        if words is None and self._given is not None:
            given, given_bands = self._given
            core = compile_words(given, alphabet, keep=keep, bands=given_bands, meta=meta)
            return Lexicon._of(core, alphabet, self._is_alphabet_given, self.language)
        listed: list[str] = []
        bands: list[int] | None = [] if self.has_bands else None
        for word in range(len(self)) if words is None else words:
            spellings = self.spellings_of(word)
            listed += spellings
            if bands is not None:
                bands += [self.core.band(word)] * len(spellings)
        core = compile_words(listed, alphabet, keep=keep, bands=bands, meta=meta)
        return Lexicon._of(core, alphabet, self._is_alphabet_given, self.language)


@per_lexicon
def _variants_of(lexicon: Lexicon) -> _Variants:
    return _Variants()


@per_lexicon
def _compile_common(lexicon: Lexicon, max_band: int) -> Lexicon:
    kept = [word for word, band in enumerate(bytes(lexicon.core.bands)) if band <= max_band]
    if not kept:
        raise LexiconError(f"the lexicon has no word in the bands up to {max_band}")
    return lexicon.restricted_to(kept)


def _from_image(image: bytes) -> Lexicon:
    return Lexicon._of(*open_image(array("B", image), validate=True))


#: What functions take as words: a Lexicon, or words as text.
WordsLike = Lexicon | Iterable[str]
