"""Evaluation: four scores, clamped by what the code found, and their weighted mean."""

from typing import Literal

from pydantic import Field

from masis.domain.usage import Usage
from masis.domain.value import Value

ScoreName = Literal["faithfulness", "relevance", "completeness", "reasoning_quality"]


class Scores(Value):
    """What a judge gives, each 0..1; values outside are clamped on the way in by the rules."""

    faithfulness: float
    relevance: float
    completeness: float
    reasoning_quality: float
    usage: Usage = Usage()


class Clamp(Value):
    """A limit the code put on faithfulness, and what it was before."""

    name: Literal["hallucination", "fabricated_citation", "uncited_5", "uncited_10"]
    limit: float = Field(ge=0.0, le=1.0)
    before: float = Field(ge=0.0, le=1.0)


class Evaluation(Value):
    """The scorecard of one draft."""

    faithfulness: float = Field(ge=0.0, le=1.0)
    relevance: float = Field(ge=0.0, le=1.0)
    completeness: float = Field(ge=0.0, le=1.0)
    reasoning_quality: float = Field(ge=0.0, le=1.0)
    overall_score: float = Field(ge=0.0, le=1.0)
    clamps: tuple[Clamp, ...] = ()
