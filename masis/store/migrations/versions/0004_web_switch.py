"""Add the workspace's switch for searching the web.

Revision ID: 0004
Revises: 0001
"""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Every workspace starts with the web off."""
    with op.batch_alter_table("workspaces") as table:
        table.add_column(sa.Column("allow_web", sa.Boolean(), nullable=False, server_default=sa.false()))


def downgrade() -> None:
    """Forget the switch."""
    with op.batch_alter_table("workspaces") as table:
        table.drop_column("allow_web")
