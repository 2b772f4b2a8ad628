"""Profiles: what a document is, what an analyst corrected of that, and the tables of its pages."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("documents", sa.Column("correction", sa.JSON(), nullable=False, server_default="{}"))
    op.add_column("document_versions", sa.Column("profile", sa.JSON(), nullable=False, server_default="{}"))
    op.add_column("pages", sa.Column("tables", sa.JSON(), nullable=False, server_default="[]"))


def downgrade() -> None:
    op.drop_column("pages", "tables")
    op.drop_column("document_versions", "profile")
    op.drop_column("documents", "correction")
