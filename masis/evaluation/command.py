"""Command ``masis eval SET``: measure MASIS on questions of your own whose answers are known."""

import argparse
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from masis.config import Settings
    from masis.evaluation.base import Pipeline, Progress
    from masis.evaluation.results import Result

_SAY_EVERY_SECONDS = 2.0
A = TypeVar("A", bound=argparse.ArgumentParser)
P = TypeVar("P", bound="Pipeline")


def add_eval(commands: "argparse._SubParsersAction[A]", build: "Callable[[Settings], Pipeline]") -> None:
    """Add the subcommand; ``build`` opens MASIS on the settings it is given."""
    parser = commands.add_parser("eval", help="measure the answers to a set of your own questions")
    parser.add_argument("set", type=Path, metavar="SET", help="JSON lines; docs/evaluation.md describes them")
    add_options(parser)
    parser.set_defaults(command=lambda options: _eval(options, build))


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add what every evaluation takes; ``measure`` reads it."""
    parser.add_argument("--engine", choices=("extractive", "openai"), help="default: as configured")
    parser.add_argument("--json", action="store_true", help="print the result as JSON")
    parser.add_argument("--report", type=Path, metavar="FILE", help="also write an HTML report")
    parser.add_argument("--limit", type=_count, metavar="N", help="draw N rows only")
    parser.add_argument("--seed", type=int, default=0, metavar="N")
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


def _eval(options: argparse.Namespace, build: "Callable[[Settings], Pipeline]") -> int:
    from masis.evaluation import golden, over_documents
    from masis.evaluation.base import Bench
    from masis.evaluation.sets import drawn, read_questions

    rows = drawn(read_questions(options.set), options.limit, options.seed)

    def run(pipeline: "Pipeline", engine: str, progress: "Progress") -> "Result":
        bench = Bench(
            pipeline,
            options.set.name,
            engine,
            options.seed,
            progress,
            options.set.parent,
            options.show_report_rows,
        )
        if options.documents is None:
            return golden.run(rows, bench)
        return over_documents.run(rows, bench, options.documents)

    return measure(options, build, run)


def measure(
    options: argparse.Namespace,
    build: "Callable[[Settings], P]",
    run: "Callable[[P, str, Progress], Result]",
) -> int:
    """Run on a data folder of its own, which is gone afterwards, and print the result.

    ``run`` gets what ``build`` opened, the engine's name, and where to say how far it is.
    """
    from masis.config import load_settings
    from masis.evaluation.report import as_page, as_text
    from masis.evaluation.workspaces import Kept
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
            result = run(pipeline, settings.thinking, progress)
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
