"""Runs whose answer is not in the documents are called so, in the history as in the insights."""

import json
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0029"
down_revision = "0028"
branch_labels = None
depends_on = None

_OF_ABSENCE = frozenset({"no_evidence", "weak_evidence", "insufficient_evidence"})


def upgrade() -> None:
    runs = sa.table("runs", sa.column("run_id"), sa.column("verdict"), sa.column("report"))
    figures = sa.table("run_figures", sa.column("run_id"), sa.column("ending"))
    found = (
        sa.select(runs.c.run_id, runs.c.verdict, figures.c.ending, runs.c.report)
        .select_from(sa.outerjoin(runs, figures, runs.c.run_id == figures.c.run_id))
        .where(
            runs.c.report.is_not(None),
            sa.or_(runs.c.verdict == "needs_review", figures.c.ending == "absent"),
        )
    )
    connection = op.get_bind()
    for run_id, verdict, ending, report in connection.execute(found).all():
        ended = _ended(json.loads(report))
        if verdict == "needs_review":  # nobody has decided about it
            connection.execute(runs.update().where(runs.c.run_id == run_id).values(verdict=ended))
        if ending == "absent":
            connection.execute(figures.update().where(figures.c.run_id == run_id).values(ending=ended))


def _ended(report: dict[str, Any]) -> str:
    parts = report.get("parts") or ()
    answered = any(part["outcome"] == "answered" for part in parts)
    if not parts:  # of before there was a gate
        answered = any(claim["citations"] for claim in report.get("claims") or ())
    if report.get("cause") in _OF_ABSENCE and not answered:
        return "absent"
    return "passages" if answered and report.get("outcome") == "absent" else "needs_review"
