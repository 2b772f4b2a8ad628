"""Tokens: a person lets programs in, as far and as long as they say, and shuts the door again."""

import hashlib
import hmac
import secrets
from collections.abc import Collection
from datetime import timedelta

from masis.domain.person import Caller, Limits, Right
from masis.domain.printable import single_line
from masis.domain.tokens import MOST_DAYS, MadeToken, TokenView
from masis.errors import InvalidInput, NotAllowed, NotFound
from masis.service.access import own_workspace, own_workspaces
from masis.service.audit_log import note
from masis.service.container import Container, new_id
from masis.store import members, tokens
from masis.store.tokens import TokenRow

_PREFIX = "masis_"
_USE_NOTED = timedelta(minutes=1)
"""A use is written down once in this time: a write for every call would make readers wait."""
_MOST_TOKENS = 50
_LONGEST_NAME = 80


class Tokens:
    """The tokens of every person; only the person sees and revokes them."""

    def __init__(self, container: Container) -> None:
        """Work on the container's database."""
        self._container = container

    def make(
        self,
        caller: Caller,
        name: str,
        rights: Collection[Right] = frozenset(Right),
        workspaces: Collection[str] | None = None,
        days: int | None = None,
    ) -> MadeToken:
        """Make a token; its secret is in the result and nowhere else.

        Raises:
            InvalidInput: name, rights or days cannot be used, or there are too many tokens.
            NotAllowed: the caller is a program with a token itself.
            NotFound: a workspace is not the caller's.
        """
        _in_person(caller)
        named = single_line(name)
        if not 1 <= len(named) <= _LONGEST_NAME:
            message = f"A token's name has 1 to {_LONGEST_NAME} characters."
            raise InvalidInput(message)
        if not rights or (days is not None and not 1 <= days <= MOST_DAYS):
            message = f"A token has at least one right, and lasts 1 to {MOST_DAYS} days where it ends."
            raise InvalidInput(message)
        secret, now = f"{_PREFIX}{secrets.token_urlsafe(32)}", self._container.clock()
        row = TokenRow(
            token_id=new_id("t"),
            person=caller.person,
            name=named,
            digest=_digest(secret),
            workspaces=None if workspaces is None else sorted(workspaces),
            rights=sorted(rights),
            created_at=now,
            expires_at=None if days is None else now + timedelta(days=days),
            last_used_at=None,
            revoked_at=None,
        )
        with self._container.database.write() as session:
            for workspace_id in workspaces or ():
                own_workspace(session, caller, workspace_id, Right.READ)
            if len(tokens.of_person(session, caller.person)) >= _MOST_TOKENS:
                message = f"You have {_MOST_TOKENS} tokens. Revoke one that is no longer used."
                raise InvalidInput(message)
            session.add(row)
            note(self._container, session, caller, "made_token", subject=row.token_id, detail=named)
            mine = frozenset(session.scalars(own_workspaces(caller)))
        return MadeToken(token=_view(row, mine), secret=secret)

    def listed(self, caller: Caller) -> tuple[TokenView, ...]:
        """Return the caller's tokens that were not revoked, newest first."""
        with self._container.database.read() as session:
            mine = frozenset(session.scalars(own_workspaces(caller)))
            return tuple(_view(row, mine) for row in tokens.of_person(session, caller.person))

    def revoke(self, caller: Caller, token_id: str) -> None:
        """End a token at once."""
        _in_person(caller)
        with self._container.database.write() as session:
            row = session.get(TokenRow, token_id)
            if row is None or row.person != caller.person or row.revoked_at is not None:
                message = "There is no such token; it may have been revoked already."
                raise NotFound(message)
            row.revoked_at = self._container.clock()
            note(self._container, session, caller, "revoked_token", subject=token_id, detail=row.name)

    def caller_of(self, secret: str) -> tuple[str, Caller] | None:
        """Return id and caller of a token that counts; that of the settings is the local person's."""
        fixed = self._container.settings.api_token
        if fixed is not None and hmac.compare_digest(_digest(secret), _digest(fixed.get_secret_value())):
            return "settings", Caller()
        if not secret.startswith(_PREFIX):
            return None
        now, digest = self._container.clock(), _digest(secret)
        with self._container.database.read() as session:
            row = tokens.by_digest(session, digest)
            named = members.names(session, [row.person]) if row is not None else {}
        if (
            row is None
            or row.revoked_at is not None
            or (row.expires_at is not None and row.expires_at <= now)
        ):
            return None
        if row.last_used_at is None or now - row.last_used_at > _USE_NOTED:
            with self._container.database.write() as session:
                session.get_one(TokenRow, row.token_id).last_used_at = now
        held = None if row.workspaces is None else frozenset(map(str, row.workspaces))
        limits = Limits(workspaces=held, rights=frozenset(map(Right, row.rights)))
        return row.token_id, Caller(person=row.person, name=named.get(row.person, ""), limits=limits)

    def exist(self) -> bool:
        """Whether anybody may come in by a token at all."""
        if self._container.settings.api_token is not None:
            return True
        with self._container.database.read() as session:
            return tokens.any_left(session)


def _digest(secret: str) -> str:
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


def _in_person(caller: Caller) -> None:
    if caller.limits != Limits():
        message = "A token cannot make or revoke tokens. Sign in and do it on the System page."
        raise NotAllowed(message)


def _view(row: TokenRow, mine: frozenset[str]) -> TokenView:
    """Return a token as its person sees it; workspaces they left are not named."""
    return TokenView(
        token_id=row.token_id,
        name=row.name,
        workspaces=None if row.workspaces is None else tuple(sorted(mine & {*map(str, row.workspaces)})),
        rights=tuple(map(Right, row.rights)),
        created_at=row.created_at,
        expires_at=row.expires_at,
        last_used_at=row.last_used_at,
    )
