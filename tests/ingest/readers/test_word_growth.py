"""Tracked changes without number: taken as made in time that grows with their number."""

import time

import pytest
from docx.oxml import parse_xml

from masis.ingest.readers.word import settled

NAMESPACE = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
SMALL, GROWTH, LINEAR = 4_000, 8, 40.0
"""Work in proportion takes about 8 times as long, quadratic work 64 times."""


def tracked(kind: str, count: int) -> object:
    runs = f"<w:{kind}><w:r><w:t>a</w:t></w:r></w:{kind}>" * count
    return parse_xml(f"<w:body {NAMESPACE}><w:p>{runs}</w:p></w:body>")


def seconds(kind: str, count: int) -> float:
    body = tracked(kind, count)
    began = time.process_time()
    settled(body)  # type: ignore[arg-type]
    return time.process_time() - began


@pytest.mark.parametrize("kind", ["ins", "moveTo", "del", "smartTag"])
def test_work_grows_with_the_number_of_changes(kind: str) -> None:
    small = min(seconds(kind, SMALL) for _ in range(3))
    large = min(seconds(kind, SMALL * GROWTH) for _ in range(3))  # a busy machine slows one of them at most
    assert large < LINEAR * max(small, 0.01)


def test_what_was_put_in_stays_in_its_order() -> None:
    one, two, three, four = (f"<w:r><w:t>{word} </w:t></w:r>" for word in ("one", "two", "three", "four"))
    inserted = f"<w:ins>{two}<w:ins>{three}</w:ins></w:ins>"
    body = parse_xml(f"<w:body {NAMESPACE}><w:p>{one}{inserted}{four}</w:p></w:body>")
    settled(body)
    assert [run.text for run in body.iter("{*}t")] == ["one ", "two ", "three ", "four "]
    assert not body.xpath(".//*[local-name()='ins']")
