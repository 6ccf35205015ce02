"""The words of a lexicon as a small file for browsers, read by web/static/js/lexicons.js.

Packed with gzip are, one after the other: the size of the header (four bytes, little-endian), the
header as JSON, the words in alphabetical order, and their spellings, if they are not the letters
joined. The bytes of a word: how many letters to drop from the end of the word before, the letters
to add, and the end, which says the band. (Other forms of the built-in words are 4 to 40 % larger.)
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterable

from ..errors import LexiconError
from .lexicon import Lexicon

#: Letters and bands together: each has a byte.
_MOST_CODES = 255
_LONGEST_WORD = 255


def pack_words(lexicon: Lexicon, names: Iterable[str] = ("default", "english")) -> bytes:
    """Return a lexicon packed for browsers; requests may call it by any of the names.

    >>> len(pack_words(Lexicon(["oat", "oats"]))) < 400
    True

    Raises:
        LexiconError: more than 254 different letters, a word of more than 255, or an alphabet that
            only Python knows.
    """
    alphabet, core = lexicon.alphabet, lexicon.core
    if alphabet.name:
        raise LexiconError(
            f"words in {alphabet} cannot be read in a browser; `lexigrid serve` can search them"
        )
    letters = len(core.faces)
    bands = sorted(set(core.bands))
    if letters + max(1, len(bands)) > _MOST_CODES or lexicon.max_length > _LONGEST_WORD:
        raise LexiconError(
            f"the words have {letters} letters, {len(bands)} bands and up to {lexicon.max_length} "
            f"letters in a word; a browser takes up to {_MOST_CODES} of the first two together, "
            f"and words of {_LONGEST_WORD}"
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
        "alphabet": {
            "case_sensitive": alphabet.case_sensitive,
            "fold_accents": alphabet.fold_accents,
        },
        "alphabet_given": bool(lexicon.info.get("alphabet_given", False)),
        "faces": list(lexicon.letters),
        "punctuation": list(core.punctuation),
        "bands": bands,
        "spellings_size": len(spelled),
    }
    text = json.dumps(header, ensure_ascii=False).encode()
    data = b"".join([len(text).to_bytes(4, "little"), text, packed, spelled])
    return gzip.compress(data, compresslevel=9, mtime=0)
