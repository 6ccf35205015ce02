"""Report the words of `lexigrid make` that do not fit, and what helps."""

from __future__ import annotations

from .._util.plain_text import count_noun, join_words
from ..errors import PuzzleError
from .messages import print_error

#: The most words to name.
_MOST_UNPLACED = 20


def report_unplaced(error: PuzzleError) -> None:
    """Report each word that does not fit and what helps, or a message that does not fit."""
    unplaced = error.facts.get("unplaced")
    if not unplaced:
        print_error(str(error))
        return
    chapter = error.facts.get("chapter")  # of the file that describes a book
    place = f"{chapter}: " if chapter else ""
    for word, reason in unplaced[:_MOST_UNPLACED]:
        print_error(f"{place}not placed: {word}: {reason}")
    if (more := len(unplaced) - _MOST_UNPLACED) > 0:
        print_error(f"{place}not placed: {count_noun(more, 'more word')}")
    if "wanted" in error.facts:
        print_error(f"{place}only {error.placed} of {count_noun(error.wanted, 'word')} fit")
    is_inside = ["is inside " in reason or " backwards" in reason for _, reason in unplaced]
    remedies = [] if all(is_inside) else ["--grow", "a larger --size"]
    remedies += ["--allow-subwords"] if any(is_inside) else []
    remedies += ["a smaller --pool" if "wanted" in error.facts else "--pool N", "--allow-missing"]
    if chapter:
        keys = join_words([*map(_write_key, remedies)], "or")
        print_error(f"no book was made; in the file, give {chapter} {keys}")
    else:
        print_error(f"no puzzle was made; give {join_words(remedies, 'or')}")


def _write_key(option: str) -> str:
    """Write an option as in the file of a book: --pool N is pool = N, and --grow is grow = true."""
    if not option.startswith("--"):
        return option.replace("--", "")
    name, _, value = option[2:].replace("-", "_").partition(" ")
    return f"{name} = {value or 'true'}"
