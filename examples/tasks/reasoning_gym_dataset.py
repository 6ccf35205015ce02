"""Tasks of lexigrid as a dataset of reasoning-gym: `create_dataset("lexigrid", family="cover")`."""

from dataclasses import dataclass
from typing import Any

from reasoning_gym.dataset import ProceduralDataset
from reasoning_gym.factory import register_dataset

from lexigrid.tasks import Task, make_task


@dataclass
class TaskConfig:
    """The family and difficulty of all tasks, the seed of the dataset, and its size."""

    family: str = "lines"
    difficulty: int = 3
    seed: int = 1
    size: int = 500


class TaskDataset(ProceduralDataset):
    """Entries with a question, an answer and the task, by which answers are scored."""

    def __init__(self, config: TaskConfig) -> None:
        super().__init__(config, seed=config.seed, size=config.size)

    def __getitem__(self, idx: int) -> dict[str, Any]:
        config = self.config
        seed = f"{self.seed}/{idx + 1}"
        task = make_task(config.family, seed=seed, difficulty=config.difficulty)
        metadata = {"source_dataset": "lexigrid", "source_index": idx, "task": task.to_dict()}
        return {"question": task.prompt, "answer": task.answer, "metadata": metadata}

    def score_answer(self, answer: str | None, entry: dict[str, Any]) -> float:
        return Task.from_dict(entry["metadata"]["task"]).check(answer or "")


register_dataset("lexigrid", TaskDataset, TaskConfig)
