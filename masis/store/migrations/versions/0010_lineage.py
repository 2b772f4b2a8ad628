"""Lineage: what each run came from, whether its checkpoints are kept, and the documents its answer cites."""

import json

import sqlalchemy as sa
from alembic import op

from masis.store.tables import UtcDateTime

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("runs", sa.Column("origin_run", sa.String(length=64), nullable=False, server_default=""))
    op.add_column("runs", sa.Column("kept", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.create_index(op.f("ix_runs_origin_run"), "runs", ["origin_run"], unique=False)
    op.create_table(
        "run_sources",
        sa.Column("run_id", sa.String(length=64), nullable=False),
        sa.Column("version_id", sa.String(length=64), nullable=False),
        sa.Column("document_id", sa.String(length=64), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("sha256", sa.String(length=64), nullable=False),
        sa.Column("gone_at", UtcDateTime(), nullable=True),
        sa.ForeignKeyConstraint(["run_id"], ["runs.run_id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("run_id", "version_id"),
    )
    op.create_index("run_sources_by_document", "run_sources", ["document_id"], unique=False)
    _sources_of_earlier_runs()


def _sources_of_earlier_runs() -> None:
    """Read from the reports that are there what their answers cite."""
    connection = op.get_bind()
    versions = connection.execute(sa.text("select version_id, sha256 from document_versions"))
    hashes = {version_id: sha256 for version_id, sha256 in versions}
    ids = connection.execute(sa.text("select run_id from runs where report is not null")).scalars().all()
    table = sa.table(
        "run_sources",
        *(sa.column(name) for name in ("run_id", "version_id", "document_id", "title", "sha256")),
    )
    for run_id in ids:
        query = sa.text("select report from runs where run_id = :run_id")
        report = json.loads(connection.execute(query, {"run_id": run_id}).scalar_one())
        cited = {one for claim in report.get("claims", ()) for one in claim.get("citations", ())}
        rows = {
            chunk["version_id"]: {
                "run_id": run_id,
                "version_id": chunk["version_id"],
                "document_id": chunk["document_id"],
                "title": chunk["document_title"],
                "sha256": hashes.get(chunk["version_id"], ""),
            }
            for chunk in report.get("evidence", ())
            if chunk["chunk_id"] in cited and chunk.get("source", "document") == "document"
        }
        if rows:
            connection.execute(table.insert(), [*rows.values()])


def downgrade() -> None:
    op.drop_table("run_sources")
    op.drop_index(op.f("ix_runs_origin_run"), "runs")
    for name in ("kept", "origin_run"):
        op.drop_column("runs", name)
