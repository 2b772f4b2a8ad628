"""Tokens of people for programs."""

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0022"
branch_labels = None
depends_on = None


def _unbounded(usual: int) -> "sa.types.TypeEngine[str]":
    return sa.String(usual).with_variant(sa.Text(), "postgresql")


def upgrade() -> None:
    op.create_table(
        "api_tokens",
        sa.Column("token_id", sa.String(64), primary_key=True),
        sa.Column("person", _unbounded(200), nullable=False),
        sa.Column("name", _unbounded(200), nullable=False),
        sa.Column("digest", sa.String(64), nullable=False, unique=True),
        sa.Column("workspaces", sa.JSON(), nullable=True),
        sa.Column("rights", sa.JSON(), nullable=False),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.Column("expires_at", sa.DateTime(), nullable=True),
        sa.Column("last_used_at", sa.DateTime(), nullable=True),
        sa.Column("revoked_at", sa.DateTime(), nullable=True),
    )
    op.create_index("ix_api_tokens_person", "api_tokens", ["person"])
