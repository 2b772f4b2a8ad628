"""One list of formats: every kind is in it, has a reader, and every place that names formats reads it."""

from importlib import import_module
from typing import get_args

import pytest

from masis.domain.document import MediaKind
from masis.domain.formats import BY_ENDING, FORMATS, all_named, ending_of, listed
from masis.domain.run.labels import page_name
from masis.ingest.child import _READERS
from masis.ui.documents.uploads import TYPES
from masis.ui.shared.wording import KINDS


def test_every_kind_has_a_name_and_an_ending() -> None:
    assert tuple(FORMATS) == get_args(MediaKind) == tuple(KINDS)
    assert all(
        known.endings and all(ending.startswith(".") for ending in known.endings)
        for known in FORMATS.values()
    )


@pytest.mark.parametrize("kind", get_args(MediaKind))
def test_every_kind_has_a_reader(kind: MediaKind) -> None:
    assert callable(import_module(f"masis.ingest.readers.{_READERS[kind]}").read)


def test_no_ending_stands_for_two_kinds() -> None:
    assert len(BY_ENDING) == sum(len(known.endings) for known in FORMATS.values())


def test_the_upload_box_takes_every_ending() -> None:
    assert {f".{ending}" for ending in TYPES} == set(BY_ENDING)


def test_the_ending_is_the_last_one_in_small_letters() -> None:
    assert ending_of("Annual Report.v2.PDF") == ".pdf"
    assert not ending_of("README")


def test_formats_are_listed_as_a_sentence_lists_them() -> None:
    assert all_named("or").startswith("PDF, Word, PowerPoint, ")
    assert all_named("or").endswith(" or Picture")
    assert (listed(["a"]), listed([])) == ("a", "")


def test_pages_are_called_what_they_are() -> None:
    assert page_name("3", "pptx") == "slide 3"
    assert page_name("3", "eml") == "page 3"
