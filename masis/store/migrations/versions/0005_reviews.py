"""Reviews: cases that are assigned and due, decisions that only grow, rules of precedence."""

import sqlalchemy as sa
from alembic import op

from masis.store.tables import UtcDateTime

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

_APPEND_ONLY = """
CREATE TRIGGER review_decisions_only_grow BEFORE UPDATE ON review_decisions
BEGIN SELECT RAISE(ABORT, 'decisions are never changed'); END
"""


def upgrade() -> None:
    op.add_column("cases", sa.Column("outcome", sa.String(length=16), nullable=False, server_default=""))
    op.add_column("cases", sa.Column("assignee", sa.String(length=200), nullable=False, server_default=""))
    op.add_column("cases", sa.Column("due", sa.String(length=10), nullable=False, server_default=""))
    op.add_column("cases", sa.Column("version", sa.Integer(), nullable=False, server_default="1"))
    op.add_column("cases", sa.Column("continued_by", sa.String(length=64), nullable=False, server_default=""))
    op.create_index(op.f("ix_cases_continued_by"), "cases", ["continued_by"], unique=False)
    op.create_index("cases_by_age", "cases", ["state", "created_at"], unique=False)
    _decisions()
    _rules()
    if op.get_bind().dialect.name == "sqlite":
        op.execute(_APPEND_ONLY)


def _decisions() -> None:
    op.create_table(
        "review_decisions",
        sa.Column("number", sa.Integer(), nullable=False, autoincrement=True),
        sa.Column("case_id", sa.String(length=64), nullable=False),
        sa.Column("run_id", sa.String(length=64), nullable=False),
        sa.Column("workspace_id", sa.String(length=64), nullable=False),
        sa.Column("at", UtcDateTime(), nullable=False),
        sa.Column("person", sa.String(length=200), nullable=False),
        sa.Column("action", sa.String(length=24), nullable=False),
        sa.Column("code", sa.String(length=32), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("before", sa.JSON(), nullable=False),
        sa.Column("after", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(["case_id"], ["cases.case_id"], ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["run_id"], ["runs.run_id"], ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["workspace_id"], ["workspaces.workspace_id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("number"),
    )
    op.create_index(op.f("ix_review_decisions_case_id"), "review_decisions", ["case_id"], unique=False)
    op.create_index(
        op.f("ix_review_decisions_workspace_id"), "review_decisions", ["workspace_id"], unique=False
    )
    op.create_index("decisions_by_run", "review_decisions", ["run_id", "number"], unique=False)


def _rules() -> None:
    op.create_table(
        "precedence_rules",
        sa.Column("rule_id", sa.String(length=64), nullable=False),
        sa.Column("workspace_id", sa.String(length=64), nullable=False),
        sa.Column("preferred_id", sa.String(length=64), nullable=False),
        sa.Column("preferred_title", sa.Text(), nullable=False),
        sa.Column("over_id", sa.String(length=64), nullable=False),
        sa.Column("over_title", sa.Text(), nullable=False),
        sa.Column("subject", sa.Text(), nullable=False),
        sa.Column("period", sa.String(length=64), nullable=False),
        sa.Column("effective_from", sa.String(length=10), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("created_at", UtcDateTime(), nullable=False),
        sa.Column("created_by", sa.String(length=200), nullable=False),
        sa.Column("revoked_at", UtcDateTime(), nullable=True),
        sa.Column("revoked_by", sa.String(length=200), nullable=False),
        sa.ForeignKeyConstraint(["workspace_id"], ["workspaces.workspace_id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("rule_id"),
    )
    op.create_index(
        op.f("ix_precedence_rules_workspace_id"), "precedence_rules", ["workspace_id"], unique=False
    )


def downgrade() -> None:
    op.drop_table("precedence_rules")
    op.drop_table("review_decisions")
    op.drop_index("cases_by_age", table_name="cases")
    op.drop_index(op.f("ix_cases_continued_by"), table_name="cases")
    for name in ("continued_by", "version", "due", "assignee", "outcome"):
        op.drop_column("cases", name)
