"""Command line: one function a command; progress on standard error, the result on standard output."""

import argparse
import errno
import json
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from masis.cli.backup import add_backup
from masis.cli.compare import add_compare
from masis.cli.facts import add_facts
from masis.cli.mcp import add_mcp
from masis.cli.memo_audit import add_audit
from masis.cli.text import job_line, notices_of, readable
from masis.cli.token import add_token
from masis.cli.worker import add_worker
from masis.errors import InvalidInput, MasisError, NotFound
from masis.evaluation.command import add_eval
from masis.export.command import add_commands

if TYPE_CHECKING:
    from masis.config import Settings
    from masis.domain.document import IngestJob
    from masis.domain.run.report import RunSnapshot
    from masis.service import Masis

SUCCESS, ERROR, NEEDS_REVIEW, INTERRUPTED = 0, 1, 2, 130
POLL_SECONDS = 0.2


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status."""
    options = _parser().parse_args(arguments)
    command: Callable[[argparse.Namespace], int] = options.command
    try:
        return command(options)
    except MasisError as error:
        _say(str(error))
        return ERROR
    except KeyboardInterrupt:
        _say("Stopped. Unfinished work goes on at the next start.")
        return INTERRUPTED
    except BrokenPipeError:
        return ERROR
    except OSError as error:
        if error.errno not in {errno.ENOSPC, errno.EIO}:
            raise
        _say(f"The result cannot be written: {error.strerror}.")
        return ERROR


class _Parser(argparse.ArgumentParser):
    """Ends with 1 on a wrong command: 2 means that an answer needs review."""

    def error(self, message: str) -> NoReturn:
        self.print_usage(sys.stderr)
        self.exit(ERROR, f"{self.prog}: {message}\n")


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="python -m masis", description="Audited, cited answers from your documents.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND", parser_class=_Parser)

    ingest = commands.add_parser("ingest", help="take documents into a workspace")
    ingest.add_argument("--workspace", required=True, help="made when missing")
    ingest.add_argument("files", nargs="+", type=Path, metavar="FILE")
    ingest.add_argument("--password", help="opens encrypted files")
    ingest.add_argument("--json", action="store_true", help="print the jobs as JSON")
    ingest.set_defaults(command=_ingest)

    ask = commands.add_parser("ask", help="ask a question about a workspace's documents")
    ask.add_argument("--workspace", required=True)
    ask.add_argument("question")
    ask.add_argument("--max-retries", type=int, default=None, metavar="N")
    ask.add_argument("--web", action=argparse.BooleanOptionalAction, help="also search the web")
    ask.add_argument("--json", action="store_true", help="print the API contract")
    ask.set_defaults(command=_ask)

    health = commands.add_parser("health", help="look at every part")
    health.add_argument("--json", action="store_true")
    health.set_defaults(command=_health)

    serve = commands.add_parser("serve", help="run the web app")
    serve.add_argument("--port", type=int, default=None)
    serve.set_defaults(command=_serve)

    add_backup(commands)
    add_worker(commands)
    add_token(commands, _opened)
    add_mcp(commands, _opened)
    add_facts(commands)
    add_audit(commands, _opened)
    add_commands(commands, _opened)
    add_eval(commands, _built)
    add_compare(commands, _opened)
    return parser


def _built(settings: "Settings") -> "Masis":
    from masis.wiring import build_masis

    return build_masis(settings)


def _say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def _opened() -> "Masis":
    from masis.config import load_settings
    from masis.ops.logging import configure
    from masis.wiring import build_masis

    settings = load_settings()
    level = "ERROR" if settings.log_level == "INFO" else settings.log_level
    configure(level, json_lines=settings.log_format == "json")
    return build_masis(settings)


def _workspace(masis: "Masis", name: str, *, create: bool) -> str:
    """Return the id of a workspace given by its id or its name."""
    from masis.domain.person import Caller

    for item in masis.workspaces(Caller()):
        if name == item.workspace_id or name.casefold() == item.name.casefold():
            return item.workspace_id
    if not create:
        message = f"There is no workspace “{name}”. Take documents in first: ingest --workspace {name} FILE"
        raise NotFound(message)
    return masis.create_workspace(Caller(), name).workspace_id


def _ingest(options: argparse.Namespace) -> int:
    from masis.domain.person import Caller

    contents = [(path.name, _content(path)) for path in options.files]
    masis = _opened()
    try:
        workspace_id = _workspace(masis, options.workspace, create=True)
        mine = [
            masis.upload(Caller(), workspace_id, name, content, options.password).job_id
            for name, content in contents
        ]
        finished = _watch(masis, workspace_id, mine)
        notices = notices_of(masis, workspace_id)
    finally:
        masis.close()
    if options.json:
        print(json.dumps([job.model_dump(mode="json") for job in finished], indent=2, ensure_ascii=False))
    else:
        for job in finished:
            said = " ".join(notices.get(job.document_id, ()))
            print(f"{job_line(job)}{'. ' if said else ''}{said}")
    return SUCCESS if all(job.state in {"done", "unchanged"} for job in finished) else ERROR


def _content(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        message = f"{path} cannot be read: {error.strerror}."
        raise InvalidInput(message) from error


def _watch(masis: "Masis", workspace_id: str, mine: Sequence[str]) -> "list[IngestJob]":
    """Say each change until every job has ended."""
    from masis.domain.person import Caller

    said: dict[str, str] = {}
    while True:
        jobs = [job for job in masis.jobs(Caller(), workspace_id) if job.job_id in mine]
        for job in jobs:
            if not job.finished and said.get(job.job_id) != (line := job_line(job)):
                said[job.job_id] = line
                _say(line)
        if all(job.finished or job.message for job in jobs):  # one that is not worked on says why
            return jobs
        time.sleep(POLL_SECONDS)


def _ask(options: argparse.Namespace) -> int:
    from masis.domain.person import Caller

    masis = _opened()
    try:
        workspace_id = _workspace(masis, options.workspace, create=False)
        if not options.web and not masis.documents(Caller(), workspace_id):
            message = (
                f"The workspace “{options.workspace}” has no documents yet. "
                f"Take some in first: ingest --workspace {options.workspace} FILE"
            )
            raise NotFound(message)
        run_id = masis.ask(
            Caller(), workspace_id, options.question, options.max_retries, allow_web=options.web
        )
        try:
            snapshot = _follow(masis, workspace_id, run_id)
        except KeyboardInterrupt:
            masis.cancel_run(Caller(), workspace_id, run_id)
            masis.wait(run_id, 10.0)
            raise
        case = masis.case(Caller(), workspace_id, run_id)
    finally:
        masis.close()
    report = snapshot.report
    if report is None:
        _say(snapshot.message)
        return ERROR
    if options.json:
        print(json.dumps(report.contract(), indent=2, ensure_ascii=False))
    else:
        print(readable(report, case.message if case else ""))
    done = report.status == "success" and not report.requires_human_review
    return SUCCESS if done else NEEDS_REVIEW


def _follow(masis: "Masis", workspace_id: str, run_id: str) -> "RunSnapshot":
    """Say what each agent did until the run has ended."""
    from masis.domain.person import Caller

    said = 0
    while True:
        masis.wait(run_id, POLL_SECONDS)
        snapshot = masis.run(Caller(), workspace_id, run_id)
        for event in snapshot.events[said:]:
            if event.kind == "node_finished":
                _say(f"{event.node} ({event.detail.get('duration_ms', 0):.0f} ms)")
            elif event.kind == "waiting" and event.detail.get("seconds"):
                _say(f"waiting {event.detail['seconds']} s: {event.detail.get('why', '')}")
        said = len(snapshot.events)
        if snapshot.message or snapshot.summary.state not in {"queued", "running"}:
            return snapshot


def _health(options: argparse.Namespace) -> int:
    masis = _opened()
    try:
        parts = masis.health()
    finally:
        masis.close()
    if options.json:
        print(json.dumps([part.model_dump(mode="json") for part in parts], indent=2, ensure_ascii=False))
    else:
        for part in parts:
            print(f"{'ok' if part.healthy else 'DOWN':<5}{part.name:<12}{part.detail}")
    return SUCCESS if all(part.healthy for part in parts) else ERROR


def _serve(options: argparse.Namespace) -> int:
    from masis.server.serving import serve

    return serve(options.port)
