"""Generate parts of the site: the references of the API and the commands, and tables of figures.

A page requests a part by a comment: `<!-- api: ... -->` with modules and names, or
`<!-- commands -->`, `<!-- limits -->`, `<!-- options: ... -->` with a class, `<!-- record: ... -->`
with the engines and one benchmark per line, or `<!-- sheets -->` with the pictures that
`docs/draw_sheets.py` draws.
"""

from __future__ import annotations

import ast
import csv
import importlib
import inspect
import json
import re
import sys
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from types import ModuleType

import click

import lexigrid
from lexigrid._util.options import options_of
from lexigrid.cli import main
from lexigrid.cli.help import Command

#: Members that only the searches need.
INTERNAL = {
    "Lexicon": "adapted_to, compiled_for, core, derived, id_of, ids_like, letter_codes, "
    "node_after, restricted_to, spellings_of, split, text_of"
}
LIMITS = Path(__file__).parent.parent / "src" / "lexigrid" / "web" / "limits.py"
#: The table after a comment, which `python docs/generated.py` writes.
_TABLE = r"((?:\n+\|[^\n]*)*\n?)"
#: Where options are offered besides Python.
_PLACES = {"cli": "command line", "toml": "book files", "http": "HTTP"}
RECORDS = Path(__file__).parent.parent / "benchmarks" / "records"
SHEETS = Path(__file__).parent.parent / "build" / "sheets"


def fill(page: str) -> str:
    """Return a page with its comments replaced."""
    makers: dict[str, Callable[[str], Iterator[str]]] = {
        "api": _api,
        "commands": lambda _: _commands(main, "lexigrid"),
        "options": _options,
        "limits": lambda _: _limits(),
        "record": _record,
        "sheets": lambda _: _sheets(),
    }
    return re.sub(
        r"<!-- (api|commands|limits|options|record|sheets)\b:?(.*?)-->" + _TABLE,
        lambda match: (
            "\n".join(makers[match[1]](match[2])) + ("" if match[1] == "api" else match[3])
        ),
        page,
        flags=re.DOTALL,
    )


def _limits() -> Iterator[str]:
    """Yield a table of the server's limits; parsed, as the web packages may not be installed."""
    yield "| limit | default | meaning |"
    yield "|---|---|---|"
    (limits,) = (
        node for node in ast.parse(LIMITS.read_text("utf-8")).body if isinstance(node, ast.ClassDef)
    )
    for field, text in pairwise(limits.body):
        if isinstance(field, ast.AnnAssign) and isinstance(text, ast.Expr) and field.value:
            meaning = ast.literal_eval(text.value)
            yield f"| `{ast.unparse(field.target)}` | {ast.unparse(field.value)} | {meaning} |"


def _options(request: str) -> Iterator[str]:
    """Yield a table of the options that a class declares."""
    module, _, name = request.strip().rpartition(".")
    declared = options_of(getattr(importlib.import_module(f"lexigrid.{module}"), name))
    yield "| option | values | meaning | offered in |"
    yield "|---|---|---|---|"
    for name, own in declared.items():
        if own.help:
            usual = "" if own.default in (None, "", (), False) else f" ({own.default})"
            places = ["Python", *(_PLACES[each] for each in own.surfaces)]
            flags = _code(own.flags) if "cli" in own.surfaces else ""
            cells = [f"`{name}`", f"{_escape(own.kind.describe())}{usual}"]
            cells += [f"{_escape(own.help)} {flags}", ", ".join(places)]
            yield f"| {' | '.join(cells)} |"


def _sheets() -> Iterator[str]:
    """Yield the pictures of sheets side by side, which `make docs` draws."""
    if not (SHEETS / "sheets.json").exists():
        yield "`make docs` draws the pictures."
        return
    record = json.loads((SHEETS / "sheets.json").read_text("utf-8"))
    yield f"Drawn with word-search-generator {record['version']}."
    before = ""
    for number, pair in enumerate(record["pairs"], 1):
        kind, maker, contents = pair["kind"], pair["maker"], pair["contents"]
        if kind != before:
            yield from ("", f"## {kind}")
        before = kind
        yield from ("", f"### {number}. {contents}", "")
        for name, words in (("sheet", "Sheets"), ("answers", "Answers")):
            yield f"```{{image}} ../build/sheets/{name}{number:02}.png"
            yield f":alt: {words} of lexigrid and of {maker}, {contents}"
            yield from (":class: sheet", ":loading: lazy", ":width: 720px", "```", "")
        left, right = ("lexigrid", maker)[:: 1 if pair["lexigrid"] == "left" else -1]
        yield f"Left: {left}. Right: {right}."


# --- api -----------------------------------------------------------------------------------------


def names_of(module: ModuleType) -> list[str]:
    """Return the public names of a module."""
    return getattr(module, "__all__", [name for name in vars(module) if not name.startswith("_")])


def public_names(request: str = "") -> dict[str, object]:
    """Return all public names, or those requested by name or defining module, functions first.

    A name that is not in `lexigrid` itself has its module before it.
    """
    known = {name: getattr(lexigrid, name) for name in names_of(lexigrid)}
    for module in [each for each in known if isinstance(known[each], ModuleType)]:
        own = known.pop(module)
        names = [name for name in names_of(own) if name not in known]
        known |= {f"{module}.{name}": getattr(own, name) for name in names}
    wanted = tuple(f"lexigrid.{part}." for part in request.split())
    found = {
        name: value
        for name, value in known.items()
        if not request
        or name.rpartition(".")[2] in request.split()
        or f"{getattr(value, '__module__', '')}.".startswith(wanted)
    }
    return dict(sorted(found.items(), key=_rank))


def _rank(item: tuple[str, object]) -> tuple[bool, bool, str]:
    """Order functions before classes and constants."""
    name, value = item
    return not callable(value), isinstance(value, type), name


def _api(request: str) -> Iterator[str]:
    """Yield a table of names and the reference of each."""
    names = public_names(request)
    yield from table_of(names, lambda name: f"{{py:obj}}`{name} <lexigrid.{name}>`")
    for name, value in names.items():
        yield from ("", "```{eval-rst}")
        if isinstance(value, type):
            others = {base.__name__ for base in value.__mro__ if "lexigrid" not in base.__module__}
            yield f".. autoclass:: lexigrid.{name}"
            yield f"   :inherited-members: {','.join(sorted(others))}"
            yield f"   :exclude-members: {INTERNAL.get(name, '')}"
        elif callable(value):
            yield f".. autofunction:: lexigrid.{name}"
        else:
            yield from (f".. py:data:: lexigrid.{name}", "", f"   {_describe(name, value)}")
        yield "```"


def table_of(names: dict[str, object], show: Callable[[str], str]) -> Iterator[str]:
    """Yield a table of names with the first sentence of each."""
    yield from ("| | |", "|---|---|")
    for name, value in names.items():
        first, *_ = _describe(name, value).replace("|", "\\|").split("\n\n")
        yield f"| {show(name)} | {' '.join(first.split())} |"


def with_names(page: str) -> str:
    """Return a page of the API with its table of names, for readers outside the site."""
    return re.sub(
        "(<!-- api:(.*?)-->)" + _TABLE,
        lambda match: (
            "\n".join([match[1], "", *table_of(public_names(match[2]), "`{}`".format)]) + "\n"
        ),
        page,
    )


def _describe(name: str, value: object) -> str:
    """Return the docstring of a function or class, or the comment before a constant."""
    if callable(value):
        return inspect.getdoc(value) or ""
    name = name.rpartition(".")[2]
    for module in [module for key, module in sys.modules.items() if key.startswith("lexigrid")]:
        if vars(module).get(name) is value:
            found = re.search(rf"((?:^#: .*\n)+){name}\b", inspect.getsource(module), re.MULTILINE)
            if found:
                return found[1].replace("#: ", "").strip()
    raise ValueError(f"no comment `#:` describes {name}")


# --- commands ------------------------------------------------------------------------------------


def _commands(group: click.Group, path: str) -> Iterator[str]:
    """Yield the reference of the commands of a group, in Markdown."""
    context = click.Context(group, info_name=path)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        if isinstance(command, click.Group):
            yield from _commands(command, f"{path} {name}")
        elif isinstance(command, Command):
            yield from _command(command, f"{path} {name}")


def _command(command: Command, path: str) -> Iterator[str]:
    context = click.Context(command, info_name=path)
    pieces = " ".join(command.collect_usage_pieces(context))
    yield from (f"## {path}", "", "```text", f"{path} {pieces}", "```", "")
    for paragraph in inspect.cleandoc(command.help or "").split("\n\n"):
        if paragraph.startswith("\b"):
            examples = inspect.cleandoc(paragraph.removeprefix("\b")).splitlines()
            yield from ("```sh", *(line.strip() for line in examples), "```", "")
        else:
            yield from (_escape(paragraph), "")
    for group, records in command.option_groups(context).items():
        yield from (f"| {group} | |", "|---|---|")
        yield from (f"| {_code(names)} | {_escape(text)} |" for names, text in records)
        yield ""


def _code(names: str) -> str:
    names = names.replace("|", "\\|")
    return f"`{names}`{{.option}}"


def _escape(text: str) -> str:
    """Escape what Markdown reads as markup; options in running text become code."""
    text = re.sub(r"([\\*_<>|\[\]~`])", r"\\\1", text)
    return re.sub(r"(?<![\w-])(--[a-z][a-z-]*)", r"`\1`", text)


# --- measurements --------------------------------------------------------------------------------


def _record(request: str) -> Iterator[str]:
    """Yield a table of medians; each row is from the newest of its most complete records."""
    head, *benchmarks = (line.strip() for line in request.strip().splitlines())
    engines = [engine.strip() for engine in head.split(",")]
    yield f"| | {' | '.join(engine.replace('lexigrid:', 'lexigrid ') for engine in engines)} |"
    yield "|---|" + "--:|" * len(engines)
    used = set()
    for benchmark in benchmarks:
        record, medians = _newest(benchmark, engines)
        used.add(record)
        cells = (_time(medians[each]) if each in medians else "" for each in engines)
        yield f"| {benchmark} | {' | '.join(cells)} |"
    yield f"\nRecord: {', '.join(f'`{name}`' for name in sorted(used))}"


def _newest(benchmark: str, engines: list[str]) -> tuple[str, dict[str, float]]:
    found: dict[str, dict[str, float]] = {}
    for path in sorted(RECORDS.glob("*.csv")):
        with path.open(encoding="utf-8", newline="") as file:
            medians = {
                row["engine"]: float(row["median seconds"])
                for row in csv.DictReader(file)
                if row["benchmark"] == benchmark and row["engine"] in engines
            }
        if medians:
            found[path.stem] = medians
    name = max(found, key=lambda name: (len(found[name]), name))
    return name, found[name]


def _time(seconds: float) -> str:
    """Write a time with two or three digits.

    >>> _time(0.000013), _time(0.00713), _time(1.24055), _time(23.06)
    ('13 µs', '7.1 ms', '1.24 s', '23 s')
    """
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)):
        if seconds >= size:
            number = seconds / size
            digits = 0 if number >= 10 else 1 if unit != "s" else 2
            return f"{number:.{digits}f} {unit}"
    return f"{seconds * 1e9:.0f} ns"


if __name__ == "__main__":
    for path in (Path(__file__).parent / "api").glob("*.md"):
        path.write_text(with_names(path.read_text("utf-8")), "utf-8")
