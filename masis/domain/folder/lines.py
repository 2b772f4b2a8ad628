"""Lines: what a plan does, in the words in which people read it."""

from collections.abc import Iterator

from masis.domain.folder.plan import Forget, Move, Plan, Share, Take
from masis.domain.folder.source import Change, SkippedFile, SourceRow, SyncLine


def lines_of(plan: Plan) -> Iterator[SyncLine]:
    """Yield what a plan would do, a line for each file that is not as it was."""
    for move in plan.moves:
        yield from moved(move)
    yield from map(shared, plan.shares)
    yield from map(forgotten, plan.forgotten)
    yield from map(removed, plan.removals)
    yield from map(taken, plan.takes)
    yield from map(skipped, plan.left)


def moved(move: Move) -> Iterator[SyncLine]:
    """Yield the line of a move; nobody sees that of a file without a document."""
    if not move.live:
        return
    if move.copy:
        yield SyncLine(change="removed", path=move.row.path, detail=f"{move.file.path} has the same content.")
    else:
        yield SyncLine(change="renamed", path=move.file.path, detail=f"It was {move.row.path}.")


def shared(share: Share) -> SyncLine:
    """Return the line of a file whose content the workspace has."""
    said = (
        f"It has the content of {share.like}." if share.like else "The workspace holds its content already."
    )
    return SyncLine(change="unchanged", path=share.file.path, detail=said)


def forgotten(forget: Forget) -> SyncLine:
    """Return the line of a file that is gone while its document stays, or was gone before."""
    if forget.hand_over:
        said = "Its document stays: another file has the same content."
    elif forget.row.made or not forget.row.document_id:
        said = "It had no document."
    else:
        said = "Its document stays: it was not made by a sync."
    return SyncLine(change="removed", path=forget.row.path, detail=said)


def removed(row: SourceRow) -> SyncLine:
    """Return the line of a file that is gone with its document."""
    return SyncLine(change="removed", path=row.path)


def taken(take: Take) -> SyncLine:
    """Return the line of a file that is taken in."""
    change: Change = "new" if take.new else "changed"
    return SyncLine(change=change, path=take.file.path)


def skipped(file: SkippedFile) -> SyncLine:
    """Return the line of a file that is left alone."""
    return SyncLine(change="skipped", path=file.path, detail=file.reason)
