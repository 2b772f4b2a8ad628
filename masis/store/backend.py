"""Backend: what the database asks of the engine it stands on; a file and a server fill it."""

from typing import Protocol

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import SQLAlchemyError


class Backend(Protocol):
    """One engine with its own way to start a transaction and its own kind of outage."""

    @property
    def eager(self) -> bool:
        """True is opened and migrated at once; False when it is first used, as a server may be down."""
        ...

    @property
    def reading(self) -> dict[str, object]:
        """Execution options under which a reader sees one consistent state."""
        ...

    def engine(self) -> Engine:
        """Return a new engine; nothing is connected yet."""
        ...

    def begin(self, connection: Connection, *, writes: bool) -> None:
        """Start a transaction; one that writes waits until no other does."""
        ...

    def outage(self, error: SQLAlchemyError) -> str | None:
        """Return what to tell people when the error is an outage; nothing when it is a fault of ours."""
        ...

    def described(self, connection: Connection) -> str:
        """Return the engine with its version and place, without secrets."""
        ...
