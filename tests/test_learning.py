"""The first lesson: the same seed gives the same curve, and a round makes it better."""

import runpy
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("numba", reason="the extra `rl` is not installed")

import numpy as np

pytestmark = pytest.mark.once
LESSON = Path(__file__).parent.parent / "examples" / "learning" / "learn.py"


@pytest.fixture(scope="module")
def lesson() -> dict[str, Any]:
    return runpy.run_path(str(LESSON))


def test_the_same_seed_gives_the_same_curve(lesson: dict[str, Any]) -> None:
    (first, curve), (second, same), (third, other) = (
        lesson["learn"](2, 8, seed, every=1, deals=40) for seed in (5, 5, 6)
    )
    assert len(curve) == 3
    assert curve == same
    assert all(np.array_equal(one, two) for one, two in zip(first, second, strict=True))
    assert curve != other
    assert not np.array_equal(first.first, third.first)


def test_a_gradient_makes_what_was_good_likelier(lesson: dict[str, Any]) -> None:
    net = lesson["Net"](np.zeros((16, 24), np.float32) + 0.1, np.ones((24, 1), np.float32) * 0.1)
    draw = np.random.default_rng(1)
    cards = draw.normal(0, 1, (5, 16)).astype(np.float32)
    begins, chosen = np.array([0, 3]), np.array([1, 4])
    told = [lesson["Choices"](np.array([0, 1]), np.array([0, 0]), cards, begins, chosen)]
    good = np.array([1, -1], np.float32)
    slope = lesson["gradient"](net, told, good, 0.0)
    before, _ = lesson["liked"](net, cards, begins)
    better = lesson["Net"](*(part + 0.1 * pull for part, pull in zip(net, slope, strict=True)))
    after, _ = lesson["liked"](better, cards, begins)
    gained = (np.log(after[chosen] / before[chosen]) * good).sum()
    assert gained > 0


def test_who_stands_alike_is_expected_alike(lesson: dict[str, Any]) -> None:
    usual, choices = lesson["Usual"](), lesson["Choices"]
    nothing = np.zeros((0, 16), np.float32), np.zeros(2, np.int64), np.zeros(2, np.int64)
    told = [choices(np.array([0, 1]), np.array([7, 7]), *nothing)]
    points = np.array([[10, 0, 0, 0], [0, 30, 0, 0]], np.float32)
    first = usual.beaten_by(told, points)
    assert first[0] < first[1]
    for _ in range(200):
        usual.beaten_by(told, points)
    low, high = usual.beaten_by(told, points)
    # the mean of all points, 5, counts for twenty choices, and that of these two, 20, for forty
    assert high == pytest.approx(-3 * low, rel=0.01), "the two are expected to get 15"
