"""Where the parts of a job run: threads of this process, or Dask."""
