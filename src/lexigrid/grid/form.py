"""The JSON form of a grid; only what reads or writes one imports this module."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

from .._util import schema
from .._util.codec import OMIT, Document, Form, Head
from ..alphabet import Alphabet
from ..errors import GridError
from ..geometry import Cell, Topology
from ..reading import PUZZLE_FORMAT

FORMAT = "lexigrid/grid"
#: Option values that leave the choice to the JSON form.
_DEFAULTS = (None, False, "king")


def _row(value: Any) -> str | list[str | None]:
    # There is no schema for each tile, because a grid may have millions.
    if isinstance(value, str) or (isinstance(value, list) and set(map(type, value)) <= _TOKENS):
        return value
    raise schema.Mismatch(value, "text, or a list of tiles with null for a hole")


_TOKENS = {str, type(None)}
_ROWS = schema.list_of(_row)
_FLAG = Form(schema.flag, bool)


@dataclass(frozen=True, slots=True)
class GridForm(Document):
    """The JSON form of a grid."""

    _head: ClassVar = Head("the grid", GridError, FORMAT, others={PUZZLE_FORMAT: 2})
    rows: Annotated[Any, Form(_ROWS, list)]
    alphabet: str | None = None
    topology: str = "king"
    case_sensitive: Annotated[bool | None, _FLAG, OMIT] = None
    fold_accents: Annotated[bool | None, _FLAG, OMIT] = None
    wrap: Annotated[bool, OMIT] = False
    pairs: Annotated[tuple[tuple[Cell, Cell], ...], OMIT] = ()

    @classmethod
    def of(cls, rows: Any, alphabet: Alphabet | None, topology: Topology) -> GridForm:
        """Return the form of a grid with these rows of tiles."""
        name, case_sensitive, fold_accents = (
            (None, None, None)
            if alphabet is None
            else (alphabet.name, alphabet.case_sensitive, alphabet.fold_accents)
        )
        return cls(
            rows, name, topology.name, case_sensitive, fold_accents, topology.wrap, topology.pairs
        )  # fmt: skip


def rows_and_options(
    data: Mapping[str, Any], options: Mapping[str, Any]
) -> tuple[list[Any], dict[str, Any]]:
    """Return the rows of the JSON form of a grid, and its options unless others are given.

    Raises:
        GridError: an unknown format or version, or no rows.
    """
    found = GridForm.from_dict(data)
    given = {key: value for key, value in options.items() if value not in _DEFAULTS}
    case_sensitive = found.case_sensitive or "case_sensitive" in given
    fold_accents = found.fold_accents or "fold_accents" in given
    if "alphabet" not in given:
        # An empty name is the open alphabet, given explicitly.
        given["alphabet"] = (
            Alphabet("", case_sensitive, fold_accents)
            if found.alphabet == ""
            else Alphabet.of(
                found.alphabet, case_sensitive=case_sensitive, fold_accents=fold_accents
            )
        )
    given.setdefault("topology", found.pairs or found.topology)
    given.setdefault("wrap", found.wrap)
    return found.rows, given
