"""Measure the load that a job of many parts puts on the driver and the scheduler of a cluster.

Driver, scheduler, workers and manifest are real; the parts do nothing. Used for docs/clusters.md.

`python tools/simulate_batch.py [PARTS [WORKERS]]`
"""

from __future__ import annotations

import json
import resource
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from lexigrid.batch.engines import dask as cluster
from lexigrid.batch.job import Job
from lexigrid.batch.manifest import NAME, Manifest, make_identity, open_manifest
from lexigrid.batch.parts import Part, PartResult, Slice
from lexigrid.batch.readers.sources import Source


def do_nothing(*_: Any, **__: Any) -> PartResult:
    """Replace the processing of a part."""
    return PartResult(1, 0, 0, 0)


def main(count: int, workers: int) -> None:
    """Run a job of empty parts and print its figures."""
    cluster.process_on_worker = do_nothing
    sources = [Source("nowhere.txt", "text", count, 1, "")]
    parts = [Part(n, 0, Slice(n, n + 1), f"part-{n:06d}.parquet") for n in range(count)]
    with tempfile.TemporaryDirectory() as folder:
        identity = make_identity(Job(), sources, None, "")
        manifest = Manifest(folder, identity, parts)
        manifest.write()
        begin = first = time.perf_counter()

        def note(part: Part, done: PartResult) -> None:
            nonlocal first
            if not manifest.done:
                first = time.perf_counter()
            manifest.add_result(part, done)

        cluster.run_on_dask(
            Job(), None, sources, parts, folder,
            workers=workers, scheduler=None, strict=False, add_result=note, tick=lambda: None,
        )  # fmt: skip
        spent = time.perf_counter() - first
        manifest.write()
        size = (Path(folder) / NAME).stat().st_size
        again = time.perf_counter()
        found, _ = open_manifest(folder, Job(), sources, identity)
        opened = time.perf_counter() - again
    print(
        json.dumps(
            {
                "parts": count,
                "workers": workers,
                "start seconds": round(first - begin, 2),
                "parts a second": round(count / spent),
                "driver and scheduler MB": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
                // 1024,
                "manifest MB": round(size / 1e6, 1),
                "manifest opened in seconds": round(opened, 2),
                "parts known": len(found.parts),
            }
        )
    )


if __name__ == "__main__":
    main(*([int(each) for each in sys.argv[1:]] or [100_000]), *([2] if len(sys.argv) < 3 else []))
