"""`lexigrid lexicon`: build, info, check and words.

Knows lexicons and the documents; imported when it is called.
Rule: a lexicon file is written whole or not at all, and every lexicon read is checked whole.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import islice
from typing import Any

import click

from ..errors import InputError
from ..lexicon import Lexicon
from .group import Group
from .inputs import BUILT_IN, choose_alphabet, is_file, read_lexicon, read_words, recover_text
from .options import letter_options, number_option, output_options
from .output import Output, find_output
from .status import FOUND, MISSING

_KIND = "lexigrid/lexicon"
_WORDS_KIND = "lexigrid/words"
_VERSION = 1


@click.group("lexicon", cls=Group, short_help="Build, describe, check and list lexicons.")
def command() -> None:
    """Build, describe, check and list lexicons: words compiled for the searches."""


def _with_letters(function: Any) -> Any:
    for option in reversed(letter_options()):
        function = option(function)
    return function


@command.command("build", short_help="Compile a word list into a lexicon file.")
@click.argument("words", metavar="WORDS")
@_with_letters
@output_options
def build(
    words: str, alphabet: str | None, case_sensitive: bool, fold_accents: bool, answer: Output
) -> int:
    """Compile the word list WORDS (a file, or '-') into the lexicon file --output.

    \b
      lexigrid lexicon build words.txt --output words.lexicon
    """
    if answer.output is None:
        raise InputError("no place for the lexicon: give --output FILE")
    place = find_output(answer.output)
    if place is None:
        raise InputError(f"{answer.output!r} is a device, expected a file for the lexicon")
    lexicon = read_words(words, choose_alphabet(alphabet, case_sensitive, fold_accents))
    lexicon.save(place)
    shown = Output(answer.format, None, answer.quiet)
    if answer.format == "text":
        size = os.path.getsize(place)
        answer.say(f"wrote {answer.output}: {len(lexicon)} words, {size} bytes")
    else:
        _send_facts(_describe(lexicon, answer.output, place), shown)
    return FOUND


@command.command("info", short_help="Describe a lexicon.")
@click.argument("name", metavar="[NAME|FILE]", default=BUILT_IN[0])
@output_options
def info(name: str, answer: Output) -> int:
    """Describe the built-in lexicon, a compiled one or a word list."""
    lexicon = read_lexicon(name, None)
    facts = _describe(lexicon, name, name if is_file(name) else None)
    facts["lengths"] = _count_lengths(lexicon)
    _send_facts(facts, answer)
    return FOUND


@command.command("check", short_help="Prove that a lexicon file is whole.")
@click.argument("file", metavar="FILE")
@output_options
def check(file: str, answer: Output) -> int:
    """Prove that a compiled lexicon is whole and undamaged: every node, every edge, the checksum.

    A damaged one is an error (exit status 2) that says what is wrong and where.
    """
    path = file
    if file in BUILT_IN and not is_file(file):
        from ..lexicon.image import DEFAULT_PATH

        path = str(DEFAULT_PATH)
    if os.path.isdir(path):
        raise InputError(f"cannot read {file!r}: it is a folder, expected a lexicon file")
    lexicon = Lexicon.load(path)
    if answer.format == "text":
        answer.send_page([f"{file}: sound, {len(lexicon)} words"])
    else:
        _send_facts(_describe(lexicon, file, path) | {"sound": True}, answer)
    return FOUND


@command.command("words", short_help="List the words of a lexicon that fit a pattern.")
@click.argument("pattern", required=False)
@click.option("--lexicon", metavar="NAME|FILE", default=BUILT_IN[0], help="Built-in or a file.")
@number_option("--limit", "At most so many.")
@output_options
def words(pattern: str | None, lexicon: str, limit: int | None, answer: Output) -> int:
    """List the words that fit PATTERN: ? is any one letter, * any letters or none.

    \b
      lexigrid lexicon words 'q?i*'
    """
    compiled = read_lexicon(lexicon, None)
    typed = None if pattern is None else recover_text(pattern, "PATTERN")
    found = islice(compiled.words(typed), limit)
    first = next(found, None)
    matches = iter(()) if first is None else _chain(first, found)
    if answer.format == "text":
        from ..render.terminal.width import printable

        answer.send_page(map(printable, matches))
    else:
        _send_words(compiled, matches, answer)
    if first is None:
        answer.say(f"no word fits {pattern!r}")
    return MISSING if first is None else FOUND


def _chain(first: str, others: Iterator[str]) -> Iterator[str]:
    yield first
    yield from others


def _send_words(lexicon: Lexicon, matches: Iterator[str], answer: Output) -> None:
    from ..render.documents import render_csv, render_document

    if answer.format == "json":
        head = {"format": _WORDS_KIND, "version": _VERSION}
        answer.send_document(render_document(head, "words", matches, {}))
        return
    rows = ((word, lexicon.band(word)) for word in matches)
    answer.send_document(render_csv(("word", "band"), rows))


def _describe(lexicon: Lexicon, name: str, path: str | None) -> dict[str, Any]:
    """Collect what there is to know about a lexicon without walking its words."""
    alphabet = lexicon.alphabet
    return {
        "name": name,
        "words": len(lexicon),
        "longest": lexicon.max_length,
        "letters": "".join(lexicon.letters),
        "alphabet": alphabet.name or None,
        "case_sensitive": alphabet.case_sensitive,
        "fold_accents": alphabet.fold_accents,
        "bands": lexicon.has_bands,
        "origin": lexicon.info.get("origin"),
        "licence": lexicon.info.get("licence"),
        "fingerprint": lexicon.fingerprint,
        "bytes": None if path is None else os.path.getsize(path),
    }


def _count_lengths(lexicon: Lexicon) -> dict[str, int]:
    """Count the words by their number of letters; JSON wants text as keys."""
    return {str(letters): words for letters, words in lexicon.length_counts.items()}


def _send_facts(facts: dict[str, Any], answer: Output) -> None:
    if answer.format == "json":
        import json

        document = {"format": _KIND, "version": _VERSION} | facts
        answer.send_document([json.dumps(document, ensure_ascii=False) + "\n"])
    elif answer.format == "csv":
        from ..render.documents import render_csv

        answer.send_document(render_csv(("key", "value"), _flatten(facts)))
    else:
        answer.send_page(_write_facts(facts, answer))


def _flatten(facts: dict[str, Any]) -> Iterator[tuple[str, str]]:
    for key, value in facts.items():
        if isinstance(value, dict):
            yield from ((f"{key}_{inner}", str(number)) for inner, number in value.items())
        elif value is not None:
            yield key, str(value).lower() if isinstance(value, bool) else str(value)


def _write_facts(facts: dict[str, Any], answer: Output) -> Iterator[str]:
    from ..render.terminal.table import render_table
    from ..render.terminal.width import printable

    page = answer.page()
    plain = {key: value for key, value in facts.items() if not isinstance(value, dict)}
    for key, value in _flatten(plain):
        shown = {"true": "yes", "false": "no"}.get(value, value)
        yield f"{key.replace('_', ' '):<16}{printable(shown)}"
    lengths = facts.get("lengths", {})
    if lengths:
        yield ""
        rows = [((length, None), (str(count), None)) for length, count in lengths.items()]
        yield from render_table(["LETTERS", "WORDS"], rows, page, right=1)
