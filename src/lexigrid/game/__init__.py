"""A game on a letter grid: dice, rules, moves, verdicts and scores.

Values are frozen, read no clock and draw no random numbers. A move carries its time.
"""
