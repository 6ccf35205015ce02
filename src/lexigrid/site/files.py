"""The files of the pages (`web/static`) as they are sent."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Literal

from ..render.bundle import read_view, strip_source, strip_style

STATIC = Path(__file__).parent.parent / "web" / "static"
#: Addresses of pages and their files.
PAGES = {"": "index.html"} | {each: f"{each}.html" for each in ("solve", "make", "puzzle", "play")}
#: Where requests are answered: only on this device; by the server, or on this device if it does not
#: answer; or only by the server.
Mode = Literal["static", "server", ""]
#: Pages may load only their own files, and have no inline scripts or styles.
POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "
    "img-src 'self' data:; font-src 'self'; connect-src 'self'; worker-src 'self'; "
    "manifest-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; "
    "require-trusted-types-for 'script'; trusted-types lexigrid"
)
_INSTALLABLE = (
    '<link rel="manifest" href="manifest.json">\n<link rel="apple-touch-icon" href="icons/180.png">'
)
_META = f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">'


def list_static() -> dict[str, Path]:
    """Return the files of the pages by name, without their parts and the service worker."""
    return {
        path.relative_to(STATIC).as_posix(): path
        for path in sorted(STATIC.rglob("*"))
        if path.is_file()
        and not path.name.startswith(".")
        and path.name not in ("page.html", "sw.js")
        and path.parent.name != "views"
    }


def read_static(path: Path, mode: Mode = "") -> bytes:
    """Return a file as it is sent; the line numbers of modules and styles do not change.

    Pages are put into their frame and get what their mode needs: the attribute `data-site`, the
    manifest, and the policy if no server sends it.
    """
    data = path.read_bytes()
    if path.suffix not in (".js", ".css", ".html"):
        return data
    text = data.decode()
    if path.suffix == ".html":
        return _finish_page(_frame(path.name, text), mode).encode()
    text = strip_source(text)
    if path.suffix == ".css":
        text = strip_style(text)
    return text.encode()


def _frame(name: str, text: str) -> str:
    """Put the head and the main part of a page into the frame, whose menu marks this page."""
    head, main = text.split("<main", 1)
    main = re.sub("@VIEW (\\w+)@", lambda found: read_view(found[1]), main)
    frame = (STATIC / "page.html").read_text("utf-8")
    link = f'<li><a href="{name}"'
    frame = frame.replace(link, f'{link} aria-current="page"')
    return frame.replace("@HEAD@", head).replace("@MAIN@", f"<main{main}")


def _finish_page(text: str, mode: Mode) -> str:
    if not mode:
        return text
    text = text.replace("<html ", f'<html data-site="{mode}" ', 1)
    text = text.replace("<link rel=", f"{_INSTALLABLE}\n<link rel=", 1)
    if mode == "static":
        text = text.replace('<meta charset="utf-8">', f'<meta charset="utf-8">\n{_META}', 1)
        text = text.replace("</head>", '<script src="js/file.js"></script>\n</head>', 1)
    return text
