"""Score a Parquet file of 4x4 boards on Ray: python on_ray.py IN OUT [LEXICON].

Alone it starts Ray on two processors of this machine; with RAY_ADDRESS set it takes the cluster
that is there, whose machines need lexigrid, pyarrow and the files under the same names. A task is a
row group; a part is written whole and renamed, so that a task may be tried again.
"""

import os
import sys
from pathlib import Path

import pyarrow.parquet as pq
import ray
from scores import score

import lexigrid as lg


@ray.remote(max_retries=3)
def work(source: str, group: int, out: str, path: str | None, fingerprint: str) -> int:
    """Score one row group and write it as one file; give the number of its rows."""
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
    """Hand out the row groups that have no file yet, and wait for them."""
    lexicon = lg.Lexicon.default() if path is None else lg.Lexicon.load(path)
    if "RAY_ADDRESS" in os.environ:
        ray.init(runtime_env={"py_modules": [str(Path(__file__).with_name("scores.py"))]})
    else:
        ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
    source, out = os.path.abspath(source), os.path.abspath(out)
    os.makedirs(out, exist_ok=True)
    with pq.ParquetFile(source) as file:
        groups = range(file.num_row_groups)
    left = [group for group in groups if not (Path(out) / f"part-{group:06d}.parquet").exists()]
    tasks = [work.remote(source, group, out, path, lexicon.fingerprint) for group in left]
    print(f"{sum(ray.get(tasks)):,} rows")
    ray.shutdown()


if __name__ == "__main__":
    main(*sys.argv[1:])
