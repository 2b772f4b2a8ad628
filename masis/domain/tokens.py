"""Tokens: what a person sees of a token that lets a program in."""

from datetime import datetime

from masis.domain.person import Right
from masis.domain.value import Value

MOST_DAYS = 3650


class TokenView(Value):
    """A token as listed; its secret is shown once, when it is made."""

    token_id: str
    name: str
    workspaces: tuple[str, ...] | None = None
    """``None``: every workspace of its person."""
    rights: tuple[Right, ...]
    created_at: datetime
    expires_at: datetime | None = None
    last_used_at: datetime | None = None


class MadeToken(Value):
    """A new token with its secret."""

    token: TokenView
    secret: str
