"""Process the parts of a job on threads of this process or on Dask workers."""
