"""Queue: the cases that wait and what people do with one, each act kept with who, when and why."""

from datetime import date
from typing import get_args

from masis.domain.members import labels
from masis.domain.person import Caller, Right
from masis.domain.printable import single_line
from masis.domain.review.decisions import CaseFilter, CasePage, RejectReason, Verdict, last_undoable, required
from masis.domain.review.reviewed import Reaudit, approvable, reaudit
from masis.domain.run.human import HumanDecision
from masis.domain.run.report import RunReport, RunVerdict
from masis.errors import InvalidInput
from masis.service.access import own_case, own_run, own_workspace, own_workspaces
from masis.service.audit_log import note
from masis.service.container import Container
from masis.service.history.state_editing import StateEditing
from masis.service.notifications.telling import telling
from masis.service.review.casework import Act, CaseFile, Casework, standing_verdicts
from masis.service.review.continuing import Continuing
from masis.service.review.rules import Rulebook
from masis.service.runs import Runs
from masis.store import cases, members, reviews
from masis.store.database import Session


class Reviews:
    """The review queue; every change names the version of the case its writer saw."""

    def __init__(self, container: Container, runs: Runs, editing: StateEditing) -> None:
        """Take ``runs`` and ``editing``, which carry on what a person sends back to work."""
        self._container = container
        self._work = Casework(container)
        self.rules = Rulebook(container)
        self.continuing = Continuing(container, runs, self.rules, editing)

    def queue(self, caller: Caller, wanted: CaseFilter) -> CasePage:
        """Return a page of the caller's cases over all workspaces."""
        with self._container.database.read() as session:
            return cases.queue(session, own_workspaces(caller), wanted)

    def open_count(self, caller: Caller) -> int:
        """Return how many cases wait."""
        with self._container.database.read() as session:
            return cases.open_count(session, own_workspaces(caller))

    def file(self, caller: Caller, case_id: str) -> CaseFile:
        """Return a case with its report as it reads now and everything done about it."""
        with self._container.database.read() as session:
            return self._work.file(session, own_case(session, caller, case_id, Right.READ))

    def open_case(self, caller: Caller, workspace_id: str, run_id: str) -> str:
        """Make a case of a run that ended with passages to read, once; return its id."""
        with self._container.database.write() as session:
            run = own_run(session, caller, workspace_id, run_id, Right.ASK)
            return self._work.opened(session, caller, run).case_id

    def assign(self, caller: Caller, case_id: str, version: int, assignee: str) -> None:
        """Give a case to somebody, or to nobody."""
        assignee = single_line(assignee)[:200]
        with self._container.database.write() as session:
            case = own_case(session, caller, case_id, Right.DECIDE)
            if assignee and self._container.settings.oidc_metadata_url is not None:
                _of_team(session, case.workspace_id, assignee)
            act = Act("assign", before={"assignee": case.assignee}, after={"assignee": assignee})
            self._work.write(session, caller, case, version, act, assignee=assignee)
            if assignee not in {"", case.assignee}:
                telling(self._container).assigned(session, case, assignee, caller)

    def set_due(self, caller: Caller, case_id: str, version: int, due: date | None) -> None:
        """Say until when a case is to be decided, or that it has no date."""
        text = due.isoformat() if due else ""
        with self._container.database.write() as session:
            case = own_case(session, caller, case_id, Right.DECIDE)
            before = case.due.isoformat() if case.due else ""
            act = Act("due", before={"due": before}, after={"due": text})
            self._work.write(session, caller, case, version, act, due=text)

    def comment(self, caller: Caller, case_id: str, text: str) -> HumanDecision:
        """Add a comment; comments never stand in one another's way."""
        text = required(text, "a comment")
        with self._container.database.write() as session:
            case = own_case(session, caller, case_id, Right.ASK)
            note(self._container, session, caller, "commented", case.workspace_id, case_id)
            return self._work.note(session, caller.signature, case, Act("comment", reason=text))

    def approve(self, caller: Caller, case_id: str, version: int, reason: str) -> None:
        """Make the answer final in the caller's name."""
        reason = required(reason, "a reason for approving")
        with self._container.database.write() as session:
            file = self._file(session, caller, case_id, version)
            approvable(file.report)
            act = Act("approve", reason=reason, before=_standing(file.report), after={"verdict": "finalized"})
            self._work.write(session, caller, file.case, version, act)
            self._work.show_in_history(session, file, "finalized")

    def reject(self, caller: Caller, case_id: str, version: int, code: RejectReason, note: str = "") -> None:
        """Mark the answer as not to be used."""
        if code not in get_args(RejectReason) or (code == "other" and not note.strip()):
            message = "Please choose why the answer is rejected; “another reason” needs a note."
            raise InvalidInput(message)
        with self._container.database.write() as session:
            file = self._file(session, caller, case_id, version)
            act = Act("reject", code, note.strip(), _standing(file.report), {"verdict": "rejected"})
            self._work.write(session, caller, file.case, version, act)
            self._work.show_in_history(session, file, "rejected")

    def preview_edit(self, caller: Caller, case_id: str, answer: str) -> Reaudit:
        """Audit an edited answer against the run's evidence without keeping it."""
        with self._container.database.read() as session:
            file = self._work.file(session, own_case(session, caller, case_id, Right.DECIDE))
        return reaudit(file.report, required(answer, "the answer"))

    def edit(self, caller: Caller, case_id: str, version: int, answer: str, reason: str = "") -> Reaudit:
        """Keep an edited answer with its new audit; it still has to be approved."""
        answer = required(answer, "the answer")
        with self._container.database.write() as session:
            file = self._file(session, caller, case_id, version)
            if answer == file.report.answer:
                message = "The answer is unchanged, so nothing was saved."
                raise InvalidInput(message)
            audit = reaudit(file.report, answer)
            act = Act(
                "edit",
                reason=reason.strip(),
                before={"answer": file.report.answer or ""},
                after=audit.model_dump(mode="json"),
            )
            self._work.write(session, caller, file.case, version, act)
        return audit

    def mark_claim(
        self, caller: Caller, case_id: str, version: int, position: int, *, right: bool, note: str = ""
    ) -> None:
        """Say that one sentence of the answer is right or wrong."""
        with self._container.database.write() as session:
            file = self._file(session, caller, case_id, version)
            claim = next((stated for stated in file.report.claims if stated.position == position), None)
            if claim is None:
                message = "This sentence is not in the answer any more."
                raise InvalidInput(message)
            before = {"verdict": claim.code_verdict or claim.verdict, "confidence": file.report.confidence}
            after = {"position": position, "text": claim.text, "right": right}
            act = Act("mark_claim", reason=note.strip(), before=before, after=after)
            self._work.write(session, caller, file.case, version, act)

    def undo(self, caller: Caller, case_id: str, version: int) -> HumanDecision:
        """Take the last decision back; it stays in the record as taken back."""
        with self._container.database.write() as session:
            case = own_case(session, caller, case_id, Right.DECIDE)
            self._work.check(session, case, version)
            last = last_undoable(reviews.of_case(session, case_id))
            if last is None:
                message = "There is nothing to take back."
                raise InvalidInput(message)
            act = Act("undo", before={"action": last.action}, after={"undoes": last.number})
            values = {"state": "open", "outcome": "", "continued_by": ""}
            self._work.write(session, caller, case, version, act, **values)
            for rule_id in last.after.get("rule_ids", ()):
                at = self._container.clock()
                reviews.revoke_rule(session, case.workspace_id, rule_id, caller.signature, at)
            file = self._work.file(session, case)
            self._work.show_in_history(session, file, _waiting(file))
        return last

    def verdicts(self, caller: Caller, workspace_id: str) -> tuple[Verdict, ...]:
        """Return every human verdict that stands, beside MASIS's own confidence."""
        with self._container.database.read() as session:
            own_workspace(session, caller, workspace_id, Right.READ)
            return standing_verdicts(session, workspace_id)

    def _file(self, session: Session, caller: Caller, case_id: str, version: int) -> CaseFile:
        case = own_case(session, caller, case_id, Right.DECIDE)
        self._work.check(session, case, version)
        return self._work.file(session, case)


def _of_team(session: Session, workspace_id: str, assignee: str) -> None:
    """Raise ``InvalidInput`` unless the name is that of a member who may decide cases."""
    team = members.of_workspace(session, workspace_id)
    named = labels(team)
    if assignee not in {named[one.person] for one in team if Right.DECIDE in one.role.rights}:
        message = f"{assignee} cannot decide cases of this workspace. Choose an owner or a reviewer."
        raise InvalidInput(message)


def _waiting(file: CaseFile) -> RunVerdict:
    """Return what the history calls a run whose case waits (again)."""
    if file.case.cause == "contested":
        return "finalized"  # it stays final until a person decides otherwise
    return file.report.verdict if file.report.needs_decision else "needs_review"


def _standing(report: RunReport) -> dict[str, object]:
    """Return what is decided about: the answer and how sure MASIS was of it."""
    return {"verdict": report.verdict, "answer": report.answer or "", "confidence": report.confidence}
