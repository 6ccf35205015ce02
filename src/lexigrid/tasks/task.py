"""The Task: a question about a grid as text, with a perfect answer and a checker."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar, get_args

from .._util.codec import Document, Head, Range
from .._util.validation import check_choice, check_int, check_type, check_words
from ..errors import InputError
from ..grid import Grid
from ..lexicon import Lexicon
from .check import Family, final_answer, score_board, score_cover, score_lines, score_trace

FAMILIES: tuple[Family, ...] = get_args(Family)
#: The language of the words, whatever the default lexicon is: a seed gives one task.
LANGUAGE = "en"


@dataclass(frozen=True, slots=True)
class Task(Document):
    """A question about a grid, as text, with a checker that accepts every right answer.

    >>> task = Task("trace", "1", 1, "Trace TEA.", "(1, 1)", Grid.parse("tea/ant"), ("tea",))
    >>> task.check("(1, 1) (1, 2) (1, 3)"), task.check("(1, 1) (1, 2)"), task.check("")
    (1.0, 0.6666666666666666, 0.0)

    Raises:
        InputError: a value has the wrong type or is out of range.
    """

    _head: ClassVar = Head("the task", InputError, "lexigrid/task")
    family: Family
    """What is asked: words in straight "lines", words on a "board" along paths, to "trace" one
    word, or to "cover" a board with words."""
    seed: str
    """The seed that it was made from."""
    difficulty: Annotated[int, Range(1, 5)]
    """How hard it is, from 1 to 5."""
    prompt: str
    """The question, with the grid."""
    answer: str
    """A perfect answer; most tasks have others."""
    grid: Grid
    """The grid."""
    words: tuple[str, ...] = ()
    """The words that the question lists, in lower case; empty if any word of the lexicon counts."""
    goal: int = 0
    """The number of words wanted from a board; 0 in other families."""
    letters: int = 1
    """The fewest letters of a word that counts."""

    def __post_init__(self) -> None:
        check_choice(self.family, "the family", FAMILIES)
        for name in ("seed", "prompt", "answer"):
            check_type(getattr(self, name), name, str, "text")
        check_int(self.difficulty, "difficulty", 1, 5)
        check_type(self.grid, "the grid", Grid, "a Grid")
        object.__setattr__(self, "words", check_words(self.words, "words"))
        check_int(self.goal, "goal", 1 if self.family == "board" else 0)
        check_int(self.letters, "letters", 1)
        if not self.words and self.family in ("lines", "trace"):
            raise InputError(f"a task of the family {self.family!r} needs words")

    def check(self, answer: str) -> float:
        """Score an answer from 0 to 1: 1 for any right one, and a share for a part of it.

        The score is the share that is right of what is wanted or, if that is more, of what the
        answer claims: words with their lines, words, letters of the path, or cells. Case, bullets,
        numbers, commas and JSON do not matter; of text with "Answer:" or `<answer>`, only what
        follows the last one is read.

        >>> from lexigrid.tasks import make_task
        >>> task = make_task("lines", seed=1)
        >>> task.check(task.answer), task.check(task.answer.splitlines()[0])
        (1.0, 0.125)

        Raises:
            InputError: the answer is not text.
        """
        text = final_answer(check_type(answer, "the answer", str, "text"))
        if self.family == "lines":
            return score_lines(self.grid, self.words, text)
        if self.family == "trace":
            return score_trace(self.grid, self.words[0], text)
        lexicon = Lexicon.default(LANGUAGE)
        if self.family == "board":
            return score_board(self.grid, lexicon, self.goal, self.letters, text)
        return score_cover(self.grid, self.words or lexicon, self.letters, text)
