"""Text without what documents cannot hold."""

from __future__ import annotations

import re

#: Control characters, halves of surrogate pairs, and what XML excludes.
_CONTROLS = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")


def without_controls(text: str) -> str:
    r"""Return text with a blank for each character that SVG, HTML or PDF cannot hold.

    >>> without_controls("A\x00B")
    'A B'
    """
    return _CONTROLS.sub(" ", text)
