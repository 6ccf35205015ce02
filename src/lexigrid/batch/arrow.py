"""pyarrow, which only Parquet and Arrow files need."""

from .._util.io import import_extra

_REASON = "batch", "a Parquet or Arrow file", "use CSV, JSON lines or text"
pa = import_extra("pyarrow", *_REASON)
pq = import_extra("pyarrow.parquet", *_REASON)

__all__ = ["pa", "pq"]
