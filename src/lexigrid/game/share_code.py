"""Share codes: a game to be played again, as a line of letters and digits.

Knows rules and errors; known by boards by chance and everything above.
Rule: `parse` and `format` are twins; a code that was mistyped is told, not played.

A code is bytes in base 32 (Crockford's digits, in groups of five), in this order: version 1; kind
of board (0 dice and seed, 1 derived dice and seed, 2 the board itself); flags (1 words cancel, 2
the board may be turned, 4 there is a time limit, 8 the seed is text); rules (least length, seconds
if there is a limit, penalty, hints, scoring: number of the scheme, or 31 and a table); dice (number
of the set, or rows and columns, or the board as text); seed; fingerprint of the lexicon (8 bytes);
check of the board (2 bytes); check of all before (2 bytes). Numbers are seven bits a byte, the
lowest first, the highest bit set where more follow; text is its length in bytes and UTF-8.
"""

from __future__ import annotations

import binascii
import hashlib
from dataclasses import dataclass

from ..errors import GameError, InputError
from ..grid import Grid
from .rules import Rules

VERSION = 1
_DICE, _DERIVED, _BOARD = range(3)
_CANCEL, _TURNING, _LIMIT, _TEXT_SEED = 1, 2, 4, 8
#: Schemes by number: their order never changes.
_SCHEMES = ("classic", "big", "super-big", "fibonacci", "letters")
_TABLE = 31
_DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_READ_AS = {"O": "0", "I": "1", "L": "1"}
_GROUP = 5
MAX_CODE = 4000


@dataclass(frozen=True, slots=True)
class Share:
    """What a share code holds: rules, dice or board, seed, and the lexicon's fingerprint.

    `dice` is the number of a published set, 0 for dice derived from the lexicon (of `size`), None
    where `board` gives the board itself. `check` is `check_board` of the board.

    >>> share = Share(Rules(), "16c21d67e7a7454c", "7", dice=2, check=513)
    >>> share.format(), Share.parse(share.format()) == share
    ('0400E-0XM04-00000-20WBC-47B7W-YKMAK-02046-8C', True)
    """

    rules: Rules
    lexicon: str
    seed: str
    dice: int | None = None
    size: tuple[int, int] = (0, 0)
    board: str = ""
    check: int = 0

    def format(self) -> str:
        """Write the code."""
        body = _Writer()
        kind = _BOARD if self.dice is None else _DICE if self.dice else _DERIVED
        number = _seed_number(self.seed)
        rules = self.rules
        flags = _CANCEL * rules.cancel + _TURNING * rules.turning
        flags += _LIMIT * (rules.seconds is not None) + _TEXT_SEED * (number is None)
        for value in (VERSION, kind, flags, rules.min_length):
            body.number(value)
        if rules.seconds is not None:
            body.number(rules.seconds)
        body.number(rules.penalty)
        body.number(rules.hints)
        body.scoring(rules)
        if kind == _DICE:
            body.number(self.dice or 0)
        elif kind == _DERIVED:
            body.number(self.size[0])
            body.number(self.size[1])
        else:
            body.text(self.board)
        body.text(self.seed) if number is None else body.number(number)
        body.data += bytes.fromhex(self.lexicon) + self.check.to_bytes(2, "big")
        body.data += binascii.crc_hqx(bytes(body.data), 0xFFFF).to_bytes(2, "big")
        return _written(bytes(body.data))

    @classmethod
    def parse(cls, code: str) -> Share:
        """Read a code; blanks, hyphens and case do not matter.

        Raises:
            GameError: it is no code, mistyped, or of a later release.
        """
        data = _read(code)
        if len(data) < 12 or binascii.crc_hqx(data[:-2], 0xFFFF) != int.from_bytes(
            data[-2:], "big"
        ):
            raise GameError("the share code is mistyped or not whole; copy it again")
        body = _Reader(data[:-12])
        try:
            version = body.number()
            if version != VERSION:
                raise GameError(
                    f"the share code is of version {version}, this release reads {VERSION}"
                )
            made = _read_body(body)
        except (IndexError, UnicodeDecodeError, InputError) as error:
            raise GameError(f"the share code makes no sense: {error}") from error
        rules, dice, size, board, seed = made
        lexicon, check = data[-12:-4].hex(), int.from_bytes(data[-4:-2], "big")
        return cls(rules, lexicon, seed, dice, size, board, check)

    def check_lexicon(self, fingerprint: str) -> str:
        """Say how a lexicon differs from the code's; "" if it does not."""
        if fingerprint == self.lexicon:
            return ""
        return (
            f"the code was made with the lexicon {self.lexicon}, this one is {fingerprint}: "
            "other words may count"
        )


def check_board(grid: Grid) -> int:
    """Give a number below 65,536 by which two boards can be told apart.

    >>> check_board(Grid.parse("tea/ant/oat")) == check_board(Grid.parse("tea/ant/eat"))
    False
    """
    digest = hashlib.sha256(grid.format(one_line=True).encode()).digest()
    return int.from_bytes(digest[:2], "big")


def _read_body(
    body: _Reader,
) -> tuple[Rules, int | None, tuple[int, int], str, str]:
    kind, flags = body.number(), body.number()
    least = body.number()
    seconds = body.number() if flags & _LIMIT else None
    penalty, hints = body.number(), body.number()
    rules = Rules(
        min_length=least,
        scoring=body.scoring(),
        seconds=seconds,
        cancel=bool(flags & _CANCEL),
        penalty=penalty,
        hints=hints,
        turning=bool(flags & _TURNING),
    )
    dice: int | None = None
    size, board = (0, 0), ""
    if kind == _DICE:
        dice = body.number()
    elif kind == _DERIVED:
        dice, size = 0, (body.number(), body.number())
    elif kind == _BOARD:
        board = body.text()
    else:
        raise GameError("the share code holds a board of a kind that a later release may know")
    seed = body.text() if flags & _TEXT_SEED else str(body.number())
    if body.rest():
        raise GameError("the share code holds more than this release knows")
    return rules, dice, size, board, seed


class _Writer:
    """Bytes as they are put together."""

    def __init__(self) -> None:
        self.data = bytearray()

    def number(self, value: int) -> None:
        while value > 0x7F:
            self.data.append(value & 0x7F | 0x80)
            value >>= 7
        self.data.append(value)

    def text(self, value: str) -> None:
        encoded = value.encode()
        self.number(len(encoded))
        self.data += encoded

    def scoring(self, rules: Rules) -> None:
        if isinstance(rules.scoring, str):
            self.number(_SCHEMES.index(rules.scoring))
            return
        table = dict(rules.scoring)
        self.number(_TABLE)
        self.number(len(table))
        for letters, points in table.items():
            self.number(letters)
            self.number(points)


class _Reader:
    """Bytes as they are taken apart; IndexError where they end too early."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 0

    def number(self) -> int:
        value = shift = 0
        while True:
            byte = self._data[self._at]
            self._at += 1
            value |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return value
            if shift > 70:
                raise IndexError("a number is too long")

    def text(self) -> str:
        length = self.number()
        piece = self._data[self._at : self._at + length]
        if len(piece) < length:
            raise IndexError("a text ends too early")
        self._at += length
        return piece.decode()

    def scoring(self) -> str | tuple[tuple[int, int], ...]:
        number = self.number()
        if number != _TABLE:
            return _SCHEMES[number]
        return tuple((self.number(), self.number()) for _ in range(self.number()))

    def rest(self) -> bytes:
        return self._data[self._at :]


def _seed_number(seed: str) -> int | None:
    """Give a seed as a number if it is written as one below 2^64."""
    if seed.isascii() and seed.isdigit() and str(int(seed)) == seed and int(seed) < 1 << 64:
        return int(seed)
    return None


def _written(data: bytes) -> str:
    bits = len(data) * 8
    count = -(-bits // 5)
    value = int.from_bytes(data, "big") << (count * 5 - bits)
    digits = "".join(_DIGITS[value >> 5 * at & 31] for at in range(count - 1, -1, -1))
    return "-".join(digits[at : at + _GROUP] for at in range(0, count, _GROUP))


def _read(code: str) -> bytes:
    text = "".join(_READ_AS.get(c, c) for c in code.upper() if c not in "- \t\r\n")
    wrong = sorted({c for c in text if c not in _DIGITS})
    if not text or wrong or len(text) > MAX_CODE:
        what = f"has {wrong[0]!r}" if wrong else "is empty" if not text else "is too long"
        raise GameError(f"the share code {what}, expected letters and digits such as 04R3G-0G0J0")
    value = 0
    for digit in text:
        value = value << 5 | _DIGITS.index(digit)
    count = len(text) * 5 // 8
    spare = len(text) * 5 - count * 8
    if spare >= 5 or value & (1 << spare) - 1:
        raise GameError("the share code is mistyped or not whole; copy it again")
    return (value >> spare).to_bytes(count, "big")
