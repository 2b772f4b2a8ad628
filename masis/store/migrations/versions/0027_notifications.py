"""Notifications: what happened, who was told, what each person does not want to hear, what is sent outside."""

import sqlalchemy as sa
from alembic import op

revision = "0027"
down_revision = "0026"
branch_labels = None
depends_on = None


def _unbounded(usual: int) -> "sa.types.TypeEngine[str]":
    return sa.String(usual).with_variant(sa.Text(), "postgresql")


def _number() -> "sa.Column[int]":
    of = sa.ForeignKey("notifications.number", ondelete="CASCADE")
    return sa.Column("number", sa.Integer(), of, primary_key=True, autoincrement=False)


def upgrade() -> None:
    op.create_table(
        "notifications",
        sa.Column("number", sa.Integer(), primary_key=True, autoincrement=True),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("at", sa.DateTime(), nullable=False),
        sa.Column(
            "workspace_id", sa.String(64), sa.ForeignKey("workspaces.workspace_id", ondelete="CASCADE")
        ),
        sa.Column("run_id", sa.String(64), sa.ForeignKey("runs.run_id", ondelete="CASCADE")),
        sa.Column("case_id", sa.String(64), nullable=False),
        sa.Column("subject", sa.String(64), nullable=False),
        sa.Column("once", sa.String(200), unique=True),
        sa.Column("told", sa.JSON(), nullable=False),
    )
    op.create_index("ix_notifications_at", "notifications", ["at"])
    op.create_index("ix_notifications_workspace_id", "notifications", ["workspace_id"])
    op.create_index("ix_notifications_run_id", "notifications", ["run_id"])
    op.create_table(
        "notification_recipients",
        _number(),
        sa.Column("person", _unbounded(200), primary_key=True),
        sa.Column("read_at", sa.DateTime()),
    )
    op.create_index("notifications_by_person", "notification_recipients", ["person", "number"])
    op.create_table(
        "notification_mutes",
        sa.Column("person", _unbounded(200), primary_key=True),
        sa.Column("kind", sa.String(16), primary_key=True),
    )
    op.create_table(
        "notification_posts",
        _number(),
        sa.Column("target", sa.String(64), primary_key=True),
        sa.Column("person", _unbounded(200), primary_key=True),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("due_at", sa.DateTime(), nullable=False),
        sa.Column("tried_at", sa.DateTime()),
        sa.Column("fault", sa.String(200), nullable=False),
    )
    op.create_index("notification_posts_due", "notification_posts", ["state", "due_at"])
    op.create_index("notification_posts_by_target", "notification_posts", ["target", "tried_at"])
    op.create_index("run_sources_by_content", "run_sources", ["sha256"])
