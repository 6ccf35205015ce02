"""Games as they are played: opponents, matches, history and the terminal game."""
