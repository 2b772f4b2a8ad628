"""Endpoints: everything programs can do, one line of the table for each."""

import json
from collections.abc import Iterator
from datetime import timedelta
from time import monotonic
from typing import cast, get_args

from masis.domain.document import DocumentSummary, IngestJob
from masis.domain.facts.table import Wanted
from masis.domain.facts.values import FactTable
from masis.domain.memo_audit.verdicts import DraftAudit, DraftSummary
from masis.domain.person import Right
from masis.domain.review.case import Case
from masis.domain.review.rating import Rating
from masis.domain.run.report import RunSnapshot, RunSummary, RunVerdict
from masis.domain.workspace import WorkspaceSummary
from masis.errors import NotFound
from masis.export import ExportFormat
from masis.server.v1.bodies import Decision, Memo, NewWorkspace, Question, RatingOf, Search
from masis.server.v1.calls import Answer, BadCall, Call, Endpoint, plain
from masis.server.v1.retention import RETENTION
from masis.service.review.casework import CaseFile

LONGEST_WAIT = timedelta(minutes=15)
_MOST_LISTED = 200
_MOST_OFFSET = 1_000_000
_POLL_SECONDS = 0.3
_SIGN_OF_LIFE_SECONDS = 15.0
_AT_WORK = frozenset({"queued", "running"})


def _workspaces(call: Call) -> Answer:
    return Answer(call.masis.workspaces(call.caller))


def _new_workspace(call: Call) -> Answer:
    return Answer(call.masis.create_workspace(call.caller, call.body.name), 201)


def _delete_workspace(call: Call) -> Answer:
    call.masis.delete_workspace(call.caller, call.path["workspace_id"])
    return Answer({"deleted": call.path["workspace_id"]})


def _documents(call: Call) -> Answer:
    return Answer(call.masis.documents(call.caller, call.path["workspace_id"]))


def _upload(call: Call) -> Answer:
    file = call.file
    if file is None:
        raise AssertionError
    call.masis.uploads.reader.keep_soon()  # whoever uploads once often goes on
    job = call.masis.upload(
        call.caller, call.path["workspace_id"], file.name, file.content, password=file.password
    )
    return Answer(job, 422 if job.state == "rejected" else 202)


def _delete_document(call: Call) -> Answer:
    call.masis.delete_document(call.caller, call.path["workspace_id"], call.path["document_id"])
    return Answer({"deleted": call.path["document_id"]})


def _original(call: Call) -> Answer:
    workspace_id, document_id = call.path["workspace_id"], call.path["document_id"]
    found = [
        held for held in call.masis.documents(call.caller, workspace_id) if held.document_id == document_id
    ]
    if not found:
        message = "There is no such document in this workspace; it may have been deleted."
        raise NotFound(message)
    version = found[0].versions[0].version_id
    content = call.masis.original(call.caller, workspace_id, document_id, version)
    return Answer(file=(found[0].file_name, "application/octet-stream", content))


def _jobs(call: Call) -> Answer:
    return Answer(call.masis.jobs(call.caller, call.path["workspace_id"]))


def _cancel_job(call: Call) -> Answer:
    call.masis.cancel_job(call.caller, call.path["workspace_id"], call.path["job_id"])
    return _jobs(call)


def _ask(call: Call) -> Answer:
    asked, workspace_id = cast(Question, call.body), call.path["workspace_id"]
    run_id = call.masis.ask(
        call.caller,
        workspace_id,
        asked.question,
        asked.max_retries,
        asked.thread_id,
        allow_web=asked.allow_web,
        documents=asked.documents,
    )
    if asked.wait:
        call.masis.wait(run_id, LONGEST_WAIT.total_seconds())
    snapshot = call.masis.run(call.caller, workspace_id, run_id)
    return Answer(snapshot, 202 if snapshot.summary.state in _AT_WORK else 200)


def _runs(call: Call) -> Answer:
    verdict = call.query.get("verdict")
    if verdict is not None and verdict not in get_args(RunVerdict):
        raise BadCall(422, f"verdict is one of {', '.join(get_args(RunVerdict))}.")
    found = call.masis.runs(
        call.caller,
        call.path["workspace_id"],
        call.query.get("search", ""),
        cast("RunVerdict | None", verdict),
        call.number("limit", 50, _MOST_LISTED),
        call.number("offset", 0, _MOST_OFFSET),
    )
    return Answer(found)


def _run(call: Call) -> Answer:
    return Answer(call.masis.run(call.caller, call.path["workspace_id"], call.path["run_id"]))


def _cancel_run(call: Call) -> Answer:
    call.masis.cancel_run(call.caller, call.path["workspace_id"], call.path["run_id"])
    return _run(call)


def _follow(call: Call) -> Answer:
    _run(call)  # what cannot be read is a plain 404, not a stream
    return Answer(stream=_events(call))


def _events(call: Call) -> Iterator[str]:
    """Yield each event once, the writer's words as they come, and the report at the end."""
    workspace_id, run_id = call.path["workspace_id"], call.path["run_id"]
    sent = seen = 0
    heard = ends = monotonic()
    while monotonic() - ends < LONGEST_WAIT.total_seconds():
        snapshot = call.masis.run(call.caller, workspace_id, run_id)
        for event in snapshot.events[sent:]:
            yield _sent("event", plain(event))
        draft = call.masis.draft_words(call.caller, workspace_id, run_id)
        if draft.words and draft.number != seen:
            seen = draft.number
            yield _sent("words", {"words": draft.words, "audited": False})
        if snapshot.summary.state not in _AT_WORK:
            yield _sent("end", plain(snapshot))
            return
        if len(snapshot.events) > sent:
            heard = monotonic()
        elif monotonic() - heard > _SIGN_OF_LIFE_SECONDS:
            heard = monotonic()
            yield ": still at work\n\n"
        sent = len(snapshot.events)
        call.masis.wait(run_id, _POLL_SECONDS)


def _sent(kind: str, value: object) -> str:
    return f"event: {kind}\ndata: {json.dumps(value, ensure_ascii=False)}\n\n"


def _export(call: Call) -> Answer:
    kind = call.path["format"]
    if kind not in get_args(ExportFormat):
        raise BadCall(404, f"A run is exported as {', '.join(get_args(ExportFormat))}.")
    made = call.masis.export_run(
        call.caller, call.path["workspace_id"], call.path["run_id"], cast(ExportFormat, kind)
    )
    return Answer(file=(made.name, made.media_type, made.content))


def _search(call: Call) -> Answer:
    found = call.masis.search(call.caller, call.path["workspace_id"], cast(Search, call.body).question)
    return Answer({"passages": plain(found.evidence), "nearest_misses": plain(found.dropped[:5])})


def _cases(call: Call) -> Answer:
    workspace_id, state = call.path["workspace_id"], call.query.get("state", "open")
    if state not in {"open", "resolved", "all"}:
        raise BadCall(422, "state is open, resolved or all.")
    held = call.masis.cases(call.caller, workspace_id)
    listed = [case for case in held if state in {"all", case.state}]
    at, most = call.number("offset", 0, _MOST_OFFSET), call.number("limit", 50, _MOST_LISTED)
    return Answer(listed[at : at + most])


def _case_file(call: Call) -> CaseFile:
    """Return a case of the workspace in the path, and of no other."""
    file = call.masis.reviews.file(call.caller, call.path["case_id"])
    if file.case.workspace_id != call.path["workspace_id"]:
        message = "There is no such case in this workspace."
        raise NotFound(message)
    call.masis.run(call.caller, file.case.workspace_id, file.case.run_id)
    return file


def _case(call: Call) -> Answer:
    file = _case_file(call)
    return Answer({"case": file.case, "report": file.report, "decisions": file.decisions})


def _decide(call: Call) -> Answer:
    case_id, said, reviews = call.path["case_id"], cast(Decision, call.body), call.masis.reviews
    _case_file(call)
    match said.action:
        case "approve":
            reviews.approve(call.caller, case_id, said.version, said.reason)
        case "reject":
            reviews.reject(call.caller, case_id, said.version, said.code or "other", said.reason)
        case "comment":
            reviews.comment(call.caller, case_id, said.reason)
        case "assign":
            reviews.assign(call.caller, case_id, said.version, said.assignee)
        case "undo":
            reviews.undo(call.caller, case_id, said.version)
    return _case(call)


def _rate(call: Call) -> Answer:
    said, path = cast(RatingOf, call.body), call.path
    rating = call.masis.ratings.rate(
        call.caller, path["workspace_id"], path["run_id"], right=said.right, why=said.why
    )
    return Answer(rating)


def _unrate(call: Call) -> Answer:
    call.masis.ratings.take_back(call.caller, call.path["workspace_id"], call.path["run_id"])
    return Answer({"taken_back": call.path["run_id"]})


def _audits(call: Call) -> Answer:
    return Answer(call.masis.drafts.listed(call.caller, call.path["workspace_id"]))


def _new_audit(call: Call) -> Answer:
    memo, workspace_id = cast(Memo, call.body), call.path["workspace_id"]
    audit_id = call.masis.drafts.paste(call.caller, workspace_id, memo.text, memo.name)
    if memo.wait:
        call.masis.drafts.wait(audit_id, LONGEST_WAIT.total_seconds())
    audit = call.masis.drafts.get(call.caller, workspace_id, audit_id)
    return Answer(audit, 200 if audit.summary.finished else 202)


def _audit(call: Call) -> Answer:
    return Answer(call.masis.drafts.get(call.caller, call.path["workspace_id"], call.path["audit_id"]))


def _delete_audit(call: Call) -> Answer:
    call.masis.drafts.delete(call.caller, call.path["workspace_id"], call.path["audit_id"])
    return Answer({"deleted": call.path["audit_id"]})


def _facts(call: Call) -> Answer:
    wanted = Wanted(measure=call.query.get("measure", ""), all_lines=call.query.get("all_lines") == "true")
    return Answer(call.masis.facts.table(call.caller, call.path["workspace_id"], wanted))


_W = "/workspaces/{workspace_id}"
_PAGED = {"limit": f"At most {_MOST_LISTED}, 50 unless given.", "offset": "How many to leave out."}
ENDPOINTS: tuple[Endpoint, ...] = (
    Endpoint("GET", "/workspaces", Right.READ, "List workspaces", _workspaces, reply=list[WorkspaceSummary]),
    Endpoint(
        "POST",
        "/workspaces",
        Right.MANAGE,
        "Make a workspace",
        _new_workspace,
        NewWorkspace,
        WorkspaceSummary,
    ),
    Endpoint("DELETE", _W, Right.MANAGE, "Delete a workspace with everything in it", _delete_workspace),
    *RETENTION,
    Endpoint("GET", f"{_W}/documents", Right.READ, "List documents", _documents, reply=list[DocumentSummary]),
    Endpoint(
        "POST",
        f"{_W}/documents",
        Right.UPLOAD,
        "Upload a document, or a new version of one of the same name; the same content twice is one",
        _upload,
        reply=IngestJob,
        takes_file=True,
    ),
    Endpoint(
        "DELETE", f"{_W}/documents/{{document_id}}", Right.UPLOAD, "Delete a document", _delete_document
    ),
    Endpoint(
        "GET",
        f"{_W}/documents/{{document_id}}/original",
        Right.READ,
        "Fetch a document as it was uploaded",
        _original,
        gives="application/octet-stream",
    ),
    Endpoint(
        "GET", f"{_W}/jobs", Right.READ, "List uploads and how far they are", _jobs, reply=list[IngestJob]
    ),
    Endpoint(
        "DELETE",
        f"{_W}/jobs/{{job_id}}",
        Right.UPLOAD,
        "Cancel an upload",
        _cancel_job,
        reply=list[IngestJob],
    ),
    Endpoint("POST", f"{_W}/search", Right.READ, "Find passages; no model is asked", _search, Search),
    Endpoint("POST", f"{_W}/runs", Right.ASK, "Ask a question", _ask, Question, RunSnapshot),
    Endpoint(
        "GET",
        f"{_W}/runs",
        Right.READ,
        "List runs, newest first",
        _runs,
        reply=list[RunSummary],
        query={"search": "Words of the question or the answer.", "verdict": "How it ended.", **_PAGED},
    ),
    Endpoint("GET", f"{_W}/runs/{{run_id}}", Right.READ, "Fetch a run as it stands", _run, reply=RunSnapshot),
    Endpoint(
        "DELETE", f"{_W}/runs/{{run_id}}", Right.ASK, "Cancel a run under way", _cancel_run, reply=RunSnapshot
    ),
    Endpoint(
        "GET",
        f"{_W}/runs/{{run_id}}/events",
        Right.READ,
        "Follow a run: event, words (not audited yet) and end",
        _follow,
        gives="text/event-stream",
    ),
    Endpoint(
        "GET",
        f"{_W}/runs/{{run_id}}/export/{{format}}",
        Right.READ,
        "Export a run as pack, pdf, docx, md or json",
        _export,
        gives="application/octet-stream",
    ),
    Endpoint(
        "PUT",
        f"{_W}/runs/{{run_id}}/rating",
        Right.ASK,
        "Say whether a final answer is right; a wrong one opens a case",
        _rate,
        RatingOf,
        Rating,
    ),
    Endpoint("DELETE", f"{_W}/runs/{{run_id}}/rating", Right.ASK, "Take that back", _unrate),
    Endpoint(
        "GET",
        f"{_W}/cases",
        Right.READ,
        "List cases that wait for a person",
        _cases,
        reply=list[Case],
        query={"state": "open, resolved or all; open unless given.", **_PAGED},
    ),
    Endpoint("GET", f"{_W}/cases/{{case_id}}", Right.READ, "Fetch a case with report and decisions", _case),
    Endpoint("POST", f"{_W}/cases/{{case_id}}/decisions", Right.DECIDE, "Decide a case", _decide, Decision),
    Endpoint("GET", f"{_W}/audits", Right.READ, "List audits of memos", _audits, reply=list[DraftSummary]),
    Endpoint("POST", f"{_W}/audits", Right.ASK, "Audit a memo", _new_audit, Memo, DraftAudit),
    Endpoint("GET", f"{_W}/audits/{{audit_id}}", Right.READ, "Fetch an audit", _audit, reply=DraftAudit),
    Endpoint("DELETE", f"{_W}/audits/{{audit_id}}", Right.ASK, "Delete an audit", _delete_audit),
    Endpoint(
        "GET",
        f"{_W}/facts",
        Right.READ,
        "Table of what the documents state of a measure",
        _facts,
        reply=FactTable,
        query={"measure": "Such as net sales.", "all_lines": "true for every line."},
    ),
)
