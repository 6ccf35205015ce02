"""Reading files of grids in slices."""
