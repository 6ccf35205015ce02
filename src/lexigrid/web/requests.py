"""Request bodies, as models that take names, types, defaults and descriptions from option classes.

Unknown keys are refused, and nothing is converted.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from operator import or_
from types import UnionType
from typing import Annotated, Any, ClassVar, Literal, Union, get_args, get_origin

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, create_model

from .._util.options import options_of
from .._util.rng import SEEDS
from .._util.validation import check_exclusive
from ..alphabet import Alphabet
from ..errors import InputError
from ..geometry import TopologyName
from ..grid import Grid
from ..lexicon import Lexicon
from ..search.covers import CoverOptions
from ..search.line_options import LineOptions
from ..search.options import PathOptions
from ..search.scoring import SchemeName
from ..search.trace import TraceOptions
from .limits import Limits


def _whole(text: str) -> str:
    """Refuse half a surrogate pair, which is not a character."""
    if not text.isascii():
        try:
            text.encode()
        except UnicodeEncodeError:
            raise ValueError("text without lone surrogates") from None
    return text


def _two(items: str) -> BeforeValidator:
    """Return a check that refuses all but lists of two, which JSON has for tuples."""

    def check(value: Any) -> Any:
        if isinstance(value, list) and len(value) == 2:
            return value
        raise ValueError(f"a list of two {items}")

    return BeforeValidator(check)


def _once(pairs: list[Any]) -> list[Any]:
    """Refuse a table that lists a number of letters twice."""
    if len(dict(pairs)) < len(pairs):
        raise ValueError("the points of each number of letters once")
    return pairs


Text = Annotated[str, AfterValidator(_whole)]
Texts = list[Text]
#: A cell, a size, or a number of letters and its points.
Pair = Annotated[tuple[int, int], Field(strict=False), _two("numbers")]
#: Points by number of letters.
Points = Annotated[list[Pair], AfterValidator(_once)]
Pairs = list[Annotated[tuple[Pair, Pair], Field(strict=False), _two("cells")]]
Seed = Annotated[int, Field(ge=0, lt=SEEDS)] | Text


class Body(BaseModel):
    """A request body; unknown keys are refused, and text is never read as a number."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)
    #: The fields that are options of a function.
    option_names: ClassVar[tuple[str, ...]] = ()

    def options(self, **changes: Any) -> dict[str, Any]:
        """Return the keyword arguments of the function, with some changed."""
        found = {name: getattr(self, name) for name in self.option_names}
        if isinstance(found.get("scoring"), list):
            found["scoring"] = dict(found["scoring"])
        return found | changes


def with_declared(base: type[BaseModel], options: type, **types: Any) -> Any:
    """Return a model with the options that an option class offers over HTTP, as a base class.

    `types` are those of options whose values have another form in JSON.
    """
    found: dict[str, Any] = {}
    for name, own in options_of(options, "http").items():
        kind = types.get(name, _strict(own.kind.json))
        default = own.default
        if isinstance(default, tuple):
            default = [getattr(each, "name", each) for each in default]
        if own.is_optional:
            kind, default = kind | None, None
        found[name] = (kind, Field(default, description=own.help))
    made = create_model(f"{options.__name__}_declared", __base__=base, **found)
    if issubclass(made, Body):
        made.option_names = tuple(found)
    return made


def _strict(kind: Any) -> Any:
    """Return the type of JSON values that become values of a type, with nothing converted."""
    if kind is str:
        return Text
    if kind == tuple[int, int]:
        return Pair
    parts = tuple(map(_strict, get_args(kind)))
    if get_origin(kind) in (Union, UnionType):
        return reduce(or_, parts)
    return get_origin(kind)[parts] if get_origin(kind) in (list, dict) else kind


#: The largest grid text and the most words of a search that is tried on the event loop.
_SMALL_GRID, _SMALL_WORDS = 200, 10


class GridBody(Body):
    """A grid: the fields that all searches share."""

    grid: Text | dict[str, Any] | list[Any] = Field(
        description="The grid: text as on the command line, rows of text or tiles, a lexigrid/grid "
        "or lexigrid/puzzle document, or the JSON of another program.",
        examples=["tea/ant/oat"],
    )
    size: Pair | None = Field(
        None, description="Rows and columns, into which a bare string is folded."
    )
    qu: bool = Field(False, description="Every tile Q spells QU.")
    alphabet: Text | None = Field(None, description="The letters of a language, such as en or de.")
    case_sensitive: bool = Field(False, description="Distinguish a from A.")
    fold_accents: bool = Field(False, description="Read é as e.")

    @property
    def is_small(self) -> bool:
        """Is it a small plain grid, with a few words or a lexicon?

        Then everything except the search, which has a deadline, takes a fraction of a millisecond.
        Tiles of several letters and word bands may have to be compiled first.
        """
        grid, words = self.grid, getattr(self, "words", None)
        return (
            isinstance(grid, str)
            and len(grid) <= _SMALL_GRID
            and grid.isascii()
            and grid.replace("/", "").isalpha()
            and not (self.qu or self.alphabet or getattr(self, "common", None))
            and (words is None or len(words) <= _SMALL_WORDS)
        )

    def read_grid(self, limits: Limits, cells: int) -> Grid:
        """Return the grid.

        Raises:
            GridError: the text or document is not a grid.
            InputError: the grid exceeds a limit.
        """
        options: dict[str, Any] = {
            "size": self.size,
            "qu": self.qu,
            "alphabet": Alphabet.of(
                self.alphabet, case_sensitive=self.case_sensitive, fold_accents=self.fold_accents
            ),
        }
        if isinstance(self.grid, str):
            check_most(len(self.grid), limits.grid_text, "grid", "characters")
            grid = Grid.parse(self.grid, **options)
        elif isinstance(self.grid, list):
            grid = Grid.from_rows(self.grid, **options)
        else:
            grid = Grid.from_dict(self.grid, **options)
        check_most(grid.rows * grid.columns, cells, "grid", "cells")
        return grid


WORDS: Any = Field(None, description="The words.", examples=[["oat", "tea"]])
LEXICON: Any = Field(None, description="A lexicon of the server; GET /api/v1/ lists them.")


def check_most(count: int, most: int, name: str, unit: str) -> None:
    """Check that a count is within a limit.

    Raises:
        InputError: `count` is larger than `most`.
    """
    if count > most:
        raise InputError(
            f"{name} has {count} {unit}, this server allows at most {most}",
            limit=most,
            count=count,
            most=most,
        )


def check_words(words: Iterable[str], limits: Limits, most: int | None = None) -> None:
    """Check the number of words and their lengths.

    Raises:
        InputError: there are too many words, or a word is too long.
    """
    listed = tuple(words)
    check_most(len(listed), limits.words if most is None else most, "words", "words")
    for word in listed:
        check_most(len(word), limits.word_letters, f"the word {word[:20]!r}...", "characters")


def choose_words(
    words: list[str] | None, lexicon: str | None, lexicons: dict[str, Lexicon], limits: Limits
) -> Lexicon | tuple[str, ...] | None:
    """Return the words of a request, or the lexicon that it names; None if it has neither.

    Raises:
        InputError: both are given, the lexicon is unknown, or words exceed the limits.
    """
    check_exclusive({"words": words, "lexicon": lexicon})
    if words is not None:
        check_words(words, limits)
        return tuple(words)
    if lexicon is None:
        return None
    if lexicon not in lexicons:
        known = ", ".join(lexicons)
        raise InputError(f"no lexicon {lexicon[:60]!r} on this server, expected one of {known}")
    return lexicons[lexicon]


#: The types of search options in JSON.
_TYPES: dict[str, Any] = {"topology": TopologyName | Pairs, "scoring": SchemeName | Points}


class PathsBody(with_declared(GridBody, PathOptions, **_TYPES)):  # type: ignore[misc]
    """A search for all words along paths."""

    words: Texts | None = WORDS
    lexicon: Text | None = LEXICON
    commonness: bool = Field(False, description="Add to each word how common it is.")


class LinesBody(with_declared(GridBody, LineOptions)):  # type: ignore[misc]
    """A search for words in straight lines."""

    words: Texts | None = WORDS
    lexicon: Text | None = LEXICON


class TraceBody(
    with_declared(GridBody, TraceOptions, topology=TopologyName | Literal["line"] | Pairs)  # type: ignore[misc]
):
    """Words to trace."""

    words: Texts = Field(description="The words to trace.", examples=[["oracle"]])


class SolveBody(with_declared(GridBody, CoverOptions)):  # type: ignore[misc]
    """A board to cover with words."""

    hints: int = Field(0, ge=0, le=1000, description="As many hints, the mildest first.")
    words: Texts | None = WORDS
    lexicon: Text | None = LEXICON
