"""Casework: find a case for a person, and change it so that no second writer overwrites the first."""

from dataclasses import dataclass
from typing import Any

from masis.domain.audit_log import ActName
from masis.domain.person import Caller
from masis.domain.review.case import Case
from masis.domain.review.decisions import Verdict, in_force, outcome_of, permitted, told_late
from masis.domain.review.reviewed import reviewed
from masis.domain.run.escalation import message_for
from masis.domain.run.human import HumanDecision, ReviewAction
from masis.domain.run.report import RunReport
from masis.errors import CaseChanged, InvalidInput, NotFound
from masis.service.audit_log import note
from masis.service.container import Container, new_id
from masis.service.notifications.telling import telling
from masis.store import cases, notifications, provenance, ratings, reviews, runs
from masis.store.database import Session
from masis.store.tables import RunRow


@dataclass(frozen=True)
class CaseFile:
    """A case with its report as it reads now and everything done about it."""

    case: Case
    report: RunReport
    decisions: tuple[HumanDecision, ...]


@dataclass(frozen=True)
class Act:
    """What a person does, before it is written."""

    action: ReviewAction
    code: str = ""
    reason: str = ""
    before: dict[str, Any] | None = None
    after: dict[str, Any] | None = None


def case_for(container: Container, report: RunReport, before: Case | None = None) -> Case:
    """Return the open case of a run that a person has to look at; it takes over who looked before."""
    cause = report.cause or "low_confidence"
    return Case(
        case_id=new_id("c"),
        run_id=report.run_id,
        workspace_id=report.workspace_id,
        question=report.question,
        cause=cause,
        message=message_for(cause),
        created_at=container.clock(),
        assignee=before.assignee if before else "",
        due=before.due if before else None,
    )


class Casework:
    """Reading and writing of single cases, always inside one transaction."""

    def __init__(self, container: Container) -> None:
        """Work on the database."""
        self._container = container

    def opened(self, session: Session, caller: Caller, run: RunRow) -> Case:
        """Return the case of an ended run, made now when it has none; ``InvalidInput`` for a final answer."""
        known = cases.of_run(session, run.run_id)
        if known is not None:
            return known
        report = RunReport.model_validate_json(run.report) if run.report else None
        if report is None or not report.requires_human_review:
            message = "There is nothing to review: this run did not end in front of a person."
            raise InvalidInput(message)
        case = case_for(self._container, report)
        cases.add(session, case)
        run.verdict = "needs_review"
        telling(self._container).case_opened(session, case, caller)
        return case

    def file(self, session: Session, case: Case) -> CaseFile:
        """Return a case with its report as people left it."""
        row = session.get_one(RunRow, case.run_id)
        if row.report is None:
            message = "The report of this run is not stored any more."
            raise NotFound(message)
        decisions = reviews.of_case(session, case.case_id)
        report = RunReport.model_validate_json(row.report)
        return CaseFile(case, reviewed(report, decisions), decisions)

    def write(
        self, session: Session, caller: Caller, case: Case, version: int, act: Act, **values: object
    ) -> HumanDecision:
        """Record an act and change the case, if nobody was quicker; else ``CaseChanged``."""
        self.check(session, case, version)
        permitted(case, act.action)
        outcome = outcome_of(act.action)
        if outcome:
            values = {"state": "resolved", "outcome": outcome, **values}
        if not cases.change(session, case.case_id, version, **values):
            raise CaseChanged(told_late(None, self._container.clock()))
        if outcome:
            notifications.settle(session, case.case_id, self._container.clock())
        kind: ActName = "assigned" if act.action in {"assign", "due"} else "decided"
        told = (case.workspace_id, case.case_id, act.action.replace("_", " "))
        note(self._container, session, caller, kind, *told)
        return self.note(session, caller.signature, case, act)

    def check(self, session: Session, case: Case, version: int) -> None:
        """Raise ``CaseChanged`` with who did what when the writer saw an older state."""
        if case.version != version:
            last = reviews.of_case(session, case.case_id)[-1:]
            raise CaseChanged(told_late(last[0] if last else None, self._container.clock()))

    def note(self, session: Session, person: str, case: Case, act: Act) -> HumanDecision:
        """Append an act to what was done with the case."""
        return reviews.add_decision(
            session,
            case.workspace_id,
            case_id=case.case_id,
            run_id=case.run_id,
            at=self._container.clock(),
            person=person,
            action=act.action,
            code=act.code,
            reason=act.reason,
            before=act.before or {},
            after=act.after or {},
        )

    def show_in_history(self, session: Session, file: CaseFile, verdict: str) -> None:
        """Make the history say what people decided."""
        row = session.get_one(RunRow, file.case.run_id)
        row.verdict, row.answer = verdict, file.report.answer or ""
        provenance.cite(session, file.report)

    def reopen_after(self, session: Session, run_id: str, why: str) -> None:
        """Open a case again whose continuing run came to nothing."""
        case = cases.taken_on_by(session, run_id)
        if case is None or case.state == "open":
            return
        cases.change(session, case.case_id, case.version, state="open", outcome="", continued_by="")
        started = [act for act in reviews.of_case(session, case.case_id) if act.after.get("run_id") == run_id]
        undone = {"undoes": started[-1].number} if started else {}
        self.note(session, "MASIS", case, Act("reopen", reason=why, after=undone))
        telling(self._container).case_opened(session, case, again=True)


def standing_verdicts(session: Session, workspace_id: str) -> tuple[Verdict, ...]:
    """Return every human verdict that was not taken back."""
    standing = in_force(reviews.judgements(session, workspace_id))
    confidence = runs.confidences(session, reviews.judged(workspace_id)) if standing else {}
    edited = {act.run_id for act in standing if act.action == "edit"}
    return tuple(_verdict(act, confidence[act.run_id], edited) for act in standing if act.action != "edit")


def rated_verdicts(session: Session, workspace_id: str) -> tuple[Verdict, ...]:
    """Return what readers say of final answers, oldest first; the last word on a run counts."""
    said = ratings.of_workspace(session, workspace_id)
    confidence = runs.confidences(session, ratings.rated(workspace_id)) if said else {}
    return tuple(
        Verdict(
            run_id=rating.run_id,
            at=rating.at,
            person=rating.name,
            kind="answer",
            right=rating.right,
            confidence=confidence[rating.run_id],
        )
        for rating in said
    )


def _verdict(decision: HumanDecision, confidence: float, edited: set[str]) -> Verdict:
    """Read a judgement; an answer that had to be edited first was not right as MASIS wrote it."""
    claim = decision.action == "mark_claim"
    right = bool(decision.after["right"]) if claim else decision.action == "approve"
    return Verdict(
        run_id=decision.run_id,
        at=decision.at,
        person=decision.person,
        kind="claim" if claim else "answer",
        right=right and (claim or decision.run_id not in edited),
        confidence=confidence,
        claim=str(decision.after.get("text", "")),
        code_verdict=str(decision.before.get("verdict", "")) if claim else "",
    )
