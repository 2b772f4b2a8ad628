"""The Documents page of a workspace that follows folders."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from masis.domain.folder.source import SkippedFile, SyncReport, SyncRun
from masis.ui.documents import folder_source
from tests.fakes.scripted_masis import ScriptedMasis

REPORT = SyncReport(
    folder="/srv/[reports](http://evil.example)",
    finished_at=datetime.now(UTC) - timedelta(hours=2),
    counts={"new": 3, "unchanged": 1204, "skipped": 2},
    skipped=(
        SkippedFile(path="<b>program</b>.exe", reason="MASIS does not read .exe files."),
        SkippedFile(path=".git", reason="Hidden files and folders are left alone."),
    ),
)


def test_a_workspace_that_follows_no_folder_offers_to_follow_one(app: AppTest, twin: ScriptedMasis) -> None:
    app.run().switch_page("pages/documents.py").run()
    assert not app.exception
    assert not [one for one in app.expander if "Folder source" in one.label]
    assert "Follow a folder" in [one.label for one in app.expander]
    app.text_input(key="folder-path").set_value("/srv/reports")
    next(button for button in app.button if button.label == "Sync now").click().run()
    assert not app.exception
    assert twin.folder_acts == [("begin", "/srv/reports")]


def test_where_paths_may_not_be_typed_folders_are_only_told(app: AppTest, twin: ScriptedMasis) -> None:
    twin.synced, twin.folder_runs.allowed = (REPORT,), False
    app.run().switch_page("pages/documents.py").run()
    assert not app.exception
    assert [one for one in app.expander if one.label.startswith("Folder source: ")]
    assert not {button.label for button in app.button} & {"Sync now", "Stop following"}
    assert "Follow a folder" not in [one.label for one in app.expander]


def test_a_followed_folder_is_synced_again_and_followed_no_more(app: AppTest, twin: ScriptedMasis) -> None:
    twin.synced = (REPORT,)
    app.run().switch_page("pages/documents.py").run()
    app.button(key="folder-sync-0").click().run()
    app.button(key="folder-remove-0").click().run()
    assert not app.exception
    assert twin.folder_acts == [("begin", REPORT.folder), ("remove", REPORT.folder)]


def test_a_sync_at_work_tells_how_far_it_is_and_why_it_ended(app: AppTest, twin: ScriptedMasis) -> None:
    run = SyncRun(folder="/srv/[x](http://evil.example)", changed=2, last="new: <b>a</b>.pdf")
    twin.syncing = (run,)
    app.run().switch_page("pages/documents.py").run()
    said = next(one.value for one in app.markdown if "Syncing" in one.value)
    assert "2 changes, last new" in said
    assert "<b>" not in said.replace("\\<", "")
    assert "](http" not in said
    twin.syncing = (run.model_copy(update={"finished": True, "error": "The drive is away."}),)
    app.run()
    assert not app.exception
    assert any("The drive is away" in one.value for one in app.info)


def test_the_last_sync_is_told_with_counts_and_skipped_files(
    app: AppTest, twin: ScriptedMasis, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[Any] = []
    show = folder_source.table.show

    def noted(caption: str, columns: Any, rows: Any, **also: Any) -> Any:
        drawn.append((caption, [tuple(cell.text for cell in row.cells.values()) for row in rows]))
        return show(caption, columns, rows, **also)

    monkeypatch.setattr(folder_source.table, "show", noted)
    twin.synced = (REPORT, REPORT.model_copy(update={"skipped": (), "warning": "Two were kept."}))
    app.run().switch_page("pages/documents.py").run()
    assert not app.exception
    first, second = [one for one in app.expander if one.label.startswith("Folder source: ")]
    assert first.label.endswith(", synced 2 hours ago")
    assert "](http" not in first.label, "a folder's name is text"
    assert first.markdown[0].value == "3 new, 1,204 unchanged, 2 skipped."
    assert "Two were kept" in second.markdown[1].value
    skipped = [(file.path, file.reason) for file in REPORT.skipped]
    assert [rows for caption, rows in drawn if caption == "Skipped files"] == [skipped]


def test_a_workspace_whose_folder_is_empty_tells_it_too(app: AppTest, install: Any) -> None:
    twin = install(ScriptedMasis(empty=True))
    twin.synced = (REPORT,)
    app.run().switch_page("pages/documents.py").run()
    assert not app.exception
    assert [one for one in app.expander if one.label.startswith("Folder source: ")]
