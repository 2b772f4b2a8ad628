"""Sums: tried out on this processor, and on one that is known to cut them off."""

from collections.abc import Iterator
from inspect import unwrap

import numpy as np
import pytest

from masis.embeddings import local, sums
from masis.embeddings.reader import READER_FOLDER

CUT_OFF = 1_572_816
"""What an emulated Haswell, which has no VNNI, makes of the largest sum, 3,108,960."""


class CutOff:
    """A session of a processor that cuts sums off."""

    def run(self, _names: None, given: dict[str, np.ndarray]) -> list[np.ndarray]:
        return [np.full((len(given["a"]), given["b"].shape[1]), CUT_OFF, dtype=np.int32)]


class Options:
    """Session options that remember what they are told."""

    told: tuple[tuple[str, str], ...] = ()

    def add_session_config_entry(self, name: str, value: str) -> None:
        Options.told = (*Options.told, (name, value))


@pytest.fixture(autouse=True)
def _tried_anew() -> Iterator[None]:
    sums.cuts_sums_off.cache_clear()
    yield
    sums.cuts_sums_off.cache_clear()


def told_for_the_reader(monkeypatch: pytest.MonkeyPatch) -> tuple[tuple[str, str], ...]:
    Options.told = ()
    monkeypatch.setattr("onnxruntime.SessionOptions", Options)
    monkeypatch.setattr("onnxruntime.InferenceSession", lambda *_given, **_named: object())
    open_anew = unwrap(local.open_model)  # the tests share what is opened
    open_anew(READER_FOLDER / "direct.onnx", _sha256(), "reading model")
    return Options.told


def _sha256() -> str:
    from masis.embeddings import reader

    return reader._DIRECT_SHA256


def test_a_processor_that_cuts_sums_off_is_told_to_add_in_full(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sums, "_session", CutOff)
    assert told_for_the_reader(monkeypatch) == (sums.WIDEN,)


def test_a_processor_that_adds_in_full_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(local, "cuts_sums_off", lambda: False)
    assert told_for_the_reader(monkeypatch) == ()


def test_it_is_tried_once(monkeypatch: pytest.MonkeyPatch) -> None:
    sessions = []
    monkeypatch.setattr(sums, "_session", lambda: sessions.append(1) or CutOff())
    assert sums.cuts_sums_off()
    assert sums.cuts_sums_off()
    assert sessions == [1]


def test_the_runtime_multiplies_as_numpy_does() -> None:
    """Small numbers fit everywhere, so the model written here is read as it is meant."""
    draw = np.random.default_rng(0)
    left = draw.integers(0, 64, (3, 5), dtype=np.uint8)
    right = draw.integers(-32, 32, (5, 4), dtype=np.int8)
    (product,) = sums._session().run(None, {"a": left, "b": right})
    np.testing.assert_array_equal(product, left.astype(np.int32) @ right.astype(np.int32))


def test_what_is_found_is_what_the_runtime_does_here() -> None:
    """On a processor with VNNI it adds in full, on one without it does not; both are told rightly."""
    left, right = np.full((2, 64), 255, np.uint8), np.full((64, 16), 127, np.int8)
    (product,) = sums._session().run(None, {"a": left, "b": right})
    assert sums.cuts_sums_off() is bool((product != 255 * 127 * 64).any())
