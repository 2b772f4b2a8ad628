"""Draft audits: memos with the verdict on every sentence."""

import sqlalchemy as sa
from alembic import op

from masis.store.tables import UtcDateTime

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "draft_audits",
        sa.Column("audit_id", sa.String(length=64), nullable=False),
        sa.Column("workspace_id", sa.String(length=64), nullable=False),
        sa.Column("owner", sa.String(length=200), nullable=False),
        sa.Column("name", sa.String(length=400), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("state", sa.String(length=16), nullable=False),
        sa.Column("message", sa.Text(), nullable=False),
        sa.Column("content", sa.LargeBinary(), nullable=False),
        sa.Column("memo", sa.Text(), nullable=False),
        sa.Column("counts", sa.JSON(), nullable=False),
        sa.Column("rows", sa.JSON(), nullable=False),
        sa.Column("seconds", sa.Float(), nullable=False),
        sa.Column("created_at", UtcDateTime(), nullable=False),
        sa.Column("finished_at", UtcDateTime(), nullable=True),
        sa.ForeignKeyConstraint(["workspace_id"], ["workspaces.workspace_id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("audit_id"),
    )
    op.create_index(op.f("ix_draft_audits_state"), "draft_audits", ["state"], unique=False)
    op.create_index("drafts_by_age", "draft_audits", ["workspace_id", "owner", "created_at"], unique=False)


def downgrade() -> None:
    op.drop_index("drafts_by_age", table_name="draft_audits")
    op.drop_index(op.f("ix_draft_audits_state"), table_name="draft_audits")
    op.drop_table("draft_audits")
