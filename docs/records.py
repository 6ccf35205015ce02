"""Search for the best boards, and write docs/records.md from docs/records.toml.

    python docs/records.py                           write the page
    python docs/records.py --search LIST FILE ...    search, store better boards, write the page

LIST is the name of a word list in the TOML, FILE has its words ("default" is the built-in lexicon).
Every search is one round from one seed, so the command on the page finds the same board again.
"""

from __future__ import annotations

import argparse
import itertools
import time
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import lexigrid as lg
from lexigrid.boards.best import Goal
from lexigrid.search.scoring import SchemeName

DOCS = Path(__file__).parent
PAGE, TABLE = DOCS / "records.md", DOCS / "records.toml"
#: What is searched for: the goal and the scoring. All words have three or more letters.
GOALS: tuple[tuple[Goal, SchemeName], ...] = (
    ("points", "classic"),
    ("words", "classic"),
    ("points", "big"),
    ("points", "super-big"),
    ("points", "fibonacci"),
    ("points", "letters"),
)
_KEYS = ("list", "goal", "scoring", "size", "board", "score", "by", "seed", "proved")


def read_table() -> dict[str, Any]:
    """Return the word lists, the records, and the text of the page."""
    return tomllib.loads(TABLE.read_text("utf-8"))


def score_record(record: dict[str, Any], lexicon: lg.Lexicon) -> int:
    """Return the points, or words, of the board of a record."""
    found = lg.find_paths(
        lg.Grid.parse(record["board"], qu=True),
        lexicon,
        min_length=lg.Rules().min_length,
        scoring=_scoring(record),
    )
    return found.score if record["goal"] == "points" else found.count


def _scoring(record: dict[str, Any]) -> SchemeName:
    scoring: SchemeName = record.get("scoring", "classic")
    return scoring


def format_page(table: dict[str, Any]) -> str:
    """Return the page."""
    return "\n".join([*_format_lines(table), ""])


def _format_lines(table: dict[str, Any]) -> Iterator[str]:
    yield from (table["text"].rstrip(), "")
    for words in table["lists"]:
        yield from (f"## {words['title']}", "", words["about"].rstrip(), "")
        for goal, scoring in GOALS:
            key = (words["name"], goal, scoring)
            records = [
                each
                for each in table["records"]
                if (each["list"], each["goal"], _scoring(each)) == key
            ]
            if not records:
                continue
            title = goal if scoring == "classic" else f"{goal} by `{scoring}`"
            yield from (f"| size | {title} | board | found by | seed |", "|---|---|---|---|---|")
            for each in sorted(records, key=lambda record: record["size"]):
                score = f"{each['score']:,}" + (", proved" if each.get("proved") else "")
                yield (
                    f"| {each['size']} | {score} | `{each['board']}` | {each['by']} | "
                    f"{each.get('seed', '')} |"
                )
            yield ""
    yield from (table["cost"].rstrip(),)


def search(table: dict[str, Any], name: str, file: str, sizes: list[str], seconds: float) -> None:
    """Search for better boards of each size, for `seconds` of processor time each."""
    lexicon = lg.Lexicon.default() if file == "default" else lg.Lexicon.read(file)
    for size, (goal, scoring) in itertools.product(sizes, GOALS):
        begin = time.process_time()
        rows, columns = map(int, size.split("x"))
        for seed in itertools.count(1):
            if time.process_time() - begin >= seconds:
                break
            found = lg.proofs.optimize_board(
                lexicon,
                seed=seed,
                size=(rows, columns),
                rules=lg.Rules(scoring=scoring),
                goal=goal,
                processes=1,
                deadline=10 * seconds,  # wall-clock time, which passes faster on a shared machine
            )
            spent = time.process_time() - begin
            if found.complete or seed == 1:
                _keep(table, (name, goal, scoring, size), found, seed, spent)
        _write_records(table)


def _keep(
    table: dict[str, Any],
    key: tuple[str, Goal, SchemeName, str],
    found: lg.proofs.BestBoard,
    seed: int,
    spent: float,
) -> None:
    """Replace a record by a better board, or a record without a seed by an equal board with one."""
    known = next((each for each in table["records"] if _key_of(each) == key), None)
    if known and (known["score"], "seed" in known) >= (found.score, found.complete):
        return
    print(f"{' '.join(key)}: {found.score} with seed {seed} after {spent:.0f} s", flush=True)
    board = found.grid.format(one_line=True).lower().replace("qu", "q").replace(" ", "")
    record = dict(zip(_KEYS, (*key, board, found.score, "lexigrid"), strict=False))
    if key[2] == "classic":
        del record["scoring"]
    if found.complete:
        record["seed"] = seed
    if known and known["score"] == found.score:
        record["by"] = known["by"]
        record |= {"proved": True} if known.get("proved") else {}
    table["records"] = [each for each in table["records"] if each is not known] + [record]


def _key_of(record: dict[str, Any]) -> tuple[str, str, str, str]:
    return record["list"], record["goal"], _scoring(record), record["size"]


def _write_records(table: dict[str, Any]) -> None:
    """Write the records after the hand-written part of the file."""
    head = TABLE.read_text("utf-8").partition("[[records]]")[0]
    order = [words["name"] for words in table["lists"]]
    records = sorted(
        table["records"],
        key=lambda each: (order.index(each["list"]), *_key_of(each)[1:]),
    )
    blocks = [
        "[[records]]\n" + "".join(f"{key} = {_format(each[key])}\n" for key in _KEYS if key in each)
        for each in records
    ]
    TABLE.write_text(head + "\n".join(blocks), "utf-8")


def _format(value: str | int | bool) -> str:
    return str(value).lower() if isinstance(value, bool | int) else f'"{value}"'


def main() -> None:
    """Search if asked to, and write the page."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--search", nargs=2, metavar=("LIST", "FILE"))
    parser.add_argument("--sizes", default="3x3,3x4,4x4,4x5,5x5,6x6")
    parser.add_argument("--seconds", type=float, default=10, help="for each size and goal")
    options = parser.parse_args()
    table = read_table()
    if options.search:
        name, file = options.search
        search(table, name, file, options.sizes.split(","), options.seconds)
    PAGE.write_text(format_page(read_table()), "utf-8")


if __name__ == "__main__":
    main()
