"""Evaluator: four scores, clamped by what the code found."""

from langgraph.runtime import Runtime

from masis.domain.evaluation import evaluate
from masis.domain.trace import EvaluatorEntry, cost, spent
from masis.graph.deps import Deps, deps_of
from masis.graph.reading import attempt_of, iteration_of, question_of
from masis.state import MASISState


def evaluator(state: MASISState, runtime: Runtime[Deps]) -> MASISState:
    """Read the audited draft; write ``metrics.evaluation``."""
    attempt = attempt_of(state, scored=False)
    if attempt is None:
        message = "The evaluator ran before the critic."
        raise RuntimeError(message)
    question = question_of(state)
    audit = attempt.citation_audit
    scores = deps_of(runtime).judge.score(question, attempt.text, attempt.evidence, audit, attempt.claims)
    evaluation = evaluate(scores, audit, attempt.critique)
    entry = EvaluatorEntry(iteration=iteration_of(state), **evaluation.model_dump(), **spent(scores.usage))
    return {
        "metrics": {**cost(scores.usage), "evaluation": evaluation.model_dump(mode="json")},
        "trace": [entry.plain()],
    }
