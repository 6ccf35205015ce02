"""Playing games: opponents, matches, their history, and the terminal game."""
