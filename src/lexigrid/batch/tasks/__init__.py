"""Process the rows of a part: the searches of each task."""
