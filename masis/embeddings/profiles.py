"""Embedding profiles: dimension, threshold pair and fusion weight per model, and how they were found."""

from typing import Final

from masis.domain.embedding import EmbeddingProfile
from masis.errors import ConfigurationError

LOCAL_MODEL: Final = "all-MiniLM-L6-v2-int8"

_UNFITTED: Final = (
    "Not fitted here: a deliberately low start, so that nothing relevant is lost; calibrate on own questions."
)

_PROFILES: Final = {
    profile.name: profile
    for profile in (
        EmbeddingProfile(
            name=LOCAL_MODEL,
            dimension=384,
            threshold=0.25,
            retry_threshold=0.20,
            dense_weight=0.65,
            batch_size=1,  # see local.py: alone, a text's vector cannot depend on its neighbours
            max_tokens=256,
            fitted=(
                "On encyclopedia paragraphs the best passage reaches .30 for 99 % of answerable questions. "
                "Short reports and minutes, where one passage holds several topics, score lower: at .25 all "
                "that is expected stands in the evidence of the fit half of evaluation/second_company.jsonl, "
                "at .30 it does not."
            ),
        ),
        EmbeddingProfile(
            name="text-embedding-ada-002",
            dimension=1536,
            threshold=0.60,
            retry_threshold=0.55,
            max_tokens=8191,
            fitted="Taken from the design of MASIS, which was tuned with this model.",
        ),
        EmbeddingProfile(
            name="text-embedding-3-small",
            dimension=1536,
            threshold=0.25,
            retry_threshold=0.20,
            max_tokens=8191,
            fitted=_UNFITTED,
        ),
        EmbeddingProfile(
            name="text-embedding-3-large",
            dimension=3072,
            threshold=0.25,
            retry_threshold=0.20,
            max_tokens=8191,
            fitted=_UNFITTED,
        ),
    )
}


def is_known(name: str) -> bool:
    """Tell whether a profile exists without asking the model for its dimension."""
    return name in _PROFILES


def profile_for(name: str, dimension: int | None = None) -> EmbeddingProfile:
    """Return the profile of a model; a model nobody described needs its dimension.

    Raises:
        ConfigurationError: the model is unknown and no dimension was given.
    """
    known = _PROFILES.get(name)
    if known is not None:
        return known
    if dimension is None:
        message = f"The embedding model {name!r} has no profile, so its dimension has to be asked for first."
        raise ConfigurationError(message)
    return EmbeddingProfile(
        name=name,
        dimension=dimension,
        threshold=0.25,
        retry_threshold=0.20,
        max_tokens=512,  # many self-hosted models stop here
        fitted=_UNFITTED,
    )
