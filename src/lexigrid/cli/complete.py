"""Shell completion: the names that an option takes, otherwise files."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem


def _themes() -> Iterable[str]:
    from ..puzzle.generate.words import themes

    return themes()


def _masks() -> Iterable[str]:
    from ..puzzle.generate.shapes import SHAPES

    return SHAPES


def _dice() -> Iterable[str]:
    from ..game.derived_dice import DERIVED
    from ..game.dice import Dice

    return (*Dice.names(), DERIVED)


def _lexicons() -> Iterable[str]:
    from .inputs import BUILT_IN, lexicon_codes

    return (*BUILT_IN, *lexicon_codes())


def _languages() -> Iterable[str]:
    from ..lexicon.packs.installed import languages

    return (language.code for language in languages())


def _alphabets() -> Iterable[str]:
    from ..alphabet import names

    return names()


def _scorings() -> Iterable[str]:
    from ..search.scoring import SCORINGS

    return SCORINGS


_NAMES: dict[str, Callable[[], Iterable[str]]] = {
    "file": tuple,
    "theme": _themes,
    "mask": _masks,
    "dice": _dice,
    "lexicon": _lexicons,
    "language": _languages,
    "alphabet": _alphabets,
    "scoring": _scorings,
}


def completer(kind: str) -> Callable[[Any, Any, str], list[CompletionItem]]:
    """Return a completer of names of a kind; if none fits, the shell completes files."""
    names = _NAMES[kind]

    def complete(ctx: Any, param: Any, incomplete: str) -> list[CompletionItem]:
        from click.shell_completion import CompletionItem

        found = [CompletionItem(name) for name in names() if name.startswith(incomplete)]
        return found or [CompletionItem(incomplete, type="file")]

    return complete
