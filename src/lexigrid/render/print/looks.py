"""The looks of pages: what is bold, framed, tinted or left out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

from .sheet import BLACK, GREY, WHITE, Ink

StyleName = Literal["classic", "bold", "minimal", "kids"]
STYLES: tuple[StyleName, ...] = get_args(StyleName)


@dataclass(frozen=True, slots=True)
class Look:
    """The look of a style; line widths and sizes are in points."""

    title: float = 27.0
    title_bold: bool = True
    title_ink: Ink = BLACK
    banner: Ink | None = None
    """The fill behind the title."""
    centred: bool = True
    """Is the title centred? If not, it is on the side where reading begins."""
    rule: float = 0.0
    """The width of a line between title and grid."""
    grid_bold: bool = True
    frame: float = 1.2
    """The width of the line around the grid; 0 for none."""
    frame_ink: Ink = BLACK
    corner: float = 0.0
    """The radius of the corners of the frame, relative to a cell."""
    cell_line: float = 0.0
    """The width of the lines between cells."""
    cell_ink: Ink = GREY
    list_bold: bool = False
    panel: Ink | None = None
    """The fill behind the list."""
    round_boxes: bool = False
    capsule_fill: Ink = (0.86, 0.86, 0.86)
    capsule_ink: Ink = (0.3, 0.3, 0.3)
    capsule_line: float = 0.045
    """The width of the outline of a capsule, relative to a cell."""
    fonts: tuple[str, ...] = ()
    """Font packages to search first."""


LOOKS: dict[StyleName, Look] = {
    "classic": Look(),
    "bold": Look(
        title=30.0,
        title_ink=WHITE,
        banner=BLACK,
        frame=3.2,
        list_bold=True,
        capsule_fill=(0.8, 0.8, 0.8),
        capsule_ink=BLACK,
        capsule_line=0.06,
        fonts=("rubik",),
    ),
    "minimal": Look(
        title=22.0,
        title_bold=False,
        centred=False,
        rule=0.6,
        grid_bold=False,
        frame=0.0,
        capsule_fill=(0.9, 0.9, 0.9),
        capsule_ink=(0.6, 0.6, 0.6),
        capsule_line=0.025,
    ),
    "kids": Look(
        title=32.0,
        title_ink=(0.07, 0.36, 0.58),
        frame=3.0,
        frame_ink=(0.07, 0.36, 0.58),
        corner=0.45,
        cell_line=0.5,
        cell_ink=(0.72, 0.82, 0.89),
        list_bold=True,
        panel=(1.0, 0.95, 0.8),
        round_boxes=True,
        capsule_fill=(1.0, 0.87, 0.45),
        capsule_ink=(0.85, 0.5, 0.05),
        fonts=("rubik",),
    ),
}
