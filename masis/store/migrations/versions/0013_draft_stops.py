"""Draft stops: how often the program stopped in the middle of an audit, so that none is tried for ever."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("draft_audits", sa.Column("stops", sa.Integer(), nullable=False, server_default="0"))


def downgrade() -> None:
    op.drop_column("draft_audits", "stops")
