"""Replies: what models said in runs under way, kept until the run ends."""

from sqlalchemy import delete
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from masis.store.database import Database
from masis.store.tables import ModelReplyRow


class StoredReplies:
    """Replies by run and key, each written at once in a transaction of its own."""

    def __init__(self, database: Database) -> None:
        """Keep replies in this database."""
        self._database = database

    def get(self, run_id: str, key: str) -> str | None:
        """Return a reply that was received before."""
        with self._database.read() as session:
            row = session.get(ModelReplyRow, (run_id, key))
            return None if row is None else row.reply

    def put(self, run_id: str, key: str, reply: str) -> None:
        """Keep a reply; one for a run that was deleted meanwhile is of no use to anybody."""
        try:
            with self._database.write() as session:
                session.merge(ModelReplyRow(run_id=run_id, key=key, reply=reply))
        except IntegrityError:
            return


def forget(session: Session, run_id: str) -> None:
    """Drop the replies of a run that has ended."""
    session.execute(delete(ModelReplyRow).where(ModelReplyRow.run_id == run_id))
