"""Puzzles and lists with every kind of title, grid, heading, list and closing line together."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

import pytest

from lexigrid.reading.decode import Source
from lexigrid.reading.parts import read_parts
from lexigrid.reading.words import read_list

ROWS = ["CATSKA", "XDOGMB", "PIGEUV", "HENXYW", "COWZQR"]
WORDS = ["CAT", "DOG", "PIG", "HEN", "COW"]
CLUES = ["says meow", "barks a lot", "likes mud", "lays eggs", "gives milk"]
TITLES = {
    "": "",
    "Farm Animals": "Farm Animals",
    "# Animals": "Animals",
    "## Animal Word Search": "Animal Word Search",
    "Title: Animals": "Animals",
    "\U0001f43e Animals \U0001f43e": "\U0001f43e Animals \U0001f43e",
    "My 1st Puzzle": "My 1st Puzzle",
    "ON THE FARM": "ON THE FARM",
    "**Animals**": "Animals",
    "Les animaux de la ferme": "Les animaux de la ferme",
}
HEADINGS = (
    *("", "Words:", "Word Bank", "WORD LIST", "Find these words:", "## Words", "**Words:**"),
    *("Find the words below.", "Mots à trouver :", "Wörter:", "Words (5)", "Hidden words:"),
)
CLOSINGS = (
    *("", "", "Good luck!", "Have fun! \U0001f389", "Created with Puzzle Maker", "Page 1"),
    *("© 2024 Mrs. Smith", "www.example.com", "Let me know if you'd like another one!"),
    *("How many can you find?", "Words can go in any direction.", "Answers: see back"),
)
GRIDS: dict[str, Callable[[Sequence[str]], list[str]]] = {
    "solid": list,
    "small": lambda rows: [row.lower() for row in rows],
    "blanks": lambda rows: [*map(" ".join, rows)],
    "wide": lambda rows: [*map("  ".join, rows)],
    "tabs": lambda rows: [*map("\t".join, rows)],
    "commas": lambda rows: [*map(",".join, rows)],
    "bars": lambda rows: [f"| {' | '.join(row)} |" for row in rows],
    "markdown": lambda rows: [
        f"| {' | '.join(rows[0])} |",
        "|---" * 6 + "|",
        *(f"| {' | '.join(row)} |" for row in rows[1:]),
    ],
    "frame": lambda rows: [
        "+-----------+",
        *(f"|{' '.join(row)}|" for row in rows),
        "+-----------+",
    ],
    "index": lambda rows: [
        "   1 2 3 4 5 6",
        *(f"{at}  {' '.join(row)}" for at, row in enumerate(rows, 1)),
    ],
    "fence": lambda rows: ["```", *map(" ".join, rows), "```"],
    "hyphens": lambda rows: [*map("-".join, rows)],
    "numbers": lambda rows: [f"{at}. {' '.join(row)}" for at, row in enumerate(rows, 1)],
}
LISTS: dict[str, list[str]] = {
    "lines": WORDS,
    "small": [word.lower() for word in WORDS],
    "commas": [", ".join(WORDS)],
    "sentence": ["CAT, DOG, PIG, HEN and COW"],
    "columns": ["CAT   DOG   PIG", "HEN   COW"],
    "tabs": ["CAT\tDOG\tPIG", "HEN\tCOW"],
    "numbers": [f"{at}. {word}" for at, word in enumerate(WORDS, 1)],
    "bullets": [f"- {word}" for word in WORDS],
    "boxes": [f"- [ ] {word}" for word in WORDS],
    "hyphens": [" - ".join(WORDS)],
    "dots": [" • ".join(WORDS)],
    "slashes": [" / ".join(WORDS)],
    "clues": [f"{word}: {clue}" for word, clue in zip(WORDS, CLUES, strict=True)],
    "clues in parentheses": [f"{word} ({clue})" for word, clue in zip(WORDS, CLUES, strict=True)],
    "lengths": [f"{word} (3)" for word in WORDS],
    "to tick": [f"____ {word}" for word in WORDS],
    "quotes": [f'"{word}"' for word in WORDS],
}
#: What has words behind a colon, or marks on all lines, is refused with such a last line.
_UNCLEAR = ("Answers: see back", "Page 1", "www.example.com", "Created with Puzzle Maker")
TRIALS = 40


def _joined(parts: Sequence[str]) -> str:
    return "\n\n".join(filter(None, parts))


def _closing(rng: random.Random, name: str) -> str:
    marked = name.startswith("clues") or name in ("numbers", "bullets", "boxes")
    return rng.choice([each for each in CLOSINGS if not (marked and each in _UNCLEAR)])


@pytest.mark.parametrize("grid", GRIDS)
def test_the_parts_of_a_puzzle_are_told_apart(grid: str) -> None:
    rng = random.Random(grid)
    for _ in range(TRIALS):
        title, heading, name = rng.choice([*TITLES]), rng.choice(HEADINGS), rng.choice([*LISTS])
        closing = _closing(rng, name)
        listed = "\n".join(filter(None, [heading * rng.choice((0, 1)), *LISTS[name]]))
        text = _joined([title, "\n".join(GRIDS[grid](ROWS)), listed, closing])
        found = read_parts(Source(text), wants_words=True)
        rows = ["".join(row.split()).upper() for row in found.rows]
        assert (rows, found.title) == (ROWS, TITLES[title]), text
        assert sorted(map(str.upper, found.words)) == sorted(WORDS), text
        if name.startswith("clues"):
            assert [*found.facts["clues"].values()] == CLUES, text


@pytest.mark.parametrize("name", LISTS)
def test_the_words_of_a_list_are_told_from_what_is_around_them(name: str) -> None:
    rng = random.Random(name)
    for _ in range(TRIALS):
        title, heading = rng.choice([*TITLES]), rng.choice(HEADINGS)
        closing = _closing(rng, name)
        text = _joined([title, heading, "\n".join(LISTS[name]), closing])
        found = read_list(text)
        assert sorted(map(str.upper, found.words)) == sorted(WORDS), text
        for line in (title, heading, closing):
            if line[:1] != "#":  # a comment
                assert line.strip("*: ").removeprefix("Title: ") in "\n".join(found.notes), text
