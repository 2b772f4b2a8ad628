"""Demonyms: a country and its people are one name; another country is not."""

import pytest

from masis.analysts.extract.answerability import missing_names
from masis.analysts.extract.demonyms import named
from masis.analysts.extract.question import understand
from masis.analysts.extract.units import units_of
from masis.domain.evidence import EvidenceChunk
from masis.domain.terms import stem, stems


@pytest.mark.parametrize(
    ("asked", "text", "found"),
    [
        ("European", "The largest ruler of Europe", True),
        ("France", "A French company", True),
        ("German", "The plant in Germany", True),
        ("American", "A ship from Europe", False),
        ("Iraq", "The Republic of Iran", False),
        ("", "Nothing asked for", False),
    ],
)
def test_a_place_is_met_by_its_people(asked: str, text: str, found: bool) -> None:
    assert named(stem(asked.lower()), frozenset(stems(text))) is found


def test_a_name_is_not_missing_where_its_people_are_named() -> None:
    chunk = EvidenceChunk(
        chunk_id="a",
        workspace_id="w",
        document_id="d",
        version_id="v",
        document_title="Sites",
        text="The Italian plant employs 40 people.",
        page_number=1,
        page_label="1",
        char_start=0,
        char_end=36,
    )
    units = units_of([chunk])
    assert missing_names(understand("How many people does the plant in Italy employ?").parts[0], units) == ()
    assert missing_names(understand("How many people does the plant in Spain employ?").parts[0], units)
