"""The words of a lexicon as a small file for browsers, read by web/static/js/native.js.

The gzip file contains the size of the header (four bytes, little-endian), the header as JSON, the
words in alphabetical order, and their spellings if these are not just the letters joined. A word is
the number of letters to drop from the end of the previous word, the letters to add, and an end byte
that gives the band. (Other encodings of the built-in words are 4 to 40 % larger.)
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterable
from string import ascii_lowercase
from typing import Any

from ..alphabet import Alphabet, is_lone
from ..errors import LexiconError
from .lexicon import Lexicon

#: The most letters and bands together; each takes one value of a byte.
_MOST_CODES = 255
_LONGEST_WORD = 255

#: The characters that browsers read in grids, without combining marks and what they form.
_READ = (range(0x20, 0x7F), range(0xA1, 0x250), range(0x370, 0x530), range(0x1E00, 0x1F00))


def _describe(alphabet: Alphabet) -> dict[str, Any]:
    """Return an alphabet as browsers read it; for a named one, with what its rules make of text.

    `folds` maps characters to what they become, null for those folded with their neighbours.
    """
    flags = {"case_sensitive": alphabet.case_sensitive, "fold_accents": alphabet.fold_accents}
    if not alphabet.name:
        return flags
    characters = {chr(code) for block in _READ for code in block} | {*"\u02bc\u2018\u2019\u201b"}
    folds = {each: alphabet.fold(each) for each in sorted(characters)}
    return flags | {
        "name": alphabet.name,
        "folds": {
            each: folded if is_lone(folded) else None
            for each, folded in folds.items()
            if folded != each
        },
        "digraphs": list(alphabet.digraphs),
        "borders": alphabet.borders,
    }


def _is_plain(lexicon: Lexicon) -> bool:
    """Return whether every alphabet without a name splits the words in the same way."""
    is_free = not lexicon.alphabet.name and not lexicon.info.get("alphabet_given", False)
    return is_free and not lexicon.core.has_spellings and {*lexicon.letters} <= {*ascii_lowercase}


def pack_words(lexicon: Lexicon, names: Iterable[str] = ("default", "english")) -> bytes:
    """Return a lexicon packed for browsers; requests may use any of its names.

    >>> len(pack_words(Lexicon(["oat", "oats"]))) < 400
    True

    Raises:
        LexiconError: more than 254 different letters, or a word of more than 255 letters.
    """
    alphabet, core = lexicon.alphabet, lexicon.core
    letters = len(core.faces)
    bands = sorted(set(core.bands))
    if letters + max(1, len(bands)) > _MOST_CODES or lexicon.max_length > _LONGEST_WORD:
        raise LexiconError(
            f"the words have {letters} letters, {len(bands)} bands and up to {lexicon.max_length} "
            f"letters in a word; a browser takes up to {_MOST_CODES} of the first two together, "
            f"and words of up to {_LONGEST_WORD} letters"
        )
    end_of = {band: letters + place for place, band in enumerate(bands)}
    packed = bytearray()
    spellings: list[str] = []
    before = b""
    for word in core.words_below(1):
        codes = core.sort_key(word)[1::2]  # a key has two bytes for each letter
        end = end_of[core.band(word)] if bands else letters
        for spelling in lexicon.spellings_of(word):
            pairs = zip(before, codes, strict=False)
            shared = next(
                (i for i, (a, b) in enumerate(pairs) if a != b), min(len(before), len(codes))
            )
            packed += bytes([len(before) - shared, *codes[shared:], end])
            spellings.append(spelling)
            before = codes
    spelled = "\n".join(spellings).encode() if core.has_spellings else b""
    header = {
        "format": "lexigrid/words",
        "version": 1,
        "names": list(names),
        "language": lexicon.language,
        "alphabet": _describe(alphabet),
        "plain": _is_plain(lexicon),
        "faces": list(lexicon.letters),
        "punctuation": list(core.punctuation),
        "bands": bands,
        "spellings_size": len(spelled),
    }
    text = json.dumps(header, ensure_ascii=False).encode()
    data = b"".join([len(text).to_bytes(4, "little"), text, packed, spelled])
    return gzip.compress(data, compresslevel=9, mtime=0)
