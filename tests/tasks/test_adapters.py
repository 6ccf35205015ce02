"""The adapters in examples/tasks run against the base classes of the libraries they are for."""

from __future__ import annotations

from importlib import import_module

import pytest

from checkout import ROOT


@pytest.fixture(autouse=True)
def folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(ROOT / "examples" / "tasks")


def test_a_dataset_of_reasoning_gym() -> None:
    gym = pytest.importorskip("reasoning_gym")
    import_module("reasoning_gym_dataset")
    dataset = gym.create_dataset("lexigrid", family="trace", difficulty=2, seed=3, size=4)
    entries = [*dataset]
    assert 4 == len(dataset) == len({entry["question"] for entry in entries})
    assert entries[2] == dataset[2]
    for entry in entries:
        assert 1 == dataset.score_answer(entry["answer"], entry)
        assert 0 == dataset.score_answer(None, entry) == dataset.score_answer("?", entry)


def test_an_environment_of_textarena() -> None:
    arena = pytest.importorskip("textarena")
    import_module("textarena_env")
    env = arena.make("Lexigrid-v0", family="cover", difficulty=1)
    for perfect in (True, False):
        env.reset(num_players=1, seed=4)
        player, observations = env.get_observation()
        assert "Divide the board" in observations[0][1]
        done, _ = env.step(env.state.game_state["task"].answer if perfect else "")
        rewards, _ = env.close()
        assert (done, rewards) == (True, {player: float(perfect)})


def test_the_baselines(capsys: pytest.CaptureFixture[str]) -> None:
    import_module("baselines").main(1)
    assert 22 == len(capsys.readouterr().out.splitlines())
