"""Share codes: a line of letters and digits from which the same game can be played again.

`parse` is the inverse of `format`; a mistyped code is an error.

A code is bytes in base 32 (Crockford's digits, in groups of five), in this order: version 1; kind
of board (0 dice and seed, 1 derived dice and seed, 2 the board itself); flags (1 words cancel, 2
the board may be rotated, 4 there is a time limit, 8 the seed is text, 16 there are rules of a mode,
32 there are opponents, 64 there is a score to beat); rules (minimum length, seconds if there is a
limit, penalty, hints, scoring: number of the scheme, or 31 and a table); dice (number of the set,
or rows and columns, or the board as text); seed; rules of a mode (gain, tries plus 1 or 0, 1 for
finding all words, target plus 1 or 0); opponents (how many, then the level of each); score to beat
(name; twice the points, or twice their absolute value minus 1 if negative; number of words; for
each the distance from the previous one in the sorted list of the board's words, from -1);
fingerprint of the lexicon (8 bytes); checksum of the board (2 bytes); checksum of everything before
(2 bytes). Numbers have seven bits per byte, lowest first, with the highest bit set if more follow;
text is its length in bytes, then UTF-8.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import io
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate, chain, pairwise
from typing import Any

from .._util.limits import MAX_GAME_CODE
from .._util.schema import shorten
from ..errors import GameError, InputError
from ..grid import Grid
from ..search.scoring import SchemeName
from .rules import Rules

VERSION = 1
_DICE, _DERIVED, _BOARD = range(3)
_CANCEL, _TURNING, _LIMIT, _TEXT_SEED, _MODE, _OPPONENTS, _CHALLENGE = 1, 2, 4, 8, 16, 32, 64
#: Schemes by number: their order never changes.
_SCHEMES: tuple[SchemeName, ...] = ("classic", "big", "super-big", "fibonacci", "letters")
_TABLE = 31
_DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_STANDARD_DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
_TO_CROCKFORD = str.maketrans(_STANDARD_DIGITS, _DIGITS)
_FROM_CROCKFORD = str.maketrans(_DIGITS, _STANDARD_DIGITS)
#: How players may type a code: letters similar to digits, any separators.
_AS_TYPED = str.maketrans("OIL", "011", "- \t\r\n")
_GROUP = 5


@dataclass(frozen=True, slots=True)
class Challenge:
    """A score to beat: whose it is, the points, and the numbers of the words.

    Words are numbered from 0 in the sorted list of all words of the board.
    """

    name: str
    points: int
    words: tuple[int, ...]

    def __post_init__(self) -> None:
        if any(a >= b for a, b in pairwise((-1, *self.words))):
            raise GameError("the words of the score to beat are not in order")


@dataclass(frozen=True, slots=True)
class ShareCode:
    """The content of a share code: rules, dice or board, seed, and the lexicon's fingerprint.

    `dice` is the number of a published set, 0 for dice derived from the lexicon (with `size`), or
    None if `board` holds the board itself. `check` is the `board_checksum` of the board.
    `opponents` are levels; None if the player chooses them.

    >>> share = ShareCode(Rules(), "16c21d67e7a7454c", "7", dice=2, check=513)
    >>> share.format(), ShareCode.parse(share.format()) == share
    ('0400E-0XM04-00000-20WBC-47B7W-YKMAK-02046-8C', True)
    """

    rules: Rules
    lexicon: str
    seed: str
    dice: int | None = None
    size: tuple[int, int] = (0, 0)
    board: str = ""
    check: int = 0
    opponents: tuple[int, ...] | None = None
    challenge: Challenge | None = None

    def format(self) -> str:
        """Return the code."""
        wire = _Writer()
        _pass(wire, self)
        data = wire.getvalue() + bytes.fromhex(self.lexicon) + self.check.to_bytes(2, "big")
        digits = _encode(data + _checksum(data))
        return "-".join(digits[at : at + _GROUP] for at in range(0, len(digits), _GROUP))

    @classmethod
    def parse(cls, code: str) -> ShareCode:
        """Read a code; blanks, hyphens and case do not matter.

        Raises:
            GameError: the text is not a code, is mistyped, or comes from a later release.
        """
        data = _decode(code)
        if len(data) < 12 or _checksum(data[:-2]) != data[-2:]:
            raise _mistyped(code)
        lexicon, check = data[-12:-4].hex(), int.from_bytes(data[-4:-2], "big")
        body = _Reader(data[:-12])
        try:
            share = _pass(body, cls(Rules(), lexicon, "0", check=check))
            if body.read():
                raise GameError("the share code contains more than this release can read")
            return share
        except (IndexError, UnicodeDecodeError, InputError) as error:
            raise GameError(f"the share code is invalid: {error}") from error

    def lexicon_mismatch(self, fingerprint: str) -> str:
        """Return a warning if the code was made with another lexicon, else ""."""
        if fingerprint == self.lexicon:
            return ""
        return (
            f"the code was made with the lexicon {self.lexicon}, this one is {fingerprint}: "
            "other words may count"
        )


def board_checksum(grid: Grid) -> int:
    """Return a checksum of a board, below 65,536.

    >>> board_checksum(Grid.parse("tea/ant/oat")) == board_checksum(Grid.parse("tea/ant/eat"))
    False
    """
    digest = hashlib.sha256(grid.format(one_line=True).encode()).digest()
    return int.from_bytes(digest[:2], "big")


class _Writer(io.BytesIO):
    """Writes the parts of a code, and returns each."""

    def number(self, value: int) -> int:
        rest = value
        while rest > 0x7F:
            self.write(bytes([rest & 0x7F | 0x80]))
            rest >>= 7
        self.write(bytes([rest]))
        return value

    def optional(self, value: int | None) -> int | None:
        number = self.number(0 if value is None else value + 1)
        return number - 1 if number else None

    def numbers(self, values: Sequence[int], group: int = 1) -> tuple[int, ...]:
        self.number(len(values) // group)
        return tuple(map(self.number, values))

    def text(self, value: str) -> str:
        encoded = value.encode()
        self.number(len(encoded))
        self.write(encoded)
        return value


class _Reader(_Writer):
    """Reads the parts of a code, whatever is given; raises IndexError if they end too early."""

    def number(self, value: int) -> int:
        value = 0
        for shift in range(0, 77, 7):
            byte = self.read(1)[0]
            value |= (byte & 0x7F) << shift
            if byte < 0x80:
                return value
        raise IndexError("a number is too long")

    def numbers(self, values: Sequence[int], group: int = 1) -> tuple[int, ...]:
        count = self.number(0) * group
        return tuple(self.number(0) for _ in range(min(count, MAX_GAME_CODE)))

    def text(self, value: str) -> str:
        length = self.number(0)
        encoded = self.read(min(length, MAX_GAME_CODE))
        if len(encoded) < length:
            raise IndexError("a text ends too early")
        return encoded.decode()


def _pass(wire: _Writer, share: ShareCode) -> ShareCode:
    """Pass the parts of a code through a wire in their order; return the code they make."""
    rules, seed = share.rules, _seed_number(share.seed)
    mode = [rules.gain, rules.tries, rules.find_all, rules.target]
    flags = _CANCEL * rules.cancel + _TURNING * rules.turning
    flags += _LIMIT * (rules.seconds is not None) + _TEXT_SEED * (seed is None)
    flags += _MODE * (mode != [0, None, False, None])
    flags += _OPPONENTS * (share.opponents is not None)
    flags += _CHALLENGE * (share.challenge is not None)
    version = wire.number(VERSION)
    if version != VERSION:
        raise GameError(f"the share code has version {version}, this release reads {VERSION}")
    kind = wire.number(_BOARD if share.dice is None else _DICE if share.dice else _DERIVED)
    flags = wire.number(flags)
    values: dict[str, Any] = {"cancel": bool(flags & _CANCEL), "turning": bool(flags & _TURNING)}
    values["min_length"] = wire.number(rules.min_length)
    values["seconds"] = wire.number(rules.seconds or 0) if flags & _LIMIT else None
    values["penalty"], values["hints"] = wire.number(rules.penalty), wire.number(rules.hints)
    values["scoring"] = _pass_scoring(wire, rules)
    dice, size, board = None, (0, 0), ""
    if kind == _DICE:
        dice = wire.number(share.dice or 0)
    elif kind == _DERIVED:
        dice, size = 0, (wire.number(share.size[0]), wire.number(share.size[1]))
    elif kind == _BOARD:
        board = wire.text(share.board)
    else:
        raise GameError("the share code has a kind of board that only a later release may know")
    text = wire.text(share.seed) if flags & _TEXT_SEED else str(wire.number(seed or 0))
    if flags & _MODE:
        values["gain"], values["tries"] = wire.number(rules.gain), wire.optional(rules.tries)
        values["find_all"] = bool(wire.number(rules.find_all))
        values["target"] = wire.optional(rules.target)
    opponents = wire.numbers(share.opponents or ()) if flags & _OPPONENTS else None
    rival = share.challenge or Challenge("", 0, ())
    challenge = _pass_challenge(wire, rival) if flags & _CHALLENGE else None
    lexicon, check = share.lexicon, share.check
    return ShareCode(Rules(**values), lexicon, text, dice, size, board, check, opponents, challenge)


def _pass_scoring(wire: _Writer, rules: Rules) -> SchemeName | tuple[tuple[int, int], ...]:
    scheme = rules.scheme
    number = _SCHEMES.index(scheme) if isinstance(scheme, str) else _TABLE
    table = () if isinstance(scheme, str) else [*chain(*scheme.items())]
    number = wire.number(number)
    if number != _TABLE:
        return _SCHEMES[number]
    numbers = iter(wire.numbers(table, 2))
    return tuple(zip(numbers, numbers, strict=True))


def _pass_challenge(wire: _Writer, challenge: Challenge) -> Challenge:
    name, points = wire.text(challenge.name), challenge.points
    points = wire.number(2 * points if points >= 0 else -2 * points - 1)
    steps = wire.numbers([b - a for a, b in pairwise((-1, *challenge.words))])
    words = (number - 1 for number in accumulate(steps))
    return Challenge(name, -(points + 1) // 2 if points % 2 else points // 2, tuple(words))


def _seed_number(seed: str) -> int | None:
    """Return a seed as a number if it is the plain decimal form of one below 2^64."""
    if seed.isascii() and seed.isdigit() and str(int(seed)) == seed and int(seed) < 1 << 64:
        return int(seed)
    return None


def _checksum(data: bytes) -> bytes:
    return binascii.crc_hqx(data, 0xFFFF).to_bytes(2, "big")


def _encode(data: bytes) -> str:
    return base64.b32encode(data).decode().rstrip("=").translate(_TO_CROCKFORD)


def _decode(code: str) -> bytes:
    is_long = len(code) > 2 * MAX_GAME_CODE  # with a hyphen or blank for each digit
    text = "" if is_long else code.upper().translate(_AS_TYPED)
    wrong = sorted(set(text) - set(_DIGITS))
    is_puzzle = code.startswith("LG1-")
    if not text or wrong or is_puzzle or len(text) > MAX_GAME_CODE:
        fault = "is too long" if text or is_long else "is empty"
        fault = f"has {wrong[0]!r}" if wrong else fault
        fault = "is of a puzzle" if is_puzzle else fault
        raise GameError(f"the share code {fault}, expected letters and digits such as 04R3G-0G0J0")
    try:
        data = base64.b32decode(text.translate(_FROM_CROCKFORD) + "=" * (-len(text) % 8))
    except binascii.Error as error:
        raise _mistyped(code) from error
    if _encode(data) != text:  # spare bits of the last digit are set
        raise _mistyped(code)
    return data


def _mistyped(code: str) -> GameError:
    return GameError(
        f"the share code {shorten(code)} is mistyped or incomplete: its last letters do not fit "
        "the others; copy it again"
    )
