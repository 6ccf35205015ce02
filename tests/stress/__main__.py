"""Stress lexigrid for longer than the tests do.

`python tests/stress` lists the programs. `python tests/stress NAME --option VALUE` runs one, which
prints a line of JSON for each thing that it has done; it ends with status 1 if that went wrong.
"""

from __future__ import annotations

import argparse
import importlib
import inspect
import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

sys.path.insert(1, str(Path(__file__).parents[1] / "support"))

#: The programs: the file of each, and what it does. Its function has the same name.
PROGRAMS = {
    "kill_batches": ("disturb_batches", "kill jobs, clusters and workers; resume the jobs"),
    "interrupt_batches": ("disturb_batches", "press Ctrl-C in jobs; resume them"),
    "kill_starting_workers": ("disturb_batches", "kill workers of a cluster while they start"),
    "kill_schedulers": ("disturb_batches", "kill the schedulers of jobs; resume them"),
    "kill_searches": ("kill_searches", "kill processes of searches for the best board"),
    "start_batches_twice": ("disturb_batches", "start a job in two processes at once"),
    "damage_batches": ("damage_batches", "run all tasks on rows with damaged bytes"),
    "clue_books": ("clue_books", "make books with long clues, and read their text back"),
    "kill_games": ("kill_games", "kill games in the terminal; no answered word may be lost"),
    "kill_servers": ("kill_servers", "kill servers; no acknowledged word may be lost"),
    "hostile": ("load", "time normal requests among heavy ones"),
    "soak": ("load", "send many mixed requests and note the memory"),
    "streams": ("load", "measure the memory of open streams"),
    "edge": ("edge", "send, hold open and do not read what costs memory before the application"),
    "contests": ("load", "play many contests at once; no event may be lost"),
    "soak_games": ("soak_games", "play shared games while the network fails at random"),
    "clients": ("clients", "generate clients from the OpenAPI document; each plays a game"),
    "gestures": ("gestures", "time gestures on the pages in Chromium on a slowed processor"),
    "press_ctrl_c": ("press_ctrl_c", "press Ctrl-C at random moments of every command"),
    "odd_names": ("oddities", "read and write files with odd names or names of random bytes"),
    "odd_sizes": ("oddities", "use commands with odd numbers, and files that have them"),
    "odd_pictures": ("oddities", "read pictures that declare sizes which they do not have"),
    "odd_encodings": ("oddities", "read dictionaries that name every codec of Python"),
    "new_keys": ("oddities", "read JSON of every format with keys of newer releases"),
    "deadlines": ("deadlines", "measure the time of searches beyond their deadlines"),
    "fuzz": ("fuzz", "damage input of every format; each is answered or refused in a second"),
    "fuzz_guided": ("fuzz_guided", "the same for one format, guided by the coverage (atheris)"),
    "long_inputs": ("long_inputs", "read inputs of 10 MB in every format; time grows linearly"),
    "check_puzzles": ("check_puzzles", "make puzzles with random options and check their JSON"),
    "check_path_puzzles": ("check_path_puzzles", "make path puzzles and check them by plain rules"),
    "compare_wasm": ("compare_wasm", "compare command, HTTP API and WebAssembly on many boards"),
    "mutants": ("mutants", "change single operators and constants; list what no test notices"),
}


def list_programs() -> str:
    """Return the names of the programs with a sentence each."""
    return "\n".join(f"  {name:20} {does}" for name, (_, does) in PROGRAMS.items())


def find_program(name: str) -> Callable[..., Iterator[dict[str, Any]]]:
    """Return the function of a program."""
    program: Callable[..., Iterator[dict[str, Any]]] = getattr(
        importlib.import_module(PROGRAMS[name][0]), name
    )
    return program


def main(arguments: list[str]) -> int:
    """Run the named program with options that are the parameters of its function."""
    name, *given = arguments or ["--help"]
    if name not in PROGRAMS:
        print(f"{__doc__}\n{list_programs()}")
        return 0 if name in ("-h", "--help") else 2
    program = find_program(name)
    parser = argparse.ArgumentParser(
        prog=f"tests/stress {name}",
        description=inspect.getdoc(program),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    for option, parameter in inspect.signature(program).parameters.items():
        usual = parameter.default
        if usual is False:
            parser.add_argument(f"--{option}", action="store_true")
        else:
            parser.add_argument(
                f"--{option}", type=type(usual), default=usual, help=f"default: {usual!r}"
            )
    failed = False
    for facts in program(**vars(parser.parse_args(given))):
        failed |= bool(facts.get("faults"))
        print(json.dumps(facts, ensure_ascii=False), flush=True)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
