"""Extractive analysts: answer, audit and score with code, a sentence embedder and a reader; no key."""

from masis.analysts.base import Analysts
from masis.analysts.extractive.audit import ExtractiveCritic
from masis.analysts.extractive.compose import ExtractiveSynthesizer
from masis.analysts.extractive.gate import FittedGate
from masis.analysts.extractive.orchestrate import ExtractiveOrchestrator
from masis.analysts.extractive.rank import Ranker


def extractive_analysts(ranker: Ranker) -> Analysts:
    """Return the analysts, which share one ranker with its sentence vectors and readings."""
    gate = FittedGate(ranker)
    return Analysts(
        orchestrator=ExtractiveOrchestrator(),
        synthesizer=ExtractiveSynthesizer(ranker),
        critic=ExtractiveCritic(gate),
    )
