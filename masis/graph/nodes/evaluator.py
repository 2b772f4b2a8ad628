"""Evaluator: four scores, clamped by what the code found."""

from langgraph.runtime import Runtime

from masis.domain.run.decision import decide
from masis.domain.run.draft import Attempt
from masis.domain.run.evaluation import Scores, evaluate, scores_by_code
from masis.domain.run.trace import EvaluatorEntry, cost, spent
from masis.domain.usage import Usage
from masis.graph.deps import Deps, deps_of
from masis.graph.outcome import shown_after, signals_of, standard_of
from masis.graph.reading import attempt_of, iteration_of, question_of
from masis.state import MASISState


def evaluator(state: MASISState, runtime: Runtime[Deps]) -> MASISState:
    """Read the audited draft; write ``metrics.evaluation``.

    The scores of a round follow from the ledger and the gate. Only for the draft that a person will see a
    model is asked, which may be one of an earlier round.
    """
    attempt = attempt_of(state, scored=False)
    if attempt is None:
        message = "The evaluator ran before the critic."
        raise RuntimeError(message)
    by_code = scores_by_code(attempt.parts, attempt.citation_audit, attempt.claims)
    evaluation = evaluate(by_code, attempt.citation_audit, attempt.critique)
    attempt = attempt.model_copy(update={"evaluation": evaluation})
    usage, update = Usage(), MASISState()
    if (seen := _seen(state, attempt, deps_of(runtime))) is not None:
        shown, scores = seen
        usage = scores.usage
        judged = evaluate(scores, shown.citation_audit, shown.critique)
        if shown is attempt:
            evaluation = judged
        else:
            update = {"best": shown.model_copy(update={"evaluation": judged}).model_dump(mode="json")}
    entry = EvaluatorEntry(iteration=iteration_of(state), **evaluation.model_dump(), **spent(usage))
    return {
        **update,
        "metrics": {**cost(usage), "evaluation": evaluation.model_dump(mode="json")},
        "trace": [entry.plain()],
    }


def _seen(state: MASISState, attempt: Attempt, deps: Deps) -> tuple[Attempt, Scores] | None:
    """Return the draft that ends the run with a model's scores; nothing before another round."""
    if deps.evaluator is None:
        return None
    line = standard_of(deps, state["workspace_id"]).line.value
    decision = decide(signals_of(state, attempt, line))
    if decision.action == "retry" or decision.cause == "budget_reached":
        return None
    shown = shown_after(decision, state, attempt)
    question, audit = question_of(state), shown.citation_audit
    return shown, deps.evaluator.score(question, shown.text, shown.evidence, audit, shown.claims)
