"""Import pyarrow, which only Parquet and Arrow files need, or explain how to install it."""

from ..errors import InputError

try:
    import pyarrow as pa
    import pyarrow.parquet as pq
except ImportError as _error:  # pragma: no cover - the tests bring pyarrow
    raise InputError(
        "Parquet and Arrow files need pyarrow, which is not installed; "
        "pip install 'lexigrid[batch]', or use CSV, JSON lines or text"
    ) from _error

__all__ = ["pa", "pq"]
