"""Folders that workspaces follow, and the document that an upload is for."""

import sqlalchemy as sa
from alembic import op

revision = "0026"
down_revision = "0025"
branch_labels = None
depends_on = None


def _workspace() -> "sa.Column[str]":
    place = sa.ForeignKey("workspaces.workspace_id", ondelete="CASCADE")
    return sa.Column("workspace_id", sa.String(64), place, nullable=False)


def upgrade() -> None:
    op.create_table(
        "folder_sources",
        sa.Column("source_id", sa.String(64), primary_key=True),
        _workspace(),
        sa.Column("folder_id", sa.String(64), nullable=False),
        sa.Column("path", sa.Text(), nullable=False),
        sa.Column("document_id", sa.String(64), nullable=False),
        sa.Column("made", sa.Boolean(), nullable=False),
        sa.Column("sha256", sa.String(64), nullable=False),
        sa.Column("size_bytes", sa.BigInteger(), nullable=False),
        sa.Column("modified_ns", sa.BigInteger(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
    )
    op.create_index("folder_sources_by_folder", "folder_sources", ["workspace_id", "folder_id"])
    op.create_index("folder_sources_by_document", "folder_sources", ["document_id"])
    op.create_table(
        "folder_syncs",
        sa.Column("folder_id", sa.String(64), primary_key=True),
        _workspace(),
        sa.Column("folder", sa.Text(), nullable=False),
        sa.Column("finished_at", sa.DateTime(), nullable=False),
        sa.Column("report", sa.JSON(), nullable=False),
    )
    op.create_index("ix_folder_syncs_workspace_id", "folder_syncs", ["workspace_id"])
    op.add_column("jobs", sa.Column("into_document", sa.String(64), nullable=False, server_default=""))
