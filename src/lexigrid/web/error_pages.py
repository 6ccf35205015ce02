"""Errors as pages, for browsers that ask for a page, in the language of the browser."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import cache
from html import escape

from fastapi import Response
from starlette.datastructures import Headers
from starlette.types import Scope

from ..site.files import STATIC

#: What is below this path answers programs.
API = "/api/"
#: The names of the texts by status; others have those of "refused".
_NAMES = {404: "missing", 408: "busy", 429: "busy", 500: "failed", 503: "busy"}
_LANGUAGES = tuple(path.name for path in sorted((STATIC / "text").iterdir()))
_PAGE = """<!DOCTYPE html>
<html lang="{language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title} – lexigrid</title>
<link rel="stylesheet" href="/css/base.css"><link rel="stylesheet" href="/css/board.css">
<link rel="stylesheet" href="/css/app.css"></head>
<body class="is-ready"><header><a class="brand" href="/">lexigrid</a></header>
<main><h1>{title}</h1><p>{text}</p><p><a class="button" href="/">{start}</a></p></main></body>
</html>
"""


def wants_page(scope: Scope) -> bool:
    """Does the request ask for a page?"""
    is_page = scope["method"] in ("GET", "HEAD") and not scope["path"].startswith(API)
    return is_page and "text/html" in Headers(scope=scope).get("accept", "")


def draw_page(scope: Scope, status: int, headers: Mapping[str, str] | None) -> Response:
    """Return the page for an error."""
    asked = re.findall(r"\b[a-z]{2}\b", Headers(scope=scope).get("accept-language", ""))
    language = next((code for code in asked if code in _LANGUAGES), "en")
    name = _NAMES.get(status, "refused")
    names = (f"{name}_title", f"{name}_text", "start")
    title, text, start = (escape(_texts(language)[each]) for each in names)
    page = _PAGE.format(language=language, title=title, text=text, start=start)
    return Response(page, status, headers, "text/html; charset=utf-8")


@cache
def _texts(language: str) -> dict[str, str]:
    found: dict[str, str] = json.loads((STATIC / "text" / language / "errors.json").read_bytes())
    return found
