"""Telling: each happening is written down, with who hears of it, in the transaction of the act behind it."""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal

from masis.config import Settings
from masis.domain.members import labels, listed_addresses
from masis.domain.notifications import Happening, Kind, Told
from masis.domain.person import LOCAL, Caller, Right
from masis.domain.review.case import Case
from masis.ops.outside import targets_of
from masis.service.container import Container
from masis.store import members, notification_posts, notifications, provenance
from masis.store.database import Session
from masis.store.tables import DocumentRow, VersionRow


def telling(container: Container) -> "Telling":
    """Return who tells, on the container's settings."""
    return Telling(container.settings, container.clock)


@dataclass(frozen=True)
class Telling:
    """Who is told, by the settings in force; each method writes into its caller's transaction."""

    settings: Settings
    clock: Callable[[], datetime]

    @property
    def sign_in(self) -> bool:
        """Whether people sign in; else there is the local analyst alone."""
        return self.settings.oidc_metadata_url is not None

    def case_opened(
        self, session: Session, case: Case, by: Caller | None = None, *, again: bool = False
    ) -> None:
        """Tell those who may decide a case that it waits, except the person whose act opened it."""
        deciders = {
            member.person
            for member in members.of_workspace(session, case.workspace_id)
            if Right.DECIDE in member.role.rights
        }
        told = Told(cause=case.cause, by=by.signature if by else "", again=again)
        self._tell(session, self._about(case, "case_opened", told), deciders - ({by.person} if by else set()))

    def assigned(self, session: Session, case: Case, assignee: str, by: Caller) -> None:
        """Tell whoever got a case, unless they took it themselves.

        Where nobody signs in a name is only a name: it is told outside alone.
        """
        people: set[str] = set()
        own = assignee == by.signature
        if self.sign_in:
            named = labels(members.of_workspace(session, case.workspace_id))
            people = {person for person, name in named.items() if name == assignee}
            own = people == {by.person}
        if not own:
            told = Told(by=by.signature, cause=case.cause, to=assignee)
            self._tell(session, self._about(case, "assigned", told), people - {by.person})

    def _about(self, case: Case, kind: Kind, told: Told) -> Happening:
        return Happening(
            kind=kind,
            at=self.clock(),
            workspace_id=case.workspace_id,
            run_id=case.run_id,
            case_id=case.case_id,
            told=told,
        )

    def stale(
        self, session: Session, document: DocumentRow, left_id: str, undone_within: timedelta | None = None
    ) -> None:
        """Tell each person whose final answers went stale with a change of a document, once for all of them.

        Whoever changed it is told too: what rests on a document is not to be seen where it is changed. A
        deletion, which can be ``undone_within`` some time, is told outside when that is over.
        """
        left = session.get_one(VersionRow, left_id)
        found = provenance.gone_stale(session, document.workspace_id, left)
        for owner, run_ids in found.items():
            change: Literal["deleted", "replaced"] = "replaced" if undone_within is None else "deleted"
            told = Told(document=left.title, change=change, more=len(run_ids) - 1)
            happening = Happening(
                kind="stale",
                at=self.clock(),
                workspace_id=document.workspace_id,
                run_id=run_ids[0],
                subject=document.document_id,
                told=told,
            )
            self._tell(session, happening, {owner}, undone_within)

    def budget(self, session: Session, refusal: str, month: str, cap: str) -> None:
        """Tell those who run the installation, once for a month and a cap, that the cap stops work."""
        people = {LOCAL}
        if self.sign_in:
            listed = listed_addresses(self.settings.administrators)
            people = set(members.with_addresses(session, listed))
        happening = Happening(
            kind="budget", at=self.clock(), once=f"budget {month} {cap}"[:200], told=Told(refusal=refusal)
        )
        self._tell(session, happening, people)

    def _tell(
        self,
        session: Session,
        happening: Happening,
        people: Collection[str],
        later: timedelta | None = None,
    ) -> None:
        if self.sign_in:
            people = {person for person in people if person != LOCAL}  # commands read no notifications
        listening = notifications.listening(session, people, happening.kind)
        targets = targets_of(self.settings)
        channels = any(not target.personal for target in targets)
        if not (listening or channels or happening.once):
            return
        number = notifications.add(session, happening, listening)
        if number is None:
            return
        posts = [
            (target.name, person)
            for target in targets
            for person in (listening if target.personal else ("",))
        ]
        notification_posts.queue(session, number, posts, happening.at + (later or timedelta()))
