"""`lexigrid lexicon`: build, describe, check and list lexicons; manage the words of languages.

A lexicon file is written whole or not at all, and checked completely when it is read.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import partial
from itertools import chain, islice
from typing import Any

import click

from .._util.plain_text import count_noun
from ..errors import InputError
from ..lexicon import Lexicon
from .complete import completer
from .group import Group
from .inputs import BUILT_IN, LetterOptions, is_file, read_lexicon, read_words, recover_text
from .lexicon_languages import add, list_languages, remove
from .options import (
    column_option,
    gather_options,
    language_option,
    letter_options,
    lexicon_option,
    number_option,
)
from .output import Output, find_output, output_options
from .status import FOUND, MISSING
from .word_files import choice_options

_KIND = "lexigrid/lexicon"
_WORDS_KIND = "lexigrid/words"
_VERSION = 1


@click.group("lexicon", cls=Group)
def command() -> None:
    """List, add and remove the words of languages; build, describe, check and list lexicons."""


for each in (list_languages, add, remove):
    command.add_command(each)


@command.command("build", short_help="Compile a word list into a lexicon file.")
@click.argument("words", metavar="WORDS", shell_complete=completer("file"))
@choice_options
@column_option
@gather_options("letters", LetterOptions, [letter_options])
@partial(output_options, is_answer=False)
def build(
    words: str,
    choice: dict[str, Any],
    letters: LetterOptions,
    answer: Output,
) -> int:
    """Compile the word list WORDS (a file, or '-') into the lexicon file --output.

    WORDS may be a hunspell dictionary (.dic, with its .aff next to it). --prefixes, --names and
    --forms choose which of its words are read; they do not apply to other word lists. Words with
    apostrophes, hyphens or digits are left out.

    \b
      lexigrid lexicon build words.txt --output words.lexicon
      lexigrid lexicon build de.dic --alphabet de --prefixes --output de.lexicon
      lexigrid lexicon build hu.dic --forms stems --output hu.lexicon
    """
    if answer.output is None:
        raise InputError("no file for the lexicon: give --output FILE")
    path = find_output(answer.output)
    if path is None:
        raise InputError(f"{answer.output!r} is a device, expected a file for the lexicon")
    lexicon = read_words(words, letters.choose_alphabet(), **choice)
    lexicon.save(path)
    if answer.format == "text":
        size = os.path.getsize(path)
        answer.say(f"{answer.output}: {count_noun(len(lexicon), 'word')}, {size} bytes")
    else:
        _send_facts(_describe(lexicon, answer.output, path), answer._replace(output=None))
    return FOUND


@command.command("info", short_help="Describe a lexicon.")
@click.argument(
    "name", metavar="[NAME|FILE]", default=BUILT_IN[0], shell_complete=completer("lexicon")
)
@language_option
@output_options
def info(name: str, language: str | None, answer: Output) -> int:
    """Describe the built-in lexicon, a compiled lexicon or a word list.

    \b
      lexigrid lexicon info
      lexigrid lexicon info words.txt --format json
    """
    lexicon = read_lexicon(name, None, language)
    facts = _describe(lexicon, name, name if is_file(name) else None)
    # JSON keys are strings.
    facts["lengths"] = {str(length): count for length, count in lexicon.length_counts.items()}
    _send_facts(facts, answer)
    return FOUND


@command.command("check", short_help="Check that a lexicon file is undamaged.")
@click.argument("file", metavar="FILE", shell_complete=completer("lexicon"))
@output_options
def check(file: str, answer: Output) -> int:
    """Check every node, every edge and the checksum of a compiled lexicon.

    A damaged lexicon is an error (exit status 2) that says what is wrong and where.

    \b
      lexigrid lexicon check words.lexicon
      lexigrid lexicon check default
    """
    path = file
    if file in BUILT_IN and not is_file(file):
        from ..lexicon.image import DEFAULT_PATH, load_default

        load_default(validate=True)
        path = DEFAULT_PATH
    if os.path.isdir(path):
        raise InputError(f"cannot read {file!r}: it is a folder, expected a lexicon file")
    lexicon = Lexicon.load(path)
    if answer.format == "text":
        answer.send_page([f"{file}: sound, {count_noun(len(lexicon), 'word')}"])
    else:
        _send_facts(_describe(lexicon, file, path) | {"sound": True}, answer)
    return FOUND


@command.command("words", short_help="List the words of a lexicon that match a pattern.")
@click.argument("pattern", required=False)
@lexicon_option()
@language_option
@number_option("--limit", "List at most N.")
@output_options
def words(
    pattern: str | None,
    lexicon: str | None,
    language: str | None,
    limit: int | None,
    answer: Output,
) -> int:
    """List the words that match PATTERN: ? is any one letter, * any number of letters.

    \b
      lexigrid lexicon words 'q?i*'
      lexigrid lexicon words --lexicon words.lexicon --format json
    """
    compiled = read_lexicon(lexicon, None, language)
    text = None if pattern is None else recover_text(pattern, "PATTERN")
    found = islice(compiled.words(text), limit)
    first = list(islice(found, 1))
    matches = chain(first, found)
    if answer.format == "text":
        from ..render.terminal.width import printable

        answer.send_page(map(printable, matches))
    else:
        _send_words(compiled, matches, answer)
    if not first:
        answer.say(f"no word matches {pattern!r}")
    return FOUND if first else MISSING


def _send_words(lexicon: Lexicon, matches: Iterator[str], answer: Output) -> None:
    if answer.format == "csv":
        answer.send_csv(("word", "band"), ((word, lexicon.band(word)) for word in matches))
        return
    from .._util.documents import render_document

    head = {"format": _WORDS_KIND, "version": _VERSION}
    answer.send_document(render_document(head, "words", matches, {}))


def _describe(lexicon: Lexicon, name: str, path: str | None) -> dict[str, Any]:
    """Collect facts about a lexicon without a pass over its words."""
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
        "avoided": len(lexicon.avoided) or None,
        "notes": list(lexicon.notes) or None,
        "fingerprint": lexicon.fingerprint,
        "bytes": None if path is None else os.path.getsize(path),
    }


def _send_facts(facts: dict[str, Any], answer: Output) -> None:
    if answer.format == "json":
        answer.send_json({"format": _KIND, "version": _VERSION} | facts)
    elif answer.format == "csv":
        answer.send_csv(("key", "value"), _flatten(facts))
    else:
        answer.send_page(_format_facts(facts, answer))


def _flatten(facts: dict[str, Any]) -> Iterator[tuple[str, str]]:
    for key, value in facts.items():
        if isinstance(value, dict):
            yield from ((f"{key}_{inner}", str(number)) for inner, number in value.items())
        elif value is not None:
            yield key, str(value).lower() if isinstance(value, bool) else str(value)


def _format_facts(facts: dict[str, Any], answer: Output) -> Iterator[str]:
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
