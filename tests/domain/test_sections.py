"""Sections: passages under the heading of one that qualifies stay with it, within bounds."""

from masis.domain.evidence import SECTION_RESCUES, EvidenceChunk, in_section, select
from tests.builders import chunk


def passage(number: int, heading: str, score: float, title: str = "Report") -> EvidenceChunk:
    text = f"Passage {number} about quite another thing."
    return chunk(f"p{number}", text, document_title=title, version_id=title, heading=heading, score=score)


def test_the_points_of_a_qualifying_section_stay_with_it() -> None:
    lead = passage(1, "Strategy", 0.5)
    points = [passage(2, "Strategy › Ships", 0.1), passage(3, "Strategy", 0.2)]
    others = [passage(4, "Strategies of others", 0.2), passage(5, "Strategy › Ships", 0.2, title="Draft")]
    found = select([lead, *points, *others], 0.3, 0.8)
    assert {one.chunk_id for one in found.evidence} == {"p1", "p2", "p3"}
    assert {one.chunk_id for one in found.dropped} == {"p4", "p5"}


def test_only_a_few_are_kept_and_none_without_a_qualifying_passage() -> None:
    points = [passage(number, f"Strategy › Point {number}", 0.1) for number in range(2, 12)]
    assert len(select([passage(1, "Strategy", 0.5), *points], 0.3, 0.8).evidence) == 1 + SECTION_RESCUES
    assert not select([passage(1, "Strategy", 0.2), *points], 0.3, 0.8).evidence


def test_a_heading_that_is_the_title_is_no_section() -> None:
    assert not in_section(passage(2, "Report › Ships", 0.1), passage(1, "Report", 0.5))
