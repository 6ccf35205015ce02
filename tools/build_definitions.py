"""Build the pack of definitions, `lexigrid-definitions-en`, from WordNet, as a wheel in dist/.

    python tools/build_definitions.py            # make packs
    python tools/build_definitions.py --update   # write the count and the checksum

`packs/en/definitions.toml` names the pinned packages of the database and of its lists of irregular
forms. `packs/en/definitions.txt` has definitions by hand, of the words that WordNet leaves out
(pronouns, conjunctions, new words); they come before those of WordNet.

A word gets the first part of the gloss of its most frequent sense. An inflection without a sense,
or an irregular one of a more frequent word, leads to its base.
"""

from __future__ import annotations

import argparse
import re
import sys
import tomllib
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from build_pack import PACKS, describe_source, fetch_source, read_licences, write_wheel
from lexigrid import Lexicon, LexigridError
from lexigrid.lexicon.packs.definitions import FILE, FORM, PARTS, module_of
from lexigrid.lexicon.packs.pack import DESCRIPTION, compress, digest
from packages import BuildError, read_by_hand

SOURCE = PACKS / "en" / "definitions.toml"
BY_HAND = PACKS / "en" / "definitions.txt"
#: Words of this band and commoner ones are counted, and how many of them need a definition.
BAND, LEAST_SHARE = 40, 0.95
MAX_WHEEL = 1_500_000

_POS = {"noun": "n", "verb": "v", "adj": "a", "adv": "r"}
_SENSE_POS = "nvara"  # by the number in sense keys; the last are satellites of adjectives
#: Regular endings of inflections, and those of their bases.
_ENDINGS = {
    "n": "s- ses-s ves-f xes-x zes-z ches-ch shes-sh men-man ies-y",
    "v": "s- ies-y es-e es- ed-e ed- ing-e ing-",
    "a": "er- est- er-e est-e ier-y iest-y",
}
_MAX_LENGTH = 120


@dataclass(frozen=True, order=True)
class Sense:
    """A sense of a word; the least is the one to show."""

    is_joined: bool  # WordNet writes it as several words, or with a hyphen
    is_name: bool  # only with a capital
    rarity: int  # minus the number of occurrences in the counted texts
    rank: int
    order: int  # nouns first
    part: str
    gloss: str


# --- WordNet ----------------------------------------------------------------------------------


def read_senses(files: Mapping[str, bytes], words: frozenset[str]) -> dict[str, list[Sense]]:
    """Return the senses of each word, except those that are single persons and places."""
    counts = {}
    for line in _lines(files, "index.sense"):
        key, offset, _, count = line.split(" ")
        lemma, _, numbers = key.partition("%")
        counts[lemma, _SENSE_POS[int(numbers[0]) - 1], offset] = int(count)
    senses: dict[str, list[Sense]] = defaultdict(list)
    for name, part in _POS.items():
        synsets = {line[:8]: line for line in _lines(files, f"data.{name}")}
        for line in _lines(files, f"index.{name}"):
            lemma, _, number, *others = line.split()
            word = re.sub("[^a-z]", "", lemma)
            if word not in words:
                continue
            for rank, offset in enumerate(others[-int(number) :]):
                head, _, gloss = synsets[offset].partition("|")
                fields = head.split()
                spellings = {re.sub(r"\(.*\)", "", each) for each in fields[4:-1:2]}
                is_symbol = word.upper() in spellings or len(word) < 4  # or an abbreviation
                if "@i" not in fields and (lemma in spellings or not is_symbol):
                    rarity = -counts.get((lemma, part, offset), 0)
                    is_joined, is_name = word != lemma, lemma not in spellings
                    text = shorten(gloss)
                    order = "nvar".index(part)
                    senses[word].append(Sense(is_joined, is_name, rarity, rank, order, part, text))
    return senses


def choose_sense(word: str, senses: Sequence[Sense]) -> Sense:
    """Return the most frequent sense; of a noun, if possible, one whose gloss lacks the word."""
    best = min(senses)
    if best.part != "n":
        return best
    others = [each for each in senses if each.part == "n" and f" {word}" not in f" {each.gloss}"]
    return min(others, default=best)


def read_irregular(files: Mapping[str, bytes]) -> dict[str, list[tuple[str, str]]]:
    """Return the bases of irregular inflections, with their parts of speech."""
    found: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for name, part in _POS.items():
        for line in _lines(files, f"{name}.exc"):
            form, *bases = line.split()
            found[form] += [(base, part) for base in bases]
    return found


def _lines(files: Mapping[str, bytes], name: str) -> Iterator[str]:
    """Yield the lines of a file without its licence, which is indented."""
    data = next(data for path, data in files.items() if path.endswith(f"/{name}"))
    return (line for line in data.decode("utf-8").splitlines() if not line.startswith("  "))


def shorten(gloss: str) -> str:
    """Return the first part of a gloss, without examples and asides.

    >>> shorten(' a young cat (of any kind); a kitten; "the kitten purred"  ')
    'a young cat (of any kind)'
    """
    text = re.sub(r"\([^)]*`[^)]*\)", "", gloss)
    text = re.split(r"""; |: "|, "| "|;$""", re.sub(r"\([^)]*\)", _keep, text))[0]
    text = " ".join(text.replace("\0", ";").replace("`", "'").split()).rstrip(".,:; ")
    if len(text) > _MAX_LENGTH:
        text = " ".join(re.sub(r"\([^)]*\)", "", text).split())
    if len(text) > _MAX_LENGTH:
        text = text[:_MAX_LENGTH].rpartition(" ")[0].rstrip(",") + " ..."
    return text.replace(" ,", ",")


def _keep(found: re.Match[str]) -> str:
    return found[0].replace(";", "\0")


# --- definitions ------------------------------------------------------------------------------


def find_bases(
    word: str, irregular: Mapping[str, list[tuple[str, str]]]
) -> Iterator[tuple[str, str]]:
    """Yield the possible bases of a word, with their parts of speech, irregular ones first.

    >>> list(find_bases("oats", {}))
    [('oat', 'n'), ('oat', 'v')]
    """
    yield from irregular.get(word, ())
    for part, endings in _ENDINGS.items():
        for ending, _, other in (each.partition("-") for each in endings.split()):
            if word.endswith(ending) and len(word) > len(ending) + 1:
                yield word.removesuffix(ending) + other, part


@dataclass(frozen=True)
class Definitions:
    """What the pack says: the part of speech and gloss of words, and the bases of inflections."""

    glosses: dict[str, tuple[str, str]]
    bases: dict[str, str]
    #: Words without either that are no inflections of other words.
    missing: list[str]


def define_words(lexicon: Lexicon, files: Mapping[str, bytes]) -> Definitions:
    """Define the words of a lexicon."""
    words = frozenset(lexicon.words())
    senses, irregular = read_senses(files, words), read_irregular(files)
    best = {word: choose_sense(word, found) for word, found in senses.items()}
    glosses = {word: (each.part, each.gloss) for word, each in best.items()}
    bases = {}
    for line in read_by_hand(BY_HAND):
        word, part, text = line.split(" ", 2)
        if part == FORM:
            bases[word] = text
            glosses.pop(word, None)
        elif part in PARTS:
            glosses[word] = part, text
        else:
            raise BuildError(f"{BY_HAND.name}: {line!r} has no part of speech")
        best.pop(word, None)
        senses.pop(word, None)
    missing, defined = [], frozenset(glosses)
    for word in words.difference(bases):
        own = best.get(word)
        if word in defined and (own is None or word not in irregular):
            continue
        for base, part in find_bases(word, irregular):
            rarities = [each.rarity for each in senses.get(base, ()) if each.part == part]
            is_known = rarities or (base in defined and glosses[base][0] == part)
            is_rarer = (
                own is None
                or not own.rarity
                or (own.part == part and min(rarities, default=0) < own.rarity)
            )
            if base != word and base in defined and is_known and is_rarer:
                bases[word] = base
                break
        else:
            if own is None and not any(base in words for base, _ in find_bases(word, irregular)):
                missing.append(word)
    for word in bases:
        glosses.pop(word, None)
    return Definitions(glosses, {w: b for w, b in bases.items() if b in glosses}, missing)


def encode(found: Definitions) -> str:
    """Return the text of a pack: a line with part, gloss and words, and one for each base."""
    lines: dict[tuple[str, str], list[str]] = defaultdict(list)
    for word, entry in found.glosses.items():
        lines[entry].append(word)
    for word, base in found.bases.items():
        lines[FORM, base].append(word)
    return "".join(
        f"{part}\t{text}\t{' '.join(sorted(lines[part, text]))}\n" for part, text in sorted(lines)
    )


# --- the wheel --------------------------------------------------------------------------------


def build(update: bool) -> bool:
    """Build the wheel, and print its figures; return whether they suffice.

    Raises:
        BuildError: a package cannot be fetched, or the definitions are not the pinned ones.
    """
    facts = tomllib.loads(SOURCE.read_text("utf-8"))
    sources = facts["definitions"]["sources"]
    files: dict[str, bytes] = {}
    for source in sources:
        files |= fetch_source(source) if "package" in source else {}
    lexicon = Lexicon.default("en")
    found = define_words(lexicon, files)
    data = encode(found).encode()
    facts["count"], facts["definitions"]["sha256"] = len(found.glosses), digest(data)
    text = SOURCE.read_text("utf-8")
    written = re.sub(r"(?m)^count = .*", f"count = {len(found.glosses)}", text)
    written = re.sub(
        r'(?m)^sha256 = ".*" *# of.*', f'sha256 = "{digest(data)}"  # of the content', written
    )
    if update:
        SOURCE.write_text(written, "utf-8")
    elif written != text:
        raise BuildError(f"{SOURCE.name} has another count or checksum; --update writes them")
    path = write_wheel(
        module_of("en"),
        facts,
        {FILE: compress(data), DESCRIPTION: written.encode()},
        read_licences(facts["licence"]) | {"WordNet.txt": read_notice(files)},
        format_readme(facts),
    )
    size = path.stat().st_size
    defined, missing = (
        sum(word in lexicon and (lexicon.band(word) or 0) <= BAND for word in words)
        for words in (found.glosses, found.missing)
    )
    share = defined / (defined + missing)
    print(
        f"{path.name}: {len(found.glosses):,} definitions, {len(found.bases):,} inflections, "
        f"{size / 1e6:.2f} MB\n"
        f"words of bands up to {BAND} that are no inflection: {defined + missing:,}; with a "
        f"definition: {defined:,} ({share:.1%}, expected {LEAST_SHARE:.0%})"
    )
    return share >= LEAST_SHARE and size <= MAX_WHEEL


def read_notice(files: Mapping[str, bytes]) -> bytes:
    """Return the licence of WordNet, with which each of its files begins."""
    lines = files["package/dict/data.noun"].decode("utf-8").splitlines()
    return "".join(f"{line[5:].rstrip()}\n" for line in lines[:29]).encode()


def format_readme(facts: Mapping[str, Any]) -> str:
    """Return the description of the pack, with its sources."""
    sources = "".join(f"- {describe_source(each)}\n" for each in facts["definitions"]["sources"])
    return f"""# Definitions of {facts["title"]} words for lexigrid

{facts["count"]:,} words with a definition each, as data, without code. lexigrid finds it.

    lexigrid define kitten

They are selected, shortened and packed, and otherwise unchanged, from

{sources}
The texts of the licences are in the folder `licenses` of the package.
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Build the pack; return 0 for success, 1 for figures that do not suffice, 2 for an error."""
    parser = argparse.ArgumentParser(description="Build the pack of definitions.")
    parser.add_argument("--update", action="store_true", help="write the count and the checksum")
    try:
        return int(not build(parser.parse_args(arguments).update))
    except (BuildError, LexigridError, OSError, KeyError) as error:
        print(f"build_definitions: {error}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
