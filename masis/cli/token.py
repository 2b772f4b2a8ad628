"""Token commands: make, list and revoke tokens of the local person, for a MASIS that is not running."""

import argparse
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from masis.errors import InvalidInput

if TYPE_CHECKING:
    from masis.service import Masis

P = TypeVar("P", bound=argparse.ArgumentParser)


def add_token(commands: "argparse._SubParsersAction[P]", opened: "Callable[[], Masis]") -> None:
    """Add the subcommand; ``opened`` opens MASIS."""
    parser = commands.add_parser("token", help="let a program in by the HTTP API, or shut it out")
    acts = parser.add_subparsers(required=True, metavar="ACT")
    make = acts.add_parser("make", help="print a new token, once")
    make.add_argument("name")
    make.add_argument("--workspace", action="append", metavar="ID", help="only this one; may be repeated")
    make.add_argument("--right", action="append", metavar="RIGHT", help="read, ask, upload, decide or manage")
    make.add_argument("--days", type=int, metavar="N", help="how long it counts; without it, until revoked")
    make.set_defaults(command=lambda options: _make(options, opened))
    listing = acts.add_parser("list", help="list tokens")
    listing.set_defaults(command=lambda _options: _list(opened))
    revoke = acts.add_parser("revoke", help="end a token at once")
    revoke.add_argument("token_id", metavar="ID")
    revoke.set_defaults(command=lambda options: _revoke(options, opened))


def _make(options: argparse.Namespace, opened: "Callable[[], Masis]") -> int:
    from masis.domain.person import Caller, Right

    try:
        rights = [Right(right) for right in options.right or Right]
    except ValueError as error:
        message = f"A right is one of {', '.join(Right)}."
        raise InvalidInput(message) from error
    masis = opened()
    try:
        made = masis.tokens.make(Caller(), options.name, rights, options.workspace, options.days)
    finally:
        masis.close()
    print(made.secret)
    return 0


def _list(opened: "Callable[[], Masis]") -> int:
    from masis.domain.person import Caller

    masis = opened()
    try:
        held = masis.tokens.listed(Caller())
    finally:
        masis.close()
    for token in held:
        places = "all workspaces" if token.workspaces is None else ", ".join(token.workspaces)
        ends = f"until {token.expires_at:%Y-%m-%d}" if token.expires_at else "until revoked"
        print(f"{token.token_id}  {token.name}  {', '.join(token.rights)}  {places}  {ends}")
    return 0


def _revoke(options: argparse.Namespace, opened: "Callable[[], Masis]") -> int:
    from masis.domain.person import Caller

    masis = opened()
    try:
        masis.tokens.revoke(Caller(), options.token_id)
    finally:
        masis.close()
    print(f"{options.token_id} is revoked")
    return 0
