"""The runs of a conversation and those whose checkpoints are kept are found without a look at all others."""

import sqlalchemy as sa
from alembic import op

revision = "0030"
down_revision = "0029"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.drop_index("ix_runs_thread_id", "runs")
    op.create_index("runs_by_thread", "runs", ["workspace_id", "thread_id", "started_at", "owner"])
    op.create_index(
        "runs_kept",
        "runs",
        ["finished_at"],
        sqlite_where=sa.text("kept = 1"),
        postgresql_where=sa.text("kept"),
    )
