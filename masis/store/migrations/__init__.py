"""Migrations: bring a database to today's tables, also one from before the first migration."""

from pathlib import Path

from sqlalchemy import Connection, inspect, text

from masis.errors import ConfigurationError

FOLDER = Path(__file__).parent
HEAD = "0030"
"""Newest migration; when the database has it, Alembic is not even imported."""

_ADOPTED = "0013"
"""The newest of the migrations before the first one here: databases of 22 November 2026 stand there."""
_SINCE_ADOPTED = (
    "ALTER TABLE documents ADD COLUMN correction JSON NOT NULL DEFAULT '{}'",
    "ALTER TABLE document_versions ADD COLUMN profile JSON NOT NULL DEFAULT '{}'",
    "ALTER TABLE pages ADD COLUMN tables JSON NOT NULL DEFAULT '[]'",
    "UPDATE alembic_version SET version_num = '0014'",
)
_TOO_OLD = (
    "The database in use ({place}) was made by a MASIS of before 22 November 2026 (tables of revision "
    "{revision}), which this version cannot read. Nothing was changed. Start it once with the program of "
    "that day (commit 0df9eb8), which brings it up to date, then with this one; or start with an empty "
    "database."
)
_TOO_NEW = (
    "The database in use ({place}) was made by a newer MASIS (tables of revision {revision}). Nothing was "
    "changed. Start the newer version, or start with an empty database."
)


def revision_of(connection: Connection) -> str | None:
    """Return the newest migration a database has; nothing for one without tables."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    return connection.execute(text("select version_num from alembic_version")).scalar()


def migrate(connection: Connection, place: str) -> None:
    """Bring the database to today's tables inside the caller's transaction.

    Another process may have been quicker, so the database is asked again where it stands.

    Raises:
        ConfigurationError: it is older or newer than what can be read; ``place`` names it.
    """
    from alembic import command
    from alembic.config import Config

    _adopt(connection, place)
    config = Config()
    config.set_main_option("script_location", str(FOLDER).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def _adopt(connection: Connection, place: str) -> None:
    """Bring a database of before the first migration to it; ids are four digits that only grow."""
    revision = revision_of(connection)
    if revision == _ADOPTED:
        for statement in _SINCE_ADOPTED:
            connection.exec_driver_sql(statement)
    elif revision is not None and not _ADOPTED < revision <= HEAD:
        told = _TOO_OLD if revision < _ADOPTED else _TOO_NEW
        raise ConfigurationError(told.format(place=place, revision=revision))
