"""Random questions about boards with the answers of the oracle, and all forms of the boards."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np

import lexigrid as lg
import naive

TOPOLOGIES = ("king", "rook", "bishop", "hex")
SORTS = ("grid", "alpha", "length", "score")
SCORINGS: tuple[Any, ...] = ("classic", "letters", "fibonacci", {1: 3, 2: 5, 4: 7})
#: Options of alphabets. Boards have few different letters, so digraphs are likely.
ALPHABETS: tuple[dict[str, Any], ...] = (
    {"fold_accents": True},
    {"case_sensitive": True},
    {"alphabet": "es-digraph"},
    {"alphabet": "nl-ij"},
    {"alphabet": "de", "fold_accents": True},
    {"alphabet": "en"},
)
PLAIN = "aabbcq"
TILES = (
    *"aabbccqQ",
    "A",
    "é",
    "É",
    "ß",
    "h",
    "-",
    "'",
    "?",
    ".",
    "[ab]",
    "[a,bc]",
    "Qu",
    "ch",
    "ab",
)
#: The paths that a search lists for each word.
LISTED = {"none": slice(0), "one": slice(1), "all": slice(None)}
#: Letters of words that need not be on the board.
LETTERS = "aaabbbcchqué-' A"


@dataclass(frozen=True)
class Found:
    """A word that the oracle finds."""

    letters: tuple[str, ...]
    spellings: tuple[str, ...]
    paths: tuple[naive.Path, ...]
    score: int

    @property
    def word(self) -> str:
        return self.spellings[0]


@dataclass
class Question:
    """A board of tokens, words and options, with the answer of the oracle."""

    tokens: list[list[str]]
    words: list[str]
    alphabet: dict[str, Any]
    #: "grid" or "lexicon": which of them gets the alphabet.
    carrier: str
    topology: Any
    wrap: bool
    qu: bool
    min_length: int
    scoring: Any
    sort: Any
    limit: int | None
    grid: lg.Grid = field(init=False)
    reference: lg.Grid = field(init=False)
    lexicon: lg.Lexicon = field(init=False)
    found: list[Found] = field(init=False)

    def __post_init__(self) -> None:
        own = self.alphabet if self.carrier == "grid" else {}
        self.grid = lg.Grid.from_rows(self.tokens, qu=self.qu, **own)
        self.reference = lg.Grid.from_rows(self.tokens, qu=self.qu, **self.alphabet)
        self.lexicon = lg.Lexicon(self.words, **({} if own else self.alphabet))
        self.found = self.answer(self.reference)

    @property
    def search(self) -> dict[str, Any]:
        """The options that all searches for words share."""
        return {
            "topology": self.topology,
            "wrap": self.wrap,
            "min_length": self.min_length,
            "scoring": self.scoring,
        }

    def answer(self, grid: lg.Grid) -> list[Found]:
        """Return what the oracle finds, in canonical order."""
        points = lg.games.points_table(self.scoring, 99)
        topology = lg.Topology(self.topology, self.wrap)
        found = naive.find_paths(grid, self.words, topology=topology, min_length=self.min_length)
        return [
            Found(letters, tuple(spellings), tuple(paths), points[len(letters)])
            for letters, spellings, paths in found
        ]

    def score(self, tokens: list[list[str]]) -> int:
        """Return the score of a board with other tiles and the same options."""
        grid = lg.Grid.from_rows(tokens, qu=self.qu, **self.alphabet)
        return sum(each.score for each in self.answer(grid))

    @property
    def total(self) -> int:
        return sum(each.score for each in self.found)

    def paths_of(self, word: str) -> tuple[naive.Path, ...]:
        """Return all paths of a word."""
        letters = naive.letters_of(self.reference, word)
        topology = lg.Topology(self.topology, self.wrap)
        return tuple(naive.paths_of(self.reference, letters, topology))

    def first(self, limit: int | None) -> list[Found]:
        """Return the first words in the order of `sort`."""
        keys: dict[str, Callable[[Found], Any]] = {
            "grid": lambda each: (each.paths[0], each.letters),
            "alpha": lambda each: each.letters,
            "length": lambda each: (-len(each.letters), each.letters),
            "score": lambda each: (-each.score, each.letters),
        }
        return sorted(self.found, key=keys[self.sort])[:limit]


def make_question(seed: int) -> Question:
    """Make a question; half of the boards have plain letters only."""
    rng = random.Random(seed)
    rows, columns = rng.randint(1, 4), rng.randint(1, 4)
    if rng.random() < 0.4:
        columns = rows
    pool: Any = rng.choice([PLAIN, PLAIN, TILES, (*PLAIN, "-", "."), "abcABC"])
    tokens = [[rng.choice(pool) for _ in range(columns)] for _ in range(rows)]
    topology = rng.choice(TOPOLOGIES)
    wrap = rng.random() < 0.3 and (topology != "hex" or rows % 2 == 0)
    words = [spelled_on(rng, tokens, topology) for _ in range(rng.randint(1, 4))]
    for size in rng.choices(range(1, 5), k=rng.randint(1, 4)):
        words += ["".join(rng.choices(LETTERS, k=size)).strip() or "a"]
    words += [rng.choice([each.upper(), each.replace("-", ""), each]) or "b" for each in words[:2]]
    rng.shuffle(words)
    return Question(
        tokens,
        words,
        rng.choice(ALPHABETS) if rng.random() < 0.3 else {},
        rng.choice(["grid", "lexicon"]),
        topology,
        wrap,
        rng.random() < 0.3,
        rng.choice([1, 1, 1, 2, 3]),
        rng.choice(SCORINGS),
        rng.choice(SORTS),
        rng.choice([None, None, 0, 1, 2, 5]),
    )


def spelled_on(rng: random.Random, tokens: list[list[str]], topology: str) -> str:
    """Return roughly what a random walk on a board spells."""
    rows, columns = len(tokens), len(tokens[0])
    cell = lg.Cell(rng.randrange(rows), rng.randrange(columns))
    word = ""
    for _ in range(rng.choice([1, 2, 3, 4])):
        word += tokens[cell.row][cell.column].strip("[?.],")
        near = lg.Topology(topology).neighbours(rows, columns, cell)
        if not near:
            break
        cell = rng.choice(near)
    return word or "a"


# --- forms of the board and the words ------------------------------------------------------------


def forms_of_board(question: Question) -> Iterator[tuple[str, Any, dict[str, Any]]]:
    """Yield each form of the board, and the options for reading it: `size` and `qu`."""
    q, tokens = question, question.tokens
    size = (len(tokens), len(tokens[0]))
    yield "Grid", q.grid, {}
    yield "JSON of the grid", q.grid.to_dict(), {}
    if q.alphabet and q.carrier == "grid":
        return
    plain = lg.Grid.from_rows(tokens)
    reading = {"qu": True} if q.qu else {}
    yield "text of the grid", q.grid.format(), {}
    yield "text", plain.format(), reading
    yield "one line", plain.format(one_line=True), reading | {"size": size}
    yield "rows", tokens, reading
    yield "array", np.array(tokens), reading | {"size": size}
    bare = "".join(tokens[0][0] if size == (1, 1) else token for row in tokens for token in row)
    if all(len(token) == 1 for row in tokens for token in row) and len(bare) == size[0] * size[1]:
        yield "bare string with a size", bare, reading | {"size": size}
        if size[0] == size[1]:
            yield "bare string", bare, reading
        yield "rows of text", ["".join(row) for row in tokens], reading
        codes = np.frombuffer(bare.encode("latin-1"), np.uint8)
        yield "bytes", codes.reshape(size), reading
        yield "bytes in one row", codes, reading | {"size": size}


def forms_of_words(question: Question) -> Iterator[tuple[str, Any]]:
    """Yield each form of the words."""
    if not question.alphabet or question.carrier == "grid":
        yield "list", question.words
        yield "tuple", tuple(question.words)
        yield "iterator", iter(question.words)
    yield "Lexicon", question.lexicon
