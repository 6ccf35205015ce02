"""The options of one puzzle, validated, and the share code that holds them.

Equal options make equal puzzles; `format_code` and `parse_code` are inverses.
"""

from __future__ import annotations

import base64
import binascii
import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, fields, replace
from functools import partial
from typing import Any, Literal, get_args
from zlib import crc32

from ..._util import schema
from ..._util.limits import MAX_DECOYS, MAX_PUZZLE_CODE, MAX_PUZZLE_SIDE, MAX_PUZZLE_WORDS
from ..._util.rng import SEEDS, Seed, fresh_seed, seed_number
from ..._util.validation import (
    check_choice,
    check_exclusive,
    check_flag,
    check_int,
    check_number,
    check_type,
    check_words,
    did_you_mean,
    is_int,
)
from ...alphabet import Alphabet
from ...errors import InputError, PuzzleError
from ...geometry import Direction, parse_directions
from ...lexicon.packs import paper_alphabet
from ...strings import check_language
from ..placement import is_right_to_left, letters_of
from .masks import Mask
from .rude import checksum_of_rude_words

Overlap = Literal["few", "some", "many"]
Case = Literal["upper", "lower", "keep"]
LevelName = Literal["easy", "medium", "hard", "expert"]

OVERLAPS: tuple[Overlap, ...] = get_args(Overlap)
CASES: tuple[Case, ...] = get_args(Case)
LEVEL_NAMES: tuple[LevelName, ...] = get_args(LevelName)
#: Directions of each level for words read from left to right; mirrored for the others.
LEVELS: dict[int, tuple[Direction, ...]] = {
    1: (Direction.E, Direction.S),
    2: (Direction.NE, Direction.E, Direction.SE, Direction.S),
    3: tuple(Direction),
    4: tuple(d for d in Direction if d not in (Direction.E, Direction.S)),
}
_CODE_PREFIX = "LG1-"


def _filler(value: Any) -> str:
    if not isinstance(value, str) or not value.strip():
        raise InputError(f"filler is {value!r}, expected language, uniform, words or letters")
    return value


def _mask_text(value: Mask | str | None) -> str:
    if value is None or (isinstance(value, str) and not value):
        return ""
    check_type(value, "the mask", (Mask, str), "a shape such as 'heart', or a Mask")
    return (value if isinstance(value, Mask) else Mask.parse(value)).text


def _text(value: Any, name: str) -> str:
    text = check_type(value, name, str, "text")
    if not text.isascii() and any("\ud800" <= character <= "\udfff" for character in text):
        raise InputError(f"{name} has half a surrogate pair, which is not a character: {text!r}")
    return text


def _difficulty(value: Any) -> float | None:
    return None if value is None else check_number(value, "difficulty", 0, 100)


#: Checks and conversions of single fields.
_CHECKS: dict[str, Callable[[Any], Any]] = {
    "seed": partial(check_int, name="seed", most=SEEDS - 1),
    "secret": partial(check_words, name="secret"),
    "grow": partial(check_flag, name="grow"),
    "overlap": partial(check_choice, name="overlap", choices=OVERLAPS),
    "mask": _mask_text,
    "case": partial(check_choice, name="case", choices=CASES),
    "filler": _filler,
    "decoys": partial(check_int, name="decoys", most=MAX_DECOYS),
    "message": partial(_text, name="message"),
    "pad": partial(check_flag, name="pad"),
    "avoid": partial(check_words, name="avoid"),
    "allow": partial(check_words, name="allow"),
    "allow_rude": partial(check_flag, name="allow_rude"),
    "allow_subwords": partial(check_flag, name="allow_subwords"),
    "allow_missing": partial(check_flag, name="allow_missing"),
    "title": partial(_text, name="title"),
    "difficulty": _difficulty,
}


@dataclass(frozen=True, slots=True)
class PuzzleOptions:
    """Everything that decides what a puzzle becomes; `make_puzzle` explains each option.

    `of` turns the arguments of `make_puzzle` into options. A field's position is its number in a
    share code, so new fields go last. A share code never has `level` or `difficulty`, but the
    directions of the level and the settings that reached the difficulty.
    """

    words: tuple[str, ...] = ()
    seed: int = 0
    secret: tuple[str, ...] = ()
    rows: int = 0  # 0: chosen to suit the words
    columns: int = 0
    grow: bool = False
    pool: int = 0  # 0: all words
    directions: tuple[int, ...] = ()  # empty: all eight
    word_directions: tuple[tuple[str, tuple[int, ...]], ...] = ()
    overlap: Overlap = "some"
    mask: str = ""
    case: Case = "upper"
    filler: str = "language"
    decoys: int = 0
    message: str = ""
    pad: bool = False
    avoid: tuple[str, ...] = ()
    allow_subwords: bool = False
    allow_missing: bool = False
    alphabet: str = ""
    case_sensitive: bool = False
    fold_accents: bool = False
    title: str = ""
    level: int = 0  # 0: not given
    difficulty: float | None = None
    allow: tuple[str, ...] = ()
    allow_rude: bool = False
    language: str = ""
    rude_list: str = ""  # the checksum of the language's rude words

    def __post_init__(self) -> None:
        for name, check in _CHECKS.items():
            object.__setattr__(self, name, check(getattr(self, name)))

    @classmethod
    def of(
        cls,
        words: Iterable[str] | None,
        *,
        size: int | tuple[int, int] | None = None,
        seed: Seed | None = None,
        level: int | str | None = None,
        directions: str | Iterable[Direction | str] | None = None,
        word_directions: Mapping[str, str | Iterable[Direction | str]] | None = None,
        pool: int | None = None,
        alphabet: Alphabet | str | None = None,
        language: str | None = None,
        **others: Any,
    ) -> PuzzleOptions:
        """Validate the arguments of `make_puzzle`; `others` are fields with the same names.

        Raises:
            InputError: a value that cannot be used.
            AlphabetError: no alphabet has that name.
        """
        words = check_words(words, "words")
        if pool is not None and check_int(pool, "pool", 1) > len(words):
            raise InputError(f"pool is {pool}, expected at most {len(words)}, the number of words")
        check_exclusive({"level": level, "directions": directions})
        check_language(language)
        if alphabet is None and language is not None:
            alphabet = paper_alphabet(language)
        letters = Alphabet.of(alphabet) or Alphabet()
        own_directions = {} if word_directions is None else word_directions
        check_type(own_directions, "word_directions", Mapping, "such as {'oat': 'N,E'}")
        rows, columns = (0, 0) if size is None else _check_size(size)
        return cls(
            words=words,
            seed=fresh_seed() if seed is None else seed_number(seed),
            rows=rows,
            columns=columns,
            pool=0 if pool is None else int(pool),
            directions=() if directions is None else _numbers(directions),
            word_directions=tuple((word, _numbers(own)) for word, own in own_directions.items()),
            alphabet=letters.name,
            case_sensitive=letters.case_sensitive,
            fold_accents=letters.fold_accents,
            level=0 if level is None else _check_level(level),
            language=language or "",
            rude_list=checksum_of_rude_words(language),
            **others,
        )

    def create_alphabet(self) -> Alphabet:
        """Return the alphabet that the options describe."""
        name = self.alphabet or None
        options = {"case_sensitive": self.case_sensitive, "fold_accents": self.fold_accents}
        return Alphabet.of(name, **options) or Alphabet()

    def with_level_resolved(self) -> PuzzleOptions:
        """Replace the level by its directions, mirrored for words read from right to left."""
        if not self.level:
            return self
        alphabet = self.create_alphabet()
        directions = [each.number for each in LEVELS[self.level]]
        words = [letters_of(alphabet, word) for word in self.words]
        if is_right_to_left(words):
            directions = sorted(-direction % 8 for direction in directions)
        return replace(self, level=0, directions=tuple(directions))


_FIELDS = fields(PuzzleOptions)
#: The fields of a share code, by their numbers there.
_IN_CODES = {
    str(number): each
    for number, each in enumerate(_FIELDS)
    if each.name not in ("level", "difficulty")
}
_DIRECTIONS = schema.list_of(schema.integer(0, len(Direction) - 1), most=len(Direction))
_TYPES: dict[type, schema.Schema[Any]] = {
    int: schema.integer(),
    bool: schema.flag,
    str: schema.text,
    tuple: schema.list_of(schema.text),
}
#: What a share code may contain; PuzzleOptions itself checks values such as mask and decoys.
_CODE = schema.record(
    {"words": schema.text},
    {each.name: _TYPES[type(each.default)] for each in _IN_CODES.values()}
    | {
        "words": schema.text,
        "seed": schema.integer(0, SEEDS - 1),
        "rows": schema.integer(1, MAX_PUZZLE_SIDE),
        "columns": schema.integer(1, MAX_PUZZLE_SIDE),
        "pool": schema.integer(1, MAX_PUZZLE_WORDS),
        "directions": _DIRECTIONS,
        "word_directions": schema.list_of(schema.sequence(schema.text, _DIRECTIONS)),
    },
)


def _numbers(directions: Any) -> tuple[int, ...]:
    return tuple(each.number for each in parse_directions(directions))


def _check_size(size: Any) -> tuple[int, int]:
    try:
        rows, columns = (size, size) if is_int(size) else size
    except (TypeError, ValueError):
        raise InputError(f"size is {size!r}, expected (rows, columns) or one number") from None
    return (
        check_int(rows, "the number of rows", 1, MAX_PUZZLE_SIDE),
        check_int(columns, "the number of columns", 1, MAX_PUZZLE_SIDE),
    )


def _check_level(level: int | str) -> int:
    number: Any = level
    if isinstance(level, str):
        names: dict[str, int] = dict(zip(LEVEL_NAMES, LEVELS, strict=True))
        number = int(level) if level.isascii() and level.isdigit() else names.get(level)
    if not is_int(number) or number not in LEVELS:
        known = ", ".join(f"{n} ({name})" for n, name in zip(LEVELS, LEVEL_NAMES, strict=True))
        raise InputError(
            f"level is {level!r}, expected one of {known}{did_you_mean(level, LEVEL_NAMES)}"
        )
    return int(number)


def format_code(options: PuzzleOptions) -> str:
    """Write options as a share code: the values that differ from the defaults, and a checksum.

    >>> parse_code(format_code(PuzzleOptions(words=("oat", "tea"), seed=7))).words
    ('oat', 'tea')
    """
    changed = {
        number: value
        for number, each in enumerate(_FIELDS)
        if (value := getattr(options, each.name)) != each.default
    }
    # Words are most of a code, and none has a line break.
    changed[0] = "\n".join(options.words)
    text = json.dumps(changed, ensure_ascii=False, separators=(",", ":")).encode()
    packed = crc32(text).to_bytes(4, "big") + text
    return _CODE_PREFIX + base64.urlsafe_b64encode(packed).decode("ascii").rstrip("=")


def parse_code(code: str) -> PuzzleOptions:
    """Read a share code.

    Raises:
        PuzzleError: the text is not a share code, is damaged, or is of a later version.
    """
    if not isinstance(code, str) or len(code) > MAX_PUZZLE_CODE:
        raise PuzzleError(f"the share code is not text of at most {MAX_PUZZLE_CODE} characters")
    text = "".join(code.split())
    if not text.startswith(_CODE_PREFIX):
        raise PuzzleError(
            f"the share code starts with {text[:4]!r}, expected {_CODE_PREFIX!r}; "
            "copy the whole code"
        )
    body = text[len(_CODE_PREFIX) :]
    try:
        packed = base64.b64decode(body + "=" * (-len(body) % 4), altchars=b"-_", validate=True)
    except (binascii.Error, ValueError) as error:
        raise PuzzleError(
            "the share code has characters that no share code has; copy the whole code"
        ) from error
    if len(packed) < 5 or crc32(packed[4:]) != int.from_bytes(packed[:4], "big"):
        raise PuzzleError(
            f"the share code {schema.shorten(text)} is incomplete or was changed: its checksum is "
            "wrong; copy it again"
        )
    name = "the share code, perhaps of another version of lexigrid"
    numbered = schema.mapping(schema.choice(*_IN_CODES), schema.anything)
    data = schema.parse_json(packed[4:], f"{name}: ", PuzzleError)
    changed = schema.read(numbered, data, name, PuzzleError)
    found = {_IN_CODES[number].name: value for number, value in changed.items()}
    values = {
        key: _frozen(value) for key, value in schema.read(_CODE, found, name, PuzzleError).items()
    }
    values["words"] = tuple(values["words"].split("\n"))
    if ("rows" in values) != ("columns" in values):
        raise PuzzleError(f"{name}, has rows without columns or columns without rows")
    try:
        return PuzzleOptions(**values)
    except InputError as error:
        raise PuzzleError(f"{name}: {error}") from error


def _frozen(value: Any) -> Any:
    return tuple(map(_frozen, value)) if isinstance(value, list) else value
