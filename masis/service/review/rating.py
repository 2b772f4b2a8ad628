"""Rating: a reader says whether a final answer was right; a wrong one opens a case."""

from masis.domain.person import Caller, Right
from masis.domain.review.case import Case
from masis.domain.review.rating import Rating, reason_against
from masis.domain.run.escalation import message_for
from masis.errors import InvalidInput
from masis.service.access import own_run
from masis.service.audit_log import note
from masis.service.container import Container, new_id
from masis.service.notifications.telling import telling
from masis.service.review.casework import Act, Casework
from masis.store import cases, notifications, ratings, reviews
from masis.store.database import Session
from masis.store.tables import RunRow


class Ratings:
    """What people say of final answers; each word can be changed and taken back."""

    def __init__(self, container: Container) -> None:
        """Work on the database."""
        self._container = container
        self._work = Casework(container)

    def mine(self, caller: Caller, workspace_id: str, run_id: str) -> Rating | None:
        """Return what the caller said of a run."""
        with self._container.database.read() as session:
            own_run(session, caller, workspace_id, run_id, Right.READ)
            return ratings.find(session, run_id, caller.person)

    def rate(self, caller: Caller, workspace_id: str, run_id: str, *, right: bool, why: str = "") -> Rating:
        """Keep what the caller says of a final answer; against it, a case is open afterwards.

        Raises:
            InvalidInput: the answer is not final, or nothing is said of what is wrong.
        """
        why = "" if right else reason_against(why)
        with self._container.database.write() as session:
            run = own_run(session, caller, workspace_id, run_id, Right.ASK)
            before = ratings.find(session, run_id, caller.person)
            if before is None and run.verdict != "finalized":
                message = "Only a final answer can be called right or wrong; this one is not final."
                raise InvalidInput(message)
            rating = Rating(
                run_id=run_id,
                workspace_id=workspace_id,
                person=caller.person,
                name=caller.signature,
                right=right,
                why=why,
                at=self._container.clock(),
            )
            ratings.put(session, rating)
            told = "right" if right else "wrong"
            note(self._container, session, caller, "rated", workspace_id, run_id, told)
            if not right:
                self._contest(session, caller, run, why)
            elif before is not None and not before.right:
                self._withdraw(session, caller, run_id)
        return rating

    def take_back(self, caller: Caller, workspace_id: str, run_id: str) -> None:
        """Forget what the caller said; a case that nobody worked on closes with it."""
        with self._container.database.write() as session:
            own_run(session, caller, workspace_id, run_id, Right.ASK)
            if ratings.remove(session, run_id, caller.person):
                note(self._container, session, caller, "took_back_rating", workspace_id, run_id)
                self._withdraw(session, caller, run_id)

    def _contest(self, session: Session, caller: Caller, run: RunRow, why: str) -> None:
        """Open the case of the run, or open it again, with what is said against the answer."""
        case = cases.of_run(session, run.run_id)
        if case is None:
            case = Case(
                case_id=new_id("c"),
                run_id=run.run_id,
                workspace_id=run.workspace_id,
                question=run.question,
                cause="contested",
                message=message_for("contested"),
                created_at=self._container.clock(),
            )
            cases.add(session, case)
            session.flush()
            telling(self._container).case_opened(session, case, caller)
        elif case.state == "resolved":
            cases.change(session, case.case_id, case.version, state="open", outcome="")
            telling(self._container).case_opened(session, case, caller, again=True)
        self._work.note(session, caller.signature, case, Act("contest", reason=why))

    def _withdraw(self, session: Session, caller: Caller, run_id: str) -> None:
        """Close the case of a contest that is taken back, unless somebody else says the same."""
        case = cases.of_run(session, run_id)
        if case is None or case.state != "open" or case.cause != "contested":
            return
        if any(not rating.right for rating in ratings.of_run(session, run_id)):
            return
        acts = reviews.of_case(session, case.case_id)
        if all(act.action in {"contest", "withdraw"} for act in acts):
            cases.change(session, case.case_id, case.version, state="resolved", outcome="withdrawn")
            notifications.settle(session, case.case_id, self._container.clock())
        self._work.note(session, caller.signature, case, Act("withdraw"))
