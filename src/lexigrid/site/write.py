"""Write a site to a folder that any web host can serve, whole or not at all."""

from __future__ import annotations

import json
import os
import re
import shutil
import tempfile
from contextlib import suppress
from pathlib import Path

from .._util.io import StrPath, cannot_write, check_path
from .._util.own_files import remove_own
from ..errors import InputError
from ..lexicon import Lexicon
from .build import build_site, find_core

#: Only a folder with this file is a site, and this one lists the files, which may be replaced.
_MARK, _LIST = "site.json", "sw.js"


def write_site(
    folder: StrPath, *, lexicon: Lexicon | None = None, title: str = "", overwrite: bool = False
) -> dict[str, int]:
    """Write the pages as a site that needs no server; return the sizes of its files by name.

    Solving, playing puzzles and the dice game run in the browser, with or without a network. The
    lexicon defaults to the built-in English words; `title` names other words on the pages. The
    same release and words give the same bytes.

    Raises:
        InputError: this installation lacks the core for browsers; the folder exists and
            `overwrite` is not set, or it is not a site, or it cannot be written.
        LexiconError: the words cannot be searched in a browser.
    """
    target = Path(check_path(folder, "the folder"))
    _check_target(target, overwrite=overwrite)
    core = find_core()
    if core is None:
        raise InputError(
            "this installation lacks the core for browsers; in a checkout, `make wasm` builds it "
            "(it needs Emscripten), and `make wheel` then makes a wheel that includes it"
        )
    files = build_site(lexicon or Lexicon.default(), core, "static", title)
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        made = Path(tempfile.mkdtemp(prefix=f".{target.name}.", dir=target.parent.resolve()))
    except OSError as error:
        raise cannot_write(target, error) from error
    try:
        for name, data in files.items():
            path = made / "new" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        if target.exists():
            os.rename(target, made / "old")
        os.rename(made / "new", target)
        if (made / "old").exists():
            remove_own(made / "old", _own_files(made / "old"))
    except OSError as error:
        if (made / "old").exists() and not target.exists():
            os.rename(made / "old", target)
        raise cannot_write(target, error) from error
    finally:
        shutil.rmtree(made / "new", ignore_errors=True)
        with suppress(OSError):
            os.rmdir(made)
    return {name: len(data) for name, data in files.items()}


def _check_target(target: Path, *, overwrite: bool) -> None:
    if not target.exists():
        return
    if not target.is_dir():
        raise InputError(f"{str(target)!r} is a file, expected a folder to write")
    names = [path.name for path in target.iterdir()]
    if names and _MARK not in names:
        raise InputError(f"{str(target)!r} holds {names[0]!r} and is not a site; name a new folder")
    if names and not overwrite:
        raise InputError(f"{str(target)!r} holds a site; give --overwrite to replace it")
    if names:
        remove_own(target, _own_files(target), dry_run=True)


def _own_files(site: Path) -> list[str]:
    """Return the names of the files of a site, as its service worker lists them."""
    try:
        found = re.search(r"JSON\.parse\('(.*?)'\)", (site / _LIST).read_text("utf-8"))
        return [*json.loads(found[1])["files"], _LIST] if found else [_MARK]
    except (OSError, ValueError, LookupError, TypeError):
        return [_MARK]
