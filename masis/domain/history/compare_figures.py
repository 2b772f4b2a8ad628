"""Compare figures: scores, penalties and the settings two runs were made with, beside each other."""

from collections.abc import Mapping
from math import prod

from masis.domain.run.labels import AGENTS
from masis.domain.run.report import RunReport
from masis.domain.value import Value

_SCORES = {
    "overall_score": "Overall score",
    "faithfulness": "Faithfulness",
    "relevance": "Relevance",
    "completeness": "Completeness",
    "reasoning_quality": "Reasoning quality",
}
_COUNTS = {"llm_calls": "Model calls", "retrieval_calls": "Searches"}
_ROLES = {node: AGENTS[node][0] for node in ("orchestrator", "synthesizer", "critic", "evaluator")}


class Figure(Value):
    """A number of both runs; ``None`` where a run has none."""

    name: str
    before: float | None
    after: float | None
    whole: bool = False
    """True for a count."""

    @property
    def delta(self) -> float | None:
        """How it moved, where both runs have it."""
        if self.before is None or self.after is None:
            return None
        return round(self.after - self.before, 6)

    @property
    def differs(self) -> bool:
        """Whether it moved, or only one run has it."""
        return self.before != self.after

    def swapped(self) -> "Figure":
        """Return it the other way round."""
        return self.model_copy(update={"before": self.after, "after": self.before})


class Setting(Value):
    """A setting or circumstance that was not the same in both runs."""

    name: str
    before: str
    after: str

    def swapped(self) -> "Setting":
        """Return it the other way round."""
        return self.model_copy(update={"before": self.after, "after": self.before})


def figures_of(old: RunReport, new: RunReport) -> tuple[Figure, ...]:
    """Return every figure that at least one of the runs has, in reading order."""
    sides = (_numbers(old), _numbers(new))
    names = dict.fromkeys((*sides[0], *sides[1]))
    ordered = [name for name in _names() if name in names]
    whole = {"Rounds", "Passages", *_COUNTS.values()}
    return tuple(
        Figure(name=name, before=sides[0].get(name), after=sides[1].get(name), whole=name in whole)
        for name in ordered
    )


def _names() -> tuple[str, ...]:
    first = ("Confidence", "Auditor before penalties", "Penalties, multiplied")
    return (*first, *_SCORES.values(), "Rounds", "Passages", "Average passage score", *_COUNTS.values())


def _numbers(report: RunReport) -> dict[str, float]:
    found: dict[str, float] = {}
    if report.critique:
        found["Confidence"] = report.confidence
        found["Auditor before penalties"] = report.critique.model_confidence
        found["Penalties, multiplied"] = round(
            prod(penalty.factor for penalty in report.critique.penalties), 6
        )
    if report.evaluation:
        found |= {label: float(getattr(report.evaluation, name)) for name, label in _SCORES.items()}
    found["Rounds"] = max((int(entry.get("iteration", 1)) for entry in report.trace), default=0)
    found["Passages"] = len(report.evidence)
    if report.evidence:
        scores = [chunk.score for chunk in report.evidence]
        found["Average passage score"] = round(sum(scores) / len(scores), 6)
    found |= {label: float(report.metrics.get(name, 0)) for name, label in _COUNTS.items()}
    return found


def settings_that_differ(old: RunReport, new: RunReport) -> tuple[Setting, ...]:
    """Return the circumstances both runs tell and tell differently.

    A report of an earlier version of MASIS does not hold them all; what only one side tells is no difference.
    """
    left, right = circumstances(old), circumstances(new)
    return tuple(
        Setting(name=name, before=left[name], after=right[name])
        for name in sorted({*left} & {*right})
        if left[name] != right[name]
    )


def circumstances(report: RunReport) -> dict[str, str]:
    """Return what a run was made with, as far as its report tells."""
    found = {"Engine": report.engine, **_models(report.trace)}
    searches = [entry for entry in report.trace if entry.get("node") == "researcher"]
    if searches and "threshold_used" in searches[0]:
        found["Evidence threshold, first search"] = f"{float(searches[0]['threshold_used']):.2f}"
    read = report.resolved_question
    return {**found, "Question understood as": read or report.question, **report.conditions}


def _models(trace: tuple[Mapping[str, object], ...]) -> dict[str, str]:
    return {
        f"Model of the {_ROLES[str(entry['node'])]}": str(entry["model"])
        for entry in trace
        if entry.get("model") and entry.get("node") in _ROLES
    }
