"""The recipes of examples/clusters write the same rows on Spark and Ray as `lexigrid batch`.

Engines that are not installed are skipped; Spark needs Java.
"""

from __future__ import annotations

import importlib.util
import os
import random
import shutil
import subprocess
import sys
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import lexigrid as lg
from checkout import ROOT
from lexigrid.batch import run_batch

RECIPES = ROOT / "examples" / "clusters"
MISSING = {
    "spark": [name for name in ("pyspark", "pandas") if importlib.util.find_spec(name) is None]
    + ([] if shutil.which("java") else ["java"]),
    "ray": [name for name in ("ray",) if importlib.util.find_spec(name) is None],
}
#: The number of boards; LEXIGRID_BOARDS=100000 repeats the run described in the docs.
COUNT = int(os.environ.get("LEXIGRID_BOARDS", "3000"))


@pytest.mark.parametrize("engine", list(MISSING))
def test_a_recipe_writes_the_same_as_a_batch(engine: str, tmp_path: Path) -> None:
    if MISSING[engine]:
        pytest.skip(f"{', '.join(MISSING[engine])} is not installed")
    rng = random.Random(5)
    boards: list[str | None] = ["".join(rng.choices("etaoinqu", k=16)) for _ in range(COUNT)]
    boards[7], boards[COUNT // 2], boards[-1] = "ragged/row", None, "teaa/ntoa/ttea/anto"
    place, lexicon = tmp_path / "boards.parquet", tmp_path / "some.lexicon"
    pq.write_table(pa.table({"grid": boards}), place, row_group_size=COUNT // 10)
    words = lg.Lexicon(["oat", "eat", "tea", "ate", "neat", "tan", "ant", "quit", "quota"])
    words.save(lexicon)
    run_batch(place, tmp_path / "alone", words=words, size=(4, 4), qu=True)
    run = subprocess.run(
        [sys.executable, f"on_{engine}.py", place, tmp_path / "out", lexicon],
        cwd=RECIPES,
        capture_output=True,
        text=True,
        timeout=300,
        env={name: value for name, value in os.environ.items() if name != "RAY_ADDRESS"},
    )
    assert run.returncode == 0, run.stderr
    alone = pq.read_table(tmp_path / "alone").to_pylist()
    made = pq.read_table(tmp_path / "out").to_pylist()
    assert COUNT == len(made)
    assert alone == made


def test_the_score_function_of_the_recipes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(RECIPES)
    scores = importlib.import_module("scores")
    batch = pa.record_batch({"grid": ["perslatgsineters", "teaantoatteaanto"]})
    known = lg.Lexicon.default().fingerprint
    (plain,) = scores.score([batch], None, known)
    assert [None, None] == plain.column("error").to_pylist()
    assert plain.column("score").to_pylist()[0] > 100
    odd = pa.record_batch({"grid": ["perslatgsineters", None, "te/an"]})
    (mixed,) = scores.score([odd], None, known)
    assert plain.column("score")[0] == mixed.column("score")[0]
    assert [False, True, True] == [text is not None for text in mixed.column("error").to_pylist()]
    with pytest.raises(ValueError, match="this worker's lexicon"):
        next(scores.score([batch], None, "another"))
