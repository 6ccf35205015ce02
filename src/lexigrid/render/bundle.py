"""Modules and styles of the web pages joined into one text, for pages that load no other files."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files
from typing import Any

#: Where the modules and styles of the pages are.
STATIC = "web/static"
#: Comments of whole lines and at their ends, and indentation; no string in modules and styles spans
#: lines or has a comma or semicolon before two slashes.
_EXTRA = re.compile(
    r"^[ \t]*(?://.*|/\*[^*]*(?:\*(?!/)[^*]*)*\*/[ \t]*$)|^[ \t]+|(?<=[,;]) //.*", re.MULTILINE
)
_IMPORT = re.compile(r"^import [^;]* from '([^']*)';$", re.MULTILINE)
#: Spaces, semicolons and zeros that a style sheet does not need.
_NEEDLESS = re.compile(r" (?=[{>}])|(?<=[{,;:>]) +|;(?=\s*})|(?<=[ :,(])0(?=\.\d)")


@cache
def bundle_script(name: str) -> str:
    """Return a module of the package with all that it imports as one, without comments.

    `name` is its path in the package. Each module follows those it imports. All share one scope, so
    no two may have the same name at their top level.

    >>> bundle_script("web/static/js/text.js").startswith("function translator(")
    True
    """
    parts: dict[str, str] = {}

    def add(name: str) -> None:
        text = _read(name)
        for imported in _IMPORT.findall(text):
            other = posixpath.normpath(posixpath.join(posixpath.dirname(name), imported))
            if other not in parts:
                add(other)
        parts[name] = re.sub("^export (?!default)", "", _IMPORT.sub("", text), flags=re.MULTILINE)

    add(name)
    return _join(parts.values())


@cache
def bundle_style(*names: str) -> str:
    """Return style sheets of the pages as one, without comments."""
    return _join(strip_style(_read(f"{STATIC}/css/{name}.css")) for name in names)


@cache
def read_view(name: str) -> str:
    """Return the elements of a view: what a page, a page to send and a widget show alike."""
    text = (files("lexigrid") / STATIC / "views" / f"{name}.html").read_text("utf-8")
    return text.strip().replace(">\n<", "><")


def choose_texts(texts: Mapping[str, Any], script: str, view: str) -> dict[str, Any]:
    """Return the texts that a script or a view names.

    A script names them as 'found' or, with an end to be added, as `say_${...`.

    >>> texts = {"found": "f", "say_short": "s", "hint": "h", "lost": "l"}
    >>> choose_texts(texts, "t('found'), t(`say_${kind}`)", '<button data-t="hint">')
    {'found': 'f', 'say_short': 's', 'hint': 'h'}
    """
    return {
        name: text
        for name, text in texts.items()
        if f"'{name}'" in script
        or f"`{name.partition('_')[0]}_${{" in script
        or f'="{name}"' in view
    }


def strip_source(text: str) -> str:
    """Return a module or a style sheet without comments and indentation, line by line."""
    return _EXTRA.sub(lambda found: "\n" * found[0].count("\n"), text)


def strip_style(text: str) -> str:
    """Return a style sheet without the characters that it does not need."""
    return _NEEDLESS.sub("", text)


def _read(name: str) -> str:
    return strip_source((files("lexigrid") / name).read_text("utf-8"))


def _join(parts: Iterable[str]) -> str:
    return re.sub("\n\n+", "\n", "\n".join(parts)).strip()
