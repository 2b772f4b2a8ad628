"""Growth: text made to keep the checks busy takes time in proportion to its length, and is not believed."""

import time
from collections.abc import Callable

import pytest

from masis.domain.memo_audit.check import Candidates, check_sentence
from masis.domain.memo_audit.memo import sentences_of
from masis.domain.verification.facts import facts_of
from masis.domain.verification.figures import MOST_FIGURES
from masis.domain.verification.ledger import build_ledger
from masis.domain.verification.matching import said_figures
from tests.builders import chunk

GROWTH = 8
"""Times the input; work in proportion then takes about 8 times as long, quadratic work 64 times."""
LINEAR = 24.0


def many_figures(count: int, first: int = 1000) -> str:
    return "Revenue was " + ", ".join(f"{first + n} million euros" for n in range(count)) + " in 2024."


def read_passage(count: int) -> None:
    facts_of(chunk(f"k{count}", text=many_figures(count)))


def read_sentence(count: int) -> None:
    said_figures(many_figures(count))


def verify_sentence(count: int) -> None:
    evidence = chunk("k1", text=many_figures(40))
    build_ledger(f"{many_figures(count, 9000)[:-1]} [k1].", [evidence])


def seconds(work: Callable[[int], None], count: int) -> float:
    began = time.process_time()
    work(count)
    return time.process_time() - began


@pytest.mark.parametrize("work", [read_passage, read_sentence, verify_sentence])
def test_work_grows_with_the_length(work: Callable[[int], None]) -> None:
    work(10)  # what is loaded once
    # Each new, so that nothing is remembered; the least, since other work beside it only adds.
    small, large = (min(seconds(work, count + again) for again in range(3)) for count in (150, 150 * GROWTH))
    assert large < LINEAR * max(small, 0.002)


def test_more_figures_than_anybody_reads_are_not_compared_and_not_believed() -> None:
    text = many_figures(MOST_FIGURES + 1)
    (claim,) = build_ledger(f"{text[:-1]} [k1].", [chunk("k1", text=f"{many_figures(400)} It rose.")])
    assert claim.verdict == "not_verified"
    (own,) = build_ledger(f"{text[:-1]} [k1].", [chunk("k1", text=text)])
    assert own.verdict == "supported"  # the source's own sentence needs no comparison


def test_a_piece_of_a_sentence_is_never_supported() -> None:
    memo = many_figures(800)
    pieces = sentences_of(memo)
    assert len(pieces) > 2
    assert all(piece.cut for piece in pieces)
    for position, piece in enumerate(pieces):
        passage = chunk("k1", text=f"{piece.body.rstrip('.')}.")  # a document that holds just these words
        row = check_sentence(position, piece, Candidates((passage,)))
        assert row.verdict != "supported"


def test_a_whole_sentence_is_no_piece() -> None:
    (whole,) = sentences_of("Revenue was 12 million euros in 2024.")
    assert not whole.cut
    assert check_sentence(0, whole, Candidates((chunk("k1"),))).verdict == "supported"
