"""What people say of final answers."""

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision = "0023"
branch_labels = None
depends_on = None


def _unbounded(usual: int) -> "sa.types.TypeEngine[str]":
    return sa.String(usual).with_variant(sa.Text(), "postgresql")


def upgrade() -> None:
    op.create_table(
        "ratings",
        sa.Column("run_id", sa.String(64), sa.ForeignKey("runs.run_id", ondelete="CASCADE"), primary_key=True),
        sa.Column("person", _unbounded(200), primary_key=True),
        sa.Column("workspace_id", sa.String(64), nullable=False),
        sa.Column("name", _unbounded(200), nullable=False),
        sa.Column("is_right", sa.Boolean(), nullable=False),
        sa.Column("why", sa.Text(), nullable=False),
        sa.Column("at", sa.DateTime(), nullable=False),
    )
    op.create_index("ratings_by_workspace", "ratings", ["workspace_id", "at"])
