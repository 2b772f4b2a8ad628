"""Resident models: loaded ahead of the first question, and let go of while nobody asks."""

from masis.embeddings.base import Embedder
from masis.embeddings.local import LocalEmbedder
from masis.embeddings.reader import LocalReader


def load(embedder: Embedder, reader: LocalReader) -> None:
    """Load the models that run here; what is loaded stays as it is."""
    reader.load()
    if isinstance(embedder, LocalEmbedder):
        embedder.load()


def forget(embedder: Embedder | None, reader: LocalReader) -> None:
    """Let go of the models that run here and of what was read: 63 MB that a third of a second brings back."""
    reader.forget()
    if isinstance(embedder, LocalEmbedder):
        embedder.forget()
