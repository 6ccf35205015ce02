"""Score a Parquet file of 4x4 boards on Ray: python on_ray.py IN OUT [LEXICON].

It starts Ray on two processors of this machine, or uses the cluster that RAY_ADDRESS names, whose
machines need lexigrid, pyarrow and the files under the same paths. Each row group is a task; its
part is written whole and renamed, so that a task can be retried.
"""

import os
import sys
from pathlib import Path

import pyarrow.parquet as pq
import ray
from scores import score

import lexigrid as lg


@ray.remote(max_retries=3)
def score_group(source: str, group: int, out: str, path: str | None, fingerprint: str) -> int:
    """Score one row group and write it as one file; return its number of rows."""
    target = Path(out) / f"part-{group:06d}.parquet"
    unfinished = target.with_name(f".{target.name}.{os.getpid()}")
    rows = 0
    writer = None
    try:
        with pq.ParquetFile(source) as file:
            batches = file.iter_batches(1 << 15, row_groups=[group], columns=["grid"])
            for batch in score(batches, path, fingerprint):
                writer = writer or pq.ParquetWriter(unfinished, batch.schema)
                writer.write_batch(batch)
                rows += len(batch)
        if writer is not None:
            writer.close()
            unfinished.replace(target)
    finally:
        unfinished.unlink(missing_ok=True)
    return rows


def main(source: str, out: str, path: str | None = None) -> None:
    """Process the row groups that have no file yet."""
    lexicon = lg.Lexicon.default() if path is None else lg.Lexicon.load(path)
    if "RAY_ADDRESS" in os.environ:
        ray.init(runtime_env={"py_modules": [str(Path(__file__).with_name("scores.py"))]})
    else:
        ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
    source, out = os.path.abspath(source), os.path.abspath(out)
    os.makedirs(out, exist_ok=True)
    with pq.ParquetFile(source) as file:
        groups = range(file.num_row_groups)
    remaining = [
        group for group in groups if not (Path(out) / f"part-{group:06d}.parquet").exists()
    ]
    tasks = [
        score_group.remote(source, group, out, path, lexicon.fingerprint) for group in remaining
    ]
    print(f"{sum(ray.get(tasks)):,} rows")
    ray.shutdown()


if __name__ == "__main__":
    main(*sys.argv[1:])
