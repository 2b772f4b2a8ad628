"""Calibration: settings in versions, batches of probes, and what became of each."""

import sqlalchemy as sa
from alembic import op

from masis.store.tables import UtcDateTime

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def _of_workspace() -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(["workspace_id"], ["workspaces.workspace_id"], ondelete="CASCADE")


def upgrade() -> None:
    op.create_table(
        "calibrations",
        sa.Column("number", sa.Integer(), nullable=False, autoincrement=True),
        sa.Column("workspace_id", sa.String(length=64), nullable=False),
        sa.Column("embedder", sa.String(length=200), nullable=False),
        sa.Column("engine", sa.String(length=64), nullable=False),
        sa.Column("at", UtcDateTime(), nullable=False),
        sa.Column("person", sa.String(length=200), nullable=False),
        sa.Column("change", sa.Text(), nullable=False),
        sa.Column("most_wrong", sa.Float(), nullable=True),
        sa.Column("threshold", sa.Float(), nullable=True),
        sa.Column("retry_threshold", sa.Float(), nullable=True),
        sa.Column("counts_from", UtcDateTime(), nullable=True),
        _of_workspace(),
        sa.PrimaryKeyConstraint("number"),
    )
    op.create_index("calibrations_by_place", "calibrations", ["workspace_id", "embedder", "engine", "number"])
    _batches()


def _batches() -> None:
    op.create_table(
        "probe_batches",
        sa.Column("batch_id", sa.String(length=64), nullable=False),
        sa.Column("workspace_id", sa.String(length=64), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("state", sa.String(length=16), nullable=False),
        sa.Column("engine", sa.String(length=64), nullable=False),
        sa.Column("embedder", sa.String(length=200), nullable=False),
        sa.Column("version", sa.String(length=64), nullable=False),
        sa.Column("seed", sa.Integer(), nullable=False),
        sa.Column("done", sa.Integer(), nullable=False),
        sa.Column("total", sa.Integer(), nullable=False),
        sa.Column("message", sa.Text(), nullable=False),
        sa.Column("person", sa.String(length=200), nullable=False),
        sa.Column("started_at", UtcDateTime(), nullable=False),
        sa.Column("finished_at", UtcDateTime(), nullable=True),
        _of_workspace(),
        sa.PrimaryKeyConstraint("batch_id"),
    )
    op.create_index("probe_batches_by_place", "probe_batches", ["workspace_id", "embedder", "engine"])
    op.create_table(
        "probes",
        sa.Column("batch_id", sa.String(length=64), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("checked", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(["batch_id"], ["probe_batches.batch_id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("batch_id", "number"),
    )


def downgrade() -> None:
    op.drop_table("probes")
    op.drop_index("probe_batches_by_place", "probe_batches")
    op.drop_table("probe_batches")
    op.drop_index("calibrations_by_place", "calibrations")
    op.drop_table("calibrations")
