"""Rivals of the line search that a Python user might choose, each used as well as possible.

Each function prepares a case and returns the call to time: from words and a NumPy array of letters
to all occurrences in all eight directions. A rival gets the layout that suits it best, and in model
"lines/search" the words are compiled in advance. If its result is a list of matches, creating the
list is part of its time.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

Case = dict[str, Any]
Answer = Callable[[], int]
Letters = np.ndarray[Any, np.dtype[np.uint8]]

DIRECTIONS = [(-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1)]


def letters_of(case: Case) -> Letters:
    """Draw the grid as an array of character codes."""
    side = case["side"]
    return np.random.default_rng(case["seed"]).integers(97, 123, (side, side), dtype=np.uint8)


def rows_of(case: Case) -> list[str]:
    """Draw the grid as text."""
    return [row.tobytes().decode() for row in letters_of(case)]


def texts_of(letters: Letters) -> list[bytes]:
    """Return the grid as four texts, one per axis, with zeros between the lines.

    With one separator per row, steps of W + 1, W + 2 and W cells hit a separator where a line
    leaves the grid, so columns and diagonals need no special code.
    """
    rows, columns = letters.shape
    flat = np.zeros((rows, columns + 1), np.uint8)
    flat[:, :columns] = letters
    text = flat.reshape(-1)
    texts = [text.tobytes()]
    for step in (columns + 1, columns + 2, columns):
        padded = np.zeros((len(text) // step + 2) * step, np.uint8)
        padded[: len(text)] = text
        texts.append(padded.reshape(-1, step).T.tobytes())
    return texts


def both_ways(words: list[str]) -> list[bytes]:
    """Return the words and the reversed words."""
    return [w.encode() for w in words] + [w[::-1].encode() for w in words]


def pyahocorasick(case: Case) -> Answer:
    """Prepare pyahocorasick 2: one automaton over the four texts."""
    import ahocorasick

    letters = letters_of(case)

    def build() -> Any:
        automaton = ahocorasick.Automaton()
        for index, word in enumerate(both_ways(case["words"])):
            automaton.add_word(word.decode(), index)
        automaton.make_automaton()
        return automaton

    compiled = build() if case["model"] == "lines/search" else None

    def answer() -> int:
        automaton = compiled or build()
        texts = texts_of(letters)
        return sum(len(list(automaton.iter(text.decode("latin-1")))) for text in texts)

    return answer


def ahocorasick_rs(case: Case) -> Answer:
    """Prepare ahocorasick_rs: an automaton over bytes with overlapping matches."""
    from ahocorasick_rs import BytesAhoCorasick, Implementation

    letters = letters_of(case)
    # From about 5,000 words, building the full automaton takes longer than it saves.
    kind = (
        Implementation.DFA if len(case["words"]) < 5000 or case["model"] == "lines/search" else None
    )

    def build() -> Any:
        return BytesAhoCorasick(both_ways(case["words"]), implementation=kind)

    compiled = build() if case["model"] == "lines/search" else None

    def answer() -> int:
        automaton = compiled or build()
        found = 0
        for text in texts_of(letters):
            found += len(automaton.find_matches_as_indexes(text, overlapping=True))
        return found

    return answer


def hyperscan(case: Case) -> Answer:
    """Prepare Hyperscan: literals in block mode, one callback per match."""
    import hyperscan as hs

    letters = letters_of(case)

    def build() -> Any:
        database = hs.Database()
        words = both_ways(case["words"])
        database.compile(
            expressions=words, ids=list(range(len(words))), elements=len(words), literal=True
        )
        return database

    compiled = build() if case["model"] == "lines/search" else None

    def answer() -> int:
        database = compiled or build()
        found: list[tuple[int, int]] = []

        def add_match(index: int, _start: int, end: int, _flags: int, _context: object) -> None:
            found.append((index, end))

        for text in texts_of(letters):
            database.scan(text, match_event_handler=add_match)
        return len(found)

    return answer


def numba(case: Case) -> Answer:
    """Prepare an expert's Numba solution: words chained by their first letter."""
    from numba import njit

    letters = letters_of(case)

    @njit  # type: ignore[untyped-decorator,unused-ignore]
    def search(grid: Any, chars: Any, at: Any, head: Any, following: Any, found: Any) -> int:
        rows, columns = grid.shape
        count = 0
        for row in range(rows):
            for column in range(columns):
                word = head[grid[row, column]]
                while word >= 0:
                    begin, length = at[word], at[word + 1] - at[word]
                    for down in range(-1, 2):
                        for right in range(-1, 2):
                            if down == 0 and right == 0:
                                continue
                            last_row = row + down * (length - 1)
                            last_column = column + right * (length - 1)
                            if not (0 <= last_row < rows and 0 <= last_column < columns):
                                continue
                            k = 1
                            while (
                                k < length
                                and grid[row + k * down, column + k * right] == chars[begin + k]
                            ):
                                k += 1
                            if k == length:
                                if count < len(found):
                                    found[count, 0] = word
                                    found[count, 1] = row
                                    found[count, 2] = column
                                    found[count, 3] = down * 3 + right
                                count += 1
                    word = following[word]
        return count

    def answer() -> int:
        words = [word.encode() for word in case["words"]]
        chars = np.frombuffer(b"".join(words), np.uint8)
        at = np.zeros(len(words) + 1, np.int64)
        at[1:] = np.cumsum([len(word) for word in words])
        head = np.full(256, -1, np.int64)
        following = np.full(len(words), -1, np.int64)
        for index, word in enumerate(words):
            following[index] = head[word[0]]
            head[word[0]] = index
        found = np.empty((1 << 18, 4), np.int32)
        count = search(letters, chars, at, head, following, found)
        if count > len(found):
            found = np.empty((count, 4), np.int32)
            count = search(letters, chars, at, head, following, found)
        return int(count)

    return answer


class Trie:
    """The textbook trie: a dict per node, searched from the root for each prefix."""

    def __init__(self, words: list[str]) -> None:
        self.root: dict[str, Any] = {}
        for word in words:
            node = self.root
            for letter in word:
                node = node.setdefault(letter, {})
            node["end"] = True

    def starts_with(self, path: str) -> bool:
        node = self.root
        for letter in path:
            if letter not in node:
                return False
            node = node[letter]
        return True

    def search(self, path: str) -> bool:
        node = self.root
        for letter in path:
            if letter not in node:
                return False
            node = node[letter]
        return "end" in node


def textbook_trie(case: Case) -> Answer:
    """Prepare the textbook search: depth-first from every cell, with a trie."""
    rows = rows_of(case)

    def answer() -> int:
        trie = Trie(case["words"])
        height, width = len(rows), len(rows[0])
        found: list[tuple[str, int, int, int, int]] = []

        def follow(row: int, column: int, down: int, right: int, path: str) -> None:
            if not (0 <= row < height and 0 <= column < width):
                return
            path += rows[row][column]
            if not trie.starts_with(path):
                return
            if trie.search(path):
                found.append((path, row, column, down, right))
            follow(row + down, column + right, down, right, path)

        for row in range(height):
            for column in range(width):
                if rows[row][column] in trie.root:
                    for down, right in DIRECTIONS:
                        follow(row, column, down, right, "")
        return len(found)

    return answer


def textbook_set(case: Case) -> Answer:
    """Prepare the other textbook search: each line up to the longest word, looked up in a set."""
    rows = rows_of(case)

    def answer() -> int:
        words = set(case["words"])
        longest = max(map(len, words))
        height, width = len(rows), len(rows[0])
        found: list[tuple[str, int, int, int, int]] = []
        for row in range(height):
            for column in range(width):
                for down, right in DIRECTIONS:
                    path, r, c = "", row, column
                    while 0 <= r < height and 0 <= c < width and len(path) < longest:
                        path += rows[r][c]
                        if path in words:
                            found.append((path, row, column, down, right))
                        r, c = r + down, c + right
        return len(found)

    return answer


def str_find(case: Case) -> Answer:
    """Prepare `str.find` of each word and reversed word in the four texts."""
    letters = letters_of(case)

    def answer() -> int:
        found = []
        for text in texts_of(letters):
            for word in both_ways(case["words"]):
                at = text.find(word)
                while at >= 0:
                    found.append((word, at))
                    at = text.find(word, at + 1)
        return len(found)

    return answer


def memchr(case: Case) -> Answer:
    """Prepare the lower bound: one pass over all bytes by the C library's memchr."""
    data = letters_of(case).tobytes()
    return lambda: data.find(b"\0")


ENGINES: dict[str, Callable[[Case], Answer]] = {
    "memchr": memchr,
    "textbook-trie": textbook_trie,
    "textbook-set": textbook_set,
    "str.find": str_find,
    "pyahocorasick": pyahocorasick,
    "ahocorasick_rs": ahocorasick_rs,
    "hyperscan": hyperscan,
    "numba": numba,
}

#: The packages of rivals and other engines, besides NumPy.
PACKAGES = {
    "batch-dask": "distributed",
    "pyahocorasick": "ahocorasick",
    "ahocorasick_rs": "ahocorasick_rs",
    "hyperscan": "hyperscan",
    "numba": "numba",
    "word-search-generator": "word_search_generator",
}
