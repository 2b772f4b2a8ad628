"""Certainty: higher for an answer that is there than for one whose subject alone is there."""

from masis.analysts.extract.certainty import SIGNALS, certainty, signals
from masis.analysts.extract.question import understand
from masis.analysts.extract.ranking import rank
from masis.analysts.extract.units import units_of
from masis.analysts.extractive.vectors import VectorCache
from masis.domain.evidence import EvidenceChunk
from tests.analysts.extract.corpus import embed, evidence_for

ASKED = "How many people does Fernhall employ?"


def certain(question: str, evidence: tuple[EvidenceChunk, ...] | None = None) -> float:
    return certainty(question, evidence_for(question) if evidence is None else evidence, VectorCache(embed))


def test_another_name_makes_the_same_sentence_less_certain() -> None:
    evidence = tuple(evidence_for(ASKED))
    assert 0 < certain("How many people does Dunmore employ?", evidence) < certain(ASKED, evidence) < 1


def test_a_denial_makes_it_less_certain() -> None:
    evidence = tuple(evidence_for(ASKED))
    assert certain("How many people does Fernhall not employ?", evidence) < certain(ASKED, evidence)


def test_a_question_is_as_certain_as_its_least_certain_part() -> None:
    evidence = tuple(evidence_for(ASKED))
    both = f"{ASKED} And who is the captain of the football team?"
    assert certain(both, evidence) < certain(ASKED, evidence)


def test_nothing_to_quote_is_no_certainty() -> None:
    assert certain(ASKED, ()) == 0
    assert certain("", ()) == 0


def test_every_signal_has_a_value() -> None:
    part = understand(ASKED).parts[0]
    ranked = rank(part, units_of(evidence_for(ASKED)), VectorCache(embed))
    values = signals(part, ranked)
    assert len(values) == len(SIGNALS)
    assert 0 < values[SIGNALS.index("lead")] <= 1
