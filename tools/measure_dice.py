"""Measure the dice of languages: the number of words on boards of the default size and letters.

    python tools/measure_dice.py de fr /usr/share/hunspell/cs_CZ.dic

A language needs an installed pack; a dictionary is read according to its recipe (`attested` forms
need the package wordfreq). A row has the alphabet, the dice, the words on the average board, and
the share of boards with fewer than 20. A set is fit to play with if these are 60 to 250 and at most
5 %.
"""

from __future__ import annotations

import argparse
import sys
from importlib import import_module
from pathlib import Path
from statistics import fmean
from typing import Any

import lexigrid as lg
from lexigrid.game import choose_dice, derive_dice
from lexigrid.lexicon.packs.recipes import Recipe, recipes

_FEW = 20


def read(name: str, recipe: Recipe) -> lg.Lexicon:
    """Return the words of a language, or of a dictionary according to its recipe."""
    if name == recipe.code:
        return lg.Lexicon.default(name)
    alphabet = lg.Alphabet.named(
        recipe.alphabet or recipe.code, digraphs=recipe.digraphs, accents=recipe.accents
    )
    options: dict[str, Any] = {"prefixes": recipe.prefixes, "names": recipe.names}
    if recipe.forms == "attested":
        wordfreq = import_module("wordfreq")
        options["attested"] = wordfreq.iter_wordlist(recipe.frequencies or recipe.code, "best")
    return lg.Lexicon.read(name, alphabet=alphabet, forms=recipe.forms, **options)


def main() -> None:
    """Print a row for each dictionary."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("names", nargs="+", metavar="LANGUAGE|DICTIONARY")
    parser.add_argument("--boards", type=int, default=400)
    options = parser.parse_args()
    print("| language | words | letters | board | dice | average | under 20 | fit |")
    print("|---|---|---|---|---|---|---|---|")
    for name in options.names:
        code = Path(name).stem.replace("-", "_").partition("_")[0]
        recipe = recipes().get(code, Recipe(code))
        lexicon = read(name, recipe)
        chosen, derived = choose_dice(lexicon, recipe.size), derive_dice(lexicon, recipe.size)
        for dice in [derived] if chosen.name == derived.name else [derived, chosen]:
            counts = [
                lg.find_paths(
                    lg.roll(dice, seed=seed),
                    lexicon,
                    min_length=recipe.min_length or 3,
                    count_only=True,
                ).count
                for seed in range(options.boards)
            ]
            few = sum(count < _FEW for count in counts) / len(counts)
            fit = 60 <= fmean(counts) <= 250 and few <= 0.05
            size = "x".join(map(str, recipe.size))
            print(
                f"| {code} | {len(lexicon):,} | {lexicon.alphabet.name} | {size} | {dice.name} | "
                f"{fmean(counts):.1f} | {few:.1%} | {'yes' if fit else 'no'} |"
            )
            sys.stdout.flush()


if __name__ == "__main__":
    main()
