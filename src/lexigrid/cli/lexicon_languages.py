"""`lexigrid lexicon list`, `add` and `remove`: the installed languages.

Words are added from dictionaries on this machine; nothing is downloaded.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import click

from .._util.plain_text import count_noun
from ..errors import InputError
from ..lexicon.packs.installed import languages
from ..lexicon.packs.pack import Language
from ..lexicon.word_list import FORMS
from .complete import completer
from .help import Command, option
from .output import Output, output_options
from .status import FOUND, MISSING


@click.command("list", cls=Command, short_help="List the languages with words.")
@output_options
def list_languages(answer: Output) -> int:
    """List the languages with words: built in, from installed packs, or added.

    A language is marked beta until a native speaker has checked it.

    \b
      lexigrid lexicon list
      lexigrid lexicon list --format json
    """
    facts = [_describe(language) for language in languages()]
    if answer.format == "json":
        answer.send_json({"format": "lexigrid/languages", "version": 1, "languages": facts})
    elif answer.format == "csv":
        _send_csv(facts, answer)
    else:
        from ..render.terminal.table import render_table
        from ..render.terminal.width import printable

        head = ["CODE", "LANGUAGE", "WORDS", "BANDS", "LETTERS", "FROM", "LICENCE"]
        cells = [[(printable(text), None) for text in _row(language)] for language in languages()]
        answer.send_page(render_table(head, cells, answer.page(), right=2))
    return FOUND


@click.command("add", cls=Command, short_help="Add the words of an installed dictionary.")
@click.argument("code", metavar="CODE")
@option(
    "--from",
    "source",
    metavar="FILE.dic",
    completes="file",
    help="The dictionary; default: an installed one.",
    group="Dictionary",
)
@option("--prefixes/--no-prefixes", default=None, help="With or without prefixed words.")
@option("--names/--no-names", default=None, help="With or without capitalized words.")
@option(
    "--forms",
    type=click.Choice(FORMS),
    help="All forms, only the words as listed, or only those in wordfreq.",
)
@output_options
def add(
    code: str,
    source: str | None,
    prefixes: bool | None,
    names: bool | None,
    forms: str | None,
    answer: Output,
) -> int:
    """Add the words of a language from a hunspell dictionary on this machine.

    Without --from, the dictionary is searched for in $DICPATH and in the folders of hunspell,
    LibreOffice and npm (dictionary-CODE); nothing is downloaded. Options that are not given follow
    the language. With wordfreq (pip install wordfreq), the words get frequency bands.

    \b
      lexigrid lexicon add it
      lexigrid lexicon add nb --from nb_NO.dic
    """
    from ..lexicon.packs.dictionaries import add_language, find_dictionary, recipe_of

    given = {"prefixes": prefixes, "names": names, "forms": forms}
    chosen: dict[str, Any] = {key: value for key, value in given.items() if value is not None}
    recipe = replace(recipe_of(code), **chosen)
    place = find_dictionary(recipe) if source is None else Path(source)
    added = add_language(recipe, place)
    language = added.language
    for note in added.notes:
        answer.say(f"warning: {note}")
    if added.foreign:
        words = count_noun(added.foreign, "word")
        answer.say(f"left out {words} with letters that {language.title} lacks")
    if not language.has_bands:
        remedy = (
            f"wordfreq has no list of {language.title}"
            if find_spec("wordfreq")
            else "install wordfreq (pip install wordfreq) and add them again"
        )
        answer.say(f"the words have no frequency bands: {remedy}")
    if answer.format == "text":
        licence = f"its licence: {added.licence}" if added.licence else "its licence was not found"
        answer.send_page(
            [f"added {language.title}: {language.words:,} words of {place}; {licence}"]
        )
        return FOUND
    facts = _describe(language) | {"source": str(place)}
    if answer.format == "json":
        answer.send_json({"format": "lexigrid/language", "version": 1} | facts)
    else:
        _send_csv([facts], answer)
    return FOUND


@click.command("remove", cls=Command, short_help="Remove added words.")
@click.argument("code", metavar="CODE", shell_complete=completer("language"))
@output_options
def remove(code: str, answer: Output) -> int:
    """Remove words added by `lexicon add`. Packs are removed with pip.

    \b
      lexigrid lexicon remove it
      lexigrid lexicon remove nb
    """
    from ..lexicon.packs.dictionaries import remove_language

    if remove_language(code):
        answer.say(f"removed the words of {code}")
        return FOUND
    found = next((language for language in languages() if language.code == code), None)
    if found is not None and found.origin == "pack":
        raise InputError(f"{code!r} is a pack; pip uninstall lexigrid-words-{code}")
    if found is not None:
        raise InputError(f"{code!r} is built in and cannot be removed")
    answer.say(f"no words of {code!r} were added")
    return MISSING


def _describe(language: Language) -> dict[str, Any]:
    return {
        "language": language.code,
        "title": language.title,
        "words": language.words,
        "bands": language.has_bands,
        "alphabet": language.alphabet.name or None,
        "from": language.origin,
        "version": language.version or None,
        "licence": language.licence,
        "beta": language.is_beta,
        "size": list(language.size),
    }


def _send_csv(facts: Sequence[dict[str, Any]], answer: Output) -> None:
    rows = ([*(each | {"size": "x".join(map(str, each["size"]))}).values()] for each in facts)
    answer.send_csv(tuple(facts[0]), rows)


def _row(language: Language) -> list[str]:
    return [
        language.code,
        language.title + (" (beta)" if language.is_beta else ""),
        f"{language.words:,}",
        "yes" if language.has_bands else "no",
        language.alphabet.name or "open",
        language.origin,
        language.licence,
    ]
