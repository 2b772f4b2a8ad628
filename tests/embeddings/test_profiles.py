"""Profiles: every model has its own threshold pair and says how it was found."""

import pytest

from masis.embeddings.profiles import LOCAL_MODEL, is_known, profile_for
from masis.errors import ConfigurationError


@pytest.mark.parametrize(
    ("name", "dimension", "pair"),
    [
        ("text-embedding-ada-002", 1536, (0.60, 0.55)),
        (LOCAL_MODEL, 384, (0.25, 0.20)),
        ("text-embedding-3-small", 1536, (0.25, 0.20)),
        ("text-embedding-3-large", 3072, (0.25, 0.20)),
    ],
)
def test_known_models(name: str, dimension: int, pair: tuple[float, float]) -> None:
    profile = profile_for(name)
    assert is_known(name)
    assert (profile.threshold, profile.retry_threshold) == pair
    assert profile.dimension == dimension
    assert profile.fitted


def test_an_unknown_model_needs_its_dimension_and_admits_that_nothing_was_fitted() -> None:
    assert not is_known("house-model")
    with pytest.raises(ConfigurationError, match="house-model"):
        profile_for("house-model")
    profile = profile_for("house-model", 768)
    assert profile.dimension == 768
    assert "Not fitted" in profile.fitted


def test_no_model_borrows_the_pair_of_ada() -> None:
    for name in (LOCAL_MODEL, "text-embedding-3-small", "text-embedding-3-large"):
        assert profile_for(name).threshold < profile_for("text-embedding-ada-002").retry_threshold
