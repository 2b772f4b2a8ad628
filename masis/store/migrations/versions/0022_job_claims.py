"""Which process works on which job: any number of web and worker processes share one database."""

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "job_claims",
        sa.Column("job_id", sa.String(64), primary_key=True),
        sa.Column("kind", sa.String(32), nullable=False),
        sa.Column("keys", sa.JSON(), nullable=False),
        sa.Column("worker", sa.String(200), nullable=False),
        sa.Column("until", sa.DateTime(), nullable=True),
        sa.Column("cancel", sa.Boolean(), nullable=False),
        sa.Column("sent_at", sa.DateTime(), nullable=False),
    )
