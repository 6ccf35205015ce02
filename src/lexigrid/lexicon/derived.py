"""Results that a lexicon keeps: what is made from it once, by any package."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar, TypeVarTuple

from .._util.cache import BoundedCache

if TYPE_CHECKING:
    from .lexicon import Lexicon

Arguments = TypeVarTuple("Arguments")
Made = TypeVar("Made")


def per_lexicon(
    make: Callable[[Lexicon, *Arguments], Made],
) -> Callable[[Lexicon, *Arguments], Made]:
    """Cache what a function makes from a lexicon and other arguments.

    The lexicon keeps the last 32 results of all such functions. If an argument cannot be hashed,
    the result is made again each time.

    >>> from lexigrid import Lexicon
    >>> @per_lexicon
    ... def count_words(lexicon: Lexicon) -> int:
    ...     print("counting")
    ...     return len(lexicon)
    >>> lexicon = Lexicon(["oat", "eat"])
    >>> count_words(lexicon), count_words(lexicon)
    counting
    (2, 2)
    """

    @functools.wraps(make)
    def find_or_make(lexicon: Lexicon, /, *arguments: *Arguments) -> Made:
        known = lexicon._derived
        if known is None:  # two threads may both set it: one result is then made again
            known = lexicon._derived = BoundedCache()
        try:
            found: Made | None = known.get((make, arguments))
        except TypeError:
            return make(lexicon, *arguments)
        return known.put((make, arguments), make(lexicon, *arguments)) if found is None else found

    return find_or_make
