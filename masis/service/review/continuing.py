"""Continuing: a reviewed case goes back to work with what a person decided."""

from datetime import date

from masis.domain.person import Caller, Right
from masis.domain.review.decisions import Guidance, required
from masis.domain.review.precedence import PrecedenceRule
from masis.domain.review.reviewed import resolved_question, rounds_of, wrong_claims
from masis.domain.run.provenance import EditedState, StateEdit
from masis.domain.value import Value
from masis.domain.verification.conflicts import Conflict, ConflictSide
from masis.errors import InvalidInput
from masis.service.access import own_case
from masis.service.container import Container
from masis.service.history.state_editing import StateEditing
from masis.service.review.casework import Act, CaseFile, Casework
from masis.service.review.rules import Rulebook
from masis.service.runs import Runs
from masis.service.runs.questions import accepted
from masis.state import MASISInput
from masis.store import reviews
from masis.store.database import Session
from masis.store.tables import RunRow


class Choice(Value):
    """The sides a person chose, one for each conflict they settle, and how far that reaches."""

    sides: tuple[tuple[int, int], ...]
    """Pairs of a conflict and one of its sides, counted from 0."""
    lasting: bool = False
    """True makes it a rule of the workspace; else it holds for this run."""
    general: bool = False
    """True is about everything the two documents say, not only this measure and period."""
    effective_from: date | None = None
    reason: str = ""


class Continuing:
    """Starts the run that takes a case on, and closes the case in the same transaction."""

    def __init__(self, container: Container, runs: Runs, rules: Rulebook, editing: StateEditing) -> None:
        """Take who runs, who makes rules and who lets a run go on from an edited state."""
        self._container = container
        self._work = Casework(container)
        self._runs = runs
        self._rules = rules
        self._editing = editing

    def rephrase(self, caller: Caller, case_id: str, version: int, question: str) -> str:
        """Ask in other words in the same conversation; return the new run's id."""
        file = self._file(caller, case_id)
        request = accepted(question, file.case.workspace_id, None, file.report.thread_id)
        after = {"question": request.user_query}
        act = Act("rephrase", before={"question": file.case.question}, after=after)
        return self._start(caller, file, version, request, act)

    def run_again(self, caller: Caller, case_id: str, version: int, note: str = "") -> str:
        """Go on from here with guidance and a fresh number of retries; return the new run's id."""
        file = self._file(caller, case_id)
        note = required(note, "your guidance") if note.strip() else ""
        guidance = self._guidance(caller, file).model_copy(update={"note": note})
        return self._start(caller, file, version, guidance, Act("run_again", reason=note))

    def choose_source(self, caller: Caller, case_id: str, version: int, choice: Choice) -> str:
        """Let one side of a conflict take precedence and run again; return the new run's id."""
        file = self._file(caller, case_id)
        chosen = _chosen(file, choice)
        rules = tuple(self._rule(caller, file, choice, *pair) for pair in chosen)
        after = {
            "choices": [f"{about.subject}: {side.value} ({side.document_title})" for about, side in chosen],
            "lasting": choice.lasting,
            "rule_ids": [rule.rule_id for rule in rules] if choice.lasting else [],
        }
        once = () if choice.lasting else rules
        guidance = self._guidance(caller, file).model_copy(update={"action": "choose_source", "rules": once})
        act = Act("choose_source", reason=choice.reason.strip(), after=after)
        return self._start(caller, file, version, guidance, act, rules if choice.lasting else ())

    def edit_state(  # noqa: PLR0913, PLR0917 - where, what and why
        self,
        caller: Caller,
        case_id: str,
        version: int,
        node: str,
        iteration: int,
        edit: StateEdit,
        reason: str = "",
    ) -> str:
        """Let the case's run go on from an edited state as a run of its own; return that run's id."""
        case = self._file(caller, case_id).case

        def close(session: Session, run_id: str, made: EditedState) -> None:
            now = own_case(session, caller, case_id, Right.DECIDE)
            after = {"run_id": run_id, "before": node, "iteration": iteration, "changes": [*made.changes]}
            act = Act("edit_state", reason=made.reason, after=after)
            self._work.write(session, caller, now, version, act, continued_by=run_id)

        place = (case.workspace_id, case.run_id, node, iteration)
        return self._editing.go_on(caller, *place, edit, reason, close)

    def _file(self, caller: Caller, case_id: str) -> CaseFile:
        with self._container.database.read() as session:
            return self._work.file(session, own_case(session, caller, case_id, Right.DECIDE))

    def _rule(
        self, caller: Caller, file: CaseFile, choice: Choice, conflict: Conflict, side: ConflictSide
    ) -> PrecedenceRule:
        others = {held.document_id: held.document_title for held in conflict.sides}
        others.pop(side.document_id)
        if not others:
            message = "Both values stand in one document. Edit the answer or run it again with guidance."
            raise InvalidInput(message)
        return self._rules.made(
            caller,
            file.case.workspace_id,
            preferred=(side.document_id, side.document_title),
            over=next(iter(others.items())) if len(others) == 1 else ("", ""),
            scope=("", "") if choice.general else (conflict.subject, ""),
            effective_from=choice.effective_from if choice.lasting else None,
            reason=choice.reason,
            once=not choice.lasting,
        )

    def _guidance(self, caller: Caller, file: CaseFile) -> Guidance:
        return Guidance(
            continues=file.case.run_id,
            question=resolved_question(file.report),
            person=caller.signature,
            rounds_before=rounds_of(file.report),
            previous_draft=file.report.answer or "",
            wrong_claims=wrong_claims(file.report),
        )

    def _start(
        self,
        caller: Caller,
        file: CaseFile,
        version: int,
        what: Guidance | MASISInput,
        act: Act,
        rules: tuple[PrecedenceRule, ...] = (),
    ) -> str:
        case = file.case

        def request(session: Session) -> MASISInput:
            if isinstance(what, MASISInput):
                return what
            # The conversation is the one the reviewed run had, without that run itself.
            stored = MASISInput.model_validate(session.get_one(RunRow, case.run_id).request)
            return stored.model_copy(update={"guidance": what.model_dump(mode="json")})

        def close(session: Session, run_id: str) -> None:
            now = own_case(session, caller, case.case_id, Right.DECIDE)
            made = Act(act.action, act.code, act.reason, act.before, {**(act.after or {}), "run_id": run_id})
            self._work.write(session, caller, now, version, made, continued_by=run_id)
            for rule in rules:
                reviews.add_rule(session, rule)

        return self._runs.go_on(caller, case.workspace_id, Right.DECIDE, request, close)


def _chosen(file: CaseFile, choice: Choice) -> list[tuple[Conflict, ConflictSide]]:
    """Return the conflicts and sides a choice means."""
    conflicts = file.report.critique.conflicts if file.report.critique else ()
    found = []
    if not choice.sides:
        message = "Please choose the source that counts."
        raise InvalidInput(message)
    for number, side in choice.sides:
        if not (0 <= number < len(conflicts) and 0 <= side < len(conflicts[number].sides)):
            message = "This source is not among the competing ones. Look at the case again."
            raise InvalidInput(message)
        found.append((conflicts[number], conflicts[number].sides[side]))
    return found
