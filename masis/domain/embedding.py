"""EmbeddingProfile: everything that depends on the embedding model, as one value."""

from pydantic import Field

from masis.domain.value import Value


class EmbeddingProfile(Value):
    """Everything that depends on the embedding model, as one value."""

    name: str
    dimension: int = Field(ge=8, le=8192)
    threshold: float = Field(ge=-1.0, le=1.0)
    """Cosine a passage needs on the first pass."""
    retry_threshold: float = Field(ge=-1.0, le=1.0)
    dense_weight: float = Field(default=0.65, ge=0.0, le=1.0)
    """Weight of the dense score in the convex fusion with BM25."""
    batch_size: int = Field(default=32, ge=1, le=2048)
    max_tokens: int = Field(default=256, ge=16)
    fitted: str
    """How the thresholds were found, in one sentence."""

    @property
    def one_by_one(self) -> bool:
        """True when a vector depends on its text alone, so that it can be made ahead of time."""
        return self.batch_size == 1
