"""Figures of ended runs, of their agents and of their retries: what the insights are summed from.

Runs that ended before are counted in the background, a few at a time; see masis/service/insights.py.
"""

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0016"
branch_labels = None
depends_on = None


def _place() -> list[sa.Column[str]]:
    people = sa.String(200).with_variant(sa.Text(), "postgresql")
    return [
        sa.Column("workspace_id", sa.String(64), nullable=False),
        sa.Column("owner", people, nullable=False),
        sa.Column("day", sa.String(10), nullable=False),
    ]


def _run() -> sa.Column[str]:
    return sa.Column("run_id", sa.String(64), sa.ForeignKey("runs.run_id", ondelete="CASCADE"), primary_key=True)


def upgrade() -> None:
    op.create_table(
        "run_figures",
        _run(),
        *_place(),
        sa.Column("ending", sa.String(24), nullable=False),
        sa.Column("cause", sa.String(32), nullable=False),
        sa.Column("confidence", sa.Double(), nullable=True),
        sa.Column("confidence_bin", sa.Integer(), nullable=True),
        sa.Column("retries", sa.Integer(), nullable=False),
        sa.Column("kept", sa.Integer(), nullable=False),
        sa.Column("dropped", sa.Integer(), nullable=False),
        sa.Column("best_score", sa.Double(), nullable=True),
        sa.Column("sentences", sa.Integer(), nullable=False),
        sa.Column("struck", sa.Integer(), nullable=False),
        sa.Column("seconds", sa.Double(), nullable=False),
        sa.Column("calls", sa.Integer(), nullable=False),
        *(sa.Column(name, sa.BigInteger(), nullable=False) for name in ("input_tokens", "output_tokens", "money_nano")),
        sa.Column("currency", sa.String(16).with_variant(sa.Text(), "postgresql"), nullable=False),
    )
    names = ["workspace_id", "owner", "day", "ending", "cause", "confidence_bin"]
    op.create_index("run_figures_by_day", "run_figures", names)
    op.create_table(
        "step_figures",
        _run(),
        sa.Column("agent", sa.String(32), primary_key=True),
        *_place(),
        sa.Column("step", sa.Integer(), nullable=False),
    )
    op.create_index("step_figures_by_day", "step_figures", ["workspace_id", "owner", "day", "agent", "step"])
    op.create_table(
        "retry_figures",
        _run(),
        sa.Column("number", sa.Integer(), primary_key=True),
        sa.Column("reason", sa.String(32), primary_key=True),
        *_place(),
    )
    op.create_index("retry_figures_by_day", "retry_figures", ["workspace_id", "owner", "day", "reason"])
