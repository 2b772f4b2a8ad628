"""Vectors of passages beside the passages: a lost or new vector store is filled without embedding anything."""

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "passage_vectors",
        sa.Column(
            "version_id",
            sa.String(64),
            sa.ForeignKey("document_versions.version_id", ondelete="CASCADE"),
            primary_key=True,
        ),
        sa.Column("model", sa.Text(), nullable=False),
        sa.Column("dimension", sa.Integer(), nullable=False),
        sa.Column("vectors", sa.LargeBinary(), nullable=False),
    )
