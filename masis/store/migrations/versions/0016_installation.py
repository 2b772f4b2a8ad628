"""Which data folder a database belongs to: two folders on one server would each sweep the other's work."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "installation",
        sa.Column("only", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("installation_id", sa.Text(), nullable=False),
        sa.Column("folder", sa.Text(), nullable=False),
    )
