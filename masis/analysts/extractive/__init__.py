"""Extractive analysts: answer, audit and score with code and a sentence embedder, no model, no key."""

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from masis.analysts.base import Analysts
from masis.analysts.extract.auditing import ExtractiveAuditor
from masis.analysts.extract.judging import ExtractiveJudge
from masis.analysts.extract.writing import ExtractiveWriter
from masis.analysts.extractive.orchestrate import ExtractiveDesk
from masis.analysts.extractive.vectors import VectorCache


def extractive_analysts(embed: Callable[[Sequence[str]], NDArray[np.float32]]) -> Analysts:
    """Return the four analysts, which share one store of sentence vectors."""
    vectors = VectorCache(embed)
    return Analysts(
        desk=ExtractiveDesk(),
        writer=ExtractiveWriter(vectors),
        auditor=ExtractiveAuditor(vectors),
        judge=ExtractiveJudge(vectors),
    )
