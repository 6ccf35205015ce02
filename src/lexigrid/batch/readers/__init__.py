"""Read input files in slices."""
