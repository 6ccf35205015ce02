"""A puzzle as a SCORM 1.2 package for learning platforms: the page to play, and a manifest."""

from __future__ import annotations

import hashlib
import io
import zipfile
from xml.sax.saxutils import escape

from .._util.plain_text import without_controls
from ..puzzle import Puzzle
from .html import puzzle_to_html
from .listing import ListAs, title_of

_MANIFEST = """<?xml version="1.0" encoding="UTF-8"?>
<manifest identifier="lexigrid-{name}" version="1.2"
 xmlns="http://www.imsproject.org/xsd/imscp_rootv1p1p2"
 xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_rootv1p2">
<metadata><schema>ADL SCORM</schema><schemaversion>1.2</schemaversion></metadata>
<organizations default="organization"><organization identifier="organization">
<title>{title}</title>
<item identifier="item" identifierref="page"><title>{title}</title></item>
</organization></organizations>
<resources><resource identifier="page" type="webcontent" adlcp:scormtype="sco" href="index.html">
<file href="index.html"/></resource></resources>
</manifest>
"""
#: The date of the members: a real one would make the bytes differ.
_DATE = (2000, 1, 1, 0, 0, 0)


def puzzle_to_scorm(puzzle: Puzzle, *, with_key: bool, list_as: ListAs) -> bytes:
    """Return the package, a zip file; equal puzzles give equal bytes."""
    page = puzzle_to_html(puzzle, with_key=with_key, list_as=list_as)
    title = without_controls(title_of(puzzle))
    name = hashlib.sha256(page.encode()).hexdigest()[:16]
    manifest = _MANIFEST.format(name=name, title=escape(title))
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as file:
        for path, text in (("imsmanifest.xml", manifest), ("index.html", page)):
            member = zipfile.ZipInfo(path, _DATE)
            member.compress_type = zipfile.ZIP_DEFLATED
            file.writestr(member, text)
    return out.getvalue()
