"""Check the words that lexigrid reads from hunspell dictionaries against hunspell itself.

Needs `hunspell` on the path, and the package wordfreq for the share of common words:

    python tools/check_dictionaries.py /usr/share/hunspell/de_DE.dic /usr/share/hunspell/es_ES.dic

Each dictionary is read with the prefixes, names and forms of its recipe (or the given forms). A row
has the number of words, the words kept off sheets, the lines skipped, and how many of 2,000 words
drawn at random hunspell rejects. It also has the share of lexigrid's words among the 20,000
commonest strings that hunspell accepts: of all, and without names, which hunspell accepts in small
letters if it takes them for compounds.
"""

from __future__ import annotations

import argparse
import random
import subprocess
import sys
import time
import unicodedata
from collections.abc import Iterable, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from lexigrid.errors import LexigridError
from lexigrid.lexicon.hunspell import read_hunspell
from lexigrid.lexicon.packs.recipes import Recipe, recipes
from lexigrid.lexicon.word_list import FORMS, DictionaryOptions

HEADER = """\
| dictionary | words | off sheets | skipped | s | rejected | common words | without names | lacks |
|---|---|---|---|---|---|---|---|---|"""
_SAMPLE = 2000
_COMMONEST = 20_000


def rejected(place: Path, words: Sequence[str]) -> set[str]:
    """Return the words that hunspell rejects."""
    command = ["hunspell", "-l", "-i", "UTF-8", "-d", str(place.with_suffix(""))]
    text = "\n".join(words) + "\n"
    run = subprocess.run(
        command, input=text.encode(), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True
    )
    return set(run.stdout.decode("utf-8").split())


def commonest(code: str, count: int | None) -> list[str]:
    """Return the commonest strings of letters of a language; [] if wordfreq has none."""
    wordfreq = import_module("wordfreq")
    if code not in wordfreq.available_languages("best"):
        return []
    words = wordfreq.top_n_list(code, count or 10**7, "best")
    return [word for word in words if word.isalpha()]


def fold(words: Iterable[str]) -> set[str]:
    """Return the words in the spelling of the frequency list."""
    return {unicodedata.normalize("NFKC", word).lower() for word in words}


def format_share(words: Sequence[str], missing: Sequence[str]) -> str:
    """Return the share of the words that are not missing; "-" without words."""
    return f"{100 - 100 * len(missing) / len(words):.1f} %" if words else "-"


def check(place: Path, recipe: Recipe, forms: str) -> list[object]:
    """Return the row of a dictionary."""
    code = recipe.frequencies or recipe.code
    options: dict[str, Any] = {"prefixes": recipe.prefixes, "names": recipe.names, "forms": forms}
    if forms == "attested":
        options["attested"] = commonest(code, None)
    start = time.process_time()
    found = read_hunspell(place, place.read_bytes(), DictionaryOptions.of(**options))
    seconds = time.process_time() - start
    drawn = random.Random(1).sample(found.words, min(_SAMPLE, len(found.words)))
    wrong = rejected(place, drawn) & set(drawn)
    strings = commonest(code, _COMMONEST)
    unknown = rejected(place, strings) if strings else set()
    known = fold(found.words)
    accepted = [word for word in strings if word not in unknown]
    missing = [word for word in accepted if word not in known]
    share = format_share(accepted, missing)
    if missing and not recipe.names:
        with_names = DictionaryOptions.of(**options | {"names": True})
        every = fold(read_hunspell(place, place.read_bytes(), with_names).words)
        missing = [word for word in missing if word not in every]
    plain = format_share([word for word in accepted if word in known] + missing, missing)
    skipped = "; ".join(note.partition(" of ")[0] for note in found.notes) or "-"
    return [
        *(f"{len(found.words):,}", f"{len(found.avoided):,}", skipped, f"{seconds:.1f}"),
        *(f"{len(wrong)} of {len(drawn):,}", share, plain, ", ".join(missing[:5] or ["-"])),
    ]


def main() -> int:
    """Print a row for each dictionary; return 1 if hunspell rejects any word."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("dictionaries", nargs="+", type=Path)
    parser.add_argument("--forms", choices=FORMS, help="instead of those of the recipe")
    parser.add_argument("--code", help="the language, if the file name does not start with it")
    options = parser.parse_args()
    failed = False
    print(HEADER)
    for place in options.dictionaries:
        code = options.code or place.name.replace("-", "_").partition(".")[0].partition("_")[0]
        recipe = recipes().get(code, Recipe(code))
        try:
            row = check(place, recipe, options.forms or recipe.forms)
        except LexigridError as error:
            row = [str(error).partition("makes ")[2] or str(error)]
        failed |= len(row) > 1 and not str(row[4]).startswith("0 ")
        name = f"{place.stem}, {options.forms or recipe.forms}"
        print(f"| {name}{' with prefixes' if recipe.prefixes else ''} |", " | ".join(map(str, row)))
        sys.stdout.flush()
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
