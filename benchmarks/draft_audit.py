"""Draft audit: how long a five-page memo takes offline: ``python -m benchmarks.draft_audit``.

The memo is made of the project's own statements about the sample company and of sentences no document holds.
"""

import json
import time
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from masis.config import load_settings
from masis.domain.memo_audit.verdicts import counted
from masis.domain.person import Caller
from masis.service.memo_audit.auditing import audit_memo
from masis.wiring import build_masis

ROOT = Path(__file__).parent.parent
PAGES, WORDS_A_PAGE, ROUNDS = 5, 500, 3
ME = Caller()


def memo() -> str:
    """Return about five pages of prose: paragraphs of six sentences under headings."""
    lines = (ROOT / "evaluation" / "planted_faults.jsonl").read_text(encoding="utf-8").splitlines()
    rows = [json.loads(line) for line in lines]
    sentences = [
        text if text.endswith(".") else f"{text}."
        for row in rows
        for text in (*row["paraphrases"], row["statement"], row.get("addition", ""))
        if text
    ]
    pieces: list[str] = []
    words = 0
    for number in range(0, len(sentences), 6):
        paragraph = " ".join(sentences[number : number + 6])
        pieces += [f"## Part {number // 6 + 1}", paragraph]
        words += len(paragraph.split())
        if words >= PAGES * WORDS_A_PAGE:
            break
    return "\n\n".join(pieces)


def main() -> None:
    """Load the sample, audit the memo a few times, say what the first audit takes and what later ones do."""
    text = memo()
    with TemporaryDirectory() as folder:
        masis = build_masis(load_settings().model_copy(update={"data_dir": Path(folder)}))
        try:
            workspace_id = masis.load_sample(ME).workspace_id
            while any(not job.finished for job in masis.jobs(ME, workspace_id)):
                time.sleep(0.2)
            taken: list[tuple[float, float]] = []
            for _ in range(ROUNDS):
                wall, cpu = time.perf_counter(), time.process_time()
                rows = audit_memo(text, masis.drafts.library(workspace_id))
                taken.append((time.perf_counter() - wall, time.process_time() - cpu))
        finally:
            masis.close()
    found = counted(rows)
    checked = sum(found.values()) - found.get("heading", 0) - found.get("opinion", 0)
    print(f"{len(text.split()):,} words, {checked} sentences checked")
    print(f"first audit: {taken[0][0]:.1f} s ({taken[0][1]:.1f} s of processor time)")
    wall, cpu = (median(times) for times in zip(*taken[1:], strict=True))
    print(f"the same memo again, its readings remembered: {wall:.1f} s ({cpu:.1f} s), median of {ROUNDS - 1}")


if __name__ == "__main__":
    main()
