"""LocalEmbedder: the shipped model, run for real."""

import shutil
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from masis.embeddings.local import MODEL_FOLDER, LocalEmbedder
from masis.errors import Cancelled, ConfigurationError

TEXTS = ["Churn rose in Norway.", "", "Umsätze 😀 stiegen", "word " * 2000, "Revenue grew by 21.4%."]


@pytest.fixture(scope="module")
def embedder() -> LocalEmbedder:
    return LocalEmbedder(threads=2)


def test_vectors_are_of_unit_length(embedder: LocalEmbedder) -> None:
    vectors = embedder.embed(TEXTS)
    assert vectors.shape == (5, embedder.profile.dimension)
    assert vectors.dtype == np.float32
    assert np.linalg.norm(vectors, axis=1) == pytest.approx(np.ones(5), abs=1e-5)


def test_a_vector_does_not_depend_on_its_neighbours_or_order(embedder: LocalEmbedder) -> None:
    together = embedder.embed(TEXTS)
    alone = np.stack([embedder.embed_query(text) for text in TEXTS])
    backwards = embedder.embed(TEXTS[::-1])[::-1]
    np.testing.assert_array_equal(together, alone)
    np.testing.assert_array_equal(together, backwards)


def test_every_embedder_gives_the_same_vectors(embedder: LocalEmbedder) -> None:
    np.testing.assert_array_equal(LocalEmbedder(threads=1).embed(TEXTS), embedder.embed(TEXTS))


def test_near_in_meaning_is_near_in_space(embedder: LocalEmbedder) -> None:
    question, near, far = embedder.embed(
        ["How many customers left?", "Churn: 312 subscribers cancelled.", "The roof was painted blue."]
    )
    assert question @ near > question @ far + 0.2


def test_text_beyond_the_models_reach_is_cut(embedder: LocalEmbedder) -> None:
    long, longer = embedder.embed(["word " * 300, "word " * 3000])
    np.testing.assert_array_equal(long, longer)


def test_nothing_gives_nothing(embedder: LocalEmbedder) -> None:
    assert embedder.embed([]).shape == (0, embedder.profile.dimension)


def test_progress_rises_to_the_total(embedder: LocalEmbedder) -> None:
    seen: list[int] = []
    embedder.embed([f"text {n}" for n in range(150)], seen.append)
    assert seen == sorted(seen)
    assert seen[-1] == 150
    assert len(seen) > 1


def test_what_progress_raises_stops_the_work(embedder: LocalEmbedder) -> None:
    def stop(done: int) -> None:
        raise Cancelled

    with pytest.raises(Cancelled):
        embedder.embed([f"text {n}" for n in range(150)], stop)


def test_threads_may_share_one_embedder() -> None:
    fresh = LocalEmbedder(threads=2)
    with ThreadPoolExecutor(4) as pool:
        results = list(pool.map(lambda _: fresh.embed(TEXTS[:3]), range(8)))
    assert all(np.array_equal(result, results[0]) for result in results)


def test_a_remembered_question_cannot_be_changed(embedder: LocalEmbedder) -> None:
    vector = embedder.embed_query("Who left?")
    with pytest.raises(ValueError, match="read-only"):
        vector[0] = 1.0
    assert embedder.embed_query("Who left?") is vector


def test_constructing_reads_nothing(tmp_path: Path) -> None:
    LocalEmbedder(folder=tmp_path / "absent")


@pytest.mark.parametrize("name", ["model.onnx", "tokenizer.json"])
def test_a_missing_file_is_named(tmp_path: Path, name: str) -> None:
    for source in MODEL_FOLDER.iterdir():
        if source.name != name:
            shutil.copy(source, tmp_path)
    with pytest.raises(ConfigurationError, match=f"{name} is missing"):
        LocalEmbedder(folder=tmp_path).embed(["text"])


def test_another_model_file_is_refused(tmp_path: Path) -> None:
    shutil.copytree(MODEL_FOLDER, tmp_path, dirs_exist_ok=True)
    (tmp_path / "model.onnx").write_bytes(b"version https://git-lfs.github.com/spec/v1")
    with pytest.raises(ConfigurationError, match="checksum"):
        LocalEmbedder(folder=tmp_path).embed_query("text")


def test_every_processor_gives_the_same_vector(embedder: LocalEmbedder) -> None:
    """Read off a processor without VNNI that added in full; where sums are cut off they move by up to .01."""
    vector = embedder.embed(["Total gross margin percentage 43.3% 41.8% 38.2%"])[0]
    added_in_full = [0.1041, -0.0392, -0.0376, 0.0716, 0.0067, -0.0351, 0.001, 0.0916]
    assert np.abs(vector[:8] - np.array(added_in_full)).max() < 0.002
