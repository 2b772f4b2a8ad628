"""How long workspaces keep what is over, and which originals went by that."""

import sqlalchemy as sa
from alembic import op

revision = "0028"
down_revision = "0027"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "workspace_retention",
        sa.Column(
            "workspace_id",
            sa.String(64),
            sa.ForeignKey("workspaces.workspace_id", ondelete="CASCADE"),
            primary_key=True,
        ),
        sa.Column("runs_days", sa.Integer(), nullable=True),
        sa.Column("drafts_days", sa.Integer(), nullable=True),
        sa.Column("originals_days", sa.Integer(), nullable=True),
        sa.Column("changed_at", sa.DateTime(), nullable=False),
        sa.Column("changed_by", sa.String(200).with_variant(sa.Text(), "postgresql"), nullable=False),
        sa.Column("next_at", sa.DateTime(), nullable=True),
        sa.Column("swept_at", sa.DateTime(), nullable=True),
        sa.Column("removed", sa.JSON(), nullable=False),
        sa.Column("worker", sa.String(200), nullable=False),
        sa.Column("until", sa.DateTime(), nullable=True),
    )
    op.create_index("ix_workspace_retention_next_at", "workspace_retention", ["next_at"])
    op.add_column("document_versions", sa.Column("original_removed_at", sa.DateTime(), nullable=True))
