"""Large letters for the tiles of a board: A to Z, five pixels wide and six high."""

from __future__ import annotations

_HEIGHT = 6
_PICTURE = """
.###. ####. .#### ####. ##### ##### .#### #...# .###. ..### #...# #.... #...#
#...# #...# #.... #...# #.... #.... #.... #...# ..#.. ...#. #..#. #.... ##.##
#...# ####. #.... #...# ####. ####. #.... ##### ..#.. ...#. ###.. #.... #.#.#
##### #...# #.... #...# #.... #.... #..## #...# ..#.. ...#. #..#. #.... #...#
#...# #...# #.... #...# #.... #.... #...# #...# ..#.. #..#. #...# #.... #...#
#...# ####. .#### ####. ##### #.... .#### #...# .###. .##.. #...# ##### #...#
#...# .###. ####. .###. ####. .#### ##### #...# #...# #...# #...# #...# #####
##..# #...# #...# #...# #...# #.... ..#.. #...# #...# #...# .#.#. .#.#. ...#.
#.#.# #...# #...# #...# #...# .###. ..#.. #...# #...# #...# ..#.. ..#.. ..#..
#..## #...# ####. #.#.# ####. ....# ..#.. #...# .#.#. #.#.# ..#.. ..#.. .#...
#...# #...# #.... #..#. #..#. ....# ..#.. #...# .#.#. ##.## .#.#. ..#.. #....
#...# .###. #.... .##.# #...# ####. ..#.. .###. ..#.. #...# #...# ..#.. #####
"""
_PIXELS = _PICTURE.split()
_BLOCKS = {"..": " ", "#.": "▀", ".#": "▄", "##": "█"}


def draw_letter(letter: str, scale: int) -> list[str]:
    """Draw a capital, three rows high at `scale` 1, six at 2; return [] for other letters.

    >>> draw_letter("T", 1)
    ['▀▀█▀▀', '  █  ', '  █  ']
    """
    number = ord(letter) - ord("A") if len(letter) == 1 else -1
    if not 0 <= number < 26:
        return []
    bank, column = divmod(number, 13)
    pixels = _PIXELS[bank * 13 * _HEIGHT :][column : 13 * _HEIGHT : 13]
    if scale > 1:
        return ["".join("██" if pixel == "#" else "  " for pixel in row) for row in pixels]
    pairs = zip(pixels[::2], pixels[1::2], strict=True)
    return ["".join(_BLOCKS[a + b] for a, b in zip(*pair, strict=True)) for pair in pairs]
