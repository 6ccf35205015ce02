"""The layout of `--help`: the options of each command in named groups."""

from __future__ import annotations

import re
from collections import Counter

import click

_GRID = "--size --raw --qu"
_TOUCH = "--topology --wrap --reuse"
_LETTERS = "--language --alphabet --digraphs --accents --case-sensitive --fold-accents"
_OUTPUT = "--format --output --csv-raw --quiet --help"
_BOARD = "--dice --size --seed --words --score --longest --contains --common"
_WORDS = "--lexicon --min-length --scoring"
_AVOID = "--avoid --allow --allow-rude"
_PAGE = (
    "--paper --orientation --style --large-print --list-marks --name-line --direction-line "
    "--key --solutions --mini-key --bleed --gutter --dpi --font"
)

#: The option groups of each command; options not listed here go to the last group.
GROUPS = {
    "lines": {
        "Words": "--words --lexicon --wildcards",
        "Grid": f"{_GRID} {_LETTERS}",
        "Search": "--directions --wrap --first --through --limit --deadline --threads",
        "Output": f"--count {_OUTPUT}",
    },
    "paths": {
        "Words": f"--words {_WORDS} --common",
        "Grid": f"{_GRID} {_TOUCH} {_LETTERS}",
        "Output": f"--paths --sort --limit --count --deadline {_OUTPUT}",
    },
    "trace": {
        "Grid": f"{_GRID} {_TOUCH} {_LETTERS}",
        "Output": f"--paths --order --limit --deadline {_OUTPUT}",
    },
    "make": {
        "Words": "--words --theme --random --commonness --length --pool --secret "
        f"{_AVOID} --allow-missing --allow-subwords {_LETTERS}",
        "Layout": "--size --grow --mask --invert-mask --level --directions --direction-of "
        "--difficulty --overlap --filler --decoys --message --pad",
        "Repeat": "--seed --code --from --count --book --check",
        "Look": f"--title --case {_PAGE}",
        "Output": f"--overwrite {_OUTPUT}",
    },
    "build": {
        "Words": "--prefixes --names --forms --attested --keep-foreign",
        "Letters": _LETTERS,
        "Output": _OUTPUT,
    },
    "add": {"Dictionary": "--from --prefixes --names --forms", "Output": _OUTPUT},
    "words": {"Words": "--lexicon --language --limit", "Output": _OUTPUT},
    "roll": {
        "Board": _BOARD,
        "Best board": "--best --rounds --resume",
        "Words": f"{_WORDS} {_AVOID} {_LETTERS}",
        "Output": f"--count --list --deadline --threads {_OUTPUT}",
    },
    "prove": {
        "Board": "--size --best --at-least",
        "Words": f"{_WORDS} {_LETTERS}",
        "Proof": "--classes --corner-classes --proof --overwrite --check --sample",
        "Machines": "--threads --engine --workers --scheduler",
        "Output": _OUTPUT,
    },
    "play": {
        "Players": "--players --level --alone",
        "Rules": "--mode --seconds --no-limit --gain --tries --target --min-length --scoring "
        "--cancel --penalty --hints --turning",
        "Board": f"{_BOARD} --qu --share --daily",
        "Words": f"--lexicon {_AVOID} {_LETTERS}",
        "Games": "--resume --no-history --stats --export --plain",
        "Output": _OUTPUT,
    },
    "batch": {
        "Task": "--task --keep --keep-all --at-least",
        "Files": "--from --to --delimiter --grid-column --words-column --size-column "
        "--part-rows --part-bytes --strict",
        "Grids": f"--size --qu --topology --wrap {_LETTERS}",
        "Words": f"--words {_WORDS}",
        "Machines": "--threads --engine --workers --scheduler --deadline",
        "Output": f"--overwrite {_OUTPUT}",
    },
    "site": {"Words": "--lexicon --language", "Output": "--overwrite --help"},
    "serve": {
        "Address": "--host --port --public --host-name --proxy",
        "Service": "--lexicon --language --data --database --limit --log",
        "Games": "--export",
        "Output": _OUTPUT,
    },
}


def options_in(command: str, *groups: str) -> list[str]:
    """Return the names of the options in groups of a command."""
    return [name for group in groups for name in GROUPS[command][group].split()]


class Command(click.Command):
    """A command that shows its options in groups and refuses a repeated file option."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the options; refuse a repeated file option, and use the last of other options."""
        if not ctx.resilient_parsing:
            *_, given = self.make_parser(ctx).parse_args([*args])
            files = (
                param
                for param in given
                if isinstance(param, click.Option)
                and not param.multiple
                and re.search("FILE|FOLDER|OUT", str(param.metavar))
            )
            for param, times in Counter(files).items():
                if times > 1:
                    name = param.opts[0]
                    raise click.UsageError(f"{name} is given {times} times, expected once", ctx)
        return super().parse_args(ctx, args)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options group by group."""
        for group, records in self.option_groups(ctx).items():
            with formatter.section(group):
                formatter.write_dl(records)

    def option_groups(self, ctx: click.Context) -> dict[str, list[tuple[str, str]]]:
        """Return the names and descriptions of the options by group."""
        layout = {group: names.split() for group, names in GROUPS.get(self.name or "", {}).items()}
        layout = layout or {"Output": []}
        groups: dict[str, list[tuple[str, str]]] = {group: [] for group in layout}
        *_, last = layout
        for param in self.get_params(ctx):
            record = param.get_help_record(ctx)
            if record is not None and isinstance(param, click.Option):
                own = (group for group, names in layout.items() if {*param.opts} & {*names})
                groups[next(own, last)].append(record)
        return groups
