"""Generation of word-search puzzles from words, options and a seed."""
