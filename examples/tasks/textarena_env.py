"""Tasks of lexigrid as an environment of TextArena: one question, one answer, its score."""

from typing import Any

import textarena as ta

from lexigrid.tasks import make_task


class TaskEnv(ta.Env):
    """One task for one player; the reward is the score of the first answer."""

    def __init__(self, family: str = "lines", difficulty: int = 3) -> None:
        super().__init__()
        self.family, self.difficulty = family, difficulty

    def reset(self, num_players: int = 1, seed: int | None = None) -> None:
        self.state = ta.SinglePlayerState(num_players=num_players, seed=seed, max_turns=1)
        task = make_task(self.family, seed=seed or 0, difficulty=self.difficulty)
        self.state.reset(game_state={"task": task}, player_prompt_function=self._prompt)

    def step(self, action: str) -> tuple[bool, dict[str, Any]]:
        kind = ta.ObservationType.PLAYER_ACTION
        self.state.add_observation(from_id=0, message=action, observation_type=kind)
        score = self.state.game_state["task"].check(action)
        self.state.set_outcome(reward=score, reason=f"The answer scores {score:.2f}.")
        return self.state.step()

    def _prompt(self, player_id: int, game_state: dict[str, Any]) -> str:
        return game_state["task"].prompt


ta.register("Lexigrid-v0", TaskEnv)
