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
from dataclasses import dataclass
from itertools import accumulate, pairwise

from .._util.limits import MAX_GAME_CODE
from .._util.schema import shorten
from ..errors import GameError, InputError
from ..grid import Grid
from ..search import SchemeName
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
        kind = _BOARD if self.dice is None else _DICE if self.dice else _DERIVED
        number = _seed_number(self.seed)
        rules = self.rules
        flags = _CANCEL * rules.cancel + _TURNING * rules.turning
        flags += _LIMIT * (rules.seconds is not None) + _TEXT_SEED * (number is None)
        mode = _mode(rules)
        flags += _MODE * (mode != _NO_MODE) + _OPPONENTS * (self.opponents is not None)
        flags += _CHALLENGE * (self.challenge is not None)
        data = _numbers(VERSION, kind, flags, rules.min_length)
        if rules.seconds is not None:
            data += _numbers(rules.seconds)
        data += _numbers(rules.penalty, rules.hints) + _scoring(rules)
        if kind == _DICE:
            data += _numbers(self.dice or 0)
        else:
            data += _numbers(*self.size) if kind == _DERIVED else _text(self.board)
        data += _text(self.seed) if number is None else _numbers(number)
        if mode != _NO_MODE:
            data += _numbers(*mode)
        if self.opponents is not None:
            data += _numbers(len(self.opponents), *self.opponents)
        if self.challenge is not None:
            data += _challenge(self.challenge)
        data += bytes.fromhex(self.lexicon) + self.check.to_bytes(2, "big")
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
            version = body.number()
            if version != VERSION:
                raise GameError(
                    f"the share code has version {version}, this release reads {VERSION}"
                )
            share = cls._read(body, lexicon, check)
            if body.read():
                raise GameError("the share code contains more than this release can read")
            return share
        except (IndexError, UnicodeDecodeError, InputError) as error:
            raise GameError(f"the share code is invalid: {error}") from error

    @classmethod
    def _read(cls, body: _Reader, lexicon: str, check: int) -> ShareCode:
        kind, flags, min_length = body.number(), body.number(), body.number()
        seconds = body.number() if flags & _LIMIT else None
        penalty, hints = body.number(), body.number()
        scoring = body.scoring()
        dice: int | None = None
        size, board = (0, 0), ""
        if kind == _DICE:
            dice = body.number()
        elif kind == _DERIVED:
            dice, size = 0, (body.number(), body.number())
        elif kind == _BOARD:
            board = body.text()
        else:
            raise GameError("the share code has a kind of board that only a later release may know")
        seed = body.text() if flags & _TEXT_SEED else str(body.number())
        gain, tries, find_all, target = body.numbers(4) if flags & _MODE else _NO_MODE
        rules = Rules(
            min_length=min_length,
            scoring=scoring,
            seconds=seconds,
            cancel=bool(flags & _CANCEL),
            penalty=penalty,
            hints=hints,
            turning=bool(flags & _TURNING),
            gain=gain,
            tries=tries - 1 if tries else None,
            find_all=bool(find_all),
            target=target - 1 if target else None,
        )
        opponents = body.numbers(body.number()) if flags & _OPPONENTS else None
        challenge = body.challenge() if flags & _CHALLENGE else None
        return cls(rules, lexicon, seed, dice, size, board, check, opponents, challenge)

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


def _numbers(*values: int) -> bytes:
    data = bytearray()
    for value in values:
        while value > 0x7F:
            data.append(value & 0x7F | 0x80)
            value >>= 7
        data.append(value)
    return bytes(data)


def _text(value: str) -> bytes:
    encoded = value.encode()
    return _numbers(len(encoded)) + encoded


#: What `_mode` returns for rules without a mode.
_NO_MODE = (0, 0, 0, 0)


def _mode(rules: Rules) -> tuple[int, ...]:
    """Return the rules of a mode: gain, tries plus 1, find_all, target plus 1; 0 for None."""
    tries = 0 if rules.tries is None else rules.tries + 1
    target = 0 if rules.target is None else rules.target + 1
    return rules.gain, tries, int(rules.find_all), target


def _challenge(challenge: Challenge) -> bytes:
    points = 2 * challenge.points if challenge.points >= 0 else -2 * challenge.points - 1
    steps = (b - a for a, b in pairwise((-1, *challenge.words)))
    return _text(challenge.name) + _numbers(points, len(challenge.words), *steps)


def _scoring(rules: Rules) -> bytes:
    if isinstance(rules.scoring, str):
        return _numbers(_SCHEMES.index(rules.scoring))
    table = dict(rules.scoring)
    return _numbers(_TABLE, len(table), *(value for pair in table.items() for value in pair))


class _Reader(io.BytesIO):
    """Reads the bytes of a code; raises IndexError if they end too early."""

    def number(self) -> int:
        value = 0
        for shift in range(0, 77, 7):
            byte = self.read(1)[0]
            value |= (byte & 0x7F) << shift
            if byte < 0x80:
                return value
        raise IndexError("a number is too long")

    def numbers(self, count: int) -> tuple[int, ...]:
        return tuple(self.number() for _ in range(min(count, MAX_GAME_CODE)))

    def challenge(self) -> Challenge:
        name, points, count = self.text(), self.number(), self.number()
        words = (number - 1 for number in accumulate(self.numbers(count)))
        return Challenge(name, -(points + 1) // 2 if points % 2 else points // 2, tuple(words))

    def text(self) -> str:
        length = self.number()
        encoded = self.read(min(length, MAX_GAME_CODE))
        if len(encoded) < length:
            raise IndexError("a text ends too early")
        return encoded.decode()

    def scoring(self) -> SchemeName | tuple[tuple[int, int], ...]:
        number = self.number()
        if number != _TABLE:
            return _SCHEMES[number]
        return tuple((self.number(), self.number()) for _ in range(self.number()))


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
    if not text or wrong or len(text) > MAX_GAME_CODE:
        fault = "is too long" if text or is_long else "is empty"
        fault = f"has {wrong[0]!r}" if wrong else fault
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
