"""The history of finished and unfinished games, in the user's own files."""
