"""Command: ``masis eval SET``; progress on standard error, the result on standard output."""

import argparse
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, TypeVar

if TYPE_CHECKING:
    from masis.config import Settings
    from masis.evaluation.base import Pipeline, Progress, Read

_SAY_EVERY_SECONDS = 2.0
P = TypeVar("P", bound=argparse.ArgumentParser)


class Build(Protocol):
    """Opens MASIS; the command closes it."""

    def __call__(self, settings: "Settings", /) -> "Pipeline": ...  # noqa: D102 - the class says it


def add_eval(commands: "argparse._SubParsersAction[P]", build: Build, read: "Read") -> None:
    """Add the subcommand; ``build`` opens MASIS on the settings it is given, ``read`` reads a file."""
    parser = commands.add_parser("eval", help="measure the whole on a set of known questions")
    parser.add_argument("set", type=Path, metavar="SET", help="JSON lines; the kind is known by its fields")
    parser.add_argument("--engine", choices=("extractive", "openai"), help="default: as configured")
    parser.add_argument(
        "--corpus", type=Path, metavar="FILE", help="paragraphs, when not beside the questions"
    )
    parser.add_argument("--json", action="store_true", help="print the result as JSON")
    parser.add_argument("--report", type=Path, metavar="FILE", help="also write an HTML report")
    parser.add_argument("--limit", type=_count, metavar="N", help="draw N rows only")
    parser.add_argument("--seed", type=int, default=0, metavar="N")
    parser.add_argument(
        "--uncited", action="store_true", help="planted faults as sentences of a memo that cites nothing"
    )
    parser.add_argument(
        "--documents",
        type=Path,
        metavar="FOLDER",
        help="ask about the documents of this folder, in one workspace",
    )
    parser.add_argument(
        "--keep",
        type=Path,
        metavar="FOLDER",
        help="keep that workspace here; it is used again while documents and reading code are the same",
    )
    parser.add_argument(
        "--show-report-rows",
        action="store_true",
        help="print the words of report rows too",
    )
    parser.set_defaults(command=lambda options: _eval(options, build, read))


def _eval(options: argparse.Namespace, build: Build, read: "Read") -> int:
    """Run on a data folder of its own, which is gone afterwards."""
    from masis.config import load_settings
    from masis.evaluation.base import Bench
    from masis.evaluation.filings.corpus import Kept
    from masis.evaluation.harness import evaluate
    from masis.evaluation.page import as_page
    from masis.evaluation.plain import as_text
    from masis.ops.logging import configure

    configure("ERROR")
    progress = _progress(time.monotonic, _say)
    with tempfile.TemporaryDirectory(prefix="masis-eval-") as folder:
        data = Path(folder) / "data"
        changes: dict[str, object] = {"data_dir": data}
        if options.engine:
            changes["engine"] = options.engine
        settings = load_settings().model_copy(update=changes)
        if options.documents and options.keep:
            Kept(options.keep, settings, build).copy_to(data, options.documents, progress)
        with closing(build(settings)) as pipeline:
            bench = Bench(
                pipeline,
                options.set.name,
                settings.thinking,
                options.seed,
                progress,
                options.set.parent,
                options.documents,
                read,
                options.show_report_rows,
            )
            chosen = {"corpus": options.corpus, "limit": options.limit, "uncited": options.uncited}
            result = evaluate(options.set, bench, **chosen)
    if options.report:
        options.report.write_text(as_page(result), encoding="utf-8")
        _say(f"Report written to {options.report}")
    text = result.model_dump_json(indent=2) if options.json else as_text(result)
    sys.stdout.write(text + "\n")
    return 0


def _count(text: str) -> int:
    number = int(text)
    if number < 1:
        message = "at least 1"
        raise argparse.ArgumentTypeError(message)
    return number


def _say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)  # noqa: T201 - a command line


def _progress(clock: Callable[[], float], say: Callable[[str], None]) -> "Progress":
    """Say how far the work is, not more often than a person reads, and always when a stage is done."""
    said = [float("-inf")]

    def progress(what: str, done: int, total: int) -> None:
        if done == total or clock() - said[0] >= _SAY_EVERY_SECONDS:
            said[0] = clock()
            say(f"{what}: {done:,} of {total:,}")

    return progress
