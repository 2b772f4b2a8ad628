"""Extractive analysts: answer, audit and score with code, a sentence embedder and a reader; no key."""

from masis.analysts.base import Analysts
from masis.analysts.extractive.audit import ExtractiveAuditor, ExtractiveJudge
from masis.analysts.extractive.gate import FittedGate
from masis.analysts.extractive.orchestrate import ExtractiveDesk
from masis.analysts.extractive.rank import Ranker
from masis.analysts.extractive.write import ExtractiveWriter


def extractive_analysts(ranker: Ranker) -> Analysts:
    """Return the analysts, which share one ranker with its sentence vectors and readings."""
    gate = FittedGate(ranker)
    return Analysts(
        desk=ExtractiveDesk(),
        writer=ExtractiveWriter(ranker),
        auditor=ExtractiveAuditor(gate),
        judge=ExtractiveJudge(gate),
    )
