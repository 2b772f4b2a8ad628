"""OpenAIEmbedder: embeddings from OpenAI or any server that speaks its protocol."""

from collections.abc import Callable, Sequence
from functools import cached_property
from threading import Lock
from typing import TYPE_CHECKING, Final

import numpy as np

from masis.config import Settings
from masis.domain.embedding import EmbeddingProfile
from masis.embeddings.base import Vector, Vectors
from masis.embeddings.profiles import is_known, profile_for
from masis.errors import EmbeddingUnavailable

if TYPE_CHECKING:
    from langchain_openai import OpenAIEmbeddings
    from tenacity import RetryCallState, Retrying

_CHARS_PER_TOKEN: Final = 4
_NO_KEY: Final = "none"
"""Servers without accounts ignore the key, but the client insists on one."""
_LONGEST_PAUSE_SECONDS: Final = 20.0


class OpenAIEmbedder:
    """Unit vectors over HTTP, with one retry layer and a deadline; may be shared by threads."""

    def __init__(self, settings: Settings, sleep: Callable[[float], None] | None = None) -> None:
        self._settings = settings
        self._sleep = sleep
        self._profile_lock = Lock()
        self._profile = profile_for(settings.embedding_model) if is_known(settings.embedding_model) else None

    @property
    def profile(self) -> EmbeddingProfile:
        """The model's profile; for a model without one the dimension is asked for once."""
        with self._profile_lock:
            if self._profile is None:
                dimension = len(self._request(["dimension"])[0])
                self._profile = profile_for(self._settings.embedding_model, dimension)
            return self._profile

    def embed(self, texts: Sequence[str], progress: Callable[[int], None] | None = None) -> Vectors:
        """Return one unit vector per text, ``embedding_batch`` texts to a request.

        Raises:
            EmbeddingUnavailable: the service did not give usable vectors, after every retry.
        """
        profile = self.profile
        vectors = np.zeros((len(texts), profile.dimension), dtype=np.float32)
        longest = profile.max_tokens * _CHARS_PER_TOKEN
        size = self._settings.embedding_batch
        for start in range(0, len(texts), size):
            # The service refuses an empty text; a blank stands in for it.
            batch = [text[:longest] or " " for text in texts[start : start + size]]
            vectors[start : start + len(batch)] = _unit(self._request(batch), len(batch), profile)
            if progress is not None:
                progress(start + len(batch))
        return vectors

    def embed_query(self, text: str) -> Vector:
        """Return the unit vector of a question."""
        vector: Vector = self.embed([text])[0]
        return vector

    @cached_property
    def _client(self) -> "OpenAIEmbeddings":
        from langchain_openai import OpenAIEmbeddings
        from pydantic import SecretStr

        settings = self._settings
        url, key = settings.address_and_key("embedding")
        return OpenAIEmbeddings(
            model=settings.embedding_model,
            openai_api_key=SecretStr(key or _NO_KEY),
            openai_api_base=url,
            request_timeout=settings.model_timeout_seconds,
            max_retries=0,  # the one retry layer is ours
            chunk_size=settings.embedding_batch,
            check_embedding_ctx_length=False,  # it would fetch a vocabulary from the network
        )

    def _request(self, batch: list[str]) -> list[list[float]]:
        from openai import OpenAIError

        try:
            vectors: list[list[float]] = self._retrying()(self._client.embed_documents, batch)
        except (OpenAIError, ValueError, TypeError, LookupError, AttributeError) as error:
            # Besides openai's own errors: what its client raises over a reply of another shape.
            message = f"The embedding service does not answer ({type(error).__name__})."
            raise EmbeddingUnavailable(message) from error
        return vectors

    def _retrying(self) -> "Retrying":
        import tenacity

        attempts = self._settings.model_max_attempts
        deadline = self._settings.model_timeout_seconds * attempts
        backoff = tenacity.wait_exponential(multiplier=0.5, max=_LONGEST_PAUSE_SECONDS)

        def pause(state: "RetryCallState") -> float:
            return max(backoff(state), min(_asked_pause(state), _LONGEST_PAUSE_SECONDS))

        return tenacity.Retrying(
            retry=tenacity.retry_if_exception(_passing),
            stop=tenacity.stop_after_attempt(attempts) | tenacity.stop_after_delay(deadline),
            wait=pause,
            sleep=self._sleep or tenacity.nap.sleep,
            reraise=True,
        )


def _passing(error: BaseException) -> bool:
    """Tell whether a fault may be gone at the next try; a refused key or request is not."""
    from openai import APIConnectionError, APIStatusError

    if isinstance(error, APIStatusError):
        return error.status_code == 429 or error.status_code >= 500
    return isinstance(error, APIConnectionError)  # timeouts are of this kind


def _asked_pause(state: "RetryCallState") -> float:
    """Return the seconds the service asked us to wait, or 0."""
    from openai import APIStatusError

    error = state.outcome.exception() if state.outcome else None
    if not isinstance(error, APIStatusError):
        return 0.0
    try:
        return float(error.response.headers.get("retry-after", 0))
    except ValueError:  # a date: the backoff will do
        return 0.0


def _unit(rows: list[list[float]], expected: int, profile: EmbeddingProfile) -> Vectors:
    try:
        vectors = np.array(rows, dtype=np.float32)
    except (ValueError, TypeError):  # ragged, or no numbers
        vectors = np.empty(0, dtype=np.float32)
    if vectors.shape != (expected, profile.dimension) or not np.isfinite(vectors).all():
        message = (
            f"The embedding service gave unusable vectors: {expected} of {profile.dimension} numbers "
            f"were expected for {profile.name}."
        )
        raise EmbeddingUnavailable(message)
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    unit: Vectors = vectors / np.maximum(lengths, np.finfo(np.float32).tiny)
    return unit
