"""`lexigrid prove`: find the best board of a size with a proof, or check a proof."""

from __future__ import annotations

from typing import Any

import click

from .._util.plain_text import count_noun
from .._util.validation import check_exclusive
from ..batch.prove import prove_best
from ..boards.best import GOALS, Goal
from ..boards.proof import Partition, Proof
from ..boards.recheck import check_proof
from ..errors import InputError
from ..game.rules import Rules
from ..lexicon import Lexicon
from ..render.terminal.picture import spread_grid
from .batch import engine_options, show_job
from .boards import BOARD_SIZE
from .help import Command, option
from .inputs import LetterOptions, read_lexicon
from .options import (
    MAX_COUNT,
    add_options,
    derive_options,
    gather_options,
    given_options,
    letter_options,
    lexicon_option,
    number_option,
    overwrite_option,
    read_options,
)
from .output import Output, check_overwrite, find_output, output_options
from .status import FOUND, MISSING

#: The number of patterns that a check searches again by default.
_SAMPLE = 3
#: The cells of 3x4; larger boards get a warning.
_MAX_CELLS = 12


#: A proof has its own size and rules, and one thread checks it.
_NOT_WITH_CHECK = (
    *("--size", "--best", "--at-least", "--min-length", "--scoring", "--classes"),
    *("--corner-classes", "--proof", "--overwrite"),
    *("--threads", "--engine", "--workers", "--scheduler"),
)


@click.command("prove", cls=Command)
@option("--size", kind=BOARD_SIZE, help="Size of the board: 3x3, 3x4 ...", group="Board")
@option(
    "--best",
    "goal",
    metavar="[points|words]",
    type=click.Choice(GOALS),
    default="points",
    help="The board with the most points or words.",
    group="Board",
)
@number_option(
    "--at-least", "The points of a known board; default: search for one.", MAX_COUNT, group="Board"
)
@lexicon_option()
@gather_options("letters", LetterOptions, [letter_options])
@add_options(derive_options(Rules, "min_length", "scoring", has_defaults=False), "Rules")
@option(
    "--classes", metavar="TEXT", help="Letter classes: 'aeiou bcdfg hjklmn ...'.", group="Proof"
)
@option(
    "--corner-classes", metavar="TEXT", help="The letter classes of the corners.", group="Proof"
)
@option(
    "--proof",
    metavar="FILE",
    completes="file",
    help="Write the proof to FILE; the same command continues after an interruption.",
    group="Proof",
)
@overwrite_option
@option("--check", metavar="FILE", completes="file", help="Check the proof in FILE.", group="Proof")
@number_option(
    "--sample", "With --check: number of patterns to search again (3).", MAX_COUNT, group="Proof"
)
@gather_options("machines", dict, [engine_options])
@output_options
def command(
    size: tuple[int, int] | None,
    goal: Goal,
    at_least: int | None,
    lexicon: str | None,
    letters: LetterOptions,
    classes: str | None,
    corner_classes: str | None,
    proof: str | None,
    overwrite: bool,
    check: str | None,
    sample: int | None,
    machines: dict[str, Any],
    answer: Output,
    **rules: Any,
) -> int:
    """Find the boards with the most points and prove that no board has more.

    Any cell may have any letter of the lexicon; q is Qu. 3x3 takes a minute of processor time, 3x4
    an hour and a half, 4x4 months.

    \b
      lexigrid prove --size 3x3 --proof 3x3.json
      lexigrid prove --check 3x3.json
    """
    alphabet = letters.choose_alphabet()
    words = read_lexicon(lexicon, alphabet, letters.language).adapted_to(alphabet, frozenset())
    if check is not None:
        others = [name for name in given_options() if name in _NOT_WITH_CHECK]
        check_exclusive(dict.fromkeys(("--check", *others), True))
        return _check(Proof.load(check), words, _SAMPLE if sample is None else sample, answer)
    if sample is not None:
        raise InputError("--sample is for --check; add --check FILE, or leave it out")
    if size is None:
        raise InputError("no size is given; add --size 3x3, or --check FILE")
    if proof is not None:
        if find_output(proof) is None:
            raise InputError(f"{proof!r} is a device, expected a file for the proof", path=proof)
        check_overwrite([proof], overwrite=overwrite)
    elif overwrite:
        raise InputError("--overwrite is for --proof; add --proof FILE, or leave it out")
    cell_classes = classes.split() if classes is not None else None
    corners = corner_classes.split() if corner_classes is not None else None
    if size[0] * size[1] > _MAX_CELLS:
        Partition.of(words, size, cell_classes, corners)  # refuses a size that is out of reach
        answer.say(
            f"a proof for {size[0]}x{size[1]} can take months of processor time; 3x4 takes an hour "
            "and a half"
        )
    with show_job(answer, machines["engine"]) as (progress, say):
        found = prove_best(
            words,
            size=size,
            rules=Rules.of_size(size, **read_options(Rules, rules)),
            goal=goal,
            at_least=at_least,
            classes=cell_classes,
            corner_classes=corners,
            output=proof,
            overwrite=overwrite,
            progress=progress,
            say=say,
            **machines,
        )
    _send(found, answer)
    answer.say(f"no {size[0]}x{size[1]} board has more than {found.bound} {goal}")
    return FOUND if found.boards else MISSING


def _send(proof: Proof, answer: Output) -> None:
    if answer.format == "json":
        answer.send_json(proof.to_dict())
    elif answer.format == "csv":
        rows = ((proof.partition.pattern(name), bound) for name, bound in proof.bounds.items())
        answer.send_csv(("pattern", "bound"), rows)
    else:
        boards = proof.boards
        answer.send_page(
            spread_grid(boards[0], answer.page())
            if len(boards) == 1
            else (board.format(one_line=True) for board in boards)
        )


def _check(proof: Proof, lexicon: Lexicon, sample: int, answer: Output) -> int:
    """Check a proof: status 0 if it is valid, 1 otherwise."""
    if answer.format == "csv":
        raise InputError("a check cannot be written as csv, expected text or json")
    searched: list[str] = []

    def show(done: float) -> None:
        searched.append(str(done))
        answer.say(str(done))

    faults = [*map(str, check_proof(proof, lexicon, sample=sample, progress=show).faults)]
    if answer.format == "json":
        document = {
            "format": "lexigrid/proof-check",
            "version": 1,
            "valid": not faults,
            "bound": proof.bound,
            "patterns": len(proof.bounds),
            "searched": len(searched),
            "faults": faults,
        }
        answer.send_json(document)
    else:
        verdict = (
            f"not valid: {count_noun(len(faults), 'fault')}"
            if faults
            else f"valid, {count_noun(len(proof.bounds), 'pattern')}, no board has more than "
            f"{count_noun(proof.bound, 'point')}, {count_noun(len(proof.boards), 'best board')} "
            "listed"
        )
        answer.send_page([*faults, verdict])
    return MISSING if faults else FOUND
