"""Batches of every kind of file: each row gets the same answer as from a plain search."""

from __future__ import annotations

import csv
import itertools
import json
import random
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import lexigrid as lg
from batch_files import KINDS, LEXICON, PUZZLES, read_rows, write_rows
from commands import answer, error_of
from lexigrid.batch import job as job_module
from lexigrid.batch import run_batch
from lexigrid.batch.job import Job, Kind, Task
from lexigrid.batch.readers import columnar
from lexigrid.batch.readers.slices import SliceReader
from lexigrid.batch.readers.sources import find_sources
from lexigrid.batch.readers.text import read_slice, slice_file

BOARDS = [
    "teaantoat",
    "tea/ant/oat",
    "te/an",
    "tea/an",  # ragged
    "teaantoa",  # not a square
    "t?a/ant/oat",
    "q.../u..t/i..?/....",
    "[ei]a/tn",
    "teaantoatteaantoatteaantoatteaantoat",  # 6x6, beyond the kernels
    "té/an",
    "[ab/cd",
]


def oracle(board: str | None) -> tuple[int, list[str]] | None:
    """Return the score and words of a row of `paths`; None if the row must have an error."""
    try:
        if not board:
            return None
        size = None
        if "/" not in board:
            side = int(len(lg.Grid.parse(board).tiles and board) ** 0.5)
            size = (side, side)
        grid = lg.Grid.parse(board, size=size, qu=True)
    except lg.LexigridError:
        return None
    found = lg.find_paths(grid, LEXICON)
    return found.score, [word.word for word in found]


def files_of(folder: Path) -> dict[str, bytes]:
    """Return the bytes of all parts of a job."""
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.name[0] != "_"}


@pytest.mark.parametrize("to", ["parquet", "arrow", "jsonl"])
@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_file_agrees_with_the_search(kind: str, to: Kind, tmp_path: Path) -> None:
    rows = [{"grid": board} for board in BOARDS * 5]
    place = write_rows(tmp_path / f"in{KINDS[kind]}", kind, rows)
    done = run_batch(
        place, tmp_path / "out", task="paths", words=LEXICON, qu=True, write_as=to, part_rows=10,
        part_bytes=100,
    )  # fmt: skip
    made = read_rows(tmp_path / "out")
    assert [row["grid"] for row in rows] == [row["grid"] for row in made]
    for row in made:
        expected = oracle(row["grid"])
        assert (row["error"] is None) == (expected is not None), row
        if expected is not None:
            assert expected == (row["score"], row["words"])
            assert row["count"] == len(row["words"])
        else:
            assert row["score"] is row["count"] is row["words"] is None
    assert (done.rows, done.errors) == (len(rows), 5 * sum(oracle(b) is None for b in BOARDS))
    assert done.parts > 1


def test_a_row_group_is_decoded_once_for_all_its_slices(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(job_module, "BATCH_ROWS", {"score": 7})
    place = tmp_path / "in.parquet"
    boards = [f"{row:09d}" for row in range(300)]
    pq.write_table(pa.table({"grid": boards}), place, row_group_size=100)
    job, (source,) = Job(part_rows=30), find_sources(place, None)
    slices = columnar.slice_file(job, source)
    assert [(0, 25), (25, 50), (50, 75), (75, 100)] == [each[:2] for each in slices[4:8]]
    opened: list[str] = []
    plain = columnar.ParquetSource.__init__

    def counted(self: columnar.ParquetSource, path: str) -> None:
        opened.append(path)
        plain(self, path)

    monkeypatch.setattr(columnar.ParquetSource, "__init__", counted)
    for order, files in ((slices, 3), (slices[::-1], 12), ([slices[5], slices[4], slices[6]], 2)):
        reader, opened[:] = SliceReader(), []
        for piece in order:
            together = [rows.texts() for rows in reader.read(job, source, piece)]
            alone = [rows.texts() for rows in columnar.read_slice(job, source, piece)]
            opened.pop()  # by the separate read
            assert together == alone
            begin = 100 * piece.group + piece.begin
            assert boards[begin : begin + piece.end - piece.begin] == [*itertools.chain(*together)]
        assert files >= len(opened)
        reader.close()


@settings(max_examples=30)
@given(boards=st.lists(st.sampled_from(BOARDS), min_size=1, max_size=40), seed=st.integers(0, 9))
def test_scores_agree_with_the_search_of_one_grid(
    boards: list[str], seed: int, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("scores")
    pq.write_table(pa.table({"grid": boards}), folder / "in.parquet", row_group_size=seed + 1)
    run_batch(folder / "in.parquet", folder / "out.jsonl", words=LEXICON, qu=True, part_rows=9)
    expected = [oracle(board) for board in boards]
    made = read_rows(folder / "out.jsonl")
    assert [None if each is None else each[0] for each in expected] == [r["score"] for r in made]
    assert boards == [row["grid"] for row in made]


def test_scores_on_every_cpu_target(kernel: str, tmp_path: Path) -> None:
    rng = random.Random(5)
    boards = ["".join(rng.choices("teanoqi", k=16)) for _ in range(500)]
    write_rows(tmp_path / "in.parquet", "parquet", [{"grid": board} for board in boards])
    run_batch(tmp_path / "in.parquet", tmp_path / "out.parquet", words=LEXICON, qu=True)
    expected = lg.score_grids(boards, LEXICON, size=(4, 4), qu=True).tolist()
    assert expected == pq.read_table(tmp_path / "out.parquet")["score"].to_pylist()


def test_paths_are_rows_and_columns(tmp_path: Path) -> None:
    boards = ["teaantoat", "te/an", "teaantoa", "neatan"]
    write_rows(tmp_path / "in.jsonl", "jsonl", [{"grid": board} for board in boards])
    for size, used in ((None, boards[:3]), ((3, 3), boards[:1]), ((2, 3), boards[3:])):
        out = tmp_path / f"out{size}.parquet"
        run_batch(
            tmp_path / "in.jsonl", out, task="paths", words=LEXICON, size=size,
            keep=("grid", "words", "paths"),
        )  # fmt: skip
        for row in read_rows(out):
            if row["error"] is not None:
                continue
            assert row["grid"] in used
            fold = size or (None if "/" in row["grid"] else (3, 3))
            found = lg.find_paths(lg.Grid.parse(row["grid"], size=fold), LEXICON)
            assert [[list(c) for c in w.path or ()] for w in found] == row["paths"]


@pytest.mark.parametrize("to", ["parquet", "arrow", "csv", "jsonl", "text"])
@pytest.mark.parametrize("size", [(2, 5), (5, 2)])
def test_paths_of_boards_of_one_shape_are_rows_and_columns(
    size: tuple[int, int], to: str, tmp_path: Path
) -> None:
    rng = random.Random(3)
    boards = ["".join(rng.choices("aeint", k=10)) for _ in range(40)]
    place = write_rows(tmp_path / "in.parquet", "parquet", [{"grid": board} for board in boards])
    expected = [
        [[list(cell) for cell in word.path or ()] for word in found]
        for found in (lg.find_paths(lg.Grid.parse(b, size=size), LEXICON) for b in boards)
    ]
    assert sum(map(len, expected)) > 40
    out = tmp_path / f"out{KINDS[to]}"
    run_batch(place, out, task="paths", words=LEXICON, size=size, keep=("paths",))
    if to == "text":
        made = [line.split("\t")[0] for line in out.read_text("utf-8").splitlines()]
    else:
        made = [row["paths"] for row in read_rows(out)]
    assert expected == [json.loads(e or "[]") if isinstance(e, str) else e for e in made]


@pytest.mark.parametrize("kind", ["parquet", "arrow", "csv", "jsonl"])
def test_puzzles_are_checked_with_their_own_words(kind: str, tmp_path: Path) -> None:
    place = write_rows(tmp_path / f"in{KINDS[kind]}", kind, PUZZLES)
    done = run_batch(
        place, tmp_path / "out.jsonl", task="check", words_column="words", size_column="size"
    )
    made = read_rows(tmp_path / "out.jsonl")
    assert [True, False, False, None, None] == [row["ok"] for row in made]
    assert [[], ["zebra"], [], None, None] == [row["missing"] for row in made]
    assert [[], [], ["oat"], None, None] == [row["repeated"] for row in made]
    assert (5, 2, 2) == (done.rows, done.errors, done.failed)


@pytest.mark.parametrize("to", ["parquet", "jsonl"])
def test_lines_and_traces_agree_with_the_search(to: Kind, tmp_path: Path) -> None:
    place = write_rows(tmp_path / "in.jsonl", "jsonl", PUZZLES[:3])
    run_batch(place, tmp_path / "lines", task="lines", write_as=to, size_column="size")
    for row, puzzle in zip(read_rows(tmp_path / "lines"), PUZZLES, strict=False):
        grid = lg.Grid.parse(puzzle["grid"], size=(3, 3))
        found = lg.find_lines(grid, puzzle["words"])
        expected = [(o.word, list(o.start), list(o.end), str(o.direction)) for o in found]
        assert expected == [tuple(each.values()) for each in row["occurrences"]]
        assert (len(found), list(found.missing)) == (row["count"], row["missing"])
    run_batch(
        place, tmp_path / "traces", task="trace", write_as=to, size_column="size",
        keep=("words", "status", "count", "paths"),
    )  # fmt: skip
    for row, puzzle in zip(read_rows(tmp_path / "traces"), PUZZLES, strict=False):
        grid = lg.Grid.parse(puzzle["grid"], size=(3, 3))
        own = [lg.trace(grid, word, paths="all") for word in puzzle["words"]]
        assert [each.status for each in own] == row["status"]
        assert [each.count for each in own] == row["count"]
        assert [[list(c) for c in each.paths[0]] if each else [] for each in own] == row["paths"]


@given(
    fields=st.lists(st.text(st.sampled_from('a",\n\r/'), min_size=0, max_size=6), max_size=30),
    step=st.integers(1, 40),
)
def test_csv_slices_end_where_records_end(
    fields: list[str], step: int, tmp_path_factory: pytest.TempPathFactory
) -> None:
    place = tmp_path_factory.mktemp("csv") / "in.csv"
    with place.open("w", newline="", encoding="utf-8") as file:
        csv.writer(file, quoting=csv.QUOTE_ALL).writerows([["grid"], *([f] for f in fields)])
    (source,) = find_sources(place, None)
    job = Job(part_bytes=step)
    slices = slice_file(job, source)
    assert [each.begin for each in slices[1:]] == [each.end for each in slices[:-1]]
    made = [
        grid for each in slices for rows in read_slice(job, source, each) for grid in rows.grids
    ]
    assert fields == made


def test_invalid_bytes_make_a_row_with_an_error(tmp_path: Path) -> None:
    (tmp_path / "in.txt").write_bytes(b"tea/ant/oat\nte\xff/ant\n\r\nte/an\r\n")
    run_batch(tmp_path / "in.txt", tmp_path / "out.jsonl", words=LEXICON)
    made = read_rows(tmp_path / "out.jsonl")
    assert [True, False, False, True] == [row["error"] is None for row in made]
    (tmp_path / "in.jsonl").write_bytes(b'{"grid": "te/an"}\n{"gr\n[1]\n{"grid": 3}\n{"x": ""}\n')
    run_batch(tmp_path / "in.jsonl", tmp_path / "out.csv", words=LEXICON)
    made = read_rows(tmp_path / "out.csv")
    assert [True, False, False, False, False] == [row["error"] == "" for row in made]


def test_a_named_alphabet_checks_letters(tmp_path: Path) -> None:
    (tmp_path / "in.txt").write_text("tea/ant/oat\nteж/ant/oat\n", "utf-8")
    run_batch(tmp_path / "in.txt", tmp_path / "open.jsonl", words=LEXICON)
    run_batch(tmp_path / "in.txt", tmp_path / "en.jsonl", words=LEXICON, alphabet="en")
    assert [None, None] == [row["error"] for row in read_rows(tmp_path / "open.jsonl")]
    first, second = read_rows(tmp_path / "en.jsonl")
    assert first["error"] is None
    assert "'ж', which the alphabet en lacks" in second["error"]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("threads", [1, 2])
def test_strict_names_the_place_in_the_file(kind: str, threads: int, tmp_path: Path) -> None:
    bad = 100
    rows = [{"grid": "te/an" if row != bad else "te/a"} for row in range(120)]
    place = write_rows(tmp_path / f"in{KINDS[kind]}", kind, rows)
    write_rows(tmp_path / f"before{KINDS[kind]}", kind, rows[:9])
    inputs = [str(tmp_path / f"before{KINDS[kind]}"), str(place)]
    noun = "row" if kind in ("parquet", "arrow") else "line"
    number = bad + 1 + (kind == "csv")
    for _ in range(2):  # the second time with finished parts
        with pytest.raises(lg.InputError, match=rf"'{place}', {noun} {number}: ") as caught:
            run_batch(
                inputs, tmp_path / "out", words=LEXICON, strict=True, threads=threads,
                part_bytes=60, part_rows=7,
            )  # fmt: skip
        assert caught.value.facts[noun] == number


def test_strict_stops_at_the_first_bad_row(tmp_path: Path) -> None:
    (tmp_path / "in.txt").write_text("te/an\nte/an\nte/a\n", "utf-8")
    with pytest.raises(lg.InputError, match=r"in\.txt', line 3: row 2 has 1 tile"):
        run_batch(tmp_path / "in.txt", tmp_path / "out", words=LEXICON, strict=True)
    assert files_of(tmp_path / "out") == {}
    done = run_batch(tmp_path / "in.txt", tmp_path / "out", words=LEXICON)
    assert (3, 1) == (done.rows, done.errors)


def test_folders_and_globs_are_read_in_order_of_names(tmp_path: Path) -> None:
    folder = tmp_path / "boards"
    (folder / "more").mkdir(parents=True)
    for name, board in (("b.txt", "te/an"), ("a.csv", "grid\nan/te\n"), ("more/c.txt", "tt/ea")):
        (folder / name).write_text(board, "utf-8")
    (folder / "_notes.txt").write_text("no grid", "utf-8")
    run_batch(folder, tmp_path / "all", words=LEXICON, write_as="jsonl")
    assert ["an/te", "te/an", "tt/ea"] == [row["grid"] for row in read_rows(tmp_path / "all")]
    run_batch(f"{folder}/*.txt", tmp_path / "some", words=LEXICON, write_as="jsonl")
    assert ["te/an"] == [row["grid"] for row in read_rows(tmp_path / "some")]


def test_output_is_not_read_as_input(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "in.txt").write_text("te/an\n" * 50, "utf-8")
    for inputs, out in ((".", "out"), ("**/*.txt", "other")):
        for resumed in (0, 5):
            done = run_batch(inputs, out, words=LEXICON, part_bytes=60)
            assert (50, resumed) == (done.rows, done.resumed)
        (tmp_path / out).rename(tmp_path / f"_{out}")
    monkeypatch.chdir(tmp_path.parent)  # paths are resolved
    done = run_batch(f"{tmp_path}/in.txt", tmp_path / "_out", words=LEXICON, part_bytes=60)
    assert done.resumed == 5


@pytest.mark.parametrize("kind", KINDS)
def test_a_single_file_is_the_joined_parts(kind: Kind, tmp_path: Path) -> None:
    rows = [{"grid": board} for board in BOARDS * 4]
    place = write_rows(tmp_path / "in.jsonl", "jsonl", rows)
    for out in (f"one{KINDS[kind]}", "parts"):
        run_batch(place, tmp_path / out, words=LEXICON, write_as=kind, part_bytes=200)
    one = tmp_path / f"one{KINDS[kind]}"
    assert not (tmp_path / f"{one.name}.parts").exists()
    if kind == "text":
        parts = b"".join(data for _, data in sorted(files_of(tmp_path / "parts").items()))
        assert one.read_bytes() == parts
        assert one.read_text("utf-8").splitlines()[1] == "tea/ant/oat\t8\t"
    else:
        assert read_rows(tmp_path / "parts") == read_rows(one)
    with pytest.raises(lg.InputError, match="different job: part_bytes"):
        run_batch(place, one, words=LEXICON, write_as=kind)


@pytest.mark.parametrize("task", ["score", "paths", "lines"])
def test_a_row_that_passes_its_deadline_is_an_error(task: Task, tmp_path: Path) -> None:
    (tmp_path / "in.txt").write_text(f"{'/'.join(['a' * 60] * 60)}\naa/aa\n", "utf-8")
    words = ["a" * letters for letters in range(3, 60)]
    out = tmp_path / "out.jsonl"
    done = run_batch(tmp_path / "in.txt", out, task=task, words=words, deadline=1e-6)
    assert 1 <= done.errors
    assert "give a longer --deadline" in read_rows(out)[0]["error"]


def test_an_output_of_an_unknown_kind_is_refused(tmp_path: Path) -> None:
    (tmp_path / "in.txt").write_text("te/an\n", "utf-8")
    error = error_of("batch", str(tmp_path / "in.txt"), str(tmp_path / "out.xlsx"))
    assert "unknown file name ending" in error
    answer("batch", str(tmp_path / "in.txt"), f"{tmp_path}/v1.2/", "--to", "jsonl")
    assert (tmp_path / "v1.2").is_dir()


@pytest.mark.parametrize("out", ["one.csv", "parts"])
def test_an_output_is_overwritten_when_asked(out: str, tmp_path: Path) -> None:
    place, target = tmp_path / "in.txt", tmp_path / out
    place.write_text("te/an\n" * 50, "utf-8")
    run_batch(place, target, words=LEXICON, part_bytes=60)
    place.write_text("an/te\n" * 20, "utf-8")
    with pytest.raises(lg.InputError, match="--overwrite"):
        run_batch(place, target, words=LEXICON, part_bytes=60)
    for _ in range(2):
        done = run_batch(place, target, words=LEXICON, part_bytes=60, overwrite=True)
        assert (20, 0) == (done.rows, done.resumed)
    assert len(list(target.glob("part-*")) if out == "parts" else [1, 2]) == 2
    if out == "one.csv":
        target.write_text("mine", "utf-8")
        run_batch(place, target, words=LEXICON, overwrite=True)
        assert 20 == len(read_rows(target))
    else:
        (tmp_path / "mine").mkdir()
        (tmp_path / "mine" / "a.txt").touch()
        with pytest.raises(lg.InputError, match="no batch job"):
            run_batch(place, tmp_path / "mine", words=LEXICON, overwrite=True)


def test_the_command_prints_a_summary(tmp_path: Path) -> None:
    place = tmp_path / "in.txt"
    place.write_text("tea/ant/oat\nte/an\n", "utf-8")
    summary = json.loads(answer("batch", str(place), str(tmp_path / "a.csv"), "--format", "json"))
    assert ("lexigrid/batch", 2, 0, 1) == tuple(
        summary[name] for name in ("format", "rows", "errors", "parts")
    )
    assert (tmp_path / "a.csv").read_text("utf-8").startswith("grid,score,error\ntea/ant/oat,")
    done = "already complete, nothing to do: "
    assert done in answer("batch", str(place), str(tmp_path / "a.csv"))
    assert "2 rows; " in answer("batch", str(place), str(tmp_path / "out"))
    assert done in answer("batch", str(place), str(tmp_path / "out"))
    place.write_text("te/a\n", "utf-8")
    assert "1 with an error" in answer("batch", str(place), str(tmp_path / "b"), status=1)
    assert "cannot read 'nothing.txt': no such file in" in error_of(
        "batch", "nothing.txt", str(tmp_path / "c")
    )
    assert "keep has 'paths'" in error_of("batch", str(place), "x", "--keep", "grid,paths")
    assert not Path("x").exists()


def test_an_input_is_never_overwritten(tmp_path: Path) -> None:
    file = tmp_path / "boards.csv"
    file.write_text("id,grid\n1,tea/ant/oat\n", "utf-8")
    link = tmp_path / "link.csv"
    link.symlink_to(file)
    for source in (file, link):
        with pytest.raises(lg.InputError, match="is also an input"):
            run_batch(source, file, words=["oat"], overwrite=True)
    assert file.read_text("utf-8") == "id,grid\n1,tea/ant/oat\n"
