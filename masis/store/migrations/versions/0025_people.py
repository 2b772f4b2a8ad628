"""People, members and invitations; the log of what people do."""

import sqlalchemy as sa
from alembic import op

revision = "0025"
down_revision = "0024"
branch_labels = None
depends_on = None


def _unbounded(usual: int) -> "sa.types.TypeEngine[str]":
    return sa.String(usual).with_variant(sa.Text(), "postgresql")


def upgrade() -> None:
    op.create_table(
        "people",
        sa.Column("person", _unbounded(200), primary_key=True),
        sa.Column("name", _unbounded(200), nullable=False),
        sa.Column("address", _unbounded(254), nullable=False),
        sa.Column("first_seen", sa.DateTime(), nullable=False),
        sa.Column("last_seen", sa.DateTime(), nullable=False),
        sa.Column("shut_out", sa.Boolean(), nullable=False),
    )
    op.create_index("ix_people_address", "people", ["address"])
    held = sa.ForeignKey("workspaces.workspace_id", ondelete="CASCADE")
    op.create_table(
        "members",
        sa.Column("workspace_id", sa.String(64), held, primary_key=True),
        sa.Column("person", _unbounded(200), primary_key=True),
        sa.Column("role", sa.String(16), nullable=False),
        sa.Column("since", sa.DateTime(), nullable=False),
    )
    op.create_index("members_by_person", "members", ["person", "workspace_id"])
    op.create_table(
        "invitations",
        sa.Column(
            "workspace_id",
            sa.String(64),
            sa.ForeignKey("workspaces.workspace_id", ondelete="CASCADE"),
            primary_key=True,
        ),
        sa.Column("address", _unbounded(254), primary_key=True),
        sa.Column("role", sa.String(16), nullable=False),
        sa.Column("invited_by", _unbounded(200), nullable=False),
        sa.Column("at", sa.DateTime(), nullable=False),
    )
    op.create_table(
        "audit_log",
        sa.Column("number", sa.Integer(), primary_key=True, autoincrement=True),
        sa.Column("at", sa.DateTime(), nullable=False),
        sa.Column("person", _unbounded(200), nullable=False),
        sa.Column("name", _unbounded(200), nullable=False),
        sa.Column("workspace_id", sa.String(64), nullable=False),
        sa.Column("act", sa.String(40), nullable=False),
        sa.Column("subject", _unbounded(200), nullable=False),
        sa.Column("detail", _unbounded(300), nullable=False),
    )
    op.create_index("audit_log_by_workspace", "audit_log", ["workspace_id", "number"])
    op.create_index("audit_log_by_time", "audit_log", ["at"])
    op.execute(
        "INSERT INTO members (workspace_id, person, role, since) "
        "SELECT workspace_id, owner, 'owner', created_at FROM workspaces"
    )
