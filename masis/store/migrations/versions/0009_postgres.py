"""On Postgres: texts that nobody bounds, and decisions that only grow there too."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0005"
branch_labels = None
depends_on = None

# SQLite never held anybody to these lengths, and documents, models and people write what goes in.
_UNBOUNDED = (
    ("documents", "name_key", 400),
    ("documents", "date", 32),
    ("pages", "label", 64),
    ("runs", "engine", 64),
    ("precedence_rules", "period", 64),
)
_REFUSE = """
CREATE FUNCTION masis_decisions_only_grow() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN RAISE EXCEPTION 'decisions are never changed' USING ERRCODE = 'integrity_constraint_violation'; END $$
"""
_APPEND_ONLY = """
CREATE TRIGGER review_decisions_only_grow BEFORE UPDATE ON review_decisions
FOR EACH ROW EXECUTE FUNCTION masis_decisions_only_grow()
"""


def upgrade() -> None:
    if op.get_bind().dialect.name != "postgresql":
        return
    for table, column, length in _UNBOUNDED:
        op.alter_column(table, column, type_=sa.Text(), existing_type=sa.String(length), existing_nullable=False)
    op.execute(_REFUSE)
    op.execute(_APPEND_ONLY)


def downgrade() -> None:
    if op.get_bind().dialect.name != "postgresql":
        return
    op.execute("DROP TRIGGER review_decisions_only_grow ON review_decisions")
    op.execute("DROP FUNCTION masis_decisions_only_grow()")
    for table, column, length in _UNBOUNDED:
        op.alter_column(table, column, type_=sa.String(length), existing_type=sa.Text(), existing_nullable=False)
