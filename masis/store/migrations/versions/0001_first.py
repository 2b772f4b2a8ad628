"""Every table of the store; a database made by the migrations before this one has the same tables.

Its id is the one those databases carry as their newest, so that they are up to date as they are; numbers go on
from there.
"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = None
branch_labels = None
depends_on = None

_REFUSE_IN_SQLITE = """
CREATE TRIGGER review_decisions_only_grow BEFORE UPDATE ON review_decisions
BEGIN SELECT RAISE(ABORT, 'decisions are never changed'); END
"""
_REFUSE_IN_POSTGRES = """
CREATE FUNCTION masis_decisions_only_grow() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN RAISE EXCEPTION 'decisions are never changed' USING ERRCODE = 'integrity_constraint_violation'; END $$;
CREATE TRIGGER review_decisions_only_grow BEFORE UPDATE ON review_decisions
FOR EACH ROW EXECUTE FUNCTION masis_decisions_only_grow()
"""


def upgrade() -> None:
    _workspaces_and_documents()
    _runs()
    _reviews()
    _memo_audits()
    _calibration()


def _workspaces_and_documents() -> None:
    _table(
        "workspaces", ["workspace_id"],
        _words("workspace_id"), _words("name", 200), _words("owner", 200), _flag("sample"), _flag("deleting"),
        _flag("allow_web", sa.false()), _moment("created_at"),
        indexes=["owner"],
    )  # fmt: skip
    _table(
        "documents", ["document_id"],
        _words("document_id"), _part_of("workspaces"), _words("file_name", 400), _unbounded("name_key", 400),
        _words("kind", 16), _text("title"), _unbounded("date", 32), _words("current_version_id"),
        _json("correction", "{}"), _moment("deleted_at", open_ended=True), _moment("created_at"),
    )  # fmt: skip
    op.create_index("documents_by_name", "documents", ["workspace_id", "name_key"])
    _table(
        "document_versions", ["version_id"],
        _words("version_id"), _part_of("documents"), _number("number"), _words("sha256"), _number("size_bytes"),
        _number("pages"), _number("chunks"), _text("title"), _json("notices"), _json("profile", "{}"),
        _moment("added_at"), sa.UniqueConstraint("document_id", "number"),
        indexes=["document_id", "sha256"],
    )  # fmt: skip
    _table(
        "pages", ["version_id", "number"],
        _part_of("document_versions"), _number("number"), _unbounded("label", 64), _text("text"),
        _json("blocks"), _json("tables", "[]"), _flag("has_image"), _flag("ocr"),
    )  # fmt: skip
    _table(
        "chunks", ["version_id", "position"],
        _part_of("document_versions"), _number("position"), _words("chunk_id"), _text("heading"),
        _json("payload"),
        indexes=["chunk_id"],
    )  # fmt: skip
    _table(
        "jobs", ["job_id"],
        _words("job_id"), _part_of("workspaces"), _words("file_name", 400), _words("kind", 16), _words("sha256"),
        _number("size_bytes"), _words("state", 16), _number("pages_done"), _number("pages_total"),
        _number("chunks_done"), _number("chunks_total"), _text("message"), _words("code", 32),
        _words("document_id"), _words("version_id"), _moment("created_at"), _moment("updated_at"),
        indexes=["sha256", "state", "workspace_id"],
    )  # fmt: skip


def _runs() -> None:
    _table(
        "runs", ["run_id"],
        _words("run_id"), _part_of("workspaces"), _words("thread_id"), _words("owner", 200), _text("question"),
        _json("request"), _words("state", 16), _words("verdict", 24),
        sa.Column("confidence", sa.Double()), _json("confidence_history"), _number("iterations"),
        _unbounded("engine", 64), _text("answer"), _text("message"), _words("origin_run", default=""),
        _flag("kept", sa.false()), sa.Column("report", sa.Text()), _moment("started_at"),
        _moment("finished_at", open_ended=True),
        indexes=["origin_run", "state", "thread_id"],
    )  # fmt: skip
    op.create_index("runs_by_time", "runs", ["workspace_id", "started_at"])
    _table(
        "run_events", ["run_id", "number"],
        _part_of("runs"), _number("number"), _moment("at"), _words("kind", 24), _words("node", 32),
        _number("iteration"), _json("detail"),
    )  # fmt: skip
    _table(
        "run_sources", ["run_id", "version_id"],
        _part_of("runs"), _words("version_id"), _words("document_id"), _text("title"), _words("sha256"),
        _moment("gone_at", open_ended=True),
    )  # fmt: skip
    op.create_index("run_sources_by_document", "run_sources", ["document_id"])
    _table("model_replies", ["run_id", "key"], _part_of("runs"), _words("key"), _text("reply"))
    _table(
        "thread_names", ["workspace_id", "owner", "thread_id"],
        _part_of("workspaces"), _words("owner", 200), _words("thread_id"), _words("name", 200),
    )  # fmt: skip


def _reviews() -> None:
    _table(
        "cases", ["case_id"],
        _words("case_id"), _part_of("runs"), _part_of("workspaces"), _text("question"), _words("cause", 32),
        _text("message"), _words("state", 16), _moment("created_at"), _words("outcome", 16, default=""),
        _words("assignee", 200, default=""), _words("due", 10, default=""), _number("version", "1"),
        _words("continued_by", default=""), sa.UniqueConstraint("run_id"),
        indexes=["continued_by", "workspace_id"],
    )  # fmt: skip
    op.create_index("cases_by_age", "cases", ["state", "created_at"])
    _table(
        "review_decisions", ["number"],
        _number("number"), _part_of("cases"), _part_of("runs"), _part_of("workspaces"), _moment("at"),
        _words("person", 200), _words("action", 24), _words("code", 32), _text("reason"), _json("before"),
        _json("after"),
        indexes=["case_id", "workspace_id"],
    )  # fmt: skip
    op.create_index("decisions_by_run", "review_decisions", ["run_id", "number"])
    op.execute(_REFUSE_IN_SQLITE if op.get_bind().dialect.name == "sqlite" else _REFUSE_IN_POSTGRES)
    _table(
        "precedence_rules", ["rule_id"],
        _words("rule_id"), _part_of("workspaces"), _words("preferred_id"), _text("preferred_title"),
        _words("over_id"), _text("over_title"), _text("subject"), _unbounded("period", 64),
        _words("effective_from", 10), _text("reason"), _moment("created_at"), _words("created_by", 200),
        _moment("revoked_at", open_ended=True), _words("revoked_by", 200),
        indexes=["workspace_id"],
    )  # fmt: skip


def _memo_audits() -> None:
    _table(
        "draft_audits", ["audit_id"],
        _words("audit_id"), _part_of("workspaces"), _words("owner", 200), _words("name", 400), _words("kind", 16),
        _words("state", 16), _text("message"), sa.Column("content", sa.LargeBinary(), nullable=False),
        _text("memo"), _json("counts"), _json("rows"), sa.Column("seconds", sa.Float(), nullable=False),
        _number("stops", "0"), _moment("created_at"), _moment("finished_at", open_ended=True),
        indexes=["state"],
    )  # fmt: skip
    op.create_index("drafts_by_age", "draft_audits", ["workspace_id", "owner", "created_at"])


def _calibration() -> None:
    _table(
        "calibrations", ["number"],
        _number("number"), _part_of("workspaces"), _words("embedder", 200), _words("engine"), _moment("at"),
        _words("person", 200), _text("change"), sa.Column("most_wrong", sa.Float()),
        sa.Column("threshold", sa.Float()), sa.Column("retry_threshold", sa.Float()),
        _moment("counts_from", open_ended=True),
    )  # fmt: skip
    op.create_index("calibrations_by_place", "calibrations", ["workspace_id", "embedder", "engine", "number"])
    _table(
        "probe_batches", ["batch_id"],
        _words("batch_id"), _part_of("workspaces"), _words("kind", 16), _words("state", 16), _words("engine"),
        _words("embedder", 200), _words("version"), _number("seed"), _number("done"), _number("total"),
        _text("message"), _words("person", 200), _moment("started_at"), _moment("finished_at", open_ended=True),
    )  # fmt: skip
    op.create_index("probe_batches_by_place", "probe_batches", ["workspace_id", "embedder", "engine"])
    _table("probes", ["batch_id", "number"], _part_of("probe_batches"), _number("number"), _json("checked"))


def _table(name: str, key: Sequence[str], *parts: sa.schema.SchemaItem, indexes: Sequence[str] = ()) -> None:
    """Create a table with its primary key; ``indexes`` are the columns with an index of their own."""
    op.create_table(name, *parts, sa.PrimaryKeyConstraint(*key))
    for column in indexes:
        op.create_index(op.f(f"ix_{name}_{column}"), name, [column])


def _part_of(table: str) -> sa.Column[str]:
    """Return the column with the id of a row that this one goes with."""
    names = {"document_versions": "version_id", "probe_batches": "batch_id"}
    name = names.get(table, f"{table.removesuffix('s')}_id")
    return sa.Column(name, sa.String(64), sa.ForeignKey(f"{table}.{name}", ondelete="CASCADE"), nullable=False)


def _words(name: str, length: int = 64, *, default: str | None = None) -> sa.Column[str]:
    return sa.Column(name, sa.String(length), nullable=False, server_default=default)


def _unbounded(name: str, usual: int) -> sa.Column[str]:
    """Return a text that people, documents or models write: Postgres holds it to no length either."""
    return sa.Column(name, sa.String(usual).with_variant(sa.Text(), "postgresql"), nullable=False)


def _text(name: str) -> sa.Column[str]:
    return sa.Column(name, sa.Text(), nullable=False)


def _number(name: str, default: str | None = None) -> sa.Column[int]:
    return sa.Column(name, sa.Integer(), nullable=False, server_default=default)


def _flag(name: str, default: sa.ColumnElement[bool] | None = None) -> sa.Column[bool]:
    return sa.Column(name, sa.Boolean(), nullable=False, server_default=default)


def _json(name: str, default: str | None = None) -> sa.Column[object]:
    return sa.Column(name, sa.JSON(), nullable=False, server_default=default)


def _moment(name: str, *, open_ended: bool = False) -> sa.Column[object]:
    return sa.Column(name, sa.DateTime(), nullable=open_ended)
