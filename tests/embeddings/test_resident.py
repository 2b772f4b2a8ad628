"""Resident models: both go and come back, and give the same as before."""

import numpy as np

from masis.domain.language.windows import ReaderWindow
from masis.embeddings import resident
from masis.embeddings.local import LocalEmbedder
from masis.embeddings.reader import LocalReader

TEXT = "Revenue grew by 21.4% to EUR 132.1 million in 2024."


def test_what_was_let_go_of_comes_back_alike() -> None:
    embedder, reader = LocalEmbedder(threads=1), LocalReader(threads=1)
    window = ReaderWindow(context="Results", statements=(TEXT,))
    resident.load(embedder, reader)
    vector, reading = embedder.embed([TEXT]), reader.read("How high was revenue?", [window])
    resident.forget(embedder, reader)
    assert embedder._loaded is None
    assert reader._loaded is None
    np.testing.assert_array_equal(embedder.embed([TEXT]), vector)
    assert reader.read("How high was revenue?", [window]) == reading


def test_models_that_run_elsewhere_are_left_alone() -> None:
    reader = LocalReader(threads=1)
    resident.forget(None, reader)
    assert reader._loaded is None
