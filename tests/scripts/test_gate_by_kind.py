"""Offsets of the gate's chance: what is overrated comes out below nothing."""

import pytest

from scripts.gate_by_kind import fitted_offset


@pytest.mark.parametrize(("right", "offset"), [(50, 0.0), (20, -1.386), (80, 1.386)])
def test_the_offset_turns_a_chance_into_what_came_out(right: int, offset: float) -> None:
    found, error = fitted_offset([0.5] * 100, [at < right for at in range(100)])
    assert found == pytest.approx(offset, abs=0.01)
    assert 0.19 < error < 0.26
