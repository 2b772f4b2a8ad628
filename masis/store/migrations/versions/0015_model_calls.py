"""Calls of language models with their tokens and money; they outlive the runs they belong to."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None


def upgrade() -> None:
    names = sa.String(200).with_variant(sa.Text(), "postgresql")
    op.create_table(
        "model_calls",
        sa.Column("call_id", sa.String(64), primary_key=True),
        *(sa.Column(name, sa.String(64), nullable=False) for name in ("run_id", "workspace_id", "thread_id")),
        sa.Column("month", sa.String(7), nullable=False),
        sa.Column("model", names, nullable=False),
        *(
            sa.Column(name, sa.Integer(), nullable=False)
            for name in ("calls", "cached", "input_tokens", "output_tokens", "held_tokens")
        ),
        sa.Column("money_nano", sa.BigInteger(), nullable=True),
        sa.Column("currency", sa.String(16), nullable=False),
        sa.Column("held_nano", sa.BigInteger(), nullable=False),
        sa.Column("held_until", sa.DateTime(), nullable=True),
    )
    for name in ("run_id", "month"):
        op.create_index(op.f(f"ix_model_calls_{name}"), "model_calls", [name])
