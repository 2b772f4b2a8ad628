"""Probing: probes follow from documents and seed alone, and each knows its own truth."""

from datetime import UTC, datetime

from masis.domain.calibration.probes import Checked, failures, findings, outcome_of
from masis.domain.evidence import Chunk
from masis.evaluation.probing import check_sentence, make_probes

NOW = datetime(2025, 1, 1, tzinfo=UTC)

PROSE = (
    "Net profit was EUR 12.6 million in 2024. Voluntary staff turnover was 9.4%, after 11.2% in 2023. "
    "It reached 70% of its planned output in December. "
    "The order backlog at the end of December was EUR 96.0 million."
)
TABLE = (
    "| EUR million | 2024 | 2023 |\n|---|---|---|\n| Revenue | 212.9 | 184.3 |\n| Total | 300.1 | 200.2 |\n"
    "| Lyon | 46.0 | 40.0 |"
)


def chunk(chunk_id: str, text: str, document: str = "d1", *, table: bool = False, **more: object) -> Chunk:
    return Chunk.model_validate(
        {
            "chunk_id": chunk_id,
            "workspace_id": "acme",
            "document_id": document,
            "version_id": "v1",
            "document_title": "Annual report",
            "text": text,
            "kind": "table" if table else "prose",
            "page_number": 3,
            "page_label": "3",
            "char_start": 0,
            "char_end": len(text),
            **more,
        }
    )


HELD = [("report.pdf", [chunk("k1", PROSE), chunk("k2", TABLE, table=True)])]


def test_no_documents_and_documents_without_a_figure_make_no_probe() -> None:
    assert make_probes([], 20, 0) == ()
    assert (
        make_probes([("a.txt", [chunk("k1", "Nothing is counted here, and nothing is measured.")])], 20, 0)
        == ()
    )


def test_one_document_makes_every_kind_and_the_seed_decides() -> None:
    probes = make_probes(HELD, 20, 7)
    assert {probe.kind for probe in probes} == {"answerable", "absent", "clean", "corrupted"}
    assert probes == make_probes(HELD, 20, 7)
    assert probes != make_probes(HELD, 20, 8)
    asked = {one.text: one.expected for one in probes if one.kind == "answerable"}
    for words, figure in (
        ("net earnings in 2024", "12.6"),
        ("sales in 2024", "212.9"),
        ("voluntary staff turnover", "9.4"),
    ):
        assert [expected for text, expected in asked.items() if words in text] == [(figure,)]
    assert not any(text.startswith("What was") for text in asked)
    assert not any("Lyon" in text or "Total" in text or " It " in text for text in asked)


def test_an_absent_probe_asks_for_something_that_occurs_nowhere() -> None:
    said = f"Annual report {PROSE} {TABLE}".casefold()
    for probe in make_probes(HELD, 20, 3):
        if probe.kind == "absent":
            what, _, name = probe.what.partition(" ")
            assert what in {"period", "name", "measure"}
            assert name.removeprefix("the ").casefold() not in said


def test_instructions_and_superseded_passages_make_no_probe() -> None:
    held = [("a.txt", [chunk("k1", PROSE, flagged=True), chunk("k2", PROSE, superseded=True)])]
    assert make_probes(held, 20, 0) == ()


def test_true_sentences_pass_and_bent_ones_are_caught() -> None:
    by_id = {passage.chunk_id: passage for _, some in HELD for passage in some}
    sentences = [probe for probe in make_probes(HELD, 20, 0) if probe.kind in {"clean", "corrupted"}]
    checked = [check_sentence(probe, [by_id[probe.chunk_id]]) for probe in sentences]
    found = findings(checked)
    assert found.false_alarms.hits == 0
    assert found.caught.total == 4
    assert found.caught.hits >= 3
    assert {failure.probe.kind for failure in failures(checked)} <= {"corrupted"}
    assert all(outcome_of(result, "self_test", NOW) is None for result in checked)


def test_an_admitted_absence_is_no_outcome_and_a_made_up_answer_is_a_wrong_one() -> None:
    (probe,) = [probe for probe in make_probes(HELD, 1, 0) if probe.kind == "absent"]
    now = NOW
    admitted = Checked(probe=probe, ending="absent", right=True)
    made_up = Checked(probe=probe, ending="answered", right=False, answered=True, confidence=0.9, clean=True)
    assert outcome_of(admitted, "self_test", now) is None
    outcome = outcome_of(made_up, "self_test", now)
    assert outcome is not None
    assert not outcome.right
