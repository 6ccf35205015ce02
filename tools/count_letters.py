"""Count the letters of word lists and write their frequencies to src/lexigrid/data/alphabets.toml.

Only numbers are written, never words of the lists.

    python tools/count_letters.py                       # fetch each package with apt-get, write
    python tools/count_letters.py --debs FOLDER         # use the .deb files of a folder
    python tools/count_letters.py --debs FOLDER --check de fr   # compare two, write nothing

Each distinct word counts once. Words with a character outside the alphabet and words with capitals
(names, abbreviations), except German nouns, are ignored.
"""

from __future__ import annotations

import argparse
import gzip
import re
import sys
import tomllib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from importlib import import_module
from importlib.metadata import version
from itertools import chain
from pathlib import Path
from typing import Any

from lexigrid.alphabet import Alphabet
from packages import ROOT, BuildError, fetch, unpack

ALPHABETS = ROOT / "src" / "lexigrid" / "data" / "alphabets.toml"
ENGLISH = ROOT / "words" / "english"
ENGLISH_BANDS = (10, 20, 35, 40, 50)


def read_lines(text: str) -> Iterator[str]:
    """Yield the entries of a list with one word per line."""
    yield from text.splitlines()


def read_hunspell(text: str) -> Iterator[str]:
    """Yield the entries of a .dic file without their inflected forms.

    >>> list(read_hunspell("2\\nland/AB\\nstad po:noun\\n"))
    ['land', 'stad']
    """
    for line in text.splitlines()[1:]:
        yield re.split(r"[/\s]", line, maxsplit=1)[0]


def read_dictd(text: str) -> Iterator[str]:
    """Yield the headwords of a dictd index."""
    for line in text.splitlines():
        yield line.partition("\t")[0]


def read_prefixed(text: str) -> Iterator[str]:
    """Yield the words of a list compressed by aspell.

    Before each word is one more than the number of characters that it shares with the last word.

    >>> list(read_prefixed("\\x01land\\x05s\\x03mb"))
    ['land', 'lands', 'lamb']
    """
    word = ""
    for count, rest in re.findall(r"([\x01-\x20])([^\x00-\x20]*)", text):
        word = word[: ord(count) - 1] + rest
        yield word


@dataclass(frozen=True)
class Source:
    """A word list of a language and its format."""

    package: str
    path: str
    read: Callable[[str], Iterator[str]] = read_lines
    encoding: str = "utf-8"
    note: str = ""
    with_nouns: bool = False  # German nouns have capitals


def hunspell(package: str, name: str, encoding: str = "utf-8") -> Source:
    """Return a hunspell dictionary as a source; its entries are counted without inflection."""
    return Source(
        package, f"usr/share/hunspell/{name}.dic", read_hunspell, encoding, note="entries"
    )


#: The PyPI package, for languages without a word list in their letters.
WORDFREQ = Source("wordfreq", "")
GERMAN = Source("wngerman", "usr/share/dict/ngerman", with_nouns=True)
SOURCES: Mapping[str, Source] = {
    "de": GERMAN,
    "de-ae": GERMAN,
    "fr": Source("wfrench", "usr/share/dict/french"),
    "es": Source("wspanish", "usr/share/dict/spanish"),
    "it": Source("witalian", "usr/share/dict/italian"),
    "pt": Source("wportuguese", "usr/share/dict/portuguese"),
    "nl": Source("wdutch", "usr/share/dict/dutch"),
    "pl": Source("wpolish", "usr/share/dict/polish"),
    "sv": Source("wswedish", "usr/share/dict/swedish", encoding="iso8859-1"),
    "da": Source("wdanish", "usr/share/dict/danish"),
    "no": Source("wnorwegian", "usr/share/dict/bokmaal", encoding="iso8859-1"),
    "fi": Source(
        "dict-freedict-fin-eng",
        "usr/share/dictd/freedict-fin-eng.index",
        read_dictd,
        note="headwords",
    ),
    "cs": hunspell("hunspell-cs", "cs_CZ"),
    "hu": hunspell("hunspell-hu", "hu_HU"),
    "hr": hunspell("hunspell-hr", "hr_HR"),
    "cy": Source("aspell-cy", "usr/share/aspell/cy.cwl.gz", read_prefixed, "iso8859-14"),
    "el": hunspell("hunspell-el", "el_GR", "iso8859-7"),
    "ru": hunspell("hunspell-ru", "ru_RU"),
    "uk": Source("wukrainian", "usr/share/dict/ukrainian"),
    "tr": hunspell("hunspell-tr", "tr_TR"),
    "he": hunspell("hunspell-he", "he_IL"),
    "ca": Source("wcatalan", "usr/share/dict/catalan"),
    "sk": hunspell("hunspell-sk", "sk_SK"),
    "sl": hunspell("hunspell-sl", "sl_SI", "iso8859-2"),
    "ro": hunspell("hunspell-ro", "ro_RO"),
    "lt": hunspell("hunspell-lt", "lt_LT", "iso8859-13"),
    "lv": hunspell("hunspell-lv", "lv_LV"),
    "is": hunspell("hunspell-is", "is_IS"),
    "bg": hunspell("hunspell-bg", "bg_BG"),
    "sr": hunspell("hunspell-sr", "sr_RS"),
    "ar": hunspell("hunspell-ar", "ar"),
    "et": hunspell("myspell-et", "et_EE", "iso8859-15"),
    "eo": hunspell("myspell-eo", "eo", "iso8859-3"),
    "ja": WORDFREQ,
    "ko-jamo": WORDFREQ,
    "ga": Source("wirish", "usr/share/dict/irish"),
    "fa": hunspell("myspell-fa", "fa_IR"),
}


def count_letters(words: Iterable[str], alphabet: Alphabet) -> tuple[Counter[str], int]:
    """Count the letters of the distinct words; return the counts and the number of words.

    >>> count_letters(["llama", "Llama", "a-b"], Alphabet.named("es-digraph"))
    (Counter({'a': 2, 'll': 1, 'm': 1}), 1)
    """
    known = frozenset(alphabet.letters)
    distinct = {alphabet.split(word) for word in words}
    whole = [letters for letters in distinct if len(letters) > 1 and known.issuperset(letters)]
    return Counter(chain.from_iterable(whole)), len(whole)


def per_mille(counted: Mapping[str, int], letters: Iterable[str]) -> dict[str, float]:
    """Return the share of each letter in alphabetical order, rounded to 0.1 per mille.

    >>> per_mille({"a": 2, "b": 1}, ["a", "b", "c"])
    {'a': 666.7, 'b': 333.3, 'c': 0.0}
    """
    total = sum(counted.values())
    return {letter: round(1000 * counted.get(letter, 0) / total, 1) for letter in letters}


def is_common(word: str, *, with_nouns: bool) -> bool:
    """Is the word written without capitals, except the first letter of a German noun?

    >>> is_common("Haus", with_nouns=True), is_common("Haus", with_nouns=False)
    (True, False)
    """
    return word == word.lower() or (with_nouns and word[1:] == word[1:].lower())


def read_source(source: Source, package: bytes) -> tuple[list[str], str]:
    """Return the common words of a package, and its name and version.

    Raises:
        BuildError: the package has no such list.
    """
    control = unpack(package, "control")["control"].decode("utf-8")
    fields = dict(line.split(": ", 1) for line in control.splitlines() if ": " in line)
    content = unpack(package).get(source.path)
    if content is None:
        raise BuildError(f"{source.package} {fields['Version']} has no file {source.path}")
    if source.path.endswith(".gz"):
        content = gzip.decompress(content)
    entries = source.read(content.decode(source.encoding))
    words = [word for word in entries if is_common(word, with_nouns=source.with_nouns)]
    return words, f"{source.package} {fields['Version']}"


def read_wordfreq(code: str) -> tuple[list[str], str]:
    """Return the words of the large list of wordfreq, and its name and version.

    Raises:
        BuildError: wordfreq is not installed.
    """
    try:
        wordfreq = import_module("wordfreq")
    except ImportError as error:
        raise BuildError("needs wordfreq: pip install wordfreq") from error
    return [*wordfreq.iter_wordlist(code, "best")], f"wordfreq {version('wordfreq')}"


def read_english() -> tuple[list[str], str]:
    """Return the built-in English words up to band 50, and their name."""
    files = [ENGLISH / f"{band}.txt" for band in ENGLISH_BANDS]
    words = [word for file in files for word in file.read_text(encoding="ascii").splitlines()]
    return words, "words/english, bands 10 to 50"


def find_package(name: str, folder: Path | None) -> bytes:
    """Return a package from the folder, or from apt-get when no folder is given.

    Raises:
        BuildError: the folder does not have exactly one such package.
    """
    if folder is None:
        return fetch(f"debian:{name}")
    found = sorted(folder.glob(f"{name}_*.deb"))
    if len(found) != 1:
        raise BuildError(f"{folder} has {len(found)} packages {name}_*.deb, expected 1")
    return found[0].read_bytes()


def describe(name: str, table: Mapping[str, Any], folder: Path | None) -> dict[str, str]:
    """Return the two TOML lines of an alphabet by their keys.

    Raises:
        BuildError: its package is missing, or lacks the list.
    """
    source = SOURCES.get(name)
    if name == "en":
        words, origin = read_english()
    elif source is None:
        return {"frequencies": "frequencies = {}", "counted_over": 'counted_over = ""'}
    elif source is WORDFREQ:
        words, origin = read_wordfreq(name.partition("-")[0])
    else:
        words, origin = read_source(source, find_package(source.package, folder))
    # All letters are counted; a setting with fewer letters uses their sums.
    counted, total = count_letters(words, Alphabet.named(name, digraphs=True, accents=True))
    kind = source.note if source and source.note else "words"
    shares = per_mille(counted, table["letters"]).items()
    pairs = ", ".join(f'"{letter}" = {share}' for letter, share in shares)
    return {
        "frequencies": f"frequencies = {{ {pairs} }}",
        "counted_over": f'counted_over = "{origin}: {total:,} {kind}"',
    }


def replace_lines(text: str, described: Mapping[str, Mapping[str, str]]) -> str:
    """Replace the lines of the described alphabets in the TOML text.

    >>> replace_lines('[a]\\ncounted_over = ""\\n', {"a": {"counted_over": 'counted_over = "b"'}})
    '[a]\\ncounted_over = "b"\\n'
    """
    done = []
    table = ""
    for line in text.splitlines():
        if line.startswith("["):
            table = line.strip("[]")
        done.append(described.get(table, {}).get(line.partition(" = ")[0], line))
    return "\n".join(done) + "\n"


def main(arguments: list[str] | None = None) -> int:
    """Write or check; return 0 for success, 1 for a difference, 2 for an error."""
    parser = argparse.ArgumentParser(description="Count letters for alphabets.toml.")
    parser.add_argument("names", nargs="*", help="alphabets to count; all by default")
    parser.add_argument("--debs", type=Path, help="folder of .deb files; else apt-get download")
    parser.add_argument("--check", action="store_true", help="compare, write nothing")
    options = parser.parse_args(arguments)
    text = ALPHABETS.read_text(encoding="utf-8")
    tables = tomllib.loads(text)
    described = {}
    try:
        for name in options.names or tables:
            if name not in tables:
                raise BuildError(f"no alphabet {name!r}; expected one of {', '.join(tables)}")
            described[name] = describe(name, tables[name], options.debs)
            print(f"{name}: {described[name]['counted_over']}", flush=True)
    except (BuildError, OSError) as error:
        print(f"count_letters: {error}", file=sys.stderr)
        return 2
    made = replace_lines(text, described)
    if not options.check:
        ALPHABETS.write_text(made, encoding="utf-8", newline="\n")
        return 0
    if made != text:
        print("count_letters: alphabets.toml differs from a new count", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
