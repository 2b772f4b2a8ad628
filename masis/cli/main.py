"""Command line: one function a command; progress on standard error, the result on standard output."""

import argparse
import errno
import json
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, NoReturn

from masis.cli.backup import add_backup
from masis.cli.compare import add_compare
from masis.cli.export import add_commands
from masis.cli.facts import add_facts
from masis.cli.ingest import add_ingest
from masis.cli.mcp import add_mcp
from masis.cli.memo_audit import add_audit
from masis.cli.sync import add_sync
from masis.cli.text import readable
from masis.cli.token import add_token
from masis.cli.worker import add_worker
from masis.errors import InvalidInput, MasisError, NotFound
from masis.evaluation.command import add_eval

if TYPE_CHECKING:
    from masis.config import Settings
    from masis.domain.document import DocumentSummary
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

    add_ingest(commands, _opened, _workspace)

    ask = commands.add_parser("ask", help="ask a question about a workspace's documents")
    ask.add_argument("--workspace", required=True)
    ask.add_argument("question")
    ask.add_argument("--max-retries", type=int, default=None, metavar="N")
    ask.add_argument("--web", action=argparse.BooleanOptionalAction, help="also search the web")
    ask.add_argument("--kind", action="append", metavar="KIND", help="only documents such as annual_report")
    ask.add_argument("--year", action="append", type=int, metavar="YEAR", help="only documents of that year")
    ask.add_argument(
        "--document", action="append", metavar="NAME", help="only documents of that file or title"
    )
    ask.add_argument("--json", action="store_true", help="print the API contract")
    ask.set_defaults(command=_ask)

    health = commands.add_parser("health", help="look at every part")
    health.add_argument("--json", action="store_true")
    health.set_defaults(command=_health)

    serve = commands.add_parser("serve", help="run the web app")
    serve.add_argument("--port", type=int, default=None)
    serve.set_defaults(command=_serve)

    add_sync(commands, _opened, _workspace)
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


def _asked_of(options: argparse.Namespace, documents: "Sequence[DocumentSummary]") -> tuple[str, ...]:
    """Return the ids of the only documents to search, from what was named."""
    from typing import get_args

    from masis.domain.profile import DocumentKind
    from masis.domain.run.asked_of import AskedOf, narrowed

    kinds = get_args(DocumentKind)[1:]
    if strange := sorted({*(options.kind or ())} - {*kinds}):
        message = f"There is no kind of document “{strange[0]}”. Kinds: {', '.join(kinds)}."
        raise InvalidInput(message)
    named = {name.casefold() for name in options.document or ()}
    held = [each for each in documents if {each.file_name.casefold(), each.title.casefold()} & named]
    known = {name.casefold() for each in held for name in (each.file_name, each.title)}
    if unknown := sorted(named - known):
        message = f"There is no document “{unknown[0]}” in this workspace."
        raise NotFound(message)
    ids = tuple(each.document_id for each in held)
    asked = {"kinds": options.kind or (), "years": options.year or (), "document_ids": ids}
    return narrowed(AskedOf.model_validate(asked), documents)


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
            Caller(),
            workspace_id,
            options.question,
            options.max_retries,
            allow_web=options.web,
            documents=_asked_of(options, masis.documents(Caller(), workspace_id)),
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
        with suppress(MasisError):  # whatever is away says so by itself
            masis.count_originals()
        parts = masis.health()
    finally:
        masis.close()
    if options.json:
        print(json.dumps([part.model_dump(mode="json") for part in parts], indent=2, ensure_ascii=False))
    else:
        for part in parts:
            print(f"{'ok' if part.healthy else 'DOWN':<5}{part.name:<14}{part.detail}")
    return SUCCESS if all(part.healthy for part in parts) else ERROR


def _serve(options: argparse.Namespace) -> int:
    from masis.server.serving import serve

    return serve(options.port)
