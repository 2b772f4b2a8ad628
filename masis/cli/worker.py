"""Worker command: take shared jobs from the queue and work on them."""

import argparse
import logging
import sys
from typing import TypeVar

from masis.errors import ConfigurationError

P = TypeVar("P", bound=argparse.ArgumentParser)


def add_worker(commands: "argparse._SubParsersAction[P]") -> None:
    """Add the subcommand."""
    worker = commands.add_parser("worker", help="work on questions and uploads of the web processes")
    worker.add_argument("--kinds", default="run,ingest", help="of run and ingest, with a comma between")
    worker.add_argument("--parallel", type=int, default=2, metavar="N", help="jobs at the same time")
    worker.set_defaults(command=_worker)


def _worker(options: argparse.Namespace) -> int:
    from masis.config import load_settings
    from masis.ops.logging import configure
    from masis.upkeep import run_worker

    kinds = tuple(kind.strip() for kind in options.kinds.split(",") if kind.strip())
    if not kinds or not set(kinds) <= {"run", "ingest"} or options.parallel < 1:
        message = "--kinds takes run, ingest or both, and --parallel a number from 1 on."
        raise ConfigurationError(message)
    settings = load_settings()
    in_json = settings.log_format == "json"
    configure(settings.log_level, json_lines=in_json)
    doing = f"Working on {' and '.join(kinds)} of {settings.data_dir}"
    if in_json:
        logging.getLogger(__name__).info(doing)
    else:
        print(f"{doing}; Ctrl+C ends it", file=sys.stderr)
    return run_worker(settings, kinds, options.parallel)
