"""Evidence pack in a browser: downloaded, verified on the command line, found out when tampered with."""

import io
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

from tests.e2e.conftest import ROOT
from tests.e2e.steps import asked


def verified(pack: Path) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-m", "masis", "verify", str(pack)]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)  # noqa: S603


def tampered(pack: Path, before: bytes, after: bytes) -> Path:
    """Return a copy of the pack in which every ``before`` reads ``after``."""
    out = io.BytesIO()
    changed = 0
    with zipfile.ZipFile(pack) as old, zipfile.ZipFile(out, "w") as new:
        for item in old.infolist():
            content = old.read(item)
            changed += content.count(before)
            new.writestr(item, content.replace(before, after))
    assert changed
    copy = pack.with_name("tampered.zip")
    copy.write_bytes(out.getvalue())
    return copy


def test_a_pack_is_downloaded_verified_and_found_out_when_changed(
    page: Any, sample: str, tmp_path: Path
) -> None:
    page.goto(f"{sample}/?workspace=sample")
    asked(page, "How did North America do in 2024?")
    page.locator("button.chip").first.wait_for(timeout=120_000)
    page.get_by_role("button", name="Export").click()
    with page.expect_download() as started:
        page.get_by_role("button", name="Evidence pack").click()
    pack = tmp_path / started.value.suggested_filename
    started.value.save_as(pack)
    sound = verified(pack)
    assert sound.returncode == 0, sound.stdout + sound.stderr
    changed = verified(tampered(pack, b"North America", b"North Amerika"))
    assert changed.returncode == 2
    assert "Differences were found." in changed.stdout
