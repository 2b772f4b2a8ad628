"""Plan: from the files seen and the rows kept to what makes the workspace follow the folder; pure."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import PurePosixPath
from typing import NamedTuple

from masis.domain.folder.source import FileSeen, HeldDocument, SkippedFile, SourceRow

DELETED_IN_MASIS = "Its document was deleted in MASIS; it comes back when the file changes."


class Take(NamedTuple):
    """Take a file in: as a new version of a document, or as a new document."""

    file: FileSeen
    document_id: str = ""
    """Empty: a new document."""
    made: bool = True
    new: bool = True


class Share(NamedTuple):
    """Note that a document holds a file's content already."""

    file: FileSeen
    document_id: str = ""
    like: str = ""
    """The path of a file that is taken in with the same content, where there is no document yet."""


class Move(NamedTuple):
    """Keep a file's document for another path of the same content."""

    row: SourceRow
    file: FileSeen
    live: bool
    """Whether there is a document to rename; False for one that was deleted or never made."""
    copy: bool = False
    """Whether the other path is no new one but that of a copy."""

    @property
    def kept(self) -> SourceRow:
        """The row of the other path."""
        row = self.row.at(self.file)
        return row.model_copy(update={"reason": ""}) if self.copy else row


class Forget(NamedTuple):
    """Keep nothing of a file that is gone; its document stays where it is not the sync's own to delete."""

    row: SourceRow
    hand_over: bool = False
    """Its document is kept for another file from now on."""


@dataclass(frozen=True)
class Plan:
    """What to do, in this order."""

    moves: list[Move] = field(default_factory=list)
    shares: list[Share] = field(default_factory=list)
    forgotten: list[Forget] = field(default_factory=list)
    removals: list[SourceRow] = field(default_factory=list)
    """Rows whose document is to be deleted."""
    takes: list[Take] = field(default_factory=list)
    kept: list[FileSeen] = field(default_factory=list)
    left: list[SkippedFile] = field(default_factory=list)
    withheld: list[SourceRow] = field(default_factory=list)
    """Rows of files that are gone, kept because nothing at all was found in the folder."""


def plan(
    files: Sequence[FileSeen],
    rows: Sequence[SourceRow],
    held: Mapping[str, HeldDocument],
    *,
    unread: Callable[[str], bool] = lambda _path: False,
    elsewhere: frozenset[str] = frozenset(),
    delete_all: bool = False,
) -> Plan:
    """Return what makes the workspace follow the folder.

    Args:
        files: those that can be taken in, each path once.
        rows: what is kept of this folder.
        held: the workspace's documents.
        unread: tells whether a path that was not seen is there, or may be there, all the same.
        elsewhere: documents that other folders' rows speak of.
        delete_all: an empty folder is meant.
    """
    return _Planner(files, rows, held, unread, elsewhere).made(delete_all=delete_all)


class _Planner:
    """One plan in the making."""

    def __init__(
        self,
        files: Sequence[FileSeen],
        rows: Sequence[SourceRow],
        held: Mapping[str, HeldDocument],
        unread: Callable[[str], bool],
        elsewhere: frozenset[str],
    ) -> None:
        self._files = {file.path: file for file in sorted(files, key=lambda file: file.path)}
        self._rows = {row.path: row for row in sorted(rows, key=lambda row: row.path)}
        self._held = held
        missing = [row for row in self._rows.values() if row.path not in self._files]
        self._gone = [row for row in missing if not unread(row.path)]
        self._spoken_for = elsewhere | {row.document_id for row in missing if unread(row.path)}
        self._owned = {row.document_id for row in rows if row.made} | elsewhere
        self._homeless: list[FileSeen] = []
        self._plan = Plan()

    def made(self, *, delete_all: bool) -> Plan:
        if self._gone and not self._files and not delete_all:
            self._plan.withheld.extend(self._gone)
            self._gone = []
        guests = [file for file in self._files.values() if not self._settled_alone(file)]
        changing = {take.document_id for take in self._plan.takes}
        for file in guests:
            self._settle_guest(file, self._rows[file.path], changing)
        self._move(changing)
        self._give_up()
        self._house(changing | {row.document_id for row in self._plan.removals})
        return self._plan

    def _settled_alone(self, file: FileSeen) -> bool:
        """Settle a file that no other one has a say in; False for one that shares a document."""
        row = self._rows.get(file.path)
        if row is None:
            self._homeless.append(file)
        elif row.sha256 != file.sha256:
            self._changed(file, row)
        elif row.reason:
            self._refused(file, row)
        elif not row.made:
            return False
        elif row.document_id in self._held:
            self._plan.kept.append(file)
        else:
            self._plan.left.append(SkippedFile(path=file.path, reason=DELETED_IN_MASIS))
        return True

    def _changed(self, file: FileSeen, row: SourceRow) -> None:
        if row.made and not row.sha256:  # its first content was under way when the sync was killed
            self._plan.takes.append(Take(file, row.document_id))
        elif row.document_id in self._held and (row.made or self._is_same_by_name(file, row)):
            self._plan.takes.append(Take(file, row.document_id, made=row.made, new=False))
        else:
            self._homeless.append(file)

    def _is_same_by_name(self, file: FileSeen, row: SourceRow) -> bool:
        """Whether somebody uploaded the file by hand before: then a new content is its new version."""
        named = self._held[row.document_id].file_name.casefold() == file.name.casefold()
        taken = any(take.document_id == row.document_id for take in self._plan.takes)
        return named and not taken and row.document_id not in self._owned

    def _refused(self, file: FileSeen, row: SourceRow) -> None:
        """Leave a refused content alone, unless somebody touched the file to have it tried again."""
        if row.stands_for(file):
            self._plan.left.append(SkippedFile(path=file.path, reason=row.reason))
        elif row.made and row.document_id in self._held:
            self._plan.takes.append(Take(file, row.document_id, new=False))
        else:
            self._homeless.append(file)

    def _settle_guest(self, file: FileSeen, row: SourceRow, changing: set[str]) -> None:
        if row.document_id not in self._held:
            self._plan.left.append(SkippedFile(path=file.path, reason=DELETED_IN_MASIS))
        elif self._still_shares(row, changing):
            self._plan.kept.append(file)
        else:
            self._homeless.append(file)

    def _still_shares(self, row: SourceRow, changing: set[str]) -> bool:
        return self._held[row.document_id].sha256 == row.sha256 and row.document_id not in changing

    def _move(self, changing: set[str]) -> None:
        """Match files without a document with rows of the same content whose file is gone."""
        movable: dict[str, list[SourceRow]] = {}
        for row in self._gone:
            if row.made or row.document_id not in self._held or self._still_shares(row, changing):
                movable.setdefault(row.sha256, []).append(row)
        waiting, self._homeless = self._homeless, []
        for file in waiting:
            same = movable.get(file.sha256)
            if not same:
                self._homeless.append(file)
                continue
            row = min(same, key=lambda row: (not row.made, _name(row) != file.name, row.path))
            same.remove(row)
            live = row.made and row.document_id in self._held
            self._plan.moves.append(Move(row, file, live))
        moved = {move.row.path for move in self._plan.moves}
        self._gone = [row for row in self._gone if row.path not in moved]

    def _give_up(self) -> None:
        """Delete the documents of the files that are gone, unless another file has the same one."""
        heirs = {self._rows[file.path].document_id: file for file in reversed(self._plan.kept)}
        for row in self._gone:
            if not row.made or row.document_id not in self._held:
                self._plan.forgotten.append(Forget(row))
            elif heir := heirs.get(row.document_id):
                self._plan.kept.remove(heir)
                self._plan.moves.append(Move(row, heir, live=True, copy=True))
            elif row.document_id in self._spoken_for:
                self._plan.forgotten.append(Forget(row, hand_over=True))
            else:
                self._plan.removals.append(row)

    def _house(self, leaving: Iterable[str]) -> None:
        """Find a document for each file that has none: one with that content, or a new one."""
        gone = {*leaving}
        stay = {
            document.sha256: document_id
            for document_id, document in sorted(self._held.items())
            if document_id not in gone
        }
        new = {take.file.sha256: take.file.path for take in self._plan.takes}
        for file in self._homeless:
            if file.sha256 in stay:
                self._plan.shares.append(Share(file, stay[file.sha256]))
            elif file.sha256 in new:
                self._plan.shares.append(Share(file, like=new[file.sha256]))
            else:
                new[file.sha256] = file.path
                self._plan.takes.append(Take(file))


def _name(row: SourceRow) -> str:
    return PurePosixPath(row.path).name
