"""Topics: what a workspace's documents can be asked about, read from their profiles and headings."""

from masis.domain.conversation.organisations import organisations_of
from masis.domain.conversation.topics import Topics, topics_of
from masis.store import documents, profiles
from masis.store.database import Database

MOST_HEADINGS = 400


class StoredTopics:
    """Topics as the database knows them now."""

    def __init__(self, database: Database) -> None:
        """Read from this database."""
        self._database = database

    def topics(self, workspace_id: str) -> Topics:
        """Return the topics of a workspace's current documents."""
        with self._database.read() as session:
            headings = documents.headings(session, workspace_id, MOST_HEADINGS)
            held = organisations_of([*profiles.profiles(session, workspace_id).values()])
        return topics_of(headings, [organisation.name for organisation in held])
