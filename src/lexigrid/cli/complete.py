"""Shell completion: the names that an option takes, otherwise files."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

Completer = Callable[[Any, Any, str], "list[CompletionItem]"]


def _completes(names: Callable[[], Iterable[str]]) -> Completer:
    """Return a completer of names; if none fits, the shell completes files."""

    def complete(ctx: Any, param: Any, incomplete: str) -> list[CompletionItem]:
        from click.shell_completion import CompletionItem

        found = [CompletionItem(name) for name in names() if name.startswith(incomplete)]
        return found or [CompletionItem(incomplete, type="file")]

    return complete


complete_file = _completes(tuple)


@_completes
def complete_theme() -> Iterable[str]:
    from ..puzzle.generate.words import themes

    return themes()


@_completes
def complete_mask() -> Iterable[str]:
    from ..puzzle.generate.shapes import SHAPES

    return SHAPES


@_completes
def complete_dice() -> Iterable[str]:
    from ..game import DERIVED, Dice

    return (*Dice.names(), DERIVED)


@_completes
def complete_lexicon() -> Iterable[str]:
    from .inputs import BUILT_IN, lexicon_codes

    return (*BUILT_IN, *lexicon_codes())


@_completes
def complete_language() -> Iterable[str]:
    from ..lexicon.packs import languages

    return (language.code for language in languages())


@_completes
def complete_alphabet() -> Iterable[str]:
    from ..alphabet import names

    return names()


@_completes
def complete_scoring() -> Iterable[str]:
    from ..search import SCORINGS

    return SCORINGS
