"""Command line, compare: two finished runs and what differs between them."""

import argparse
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from masis.cli.text import difference
from masis.errors import NotFound

if TYPE_CHECKING:
    from masis.domain.history.past import Compared
    from masis.service import Masis


def add_compare(commands: "argparse._SubParsersAction[Any]", opened: "Callable[[], Masis]") -> None:
    """Add the command; ``opened`` opens MASIS."""
    compare = commands.add_parser("compare", help="say what differs between two finished runs")
    compare.add_argument("before", metavar="RUN_A")
    compare.add_argument("after", metavar="RUN_B")
    compare.add_argument("--json", action="store_true", help="print the whole comparison")
    compare.set_defaults(command=lambda options: _compare(options, opened))


def _compare(options: argparse.Namespace, opened: "Callable[[], Masis]") -> int:
    masis = opened()
    try:
        made = _compared(masis, options.before, options.after).comparison
    finally:
        masis.close()
    told = made.model_dump_json(indent=2) if options.json else difference(made)
    sys.stdout.write(f"{told}\n")
    return 0


def _compared(masis: "Masis", before: str, after: str) -> "Compared":
    from masis.domain.person import Caller

    for item in masis.workspaces(Caller()):
        try:
            masis.run(Caller(), item.workspace_id, before)
        except NotFound:
            continue
        return masis.past.compare(Caller(), item.workspace_id, before, after)
    message = f"There is no run “{before}”. The history lists the runs."
    raise NotFound(message)
