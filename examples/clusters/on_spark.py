"""Score a Parquet file of 4x4 boards on Spark: python on_spark.py IN OUT [LEXICON].

It starts Spark on two threads of this machine, or runs on an existing cluster with
`spark-submit --py-files scores.py on_spark.py IN OUT`. Workers need lexigrid, pyarrow and pandas.
LEXICON is a compiled lexicon with the same path on all machines; by default the built-in one.
"""

import os
import sys
from functools import partial
from pathlib import Path

# Workers use this Python, not the first one in their path.
os.environ.setdefault("PYSPARK_PYTHON", sys.executable)

from pyspark.sql import SparkSession
from scores import COLUMNS, score

import lexigrid as lg


def main(source: str, out: str, path: str | None = None) -> None:
    """Read, score and write."""
    lexicon = lg.Lexicon.default() if path is None else lg.Lexicon.load(path)
    builder = SparkSession.builder.appName("lexigrid")
    if "SPARK_ENV_LOADED" not in os.environ:  # not by spark-submit
        builder = builder.master("local[2,4]").config("spark.driver.bindAddress", "127.0.0.1")
        builder = builder.config("spark.driver.host", "127.0.0.1").config("spark.ui.enabled", False)
    spark = builder.getOrCreate()
    spark.sparkContext.addPyFile(str(Path(__file__).with_name("scores.py")))
    frame = spark.read.parquet(os.path.abspath(source))
    work = partial(score, path=path, fingerprint=lexicon.fingerprint)
    frame.select("grid").mapInArrow(work, COLUMNS).write.parquet(os.path.abspath(out))
    spark.stop()


if __name__ == "__main__":
    main(*sys.argv[1:])
