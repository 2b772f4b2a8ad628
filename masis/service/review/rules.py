"""Rulebook: a workspace's rules of precedence, made by people and applied by later runs."""

from collections.abc import Callable
from datetime import date, datetime

from masis.domain.person import Caller, Right
from masis.domain.review.precedence import PrecedenceRule
from masis.errors import InvalidInput, NotFound
from masis.service.access import own_workspace
from masis.service.audit_log import note
from masis.service.container import Container, new_id
from masis.store import documents, reviews
from masis.store.database import Database, Session

Lookup = Callable[[str], tuple[PrecedenceRule, ...]]


def lookup(database: Database, clock: Callable[[], datetime]) -> Lookup:
    """Return what fills ``graph.deps.Deps.precedence``: the rules in force at the moment of asking."""

    def in_force(workspace_id: str) -> tuple[PrecedenceRule, ...]:
        with database.read() as session:
            return reviews.rules_in_force(session, workspace_id, clock().date())

    return in_force


class Rulebook:
    """The rules of all workspaces."""

    def __init__(self, container: Container) -> None:
        """Work on the database."""
        self._container = container

    def listed(self, caller: Caller, workspace_id: str) -> tuple[PrecedenceRule, ...]:
        """Return the workspace's rules, revoked ones too, newest first."""
        with self._container.database.read() as session:
            own_workspace(session, caller, workspace_id, Right.READ)
            return reviews.rules(session, workspace_id)

    def add(  # noqa: PLR0913 - what a rule says
        self,
        caller: Caller,
        workspace_id: str,
        preferred_id: str,
        over_id: str = "",
        *,
        subject: str = "",
        period: str = "",
        effective_from: date | None = None,
        reason: str = "",
    ) -> PrecedenceRule:
        """Make a rule: one document before another, or before every other one."""
        with self._container.database.write() as session:
            own_workspace(session, caller, workspace_id, Right.DECIDE)
            titles = {
                document.document_id: document.title
                for document in documents.summaries(session, workspace_id)
            }
            if preferred_id not in titles or (over_id and over_id not in titles):
                message = "This document is not in this workspace any more. Choose another one."
                raise NotFound(message)
            if preferred_id == over_id:
                message = "A document cannot take precedence over itself."
                raise InvalidInput(message)
            rule = self.made(
                caller,
                workspace_id,
                preferred=(preferred_id, titles[preferred_id]),
                over=(over_id, titles.get(over_id, "")),
                scope=(subject, period),
                effective_from=effective_from,
                reason=reason,
            )
            reviews.add_rule(session, rule)
            note(self._container, session, caller, "made_rule", workspace_id, rule.rule_id)
        return rule

    def made(  # noqa: PLR0913 - what a rule says
        self,
        caller: Caller,
        workspace_id: str,
        *,
        preferred: tuple[str, str],
        over: tuple[str, str] = ("", ""),
        scope: tuple[str, str] = ("", ""),
        effective_from: date | None = None,
        reason: str = "",
        once: bool = False,
    ) -> PrecedenceRule:
        """Return a rule signed and dated, not stored yet."""
        now = self._container.clock()
        return PrecedenceRule(
            rule_id=new_id("p"),
            workspace_id=workspace_id,
            preferred_id=preferred[0],
            preferred_title=preferred[1],
            over_id=over[0],
            over_title=over[1],
            subject=scope[0].strip(),
            period=scope[1].strip(),
            effective_from=effective_from or now.date(),
            reason=reason.strip(),
            created_at=now,
            created_by=caller.signature,
            once=once,
        )

    def revise(
        self, caller: Caller, rule: PrecedenceRule, subject: str, period: str, effective_from: date
    ) -> PrecedenceRule:
        """Replace a rule by one with another scope; answers that cite the old one stay true."""
        with self._container.database.write() as session:
            own_workspace(session, caller, rule.workspace_id, Right.DECIDE)
            self._end(session, caller, rule.workspace_id, rule.rule_id)
            changed = self.made(
                caller,
                rule.workspace_id,
                preferred=(rule.preferred_id, rule.preferred_title),
                over=(rule.over_id, rule.over_title),
                scope=(subject, period),
                effective_from=effective_from,
                reason=rule.reason,
            )
            reviews.add_rule(session, changed)
            note(self._container, session, caller, "made_rule", rule.workspace_id, changed.rule_id)
        return changed

    def revoke(self, caller: Caller, workspace_id: str, rule_id: str) -> None:
        """End a rule; later runs no longer apply it, earlier ones keep what they say."""
        with self._container.database.write() as session:
            own_workspace(session, caller, workspace_id, Right.DECIDE)
            self._end(session, caller, workspace_id, rule_id)

    def _end(self, session: Session, caller: Caller, workspace_id: str, rule_id: str) -> None:
        at = self._container.clock()
        note(self._container, session, caller, "ended_rule", workspace_id, rule_id)
        if not reviews.revoke_rule(session, workspace_id, rule_id, caller.signature, at):
            message = "This rule was already revoked. Look at the list again."
            raise NotFound(message)
