"""The setup of a contest, decided before it opens, as a value and as JSON."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from .._util import schema
from .._util.codec import Head
from .._util.limits import MAX_PLAYERS
from .._util.rng import check_seed
from ..errors import GameError
from ..game import Rules
from ..grid import Grid
from ..lexicon import Lexicon

FORMAT, VERSION = "lexigrid/contest", 1

_SETUP = schema.record(
    {
        "grid": schema.anything,
        "rules": schema.anything,
        "lexicon": schema.text,
        "fingerprint": schema.text,
        "seed": schema.text,
        "dice": schema.text,
        "opponents": schema.list_of(schema.integer(1, 10), most=MAX_PLAYERS),
        "seats": schema.integer(1, MAX_PLAYERS),
        "visible": schema.flag,
    }
)


@dataclass(frozen=True, slots=True)
class ContestSetup:
    """Everything that is decided before a contest opens."""

    grid: Grid
    lexicon: Lexicon
    rules: Rules
    seed: str
    lexicon_name: str = "default"
    dice: str = ""
    opponents: tuple[int, ...] = ()
    """The levels of the computer players."""
    seats: int = MAX_PLAYERS
    """The number of seats, including those of opponents."""
    visible: bool = True
    """Do players see each other's points?"""

    def to_dict(self) -> dict[str, Any]:
        """Return the setup as JSON values, including the secrets of the game."""
        return {
            "format": FORMAT,
            "version": VERSION,
            "grid": self.grid.to_dict(),
            "rules": self.rules.to_dict(),
            "lexicon": self.lexicon_name,
            "fingerprint": self.lexicon.fingerprint,
            "seed": self.seed,
            "dice": self.dice,
            "opponents": list(self.opponents),
            "seats": self.seats,
            "visible": self.visible,
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any], lexicons: Mapping[str, Lexicon]) -> ContestSetup:
        """Make a setup from JSON values.

        Raises:
            GameError: another format or version, or an unknown lexicon.
        """
        Head("", GameError, FORMAT, noun="contest").check(data)
        found = schema.read(_SETUP, data, "the damaged contest", GameError)
        lexicon = lexicons.get(found["lexicon"])
        if lexicon is None or lexicon.fingerprint != found["fingerprint"]:
            raise GameError(f"the lexicon {found['lexicon']!r} of the contest is not available")
        return cls(
            Grid.from_dict(found["grid"]),
            lexicon,
            Rules.from_dict(found["rules"]),
            check_seed(found["seed"]),
            found["lexicon"],
            found["dice"],
            tuple(found["opponents"]),
            found["seats"],
            found["visible"],
        )
