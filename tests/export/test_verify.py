"""Packs and their verification: an untouched pack passes, every change to one is named."""

import io
import json
import zipfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from threading import Event
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from masis.domain.document import DocumentSummary, DocumentVersion
from masis.domain.evidence import Chunk
from masis.domain.run.checks import ledger_of
from masis.domain.run.publishing import Struck
from masis.domain.run.report import RunReport
from masis.errors import InvalidInput
from masis.export import archive, pack
from masis.export.checks import figures
from masis.export.verify import as_json, verify
from tests.export.dossiers import (
    FINISHED,
    PAGE,
    SENTENCES,
    SHA,
    dossier,
    no_page,
    page,
    passage,
    report,
    troubled,
    unanswered,
)

Files = dict[str, bytes]


@pytest.fixture(scope="module")
def made() -> bytes:
    return pack.build(dossier(), page)


def unpacked(content: bytes) -> Files:
    with zipfile.ZipFile(io.BytesIO(content)) as opened:
        return {name: opened.read(name) for name in opened.namelist()}


def rewritten(content: bytes, change: Callable[[Files], None], *, rehash: bool = False) -> bytes:
    """Change a pack's files; ``rehash`` is the forger who mends the manifest as well."""
    files = unpacked(content)
    change(files)
    if rehash:
        manifest = json.loads(files[pack.MANIFEST])
        manifest["files"] = {
            name: {"sha256": pack.digest(data), "size_bytes": len(data)}
            for name, data in files.items()
            if name != pack.MANIFEST
        }
        files[pack.MANIFEST] = pack.plain(manifest)
    return archive.write(files, FINISHED)


def changed_run(change: Callable[[dict[str, Any]], None]) -> Callable[[Files], None]:
    """Rewrite the run and everything derived from it."""
    from masis.export import ledger_csv

    def apply(files: Files) -> None:
        run = json.loads(files[pack.RUN])
        change(run)
        files[pack.RUN] = pack.plain(run)
        files[pack.LEDGER] = ledger_csv.render(RunReport.model_validate(run)).encode("utf-8-sig")

    return apply


def kinds(content: bytes, library: Any = None) -> set[str]:
    return {one.kind for one in verify(content, library).differences}


def test_a_pack_holds_what_an_auditor_asks_for(made: bytes) -> None:
    names = set(unpacked(made))
    assert names >= {
        "README.txt", "manifest.json", "report.pdf", "report.md", "data/run.json", "data/ledger.csv",
        "data/documents.json", "data/settings.json", "data/versions.json", "data/decisions.json",
        "pages/1-2_annual-report_p1.txt", "pages/1-2_annual-report_p1.png",
    }  # fmt: skip
    assert SHA.encode() in unpacked(made)["data/documents.json"]


def test_zip_times_come_from_the_run(made: bytes) -> None:
    with zipfile.ZipFile(io.BytesIO(made)) as opened:
        assert {info.date_time for info in opened.infolist()} == {(2026, 3, 4, 5, 6, 6)}


@pytest.mark.parametrize("run", [report(), troubled(), unanswered()], ids=["clean", "troubled", "no answer"])
def test_an_untouched_pack_is_verified(run: RunReport) -> None:
    result = verify(pack.build(dossier(run), page))
    assert result.verified
    assert result.differences == ()
    assert json.loads(as_json(result))["verified"] is True


@pytest.mark.parametrize("name", ["README.txt", "report.pdf", "report.md", "data/run.json", "data/ledger.csv",
                                  "data/settings.json", "pages/1-2_annual-report_p1.png"])  # fmt: skip
def test_a_changed_file_is_named(made: bytes, name: str) -> None:
    tampered = rewritten(made, lambda files: files.update({name: files[name] + b" "}))
    found = verify(tampered).differences
    assert ("tampered_file", name) in {(one.kind, one.subject) for one in found}


@pytest.mark.parametrize(
    "name", ["report.pdf", "data/run.json", "data/documents.json", "pages/1-2_annual-report_p1.txt"]
)
def test_a_missing_file_is_named(made: bytes, name: str) -> None:
    found = verify(rewritten(made, lambda files: void(files.pop(name)))).differences
    assert ("missing_file", name) in {(one.kind, one.subject) for one in found}


def void(_: object) -> None:
    """Throw a value away."""


def test_an_added_file_is_named(made: bytes) -> None:
    found = verify(rewritten(made, lambda files: files.update({"extra.html": b"<p>"}))).differences
    assert [(one.kind, one.subject) for one in found] == [("added_file", "extra.html")]


@pytest.mark.parametrize(
    ("change", "kind"),
    [
        (lambda run: run.update(answer=run["answer"].replace("12 million", "21 million")), "figure"),
        (lambda run: run["evidence"][0].update(text=SENTENCES[0].replace("12", "21")), "quote_moved"),
        (lambda run: run["claims"][0]["quotes"][0].update(char_start=3), "quote_moved"),
        (lambda run: run["claims"][0].update(verdict="contradicted"), "figure"),
        (lambda run: run["claims"].pop(), "citation"),
        (lambda run: run["evidence"].pop(0), "citation"),
        (lambda run: run.update(question="Another question?"), "inconsistent"),
    ],
    ids=["figure", "word in the evidence", "place", "verdict", "claim gone", "evidence gone", "question"],
)  # fmt: skip
def test_a_forger_who_mends_the_hashes_is_found_out(made: bytes, change: Any, kind: str) -> None:
    assert kind in kinds(rewritten(made, changed_run(change), rehash=True))


def test_a_forger_who_changes_a_page_is_found_out(made: bytes) -> None:
    def forge(files: Files) -> None:
        files["pages/1-2_annual-report_p1.txt"] = PAGE.replace("12 million", "21 million").encode()

    assert kinds(rewritten(made, forge, rehash=True)) == {"quote_moved"}


def test_a_forger_who_changes_run_and_pages_alike_is_betrayed_by_the_passage_ids(made: bytes) -> None:
    def forge(files: Files) -> None:
        for name in (pack.RUN, "pages/1-2_annual-report_p1.txt"):
            files[name] = files[name].replace(b"12 million", b"21 million")

    found = verify(rewritten(made, forge, rehash=True)).differences
    assert any("not the one taken from this file" in one.message for one in found)


@pytest.mark.parametrize(
    "content",
    [b"", b"null", b"[" * 100_000, b'{"run_id": 1e999}', b"\xff\xfe", b'{"run_id": ' + b"9" * 5000 + b"}"],
    ids=["empty", "null", "deep", "wrong", "no text", "long number"],
)
def test_a_run_that_cannot_be_read_is_a_difference_not_a_crash(made: bytes, content: bytes) -> None:
    found = kinds(rewritten(made, lambda files: files.update({pack.RUN: content}), rehash=True))
    assert "unreadable" in found


def test_a_run_made_to_keep_the_checks_busy_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    gate = Event()
    monkeypatch.setattr("masis.export.checks.ledger_of", lambda *_: void(gate.wait(20)))
    (found,) = figures(report(), seconds=0.05).differences
    gate.set()
    assert "could not be checked" in found.message


@pytest.mark.parametrize(
    "change",
    [
        lambda run: run.update(answer="a " * 40_000),
        lambda run: run["evidence"].extend([run["evidence"][0]] * 400),
        lambda run: run["evidence"][0].update(text="a" * 2_000_001),
    ],
    ids=["answer", "passages", "evidence"],
)
def test_a_run_of_no_plausible_size_is_not_checked(made: bytes, change: Any) -> None:
    assert "unreadable" in kinds(rewritten(made, changed_run(change), rehash=True))


def test_deleted_documents_leave_a_pack_that_still_verifies() -> None:
    bare = dossier().document_of("v1")
    assert bare is not None
    lost = bare.model_copy(update={"sha256": "", "version": None, "file_name": "", "kind": None})
    content = pack.build(dossier(documents=(lost,)), no_page)
    assert json.loads(unpacked(content)[pack.MANIFEST])["pages_not_stored"] == ["Annual report, page 1"]
    assert verify(content).verified


# Against a workspace


def version(number: int = 1, **changes: Any) -> DocumentVersion:
    values = {
        "version_id": f"v{number}",
        "number": number,
        "sha256": SHA,
        "size_bytes": 1,
        "pages": 1,
        "chunks": 1,
    }
    return DocumentVersion(**{**values, "added_at": FINISHED, **changes})


@dataclass
class Shelf:
    """A workspace that holds the run's document, unless a test changes it."""

    versions: Sequence[DocumentVersion] = (version(),)
    chunks_of: dict[str, Sequence[Chunk]] = field(
        default_factory=lambda: {"v1": (passage(), passage(SENTENCES[1]))}
    )
    originals: dict[str, str] = field(default_factory=lambda: {"v1": SHA})
    kept: RunReport | None = field(default_factory=report)

    def documents(self) -> Sequence[DocumentSummary]:
        if not self.versions:
            return ()
        facts = {
            "document_id": "d1",
            "workspace_id": "acme",
            "file_name": "annual.pdf",
            "title": "Annual report",
        }
        return (DocumentSummary(**facts, kind="pdf", versions=tuple(self.versions)),)

    def chunks(self, document_id: str, version_id: str) -> Sequence[Chunk] | None:
        return self.chunks_of.get(version_id)

    def original_sha256(self, document_id: str, version_id: str) -> str | None:
        return self.originals.get(version_id)

    def report(self, run_id: str) -> RunReport | None:
        return self.kept


def test_an_unchanged_workspace_agrees(made: bytes) -> None:
    result = verify(made, Shelf())
    assert result.verified
    assert [check.looked_at for check in result.checks] == [11, 2, 2, 2, 1, 1]


@pytest.mark.parametrize(
    ("shelf", "kind", "said"),
    [
        (Shelf(versions=()), "document_gone", "no longer holds it"),
        (Shelf(originals={}), "document_gone", "original file is no longer stored"),
        (Shelf(originals={"v1": "0" * 64}), "original_changed", "sha256 differs"),
        (Shelf(chunks_of={"v1": (passage(),)}), "quote_moved", "“Costs were 7 million euros in 2024.”"),
        (Shelf(kept=report(confidence=0.2)), "run_changed", "another confidence"),
    ],
    ids=["document deleted", "original lost", "original differs", "quote moved", "run differs"],
)
def test_a_workspace_that_differs_is_described(made: bytes, shelf: Shelf, kind: str, said: str) -> None:
    (found,) = verify(made, shelf).differences
    assert (found.kind, said in found.message) == (kind, True), found


@pytest.mark.parametrize(
    ("newer", "said"),
    [
        ((passage(), passage(SENTENCES[1])), "still holds every quote"),
        ((passage(),), "no longer holds 1 of 2 quotes: “Costs were 7 million euros in 2024.”"),
    ],
    ids=["quotes kept", "quote gone"],
)
def test_a_newer_version_is_named_with_what_became_of_the_quotes(
    made: bytes, newer: Sequence[Chunk], said: str
) -> None:
    shelf = Shelf(versions=(version(2, sha256="2" * 64), version()))
    shelf.chunks_of["v2"] = newer
    (found,) = verify(made, shelf).differences
    assert found.kind == "document_changed"
    assert "version 2 was added on 4 March 2026 (sha256 222222222222…)" in found.message
    assert said in found.message


def test_the_same_file_in_another_workspace_counts(made: bytes) -> None:
    shelf = Shelf(versions=(version(version_id="elsewhere"),), kept=None)
    shelf.chunks_of["elsewhere"], shelf.originals["elsewhere"] = shelf.chunks_of["v1"], SHA
    result = verify(made, shelf)
    assert result.verified
    assert result.checks[-1].skipped == "The workspace does not hold this run."


# Hostile files


def zipped(*entries: tuple[str, bytes], **info: Any) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as opened:
        for name, data in entries:
            one = zipfile.ZipInfo(name)
            one.compress_type = zipfile.ZIP_DEFLATED
            for key, value in info.items():
                setattr(one, key, value)
            opened.writestr(one, data)
    return out.getvalue()


def lying() -> bytes:
    """Return a zip whose entry claims to be small and is not."""
    content = bytearray(zipped(("manifest.json", b"0" * 100_000)))
    size = (100_000).to_bytes(4, "little")
    assert content.count(size) == 2
    return bytes(content.replace(size, (10).to_bytes(4, "little")))


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"%PDF-1.7 not a zip",
        b"PK\x05\x06" + b"\0" * 18,
        zipped(("other.txt", b"x")),
        zipped(("manifest.json", b"{}")),
        zipped(("manifest.json", b"[" * 200_000)),
        zipped(("../manifest.json", b"{}")),
        zipped(("/etc/passwd", b"{}")),
        zipped(("a\\..\\b", b"{}")),
        zipped(("C:evil", b"{}")),
        zipped(("link", b"/etc/passwd"), external_attr=0o120777 << 16),
        zipped(("folder/", b"")),
        zipped(*((f"f{n}", b"") for n in range(archive.MOST_FILES + 1))),
        zipped(("bomb", b"\0" * (archive.MOST_IN_ONE + 1))),
        lying(),
    ],
    ids=["empty", "no zip", "no entries", "no manifest", "bare manifest", "deep manifest", "parent",
         "absolute", "backslash", "drive", "link", "folder", "too many", "bomb", "lying"],
)  # fmt: skip
def test_hostile_files_are_refused_in_a_sentence(content: bytes) -> None:
    with pytest.raises(InvalidInput, match=r"\.$"):
        verify(content)


def test_a_truncated_or_broken_pack_is_refused(made: bytes) -> None:
    for content in (made[:-30], made[: len(made) // 2], made[:100] + bytes(50) + made[150:]):
        with pytest.raises(InvalidInput):
            verify(content)


def test_two_files_of_one_name_are_refused() -> None:
    with pytest.warns(UserWarning, match="Duplicate"):
        content = zipped(("manifest.json", b"{}"), ("manifest.json", b"{}"))
    with pytest.raises(InvalidInput, match="one name"):
        verify(content)


def test_a_pack_of_a_later_format_asks_for_a_later_masis(made: bytes) -> None:
    def later(files: Files) -> None:
        files[pack.MANIFEST] = files[pack.MANIFEST].replace(b'"format_version": 1', b'"format_version": 2')

    with pytest.raises(InvalidInput, match="newer MASIS"):
        verify(rewritten(made, later))


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    place=st.integers(min_value=0), value=st.integers(min_value=0, max_value=255), length=st.integers(1, 40)
)
def test_damaged_bytes_are_refused_or_reported_never_a_crash(
    made: bytes, place: int, value: int, length: int
) -> None:
    at = place % len(made)
    damaged = made[:at] + bytes([value]) * min(length, len(made) - at) + made[at + length :]
    try:
        result = verify(damaged)
    except InvalidInput:
        return
    assert result.verified == (not result.differences)


def test_a_sentence_that_was_left_out_may_not_stand_in_the_answer() -> None:
    run = report()
    told = run.claims[0]
    back = Struck(sentence=told.text, reason="No.", verdict="contradicted", citations=told.citations)
    (found,) = figures(run.model_copy(update={"struck": (back,)})).differences
    assert "was left out (Contradicted) and stands in the answer" in found.message
    other = back.model_copy(update={"citations": ("elsewhere",)})
    assert not figures(run.model_copy(update={"struck": (other,)})).differences


def test_a_ledger_with_a_replaced_document_verifies() -> None:
    old = passage(superseded=True)
    answer = f"{old.text[:-1]} [{old.chunk_id}]."
    run = report(answer, (old,), claims=ledger_of("How high was revenue?", answer, (old,)))
    assert run.claims[0].verdict == "not_verified"
    assert not figures(run).differences
