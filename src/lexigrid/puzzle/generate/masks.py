"""Masks: which cells of a rectangle a puzzle uses.

Knows shapes and pictures; known by the maker.
Rule: a mask is text that says what it is, worked out on a size when one is known.
"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass

from ...errors import InputError
from .pictures import Picture, read_picture
from .shapes import SHAPES, is_inside

_PART = re.compile(r"\s*([+&-]?)\s*(~?)\s*([a-z][a-z0-9]*|#[0-9]+x[0-9]+:[0-9a-f]+)")


@dataclass(frozen=True, slots=True)
class Mask:
    """Open cells of a rectangle of any size.

    Made of built-in shapes, joined from left to right: `+` adds, `&` keeps what both have, `-`
    takes away; `~` turns a part inside out. `Mask.read` makes one of a picture.

    >>> print(Mask.parse("diamond").draw(5, 5))
    ..#..
    .###.
    #####
    .###.
    ..#..
    """

    text: str

    @classmethod
    def parse(cls, text: str) -> Mask:
        """Read a mask: `heart`, `~circle`, `star+ring`, `square-diamond`.

        Raises:
            InputError: a shape that is not built in.
        """
        mask = cls(text.strip().lower())
        mask._parts()
        return mask

    @classmethod
    def read(cls, path: str | os.PathLike[str], *, invert: bool = False) -> Mask:
        """Make a mask of a picture: a PNG (dark is open), or text (`.`, blank and 0 are holes).

        Raises:
            InputError: the file cannot be read, or is neither.
        """
        picture = read_picture(path)
        return cls(("~" if invert else "") + picture.to_text())

    def inverted(self) -> Mask:
        """Turn the mask inside out, all its parts.

        >>> Mask.parse("star+ring").inverted()
        Mask(text='~star&~ring')
        """
        made = ""
        for joint, is_inverted, name in self._parts():
            # From left to right: what is in neither, not in both, or not in the first alone.
            kept = joint == "-"
            made += {"": "", "+": "&", "&": "+", "-": "+"}[joint]
            made += ("~" if is_inverted == kept else "") + name
        return Mask(made)

    def joined(self, other: Mask) -> Mask:
        """Give the mask that is open where one of the two is.

        >>> Mask.parse("star").joined(Mask.parse("~ring"))
        Mask(text='star+~ring')

        Raises:
            InputError: both have parts joined by & or -, so that one text cannot say it.
        """
        first, second = self, other
        for _ in range(2):
            joints = [joint for joint, _, _ in second._parts()]
            if all(joint in ("", "+") for joint in joints):
                return Mask(f"{first.text}+{second.text}")
            first, second = second, first
        raise InputError(
            f"the masks {self.text[:40]!r} and {other.text[:40]!r} cannot be joined; write their "
            "parts as one mask, which is read from left to right"
        )

    def cells(self, rows: int, columns: int) -> bytes:
        """Work the mask out on a size: a byte a cell in reading order, 1 for open."""
        made = bytearray(rows * columns)
        for joint, inverted, name in self._parts():
            part = _part_cells(name, rows, columns)
            for i, own in enumerate(part):
                is_open = bool(own) != inverted
                if joint == "":
                    made[i] = is_open
                elif joint == "+":
                    made[i] |= is_open
                elif joint == "&":
                    made[i] &= is_open
                else:
                    made[i] &= not is_open
        return bytes(made)

    def draw(self, rows: int, columns: int) -> str:
        """Draw the mask: `#` for an open cell, `.` for a hole."""
        cells = self.cells(rows, columns)
        lines = (cells[at : at + columns] for at in range(0, len(cells), columns))
        return "\n".join("".join(".#"[cell] for cell in line) for line in lines)

    @property
    def shape(self) -> tuple[int, int] | None:
        """The size of the picture that the mask is, where it is one."""
        parts = self._parts()
        if len(parts) == 1 and parts[0][2].startswith("#"):
            picture = Picture.parse(parts[0][2])
            return picture.rows, picture.columns
        return None

    def _parts(self) -> list[tuple[str, bool, str]]:
        """Split the text into (joint, inverted, shape or picture)."""
        parts: list[tuple[str, bool, str]] = []
        at = 0
        while at < len(self.text):
            found = _PART.match(self.text, at)
            if not found or bool(found[1]) != bool(parts):
                raise self._unknown(self.text[at:].strip())
            if not found[3].startswith("#") and found[3] not in SHAPES:
                raise self._unknown(found[3])
            parts.append((found[1], bool(found[2]), found[3]))
            at = found.end()
        if not parts:
            raise self._unknown(self.text)
        return parts

    def _unknown(self, name: str) -> InputError:
        return InputError(
            f"the mask has {name[:40]!r}, expected a file, or shapes joined by + & -: "
            f"{', '.join(SHAPES)}",
            mask=self.text,
        )


def _part_cells(name: str, rows: int, columns: int) -> bytes:
    if name.startswith("#"):
        return Picture.parse(name).scaled(rows, columns)
    # The middles of the cells, on a square from -1 to 1.
    return bytes(
        is_inside(name, (2 * column + 1) / columns - 1, 1 - (2 * row + 1) / rows)
        for row in range(rows)
        for column in range(columns)
    )
