"""A custom game: dice, rules, an opponent, verdicts and points."""

import lexigrid as lg

dice = lg.Dice.named("en-new-4x4")
rules = lg.Rules(min_length=4, scoring="fibonacci", seconds=120, penalty=1)
game = lg.Game.start(lg.roll(dice, seed=7), rules=rules, players=("Kim", "computer"))
print(game.grid)

for at, word in enumerate(["show", "done", "shown", "dwon", "door"]):
    game, verdict = game.play(word, player=0, at=at * 5_000)
    print(f"{word}: {verdict.reason}, {verdict.points}")

# The opponent plays on the same board; the same seed gives the same play.
for found in lg.games.Opponent(4).find_words(game.solution, seed=7):
    game, _ = game.play(found.word, player=1, at=found.at)

for scores in game.finished().scores():
    print(f"{scores.player}: {scores.points} points, {len(scores.cancelled)} words cancelled")
print("missed:", ", ".join(word.word for word in game.missed()[:8]))
