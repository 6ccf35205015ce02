"""Words with letters that their alphabet lacks, such as a Greek letter in a French dictionary."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..alphabet import is_punctuation
from ..errors import LexiconError

if TYPE_CHECKING:
    from .lexicon import Lexicon

#: The most foreign letters that a note shows.
_MOST_SHOWN = 12


def drop_foreign_words(lexicon: Lexicon) -> Lexicon:
    """Return the lexicon without words that have foreign letters, with a note that counts them.

    >>> from lexigrid import Lexicon
    >>> left = drop_foreign_words(Lexicon(["eau", "κappa"], alphabet="fr"))
    >>> list(left), left.notes
    (['eau'], ('left out 1 word with letters that French lacks: κ',))

    Raises:
        LexiconError: all words have foreign letters.
    """
    alphabet = lexicon.alphabet
    known = frozenset(alphabet.letters)
    foreign = {c for c in lexicon.core.faces if c not in known and not is_punctuation(c)}
    if not foreign or not known:
        return lexicon
    letters = sorted(foreign)
    shown = " ".join(letters[:_MOST_SHOWN]) + (" ..." if len(letters) > _MOST_SHOWN else "")
    lacks = f"letters that {alphabet.title} lacks: {shown}"
    usual = {c for face in lexicon.core.faces if face not in foreign for c in face}
    signs = {c for face in foreign for c in face} - usual
    if all(map(signs.intersection, foreign)):  # each foreign letter has a character of its own
        spelled = map(lexicon.core.joined, range(len(lexicon)))
        kept = [word for word, text in enumerate(spelled) if signs.isdisjoint(text)]
    else:
        kept = [
            word
            for word in range(len(lexicon))
            if foreign.isdisjoint(alphabet.split(lexicon.text_of(word)))
        ]
    if not kept:
        raise LexiconError(f"all words have {lacks}; give their alphabet, or keep_foreign=True")
    left = lexicon.restricted_to(kept)
    count = len(lexicon) - len(kept)
    left.notes = (f"left out {count:,} {'word' if count == 1 else 'words'} with {lacks}",)
    return left
