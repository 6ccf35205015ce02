"""The files of the pages (`web/static`) as they are sent."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Literal

STATIC = Path(__file__).parent.parent / "web" / "static"
#: Addresses of pages and the files that answer them.
PAGES = {"": "index.html", "make": "make.html", "puzzle": "puzzle.html", "play": "play.html"}
#: Where questions are answered: on this device alone; by the server, and on this device when it
#: does not answer; or by the server alone.
Mode = Literal["static", "server", ""]
#: What pages may load and do: their own files only, and no script or style inside a page.
POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "
    "img-src 'self' data:; connect-src 'self'; worker-src 'self'; manifest-src 'self'; "
    "object-src 'none'; base-uri 'none'; form-action 'self'; "
    "require-trusted-types-for 'script'; trusted-types lexigrid"
)
#: Comments that begin a line, and indentation; no text in modules and styles spans lines.
_EXTRA = re.compile(r"^[ \t]*(?://.*|/\*[^*]*(?:\*(?!/)[^*]*)*\*/[ \t]*$)|^[ \t]+", re.MULTILINE)
_INSTALLABLE = (
    '<link rel="manifest" href="manifest.json">\n<link rel="apple-touch-icon" href="icons/180.png">'
)
_META = f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">'


def read_static(path: Path, mode: Mode = "") -> bytes:
    """Return a file as it is sent; the lines of modules and styles keep their numbers.

    Pages get what their mode needs: the attribute `data-site`, the manifest, and the policy where
    no server sends it.
    """
    data = path.read_bytes()
    if path.suffix not in (".js", ".css", ".html"):
        return data
    text = data.decode()
    if path.suffix == ".html":
        return _finish_page(text, mode).encode()
    text = _EXTRA.sub(lambda found: "\n" * found[0].count("\n"), text)
    if path.suffix == ".css":
        text = re.sub(r" (?={)|(?<=[{,;:]) | (?=})", "", text)
    return text.encode()


def _finish_page(text: str, mode: Mode) -> str:
    if not mode:
        return text
    text = text.replace("<html ", f'<html data-site="{mode}" ', 1)
    text = text.replace("<link rel=", f"{_INSTALLABLE}\n<link rel=", 1)
    if mode == "static":
        text = text.replace('<meta charset="utf-8">', f'<meta charset="utf-8">\n{_META}', 1)
        text = text.replace("</head>", '<script src="js/file.js"></script>\n</head>', 1)
    return text
