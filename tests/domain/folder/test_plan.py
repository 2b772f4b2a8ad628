"""Planning: single cases, and what holds after any history of a folder, its workspace and its syncs."""

from dataclasses import dataclass, field
from time import perf_counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from masis.domain.folder.lines import lines_of
from masis.domain.folder.plan import DELETED_IN_MASIS, Plan, Share, Take, plan
from masis.domain.folder.source import FileSeen, HeldDocument, SourceRow

PATHS = ("a.txt", "b.txt", "x/a.txt", "x/b.txt")
CONTENTS = ("1", "2", "3")
REFUSED = "3"


def seen(path: str, sha256: str, modified_ns: int = 1) -> FileSeen:
    return FileSeen(path=path, sha256=sha256, size_bytes=1, modified_ns=modified_ns)


def kept(path: str, document_id: str, sha256: str, *, made: bool = True, reason: str = "") -> SourceRow:
    return SourceRow(
        path=path,
        document_id=document_id,
        made=made,
        sha256=sha256,
        size_bytes=1,
        modified_ns=1,
        reason=reason,
    )


def held(**contents: str) -> dict[str, HeldDocument]:
    return {key: HeldDocument(sha256=sha256, file_name="a.txt") for key, sha256 in contents.items()}


def said(made: Plan) -> list[str]:
    return [line.sentence for line in lines_of(made)]


@pytest.mark.parametrize(
    ("files", "rows", "documents", "lines"),
    [
        ([seen("a.txt", "1")], [], {}, ["new: a.txt"]),
        ([seen("a.txt", "1")], [kept("a.txt", "d", "1")], held(d="1"), []),
        ([seen("a.txt", "2")], [kept("a.txt", "d", "1")], held(d="1"), ["changed: a.txt"]),
        ([seen("b.txt", "2")], [kept("a.txt", "d", "1")], held(d="1"), ["removed: a.txt", "new: b.txt"]),
        (
            [seen("x/c.txt", "1")],
            [kept("a.txt", "d", "1")],
            held(d="1"),
            ["renamed: x/c.txt. It was a.txt."],
        ),
        (
            [seen("a.txt", "1"), seen("b.txt", "1")],
            [],
            {},
            ["unchanged: b.txt. It has the content of a.txt.", "new: a.txt"],
        ),
        (
            [seen("b.txt", "2")],
            [kept("a.txt", "m", "1", made=False)],
            held(m="1"),
            ["removed: a.txt. Its document stays: it was not made by a sync.", "new: b.txt"],
        ),
        ([seen("a.txt", "1")], [kept("a.txt", "d", "1")], {}, [f"skipped: a.txt. {DELETED_IN_MASIS}"]),
        ([seen("a.txt", "2")], [kept("a.txt", "d", "1")], {}, ["new: a.txt"]),
        ([seen("b.txt", "1")], [kept("a.txt", "d", "1")], {}, []),
        (
            [seen("b.txt", "1")],
            [kept("a.txt", "d", "1"), kept("b.txt", "d", "1", made=False)],
            held(d="1"),
            ["removed: a.txt. b.txt has the same content."],
        ),
    ],
)
def test_a_case(
    files: list[FileSeen], rows: list[SourceRow], documents: dict[str, HeldDocument], lines: list[str]
) -> None:
    assert said(plan(files, rows, documents)) == lines


def test_a_file_that_was_uploaded_by_hand_before_gets_its_new_version_there() -> None:
    (take,) = plan([seen("x/a.txt", "2")], [kept("x/a.txt", "m", "1", made=False)], held(m="1")).takes
    assert (take.document_id, take.made, take.new) == ("m", False, False)


def test_an_empty_folder_deletes_nothing_unless_it_is_meant() -> None:
    rows = [kept("a.txt", "d", "1"), kept("b.txt", "e", "2")]
    made = plan([], rows, held(d="1", e="2"))
    assert (made.removals, len(made.withheld)) == ([], 2)
    assert plan([], rows, held(d="1", e="2"), delete_all=True).removals == rows


def test_what_could_not_be_looked_at_is_not_gone() -> None:
    rows = [kept("x/a.txt", "d", "1"), kept("b.txt", "e", "2")]
    made = plan([seen("c.txt", "3")], rows, held(d="1", e="2"), unread=lambda path: path.startswith("x/"))
    assert [row.path for row in made.removals] == ["b.txt"]


def test_a_refused_content_is_tried_again_once_the_file_was_touched() -> None:
    rows = [kept("a.txt", "", "1", made=False, reason="It is damaged.")]
    assert said(plan([seen("a.txt", "1")], rows, {})) == ["skipped: a.txt. It is damaged."]
    assert said(plan([seen("a.txt", "1", modified_ns=2)], rows, {})) == ["new: a.txt"]


@dataclass
class World:
    """A folder, a workspace, and the rows between them, where everything planned succeeds."""

    files: dict[str, str] = field(default_factory=dict)
    rows: dict[str, SourceRow] = field(default_factory=dict)
    documents: dict[str, HeldDocument] = field(default_factory=dict)
    by_hand: set[str] = field(default_factory=set)
    deleted: set[str] = field(default_factory=set)
    """Documents that a person deleted."""
    unread: set[str] = field(default_factory=set)
    made: int = 0

    def new(self) -> str:
        self.made += 1
        return f"d{self.made}"

    def seen(self) -> list[str]:
        return [path for path in self.files if path not in self.unread]

    def planned(self) -> Plan:
        files = [seen(path, self.files[path]) for path in self.seen()]
        return plan(files, [*self.rows.values()], self.documents, unread=self.unread.__contains__)

    def carry_out(self, made: Plan) -> None:
        for path in [move.row.path for move in made.moves] + [gone.row.path for gone in made.forgotten]:
            self.rows.pop(path, None)
        self.rows.update({move.file.path: move.kept for move in made.moves})
        for share in made.shares:
            self.share(share, share.document_id)
        for gone in made.forgotten:
            heirs = [row for row in self.rows.values() if row.document_id == gone.row.document_id]
            if gone.hand_over and heirs:
                self.rows[heirs[0].path] = heirs[0].model_copy(update={"made": True})
        for row in made.removals:
            del self.documents[row.document_id]
            del self.rows[row.path]
        for take in made.takes:
            self.take(take)
        for share in made.shares:
            self.share(share, self.rows[share.like].document_id if share.like else "")

    def share(self, share: Share, document_id: str) -> None:
        document = self.documents.get(document_id)
        if document and document.sha256 == share.file.sha256:
            self.keep(share.file, document_id, made=False)

    def take(self, take: Take) -> None:
        if take.file.sha256 == REFUSED:
            old = "" if take.new else take.document_id
            self.keep(take.file, old, made=take.made and bool(old), reason="refused")
            return
        document_id = take.document_id or self.new()
        self.documents[document_id] = HeldDocument(sha256=take.file.sha256, file_name=take.file.name)
        self.keep(take.file, document_id, made=take.made)

    def keep(self, file: FileSeen, document_id: str, *, made: bool, reason: str = "") -> None:
        self.rows[file.path] = kept(file.path, document_id, file.sha256, made=made, reason=reason)


PATH, CONTENT = st.sampled_from(PATHS), st.sampled_from(CONTENTS)
ACTS = ("write", "write", "remove", "rename", "hide", "delete_document", "upload", "replace_document")
STEP = st.tuples(st.sampled_from(ACTS), PATH, CONTENT, st.sampled_from(PATHS), st.booleans())
"""An act, a path, a content, another path, and whether a sync follows."""


def stepped(world: World, act: str, path: str, content: str, other: str) -> None:
    if act == "write":
        world.files[path] = content
    elif act == "remove":
        world.files.pop(path, None)
    elif act == "rename" and path in world.files:
        world.files[other] = world.files.pop(path)
    elif act == "hide":
        world.unread ^= {path}
    elif act == "delete_document" and world.documents:
        gone = sorted(world.documents)[PATHS.index(path) % len(world.documents)]
        del world.documents[gone]
        world.by_hand.discard(gone)
        world.deleted.add(gone)
    elif act == "replace_document" and world.documents:
        found = sorted(world.documents)[PATHS.index(path) % len(world.documents)]
        world.documents[found] = world.documents[found].model_copy(update={"sha256": content})
    elif act == "upload" and content not in {one.sha256 for one in world.documents.values()}:
        world.by_hand.add(document_id := world.new())
        world.documents[document_id] = HeldDocument(sha256=content, file_name=path.rpartition("/")[2])


def synced(world: World) -> None:
    """Sync, and hold what must hold of every sync."""
    rows, documents = dict(world.rows), dict(world.documents)
    made = world.planned()
    world.carry_out(made)
    nothing_of_others_is_lost(world, made, rows, documents)
    every_file_is_found(world, made)
    again = world.planned()
    assert not [take for take in again.takes if take.file.sha256 != REFUSED], "once is enough"
    assert all(share.file.sha256 == REFUSED for share in again.shares)
    assert [*again.moves, *again.forgotten, *again.removals] == []


def nothing_of_others_is_lost(
    world: World, made: Plan, rows: dict[str, SourceRow], documents: dict[str, HeldDocument]
) -> None:
    assert world.by_hand <= world.documents.keys(), "no sync deletes what a person uploaded"
    owners = [row.document_id for row in world.rows.values() if row.made]
    assert len(owners) == len(set(owners)), "a document is kept for one file"
    assert world.by_hand.isdisjoint(owners), "nor does it take it for its own"
    into = [take.document_id for take in made.takes if take.document_id]
    assert len(into) == len(set(into)), "no two files become versions of one document"
    for row in (rows[path] for path in world.unread if path in rows):
        assert world.rows[row.path].model_copy(update={"made": row.made}) == row
        assert row.document_id not in documents or row.document_id in world.documents
    if not world.seen():
        assert world.documents == documents


def every_file_is_found(world: World, made: Plan) -> None:
    for file in made.left:
        if file.reason == DELETED_IN_MASIS:
            assert world.rows[file.path].document_id in world.deleted, "only what a person deleted stays out"
    left = {file.path for file in made.left}
    for path in (path for path in world.seen() if path not in left and world.files[path] != REFUSED):
        row, content = world.rows[path], world.files[path]
        assert row.sha256 == content
        if row.document_id not in world.deleted and not row.made:
            assert world.documents[row.document_id].sha256 == content, "a copy is found where it is said"
        assert row.document_id in world.documents or row.document_id in world.deleted


@given(st.lists(STEP, min_size=6, max_size=20))
def test_whatever_happened_a_sync_makes_the_workspace_follow(
    steps: list[tuple[str, str, str, str, bool]],
) -> None:
    world = World()
    for act, path, content, other, sync in steps:
        stepped(world, act, path, content, other)
        if sync:
            synced(world)
    synced(world)


def test_a_large_folder_that_was_renamed_takes_time_in_proportion() -> None:
    count = 20_000
    rows = [kept(f"old/{number}.txt", f"d{number}", str(number)) for number in range(count)]
    documents = {row.document_id: HeldDocument(sha256=row.sha256, file_name="a.txt") for row in rows}
    files = [seen(f"new/{number}.txt", str(number)) for number in range(count)]
    began = perf_counter()
    assert len(plan(files, rows, documents).moves) == count
    assert len(plan(files[:1], rows, documents).removals) == count - 1
    assert perf_counter() - began < 20, "a plan that compares each with each takes minutes"
