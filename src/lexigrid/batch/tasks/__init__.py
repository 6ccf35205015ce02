"""Search the rows of a batch: one module per kind of task."""
