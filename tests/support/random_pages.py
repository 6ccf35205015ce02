"""Random puzzles with random page options, the same in every run."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, TypeVar

import lexigrid as lg
from lexigrid._util.rng import SplitMix64
from lexigrid.puzzle.generate.words import random_words
from lexigrid.render.print.looks import STYLES
from lexigrid.strings import languages

Value = TypeVar("Value")

PAPERS = ("a4", "letter", "6x9", "8.5x11", "a5")
HEBREW = ["שלום", "כלב", "חתול", "סוס", "ציפור", "נחש", "פרפר", "עכביש", "אריה", "זברה"]
RUSSIAN = ["собака", "кошка", "лошадь", "корова", "медведь", "заяц", "лисица", "волк", "ёжик"]
FRENCH = ["crème brûlée", "œuf", "île", "garçon", "arc-en-ciel", "aujourd’hui", "Noël", "forêt"]
TITLES = (
    "",
    "Birds",
    "A title of some length about nothing at all, and then some more of it",
    "Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen",
    "חידה 7 (abc) for you",
)


def choose(rng: SplitMix64, values: Sequence[Value]) -> Value:
    return values[rng.below(len(values))]


def random_pages(count: int) -> Iterator[tuple[lg.Puzzle, dict[str, Any]]]:
    """Yield puzzles with the options of their pages."""
    for number in range(count):
        rng = SplitMix64(number)
        yield _random_puzzle(rng, number), _random_options(rng)


def _random_puzzle(rng: SplitMix64, seed: int) -> lg.Puzzle:
    source = rng.below(6)
    words: Sequence[str]
    if source < 3:
        most = choose(rng, (3, 8, 15, 30, 80))
        words, alphabet = (
            random_words(most, seed, shortest=3, longest=choose(rng, (5, 9, 12))),
            None,
        )
    else:
        words, alphabet = ((HEBREW, "he"), (RUSSIAN, "ru"), (FRENCH, "fr"))[source - 3]
    options: dict[str, Any] = {}
    if rng.below(3) == 0:
        options["mask"] = choose(rng, ("heart", "circle", "star", "ring", "diamond"))
    elif rng.below(3) == 0:
        options["size"] = choose(rng, ((12, 35), (35, 12), 20, 30, 45))
    if rng.below(3) == 0 and len(words) > 4:
        options["secret"], words = words[-2:], words[:-2]
    puzzle = lg.make_puzzle(
        words,
        seed=seed,
        alphabet=alphabet,
        case=choose(rng, ("upper", "lower")),
        allow_missing=True,
        title=choose(rng, TITLES),
        level=choose(rng, (1, 2, 3, 4)),
        **options,
    )
    return replace(puzzle, language=choose(rng, languages())) if rng.below(3) == 0 else puzzle


def _random_options(rng: SplitMix64) -> dict[str, Any]:
    options: dict[str, Any] = {
        "paper": choose(rng, PAPERS),
        "orientation": choose(rng, ("auto", "portrait", "landscape")),
        "style": choose(rng, STYLES),
        "list_marks": choose(rng, ("none", "boxes", "numbers")),
        "name_line": rng.below(3) == 0,
        "direction_line": rng.below(3) != 0,
        "solutions": choose(rng, (None, 1, 4, 6)),
        "mini_key": rng.below(4) == 0,
        "large_print": rng.below(4) == 0,
        "bleed": choose(rng, (0, 0, 3)),
    }
    options["mini_key"] &= not options["large_print"]  # which has no small letters
    return options
