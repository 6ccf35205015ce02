"""The classifier: its weights are those that the manifest names, and they read letters."""

from __future__ import annotations

import hashlib
import tomllib
from importlib.resources import files

import numpy as np

import lexigrid
from lexigrid.photo.belief import correct, settle_dice, spell, straight_lines
from lexigrid.photo.letters import CLASSES, FACES, load_classifier
from lexigrid.photo.typeface import count_misreadings, learn_typeface

FOLDER = files(lexigrid) / "photo"


def test_the_manifest_names_the_weights() -> None:
    data = (FOLDER / "letters.npz").read_bytes()
    manifest = tomllib.loads((FOLDER / "letters.toml").read_text("utf-8"))
    assert manifest["sha256"] == hashlib.sha256(data).hexdigest()
    assert len(data) < 600_000
    assert len(manifest["fonts"]) > 80
    assert {text.split(", ")[1] for text in manifest["fonts"].values()} == {"OFL-1.1", "Apache-2.0"}


def test_chances_are_probabilities() -> None:
    windows = np.random.default_rng(0).random((200, 32, 32))
    chances, features = load_classifier()(windows)
    assert (200, len(CLASSES)) == chances.shape
    assert np.allclose(chances.sum(1), 1, atol=1e-4)
    assert len(features) == 200
    assert (0, len(CLASSES)) == load_classifier()(windows[:0])[0].shape


# --- words --------------------------------------------------------------------------------------


def chances_of(rows: list[str], sure: float = 0.97) -> np.ndarray:
    found = np.full((len(rows), len(rows[0]), len(FACES)), (1 - sure) / (len(FACES) - 1))
    for r, row in enumerate(rows):
        for c, face in enumerate(row):
            found[r, c, FACES.index(face)] = sure
    return found


def test_a_word_corrects_the_letter_that_does_not_fit() -> None:
    rows = ["BANQNA", "XQZXVW", "WVKJXQ"]
    corrected, places = correct(chances_of(rows), ["banana"])
    assert [0, 1, 2, 3, 4, 5] == places["BANANA"].tolist()
    assert "A" == FACES[corrected[0, 3].argmax()]


def test_a_word_that_could_be_in_two_places_corrects_nothing() -> None:
    rows = ["LEMQN", "XXZZK", "LEMQN"]
    corrected, places = correct(chances_of(rows), ["lemon"])
    assert ({}, "Q") == (places, FACES[corrected[0, 3].argmax()])


def test_lines_run_in_eight_directions() -> None:
    lines = straight_lines(3, 3, 3)
    assert 16 == len(lines)
    assert [8, 4, 0] in lines.tolist()
    assert straight_lines(2, 2, 3).shape == (0, 3)


def test_words_are_spelled_in_plain_capitals() -> None:
    assert ("ELNINO", "ICECREAM") == (spell("El Niño"), spell("ice-cream"))


def looks_of(rows: list[str], spread: float = 0.1) -> np.ndarray:
    """Return feature vectors in which each letter looks nearly the same everywhere."""
    rng = np.random.default_rng(0)
    shapes = rng.normal(0, 1, (len(FACES), 60))
    each = shapes[[FACES.index(face) for row in rows for face in row]]
    return each + rng.normal(0, spread, each.shape)


def test_like_shapes_are_like_letters() -> None:
    rows = ["ABCDEFGHOQ"] * 4
    chances = chances_of(rows, 0.99)
    chances[3, 8] = 0
    chances[3, 8, [FACES.index("O"), FACES.index("Q")]] = 0.4, 0.6
    learned = learn_typeface(chances, looks_of(rows))
    assert ("O", "Q") == (FACES[learned[3, 8].argmax()], FACES[learned[2, 9].argmax()])


def test_known_letters_teach_the_typeface() -> None:
    rows = ["ABCDEFGHOQ"] * 4
    features, chances = looks_of(rows), chances_of(rows, 0.99)
    chances[:, 8] = 0
    chances[:, 8, [FACES.index("O"), FACES.index("Q")]] = 0.4, 0.6
    known = np.zeros((4, 10), bool)
    known[:2, 8] = True
    chances[:2, 8] = np.eye(len(FACES))[FACES.index("O")]
    learned = learn_typeface(chances, features, known)
    assert ["O"] * 4 == [FACES[kind] for kind in learned[:, 8].argmax(-1)]


def test_settled_letters_show_how_often_others_are_misread() -> None:
    c, g = FACES.index("C"), FACES.index("G")
    seen = np.eye(len(FACES))[[c] * 30]
    settled = np.eye(len(FACES))[[c] * 10 + [g] * 20]
    likely = np.eye(len(FACES)) @ count_misreadings(seen, settled)
    assert likely[c, g] > 0.5 > likely[c, c] > 0.2
    assert likely[g, g] == 1
    assert np.allclose(likely.sum(1), 1)
    settled[12:] = settled[0]  # two in thirty may be an accident
    assert count_misreadings(seen, settled)[c, c] == 1


def test_dice_decide_between_letters() -> None:
    rows = ["OQ", "AB"]
    chances = chances_of(rows, 0.5)
    chances[0, 0] = 0
    chances[0, 0, [FACES.index("O"), FACES.index("Q")]] = 0.4, 0.6
    settled = settle_dice(chances, [("O", "C"), ("Q", "B"), ("A",), ("B",)])
    read = [[FACES[kind] for kind in row] for row in settled.argmax(-1)]
    assert [["O", "Q"], ["A", "B"]] == read
    assert np.allclose(settled.sum(-1), 1)
