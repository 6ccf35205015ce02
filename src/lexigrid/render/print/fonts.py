"""Fonts for pages: the face for each letter, the width of text, and subsets to embed.

Faces are searched in a fixed order; a letter in none of them is an error.
"""

from __future__ import annotations

import itertools
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from statistics import median
from typing import Any, Protocol

from ..._util.io import import_extra
from ...alphabet import graphemes
from ...errors import PuzzleError
from ..terminal.width import display_width
from .font_files import (
    FontFile,
    Pair,
    given_font,
    open_face,
    packaged_fonts,
    remedy_for,
    system_fonts,
)

#: Unicode categories of characters that need no glyph.
_IGNORED = frozenset(("Cf", "Cc"))
_BOLD = 700


class Metrics(Protocol):
    """What a layout needs to know about fonts."""

    def width(self, text: str, size: float, bold: bool = False) -> float:
        """Return the width of a text at a font size, both in points."""

    def middle(self, texts: Iterable[str], bold: bool = False) -> float:
        """Return how far the middle of letters is above the baseline, per font size."""

    def extent(self, text: str, bold: bool = False) -> tuple[float, float]:
        """Return how far a text is below (negative) and above the baseline, per font size."""


class EstimatedMetrics:
    """Widths of text without a font, a little too wide.

    >>> EstimatedMetrics().width("oat", 10)
    20.4
    """

    def width(self, text: str, size: float, bold: bool = False) -> float:
        """Return the width of a text at a font size, both in points."""
        return round(display_width(text) * size * (0.72 if bold else 0.68), 3)

    def middle(self, texts: Iterable[str], bold: bool = False) -> float:
        """Return how far the middle of capitals is above the baseline, per font size."""
        return 0.357

    def extent(self, text: str, bold: bool = False) -> tuple[float, float]:
        """Return how far a text is below and above the baseline, per font size."""
        has_marks = any(unicodedata.combining(char) for char in unicodedata.normalize("NFD", text))
        return (-0.2, 0.95) if has_marks else (0.0, 0.714)


class Face:
    """A face of a font, in one weight."""

    def __init__(self, file: FontFile, *, bold: bool) -> None:
        harfbuzz = import_extra("uharfbuzz", "pdf", "a printed page")
        self.file = file
        self.bold = bold
        self._face: Any = open_face(file.path, file.index)
        self._font: Any = harfbuzz.Font(self._face)
        self.weight: float | None = None
        for tag, least, most in file.axes:
            if tag == "wght":
                self.weight = min(max(_BOLD if bold else 400, least), most)
                self._font.set_variations({"wght": self.weight})
        #: Is the face no bolder than the regular one, so that its outlines must be thickened?
        self.is_thin = bold and (self.weight or file.weight) < 600
        self._advances: dict[str, float] = {}

    def has(self, char: str) -> bool:
        """Does the face have a glyph for the character?"""
        return bool(self._font.get_nominal_glyph(ord(char)))

    def advance(self, text: str) -> float:
        """Return the width of a text at a font size of 1."""
        if text not in self._advances:
            self._advances[text] = self._measure(text)
        return self._advances[text]

    def _measure(self, text: str) -> float:
        font = self._font
        if not needs_shaping(text):
            glyphs = (font.get_nominal_glyph(ord(char)) for char in text)
            advance = sum(font.get_glyph_h_advance(glyph or 0) for glyph in glyphs)
            return float(advance / self._face.upem)
        harfbuzz = import_extra("uharfbuzz", "pdf", "a printed page")
        buffer = harfbuzz.Buffer()
        buffer.add_str(text)
        buffer.guess_segment_properties()
        harfbuzz.shape(font, buffer)
        advance = sum(position.x_advance for position in buffer.glyph_positions)
        return float(advance / self._face.upem)

    def extent(self, char: str) -> tuple[float, float] | None:
        """Return how far a glyph is below and above the baseline at a font size of 1."""
        extents = self._font.get_glyph_extents(self._font.get_nominal_glyph(ord(char)) or 0)
        if extents is None or not extents.height:
            return None
        top, upem = extents.y_bearing, self._face.upem
        return float((top + extents.height) / upem), float(top / upem)

    def subset(self, text: str) -> bytes:
        """Return a font file with the glyphs of a text, in the weight of this face."""
        harfbuzz = import_extra("uharfbuzz", "pdf", "embedding fonts")
        wanted = harfbuzz.SubsetInput()
        wanted.unicode_set.update(map(ord, text + " "))
        wanted.name_id_set.update((1, 2, 6, 16))  # 16: the family whatever the weight
        wanted.flags = harfbuzz.SubsetFlags.NOTDEF_OUTLINE | harfbuzz.SubsetFlags.NO_HINTING
        for tag, _, _ in self.file.axes:
            if tag == "wght":
                wanted.pin_axis_location(self._face, tag, self.weight)
            else:
                wanted.pin_axis_to_default(self._face, tag)
        return bytes(harfbuzz.subset(self._face, wanted).blob.data)


class Fonts:
    """Fonts in the order in which they are searched for a letter.

    First `files`; then packages, starting with the families `first`; then the system's fonts,
    starting with those for the language.
    """

    def __init__(
        self, files: Sequence[str] = (), *, first: Sequence[str] = (), language: str = ""
    ) -> None:
        given = [*map(given_font, files)]
        self._known: list[Pair] = []
        self._unsearched = itertools.chain(given, packaged_fonts(first), _system(language))
        self._chosen: dict[tuple[str, bool], Face | None] = {}
        self._runs: dict[tuple[str, bool], list[tuple[Face, str]]] = {}

    def pick(self, text: str, bold: bool = False) -> list[tuple[Face, str]]:
        """Split text into runs, each with a face that has all its letters.

        Raises:
            PuzzleError: some letter is in no font.
        """
        if (text, bold) not in self._runs:
            self._runs[text, bold] = self._split(text, bold)
        return self._runs[text, bold]

    def _split(self, text: str, bold: bool) -> list[tuple[Face, str]]:
        whole = self._face_of(text, bold)
        if whole is not None:
            return [(whole, text)]
        runs: list[tuple[Face, str]] = []
        for cluster in graphemes(text):
            face = self._face_of(cluster, bold)
            if face is None:
                raise self._missing_letter(cluster)
            if runs and (runs[-1][0] is face or cluster.isspace()):
                runs[-1] = (runs[-1][0], runs[-1][1] + cluster)
            else:
                runs.append((face, cluster))
        return runs

    def width(self, text: str, size: float, bold: bool = False) -> float:
        """Return the width of a text at a font size, both in points."""
        return sum(face.advance(run) for face, run in self.pick(text, bold)) * size

    def middle(self, texts: Iterable[str], bold: bool = False) -> float:
        """Return how far the middle of letters is above the baseline, per font size."""
        letters = [text for text in texts if len(text) == 1]
        found = [self.pick(letter, bold)[0][0].extent(letter) for letter in letters]
        heights = [(each[0] + each[1]) / 2 for each in found if each is not None]
        return median(heights) if heights else 0.357

    def extent(self, text: str, bold: bool = False) -> tuple[float, float]:
        """Return how far a text is below and above the baseline, per font size."""
        found = [face.extent(char) for face, run in self.pick(text, bold) for char in run]
        edges = [edge for each in found if each is not None for edge in each]
        return min(edges, default=0.0), max(edges, default=0.714)

    def _face_of(self, text: str, bold: bool) -> Face | None:
        if (text, bold) not in self._chosen:
            needed = [c for c in text if unicodedata.category(c) not in _IGNORED and c != " "]
            faces = (_open(pair.bold if bold else pair.regular, bold) for pair in self._search())
            complete = (face for face in faces if all(map(face.has, needed)))
            self._chosen[text, bold] = next(complete, None)
        return self._chosen[text, bold]

    def _search(self) -> Iterator[Pair]:
        """Yield the fonts; the system is searched only when no other font has a letter."""
        yield from self._known
        # The shared iterator continues where the last search stopped.
        for pair in self._unsearched:
            self._known.append(pair)
            yield pair

    def _missing_letter(self, cluster: str) -> PuzzleError:
        faces = [_open(pair.regular, False) for pair in self._search()]
        char = next((c for c in cluster if not any(face.has(c) for face in faces)), cluster)
        name = unicodedata.name(char[0], "a letter")
        searched = ", ".join(face.file.family for face in faces[:4]) or "none"
        more = f" and {len(faces) - 4} more" if len(faces) > 4 else ""
        return PuzzleError(
            f"no font has {char!r} (U+{ord(char[0]):04X} {name}); {remedy_for(name)}, or give "
            f"--font FILE; searched: {searched}{more}",
            letter=char,
        )


def needs_shaping(run: str) -> bool:
    """May the text have combining marks, joined letters, or letters that run from right to left?"""
    return len(run) > 1 and not run.isascii()


def _system(language: str) -> Iterator[Pair]:
    yield from system_fonts(language)  # only once one of them is needed


@cache
def _open(file: FontFile, bold: bool) -> Face:
    return Face(file, bold=bold)
